//! Proof files: the result of a proof-number search, written move by move.

use std::path::Path;

use spielbaum_core::{Budget, Outcome, Value};
use spielbaum_players::{Playable, read_proof, write_proof};
use spielbaum_search::proof::Prover;
use spielbaum_search::{Engine, Spec};

use crate::failure::Failure;
use crate::files;
use crate::output::{Output, grouped};

/// Refuses a search that cannot write proofs.
pub(crate) fn check(spec: &Spec) -> Result<(), Failure> {
    match spec.engine() {
        Engine::Proof(_) => Ok(()),
        _ => {
            let text = format!("algorithm: '{spec}' writes no proofs; --proof needs pns, pn2, dfpn or prove");
            Err(Failure::Input(text))
        }
    }
}

/// The search that `spec` describes, if it can write proofs.
pub(crate) fn prover<G: Playable>(spec: &Spec) -> Result<Option<Box<dyn Prover<G>>>, Failure> {
    spielbaum_players::prover(spec).map_err(|error| Failure::input("algorithm", error))
}

/// Moves of a proof between two progress notes.
const NOTE_INTERVAL: u64 = 1 << 20;

/// A file for a proof.
pub(crate) struct ProofFile<'a> {
    pub(crate) file: &'a Path,
    pub(crate) budget: &'a Budget,
    pub(crate) output: &'a mut Output,
}

impl ProofFile<'_> {
    /// Extracts the proof of a search result, checks it, and writes it.
    pub(crate) fn write<G: Playable>(
        self,
        position: &G,
        value: Value,
        prover: &mut dyn Prover<G>,
    ) -> Result<(), Failure> {
        let side = position.side_to_move();
        let outcome = match value {
            Value::Win(_) => Outcome::Win(side),
            Value::Loss(_) => Outcome::Win(!side),
            Value::Draw => Outcome::Draw,
            Value::Margin(_) | Value::Estimate(_) => {
                return Err(Failure::Failed("nothing was proven within the limits: no proof written".to_owned()));
            }
        };
        let mut moves = 0;
        let text = write_proof(prover, position, outcome, self.budget, &mut |so_far| {
            if so_far > moves && so_far % NOTE_INTERVAL == 0 {
                let _ = self.output.note(&format!("writing the proof: {} moves so far", grouped(so_far)));
            }
            moves = so_far;
        });
        let Some(text) = text else {
            let reason = "the limits are too tight to extract the proof: no proof written";
            return Err(Failure::Failed(reason.to_owned()));
        };
        if moves > NOTE_INTERVAL {
            let _ = self.output.note(&format!("checking the proof of {} moves", grouped(moves)));
        }
        // Check the file itself, which lacks the history of the position.
        let read = read_proof::<G>(&text).map_err(|error| Failure::input("proof", error))?;
        read.verdict.map_err(|error| Failure::Failed(format!("no proof written, because it is invalid: {error}")))?;
        files::write_packed(self.file, text.as_bytes())
    }
}
