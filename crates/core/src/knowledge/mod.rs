//! What a game may tell a search beyond its rules.
//!
//! Every default says "nothing known" and compiles away. The constants say what a game knows, so that a search option
//! without the knowledge it needs is refused with a message and never silently ignored.

use std::ops::ControlFlow;

use crate::{EndgameTable, Evaluate, Game, MoveSet, Objective, Outcome, Rng, Rollout, Side, Status, TextError};

/// Facts that are true of a game and cheap to see.
pub trait Knowledge: Game {
    /// The evaluation that the game comes with; [`Zero`](crate::Zero) where it has none.
    type Evaluation: Evaluate<Self> + Default;

    /// Whether [`look_ahead`](Knowledge::look_ahead) sees more than nothing.
    const LOOKS_AHEAD: bool = false;
    /// Whether [`win_in_three`](Knowledge::win_in_three) finds a move wherever there is one.
    const FINDS_WIN_IN_THREE: bool = false;
    /// Whether [`static_order`](Knowledge::static_order) tells moves apart.
    const HAS_STATIC_ORDER: bool = false;
    /// Whether [`order_hint`](Knowledge::order_hint) tells moves apart.
    const HAS_ORDER_HINTS: bool = false;
    /// Whether [`prospects`](Knowledge::prospects) come with a promise that was learnt from solved positions.
    const HAS_LEARNT_ORDER: bool = false;
    /// Whether wins have a [`margin`](Knowledge::margin).
    const HAS_MARGIN: bool = false;
    /// No [`margin`](Knowledge::margin) is larger.
    const MAX_MARGIN: i32 = crate::Score::ESTIMATE_LIMIT;
    /// Whether [`theory_bound`](Knowledge::theory_bound) sees more than nothing.
    const HAS_THEORY_BOUND: bool = false;
    /// Whether [`perfect_play`](Knowledge::perfect_play) knows every position.
    const HAS_PERFECT_PLAY: bool = false;
    /// Whether [`threat_space_search`](Knowledge::threat_space_search) sees what the opponent threatens, too.
    const FINDS_OPPONENT_THREATS: bool = false;
    /// Whether [`prove_endgame`](Knowledge::prove_endgame) searches any endings.
    const HAS_ENDGAME_PROVER: bool = false;
    /// Whether [`stability_bound`](Knowledge::stability_bound) sees more than nothing.
    const HAS_STABILITY_BOUND: bool = false;
    /// Whether [`solve_endgame`](Knowledge::solve_endgame) finishes any game.
    const HAS_ENDGAME_SOLVER: bool = false;
    /// Whether the game's own evaluation guesses margins, so that both may be compared.
    const EVALUATES_MARGINS: bool = false;
    /// Whether an evaluation of the game has a [ProbCut model](Evaluate::probcut_model).
    const HAS_PROBCUT_MODEL: bool = false;
    /// Whether some moves are [noisy](Knowledge::is_noisy).
    const HAS_NOISE: bool = false;
    /// Whether [`see_ge`](Knowledge::see_ge) tells moves apart.
    const HAS_SEE: bool = false;
    /// Whether a side can be [in check](Knowledge::is_in_check).
    const HAS_CHECKS: bool = false;
    /// Whether positions can [repeat](Knowledge::is_repetition).
    const CAN_REPEAT: bool = false;
    /// One more than the largest [`continuation_slot`](Knowledge::continuation_slot); 0 where there are none.
    const CONTINUATION_SLOTS: usize = 0;
    /// Whether [`structure_key`](Knowledge::structure_key) tells positions apart.
    const HAS_STRUCTURE_KEY: bool = false;
    /// Whether [`null_move`](Knowledge::null_move) gives a position.
    const HAS_NULL_MOVE: bool = false;
    /// Whether [`status_by`](Knowledge::status_by) knows more than one way to find the moves.
    const HAS_GENERATORS: bool = false;
    /// Whether [`policy_move`](Knowledge::policy_move) chooses better than the lot.
    const HAS_POLICY: bool = false;
    /// What players of the game are out for.
    const OBJECTIVE: Objective = Objective::Sooner;
    /// One more than the largest [`history_slot`](Knowledge::history_slot).
    const HISTORY_SLOTS: usize;

    /// The evaluation that somebody asks for by name, where a game has several.
    fn evaluation(name: &str) -> Result<Self::Evaluation, TextError> {
        Err(TextError::at("the game has no choice of evaluations such as", name, ""))
    }

    /// A small number for a move, the same wherever it is played: from and to, or the cell.
    fn history_slot(&self, mv: Self::Move) -> usize;

