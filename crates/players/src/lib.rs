//! Every search for every registered game, compiled once.
//!
//! Searches are generic over the game, so that their loops are compiled for each game; a crate that calls one compiles it
//! anew. The functions here look the compiled ones up instead: they are generic only over what they find.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use spielbaum_core::{Analysis, Budget, Evaluate, Knowledge, Notation, Objective, Search, TextError};
use spielbaum_games::{Chess, ConnectFour, Visitor, each_game};
use spielbaum_search::mcts::MonteCarlo;
use spielbaum_search::proof::{ProofTree, Prover};
use spielbaum_search::{Book, BookHeader, GivenLeaves, Minimax, Recorder, Spec, UniformTree};
use spielbaum_tablebases::Endings;

/// The search that `spec` describes, if the game knows all that its switches need. A program that is not ours is started.
pub fn build<G: Notation + Knowledge>(spec: &Spec) -> Result<Box<dyn Search<G>>, TextError> {
    if let Some(program) = spec.program() {
        return spielbaum_engines::start(program);
    }
    (workshop::<G>().build)(equipped::<G>(spec)?.as_ref())
}

/// The Monte-Carlo tree search that `spec` describes, whose tree can be looked at; nothing where it describes another.
pub fn monte_carlo<G: Notation + Knowledge>(spec: &Spec) -> Result<Option<Box<dyn MonteCarlo<G>>>, TextError> {
    if spec.program().is_some() {
        return Ok(None);
    }
    (workshop::<G>().monte_carlo)(spec)
}

/// The book that comes with the program, for a position of its game that is not beyond it.
pub fn embedded_book<G: Notation + Knowledge>(position: &G) -> Option<&'static Book<G>> {
    /// Read when it is first asked: the positions of its plies are found by walking through them.
    static CONNECT_FOUR: LazyLock<Book<ConnectFour>> = LazyLock::new(|| {
        Book::read(spielbaum_games::CONNECT_FOUR_BOOK, &ConnectFour::default()).expect("a book of this game")
    });
    if TypeId::of::<G>() != TypeId::of::<ConnectFour>() {
        return None;
    }
    let plies = G::default().max_plies().checked_sub(position.max_plies())?;
    let reach = BookHeader::read(spielbaum_games::CONNECT_FOUR_BOOK).ok()?.plies;
    (plies <= reach as usize).then(|| (&*CONNECT_FOUR as &dyn Any).downcast_ref()).flatten()
}

/// Analyses `root` and writes down every step, if the search walks through a tree.
pub fn record<G: Notation + Knowledge>(
    spec: &Spec,
    root: &G,
    budget: &Budget,
    recorder: &mut Recorder<G>,
) -> Result<Analysis<G>, TextError> {
    (workshop::<G>().record)(equipped::<G>(spec)?.as_ref(), root, budget, recorder)
}

/// The proof-number search that `spec` describes, which can write proofs; nothing where it describes another.
pub fn prover<G: Notation + Knowledge>(spec: &Spec) -> Result<Option<Box<dyn Prover<G>>>, TextError> {
    (workshop::<G>().prover)(spec)
}

/// The tree of the proof-number search that `spec` describes, from `root` on; nothing where it describes another search.
pub fn proof_tree<G: Notation + Knowledge>(spec: &Spec, root: &G) -> Result<Option<Box<dyn ProofTree<G>>>, TextError> {
    (workshop::<G>().proof_tree)(spec, root)
}

/// Searches a tree that is nothing but its leaves and writes down every step.
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
pub fn minimax<G: Notation + Knowledge>(position: &G, depth: u32, objective: Objective) -> Minimax {
    (workshop::<G>().minimax)(position, depth, objective)
}

type Build<G> = fn(&Spec) -> Result<Box<dyn Search<G>>, TextError>;
type Grow<G> = fn(&Spec) -> Result<Option<Box<dyn MonteCarlo<G>>>, TextError>;
type Record<G> = fn(&Spec, &G, &Budget, &mut Recorder<G>) -> Result<Analysis<G>, TextError>;
type Plant<G> = fn(&Spec, &G) -> Result<Option<Box<dyn ProofTree<G>>>, TextError>;
type Prove<G> = fn(&Spec) -> Result<Option<Box<dyn Prover<G>>>, TextError>;

/// The spec together with the tables of chess endings that its search asks. Searches of other games ask nobody.
fn equipped<G: Knowledge>(spec: &Spec) -> Result<Cow<'_, Spec>, TextError> {
    let endings = match spec.endings_folder() {
        Some(folder) => spielbaum_tablebases::open(folder.as_ref())?,
        None if G::Evaluation::PROBES_TABLEBASES && spec.asks_endings() => Arc::new(Endings::small()),
        None => return Ok(Cow::Borrowed(spec)),
    };
    Ok(Cow::Owned(spec.clone().with_tablebases::<Chess>(endings)))
}

/// What is compiled for a game.
struct Workshop<G: Knowledge> {
    build: Build<G>,
    monte_carlo: Grow<G>,
    record: Record<G>,
    proof_tree: Plant<G>,
    prover: Prove<G>,
    minimax: fn(&G, u32, Objective) -> Minimax,
}

/// The workshops of all registered games, each of them a [`Workshop`] of its own type.
static WORKSHOPS: LazyLock<HashMap<TypeId, Box<dyn Any + Send + Sync>>> =
    LazyLock::new(|| each_game(&mut Equip).into_iter().collect());

fn workshop<G: Notation + Knowledge>() -> &'static Workshop<G> {
    let found = WORKSHOPS.get(&TypeId::of::<G>()).and_then(|workshop| workshop.downcast_ref());
    found.unwrap_or_else(|| panic!("{} is not in the list of games", G::INFO.name))
}

struct Equip;

impl Visitor for Equip {
    type Output = (TypeId, Box<dyn Any + Send + Sync>);

    fn visit<G: Notation + Knowledge>(&mut self) -> Self::Output {
        let workshop = Workshop::<G> {
            build: |spec| spec.build(G::INFO.name),
            monte_carlo: |spec| spec.monte_carlo(G::INFO.name),
            record: |spec, root, budget, recorder| spec.observe(G::INFO.name, root, budget, recorder),
            proof_tree: |spec, root| spec.proof_tree(G::INFO.name, root),
            prover: |spec| spec.prover(G::INFO.name),
            minimax: |position, depth, objective| {
                spielbaum_search::minimax(position, depth, objective, &G::Evaluation::default())
            },
        };
        (TypeId::of::<G>(), Box::new(workshop))
    }
}
