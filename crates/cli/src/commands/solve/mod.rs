//! `spielbaum solve`: exact values, of one position or of a file of them.

mod checkpoint;
mod set;

use std::path::PathBuf;

use clap::Args;
use spielbaum_core::{Analysis, Bound, Budget, Game, Knowledge, Notation, Objective, Score, Search, Value};
use spielbaum_documents::AnalysisRequest;
use spielbaum_players::build;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::proof::Prover;
use spielbaum_search::{Engine, Spec, moves_worth, solve_each_move};

use crate::book::BookArguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::proof::{self, ProofFile};
use crate::report::{Report, progress_line};
use crate::setup::{PositionArguments, Setup};
use checkpoint::Checkpoint;
use set::Set;

#[derive(Args)]
#[command(after_help = "\
Where wins have a margin (Othello's discs, the stones left in Connect Four), the value is the \
margin, otherwise the number of plies to the end. For Gale and Yavalath only the winner is found \
unless -a names an algorithm: Gale needs no search at all, and Yavalath is proved by sequences of \
threats. A set has one position or list of moves per line, followed by the expected value; sets \
are solved without a book, and so is everything with -a unless --book is given.

Examples:
  spielbaum solve connect-four -m 44455554221
  spielbaum solve connect-four -m 44455554221 --each
  spielbaum solve connect-four:columns=6,rows=5 --weak
  spielbaum solve tic-tac-toe --each
  spielbaum solve gale:size=10
  spielbaum solve gale:size=3 -a auto --each
  spielbaum solve yavalath -m e5
  spielbaum solve yavalath -m d4 --side 4
  spielbaum solve yavalath -m c4 -a prove:memory=4096 --checkpoint c4.table --proof c4.proof.gz
  spielbaum solve connect-four --set positions.txt --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Cells along an edge of a hexagonal board, as in 'yavalath:side=4'
    #[arg(long, value_name = "N")]
    side: Option<u8>,

    /// Exact algorithm with options [default: auto]
    #[arg(short, long, value_name = "SPEC")]
    algorithm: Option<String>,

    /// Report the value of every move
    #[arg(long)]
    each: bool,

    /// Find win, draw or loss only, which is much faster
    #[arg(long)]
    weak: bool,

    /// Number of search threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,

    #[command(flatten)]
    book: BookArguments,

    /// Save the table to a file, and resume from the file if it exists ('prove', or 'dfpn:both-sides')
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "each"])]
    checkpoint: Option<PathBuf>,

    /// Write the proof of the value to a file (proof-number searches), gzipped if its name ends with .gz
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "each"])]
    proof: Option<PathBuf>,

    /// Solve every line of a file: a position or moves, then the expected value
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "each", "book"])]
    set: Option<PathBuf>,
}

impl Arguments {
    /// The game with its options.
    fn game(&self) -> String {
        let game = &self.position.game;
        let Some(side) = self.side else { return game.clone() };
        let mark = if game.contains(':') { ',' } else { ':' };
        format!("{game}{mark}side={side}")
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let game = arguments.game();
    let setup = arguments.position.setup_of(&game)?;
    let search = arguments.algorithm.as_deref().map(str::parse).transpose();
    let request = AnalysisRequest {
        search: search.map_err(|error| Failure::input("algorithm", error))?,
        runs_on: true,
        book: arguments.book.choice()?,
        ..AnalysisRequest::default()
    };
    visit_game(&setup.spec, &mut Solve { setup: &setup, request, arguments, output })
}

struct Solve<'a> {
    setup: &'a Setup<'a>,
    request: AnalysisRequest,
    arguments: &'a Arguments,
    output: &'a mut Output,
}