    /// What [`status`](Game::status) says, with the moves found in a given way.
    #[inline]
    fn status_by(&self, _generator: Generator) -> Status<Self::Moves> {
        self.status()
    }

    /// Sees one or two plies ahead in a game that is not over; `moves` are its legal moves.
    ///
    /// A game with [`LOOKS_AHEAD`](Knowledge::LOOKS_AHEAD) sees all of this and no more: a win by the next move; else a
    /// loss, where every move loses at once or to the very next move, as late as it can be; else the moves that do
    /// neither. Searches rely on what is not seen, too.
    #[inline]
    fn look_ahead(&self, moves: Self::Moves) -> LookAhead<Self::Moves> {
        LookAhead::Moves(moves)
    }

    /// Looks for a win by moves that each leave one reply; `moves` are those that [`look_ahead`](Knowledge::look_ahead) has left.
    /// It looks at up to `effort` positions for either side and adds their number to `looked`. What it says is certain.
    fn threat_space_search(&self, moves: &Self::Moves, effort: u32, looked: &mut u32) -> ThreatSearch<Self> {
        let mut left = effort;
        let found = forced_win(self, moves, &mut left);
        *looked += effort - left;
        found.map_or(ThreatSearch::Nothing, ThreatSearch::Win)
    }

    /// A guess how much work it takes to prove that the side to move reaches its aim, and that it does not, where
    /// [`threat_space_search`](Knowledge::threat_space_search) has found no win; `is_threatened` if it has found a threat. The aim is to win if it
    /// `attacks`, else not to lose. Neither number is 0. Only their relations matter.
    fn initial_proof_numbers(&self, _is_threatened: bool, _attacks: bool) -> (u32, u32) {
        (1, 1)
    }

    /// The most plies that the game can still last, where it [searches endings](Knowledge::HAS_ENDGAME_PROVER).
    #[inline]
    fn max_plies_left(&self) -> u32 {
        u32::MAX
    }

    /// Whether `side` wins a game that is not over, searched to its end in code made for that; none where `effort` positions
    /// are not enough. Their number is added to `looked`.
    fn prove_endgame(&self, _side: Side, _effort: u32, _memory: &EndgameTable, _looked: &mut u32) -> Option<bool> {
        None
    }

    /// Looks at the position behind `mv`, which [`look_ahead`](Knowledge::look_ahead) has left.
    #[inline]
    fn probe_child(&self, mv: Self::Move, wants_theory: bool) -> ChildProbe<Self> {
        let mut position = self.clone();
        position.play(mv);
        let (status, theory_bound) = match position.status() {
            Status::Over(outcome) => (Status::Over(outcome), None),
            Status::Ongoing(replies) => {
                let theory_bound = if wants_theory { position.theory_bound() } else { None };
                (Status::Ongoing(position.look_ahead(replies)), theory_bound)
            }
        };
        let margins = position.margin_bounds(Self::LOOKS_AHEAD);
        let hint = self.order_hint(mv);
        ChildProbe { mv, index: 0, hint, order_score: 0, position, key: None, status, margins, theory_bound }
    }

    /// Looks at the positions behind `moves`, those that [`look_ahead`](Knowledge::look_ahead) has left, and tells what is
    /// seen of each, in any order, until `visit` breaks. A game overrides this where looking at all positions
    /// together is faster than at one after the other; if it sees that a move leaves the opponent lost in two plies, it
    /// returns that move with its place and tells nothing.
    #[inline]
    fn probe_children(
        &self,
        moves: &Self::Moves,
        wants_theory: bool,
        mut visit: impl FnMut(ChildProbe<Self>) -> ControlFlow<()>,
    ) -> Option<(Self::Move, usize)> {
        for (index, mv) in moves.iter().enumerate() {
            if visit(ChildProbe { index, ..self.probe_child(mv, wants_theory) }).is_break() {
                break;
            }
        }
        None
    }

    /// One of `moves`, those that [`look_ahead`](Knowledge::look_ahead) has left, that leaves the opponent lost in two plies,
    /// with its place. Asked only where [`FINDS_WIN_IN_THREE`](Knowledge::FINDS_WIN_IN_THREE).
    #[inline]
    fn win_in_three(&self, _moves: &Self::Moves) -> Option<(Self::Move, usize)> {
        None
    }

