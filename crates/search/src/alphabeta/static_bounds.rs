//! What is known about a position without searching it: wins one or two plies ahead, reachable scores, bounds by the
//! theory of the game, and positions for the game's endgame solver.

use spielbaum_core::{Cut, Game, LookAhead, Margins, MoveSet, Objective, Outcome, Score, Tactics};

use super::node::{Node, Window};
use super::searcher::{Moves, Searcher, Setup};
use super::switches::Switch;

/// The bounds of a position that are known without searching it.
pub(super) struct StaticBounds<Moves> {
    /// Its score, and how it is known, where that lies outside the window or is exact.
    pub(super) settled: Option<(Score, Cut)>,
    /// The window, narrowed to reachable scores.
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The moves that neither win nor lose at once, where look-ahead is on.
    pub(super) moves: Option<Moves>,
}

impl<Moves> StaticBounds<Moves> {
    #[inline]
    fn settled_by(self, reason: Cut, score: Score) -> StaticBounds<Moves> {
        StaticBounds { settled: Some((score, reason)), ..self }
    }
}

/// The inputs of the static bounds of a position.
pub(super) struct Known<Moves, Margins, Theory> {
    /// What [look-ahead](Tactics::look_ahead) found, if it was asked.
    pub(super) look: Option<LookAhead<Moves>>,
    /// [`margin_bounds`](Margins::margin_bounds), called with whether look-ahead left moves.
    pub(super) margins: Margins,
    /// [`theory_bound`](Margins::theory_bound), where theory applies.
    pub(super) theory: Theory,
}

