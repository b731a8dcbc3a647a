//! The search that chooses its own switches.

use super::{Draft, Megabytes, common};

/// Alpha-beta with the switches that suit the game and the position.
///
/// ```
/// use spielbaum_search::builder::{Auto, MemorySize, ToSpec};
///
/// let search = Auto::new().table(256.mb()).threads(2);
/// assert_eq!(search.to_spec().unwrap().to_string(), "auto:table=256,threads=2");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Auto(Draft);

impl Default for Auto {
    fn default() -> Auto {
        Auto::new()
    }
}

impl Auto {
    /// Exact unless time or nodes are limited.
    pub fn new() -> Auto {
        Auto(Draft::new("auto"))
    }

    /// The size of the transposition table.
    #[must_use]
    pub fn table(self, size: Megabytes) -> Auto {
        self.option(format_args!("table={size}"))
    }

    /// Win, draw or loss only, which is much cheaper.
    #[must_use]
    pub fn weak(self) -> Auto {
        self.option("weak")
    }

    /// The table is kept from one search to the next.
    #[must_use]
    pub fn keep_table(self) -> Auto {
        self.option("keep-table")
    }

    /// A limit on the depth of a search, in plies.
    #[must_use]
    pub fn depth(self, plies: u32) -> Auto {
        self.option(format_args!("depth={plies}"))
    }
}

common!(Auto);