    /// How good a move mostly is, whatever the position: higher is tried earlier.
    #[inline]
    fn static_order(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// How good a move looks in this position: higher is tried earlier. Between −1,000 and 1,000.
    #[inline]
    fn order_hint(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// By how much the winner is ahead, above 0, when the game is won `plies` plies from now; 0 plies for a finished
    /// game.
    #[inline]
    fn margin(&self, _plies: u32) -> i32 {
        1
    }

    /// The lowest and the highest margin that the side to move can still reach; `has_looked` says that
    /// [`look_ahead`](Knowledge::look_ahead) has seen neither a win nor a loss.
    #[inline]
    fn margin_bounds(&self, _has_looked: bool) -> (i32, i32) {
        (-crate::Score::ESTIMATE_LIMIT, crate::Score::ESTIMATE_LIMIT)
    }

    /// The best margin that the side to move can hope for, whatever it does, where the theory of the game tells: at most 0
    /// means that it does not win, below 0 that it loses. Only for games with margins that are not over.
    #[inline]
    fn theory_bound(&self) -> Option<i32> {
        None
    }

    /// A margin that the side to move cannot exceed, whatever it does, where one that may be at most `alpha` is quickly seen.
    /// Unlike [`theory_bound`](Knowledge::theory_bound) it is asked for only where a position is about to be searched,
    /// so that it may take some work. Only for games with margins that are not over.
    #[inline]
    fn stability_bound(&self, _alpha: i32) -> Option<i32> {
        None
    }

    /// Whether [`solve_endgame`](Knowledge::solve_endgame) finishes the game from here.
    #[inline]
    fn can_solve_endgame(&self) -> bool {
        false
    }

    /// Searches a game with margins that is nearly over to its end, in code made for that; none where the end is too far.
    /// The margin is exact inside the window of `alpha` and `beta`, an upper bound at or below alpha, a lower bound at or
    /// above beta.
    #[inline]
    fn solve_endgame(&self, _alpha: i32, _beta: i32) -> Option<EndgameResult> {
        None
    }

    /// A move that wins by a proof which comes with the project, if the position has one.
    fn proved_win(&self) -> Option<Self::Move> {
        None
    }

    /// The outcome under best play and all moves that lead to it, where the theory of the game tells without any search; none
    /// when the game is over.
    #[inline]
    fn perfect_play(&self) -> Option<PerfectPlay<Self::Moves>> {
        None
    }

    /// Whether a move changes so much (a capture, a promotion) that a position with such moves cannot be judged at rest.
    #[inline]
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Calls `visit` with those of `moves` that are noisy, or with all others, with their places in the set and their
    /// [continuation slots](Knowledge::continuation_slot). A game overrides this where it need not look at every move.
    #[inline]
    fn for_each_by_noise(&self, moves: &Self::Moves, are_noisy: bool, mut visit: impl FnMut(usize, Self::Move, usize)) {
        for (place, mv) in moves.iter().enumerate().filter(|(_, mv)| self.is_noisy(*mv) == are_noisy) {
            visit(place, mv, self.continuation_slot(mv));
        }
    }

    /// Moves of a position whose game goes on: all noisy ones, at the places that they have among all moves. A game overrides
    /// this where it need not find all others.
    #[inline]
    fn generate_noisy(&self) -> Self::Moves {
        self.status().moves().expect("the game goes on")
    }

    /// The key of the position behind a move, or most often so, where that is known before the move is made: what memory can
    /// be asked for meanwhile.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Whether something that the [key](Game::key) does not tell, such as the history of the game, may end it here. Where it
    /// does not, a position is over if and only if the side to move has no [move](Knowledge::has_legal_move).
    #[inline]
    fn may_end_by_history(&self) -> bool {
        true
    }

    /// Whether the side to move has a move, for games that see it faster than they find all moves.
    #[inline]
    fn has_legal_move(&self) -> bool {
        matches!(self.status(), Status::Ongoing(_))
    }

    /// Whether a move and the captures that follow on its cell leave the mover at least `least` ahead, in units of the
    /// evaluation, when both sides capture only as long as it pays.
    #[inline]
    fn see_ge(&self, _mv: Self::Move, _least: i32) -> bool {
        true
    }

    /// Whether the side to move must parry a threat with this very move.
    #[inline]
    fn is_in_check(&self) -> bool {
        false
    }

    /// Whether the position has been there before in this game, so that both sides can have it again and again.
    #[inline]
    fn is_repetition(&self) -> bool {
        false
    }

    /// A small number for a move that says what is moved and where to, for what moves are good behind which others.
    #[inline]
    fn continuation_slot(&self, _mv: Self::Move) -> usize {
        0
    }

    /// A hash of what changes slowly in a position, such as the pawns of chess: positions that share it are misjudged alike.
    #[inline]
    fn structure_key(&self) -> u64 {
        0
    }

    /// The position with the other side to move, where a game lets a side do nothing; none where that makes no sense.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Plays to the end with the care that [`look_ahead`](Knowledge::look_ahead) allows: a move that wins, else any of those
    /// that do not lose at once or to the reply. A game overrides this only where that is measured to be faster.
    #[inline]
    fn careful_rollout(mut self, rng: &mut Rng) -> Rollout {
        let mut plies = 0;
        loop {
            let moves = match self.status() {
                Status::Over(outcome) => return Rollout { outcome, plies },
                Status::Ongoing(moves) => moves,
            };
            let side = self.side_to_move();
            match self.look_ahead(moves) {
                LookAhead::Win => return Rollout { outcome: Outcome::Win(side), plies: plies + 1 },
                LookAhead::Loss(more) => {
                    return Rollout { outcome: Outcome::Win(!side), plies: plies + more as usize };
                }
                LookAhead::Moves(kept) => self.play(kept.sample(rng)),
            }
            plies += 1;
        }
    }

    /// A random move of a simulated game, drawn with what players know of good and bad ones; `moves` are the legal moves.
    #[inline]
    fn policy_move(&self, moves: &Self::Moves, rng: &mut Rng) -> Self::Move {
        moves.sample(rng)
    }

    /// One key for all positions that are the same but for a symmetry.
    #[inline]
    fn canonical_key(&self) -> u64 {
        (0..self.symmetries()).map(|index| self.transformed(index).key()).min().unwrap_or_else(|| self.key())
    }
}

/// The first of the moves that win because each leaves one reply; looks at up to `left` positions.
fn forced_win<G: Knowledge>(position: &G, moves: &G::Moves, left: &mut u32) -> Option<G::Move> {
    for mv in moves.iter() {
        *left = left.checked_sub(1)?;
        let mut child = position.clone();
        child.play(mv);
        let Status::Ongoing(replies) = child.status() else { continue };
        let kept = match child.look_ahead(replies) {
            LookAhead::Loss(_) => return Some(mv),
            LookAhead::Moves(kept) if kept.len() == 1 => kept,
            LookAhead::Moves(_) | LookAhead::Win => continue,
        };
        child.play(kept.nth(0));
        let Status::Ongoing(next) = child.status() else { continue };
        let is_won = match child.look_ahead(next) {
            LookAhead::Win => true,
            LookAhead::Loss(_) => false,
            LookAhead::Moves(next) => forced_win(&child, &next, left).is_some(),
        };
        if is_won {
            return Some(mv);
        }
    }
    None
}

/// What sequences of forced replies show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ThreatSearch<G: Game> {
    /// The side to move wins, beginning with this move.
    Win(G::Move),
    /// The opponent would win if it were to move. These moves, perhaps none, are all that may stop it.
    Threat(G::Moves),
    /// Nothing was found.
    Nothing,
}

/// A way to find the legal moves, for games where that is a question of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Generator {
    /// All cells at once, by bit tricks: what [`Game::status`] does.
    Parallel,
    /// Every empty cell, one by one.
    Scan,
    /// The empty cells next to occupied ones, one by one.
    Ring,
}

