//! Searches as people write them: `NAME[:option[=value],…]`, for instance `alphabeta:tt,iterative,time=1s`.
//!
//! A name is a preset; options change it. What a spec prints is its shortest form, and reading that gives the same search.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use spielbaum_core::{Budget, Knowledge, Objective, Search, TextError};

use crate::DEEPEST;
use crate::alphabeta::{AlphaBeta, Driver, Settings, Switch, Switches};
use crate::auto::AutoSearch;
use crate::minimax::MinimaxSearch;
use crate::presets::{PRESETS, Preset};
use crate::random::RandomSearch;

/// A search with everything that was chosen about it.
#[derive(Clone, Debug)]
pub struct Spec {
    preset: &'static Preset,
    settings: Settings,
    /// Seed of searches that draw lots.
    seed: u64,
    /// The limits that the spec itself carries.
    limits: Limits,
}

/// Limits written into a spec.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Time by the clock.
    pub time: Option<Duration>,
}

/// The kind of search behind a preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Every move, every reply.
    Minimax,
    /// The alpha-beta loop.
    AlphaBeta,
    /// The alpha-beta loop with switches that suit the position.
    Auto,
    /// Any legal move.
    Random,
}

impl Spec {
    /// The preset's name.
    pub fn name(&self) -> &'static str {
        self.preset.name
    }

    /// Whether the search returns the minimax value of its depth.
    pub fn is_exact(&self) -> bool {
        self.preset.algorithm != Algorithm::Random && self.settings.switches.iter().all(Switch::is_exact)
    }

    /// The settings of the alpha-beta loop.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets what the search is out for, unless the spec says so itself.
    #[must_use]
    pub fn or_objective(mut self, objective: Objective) -> Spec {
        self.settings.objective = self.settings.objective.or(Some(objective));
        self
    }

    /// Lets this many threads search together, if the search can.
    pub fn with_threads(mut self, threads: usize) -> Result<Spec, TextError> {
        if !self.has_loop() {
            return Err(TextError::new(format!("'{self}' searches with one thread only")));
        }
        self.settings.threads = threads;
        self.check()?;
        Ok(self)
    }

    /// Asks for the value of every move of the root.
    #[must_use]
    pub fn with_each_move(mut self) -> Spec {
        self.settings.wants_each_move = true;
        self
    }

    /// `budget`, with the spec's own limits where it has none.
    pub fn budget(&self, budget: Budget) -> Budget {
        Budget {
            depth: budget.depth.or(self.limits.depth),
            nodes: budget.nodes.or(self.limits.nodes),
            time: budget.time.or(self.limits.time),
            ..budget
        }
    }

    /// The search itself, for a game that knows all that the switches need; `game` is its name for messages.
    pub fn build<G: Knowledge>(&self, game: &str) -> Result<Box<dyn Search<G>>, TextError> {
        self.check_game::<G>(game)?;
        Ok(match self.preset.algorithm {
            Algorithm::Minimax => Box::new(MinimaxSearch::new(self.settings.objective, G::Evaluation::default())),
            Algorithm::AlphaBeta => Box::new(AlphaBeta::new(self.settings, G::Evaluation::default())),
            Algorithm::Auto => Box::new(AutoSearch::new(self.settings, G::Evaluation::default())),
            Algorithm::Random => Box::new(RandomSearch::new(self.seed)),
        })
    }

    /// The same where it is an alpha-beta search, with its own type, so that it can be observed.
    pub fn alpha_beta<G: Knowledge>(&self, game: &str) -> Result<AlphaBeta<G::Evaluation>, TextError> {
        self.check_game::<G>(game)?;
        match self.preset.algorithm {
            Algorithm::AlphaBeta => Ok(AlphaBeta::new(self.settings, G::Evaluation::default())),
            _ => Err(TextError::new(format!("'{self}' does not run on the alpha-beta loop and cannot be watched"))),
        }
    }

    /// Refuses a game that lacks what the settings need.
    fn check_game<G: Knowledge>(&self, game: &str) -> Result<(), TextError> {
        for switch in self.settings.switches.iter() {
            if let Some(lack) = lack_of::<G>(switch) {
                return Err(TextError::new(format!("'{}' is not for {game}: {lack}", switch.name())));
            }
        }
        if self.settings.objective == Some(Objective::Margin) && !G::HAS_MARGIN {
            return Err(TextError::new(format!("'objective=margin' is not for {game}: its wins have no margin")));
        }
        Ok(())
    }
}

/// What the game lacks for a switch, if it lacks something.
fn lack_of<G: Knowledge>(switch: Switch) -> Option<&'static str> {
    let has_symmetries = G::default().symmetries() > 1;
    let (is_there, lack) = match switch {
        Switch::LookAhead => (G::LOOKS_AHEAD, "the game sees nothing ahead without searching"),
        Switch::Static => (G::ORDERS_STATICALLY, "the game has no static order of moves"),
        Switch::Hint => (G::HINTS, "the game gives no hints about moves"),
        Switch::Noisy | Switch::Quiescence => (G::HAS_NOISE, "the game has no noisy moves"),
        Switch::Mirror | Switch::Canonical => (has_symmetries, "the game has no symmetries"),
        Switch::NullMove => (G::CAN_PASS, "nobody can do nothing there"),
        _ => (true, ""),
    };
    (!is_there).then_some(lack)
}

