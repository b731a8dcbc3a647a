//! Searches as typed values: `AlphaBeta::new().table(64.mb()).iterative().pvs()`.
//!
//! A builder collects the options of a [`Spec`] and is read as one. So a search that is built is the search of the same
//! text, and names, ranges and conflicts are checked in one place.

mod alpha_beta;
mod auto;
mod mcts;
mod megabytes;
mod proof_number;

use std::fmt;

use spielbaum_core::{Analysis, Budget, Error, Knowledge, Notation, Observer, Search, TextError};

use crate::spec::Spec;

pub use alpha_beta::AlphaBeta;
pub use auto::Auto;
pub use mcts::Mcts;
pub use megabytes::{Megabytes, MemorySize};
pub use proof_number::ProofNumber;

/// Anything that describes a search: a [`Spec`], its text, or a builder.
pub trait ToSpec {
    /// The search with all its options.
    fn to_spec(&self) -> Result<Spec, Error>;

    /// The search itself, for a game that supports the options.
    fn build<G: Notation + Knowledge>(&self) -> Result<Box<dyn Search<G>>, Error> {
        let spec = self.to_spec()?;
        spec.build(G::INFO.name).map_err(|reason| not_for::<G>(&spec, reason))
    }

    /// Searches `root` once, within `budget` and the limits of the search itself.
    fn search<G: Notation + Knowledge>(&self, root: &G, budget: Budget) -> Result<Analysis<G>, Error> {
        let spec = self.to_spec()?;
        let budget = limits(&spec, budget)?;
        Ok(self.build::<G>()?.search(root, &budget, &mut |_| {}))
    }

    /// The same with an observer of every position, for searches that walk through a tree.
    fn observe<G: Notation + Knowledge, O: Observer<G>>(
        &self,
        root: &G,
        budget: Budget,
        observer: &mut O,
    ) -> Result<Analysis<G>, Error> {
        let spec = self.to_spec()?;
        let budget = limits(&spec, budget)?;
        spec.engine().check_game::<G>(G::INFO.name).map_err(|reason| not_for::<G>(&spec, reason))?;
        let refused = |reason| Error::BadSearch { text: spec.to_string(), reason };
        spec.observe(G::INFO.name, root, &budget, observer).map_err(refused)
    }
}

/// The limits of the budget and of the search itself, if they apply to it and make it end.
fn limits(spec: &Spec, budget: Budget) -> Result<Budget, Error> {
    let budget = spec.budget(budget);
    let refused = |reason| Error::BadLimits { search: spec.to_string(), reason };
    spec.check_limits(&budget).map_err(refused)?;
    let is_limited = budget.iterations.is_some() || budget.nodes.is_some() || budget.is_timed();
    if spec.engine().has_iterations() && !is_limited && budget.stop.is_none() {
        return Err(refused(TextError::new("a Monte-Carlo search needs a limit: iterations, nodes or time")));
    }
    Ok(budget)
}

fn not_for<G: Notation>(spec: &Spec, reason: TextError) -> Error {
    Error::NotForGame { search: spec.to_string(), game: G::INFO.name, reason }
}

impl ToSpec for Spec {
    fn to_spec(&self) -> Result<Spec, Error> {
        Ok(self.clone())
    }
}

impl ToSpec for str {
    fn to_spec(&self) -> Result<Spec, Error> {
        self.parse().map_err(|reason| Error::BadSearch { text: self.to_owned(), reason })
    }
}

impl ToSpec for String {
    fn to_spec(&self) -> Result<Spec, Error> {
        self.as_str().to_spec()
    }
}

impl<T: ToSpec + ?Sized> ToSpec for &T {
    fn to_spec(&self) -> Result<Spec, Error> {
        (**self).to_spec()
    }
}

/// The name of a preset and the options added to it, in the order in which they were chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Draft {
    name: &'static str,
    options: Vec<String>,
}

impl Draft {
    fn new(name: &'static str) -> Draft {
        Draft { name, options: Vec::new() }
    }

    fn with(mut self, option: impl fmt::Display) -> Draft {
        self.options.push(option.to_string());
        self
    }
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.options.join(","))
    }
}

/// What every builder has, a newtype of a [`Draft`]: the options of all searches, and its [`ToSpec`].
macro_rules! common {
    ($builder:ident) => {
        impl $builder {
            /// Any option, as it is written in specs: `"etc"`, `"eval=study"`.
            #[must_use]
            pub fn option(self, option: impl ::std::fmt::Display) -> Self {
                $builder(self.0.with(option))
            }

            /// This many threads search together.
            #[must_use]
            pub fn threads(self, threads: usize) -> Self {
                self.option(format_args!("threads={threads}"))
            }

            /// A limit on the positions visited for a move.
            #[must_use]
            pub fn nodes(self, nodes: u64) -> Self {
                self.option(format_args!("nodes={nodes}"))
            }

            /// A limit on the time for a move.
            #[must_use]
            pub fn time(self, time: ::std::time::Duration) -> Self {
                self.option(format_args!("time={}", $crate::options::time_text(time)))
            }
        }

        impl $crate::builder::ToSpec for $builder {
            fn to_spec(&self) -> Result<$crate::Spec, ::spielbaum_core::Error> {
                self.0.to_string().to_spec()
            }
        }
    };
}

