//! Proof-number search: proves or disproves that a side wins.
//!
//! A [`Question`] has the answer yes or no. A position with three possible outcomes takes two of them: does the side to
//! move win, and if not, does it at least hold? The second question is asked only after a no to the first, so a second
//! pair of numbers in every node would save only what both searches visit twice. The table of df-pn shares most of
//! that: a proven win is also a proof of not losing, and a disproof of one side's win proves that the other side holds.
//! Results can be written as a [`Proof`] and verified by a checker that relies on the rules only.

mod checker;
mod dfpn;
mod document;
mod leaf;
mod options;
mod pn2;
mod presets;
mod prover;
mod strategy;
mod table;
mod textbook;
mod watch;

pub use checker::{CheckError, verify};
pub use document::{Proof, ProofText, subject, write_proof};
pub use leaf::Initial;
pub use options::options;
pub(crate) use presets::{PRESETS, PROVE};
pub use prover::Prover;
pub use strategy::{Step, Strategy};
pub(crate) use watch::WatchedTree;
pub use watch::{Passed, ProofChild, ProofTree};

use spielbaum_core::{
    Analysis, Bound, Budget, EndgameTable, Evaluate, Knowledge, Meter, MoveSet, Objective, Outcome, ProofNumbers,
    Score, Search, Side, Status, Value,
};

use crate::mcts::Thousandths;

/// The infinite proof number.
pub const IMPOSSIBLE: u32 = 1 << 30;

/// A question with the answer yes or no: can `prover` force its goal?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The side whose goal is in question.
    pub prover: Side,
    /// Whether a draw is enough.
    pub accepts_draw: bool,
}

impl Question {
    /// The side that wins if the answer is yes, or, where a draw is enough, if it is no.
    pub(super) fn attacker(self) -> Side {
        if self.accepts_draw { !self.prover } else { self.prover }
    }

    /// The numbers for yes and no as those for and against a win of the [attacker](Question::attacker), which the table
    /// keeps; and back.
    #[inline]
    fn turned(self, (yes, no): (u32, u32)) -> (u32, u32) {
        if self.accepts_draw { (no, yes) } else { (yes, no) }
    }

    /// Whether a game that ended so answers yes.
    #[inline]
    pub fn holds(self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Win(winner) => winner == self.prover,
            Outcome::Draw => self.accepts_draw,
        }
    }
}

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Yes.
    Proven,
    /// No.
    Disproven,
    /// The budget was used up before the answer was found.
    Open,
}

/// The result of a search for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Finding<M> {
    /// The answer.
    pub answer: Answer,
    /// The proving move, or the most promising one; `None` if the prover is not to move.
    pub best: Option<M>,
    /// Proof and disproof number.
    pub numbers: (u32, u32),
}

/// Settings of a proof-number search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The numbers of a new leaf.
    pub initial: Initial,
    /// How much longer df-pn stays with a child than its best sibling allows: ε of 1 + ε.
    pub epsilon: Thousandths,
    /// The share of a position's open moves, best first and at least one, whose numbers df-pn sums.
    pub width: Thousandths,
    /// Whether the game's look-ahead decides leaves.
    pub looks_ahead: bool,
    /// Node limit of a search through forced replies at each leaf; 0 for none.
    pub forcing: u32,
    /// Leaves with at most this many plies left are searched to the end; 0 for none.
    pub endings: u32,
    /// Whether a position and its images share an entry of df-pn's table.
    pub is_canonical: bool,
    /// Whether df-pn searches for wins of both sides alternately, with one table for the lifetime of the search.
    pub searches_both_sides: bool,
    /// Megabytes of the tree or the table.
    pub memory: usize,
    /// Threads of df-pn that search together.
    pub threads: usize,
}

/// The algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// The whole tree in memory; the most-proving node is found from the root each time.
    Pns,
    /// The same, with leaves evaluated by a second search whose tree is discarded.
    Pn2,
    /// Depth first within thresholds, with a table.
    Dfpn,
}

impl Settings {
    /// Textbook proof-number search.
    pub const PNS: Settings = Settings {
        algorithm: Algorithm::Pns,
        initial: Initial::One,
        epsilon: Thousandths(250),
        width: Thousandths(1000),
        looks_ahead: false,
        forcing: 0,
        endings: 0,
        is_canonical: false,
        searches_both_sides: false,
        memory: 256,
        threads: 1,
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::PNS
    }
}

/// A search that proves wins, draws and losses.
pub struct ProofSearch<E> {
    settings: Settings,
    evaluation: E,
    endings: EndgameTable,
    /// The table: if the search is for both sides, that of its whole lifetime, else that of the last search.
    kept: Option<dfpn::Dfpn>,
}

