//! The searches by name, each with a line of explanation and its reference.

use spielbaum_core::Objective;

use crate::alphabeta::{Driver, Guess, Settings, Switch, Switches, Tuning};
use crate::engine::Engine;
use crate::mcts;
use crate::proof;
use crate::table::{Holds, TableSettings};

/// A named search.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name in specs.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Its reference.
    pub reference: &'static str,
    /// The search and its settings.
    pub engine: Engine,
}

impl Preset {
    /// A preset for plain alpha-beta, which the builder methods change.
    const fn new(name: &'static str, summary: &'static str, reference: &'static str) -> Preset {
        Preset { name, summary, reference, engine: Engine::AlphaBeta(Settings::PLAIN) }
    }

    const fn of(self, engine: Engine) -> Preset {
        Preset { engine, ..self }
    }

    const fn with(self, switches: &[Switch]) -> Preset {
        let settings = Settings { switches: Switches::of(switches), ..self.settings() };
        self.of(Engine::AlphaBeta(settings))
    }

    const fn driven(self, driver: Driver) -> Preset {
        let settings = Settings { driver, ..self.settings() };
        self.of(Engine::AlphaBeta(settings))
    }

    const fn and(self, switch: Switch) -> Preset {
        let settings = self.settings();
        self.of(Engine::AlphaBeta(Settings { switches: settings.switches.with(switch), ..settings }))
    }

    const fn iterative(self) -> Preset {
        let settings = Settings { is_iterative: true, ..self.settings() };
        self.of(Engine::AlphaBeta(settings))
    }

    const fn settings(&self) -> Settings {
        match self.engine {
            Engine::AlphaBeta(settings) => settings,
            _ => Settings::PLAIN,
        }
    }
}

/// Table and its move.
const TABLE: &[Switch] = &[Switch::Table, Switch::TableMove];

/// The best settings for solving Connect Four, where wins have margins and the game has knowledge.
const SOLVING: Settings = Settings {
    switches: Switches::SOLVING,
    driver: Driver::HYBRID,
    objective: Some(Objective::Margin),
    table: TableSettings { holds: Holds::Bounds, ..TableSettings::USUAL },
    tuning: Tuning { child_table_depth: 6, ..Tuning::USUAL },
    ..Settings::PLAIN
};

/// The strongest selective settings, for games with captures, checks and quiet moves: chess.
pub const SELECTIVE: Settings = Settings {
    switches: Switches::SELECTIVE,
    driver: Driver::Aspiration { width: 20 },
    is_iterative: true,
    keeps_table: true,
    tuning: Tuning { null_reduction: 3, futility_margin: 110, futility_depth: 6, ..Tuning::USUAL },
    ..Settings::PLAIN
};

/// What the Connect Four study calls all optimisations; its narrow score is the objective `margin`.
const OPTIMISED: &[Switch] = &[Switch::Table, Switch::LookAhead, Switch::Bounds, Switch::Hint, Switch::Static];

/// The number of presets.
const COUNT: usize = ALPHA_BETA.len() + mcts::PRESETS.len() + proof::PRESETS.len();

/// All names, family by family.
pub static PRESETS: [Preset; COUNT] = {
    let families: [&[Preset]; 3] = [&ALPHA_BETA, &mcts::PRESETS, &proof::PRESETS];
    let mut all = [ALPHA_BETA[0]; COUNT];
    let (mut family, mut member, mut index) = (0, 0, 0);
    while index < COUNT {
        all[index] = families[family][member];
        (index, member) = (index + 1, member + 1);
        if member == families[family].len() {
            (family, member) = (family + 1, 0);
        }
    }
    all
};