impl Visitor for Solve<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let suitable = if G::HAS_MARGIN { Objective::Margin } else { Objective::Sooner };
        let spec = self.spec::<G>()?.or_objective(suitable);
        self.request.budget(&spec)?;
        let objective = if spec.proves() { Objective::Outcome } else { spec.objective().unwrap_or(suitable) };
        let mut search = self.player::<G>(&spec)?;
        let Arguments { each, weak, .. } = *self.arguments;
        if let Some(file) = &self.arguments.set {
            let (setup, algorithm) = (self.setup, spec.to_string());
            return Set { file, setup, algorithm, is_weak: weak, output: self.output }.solve(search.any());
        }
        let position = self.setup.line::<G>()?.position;
        let book = self.request.book.open(&position, self.request.takes_built_in_book())?;
        let book = book.filter(|_| objective == Objective::Margin);
        let answer = book.as_ref().and_then(|book| book.book.answer(&position));
        let source = answer.is_some().then(|| book.as_ref().map(|book| book.name.clone())).flatten();
        let known = book.and_then(|book| book.book.value(&position)).filter(|_| !weak);
        let mut analysis = match answer {
            Some(analysis) => analysis,
            None if each && position.status().outcome().is_none() && !matches!(spec.engine(), Engine::Perfect) => {
                let mut search = built(&spec.clone().with_table_kept())?;
                solve_each_move(search.as_mut(), &position, objective, &spec.budget(Budget::default()))
            }
            None => match known {
                Some(value) => self.find_move(&position, &spec, value)?,
                None => self.search_or_resume(&position, &spec, &mut search)?,
            },
        };
        if let (Some(file), Player::Prover(prover)) = (&self.arguments.proof, &mut search) {
            let budget = spec.budget(Budget::default());
            let file = ProofFile { file, budget: &budget, output: self.output };
            file.write(&position, analysis.value, prover.as_mut())?;
        }
        if weak {
            outcome_only(&mut analysis);
        }
        // With --weak the other best moves are not worth the time.
        if !weak {
            finish_line(&position, &mut analysis, &spec, search.any())?;
        }
        // Where the book has the value, one best move is found quickly, and finding the others would take longer.
        let best = match known {
            Some(_) if analysis.moves.is_empty() => analysis.best.into_iter().collect(),
            _ => self.best_moves(&position, &spec, &analysis)?,
        };
        if !each {
            analysis.moves.clear();
        }
        let (game, algorithm) = (self.setup.spec.to_string(), spec.to_string());
        let report = Report { game, algorithm, position: &position, analysis: &analysis, best: &best, book: source };
        Ok(report.print(self.output)?)
    }
}

impl Solve<'_> {
    /// The search that is named or the default one, if it is exact. Where nobody names one, the game may have a better one
    /// for the winner alone.
    fn spec<G: Playable>(&self) -> Result<Spec, Failure> {
        let Arguments { algorithm, set, threads, weak, .. } = self.arguments;
        let with_threads = |spec: Spec| match threads {
            Some(threads) => spec.with_threads(*threads as usize),
            None => Ok(spec),
        };
        let spec = self.request.spec::<G>();
        if !spec.is_exact() && !spec.proves() {
            return Err(Failure::Input(format!("algorithm: '{spec}' is not exact; solving needs an exact one")));
        }
        let mut spec = with_threads(spec).map_err(|error| Failure::input("threads", error))?;
        if *weak {
            spec = spec.weakly().map_err(|error| Failure::input("algorithm", error))?;
        }
        let deciding = Spec::deciding::<G>().filter(|_| algorithm.is_none() && set.is_none());
        Ok(deciding.and_then(|spec| with_threads(spec).ok()).unwrap_or(spec))
    }

    /// The search that `spec` describes, one that proves where a file needs it.
    fn player<G: Playable>(&self, spec: &Spec) -> Result<Player<G>, Failure> {
        let Arguments { checkpoint, proof, .. } = self.arguments;
        if proof.is_some() {
            proof::check(spec)?;
        }
        let prover: Option<Box<dyn Prover<G>>> = proof::prover(spec)?;
        let prover = prover.filter(|prover| prover.keeps_table() || checkpoint.is_none());
        match prover {
            Some(prover) => Ok(Player::Prover(prover)),
            None if checkpoint.is_none() => Ok(Player::Any(built(spec)?)),
            None => Err(Failure::Input(format!(
                "algorithm: '{spec}' keeps no table; --checkpoint needs 'prove' or 'dfpn:both-sides'"
            ))),
        }
    }

    /// Searches a position, from the file of an earlier search if one is named.
    fn search_or_resume<G: Playable>(
        &mut self,
        position: &G,
        spec: &Spec,
        search: &mut Player<G>,
    ) -> Result<Analysis<G>, Failure> {
        match (&self.arguments.checkpoint, search) {
            (Some(file), Player::Prover(prover)) => {
                let limits = spec.budget(Budget::default());
                Checkpoint::new(file, position, spec).solve(position, prover.as_mut(), &limits, self.output)
            }
            (_, search) => Ok(self.search(position, spec, search.any())),
        }
    }

    /// Searches a position and shows the progress.
    fn search<G: Notation>(&mut self, position: &G, spec: &Spec, search: &mut dyn Search<G>) -> Analysis<G> {
        search.search(position, &spec.budget(Budget::default()), &mut |analysis| {
            let _ = self.output.note(&progress_line(position, analysis));
        })
    }

    /// A best move of a position whose margin is known: two searches instead of many that bisect the value.
    fn find_move<G: Playable>(&mut self, position: &G, spec: &Spec, margin: i32) -> Result<Analysis<G>, Failure> {
        let guessing = spec.clone().guessing(Score(margin)).unwrap_or_else(|| spec.clone());
        let mut search = built(&guessing)?;
        Ok(self.search(position, &guessing, search.as_mut()))
    }

    /// All best moves, as far as they are known or can be found with null windows.
    fn best_moves<G: Playable>(
        &self,
        position: &G,
        spec: &Spec,
        analysis: &Analysis<G>,
    ) -> Result<Vec<G::Move>, Failure> {
        if !analysis.moves.is_empty() {
            let best = analysis.moves.iter().filter(|value| value.score == analysis.score);
            return Ok(best.map(|value| value.mv).collect());
        }
        let Some(best) = analysis.best else { return Ok(Vec::new()) };
        let has_margin = spec.objective() == Some(Objective::Margin);
        let is_wanted = has_margin && !self.arguments.weak && is_solved(analysis);
        let narrow = spec.clone().above(-analysis.score).filter(|_| is_wanted);
        let Some(narrow) = narrow else { return Ok(vec![best]) };
        let narrow = narrow.with_table_kept();
        let (mut search, budget) = (built(&narrow)?, narrow.budget(Budget::default()));
        Ok(moves_worth(position, analysis.score, best, |child, score| {
            search.search(child, &budget, &mut |_| {}).score > score
        }))
    }
}

