//! Every search for every registered game, compiled once, and the one crossing from a game's name to its type.
//!
//! Searches are generic over the game, so that their loops are compiled for each game; a crate that calls one compiles
//! it again. The functions here call the compiled ones of a [`Playable`] game instead.

mod playable;

use std::borrow::Cow;
use std::sync::Arc;

use spielbaum_core::{Analysis, Budget, Evaluate, Knowledge, Notation, Objective, Outcome, Rng, Search, TextError};
use spielbaum_games::Chess;
use spielbaum_search::mcts::MonteCarlo;
#[cfg(doc)]
use spielbaum_search::proof;
use spielbaum_search::proof::{Proof, ProofTree, Prover};
use spielbaum_search::{Book, BookHeader, GivenLeaves, Minimax, PlayoutLimit, Playouts, Recorder, Spec, UniformTree};
use spielbaum_tablebases::Endings;

pub use playable::{CompiledSearches, Playable};
pub use spielbaum_games::{GameSpec, Setup, game_infos};

spielbaum_games::visitor!(Playable);

/// The search that `spec` describes, if the game knows all that its switches need. An external program is started.
pub fn build<G: Playable>(spec: &Spec) -> Result<Box<dyn Search<G>>, TextError> {
    if let Some(program) = spec.program() {
        return spielbaum_engines::start(program);
    }
    (G::searches().build)(with_endings::<G>(spec)?.as_ref())
}

/// The Monte-Carlo tree search that `spec` describes, whose tree can be inspected; `None` for other searches.
pub fn monte_carlo<G: Playable>(spec: &Spec) -> Result<Option<Box<dyn MonteCarlo<G>>>, TextError> {
    if spec.program().is_some() {
        return Ok(None);
    }
    (G::searches().monte_carlo)(spec)
}

/// The book that comes with the program, for a position of its game that is not beyond it.
pub fn embedded_book<G: Playable>(position: &G) -> Option<&'static Book<G>> {
    let (_, header) = embedded(position)?;
    let plies = G::default().max_plies().checked_sub(position.max_plies())?;
    // Read when it is first needed: its positions are found by walking through the first plies of the game.
    if plies <= header.plies as usize { G::searches().book.as_ref() } else { None }
}

/// The bytes and the header of the book that comes with the game, if it is for the options of `position`.
fn embedded<G: Notation>(position: &G) -> Option<(&'static [u8], BookHeader)> {
    let bytes = G::PROFILE.book?;
    let header = BookHeader::read(bytes).ok()?;
    (header.game == position.game_text()).then_some((bytes, header))
}

/// Analyses `root` and records every step, if the search traverses a tree.
pub fn record<G: Playable>(
    spec: &Spec,
    root: &G,
    budget: &Budget,
    recorder: &mut Recorder<G>,
) -> Result<Analysis<G>, TextError> {
    (G::searches().record)(with_endings::<G>(spec)?.as_ref(), root, budget, recorder)
}

/// The proof-number search that `spec` describes, which can write proofs; `None` for other searches.
pub fn prover<G: Playable>(spec: &Spec) -> Result<Option<Box<dyn Prover<G>>>, TextError> {
    (G::searches().prover)(spec)
}

/// The text of the proof that `root` ends with `outcome`, by what `prover` remembers; see [`proof::write_proof`].
pub fn write_proof<G: Playable>(
    prover: &mut dyn Prover<G>,
    root: &G,
    outcome: Outcome,
    budget: &Budget,
    progress: &mut dyn FnMut(u64),
) -> Option<String> {
    (G::searches().write_proof)(prover, root, outcome, budget, progress)
}

/// Reads a proof and checks it by the rules of the game.
pub fn read_proof<G: Playable>(text: &str) -> Result<Proof<G>, TextError> {
    (G::searches().read_proof)(text)
}

/// Reads an opening book; `start` is the start position of its game.
pub fn read_book<G: Playable>(bytes: &[u8], start: &G) -> Result<Book<G>, TextError> {
    (G::searches().read_book)(bytes, start)
}

/// The number of legal move sequences of `depth` plies from `position`.
pub fn perft<G: Playable>(position: &G, depth: u32) -> u64 {
    (G::searches().perft)(position, depth)
}

/// [`perft`] of each move's subtree; `depth` is at least 1.
pub fn divide<G: Playable>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    (G::searches().divide)(position, depth)
}

/// A position near the end of a random game; see [`spielbaum_search::late_position`].
pub fn late_position<G: Playable>(start: &G, plies: usize, most: usize, rng: &mut Rng) -> G {
    (G::searches().late_position)(start, plies, most, rng)
}

/// Plays uniformly random games from `start` and counts them; see [`Playouts::play`].
pub fn play_out<G: Playable>(playouts: &mut Playouts, start: &G, limit: PlayoutLimit, rng: &mut Rng) {
    (G::searches().play_out)(playouts, start, limit, rng);
}

/// The tree of the proof-number search that `spec` describes, from `root` on; nothing where it describes another search.
pub fn proof_tree<G: Playable>(spec: &Spec, root: &G) -> Result<Option<Box<dyn ProofTree<G>>>, TextError> {
    (G::searches().proof_tree)(spec, root)
}

/// Searches a tree given by its leaves and records every step.
pub fn record_leaves(
    spec: &Spec,
    root: &UniformTree,
    leaves: GivenLeaves,
    budget: &Budget,
    recorder: &mut Recorder<UniformTree>,
) -> Result<(), TextError> {
    spec.observe_leaves(root, leaves, budget, recorder)
}

/// The value of a position by brute force.
pub fn minimax<G: Playable>(position: &G, depth: u32, objective: Objective) -> Minimax {
    (G::searches().minimax)(position, depth, objective)
}

/// The spec with the chess endgame tables that its search probes. Searches of other games probe none.
fn with_endings<G: Knowledge>(spec: &Spec) -> Result<Cow<'_, Spec>, TextError> {
    let endings = match spec.endings_folder() {
        Some(folder) => spielbaum_tablebases::open(folder.as_ref())?,
        None if G::Evaluation::PROBES_TABLEBASES && spec.probes_endings() => Arc::new(Endings::small()),
        None => return Ok(Cow::Borrowed(spec)),
    };
    Ok(Cow::Owned(spec.clone().with_tablebases::<Chess>(endings)))
}
