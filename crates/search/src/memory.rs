//! Words in large pages where the system has them.
//!
//! A search asks for places all over its memory. With pages of 4 kB the processor has forgotten where nearly each of them is, and
//! finding out costs as much as the memory itself; pages of 2 MB are few enough to be remembered. Linux gives them to whoever
//! asks, which only a mapping of one's own can do.

use std::io;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

/// Bytes at the beginning that stay in small pages: short searches use no more, and clearing a large page takes them longer.
#[cfg(target_os = "linux")]
const SMALL_PAGES: usize = 1 << 21;

/// Words that all begin as zero. Memory is taken where it is first written to.
pub(crate) struct Words(Mapping);

type Slice<'a> = &'a [AtomicU64];

self_cell! {
    struct Mapping {
        owner: MutBorrow<MmapMut>,

        #[covariant]
        dependent: Slice,
    }
}

/// Whether the system has so many megabytes to give.
pub(crate) fn check(megabytes: usize) -> io::Result<()> {
    let bytes = megabytes.checked_mul(1 << 20).ok_or(io::ErrorKind::OutOfMemory)?;
    MmapMut::map_anon(bytes).map(drop)
}

impl Words {
    /// So many zeros; at least one. Whoever reads sizes from somebody has had them [checked](check) before.
    pub(crate) fn zeroed(count: usize) -> Words {
        let bytes = count.max(1) * size_of::<AtomicU64>();
        let mapping = MmapMut::map_anon(bytes).unwrap_or_else(|error| panic!("no memory for a search: {error}"));
        // A wish: where it is not granted, the pages are small.
        #[cfg(target_os = "linux")]
        if bytes > SMALL_PAGES {
            let _ = mapping.advise_range(memmap2::Advice::HugePage, SMALL_PAGES, bytes - SMALL_PAGES);
        }
        Words(Mapping::new(MutBorrow::new(mapping), |mapping| {
            <[AtomicU64]>::mut_from_bytes(mapping.borrow_mut()).expect("mappings begin with a page")
        }))
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        self.0.borrow_dependent()
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