use common;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::alphabeta::Switch;
    use crate::mcts::{Backup, FinalMove, RolloutPolicy};

    /// The canonical text of what was built.
    fn text(search: impl ToSpec) -> String {
        search.to_spec().unwrap_or_else(|error| panic!("{error}")).to_string()
    }

    #[test]
    fn a_built_search_is_the_search_of_the_same_text() {
        let same = [
            (text(AlphaBeta::new()), "alphabeta"),
            (text(AlphaBeta::new().table(64.mb()).iterative().pvs()), "alphabeta:tt,pvs,iterative,table=64"),
            (text(AlphaBeta::new().table(1.gb()).table_move().killers().history()), {
                "alphabeta:tt,table=1024,table-move,killers,history"
            }),
            (text(AlphaBeta::mtdf().depth(9)), "mtdf:depth=9"),
            (text(AlphaBeta::negac().switch(Switch::LookAhead)), "negac:look-ahead"),
            (text(AlphaBeta::strong().without(Switch::Singular)), "strong:no-singular"),
            (text(AlphaBeta::new().aspiration(30).quiescence()), "alphabeta:quiescence,aspiration=30"),
            (text(Auto::new().threads(2).weak().table(8.mb()).keep_table()), "auto:threads=2,weak,table=8,keep-table"),
            (text(AlphaBeta::new().option("eval=study").time(Duration::from_millis(50))), {
                "alphabeta:eval=study,time=50ms"
            }),
            (text(Mcts::new().exploration(1.0).iterations(400)), "mcts:c=1,iterations=400"),
            (text(Mcts::new().exploration(0.7).rollout(RolloutPolicy::Careful)), "mcts:c=0.7,rollout=gdk"),
            (text(Mcts::grave().seed(3).nodes(1000)), "grave:seed=3,nodes=1000"),
            (text(Mcts::puct().memory(64.mb()).reuse()), "puct:memory=64,reuse"),
            (text(Mcts::new().backup(Backup::Solver).final_move(FinalMove::Secure)), "mcts:backup=solver,final=secure"),
            (text(Mcts::best().reuse().seed(2)), "mcts-best:reuse,seed=2"),
            (text(Mcts::new().decisive()), "mcts:decisive"),
            (text(Mcts::solver()), "mcts-solver"),
            (text(ProofNumber::dfpn().memory(32.mb()).epsilon(0.25)), "dfpn:memory=32,epsilon=0.25"),
            (text(ProofNumber::pns().look_ahead()), "pns:look-ahead"),
            (text(ProofNumber::pn2()), "pn2"),
            (text(ProofNumber::dfpn().canonical().threads(2)), "dfpn:canonical,threads=2"),
        ];
        for (built, written) in same {
            assert_eq!(built, text(written));
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_as_in_a_text() {
        let refused = |search: &dyn Fn() -> Result<Spec, Error>| search().unwrap_err().to_string();
        let message = refused(&|| AlphaBeta::new().table_move().to_spec());
        assert_eq!(message, "invalid search 'alphabeta:table-move': 'table-move' needs 'tt', the transposition table");
        let message = refused(&|| Mcts::new().exploration(-1.0).to_spec());
        assert_eq!(message, "invalid search 'mcts:c=-1': c must be a number from 0 to 1000, not '-1'");
        assert!(refused(&|| Auto::new().option("pvs").to_spec()).contains("unknown option 'pvs' of auto"));
    }

    #[test]
    fn the_limits_of_a_budget_must_mean_something_to_the_search() {
        let spec = Mcts::new().nodes(9).to_spec().unwrap();
        let Err(Error::BadLimits { search, .. }) = limits(&spec, Budget::depth(3)) else { panic!("depth was taken") };
        assert_eq!(search, "mcts:nodes=9");
        let unlimited = limits(&Mcts::new().to_spec().unwrap(), Budget::default()).unwrap_err();
        assert_eq!(
            unlimited.to_string(),
            "search 'mcts': a Monte-Carlo search needs a limit: iterations, nodes or time"
        );
        assert_eq!(limits(&spec, Budget::iterations(3)).unwrap().nodes, Some(9), "those of the search count, too");
    }
}
