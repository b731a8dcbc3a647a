//! Proof-number searches, which determine who wins.

use super::{Draft, Megabytes, common};

/// A proof-number search: one of the three algorithms, and its options.
///
/// ```
/// use spielbaum_search::builder::{MemorySize, ProofNumber, ToSpec};
///
/// let search = ProofNumber::dfpn().memory(128.mb());
/// assert_eq!(search.to_spec().unwrap().to_string(), "dfpn:memory=128");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNumber(Draft);

impl ProofNumber {
    /// Best first, the whole tree in memory.
    pub fn pns() -> ProofNumber {
        ProofNumber(Draft::new("pns"))
    }

    /// PN²: leaves evaluated by a second search.
    pub fn pn2() -> ProofNumber {
        ProofNumber(Draft::new("pn2"))
    }

    /// Df-pn: depth first, with a table.
    pub fn dfpn() -> ProofNumber {
        ProofNumber(Draft::new("dfpn"))
    }

    /// The size of the tree or the table.
    #[must_use]
    pub fn memory(self, size: Megabytes) -> ProofNumber {
        self.option(format_args!("memory={size}"))
    }

    /// How long df-pn stays with a child: until its number is 1 + `epsilon` times the second best.
    #[must_use]
    pub fn epsilon(self, epsilon: f64) -> ProofNumber {
        self.option(format_args!("epsilon={epsilon}"))
    }

    /// The game's look-ahead decides leaves.
    #[must_use]
    pub fn look_ahead(self) -> ProofNumber {
        self.option("look-ahead")
    }

    /// One entry of df-pn's table for a position and its mirror images.
    #[must_use]
    pub fn canonical(self) -> ProofNumber {
        self.option("canonical")
    }
}

common!(ProofNumber);
