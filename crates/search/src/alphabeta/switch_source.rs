//! Where the loop gets its switches from.
//!
//! A preset that is fixed when the program is compiled costs nothing for what it leaves out; an experiment with switches chosen
//! at run time uses the same loop.

use spielbaum_core::Objective;

use super::switches::{Switch, Switches};
use crate::table::Form;

/// Where the loop gets its switches from.
pub trait SwitchSource: Copy + Send + Sync {
    /// Whether a switch is on.
    fn has(self, switch: Switch) -> bool;

    /// Whether any of these switches is on.
    fn has_any(self, switches: Switches) -> bool;

    /// The objective, where `chosen` was chosen at run time.
    #[inline]
    fn objective(self, chosen: Objective) -> Objective {
        chosen
    }

    /// The form of the table's entries, where it has `chosen` at run time.
    #[inline]
    fn form(self, chosen: Form) -> Form {
        chosen
    }

    /// Runs a job with the same switches in their fastest form.
    fn do_with<J: SwitchJob>(self, job: J) -> J::Output {
        job.run(self)
    }
}

/// Work that is generic over the source of switches.
pub trait SwitchJob {
    /// The result.
    type Output;

    /// Whether an observer is active, so that a fixed form never pays.
    const IS_ACTIVE: bool = false;

    /// Whether it often runs with [`Switches::SOLVING`], so that a form fixed to these pays.
    const SOLVES: bool = false;

    /// The same for [`Switches::SELECTIVE`].
    const SELECTS: bool = false;

    /// Whether its objective is the margin and its table has narrow entries.
    fn is_for_margins(&self) -> bool {
        false
    }

    /// Runs it.
    fn run<S: SwitchSource>(self, switches: S) -> Self::Output;
}

/// Switches chosen at run time.
impl SwitchSource for Switches {
    #[inline]
    fn has(self, switch: Switch) -> bool {
        Switches::has(self, switch)
    }

    #[inline]
    fn has_any(self, switches: Switches) -> bool {
        self.0 & switches.0 != 0
    }

    /// The only places where switches are known at compile time; docs/notebook/search.md has the gain of each.
    fn do_with<J: SwitchJob>(self, job: J) -> J::Output {
        if !J::IS_ACTIVE && self.0 & !STYLE.0 == 0 {
            job.run(Plain(self))
        } else if J::SOLVES && self == Switches::SOLVING && job.is_for_margins() {
            job.run(Solving)
        } else if J::SELECTS && self == Switches::SELECTIVE {
            job.run(Fixed::<{ Switches::SELECTIVE.bits() }>)
        } else {
            job.run(self)
        }
    }
}

/// Plain alpha-beta, where only what is returned outside the window is chosen at run time. A node takes so little time
/// that testing the other switches would nearly double the time of Connect Four.
#[derive(Clone, Copy)]
struct Plain(Switches);

impl SwitchSource for Plain {
    #[inline]
    fn has(self, switch: Switch) -> bool {
        STYLE.has(switch) && self.0.has(switch)
    }

    #[inline]
    fn has_any(self, switches: Switches) -> bool {
        STYLE.has_any(switches) && self.0.has_any(switches)
    }
}

/// What is returned outside the window.
const STYLE: Switches = Switches::of(&[Switch::FailHard, Switch::FailHybrid]);

/// [`Switches::SOLVING`], for margins, with narrow entries: all of it known when the program is compiled.
#[derive(Clone, Copy)]
struct Solving;

impl SwitchSource for Solving {
    #[inline]
    fn has(self, switch: Switch) -> bool {
        Switches::SOLVING.has(switch)
    }

    #[inline]
    fn has_any(self, switches: Switches) -> bool {
        Switches::SOLVING.0 & switches.0 != 0
    }

    #[inline]
    fn objective(self, _chosen: Objective) -> Objective {
        Objective::Margin
    }

    #[inline]
    fn form(self, _chosen: Form) -> Form {
        Form::Narrow
    }
}

/// Switches fixed when the program is compiled: `Fixed<{ SET.bits() }>`.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<const BITS: u64>;

impl<const BITS: u64> SwitchSource for Fixed<BITS> {
    #[inline]
    fn has(self, switch: Switch) -> bool {
        Switches(BITS).has(switch)
    }

    #[inline]
    fn has_any(self, switches: Switches) -> bool {
        BITS & switches.0 != 0
    }
}
