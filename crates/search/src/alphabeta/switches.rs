//! The ideas that can be added to plain alpha-beta, each a switch and each one row of the table below.
//!
//! The loop reads them through a [`SwitchSource`](super::SwitchSource).

use spielbaum_core::{Evaluate, Knowledge, TextError};

/// Whether a search still returns the minimax value of its depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Exact,
    Speculative,
}

/// What a switch needs to know about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Capability {
    Nothing,
    LookAhead,
    StaticOrder,
    OrderHint,
    LearntOrder,
    Noise,
    Symmetries,
    Theory,
    Finish,
    Generators,
    Predictions,
    Pass,
    Exchanges,
    Check,
    Repetition,
    ContinuationSlots,
    Tablebases,
    Structure,
}

impl Capability {
    /// Whether the game has it, and the message where it does not.
    const fn of<G: Knowledge>(self) -> (bool, &'static str) {
        match self {
            Capability::Nothing => (true, ""),
            Capability::LookAhead => (G::LOOKS_AHEAD, "the game has no look-ahead"),
            Capability::StaticOrder => (G::HAS_STATIC_ORDER, "the game has no static order of moves"),
            Capability::OrderHint => (G::HAS_ORDER_HINTS, "the game has no order hints"),
            Capability::LearntOrder => (G::HAS_LEARNT_ORDER, "the game has no learnt move ordering"),
            Capability::Noise => (G::HAS_NOISE, "the game has no noisy moves"),
            // Known at run time only: see `lack_of`.
            Capability::Symmetries => (true, "the game has no symmetries"),
            Capability::Theory => (G::HAS_THEORY_BOUND || G::HAS_STABILITY_BOUND, "the game has no theory"),
            Capability::Finish => (G::HAS_ENDGAME_SOLVER, "the game has no endgame solver"),
            Capability::Generators => (G::HAS_GENERATORS, "the game has only one move generator"),
            Capability::Predictions => (G::HAS_PROBCUT_MODEL, "the game has no ProbCut model"),
            Capability::Pass => (G::HAS_NULL_MOVE, "the game has no null move"),
            Capability::Exchanges => (G::HAS_SEE, "the game has no static exchange evaluation"),
            Capability::Check => (G::HAS_CHECKS, "the game has no checks"),
            Capability::Repetition => (G::CAN_REPEAT, "positions cannot repeat"),
            Capability::ContinuationSlots => (G::CONTINUATION_SLOTS > 0, "the game has no continuation slots"),
            Capability::Tablebases => (G::Evaluation::PROBES_TABLEBASES, "the game has no endgame tables"),
            Capability::Structure => (G::HAS_STRUCTURE_KEY, "the game has no structure key"),
        }
    }
}

/// Options with several forms, of which at most one is chosen; the form that no switch names comes first. A row named
/// `OPTION=FORM` is a form.
pub(super) const FORMS: [(&str, &str); 5] =
    [("fail", "soft"), ("generator", "parallel"), ("history", "plain"), ("lmr", "constant"), ("null-move", "constant")];

/// A row of the table.
struct Row {
    name: &'static str,
    kind: Kind,
    needs: Capability,
    requires: &'static [Switch],
    summary: &'static str,
    reference: &'static str,
}