/// A search, one that proves where that is needed.
enum Player<G: Game> {
    Any(Box<dyn Search<G>>),
    Prover(Box<dyn Prover<G>>),
}

impl<G: Knowledge> Player<G> {
    fn any(&mut self) -> &mut dyn Search<G> {
        match self {
            Player::Any(search) => search.as_mut(),
            Player::Prover(prover) => prover.as_mut(),
        }
    }
}

/// The search that `spec` describes.
fn built<G: Playable>(spec: &Spec) -> Result<Box<dyn Search<G>>, Failure> {
    build::<G>(spec).map_err(|error| Failure::input("algorithm", error))
}

/// Whether the value is the true one.
fn is_solved<G: Game>(analysis: &Analysis<G>) -> bool {
    analysis.bound == Bound::Exact && !matches!(analysis.value, Value::Estimate(_))
}

/// Extends the line of a solved position to the end of the game.
fn finish_line<G: Playable>(
    position: &G,
    analysis: &mut Analysis<G>,
    spec: &Spec,
    search: &mut dyn Search<G>,
) -> Result<(), Failure> {
    let (has_margin, budget) = (spec.objective() == Some(Objective::Margin), spec.budget(Budget::default()));
    let mut end = position.clone();
    analysis.pv.iter().for_each(|mv| end.play(*mv));
    while is_solved(analysis) && end.status().outcome().is_none() {
        // A margin is the same all along the line.
        let is_own = end.side_to_move() == position.side_to_move();
        let score = if is_own { analysis.score } else { -analysis.score };
        let line = match spec.clone().guessing(score).filter(|_| has_margin) {
            Some(guessing) => built(&guessing)?.search(&end, &budget, &mut |_| {}).pv,
            None => search.search(&end, &budget, &mut |_| {}).pv,
        };
        if line.is_empty() {
            break;
        }
        line.iter().for_each(|mv| end.play(*mv));
        analysis.pv.extend(line);
    }
    Ok(())
}

/// Reduces every certain value to the outcome: 1, 0 or −1.
fn outcome_only<G: Game>(analysis: &mut Analysis<G>) {
    let outcome = |score: &mut Score, value: &mut Value| {
        let Some(sign) = value.sign() else { return };
        *score = Score(sign);
        *value = match sign {
            1 => Value::Win(None),
            0 => Value::Draw,
            _ => Value::Loss(None),
        };
    };
    outcome(&mut analysis.score, &mut analysis.value);
    analysis.bound = Bound::Exact;
    analysis.moves.iter_mut().for_each(|value| outcome(&mut value.score, &mut value.value));
}
