//! Memory in large pages, if the system has them.
//!
//! A search accesses its memory at random. With pages of 4 kB nearly every access is a TLB miss, which costs as much as
//! the access itself; pages of 2 MB are few enough for the TLB. Linux provides them on request (madvise), which needs a
//! memory mapping.

use std::io;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;
use self_cell::MutBorrow;
use yoke::Yoke;
use zerocopy::FromBytes;

/// Bytes at the start that stay in small pages: short searches use no more, and clearing a large page takes longer.
const SMALL_PAGES: usize = 1 << 21;

/// Words initialised to zero. Pages are allocated on the first write.
///
/// A slice of words together with the mapping that it borrows. Every access to a table or a tree reads the slice, so reading it
/// has to be inlined into other crates: `yoke` does that.
pub(crate) struct Words(Yoke<&'static [AtomicU64], Box<MutBorrow<MmapMut>>>);

/// Whether the system has this many megabytes.
pub(crate) fn check(megabytes: usize) -> io::Result<()> {
    let bytes = megabytes.checked_mul(1 << 20).ok_or(io::ErrorKind::OutOfMemory)?;
    MmapMut::map_anon(bytes).map(drop)
}

impl Words {
    /// This many zeros; at least one. Sizes from user input must be [checked](check) first.
    pub(crate) fn zeroed(count: usize) -> Words {
        let bytes = count.max(1) * size_of::<AtomicU64>();
        let mapping = MmapMut::map_anon(bytes).unwrap_or_else(|error| panic!("no memory for a search: {error}"));
        // A hint: if it is refused, the pages are small.
        #[cfg(target_os = "linux")]
        if bytes > SMALL_PAGES {
            let _ = mapping.advise_range(memmap2::Advice::HugePage, SMALL_PAGES, bytes - SMALL_PAGES);
        }
        Words(Yoke::attach_to_cart(Box::new(MutBorrow::new(mapping)), |mapping| {
            &*<[AtomicU64]>::mut_from_bytes(mapping.borrow_mut()).expect("mappings are page-aligned")
        }))
    }

    /// Makes all of them zero again; only the first `touched` may be anything else. The memory of many goes back to the
    /// system, which hands out zeros.
    pub(crate) fn zero(&mut self, touched: usize) {
        if touched * size_of::<AtomicU64>() <= SMALL_PAGES {
            self[..touched].iter().for_each(|word| word.store(0, Ordering::Relaxed));
        } else {
            let count = self.len();
            // The old memory first: the system may not have both.
            *self = Words::zeroed(1);
            *self = Words::zeroed(count);
        }
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        self.0.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_no_system_has_is_refused() {
        assert!(check(1).is_ok());
        assert!(check(1 << 42).is_err(), "more than there are addresses");
        assert!(check(usize::MAX).is_err());
    }
}
