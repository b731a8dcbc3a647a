//! Games with their compiled searches.

use std::sync::LazyLock;

use spielbaum_core::{Analysis, Budget, Game, Knowledge, Notation, Objective, Outcome, Rng, Search, TextError};
use spielbaum_search::mcts::MonteCarlo;
use spielbaum_search::proof::{self, Proof, ProofTree, Prover};
use spielbaum_search::{Book, Minimax, PlayoutLimit, Playouts, Recorder, Spec, divide, late_position, perft};

/// A game for which the searches are compiled.
///
/// Searches are generic over the game: their loops are compiled for each game, in every crate that calls them with its
/// type. That is the cost of a build, so the registered games are made playable here, by impls that are not generic.
/// Their loops are compiled in this crate, and code that is generic over `G: Playable` finds them through
/// [`searches`](Playable::searches) without compiling anything again.
///
/// A game of your own becomes playable by one line in its crate, where its loops are then compiled:
///
/// ```ignore
/// spielbaum_players::playable!(Nim);
/// ```
pub trait Playable: Notation + Knowledge {
    /// The compiled searches of the game.
    fn searches() -> &'static CompiledSearches<Self>;
}

/// Compiles every search for these games: implements [`Playable`] for them.
#[macro_export]
macro_rules! playable {
    ($($game:ty),+ $(,)?) => {
        $(impl $crate::Playable for $game {
            fn searches() -> &'static $crate::CompiledSearches<Self> {
                // A static belongs to this crate; a constant would be compiled again wherever this function is inlined.
                static SEARCHES: $crate::CompiledSearches<$game> = $crate::CompiledSearches::new();
                &SEARCHES
            }
        })+
    };
}

spielbaum_games::with_games! { playable; }

/// What is compiled for a game: a function for each way to use a search.
pub struct CompiledSearches<G: Knowledge> {
    pub(crate) build: Build<Box<dyn Search<G>>>,
    pub(crate) monte_carlo: Build<Option<Box<dyn MonteCarlo<G>>>>,
    pub(crate) record: Record<G>,
    pub(crate) proof_tree: GrowProofTree<G>,
    pub(crate) prover: Build<Option<Box<dyn Prover<G>>>>,
    pub(crate) minimax: fn(&G, u32, Objective) -> Minimax,
    pub(crate) perft: fn(&G, u32) -> u64,
    pub(crate) divide: Divide<G>,
    pub(crate) late_position: fn(&G, usize, usize, &mut Rng) -> G,
    pub(crate) play_out: fn(&mut Playouts, &G, PlayoutLimit, &mut Rng),
    pub(crate) write_proof: WriteProof<G>,
    pub(crate) read_proof: fn(&str) -> Result<Proof<G>, TextError>,
    pub(crate) read_book: fn(&[u8], &G) -> Result<Book<G>, TextError>,
    /// The opening book that comes with the program.
    pub(crate) book: LazyLock<Option<Book<G>>>,
}

type Build<T> = fn(&Spec) -> Result<T, TextError>;
type Record<G> = fn(&Spec, &G, &Budget, &mut Recorder<G>) -> Result<Analysis<G>, TextError>;
type Divide<G> = fn(&G, u32) -> Vec<(<G as Game>::Move, u64)>;
type WriteProof<G> = fn(&mut dyn Prover<G>, &G, Outcome, &Budget, &mut dyn FnMut(u64)) -> Option<String>;
type GrowProofTree<G> = fn(&Spec, &G) -> Result<Option<Box<dyn ProofTree<G>>>, TextError>;

impl<G: Notation + Knowledge> CompiledSearches<G> {
    /// Every search for `G`, compiled where this is called with a type; [`playable!`](crate::playable!) calls it.
    #[expect(clippy::new_without_default, reason = "a default would invite a second compilation")]
    pub const fn new() -> CompiledSearches<G> {
        CompiledSearches {
            build: |spec| spec.build(G::INFO.name),
            monte_carlo: |spec| spec.monte_carlo(G::INFO.name),
            record: |spec, root, budget, recorder| spec.observe(G::INFO.name, root, budget, recorder),
            proof_tree: |spec, root| spec.proof_tree(G::INFO.name, root),
            prover: |spec| spec.prover(G::INFO.name),
            minimax: |position, depth, objective| {
                spielbaum_search::minimax(position, depth, objective, &G::Evaluation::default())
            },
            perft,
            divide,
            late_position,
            play_out: Playouts::play,
            write_proof: proof::write_proof,
            read_proof: Proof::from_text,
            read_book: Book::read,
            book: LazyLock::new(|| {
                let start = G::default();
                let (bytes, _) = crate::embedded(&start)?;
                Book::read(bytes, &start).ok()
            }),
        }
    }
}
