//! `spielbaum trace`: what a search does, step by step or as a picture of its tree.

use clap::Args;
use spielbaum_core::{Budget, Notation};
use spielbaum_documents::{AnalysisRequest, IterationsJson, TRACE_DEPTH, TraceJson, record_iterations};
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_players::{monte_carlo, record};
use spielbaum_search::{DEEPEST, Limits, Recorder, Spec, TraceLimits};

use crate::failure::Failure;
use crate::output::Output;
use crate::setup::{PositionArguments, Setup};
use crate::tree::{Picture, dot, svg};

/// Default iterations of a trace: still readable.
const DEFAULT_ITERATIONS: u64 = 10;

#[derive(Args)]
#[command(after_help = "\
Depth-first searches can be traced and drawn. A Monte-Carlo search is recorded iteration by iteration, \
with the result of each phase. 'spielbaum algorithms' explains SPEC.

Examples:
  spielbaum trace tic-tac-toe -m 'a1 b2 c3 a3 c1' --svg > tree.svg
  spielbaum trace connect-four --depth 4 -a pvs --dot | dot -Tpdf > tree.pdf
  spielbaum trace othello -m f5d6 -a deepening --max-ply 2 --json
  spielbaum trace tic-tac-toe -a mcts --iterations 20")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Algorithm with options
    #[arg(short, long, value_name = "SPEC", default_value = "alphabeta")]
    algorithm: String,

    /// Search depth in plies [default: the spec's own, or 3]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,

    /// Iterations of a Monte-Carlo search [default: the spec's own, or 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,

    /// Maximum number of nodes to record
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    max_nodes: u32,

    /// Maximum ply to record
    #[arg(long, value_name = "PLIES")]
    max_ply: Option<u32>,

    /// Print the tree in Graphviz format
    #[arg(long, conflicts_with = "svg", help_heading = "Output")]
    dot: bool,

    /// Print the tree as SVG
    #[arg(long, help_heading = "Output")]
    svg: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() && (arguments.dot || arguments.svg) {
        return Err(Failure::Input("--json, --dot and --svg are mutually exclusive".to_owned()));
    }
    let setup = arguments.position.setup()?;
    let spec: Spec = arguments.algorithm.parse().map_err(|error| Failure::input("algorithm", error))?;
    let limits = Limits { depth: arguments.depth, iterations: arguments.iterations, ..Limits::default() };
    let request = AnalysisRequest { search: Some(spec.clone()), limits, runs_on: true, ..AnalysisRequest::default() };
    let mut budget = request.budget(&spec)?;
    if spec.engine().has_iterations() {
        if arguments.dot || arguments.svg {
            return Err(Failure::Input(format!("algorithm: the iterations of '{spec}' are written as JSON only")));
        }
        let iterations = budget.iterations.unwrap_or(DEFAULT_ITERATIONS);
        let document = visit_game(&setup.spec, &mut Step { setup: &setup, spec: &spec, iterations })?;
        return Ok(output.json(&document)?);
    }
    budget.depth = budget.depth.or(Some(TRACE_DEPTH));
    let limits = TraceLimits {
        nodes: arguments.max_nodes as usize,
        plies: arguments.max_ply.unwrap_or(TraceLimits::NONE.plies),
    };
    let document = visit_game(&setup.spec, &mut Record { setup: &setup, spec: &spec, budget, limits })?;
    if arguments.dot {
        output.text(&dot(&Picture::new(&document)))?;
    } else if arguments.svg {
        output.text(&svg(&Picture::new(&document)))?;
    } else {
        output.json(&document)?;
    }
    Ok(())
}

struct Record<'a> {
    setup: &'a Setup<'a>,
    spec: &'a Spec,
    budget: Budget,
    limits: TraceLimits,
}

impl Visitor for Record<'_> {
    type Output = Result<TraceJson, Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let position = ongoing::<G>(self.setup)?;
        let mut recorder = Recorder::new(self.limits);
        let searched = record(self.spec, &position, &self.budget, &mut recorder);
        searched.map_err(|error| Failure::input("algorithm", error))?;
        Ok(TraceJson {
            game: self.setup.spec.to_string(),
            position: position.to_string(),
            algorithm: self.spec.to_string(),
            depth: self.budget.depth,
            ..TraceJson::new(&recorder.finish())
        })
    }
}

/// Records a Monte-Carlo search.
struct Step<'a> {
    setup: &'a Setup<'a>,
    spec: &'a Spec,
    iterations: u64,
}

impl Visitor for Step<'_> {
    type Output = Result<IterationsJson, Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let position = ongoing::<G>(self.setup)?;
        let search = monte_carlo::<G>(self.spec).map_err(|error| Failure::input("algorithm", error))?;
        let mut search =
            search.ok_or_else(|| Failure::Input(format!("algorithm: '{}' has no iterations", self.spec)))?;
        let names = (self.setup.spec.to_string(), self.spec.to_string());
        Ok(record_iterations(search.as_mut(), &position, self.iterations, names))
    }
}

/// The position, which must not be over.
fn ongoing<G: Notation>(setup: &Setup<'_>) -> Result<G, Failure> {
    let position = setup.line::<G>()?.position;
    match position.ending() {
        None => Ok(position),
        Some(ending) => Err(Failure::input("position", format!("the game is over ({ending}): '{position}'"))),
    }
}