impl FromStr for Spec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Spec, TextError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let preset = PRESETS.iter().find(|preset| preset.name.eq_ignore_ascii_case(name.trim()));
        let Some(preset) = preset else {
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            let error = TextError::at("unknown algorithm", name, "");
            return Err(TextError::new(format!("{error}; there are {}", names.join(", "))));
        };
        let mut spec = Spec { preset, settings: preset.settings(), seed: 1, limits: Limits::default() };
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            spec.apply(option)?;
        }
        spec.check()?;
        Ok(spec)
    }
}

impl Spec {
    fn apply(&mut self, option: &str) -> Result<(), TextError> {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (option, None),
        };
        let unknown = || {
            let error = TextError::at("unknown option", option, "");
            TextError::new(format!("{error} of {}; 'spielbaum algorithms' lists them all", self.preset.name))
        };
        // Limits and seeds are for everybody.
        match (name, value) {
            ("depth", Some(value)) => self.limits.depth = Some(number(name, value, 1, DEEPEST)?),
            ("nodes", Some(value)) => self.limits.nodes = Some(number(name, value, 1, u64::MAX)?),
            ("time", Some(value)) => self.limits.time = Some(parse_time(value)?),
            ("seed", Some(value)) if self.preset.algorithm == Algorithm::Random => {
                self.seed = number(name, value, 0, u64::MAX)?;
            }
            ("objective", Some(value)) if self.preset.algorithm != Algorithm::Random => {
                self.settings.objective = Some(parse_objective(value)?);
            }
            ("table", Some(value)) if self.has_loop() => {
                self.settings.table_megabytes = number(name, value, 1, 1 << 20)?;
            }
            ("threads", Some(value)) if self.has_loop() => self.settings.threads = number(name, value, 1, 256)?,
            _ if self.preset.algorithm == Algorithm::AlphaBeta => return self.apply_to_loop(name, value, unknown()),
            _ => return Err(unknown()),
        }
        Ok(())
    }

    fn apply_to_loop(&mut self, name: &str, value: Option<&str>, unknown: TextError) -> Result<(), TextError> {
        let (bare, is_on) = name.strip_prefix("no-").map_or((name, true), |bare| (bare, false));
        let settings = &mut self.settings;
        match (bare, value) {
            ("iterative", None) => settings.is_iterative = is_on,
            ("aspiration", None) if !is_on => settings.driver = Driver::FullWindow,
            ("aspiration", value) if is_on && is_plain(settings.driver) => {
                let width = value.map_or(Ok(50), |value| number(name, value, 1, 100_000))?;
                settings.driver = Driver::Aspiration { width };
            }
            ("fail", Some(style)) => {
                settings.switches = settings.switches.without(Switch::FailHard).without(Switch::FailHybrid);
                match style {
                    "soft" => {}
                    "hybrid" => settings.switches = settings.switches.with(Switch::FailHybrid),
                    "hard" => settings.switches = settings.switches.with(Switch::FailHard),
                    _ => return Err(TextError::at("fail must be soft, hybrid or hard, not", style, "")),
                }
            }
            ("guess", Some(value)) if matches!(settings.driver, Driver::MtdF { .. }) => {
                settings.driver = Driver::MtdF { guess: Some(number(name, value, -900_000, 900_000)?) };
            }
            ("above", Some(value)) if matches!(settings.driver, Driver::NullWindow(_)) => {
                settings.driver = Driver::NullWindow(number(name, value, -900_000, 900_000)?);
            }
            ("futility-margin", Some(value)) => settings.tuning.futility_margin = number(name, value, 0, 100_000)?,
            ("null-reduction", Some(value)) => settings.tuning.null_reduction = number(name, value, 1, 10)?,
            (bare, None) => {
                let switch = Switch::ALL.into_iter().find(|switch| switch.name() == bare).ok_or(unknown)?;
                settings.switches =
                    if is_on { settings.switches.with(switch) } else { settings.switches.without(switch) };
            }
            _ => return Err(unknown),
        }
        Ok(())
    }

    /// Whether the alpha-beta loop does the work.
    fn has_loop(&self) -> bool {
        matches!(self.preset.algorithm, Algorithm::AlphaBeta | Algorithm::Auto)
    }

    /// Refuses switches that make no sense together.
    fn check(&self) -> Result<(), TextError> {
        let switches = self.settings.switches;
        let of_table = [
            Switch::Deeper,
            Switch::Mirror,
            Switch::Canonical,
            Switch::ChildTable,
            Switch::TableMove,
            Switch::SortByTable,
        ];
        if let Some(switch) = of_table.into_iter().find(|&switch| switches.has(switch) && !switches.has(Switch::Table))
        {
            return Err(TextError::new(format!("'{}' needs 'tt', the transposition table", switch.name())));
        }
        let shares_table = switches.has(Switch::Table) || self.preset.algorithm == Algorithm::Auto;
        if self.settings.threads > 1 && !shares_table {
            return Err(TextError::new("'threads' needs 'tt', the transposition table"));
        }
        if switches.has(Switch::Mirror) && switches.has(Switch::Canonical) {
            return Err(TextError::new("'mirror' and 'canonical' exclude each other"));
        }
        Ok(())
    }
}

