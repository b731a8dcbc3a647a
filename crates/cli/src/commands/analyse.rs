//! `spielbaum analyse`: the best move, its value and the principal variation.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Analysis, Budget, Notation};
use spielbaum_documents::{AnalysisJson, AnalysisRequest, ChildJson, Source};
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::mcts::{MonteCarlo, WhenFull};
use spielbaum_search::{DEEPEST, Limits, Spec, parse_time};

use crate::book::BookArguments;
use crate::failure::Failure;
use crate::output::{Output, grouped};
use crate::proof::{self, ProofFile};
use crate::report::{Report, progress_line};
use crate::root_table;
use crate::saved_tree::{self, TreeLimits};
use crate::setup::{PositionArguments, Setup};

#[derive(Args)]
#[command(after_help = "\
Without any limit the search takes one second. 'spielbaum algorithms' explains SPEC. An opening \
book answers instead of a search if --book is given, or if neither an algorithm nor a limit is.

Examples:
  spielbaum analyse connect-four -m 44455554221
  spielbaum analyse chess -p 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --depth 5 -a pvs:noisy
  spielbaum analyse othello -m f5d6 -a mtdf:tt,iterative,hint --time 500ms --each
  spielbaum analyse gale -a mcts:c=0.7 --iterations 100000 --save-tree tree.jsonl --tree-plies 3
  spielbaum analyse tic-tac-toe -a dfpn --proof draw.proof
  spielbaum analyse yavalath:side=3 -a 'AB*' --depth 6 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Algorithm with options [default: auto]
    #[arg(short, long, value_name = "SPEC")]
    algorithm: Option<String>,

    #[command(flatten)]
    book: BookArguments,

    #[command(flatten)]
    limits: LimitArguments,

    /// Report the value of every move
    #[arg(long)]
    each: bool,

    /// Write the proof of the value to a file (pns, pn2, dfpn, prove), gzipped if its name ends with .gz; without
    /// limits, search until it is found
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    proof: Option<PathBuf>,

    /// Write the tree of a Monte-Carlo search to a file, one line of JSON per node
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    save_tree: Option<PathBuf>,

    #[command(flatten, next_help_heading = "Files")]
    tree_limits: TreeLimits,
}

/// Rows of the table that is shown during a search.
const LIVE_ROWS: usize = 12;

/// Limits of a search.
#[derive(Args)]
pub(crate) struct LimitArguments {
    /// Depth limit in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,

    /// Node limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Iteration limit of a Monte-Carlo search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,

    /// Time limit, as '500ms', '1.5s' or '2m'
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
}

impl LimitArguments {
    /// The limits alone.
    pub(crate) fn limits(&self) -> Limits {
        let LimitArguments { depth, nodes, iterations, time } = *self;
        Limits { depth, nodes, iterations, time, clock: None }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let setup = arguments.position.setup()?;
    let algorithm = arguments.algorithm.as_deref();
    let search: Option<Spec> =
        algorithm.map(str::parse).transpose().map_err(|error| Failure::input("algorithm", error))?;
    let request = AnalysisRequest {
        search,
        limits: arguments.limits.limits(),
        runs_on: arguments.proof.is_some(),
        book: arguments.book.choice()?,
        each: arguments.each,
        ..AnalysisRequest::default()
    };
    visit_game(&setup.spec, &mut Analyse { setup: &setup, request, arguments, output })
}

struct Analyse<'a> {
    arguments: &'a Arguments,
    setup: &'a Setup<'a>,
    request: AnalysisRequest,
    output: &'a mut Output,
}