/// Positions that the search for one side's win may visit before it is the other's turn.
const TURN: u64 = 2_000_000;

impl<E> ProofSearch<E> {
    /// A search with these settings; the evaluation is used only where [`Initial::Evaluation`] asks for it.
    pub fn new(settings: Settings, evaluation: E) -> ProofSearch<E> {
        ProofSearch { settings, evaluation, endings: EndgameTable::default(), kept: None }
    }

    /// Searches for the answer to one question.
    pub fn ask<G: Knowledge>(&self, root: &G, question: Question, meter: &mut Meter) -> Finding<G::Move>
    where
        E: Evaluate<G>,
    {
        self.ask_with(&mut self.table(), root, question, meter)
    }

    /// Looks for a win of the side to move alone, with one table for as long as the search is used.
    pub(crate) fn ask_for_win<G: Knowledge>(&mut self, root: &G, meter: &mut Meter) -> Finding<G::Move>
    where
        E: Evaluate<G>,
    {
        let mut table = self.kept.take().or_else(|| self.table());
        let question = Question { prover: root.side_to_move(), accepts_draw: false };
        let finding = self.ask_with(&mut table, root, question, meter);
        self.kept = table;
        finding
    }

    fn judge(&self, question: Question) -> leaf::Judge<'_, E> {
        leaf::Judge { settings: &self.settings, endings: &self.endings, evaluation: &self.evaluation, question }
    }

    /// The table that df-pn fills, which serves several questions about one game.
    fn table(&self) -> Option<dfpn::Dfpn> {
        (self.settings.algorithm == Algorithm::Dfpn).then(|| dfpn::Dfpn::new(&self.settings))
    }

    fn ask_with<G: Knowledge>(
        &self,
        table: &mut Option<dfpn::Dfpn>,
        root: &G,
        question: Question,
        meter: &mut Meter,
    ) -> Finding<G::Move>
    where
        E: Evaluate<G>,
    {
        let judge = self.judge(question);
        let nodes = self.settings.memory << 20;
        match (self.settings.algorithm, table) {
            (_, Some(search)) => search.search(root, &judge, meter),
            (Algorithm::Pn2, None) => pn2::search(root, &judge, nodes / textbook::NODE_BYTES, meter),
            (_, None) => textbook::Pns::new(nodes / textbook::NODE_BYTES).search(root, &judge, meter),
        }
    }

    /// Two questions, one after the other: does the side to move win, and if not, does it hold?
    fn in_order<G: Knowledge>(&self, table: &mut Option<dfpn::Dfpn>, run: &mut Run<'_, G>)
    where
        E: Evaluate<G>,
    {
        let side = run.root.side_to_move();
        for accepts_draw in [false, true] {
            let question = Question { prover: side, accepts_draw };
            let finding = self.ask_with(table, run.root, question, &mut run.meter);
            run.keep_numbers(question, finding.numbers);
            run.analysis.best = finding.best.or(run.analysis.best);
            let (score, bound) = match (finding.answer, accepts_draw) {
                (Answer::Proven, false) => (Score::win_in(0), Bound::Exact),
                (Answer::Proven, true) => (Score::DRAW, Bound::Exact),
                (Answer::Disproven, false) => (Score::DRAW, Bound::Upper),
                (Answer::Disproven, true) => (Score::loss_in(0), Bound::Exact),
                (Answer::Open, _) => (run.analysis.score, run.analysis.bound),
            };
            let is_known = finding.answer != Answer::Open && (accepts_draw || finding.answer == Answer::Proven);
            run.tell((score, bound), is_known);
            if finding.answer != Answer::Disproven {
                break;
            }
        }
    }

    /// Does one side win, does the other? The question that looks closer to a yes is searched next. Two noes are a
    /// draw.
    fn in_turns<G: Knowledge>(&self, table: &mut Option<dfpn::Dfpn>, run: &mut Run<'_, G>)
    where
        E: Evaluate<G>,
    {
        let side = run.root.side_to_move();
        // Known results come first.
        let number = |prover| u32::from(!self.knows_win(table, run.root, prover));
        let mut open = [side, !side].map(|prover| (prover, number(prover))).to_vec();
        while let Some(place) = (0..open.len()).min_by_key(|&place| open[place].1) {
            let (prover, _) = open[place];
            let finding = self.take_turn(table, run, Question { prover, accepts_draw: false }, TURN);
            if prover == side {
                run.analysis.best = finding.best.or(run.analysis.best);
            }
            match finding.answer {
                Answer::Proven => {
                    let score = if prover == side { Score::win_in(0) } else { Score::loss_in(0) };
                    return run.tell((score, Bound::Exact), true);
                }
                Answer::Disproven => {
                    open.remove(place);
                }
                Answer::Open => open[place].1 = finding.numbers.0,
            }
            let bound = match open.as_slice() {
                [] => {
                    let holds = Question { prover: side, accepts_draw: true };
                    run.analysis.best = self.take_turn(table, run, holds, u64::MAX).best.or(run.analysis.best);
                    return run.tell((Score::DRAW, Bound::Exact), true);
                }
                [(left, _)] if *left == side => Bound::Lower,
                [(left, _)] if *left == !side => Bound::Upper,
                _ => Bound::Exact,
            };
            run.tell((Score::DRAW, bound), false);
            if run.meter.check() || run.meter.nodes() >= run.most_nodes {
                return;
            }
        }
    }

    /// Whether the table knows that `prover` wins.
    fn knows_win<G: Knowledge>(&self, table: &Option<dfpn::Dfpn>, root: &G, prover: Side) -> bool {
        let question = Question { prover, accepts_draw: false };
        let judge = self.judge(question);
        let known = table.as_ref().and_then(|search| search.remembered(root, &judge));
        known.is_some_and(|(proof, _)| proof == 0)
    }

    /// Continues one question for up to this many of the remaining positions.
    fn take_turn<G: Knowledge>(
        &self,
        table: &mut Option<dfpn::Dfpn>,
        run: &mut Run<'_, G>,
        question: Question,
        positions: u64,
    ) -> Finding<G::Move>
    where
        E: Evaluate<G>,
    {
        let mut turn = run.meter.sub_meter(positions.min(run.most_nodes.saturating_sub(run.meter.nodes())));
        let finding = self.ask_with(table, run.root, question, &mut turn);
        run.meter.add(turn.nodes());
        run.keep_numbers(question, finding.numbers);
        finding
    }
}

/// A search in progress.
struct Run<'a, G: Knowledge> {
    root: &'a G,
    analysis: Analysis<G>,
    meter: Meter,
    /// The positions that may be visited in all.
    most_nodes: u64,
    progress: &'a mut dyn FnMut(&Analysis<G>),
}