fn is_plain(driver: Driver) -> bool {
    matches!(driver, Driver::FullWindow | Driver::Aspiration { .. })
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ours, base) = (&self.settings, self.preset.settings());
        let mut options: Vec<String> = Vec::new();
        for switch in Switch::ALL.into_iter().filter(|switch| !is_style(*switch)) {
            match (base.switches.has(switch), ours.switches.has(switch)) {
                (false, true) => options.push(switch.name().to_owned()),
                (true, false) => options.push(format!("no-{}", switch.name())),
                _ => {}
            }
        }
        if style(ours.switches) != style(base.switches) {
            options.push(format!("fail={}", style(ours.switches)));
        }
        if ours.is_iterative != base.is_iterative {
            options.push(if ours.is_iterative { "iterative" } else { "no-iterative" }.to_owned());
        }
        match ours.driver {
            driver if driver == base.driver => {}
            Driver::Aspiration { width } => options.push(format!("aspiration={width}")),
            Driver::MtdF { guess: Some(guess) } => options.push(format!("guess={guess}")),
            Driver::NullWindow(score) => options.push(format!("above={score}")),
            _ => options.push("no-aspiration".to_owned()),
        }
        if let Some(objective) = ours.objective.filter(|_| ours.objective != base.objective) {
            options.push(format!("objective={}", objective_name(objective)));
        }
        if ours.table_megabytes != base.table_megabytes {
            options.push(format!("table={}", ours.table_megabytes));
        }
        if ours.threads != base.threads {
            options.push(format!("threads={}", ours.threads));
        }
        if ours.tuning.futility_margin != base.tuning.futility_margin {
            options.push(format!("futility-margin={}", ours.tuning.futility_margin));
        }
        if ours.tuning.null_reduction != base.tuning.null_reduction {
            options.push(format!("null-reduction={}", ours.tuning.null_reduction));
        }
        if self.seed != 1 {
            options.push(format!("seed={}", self.seed));
        }
        options.extend(self.limits.depth.map(|depth| format!("depth={depth}")));
        options.extend(self.limits.nodes.map(|nodes| format!("nodes={nodes}")));
        options.extend(self.limits.time.map(|time| format!("time={}", time_text(time))));
        f.write_str(self.preset.name)?;
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}

fn is_style(switch: Switch) -> bool {
    matches!(switch, Switch::FailHard | Switch::FailHybrid)
}

fn style(switches: Switches) -> &'static str {
    match (switches.has(Switch::FailHard), switches.has(Switch::FailHybrid)) {
        (true, _) => "hard",
        (false, true) => "hybrid",
        (false, false) => "soft",
    }
}

/// A whole number within limits.
fn number<T: FromStr + PartialOrd + fmt::Display>(name: &str, text: &str, low: T, high: T) -> Result<T, TextError> {
    let number = text.parse().ok().filter(|number| (&low..=&high).contains(&number));
    number.ok_or_else(|| TextError::at(&format!("{name} must be a whole number from {low} to {high}, not"), text, ""))
}

fn objective_name(objective: Objective) -> &'static str {
    match objective {
        Objective::Outcome => "outcome",
        Objective::Sooner => "sooner",
        Objective::Margin => "margin",
    }
}

fn parse_objective(text: &str) -> Result<Objective, TextError> {
    let all = [Objective::Outcome, Objective::Sooner, Objective::Margin];
    let found = all.into_iter().find(|objective| objective_name(*objective) == text);
    found.ok_or_else(|| TextError::at("objective must be outcome, sooner or margin, not", text, ""))
}

/// Reads `500ms`, `1.5s`, `2m`, or a number of seconds.
pub fn parse_time(text: &str) -> Result<Duration, TextError> {
    let (digits, scale) = match text {
        _ if text.ends_with("ms") => (&text[..text.len() - 2], 1e-3),
        _ if text.ends_with('s') => (&text[..text.len() - 1], 1.0),
        _ if text.ends_with('m') => (&text[..text.len() - 1], 60.0),
        _ => (text, 1.0),
    };
    let seconds = digits.parse::<f64>().ok().map(|number| number * scale);
    let seconds = seconds.filter(|seconds| (0.000_001..=1e9).contains(seconds));
    let error = || TextError::at("time must look like 500ms, 1.5s or 2m, not", text, "");
    seconds.map(Duration::from_secs_f64).ok_or_else(error)
}

fn time_text(time: Duration) -> String {
    if time.as_micros().is_multiple_of(1_000_000) {
        format!("{}s", time.as_secs())
    } else {
        format!("{}ms", time.as_secs_f64() * 1e3)
    }
}
