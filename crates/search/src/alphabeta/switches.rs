//! The ideas that can be added to plain alpha-beta, each a switch.
//!
//! The loop reads them through a [`SwitchSource`](super::SwitchSource).

/// An idea that the loop may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Switch {
    /// Look positions up in the transposition table and store them there.
    Table,
    /// Use entries of greater depth, too: no longer the value of the depth asked for, but a better one.
    Deeper,
    /// When a position is not in the table, look for its mirror images.
    Mirror,
    /// One table entry for all positions that are the same but for a symmetry.
    Canonical,
    /// Before searching, see whether a child's entry already reaches beta.
    ChildTable,
    /// Try the table's best move first.
    TableMove,
    /// Order moves by the values their positions have in the table.
    SortByTable,
    /// Order moves by the game's static order.
    Static,
    /// Order moves by the game's hint.
    Hint,
    /// Order moves that are looked at before the first is searched as solved positions taught the game.
    Learnt,
    /// Order moves by the evaluation of the positions behind them.
    Preview,
    /// Try noisy moves first.
    Noisy,
    /// Try moves early that cut off a sister position.
    Killers,
    /// Order moves by how often they cut off before.
    History,
    /// See wins and forced moves one or two plies ahead.
    LookAhead,
    /// Narrow the window to scores that can still be reached.
    Bounds,
    /// Believe what the theory of the game says about positions that are searched to the end.
    Theory,
    /// Pass through positions with a single move: no ordering, no table.
    Forced,
    /// Leave the last moves to code of the game's own.
    Finish,
    /// Before searching, see whether a move wins or reaches beta at a glance, forced replies included.
    Glance,
    /// Find moves by trying every empty cell.
    Scan,
    /// Find moves by trying the empty cells next to occupied ones.
    Ring,
    /// Evaluate every position from nothing, not move by move.
    Afresh,
    /// Search moves behind the first with a null window.
    Pvs,
    /// Return alpha or beta, never what lies beyond.
    FailHard,
    /// Return what lies above beta, but never what lies below alpha.
    FailHybrid,
    /// Follow noisy moves beyond the horizon.
    Quiescence,
    /// Search late moves less deep.
    Reductions,
    /// See whether doing nothing reaches beta.
    NullMove,
    /// Leave out quiet moves that cannot reach alpha.
    Futility,
    /// Give up positions where a shallow search lies far outside the window.
    ProbCut,
    /// Try noisy moves that lose an exchange last, and not at all beyond the horizon.
    Exchange,
    /// Let history forget, and hold it against moves that they did not cut off.
    Gravity,
    /// Order moves by how often they cut off behind the last two moves.
    Continuation,
    /// Follow the principal line through positions that the table would settle.
    OpenLine,
    /// Use the table beyond the horizon, too.
    QuietTable,
    /// Look at a position that comes back as a draw.
    Repetition,
    /// Search one ply deeper where a side is in check.
    CheckExtension,
    /// Search one ply deeper where one move is better than all others.
    Singular,
    /// Search one ply less deep where the table knows no move.
    Unknown,
    /// Search late moves the less deep, the later they come.
    ReductionTable,
    /// Let a null move save more where there is more to save, and verify it in deep searches.
    NullAdaptive,
    /// Give up positions whose evaluation is far above beta.
    ReverseFutility,
    /// Leave out quiet moves that come late.
    LatePruning,
    /// Leave out moves that lose too much in an exchange.
    ExchangePruning,
    /// Correct the evaluation by what searches of similar positions have found.
    Correction,
    /// Ask the tables of endings.
    Endings,
}

impl Switch {
    /// All switches.
    pub const ALL: [Switch; 47] = [
        Switch::Table,
        Switch::Deeper,
        Switch::Mirror,
        Switch::Canonical,
        Switch::ChildTable,
        Switch::TableMove,
        Switch::SortByTable,
        Switch::Static,
        Switch::Hint,
        Switch::Learnt,
        Switch::Preview,
        Switch::Noisy,
        Switch::Killers,
        Switch::History,
        Switch::LookAhead,
        Switch::Bounds,
        Switch::Theory,
        Switch::Forced,
        Switch::Finish,
        Switch::Glance,
        Switch::Scan,
        Switch::Ring,
        Switch::Afresh,
        Switch::Pvs,
        Switch::FailHard,
        Switch::FailHybrid,
        Switch::Quiescence,
        Switch::Reductions,
        Switch::NullMove,
        Switch::Futility,
        Switch::ProbCut,
        Switch::Exchange,
        Switch::Gravity,
        Switch::Continuation,
        Switch::OpenLine,
        Switch::QuietTable,
        Switch::Repetition,
        Switch::CheckExtension,
        Switch::Singular,
        Switch::Unknown,
        Switch::ReductionTable,
        Switch::NullAdaptive,
        Switch::ReverseFutility,
        Switch::LatePruning,
        Switch::ExchangePruning,
        Switch::Correction,
        Switch::Endings,
    ];

