//! The settings of an alpha-beta search as options of a spec.

use spielbaum_core::{Knowledge, Objective, TextError};

use super::switches::FORMS;
use super::{Driver, Guess, Settings, Switch, Switches};
use crate::options::{megabytes, number, objective_name, parse_objective, threads};
use crate::table::{Holds, Replacement};

impl Settings {
    /// Takes over an option that any search through the loop has; false when there is none of that name.
    pub(crate) fn apply_common(&mut self, name: &str, value: Option<&str>) -> Result<bool, TextError> {
        match (name, value) {
            ("objective", Some(value)) => self.objective = Some(parse_objective(value)?),
            ("table", Some(value)) => self.table.megabytes = megabytes(name, value)?,
            ("replace", Some(value)) => self.table.replacement = parse_replacement(value)?,
            ("entry", Some("score")) => self.table.holds = Holds::Score,
            ("entry", Some("bounds")) => self.table.holds = Holds::Bounds,
            ("entry", Some(value)) => return Err(TextError::at("entry must be score or bounds, not", value, "")),
            ("threads", Some(value)) => self.threads = threads(name, value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes over any option; false when there is none of that name.
    pub(crate) fn apply(&mut self, name: &str, value: Option<&str>) -> Result<bool, TextError> {
        let (bare, is_on) = name.strip_prefix("no-").map_or((name, true), |bare| (bare, false));
        match (bare, value) {
            ("iterative", None) => self.is_iterative = is_on,
            ("keep-table", None) => self.keeps_table = is_on,
            ("aspiration", None) if !is_on => self.driver = Driver::FullWindow,
            ("aspiration", value) if is_on && is_plain(self.driver) => {
                let width = value.map_or(Ok(50), |value| number(name, value, 1, 100_000))?;
                self.driver = Driver::Aspiration { width };
            }
            ("guess", Some(value)) if matches!(self.driver, Driver::MtdF { .. }) => {
                let is_evaluation = value == "evaluation";
                let given = || number(name, value, -900_000, 900_000).map(Guess::Given);
                self.driver = Driver::MtdF { guess: if is_evaluation { Guess::Evaluation } else { given()? } };
            }
            ("bisect-to", Some(value)) if matches!(self.driver, Driver::Hybrid { .. }) => {
                self.driver = Driver::Hybrid { near: number(name, value, 0, 900_000)? };
            }
            ("above", Some(value)) if matches!(self.driver, Driver::NullWindow(_)) => {
                self.driver = Driver::NullWindow(number(name, value, -900_000, 900_000)?);
            }
            (bare, None) => {
                let Some(switch) = switch_named(bare) else { return Ok(false) };
                // An option that is off has no form.
                let off = || self.switches.without(switch).without_forms(bare);
                self.switches = if is_on { self.switches.with(switch) } else { off() };
            }
            (option, Some(form)) if let Some(chosen) = Switch::of_form(option, form) => {
                let chosen = chosen?;
                if is_on {
                    let others = self.switches.without_forms(option);
                    self.switches = chosen.into_iter().chain(switch_named(option)).fold(others, Switches::with);
                } else {
                    // What is left is the usual form, or nothing where the option is off.
                    self.switches = chosen.into_iter().fold(self.switches, Switches::without);
                }
            }
            (_, Some(text)) if self.tuning.set(name, text)? => {}
            _ => return self.apply_common(name, value),
        }
        Ok(true)
    }

    /// The options that turn `base` into these settings.
    pub(crate) fn differences(&self, base: &Settings) -> Vec<String> {
        let mut options = Vec::new();
        for switch in Switch::ALL.iter().copied().filter(|switch| switch.option().is_none()) {
            let name = switch.name();
            let is_changed = self.switches.form(name) != base.switches.form(name);
            match (base.switches.has(switch), self.switches.has(switch)) {
                (true, false) => options.push(switch.off()),
                (_, true) if is_changed => options.push(self.form_text(base, name)),
                (false, true) => options.push(name.to_owned()),
                _ => {}
            }
        }
        let changed = FORMS.iter().map(|(option, _)| *option).filter(|option| {
            switch_named(option).is_none() && self.switches.form(option) != base.switches.form(option)
        });
        options.extend(changed.map(|option| self.form_text(base, option)));
        if self.is_iterative != base.is_iterative {
            options.push(if self.is_iterative { "iterative" } else { "no-iterative" }.to_owned());
        }
        if self.keeps_table != base.keeps_table {
            options.push(if self.keeps_table { "keep-table" } else { "no-keep-table" }.to_owned());
        }
        match self.driver {
            driver if driver == base.driver => {}
            Driver::Aspiration { width } => options.push(format!("aspiration={width}")),
            Driver::MtdF { guess: Guess::Given(guess) } => options.push(format!("guess={guess}")),
            Driver::MtdF { guess: Guess::Evaluation } => options.push("guess=evaluation".to_owned()),
            Driver::Hybrid { near } => options.push(format!("bisect-to={near}")),
            Driver::NullWindow(score) => options.push(format!("above={score}")),
            _ => options.push("no-aspiration".to_owned()),
        }
        if let Some(objective) = self.objective.filter(|_| self.objective != base.objective) {
            options.push(format!("objective={}", objective_name(objective)));
        }
        if self.table.megabytes != base.table.megabytes {
            options.push(format!("table={}", self.table.megabytes));
        }
        if self.table.holds != base.table.holds {
            options.push(if self.table.holds == Holds::Bounds { "entry=bounds" } else { "entry=score" }.to_owned());
        }
        if self.table.replacement != base.table.replacement {
            options.push(format!("replace={}", replacement_name(self.table.replacement)));
        }
        if self.threads != base.threads {
            options.push(format!("threads={}", self.threads));
        }
        let numbers = self.tuning.values().zip(base.tuning.values());
        options.extend(numbers.filter(|(own, base)| own != base).map(|((name, own), _)| format!("{name}={own}")));
        options
    }

    /// `OPTION=FORM` for a form that differs from that of `base`.
    fn form_text(&self, base: &Settings, option: &str) -> String {
        match (self.switches.form(option), base.switches.form(option)) {
            (Some(form), _) => form.name().to_owned(),
            (None, Some(form)) => form.off(),
            (None, None) => option.to_owned(),
        }
    }

    /// Refuses switches that make no sense together.
    pub(crate) fn check(&self) -> Result<(), TextError> {
        let switches = self.switches;
        for switch in switches.iter() {
            if let Some(base) = switch.requires().iter().find(|&&base| !switches.has(base)) {
                let table = if *base == Switch::Table { ", the transposition table" } else { "" };
                return Err(TextError::new(format!("'{}' needs '{}'{table}", switch.name(), base.name())));
            }
        }
        if self.threads > 1 && !switches.has(Switch::Table) {
            return Err(TextError::new("'threads' needs 'tt', the transposition table"));
        }
        if switches.has(Switch::TableMove) && self.table.holds == Holds::Bounds {
            return Err(TextError::new(
                "'table-move' and 'entry=bounds' exclude each other: such entries have no move",
            ));
        }
        if switches.has(Switch::Mirror) && switches.has(Switch::Canonical) {
            return Err(TextError::new("'mirror' and 'canonical' exclude each other"));
        }
        Ok(())
    }

    /// Refuses a game that lacks what the settings need; `game` is its name for messages.
    pub(crate) fn check_game<G: Knowledge>(&self, game: &str) -> Result<(), TextError> {
        for switch in self.switches.iter() {
            if let Some(lack) = switch.lack_of::<G>() {
                return Err(TextError::new(format!("'{}' does not apply to {game}: {lack}", switch.name())));
            }
        }
        let looks = !G::LOOKS_AHEAD || self.switches.has(Switch::LookAhead);
        if self.switches.has(Switch::ChildProbe) && !looks {
            return Err(TextError::new(format!("'child-probe' needs 'look-ahead' in {game}")));
        }
        if self.objective == Some(Objective::Margin) && !G::HAS_MARGIN {
            return Err(TextError::new(format!(
                "'objective=margin' does not apply to {game}: its wins have no margin"
            )));
        }
        Ok(())
    }
}

fn replacement_name(replacement: Replacement) -> &'static str {
    match replacement {
        Replacement::LeastWork => "work",
        Replacement::LeastDepth => "depth",
        Replacement::Always => "always",
    }
}

fn parse_replacement(text: &str) -> Result<Replacement, TextError> {
    let all = [Replacement::LeastWork, Replacement::LeastDepth, Replacement::Always];
    let found = all.into_iter().find(|replacement| replacement_name(*replacement) == text);
    found.ok_or_else(|| TextError::at("replace must be work, depth or always, not", text, ""))
}

fn is_plain(driver: Driver) -> bool {
    matches!(driver, Driver::FullWindow | Driver::Aspiration { .. })
}

/// The switch of this name; forms are no names.
fn switch_named(name: &str) -> Option<Switch> {
    Switch::ALL.iter().copied().find(|switch| switch.name() == name)
}