impl<G: Knowledge> Run<'_, G> {
    /// Records the proof and disproof number of a question.
    fn keep_numbers(&mut self, question: Question, numbers: (u32, u32)) {
        let winner = question.attacker();
        let [yes, no] =
            <[u32; 2]>::from(question.turned(numbers)).map(|number| (number < IMPOSSIBLE).then_some(number));
        self.analysis.proof_numbers.retain(|other| other.winner != winner);
        self.analysis.proof_numbers.push(ProofNumbers { winner, yes, no });
        self.analysis.proof_numbers.sort_by_key(|numbers| numbers.winner as u8);
    }

    /// Records the current result and reports it.
    fn tell(&mut self, (score, bound): (Score, Bound), is_known: bool) {
        (self.analysis.score, self.analysis.bound) = (score, bound);
        self.analysis.value = Value::of(score, Objective::Outcome, is_known);
        self.analysis.pv = self.analysis.best.into_iter().collect();
        (self.analysis.nodes, self.analysis.time) = (self.meter.nodes(), self.meter.elapsed());
        (self.progress)(&self.analysis);
    }
}

impl<G: Knowledge, E: Evaluate<G>> Search<G> for ProofSearch<E> {
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        let side = root.side_to_move();
        let mut analysis = Analysis::empty();
        let moves = match root.status() {
            Status::Over(outcome) => {
                let score = Objective::Outcome.terminal(outcome, side, 0, || 1);
                return Analysis { score, value: Value::of(score, Objective::Outcome, true), ..analysis };
            }
            Status::Ongoing(moves) => moves,
        };
        // If every move loses, choose one that does not lose at once.
        let judge = self.judge(Question { prover: side, accepts_draw: false });
        let lasting = judge.moves(root, &mut Meter::start(&Budget::default()));
        analysis.best = lasting.and_then(|kept| kept.iter().next()).or_else(|| moves.iter().next());
        let most_nodes = budget.nodes.unwrap_or(u64::MAX);
        let mut run = Run { root, analysis, meter: Meter::start(budget), most_nodes, progress };
        let mut table = self.kept.take().filter(|_| self.settings.searches_both_sides).or_else(|| self.table());
        if self.settings.searches_both_sides {
            self.in_turns(&mut table, &mut run);
        } else {
            self.in_order(&mut table, &mut run);
        }
        self.kept = table;
        run.analysis
    }

    fn new_game(&mut self, _: u64) -> bool {
        (self.endings, self.kept) = (EndgameTable::default(), None);
        true
    }
}