    /// The name in specs.
    pub const fn name(self) -> &'static str {
        self.explained().0
    }

    /// What it does, in one line.
    pub const fn summary(self) -> &'static str {
        self.explained().1
    }

    /// Where it comes from.
    pub const fn reference(self) -> &'static str {
        self.explained().2
    }

    const fn explained(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Switch::Table => ("tt", "transposition table", "Greenblatt 1967"),
            Switch::Deeper => ("deeper", "entries of greater depth count, too", "Breuker 1998"),
            Switch::Mirror => ("mirror", "look for mirror images in the table", "Liese 2024, 4.2"),
            Switch::Canonical => ("canonical", "one entry for all mirror images", "–"),
            Switch::ChildTable => ("etc", "enhanced transposition cut-off: children's entries", "Plaat et al. 1996"),
            Switch::TableMove => ("table-move", "the table's move first", "Slate & Atkin 1977"),
            Switch::SortByTable => ("sort", "moves by their values in the table", "Liese 2024; Mossudu 2023"),
            Switch::Static => ("static", "moves by the game's static order", "–"),
            Switch::Hint => ("hint", "moves by the game's hint", "Pons: threat count"),
            Switch::Learnt => ("learnt", "moves in an order learnt from solved positions; needs 'glance'", "–"),
            Switch::Preview => ("preview", "moves by the evaluation of the positions behind them", "Buro 1997"),
            Switch::Noisy => ("noisy", "captures and the like first", "Dittert & Schröder 2019"),
            Switch::Killers => ("killers", "moves that cut off a sister position", "Akl & Newborn 1977"),
            Switch::History => ("history", "moves that cut off often", "Schaeffer 1983"),
            Switch::LookAhead => ("look-ahead", "wins and forced moves without searching", "Pons; Liese 2024, 4.1.1"),
            Switch::Bounds => ("bounds", "only scores that can still be reached", "Liese 2024, 4.1.2"),
            Switch::Theory => ("theory", "what the theory of the game says", "Allis 1988: zugzwang"),
            Switch::Forced => ("forced", "straight through positions with one move", "–"),
            Switch::Finish => ("finish", "the last moves by code of the game's own", "–"),
            Switch::Glance => ("glance", "cut off where a move can be seen to be enough", "–"),
            Switch::Scan => ("scan", "moves found cell by cell", "Mossudu 2023"),
            Switch::Ring => ("ring", "moves found among the cells next to occupied ones", "Mossudu 2023"),
            Switch::Afresh => ("afresh", "positions evaluated from nothing, not move by move", "–"),
            Switch::Pvs => ("pvs", "null windows behind the first move", "Marsland & Campbell 1982"),
            Switch::FailHard => ("fail-hard", "nothing outside the window", "Knuth & Moore 1975"),
            Switch::FailHybrid => ("fail-hybrid", "nothing below the window", "Liese 2024, 2.2.1"),
            Switch::Quiescence => ("quiescence", "noisy moves beyond the horizon", "Shannon 1950; Harris 1975"),
            Switch::Reductions => ("lmr", "late moves less deep", "Levy et al. 1989"),
            Switch::NullMove => ("null-move", "cut off where doing nothing is enough", "Beal 1989; Donninger 1993"),
            Switch::Futility => ("futility", "no quiet moves that cannot reach alpha", "Heinz 1998"),
            Switch::ProbCut => ("probcut", "cut off where a shallow search is far from the window", "Buro 1995, 1997"),
            Switch::Exchange => ("see", "noisy moves that lose an exchange last", "Slate & Atkin 1977"),
            Switch::Gravity => ("gravity", "history that forgets and blames", "Buro 1997; Stockfish"),
            Switch::Continuation => ("continuation", "moves that cut off behind the last two", "Stockfish 2016"),
            Switch::OpenLine => ("open-line", "no cut-offs by the table on the principal line", "–"),
            Switch::QuietTable => ("quiescence-table", "the table beyond the horizon, too", "–"),
            Switch::Repetition => ("repetition", "a position that comes back is a draw", "Slate & Atkin 1977"),
            Switch::CheckExtension => ("check-extension", "one ply more in check", "Slate & Atkin 1977"),
            Switch::Singular => ("singular", "one ply more for a move without rivals", "Anantharaman et al. 1990"),
            Switch::Unknown => ("unknown", "one ply less where the table knows no move", "Schröder: Rebel"),
            Switch::ReductionTable => ("lmr-log", "late moves less deep by a logarithm", "Romstad 2006"),
            Switch::NullAdaptive => ("null-adaptive", "a null move saves more with depth", "Heinz 1999"),
            Switch::ReverseFutility => ("reverse-futility", "give up what is far above beta", "Heinz 1998"),
            Switch::LatePruning => ("lmp", "no quiet moves that come late", "–"),
            Switch::ExchangePruning => ("see-pruning", "no moves that lose too much in an exchange", "–"),
            Switch::Correction => ("correction", "the evaluation corrected by searches", "–"),
            Switch::Endings => {
                ("endings", "endings looked up in tables; endings=DIR for those in files", "Ströhlein 1970")
            }
        }
    }

    /// Whether a search with it still returns the minimax value of its depth.
    pub const fn is_exact(self) -> bool {
        !matches!(
            self,
            Switch::Deeper
                | Switch::Quiescence
                | Switch::Reductions
                | Switch::NullMove
                | Switch::Futility
                | Switch::ProbCut
                | Switch::QuietTable
                | Switch::Repetition
                | Switch::CheckExtension
                | Switch::Singular
                | Switch::Unknown
                | Switch::ReductionTable
                | Switch::NullAdaptive
                | Switch::ReverseFutility
                | Switch::LatePruning
                | Switch::ExchangePruning
                | Switch::Correction
                | Switch::Endings
        )
    }
}