/// Depth-first searches.
const ALPHA_BETA: [Preset; 32] = [
    Preset::new("random", "any legal move", "the studies' dummy player").of(Engine::Random { seed: 1 }),
    Preset::new("minimax", "every move and every reply", "Shannon 1950").of(Engine::Minimax { objective: None }),
    Preset::new("alphabeta", "alpha-beta pruning, fail-soft", "Knuth & Moore 1975; Fishburn 1983"),
    Preset::new("null-window", "finds only whether the value is above a score", "Pearl 1980")
        .driven(Driver::NullWindow(0)),
    Preset::new("weak", "finds only win, draw or loss", "Liese 2024, 2.2.2").driven(Driver::Weak).with(TABLE),
    Preset::new("pvs", "null windows after the first move", "Marsland & Campbell 1982").with(&[
        Switch::Table,
        Switch::TableMove,
        Switch::Pvs,
    ]),
    Preset::new("mtdf", "null windows that follow the last result", "Plaat et al. 1996")
        .driven(Driver::MtdF { guess: Guess::Last })
        .with(TABLE),
    Preset::new("negac", "null windows that bisect the range", "Coplan 1982; Weill 1992")
        .driven(Driver::NegaC { is_optimised: false })
        .with(TABLE),
    Preset::new("negac-optimised", "the same, large values first", "Pons; Liese 2024, 4.1.4")
        .driven(Driver::NegaC { is_optimised: true })
        .with(TABLE),
    Preset::new(
        "hybrid",
        "bisects the range, large values first, then follows the last result",
        "Pons; Plaat et al. 1996",
    )
    .driven(Driver::HYBRID)
    .with(TABLE),
    Preset::new("deepening", "iterative deepening with table, killers and history", "Slate & Atkin 1977")
        .with(&[Switch::Table, Switch::TableMove, Switch::Pvs, Switch::Killers, Switch::History])
        .iterative(),
    Preset::new("strong", "selective search for chess with all techniques", "Slate & Atkin 1977; docs/chess.md")
        .of(Engine::AlphaBeta(SELECTIVE)),
    Preset::new("solve", "solves Connect Four with all its knowledge", "Pons; Allis 1988; docs/connect-four.md")
        .of(Engine::AlphaBeta(SOLVING)),
    Preset::new(
        "auto",
        "chooses settings by game, position and limit; selective in chess under a time or node limit",
        "–",
    )
    .of(Engine::Auto(Settings::PLAIN)),
    Preset::new("perfect", "perfect play by theory (Gale)", "Lehman 1964").of(Engine::Perfect),
    Preset::new("AB", "Yavalath study: plain alpha-beta", "Tamm 2025"),
    Preset::new("AB-TT", "Yavalath study: with table", "Tamm 2025").with(TABLE),
    Preset::new("AB-Iter", "Yavalath study: iterative deepening", "Tamm 2025").iterative(),
    Preset::new("AB*", "Yavalath study: table and iterative deepening", "Tamm 2025").with(TABLE).iterative(),
    Preset::new("Pure AB", "Othello study: plain alpha-beta", "Mossudu 2023"),
    Preset::new("AB ITD", "Othello study: iterative deepening", "Mossudu 2023").iterative(),
    Preset::new("AB ITD TT", "Othello study: iterative deepening, children sorted by the table", "Mossudu 2023")
        .with(&[Switch::Table, Switch::SortByTable])
        .iterative(),
    Preset::new("AB ITD R", "Othello study: iterative deepening, moves from the ring", "Mossudu 2023")
        .with(&[Switch::Ring])
        .iterative(),
    Preset::new(
        "AB ITD TT R",
        "Othello study: iterative deepening, sorted by the table, moves from the ring",
        "Mossudu 2023",
    )
    .with(&[Switch::Table, Switch::SortByTable, Switch::Ring])
    .iterative(),
    Preset::new("fail-hard", "alpha-beta, scores clamped to the window", "Liese 2024, 2.2.1").with(&[Switch::FailHard]),
    Preset::new("fail-hybrid", "alpha-beta, scores clamped from below to the window", "Liese 2024, 2.2.1")
        .with(&[Switch::FailHybrid]),
    Preset::new("Liese AB", "Connect Four study: alpha-beta with all optimisations", "Liese 2024, 4.1").with(OPTIMISED),
    Preset::new("Liese PVS", "Connect Four study: PVS with all optimisations", "Liese 2024, 4.1")
        .with(OPTIMISED)
        .and(Switch::Pvs),
    Preset::new("Liese MTD(f)", "Connect Four study: MTD(f) with all optimisations", "Liese 2024, 4.1")
        .with(OPTIMISED)
        .driven(Driver::MtdF { guess: Guess::Last }),
    Preset::new("Liese NegaC*", "Connect Four study: NegaC* with all optimisations", "Liese 2024, 4.1")
        .with(OPTIMISED)
        .driven(Driver::NegaC { is_optimised: false }),
    Preset::new("Liese NegaC*2", "Connect Four study: optimised NegaC* with all optimisations", "Liese 2024, 4.1")
        .with(OPTIMISED)
        .driven(Driver::NegaC { is_optimised: true }),
    Preset::new(
        "Dittert AB",
        "chess study: iterative deepening, captures first, quiescence",
        "Dittert & Schröder 2019",
    )
    .with(&[Switch::Noisy, Switch::Quiescence])
    .iterative(),
];
