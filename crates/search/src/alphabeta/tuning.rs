//! Parameters of the switches, each one row of the table below.

use spielbaum_core::TextError;

use crate::DEEPEST;
use crate::options::number;

/// One row per parameter: `field: type = default, "option", least, most, "help";`
macro_rules! tuning {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $usual:expr, $name:literal, $least:expr, $most:expr, $help:literal;)*) => {
        /// Parameters of the switches.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Tuning {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl Tuning {
            /// The defaults.
            pub const USUAL: Tuning = Tuning { $($field: $usual),* };

            /// The options in specs, each with its default and what it means.
            pub const OPTIONS: &[(&'static str, i64, &'static str)] = &[$(($name, $usual as i64, $help)),*];

            /// Sets the number of an option; false where there is none of that name.
            pub(super) fn set(&mut self, option: &str, value: &str) -> Result<bool, TextError> {
                match option {
                    $($name => self.$field = number(option, value, $least, $most)?,)*
                    _ => return Ok(false),
                }
                Ok(true)
            }

            /// The options with their numbers.
            pub(super) fn values(&self) -> impl Iterator<Item = (&'static str, i64)> {
                [$(($name, i64::from(self.$field))),*].into_iter()
            }
        }
    };
}

tuning! {
    /// What a quiet move can gain at most for each ply to the horizon, in units of the evaluation: three pawns of
    /// chess.
    futility_margin: i32 = 300, "futility-margin", 0, 100_000,
        "the most a quiet move is assumed to gain (futility)";
    /// The least depth at which children are looked up in the table before one is searched.
    child_table_depth: u32 = 2, "etc-depth", 2, DEEPEST,
        "least depth for probing the children first (etc)";
    /// The least plies to the horizon or the end at which moves are ordered by the static evaluation after them.
    preview_depth: u32 = 3, "preview-depth", 1, DEEPEST,
        "least remaining depth for ordering by evaluation (preview)";
    /// The weight of a unit of the evaluation relative to the game's hint in that order.
    preview_weight: i32 = 1, "preview-weight", 1, 1000,
        "weight of an evaluation unit relative to a hint (preview)";
    /// The depth of the iterative deepening that precedes a search of fixed depth, fills the table and gives a first
    /// guess; 0 for none.
    presearch_depth: u32 = 0, "presearch-depth", 0, DEEPEST,
        "depth of the shallow search before a search without iterative deepening";
    /// The least depth of table entries whose move is searched first; those that are nearly deep enough always count.
    table_move_depth: u32 = 0, "table-move-depth", 0, DEEPEST,
        "least depth of an entry whose move is tried first (table-move)";
    /// The reduction after a null move: 2, as customary since Donninger (1993).
    null_reduction: u32 = 2, "null-reduction", 1, 10,
        "depth reduction after a null move";
    /// How far outside the window a node must be by its prediction to be pruned, in hundredths of a standard deviation.
    probcut_percent: i32 = 150, "probcut-percent", 0, 1000,
        "confidence threshold in hundredths of a standard deviation (probcut)";
    /// The greatest depth of futility pruning.
    futility_depth: u32 = 1, "futility-depth", 1, DEEPEST,
        "greatest depth of futility pruning (futility)";
    /// How far the static evaluation must be above beta to prune a node, for each ply to the horizon.
    reverse_margin: i32 = 80, "reverse-margin", 0, 100_000,
        "margin above beta for each ply (reverse-futility)";
    /// The greatest depth at which nodes far above beta are pruned.
    reverse_depth: u32 = 8, "reverse-depth", 1, DEEPEST,
        "greatest depth of reverse futility pruning (reverse-futility)";
    /// The history that changes a late move's reduction by one ply.
    reduction_history: i32 = 8192, "reduction-history", 1, 1 << 20,
        "history that changes a reduction by one ply (lmr=log)";
}