impl<C: Setup> Searcher<'_, C> {
    /// Narrows the window and the moves of a node; its score where nothing is left to search.
    #[inline]
    pub(super) fn static_bounds(&mut self, node: &mut Node<'_, C>, moves: &mut Option<Moves<C>>) -> Option<Score> {
        let position = node.position;
        let has_theory = self.theory_applies(position, node.depth);
        let known = Known {
            look: moves
                .as_ref()
                .filter(|_| self.has(Switch::LookAhead))
                .map(|moves| position.look_ahead(moves.clone())),
            margins: |has_looked| position.margin_bounds(has_looked),
            theory: || if has_theory { position.theory_bound() } else { None },
        };
        let bounds = self.bounds(position, node.window, known);
        if let Some((score, reason)) = bounds.settled {
            // Without moves the game may be over, which takes precedence.
            let outcome = if moves.is_none() { self.status(position).outcome() } else { None };
            return Some(match outcome {
                Some(outcome) => self.game_over(node, outcome),
                None => self.settle(score, reason, node.ply),
            });
        }
        (node.alpha, node.beta) = (bounds.alpha, bounds.beta);
        if let (Some(all), Some(rest)) = (&*moves, bounds.moves) {
            if Self::IS_ACTIVE && rest.len() < all.len() {
                self.cut(Cut::LookAhead, all.iter().filter(|&mv| !rest.contains(mv)));
            }
            *moves = Some(rest);
        }
        None
    }

    /// What follows from look-ahead, reachable scores and theory.
    #[inline]
    pub(super) fn bounds<Margins, Theory>(
        &self,
        position: &C::Game,
        window: Window,
        known: Known<Moves<C>, Margins, Theory>,
    ) -> StaticBounds<Moves<C>>
    where
        Margins: FnOnce(bool) -> (i32, i32),
        Theory: FnOnce() -> Option<i32>,
    {
        let mut bounds = StaticBounds { settled: None, alpha: window.alpha, beta: window.beta, moves: None };
        // One or two plies ahead: at depth 1 only wins are within the horizon.
        match known.look {
            Some(LookAhead::Win) => {
                return bounds.settled_by(Cut::LookAhead, self.win_score(position, 1, window.ply));
            }
            Some(LookAhead::Loss(plies)) if plies <= window.depth => {
                return bounds.settled_by(Cut::LookAhead, -self.win_score(position, plies, window.ply));
            }
            Some(LookAhead::Moves(rest)) if window.depth >= 2 => bounds.moves = Some(rest),
            _ => {}
        }
        if self.has(Switch::Bounds) {
            let has_looked = C::Game::LOOKS_AHEAD && bounds.moves.is_some();
            let (low, high) = self.reachable_scores(window.ply, has_looked, known.margins);
            if low >= window.beta || high <= window.alpha {
                return bounds.settled_by(Cut::Bounds, if low >= window.beta { low } else { high });
            }
            bounds.alpha = bounds.alpha.max(low);
            bounds.beta = bounds.beta.min(high);
            if bounds.alpha >= bounds.beta {
                return bounds.settled_by(Cut::Bounds, high);
            }
        }
        if self.has(Switch::Theory)
            && let Some(high) = (known.theory)().and_then(|margin| self.score_at_most(position, margin, window.ply))
        {
            if high <= bounds.alpha {
                return bounds.settled_by(Cut::Bounds, high);
            }
            bounds.beta = bounds.beta.min(high);
        }
        bounds
    }

    /// Counts and reports what settled a position, and returns its score.
    #[inline]
    fn settle(&mut self, score: Score, reason: Cut, ply: u32) -> Score {
        if reason == Cut::LookAhead {
            self.statistics.look_ahead_cuts += 1;
            self.selective_depth = self.selective_depth.max(ply + 1);
        } else {
            self.statistics.bound_cuts += 1;
        }
        self.cut(reason, []);
        score
    }

    /// The score of a win by the side to move `plies` plies ahead.
    #[inline]
    pub(super) fn win_score(&self, position: &C::Game, plies: u32, ply: u32) -> Score {
        match self.objective() {
            Objective::Outcome => Score::win_in(0),
            Objective::Sooner => Score::win_in(ply + plies),
            Objective::Margin => Score(position.margin(plies)),
        }
    }

    /// The score of a finished game.
    #[inline]
    pub(super) fn terminal_score(&self, position: &C::Game, outcome: Outcome, ply: u32) -> Score {
        self.objective().terminal(outcome, position.side_to_move(), ply, || position.margin(0))
    }

    /// The lowest and the highest score that a position can have; `margins` are its
    /// [`margin_bounds`](Margins::margin_bounds).
    #[inline]
    pub(super) fn reachable_scores(
        &self,
        ply: u32,
        has_looked: bool,
        margins: impl FnOnce(bool) -> (i32, i32),
    ) -> (Score, Score) {
        match self.objective() {
            Objective::Outcome => (Score::loss_in(0), Score::win_in(0)),
            // A move may lose by itself, as in Yavalath. After look-ahead the side to move neither wins nor loses with
            // its next move and does not lose to the reply, but the reply may still lose the game for the opponent.
            Objective::Sooner if has_looked => (Score::loss_in(ply + 3), Score::win_in(ply + 2)),
            Objective::Sooner => (Score::loss_in(ply + 1), Score::win_in(ply + 1)),
            Objective::Margin => {
                let (low, high) = margins(has_looked);
                (Score(low), Score(high))
            }
        }
    }

    /// Whether theory applies: only to positions that are searched to the end of the game.
    #[inline]
    pub(super) fn theory_applies(&self, position: &C::Game, depth: u32) -> bool {
        self.has(Switch::Theory) && depth >= position.max_plies() as u32
    }

    /// The highest score of a position whose side to move reaches at most `margin`.
    #[inline]
    pub(super) fn score_at_most(&self, position: &C::Game, margin: i32, ply: u32) -> Option<Score> {
        Some(match self.objective() {
            Objective::Margin => Score(margin),
            Objective::Outcome if margin < 0 => Score::loss_in(0),
            Objective::Sooner if margin < 0 => Score::loss_in(ply + position.max_plies() as u32),
            Objective::Outcome | Objective::Sooner if margin == 0 => Score::DRAW,
            Objective::Outcome | Objective::Sooner => return None,
        })
    }

    /// An upper bound by theory that is at most alpha, worth its cost only where a node is about to be searched.
    #[inline]
    pub(super) fn theory_cap(&mut self, node: &Node<'_, C>) -> Option<Score> {
        if !C::Game::HAS_STABILITY_BOUND || !self.theory_applies(node.position, node.depth) {
            return None;
        }
        let margin = node.position.stability_bound(self.as_margin(node.alpha))?;
        let highest = self.score_at_most(node.position, margin, node.ply).filter(|highest| *highest <= node.alpha)?;
        Some(self.settle(highest, Cut::Bounds, node.ply))
    }

    /// Whether the game's endgame solver, which does not count plies, solves a position.
    #[inline]
    pub(super) fn is_solved_by_game(&self, position: &C::Game, depth: u32) -> bool {
        C::Game::HAS_ENDGAME_SOLVER
            && self.has(Switch::Finish)
            && position.can_solve_endgame()
            && self.objective() != Objective::Sooner
            && depth >= position.max_plies() as u32
    }

    /// The score of a node by the game's endgame solver.
    #[inline]
    pub(super) fn solve_endgame(&mut self, node: &Node<'_, C>) -> Option<Score> {
        if !self.is_solved_by_game(node.position, node.depth) {
            return None;
        }
        let finish = node.position.solve_endgame(self.as_margin(node.alpha), self.as_margin(node.beta))?;
        self.meter.add(finish.nodes);
        self.count_leaf(node.ply);
        Some(match (self.objective(), finish.margin) {
            (Objective::Margin, margin) => Score(margin),
            (_, 1..) => Score::win_in(0),
            (_, 0) => Score::DRAW,
            _ => Score::loss_in(0),
        })
    }

    /// The limit of a window as a margin; where only the outcome counts, 1 stands for every win.
    #[inline]
    fn as_margin(&self, score: Score) -> i32 {
        if self.objective() == Objective::Margin { score.0 } else { score.0.signum() }
    }
}
