//! Distance-to-mate tables of chess endings with up to four men: made by retrograde analysis, kept in files, looked up.
//!
//! The fifty-move rule and repetitions take no part in a table. Syzygy files, which mind that rule, are read, too.

mod endings;
mod folder;
mod index;
mod make;
mod material;
mod packed;
mod placement;
pub mod syzygy;
mod table;
mod verify;
mod work;
mod worth;

pub use endings::Endings;
pub use folder::{file_name, open, read};
pub use material::{MOST_MEN, Material};
pub use packed::Packed;
pub use table::Table;
pub use verify::{Extent, verify, verify_syzygy};
pub use work::{Event, make_missing, missing};
