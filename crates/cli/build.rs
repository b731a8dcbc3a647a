//! Tells the linker to keep one of several equal tables and functions.
//!
//! Every part of a crate that finds moves of chess has its own copy of a table of 0.7 MB, and functions compiled for several games
//! are often the same. Together they are more than a third of the program.

use std::env::var;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    // Here rustc brings its own linker, which has these options.
    let has_lld = is("TARGET", "x86_64-unknown-linux-gnu");
    if has_lld && is("PROFILE", "release") {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all,--ignore-data-address-equality");
    }
}