/// What can be seen of the position behind a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChildProbe<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// Its place among the moves, or 0 where it was looked at alone.
    pub index: usize,
    /// Its [`order_hint`](Knowledge::order_hint).
    pub hint: i32,
    /// How good it looks by all that is seen here, between −1,000 and 1,000: 0 without
    /// [`HAS_LEARNT_ORDER`](Knowledge::HAS_LEARNT_ORDER).
    pub order_score: i32,
    /// The position behind it.
    pub position: G,
    /// Its [canonical key](Knowledge::canonical_key), where that cost next to nothing.
    pub key: Option<u64>,
    /// How the game ended there, or what [`look_ahead`](Knowledge::look_ahead) sees from there.
    pub status: Status<LookAhead<G::Moves>>,
    /// The [margins](Knowledge::margin_bounds) that can be reached from there, if looking ahead has left moves.
    pub margins: (i32, i32),
    /// What [`theory_bound`](Knowledge::theory_bound) says there, if that was wanted and looking ahead has left moves to
    /// choose from; else it may be missing.
    pub theory_bound: Option<i32>,
}

/// A game searched to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameResult {
    /// What it came to for the side to move.
    pub margin: i32,
    /// The positions visited behind this one.
    pub nodes: u64,
}

/// What the theory of a game says about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerfectPlay<Moves> {
    /// How the game ends under best play.
    pub outcome: Outcome,
    /// The moves that lead there, at least one.
    pub moves: Moves,
}

/// What can be seen of a position without searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LookAhead<Moves> {
    /// The side to move wins with its next move.
    Win,
    /// The side to move loses after so many plies, whatever it does.
    Loss(u32),
    /// The moves that do not lose at once or to the next move.
    Moves(Moves),
}
