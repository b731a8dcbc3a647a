//! Numbers that the switches of the loop need.

/// Numbers that switches need.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tuning {
    /// What a quiet move can gain at most, in units of the evaluation, before it is futile.
    pub futility_margin: i32,
    /// Plies that a null move saves.
    pub null_reduction: u32,
    /// The least depth at which children are looked up in the table before they are searched.
    pub child_table_depth: u32,
    /// The least plies to the horizon or the end at which moves are ordered by the evaluation behind them.
    pub preview_depth: u32,
    /// What a unit of the evaluation counts beside a hint of the game then.
    pub preview_weight: i32,
    /// The depth to which a search that does not deepen does so first, for good moves in the table and a first guess; 0 for none.
    pub prelude_depth: u32,
    /// The least depth of searches whose moves the table is asked for; those that were nearly as deep always count.
    pub table_move_depth: u32,
    /// How far outside the window a position must be by its prediction to be given up, in hundredths of a standard deviation.
    pub probcut_percent: i32,
    /// The greatest depth at which quiet moves may be futile; the margin counts for each ply.
    pub futility_depth: u32,
    /// How far above beta a position is given up, for each ply to the horizon.
    pub reverse_margin: i32,
    /// The greatest depth at which that is done.
    pub reverse_depth: u32,
    /// The history that is worth a ply when late moves are searched less deep.
    pub reduction_history: i32,
}

impl Tuning {
    /// A null move saves two plies, as usual since Donninger (1993); the margin is three pawns of chess.
    pub const USUAL: Tuning = Tuning {
        futility_margin: 300,
        null_reduction: 2,
        child_table_depth: 2,
        preview_depth: 3,
        preview_weight: 1,
        prelude_depth: 0,
        table_move_depth: 0,
        probcut_percent: 150,
        futility_depth: 1,
        reverse_margin: 80,
        reverse_depth: 8,
        reduction_history: 8192,
    };
}
