//! Proof-number search: whether a side wins, proven and not estimated.
//!
//! A [`Question`] has the answer yes or no. A position with three possible outcomes takes two of them: does the side to move
//! win, and if not, does it at least hold? Two answers determine an outcome of three that are ranked, and the second question
//! is asked only after a no to the first; so a second pair of numbers in every node would save no more than what both searches
//! look at twice. Of that the table of df-pn keeps what counts: who is known to win does not lose either. What is proven can be written down as a [`Proof`] and verified by a checker that
//! knows nothing but the rules.

mod checker;
mod dfpn;
mod document;
mod leaf;
mod options;
mod pn2;
mod presets;
mod strategy;
mod table;
mod textbook;

pub use checker::{CheckError, verify};
pub use document::{Proof, subject};
pub use leaf::Initial;
pub use options::OPTIONS;
pub(crate) use presets::PRESETS;
pub use strategy::{Strategy, certify};

use spielbaum_core::{
    Analysis, Bound, Budget, Evaluate, Knowledge, Meter, MoveSet, Objective, Outcome, Score, Search, Side, Status,
    Value,
};

use crate::mcts::Thousandths;

/// The number of what can never be proven.
pub const IMPOSSIBLE: u32 = 1 << 30;

/// A question with the answer yes or no: does `prover` reach its aim, whatever the opponent does?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The side that claims to reach the aim.
    pub prover: Side,
    /// Whether a draw is enough.
    pub accepts_draw: bool,
}

impl Question {
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

/// What a search for an answer came to.
#[derive(Clone, Copy, Debug)]
pub struct Finding<M> {
    /// The answer.
    pub answer: Answer,
    /// The move that proves it, or the one that needs least to; none where the prover is not to move.
    pub best: Option<M>,
    /// The effort that is left for yes and for no, by the search's reckoning.
    pub numbers: (u32, u32),
}

/// Everything about a proof-number search that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// How the tree is kept.
    pub algorithm: Algorithm,
    /// The numbers of a new leaf.
    pub initial: Initial,
    /// How much longer df-pn stays with a child than its best sibling allows: ε of 1 + ε.
    pub epsilon: Thousandths,
    /// Whether ends that the game sees ahead decide leaves.
    pub looks_ahead: bool,
    /// Positions of a search through forced replies at each leaf; 0 for none.
    pub forcing: u32,
    /// Megabytes of the tree or the table.
    pub memory: usize,
}

/// How the tree is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// As a whole, the most proving node found from the root each time.
    Pns,
    /// The same, with leaves judged by a second search whose tree is forgotten.
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
        looks_ahead: false,
        forcing: 0,
        memory: 256,
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
}

impl<E> ProofSearch<E> {
    /// A search with these settings; the evaluation is used only where [`Initial::Evaluation`] asks for it.
    pub fn new(settings: Settings, evaluation: E) -> ProofSearch<E> {
        ProofSearch { settings, evaluation }
    }

    /// Looks for the answer to one question.
    pub fn ask<G: Knowledge>(&self, root: &G, question: Question, meter: &mut Meter) -> Finding<G::Move>
    where
        E: Evaluate<G>,
    {
        self.ask_with(&mut self.table(), root, question, meter)
    }

    /// The table that df-pn fills, which serves several questions about one game.
    fn table(&self) -> Option<dfpn::Dfpn> {
        (self.settings.algorithm == Algorithm::Dfpn).then(|| dfpn::Dfpn::new(self.settings.memory))
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
        let judge = leaf::Judge { settings: &self.settings, evaluation: &self.evaluation, question };
        let nodes = self.settings.memory << 20;
        match (self.settings.algorithm, table) {
            (_, Some(search)) => search.search(root, &judge, meter),
            (Algorithm::Pn2, None) => pn2::search(root, &judge, nodes / textbook::NODE_BYTES, meter),
            (_, None) => textbook::Pns::new(nodes / textbook::NODE_BYTES).search(root, &judge, meter),
        }
    }
}

impl<G: Knowledge, E: Evaluate<G>> Search<G> for ProofSearch<E> {
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        let side = root.side_to_move();
        let mut analysis = Analysis::nothing();
        let moves = match root.status() {
            Status::Over(outcome) => {
                let score = Objective::Outcome.terminal(outcome, side, 0, || 1);
                return Analysis { score, value: Value::of(score, Objective::Outcome, true), ..analysis };
            }
            Status::Ongoing(moves) => moves,
        };
        analysis.best = moves.iter().next();
        let mut meter = Meter::start(budget);
        // First question: does the side to move win? Second, if not: does it hold?
        let mut table = self.table();
        for accepts_draw in [false, true] {
            let finding = self.ask_with(&mut table, root, Question { prover: side, accepts_draw }, &mut meter);
            analysis.best = finding.best.or(analysis.best);
            (analysis.score, analysis.bound) = match (finding.answer, accepts_draw) {
                (Answer::Proven, false) => (Score::win_in(0), Bound::Exact),
                (Answer::Proven, true) => (Score::DRAW, Bound::Exact),
                (Answer::Disproven, false) => (Score::DRAW, Bound::Upper),
                (Answer::Disproven, true) => (Score::loss_in(0), Bound::Exact),
                (Answer::Open, _) => (analysis.score, analysis.bound),
            };
            let is_known = finding.answer != Answer::Open && (accepts_draw || finding.answer == Answer::Proven);
            analysis.value = Value::of(analysis.score, Objective::Outcome, is_known);
            analysis.pv = analysis.best.into_iter().collect();
            (analysis.nodes, analysis.time) = (meter.nodes(), meter.elapsed());
            progress(&analysis);
            if finding.answer != Answer::Disproven {
                break;
            }
        }
        analysis
    }
}
