//! The crate `minimax`: its own rollout and perft over a Connect Four written for its `Game` trait.
//!
//! The crate ships traits and strategies; its games are examples, which a dependent cannot call. The board here has the
//! representation of its Connect Four example, two bitboards of seven bits a column, but leaves out the hash that
//! neither rollout nor perft reads, and is faster than the example in both. What is timed is `RolloutPolicy::rollout`,
//! the provided method that the crate's tree search calls at its leaves: a generator seeded from the thread's and a new
//! move list for each game.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;

use minimax::{
    Evaluation, Evaluator, Game, MCTSOptions, MonteCarloTreeSearch, Negamax, RolloutPolicy, Strategy, Winner,
};
use rand_0_9::rngs::SmallRng;
use rand_0_9::seq::IndexedRandom;

use crate::contestant::{Contestant, Grown, Playout};
use crate::evidence::Evidence;
use crate::job::{Job, Task, Unit};

const NAME: &str = "minimax 0.6.0";

/// `minimax` at `job`, if that is about Connect Four.
pub(crate) fn contestant(job: Job) -> Option<Contestant> {
    if job.game != "connect-four" {
        return None;
    }
    Some(match job.task {
        Task::Playouts(playouts) => {
            assert!(playouts.unit == Unit::Playouts, "the timed games do not count their moves");
            let options = MCTSOptions::default();
            let evidence = Evidence::of_playouts(playouts, || play_out::<true>(&options));
            Contestant::timed_playouts(NAME, playouts, evidence, move || play_out::<false>(&options))
        }
        Task::Perft { depth } => Contestant::perft(NAME, move || {
            silently(|| minimax::perft::<ConnectFour>(&mut Position::default(), depth as u8, false))
                .expect("standard output can be redirected")
        }),
        Task::AlphaBeta { depth } => {
            let mut search = Negamax::new(Zero, depth as u8);
            Contestant::search(NAME, move || {
                LEAVES.set(0);
                search.choose_move(&Position::default());
                (search.root_value().into(), LEAVES.get())
            })
        }
        Task::Tree { iterations } => {
            let options = MCTSOptions::default().with_num_threads(1);
            let mut search: MonteCarloTreeSearch<ConnectFour> = MonteCarloTreeSearch::new(options);
            search.set_max_rollouts(iterations);
            Contestant::tree(NAME, move || {
                let best = search.choose_move(&Position::default()).map(|column| column.0.into());
                Grown { iterations: iterations.into(), best }
            })
        }
        Task::Solve(_) => return None,
    })
}

fn play_out<const COUNTS: bool>(options: &MCTSOptions) -> Playout {
    let policy = Uniform::<COUNTS>::default();
    let result = policy.rollout(options, &Position::default());
    // The crate's point of view is that of who moved before the start: the second player.
    Playout { plies: policy.plies.get(), score: f64::from(1 - result.signum()) / 2.0 }
}

thread_local! {
    /// Positions that [`Zero`] has judged.
    static LEAVES: Cell<u64> = const { Cell::new(0) };
}

/// Judges every position as 0 and counts them. The crate shuffles the moves of the root, so that no two searches visit
/// the same positions.
struct Zero;

impl Evaluator for Zero {
    type G = ConnectFour;

    fn evaluate(&self, _: &Position) -> Evaluation {
        LEAVES.set(LEAVES.get() + 1);
        0
    }
}

/// Chooses among the legal moves with equal chances, as the crate's private default policy does.
///
/// If it `COUNTS` the moves, which the rollout does not report, it slows the rollout down by a seventh.
#[derive(Default)]
struct Uniform<const COUNTS: bool> {
    plies: Cell<u32>,
}

impl<const COUNTS: bool> RolloutPolicy for Uniform<COUNTS> {
    type G = ConnectFour;

    fn random_move(
        &self,
        state: &mut Position,
        move_scratch: &mut Vec<Column>,
        rng: &mut SmallRng,
    ) -> Result<Column, Winner> {
        match ConnectFour::generate_moves(state, move_scratch) {
            Some(winner) => Err(winner),
            None => {
                if COUNTS {
                    self.plies.set(self.plies.get() + 1);
                }
                Ok(*move_scratch.choose(rng).expect("a game that goes on has moves"))
            }
        }
    }
}

/// The rules of Connect Four for the crate's trait.
struct ConnectFour;

/// Stones as bits, a column of six cells and an empty one above after the other:
///
/// ```text
///  5 12 19 26 33 40 47
///  4 11 18 25 32 39 46
///  3 10 17 24 31 38 45
///  2  9 16 23 30 37 44
///  1  8 15 22 29 36 43
///  0  7 14 21 28 35 42
/// ```
#[derive(Clone, Default)]
struct Position {
    /// The stones of the side to move.
    own: u64,
    /// The stones of both sides.
    occupied: u64,
}

/// The column a stone is dropped into, from 0 on the left.
#[derive(Clone, Copy)]
struct Column(u8);

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
/// Bits from a column to the next.
const STRIDE: u8 = ROWS + 1;
/// Every cell of the board: six bits in each group of seven.
const ALL_CELLS: u64 = 0b0111111_0111111_0111111_0111111_0111111_0111111_0111111;

impl Game for ConnectFour {
    type S = Position;
    type M = Column;

    fn generate_moves(state: &Position, moves: &mut Vec<Column>) -> Option<Winner> {
        let winner = ConnectFour::get_winner(state);
        if winner.is_none() {
            moves.extend((0..COLUMNS).map(Column).filter(|column| state.occupied & column.top() == 0));
        }
        winner
    }

    fn apply(state: &mut Position, column: Column) -> Option<Position> {
        // The sum carries to the lowest free cell of the column.
        let occupied = state.occupied | (state.occupied + column.bottom());
        Some(Position { own: state.own ^ state.occupied, occupied })
    }

    fn get_winner(state: &Position) -> Option<Winner> {
        let stones = state.own ^ state.occupied;
        let has_four = |step: u8| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        };
        if has_four(1) || has_four(STRIDE) || has_four(STRIDE - 1) || has_four(STRIDE + 1) {
            Some(Winner::PlayerJustMoved)
        } else if state.occupied == ALL_CELLS {
            Some(Winner::Draw)
        } else {
            None
        }
    }
}

impl Column {
    fn bottom(self) -> u64 {
        1 << (self.0 * STRIDE)
    }

    fn top(self) -> u64 {
        self.bottom() << (ROWS - 1)
    }
}

/// Calls `work` while standard output leads nowhere, because the crate's perft prints a table.
fn silently<T>(work: impl FnOnce() -> T) -> io::Result<T> {
    io::stdout().flush()?;
    let kept = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(File::options().write(true).open("/dev/null")?)?;
    let result = work();
    io::stdout().flush()?;
    rustix::stdio::dup2_stdout(kept)?;
    Ok(result)
}
