//! `spielbaum analyse`: the best move, what it is worth, and the line behind it.

use std::time::Duration;

use clap::Args;
use spielbaum_core::{Budget, Knowledge, Notation};
use spielbaum_games::Visitor;
use spielbaum_search::{DEEPEST, Limits, Spec, parse_time};

use crate::failure::Failure;
use crate::output::Output;
use crate::report::{self, AnalysisJson};
use crate::setup::{PositionArguments, Setup};

#[derive(Args)]
#[command(after_help = "\
Without any limit the search takes one second. 'spielbaum algorithms' explains what SPEC can be.

Examples:
  spielbaum analyse connect-four -m 44455554221
  spielbaum analyse chess -p 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --depth 5 -a pvs:noisy
  spielbaum analyse othello -m f5d6 -a mtdf:tt,iterative,hint --time 500ms --each
  spielbaum analyse gale -a mcts:c=0.7 --iterations 100000 --each
  spielbaum analyse yavalath:side=3 -a 'AB*' --depth 6 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Algorithm with options
    #[arg(short, long, value_name = "SPEC", default_value = "auto")]
    algorithm: String,

    #[command(flatten)]
    limits: LimitArguments,

    /// Give every move its own value
    #[arg(long)]
    each: bool,
}

/// Limits of a search.
#[derive(Args)]
pub(crate) struct LimitArguments {
    /// Plies to look ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,

    /// Positions to visit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Rounds of a Monte-Carlo search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,

    /// Time as '500ms', '1.5s' or '2m'
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
}

impl LimitArguments {
    /// The limits alone.
    pub(crate) fn limits(&self) -> Limits {
        let LimitArguments { depth, nodes, iterations, time } = *self;
        Limits { depth, nodes, iterations, time }
    }

    /// The limits, completed by those of the spec.
    pub(crate) fn budget(&self, spec: &Spec) -> Result<Budget, Failure> {
        let LimitArguments { depth, nodes, iterations, time } = *self;
        let budget = spec.budget(Budget { depth, nodes, iterations, time, stop: None });
        spec.check_limits(&budget).map_err(|error| Failure::input("algorithm", error))?;
        Ok(budget)
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let setup = arguments.position.setup()?;
    let mut spec: Spec = arguments.algorithm.parse().map_err(|error| Failure::input("algorithm", error))?;
    if arguments.each {
        spec = spec.with_each_move();
    }
    let mut budget = arguments.limits.budget(&spec)?;
    let counts = [budget.depth.map(u64::from), budget.nodes, budget.iterations];
    if counts.iter().all(Option::is_none) && budget.time.is_none() {
        budget.time = Some(Duration::from_secs(1));
    }
    setup.visit(&mut Analyse { setup: &setup, spec: &spec, budget, output })
}

struct Analyse<'a> {
    setup: &'a Setup<'a>,
    spec: &'a Spec,
    budget: Budget,
    output: &'a mut Output,
}

impl Visitor for Analyse<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation + Knowledge>(&mut self) -> Self::Output {
        let position = self.setup.line::<G>()?.position;
        let search = self.spec.build::<G>(G::INFO.name);
        let mut search = search.map_err(|error| Failure::input("algorithm", error))?;
        let analysis = search.search(&position, &self.budget, &mut |analysis| {
            // A note that cannot be written is no reason to give up the search.
            let _ = self.output.note(&report::progress_line(&position, analysis));
        });
        if self.output.is_json() {
            let (game, algorithm) = (self.setup.spec.to_string(), self.spec.to_string());
            return Ok(self.output.json(&AnalysisJson::new(game, algorithm, &position, &analysis))?);
        }
        Ok(self.output.text(&report::text(&self.spec.to_string(), &position, &analysis))?)
    }
}
