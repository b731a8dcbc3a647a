//! A proof-number search with its table: it can write proofs, and its table can be saved.

use std::io;

use spielbaum_core::{Budget, Evaluate, Knowledge, Meter, Outcome, Search, Side};

use super::strategy::{Step, certify};
use super::{ProofSearch, Question, dfpn};

/// A [`ProofSearch`], independent of its evaluation.
pub trait Prover<G: Knowledge>: Search<G> {
    /// Proves that the value of `root` is `outcome`, starting from the table, and passes the proof to `tell`; false
    /// when that is wrong or the budget is used up, in which case the steps passed are not a proof.
    fn prove(&mut self, root: &G, outcome: Outcome, budget: &Budget, tell: &mut dyn FnMut(Step<'_, G>)) -> bool;

    /// Whether a search continues from the table of the one before.
    fn keeps_table(&self) -> bool;

    /// Writes the table piece by piece, until there is an error.
    fn save_table(&self, write: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>;

    /// Loads what [`save_table`](Prover::save_table) of a search with the same settings has written.
    fn load_table(&mut self, source: &mut dyn io::Read) -> io::Result<()>;
}

impl<G: Knowledge, E: Evaluate<G>> Prover<G> for ProofSearch<E> {
    fn prove(&mut self, root: &G, outcome: Outcome, budget: &Budget, tell: &mut dyn FnMut(Step<'_, G>)) -> bool {
        let claims = match outcome {
            Outcome::Win(winner) => vec![Question { prover: winner, accepts_draw: false }],
            Outcome::Draw => Side::BOTH.map(|prover| Question { prover, accepts_draw: true }).to_vec(),
        };
        let meter = &mut Meter::start(budget);
        claims.into_iter().all(|claim| self.certify(root, claim, meter, tell))
    }

    fn keeps_table(&self) -> bool {
        self.settings.searches_both_sides
    }

    fn save_table(&self, write: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.kept.as_ref().map_or(Ok(()), |search| search.table.save(write))
    }

    fn load_table(&mut self, source: &mut dyn io::Read) -> io::Result<()> {
        let search = dfpn::Dfpn::new(&self.settings);
        search.table.load(source)?;
        self.kept = Some(search);
        Ok(())
    }
}

impl<E> ProofSearch<E> {
    /// Proves a yes with df-pn, starting from the table, and passes the proof to `tell`; false when the answer is no or
    /// the budget is used up, in which case the steps passed are not a proof.
    pub fn certify<G: Knowledge>(
        &mut self,
        root: &G,
        question: Question,
        meter: &mut Meter,
        tell: &mut dyn FnMut(Step<'_, G>),
    ) -> bool
    where
        E: Evaluate<G>,
    {
        let search = self.kept.take().unwrap_or_else(|| dfpn::Dfpn::new(&self.settings));
        let is_proven = certify(&search, root, &self.judge(question), meter, tell);
        self.kept = Some(search);
        is_proven
    }
}