impl Visitor for Analyse<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let spec = self.request.spec::<G>();
        if self.arguments.proof.is_some() {
            proof::check(&spec)?;
        }
        if self.arguments.save_tree.is_some() && !spec.engine().has_iterations() {
            return Err(Failure::Input(format!(
                "algorithm: '{spec}' builds no tree; --save-tree needs a Monte-Carlo search"
            )));
        }
        // Limits that do not apply are refused before the position is read.
        self.request.budget(&spec)?;
        let mut prepared = self.request.prepare(self.setup.line::<G>()?.position)?;
        if let Source::MonteCarlo(search) = &mut prepared.source {
            return self.grow(search.as_mut(), &prepared.position, &prepared.spec, &prepared.budget);
        }
        let position = prepared.position.clone();
        let analysis = prepared.run(None, &mut |analysis| {
            // A failure to write a note must not stop the search.
            let _ = self.output.note(&progress_line(&position, analysis));
        });
        if let (Some(file), Source::Prover(prover)) = (&self.arguments.proof, &mut prepared.source) {
            let file = ProofFile { file, budget: &prepared.budget, output: self.output };
            file.write(&position, analysis.value, prover.as_mut())?;
        }
        self.print(&position, &prepared.spec, &analysis, prepared.book().map(str::to_owned))
    }
}

/// An analysis by a Monte-Carlo search as JSON.
#[derive(Serialize)]
struct GrownJson {
    #[serde(flatten)]
    analysis: AnalysisJson,
    /// Nodes of the tree, and the children of its root.
    tree_nodes: usize,
    children: Vec<ChildJson>,
}

impl Analyse<'_> {
    fn print<G: Notation>(
        &mut self,
        position: &G,
        spec: &Spec,
        analysis: &Analysis<G>,
        book: Option<String>,
    ) -> Result<(), Failure> {
        let (game, algorithm) = (self.setup.spec.to_string(), spec.to_string());
        let best = analysis.best.as_slice();
        Ok(Report { game, algorithm, position, analysis, best, book }.print(self.output)?)
    }

    /// Lets a Monte-Carlo tree grow and shows its root meanwhile.
    fn grow<G: Playable>(
        &mut self,
        search: &mut dyn MonteCarlo<G>,
        position: &G,
        spec: &Spec,
        budget: &Budget,
    ) -> Result<(), Failure> {
        let live = self.output.live();
        // A tree that is recycled is replaced by another one, which cannot be watched.
        let is_watched = !live.is_hidden() && search.settings().when_full != WhenFull::Recycle;
        let tree = is_watched.then(|| search.prepare(position));
        let analysis = search.search(position, budget, &mut |analysis| {
            let children = tree.as_ref().and_then(|tree| tree.children(&[])).unwrap_or_default();
            let table = root_table::table(position, &children, LIVE_ROWS);
            live.set_message(format!("{}\n{table}", progress_line(position, analysis)));
        });
        live.finish_and_clear();
        let tree = search.inspect();
        let children = tree.as_ref().and_then(|tree| tree.children(&[])).unwrap_or_default();
        if let (Some(file), Some(tree)) = (&self.arguments.save_tree, &tree) {
            let names = (self.setup.spec.to_string(), spec.to_string());
            let place = file.display().to_string();
            let target = File::create(file).map_err(|error| Failure::input(&place, error))?;
            let mut target = BufWriter::new(target);
            let limits = &self.arguments.tree_limits;
            let written = saved_tree::write(&mut target, tree.as_ref(), (&names.0, &names.1), limits)?;
            target.flush()?;
            self.output.note(&format!("{place}: {} nodes", grouped(written as u64)))?;
        }
        if self.output.is_json() {
            let json = GrownJson {
                analysis: AnalysisJson::new(self.setup.spec.to_string(), spec.to_string(), position, &analysis),
                tree_nodes: tree.map_or(0, |tree| tree.nodes()),
                children: children.iter().map(|child| ChildJson::new(position, child)).collect(),
            };
            return Ok(self.output.json(&json)?);
        }
        // The table has more columns than the list of moves. Near the end alpha-beta may have answered without a tree.
        let moves = if children.is_empty() { analysis.moves.clone() } else { Vec::new() };
        self.print(position, spec, &Analysis { moves, ..analysis }, None)?;
        let table = root_table::table(position, &children, usize::MAX);
        Ok(self.output.text(if children.is_empty() { "" } else { &table })?)
    }
}