/// One row per switch: `Variant: "name", kind, what it needs of the game, [switches it requires], "help", "reference";`
macro_rules! switches {
    ($($(#[$doc:meta])* $switch:ident: $name:literal, $kind:ident, $needs:ident, [$($required:ident),*],
        $summary:literal, $reference:literal;)*) => {
        /// An idea that the loop may use.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Switch {
            $($(#[$doc])* $switch,)*
        }

        impl Switch {
            /// All switches.
            pub const ALL: &[Switch] = &[$(Switch::$switch),*];

            const fn row(self) -> Row {
                match self {
                    $(Switch::$switch => Row {
                        name: $name,
                        kind: Kind::$kind,
                        needs: Capability::$needs,
                        requires: &[$(Switch::$required),*],
                        summary: $summary,
                        reference: $reference,
                    },)*
                }
            }
        }
    };
}

switches! {
    /// Look positions up in the transposition table and store them there.
    Table: "tt", Exact, Nothing, [],
        "transposition table", "Greenblatt 1967";
    /// Accept entries of greater depth: not the value of the requested depth, but a better one.
    Deeper: "deeper", Speculative, Nothing, [Table],
        "accept table entries of greater depth", "Breuker 1998";
    /// When a position is not in the table, look for its mirror images.
    Mirror: "mirror", Exact, Symmetries, [Table],
        "look for mirror images in the table", "Liese 2024, 4.2";
    /// One table entry for all positions that are the same but for a symmetry.
    Canonical: "canonical", Exact, Symmetries, [Table],
        "one entry for all mirror images", "–";
    /// Before searching, see whether a child's entry already reaches beta.
    ChildTable: "etc", Exact, Nothing, [Table],
        "enhanced transposition cut-off: children's entries", "Plaat et al. 1996";
    /// Try the table's best move first.
    TableMove: "table-move", Exact, Nothing, [Table],
        "the table's move first", "Slate & Atkin 1977";
    /// Order moves by the values their positions have in the table.
    SortByTable: "sort", Exact, Nothing, [Table],
        "moves by their values in the table", "Liese 2024; Mossudu 2023";
    /// Order moves by the game's static order.
    Static: "static", Exact, StaticOrder, [],
        "moves by the game's static order", "–";
    /// Order moves by the game's hint.
    Hint: "hint", Exact, OrderHint, [],
        "moves by the game's hint", "Pons: threat count";
    /// Order probed children by weights fitted to solved positions.
    Learnt: "learnt", Exact, LearntOrder, [ChildProbe],
        "probed moves by weights fitted to solved positions", "–";
    /// Order moves by the static evaluation after each of them.
    Preview: "preview", Exact, Nothing, [],
        "moves by the static evaluation after each of them", "Buro 1997";
    /// Try noisy moves (captures, promotions) first.
    Noisy: "noisy", Exact, Noise, [],
        "captures and promotions first", "Dittert & Schröder 2019";
    /// Try moves early that caused a cut-off in a sibling position.
    Killers: "killers", Exact, Nothing, [],
        "moves that cut off in a sibling position", "Akl & Newborn 1977";
    /// Order moves by how often they cut off before.
    History: "history", Exact, Nothing, [],
        "moves that cut off often", "Schaeffer 1983";
    /// See wins and forced moves one or two plies ahead.
    LookAhead: "look-ahead", Exact, LookAhead, [],
        "wins and forced moves without searching", "Pons; Liese 2024, 4.1.1";
    /// Narrow the window to scores that can still be reached.
    Bounds: "bounds", Exact, Nothing, [],
        "narrow the window to reachable scores", "Liese 2024, 4.1.2";
    /// Trust the game's theory about positions that are searched to the end.
    Theory: "theory", Exact, Theory, [],
        "bounds from the theory of the game", "Allis 1988: zugzwang";
    /// Play forced moves without ordering or table access.
    Forced: "forced", Exact, Nothing, [],
        "play a single legal move without counting a node", "–";
    /// Solve the last plies with the game's own endgame solver.
    Finish: "finish", Exact, Finish, [],
        "the last plies by the game's own endgame solver", "–";
    /// Probe all children before searching one: wins, bounds and theory, through forced replies.
    ChildProbe: "child-probe", Exact, Nothing, [],
        "probe all children for cut-offs before searching one", "–";
    /// Generate moves by testing every empty cell.
    Scan: "generator=scan", Exact, Generators, [],
        "generate moves cell by cell", "Mossudu 2023";
    /// Generate moves by testing the empty cells next to occupied ones.
    Ring: "generator=ring", Exact, Generators, [],
        "generate moves among cells next to occupied ones", "Mossudu 2023";
    /// Evaluate every position from scratch instead of incrementally.
    Afresh: "afresh", Exact, Nothing, [],
        "evaluate from scratch, not incrementally", "–";
    /// Search moves after the first with a null window.
    Pvs: "pvs", Exact, Nothing, [],
        "null windows after the first move", "Marsland & Campbell 1982";
    /// Clamp returned scores to alpha from below, but not to beta.
    FailHybrid: "fail=hybrid", Exact, Nothing, [],
        "scores clamped to alpha, not to beta", "Liese 2024, 2.2.1";
    /// Clamp returned scores to the window.
    FailHard: "fail=hard", Exact, Nothing, [],
        "scores clamped to the window", "Knuth & Moore 1975";
    /// Search noisy moves beyond the horizon, with the table where there is one.
    Quiescence: "quiescence", Speculative, Noise, [],
        "noisy moves beyond the horizon", "Shannon 1950; Harris 1975";
    /// Search late moves to reduced depth.
    Reductions: "lmr", Speculative, Nothing, [],
        "late-move reductions", "Levy et al. 1989";
    /// Prune where passing the turn already reaches beta.
    NullMove: "null-move", Speculative, Pass, [],
        "cut off where a null move reaches beta", "Beal 1989; Donninger 1993";
    /// Skip quiet moves that cannot raise alpha.
    Futility: "futility", Speculative, Nothing, [],
        "skip quiet moves that cannot raise alpha", "Heinz 1998";
    /// Prune positions where a shallow search lies far outside the window.
    ProbCut: "probcut", Speculative, Predictions, [],
        "cut off where a shallow search is far outside the window", "Buro 1995, 1997";
    /// Try captures that lose the exchange last, and skip them in quiescence search.
    Exchange: "see", Exact, Exchanges, [Noisy],
        "static exchange evaluation: losing captures last", "Slate & Atkin 1977";
    /// History with gravity: bonuses decay, and moves that failed to cut off get a malus.
    Gravity: "history=gravity", Exact, Nothing, [History],
        "history with decay and maluses", "Buro 1997; Stockfish";
    /// Order moves by how often they cut off after the last two moves.
    Continuation: "continuation", Exact, ContinuationSlots, [],
        "continuation history: moves that cut off after the last two", "Stockfish 2016";
    /// No table cut-offs in PV nodes, so that the principal variation is complete.
    OpenLine: "open-line", Exact, Nothing, [Table],
        "no table cut-offs in PV nodes", "–";
    /// Score a repeated position as a draw.
    Repetition: "repetition", Speculative, Repetition, [],
        "a repeated position is a draw", "Slate & Atkin 1977";
    /// Extend by one ply in check.
    CheckExtension: "check-extension", Speculative, Check, [],
        "one ply deeper in check", "Slate & Atkin 1977";
    /// Extend by one ply a table move that is much better than all others.
    Singular: "singular", Speculative, Nothing, [Table, TableMove],
        "one ply deeper for a table move without rivals", "Anantharaman et al. 1990";
    /// Internal iterative reduction: one ply less where the table has no move.
    InternalIterativeReduction: "iir", Speculative, Nothing, [Table],
        "one ply less where the table has no move", "Schröder: Rebel";
    /// Reduce late moves by a table logarithmic in depth and move number.
    ReductionTable: "lmr=log", Speculative, Nothing, [Reductions],
        "reductions logarithmic in depth and move number", "Romstad 2006";
    /// Larger null-move reductions with depth and evaluation, verified in deep searches.
    NullAdaptive: "null-move=adaptive", Speculative, Nothing, [NullMove],
        "null-move reductions that grow with depth", "Heinz 1999";
    /// Prune positions whose static evaluation is far above beta.
    ReverseFutility: "reverse-futility", Speculative, Nothing, [],
        "prune where the static evaluation is far above beta", "Heinz 1998";
    /// Skip quiet moves late in the order.
    LatePruning: "lmp", Speculative, Nothing, [],
        "late-move pruning: skip late quiet moves", "–";
    /// Skip moves that lose too much in the exchange.
    ExchangePruning: "see-pruning", Speculative, Exchanges, [],
        "skip moves that lose too much in the exchange", "–";
    /// Correct the static evaluation by the errors seen in positions of the same structure.
    Correction: "correction", Speculative, Structure, [],
        "correction history of the static evaluation", "–";
    /// Probe endgame tables.
    Endings: "endings", Speculative, Tablebases, [],
        "endgame tables; endings=DIR for those in files", "Ströhlein 1970";
}

impl Switch {
    /// The name in specs: `OPTION=FORM` where it is one of several forms of an option.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What turns it off in specs: `no-NAME`, or the usual form of its option.
    pub fn off(self) -> String {
        match self.option().and_then(usual_form) {
            Some((option, usual)) => format!("{option}={usual}"),
            None => format!("no-{}", self.name()),
        }
    }

    /// The option that it is a form of.
    pub(super) fn option(self) -> Option<&'static str> {
        Some(self.name().split_once('=')?.0)
    }

    /// The form of `option` that switches it to, `None` for the usual one; an error where it has no such form. Nothing
    /// where it is no option with forms.
    pub(super) fn of_form(option: &str, form: &str) -> Option<Result<Option<Switch>, TextError>> {
        let (option, usual) = usual_form(option)?;
        let forms = || Switch::ALL.iter().copied().filter(|switch| switch.option() == Some(option));
        let name_of = |switch: Switch| switch.name().split_once('=').expect("a form").1;
        if form == usual {
            return Some(Ok(None));
        }
        let found = forms().find(|&switch| name_of(switch) == form).map(Some);
        Some(found.ok_or_else(|| {
            let mut names: Vec<&str> = std::iter::once(usual).chain(forms().map(name_of)).collect();
            let last = names.pop().unwrap_or_default();
            TextError::at(&format!("{option} must be {} or {last}, not", names.join(", ")), form, "")
        }))
    }

    /// What it does, in one line.
    pub const fn summary(self) -> &'static str {
        self.row().summary
    }

    /// Where it comes from.
    pub const fn reference(self) -> &'static str {
        self.row().reference
    }

    /// Whether a search with it still returns the minimax value of its depth.
    pub const fn is_exact(self) -> bool {
        matches!(self.row().kind, Kind::Exact)
    }

    /// The switches without which it means nothing.
    pub const fn requires(self) -> &'static [Switch] {
        self.row().requires
    }

    /// What the game lacks for it, if it lacks something.
    pub fn lack_of<G: Knowledge>(self) -> Option<&'static str> {
        let needs = self.row().needs;
        let (is_there, lack) = needs.of::<G>();
        let is_there = is_there && (needs != Capability::Symmetries || G::default().symmetries() > 1);
        (!is_there).then_some(lack)
    }
}