/// A set of switches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Switches(pub(super) u64);

impl Switches {
    /// No switch: plain fail-soft alpha-beta.
    pub const NONE: Switches = Switches(0);

    /// All that helps to solve a game with theory, where wins have margins and the game tells most.
    pub const SOLVING: Switches = Switches::of(&[
        Switch::Table,
        Switch::Canonical,
        Switch::ChildTable,
        Switch::LookAhead,
        Switch::Bounds,
        Switch::Theory,
        Switch::Forced,
        Switch::Glance,
        Switch::Hint,
        Switch::Learnt,
        Switch::Static,
        Switch::Afresh,
    ]);

    /// All that makes play strong where there are captures, checks and quiet moves.
    pub const SELECTIVE: Switches = Switches::of(&[
        Switch::Table,
        Switch::Deeper,
        Switch::TableMove,
        Switch::OpenLine,
        Switch::Pvs,
        Switch::Bounds,
        Switch::Noisy,
        Switch::Exchange,
        Switch::Killers,
        Switch::History,
        Switch::Gravity,
        Switch::Continuation,
        Switch::Quiescence,
        Switch::QuietTable,
        Switch::Repetition,
        Switch::CheckExtension,
        Switch::Singular,
        Switch::Unknown,
        Switch::NullMove,
        Switch::NullAdaptive,
        Switch::Reductions,
        Switch::ReductionTable,
        Switch::Futility,
        Switch::ReverseFutility,
        Switch::LatePruning,
        Switch::ExchangePruning,
        Switch::Correction,
        Switch::Endings,
    ]);

    /// The set of these switches.
    pub const fn of(switches: &[Switch]) -> Switches {
        let mut set = Switches::NONE;
        let mut index = 0;
        while index < switches.len() {
            set = set.with(switches[index]);
            index += 1;
        }
        set
    }

    /// The set with one more switch.
    #[must_use]
    pub const fn with(self, switch: Switch) -> Switches {
        Switches(self.0 | 1 << switch as u8)
    }

    /// The set without a switch.
    #[must_use]
    pub const fn without(self, switch: Switch) -> Switches {
        Switches(self.0 & !(1 << switch as u8))
    }

    /// Whether a switch is on.
    #[inline]
    pub const fn has(self, switch: Switch) -> bool {
        self.0 & 1 << switch as u8 != 0
    }

    /// The switches that are on.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL.into_iter().filter(move |&switch| self.has(switch))
    }

    /// The set as a number, for [`Fixed`](super::Fixed).
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// Switches after which a search no longer returns the minimax value of its depth.
pub(super) const SPECULATIVE: Switches = {
    let mut set = Switches::NONE;
    let mut index = 0;
    while index < Switch::ALL.len() {
        if !Switch::ALL[index].is_exact() {
            set = set.with(Switch::ALL[index]);
        }
        index += 1;
    }
    set
};

/// Ideas of searches that choose what to look at, which cost a question at every position: the switches from
/// [`Switch::Exchange`] on.
pub(super) const SELECTIVE: Switches = Switches::of(Switch::ALL.split_at(Switch::Exchange as usize).1);
