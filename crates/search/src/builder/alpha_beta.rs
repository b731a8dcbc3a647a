//! Alpha-beta searches, built switch by switch.

use super::{Draft, Megabytes, common};
use crate::alphabeta::Switch;

/// An alpha-beta search: [plain](AlphaBeta::new) or a named one, and what is added to it.
///
/// ```
/// use spielbaum_search::builder::{AlphaBeta, MemorySize, ToSpec};
///
/// let search = AlphaBeta::new().table(16.mb()).iterative().pvs();
/// assert_eq!(search.to_spec().unwrap().to_string(), "alphabeta:tt,pvs,iterative,table=16");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaBeta(Draft);

impl Default for AlphaBeta {
    fn default() -> AlphaBeta {
        AlphaBeta::new()
    }
}

impl AlphaBeta {
    /// Plain fail-soft alpha-beta, to which ideas are added.
    pub fn new() -> AlphaBeta {
        AlphaBeta(Draft::new("alphabeta"))
    }

    /// MTD(f): null windows that follow the last result, with a table.
    pub fn mtdf() -> AlphaBeta {
        AlphaBeta(Draft::new("mtdf"))
    }

    /// NegaC*: null windows that halve the range, with a table.
    pub fn negac() -> AlphaBeta {
        AlphaBeta(Draft::new("negac"))
    }

    /// Selective search for strong play of chess.
    pub fn strong() -> AlphaBeta {
        AlphaBeta(Draft::new("strong"))
    }

    /// Connect Four to the end, with all that is known of it.
    pub fn solve() -> AlphaBeta {
        AlphaBeta(Draft::new("solve"))
    }

    /// A transposition table of this size.
    #[must_use]
    pub fn table(self, size: Megabytes) -> AlphaBeta {
        self.switch(Switch::Table).option(format_args!("table={size}"))
    }

    /// Iterative deepening.
    #[must_use]
    pub fn iterative(self) -> AlphaBeta {
        self.option("iterative")
    }

    /// Principal variation search: null windows after the first move.
    #[must_use]
    pub fn pvs(self) -> AlphaBeta {
        self.switch(Switch::Pvs)
    }

    /// Aspiration windows of this width around the last value.
    #[must_use]
    pub fn aspiration(self, width: u32) -> AlphaBeta {
        self.option(format_args!("aspiration={width}"))
    }

    /// The move of the transposition table first.
    #[must_use]
    pub fn table_move(self) -> AlphaBeta {
        self.switch(Switch::TableMove)
    }

    /// Killer moves first.
    #[must_use]
    pub fn killers(self) -> AlphaBeta {
        self.switch(Switch::Killers)
    }

    /// Moves ordered by history.
    #[must_use]
    pub fn history(self) -> AlphaBeta {
        self.switch(Switch::History)
    }

    /// Noisy moves beyond the horizon.
    #[must_use]
    pub fn quiescence(self) -> AlphaBeta {
        self.switch(Switch::Quiescence)
    }

    /// One more idea.
    #[must_use]
    pub fn switch(self, switch: Switch) -> AlphaBeta {
        self.option(switch.name())
    }

    /// One idea of the named search less.
    #[must_use]
    pub fn without(self, switch: Switch) -> AlphaBeta {
        self.option(switch.off())
    }

    /// A limit on the depth of a search, in plies.
    #[must_use]
    pub fn depth(self, plies: u32) -> AlphaBeta {
        self.option(format_args!("depth={plies}"))
    }
}

common!(AlphaBeta);