/// An option with forms, together with its usual form.
fn usual_form(option: &str) -> Option<(&'static str, &'static str)> {
    FORMS.into_iter().find(|(name, _)| *name == option)
}

/// A set of switches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Switches(pub(super) u64);

impl Switches {
    /// No switch: plain fail-soft alpha-beta.
    pub const NONE: Switches = Switches(0);

    /// The switches that help to solve a game with theory, where wins have margins and the game provides the most
    /// knowledge.
    pub const SOLVING: Switches = Switches::of(&[
        Switch::Table,
        Switch::Canonical,
        Switch::ChildTable,
        Switch::LookAhead,
        Switch::Bounds,
        Switch::Theory,
        Switch::Forced,
        Switch::ChildProbe,
        Switch::Hint,
        Switch::Learnt,
        Switch::Static,
        Switch::Afresh,
    ]);

    /// The switches for strong play where there are captures, checks and quiet moves.
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
        Switch::Repetition,
        Switch::CheckExtension,
        Switch::Singular,
        Switch::InternalIterativeReduction,
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

    /// The set without the forms of an option.
    pub(super) fn without_forms(self, option: &str) -> Switches {
        self.iter().filter(|switch| switch.option() == Some(option)).fold(self, Switches::without)
    }

    /// The form of an option that is not the usual one.
    pub(super) fn form(self, option: &str) -> Option<Switch> {
        self.iter().find(|switch| switch.option() == Some(option))
    }

    /// Whether a switch is on.
    #[inline]
    pub const fn has(self, switch: Switch) -> bool {
        self.0 & 1 << switch as u8 != 0
    }

    /// The switches that are on.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL.iter().copied().filter(move |&switch| self.has(switch))
    }

    /// The switches that a game can use: code for the others is left out when the loop is compiled for it.
    pub(super) const fn supported_by<G: Knowledge>() -> Switches {
        let mut set = Switches::NONE;
        let mut index = 0;
        while index < Switch::ALL.len() {
            let switch = Switch::ALL[index];
            if switch.row().needs.of::<G>().0 {
                set = set.with(switch);
            }
            index += 1;
        }
        set
    }

    /// Whether any of these switches is on.
    #[inline]
    pub const fn has_any(self, switches: Switches) -> bool {
        self.0 & switches.0 != 0
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
