//! Proofs as files: what a proof-number search has found out, written down move by move.

use std::path::Path;

use spielbaum_core::{Budget, Outcome, Value};
use spielbaum_players::Playable;
use spielbaum_search::proof::{Proof, ProofText, Prover, Step};
use spielbaum_search::{Engine, Spec};

use crate::failure::Failure;
use crate::files;
use crate::output::{Output, grouped};

/// Refuses a search that proves nothing.
pub(crate) fn check(spec: &Spec) -> Result<(), Failure> {
    match spec.engine() {
        Engine::Proof(_) => Ok(()),
        _ => {
            let text = format!("algorithm: '{spec}' writes no proofs; --proof needs pns, pn2, dfpn or prove");
            Err(Failure::Input(text))
        }
    }
}

/// The search that `spec` describes, if it is one that proves.
pub(crate) fn prover<G: Playable>(spec: &Spec) -> Result<Option<Box<dyn Prover<G>>>, Failure> {
    spielbaum_players::prover(spec).map_err(|error| Failure::input("algorithm", error))
}

/// Moves of a proof between two words about it.
const NEWS: u64 = 1 << 20;

/// A file for a proof.
pub(crate) struct ProofFile<'a> {
    pub(crate) file: &'a Path,
    pub(crate) budget: &'a Budget,
    pub(crate) output: &'a mut Output,
}

impl ProofFile<'_> {
    /// Proves what a search has found, move by move, and writes that down if it holds.
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
                return Err(Failure::Failed("nothing was proven within the limits: no proof is written".to_owned()));
            }
        };
        let (mut proof, mut moves) = (ProofText::new(position), 0);
        let is_proven = prover.prove(position, outcome, self.budget, &mut |step| {
            if let Step::Move(..) = step {
                moves += 1;
                if moves % NEWS == 0 {
                    let _ = self.output.note(&format!("writing the proof: {} moves so far", grouped(moves)));
                }
            }
            proof.add(step);
        });
        if !is_proven {
            let reason = "the limits are too narrow to write the proof down: no proof is written";
            return Err(Failure::Failed(reason.to_owned()));
        }
        if moves > NEWS {
            let _ = self.output.note(&format!("checking the proof of {} moves", grouped(moves)));
        }
        let text = proof.finish();
        // What counts is the file, which lacks the history of the position.
        let read = Proof::<G>::from_text(&text).map_err(|error| Failure::input("proof", error))?;
        read.verdict.map_err(|error| Failure::Failed(format!("no proof is written, for it does not hold: {error}")))?;
        files::write_packed(self.file, text.as_bytes())
    }
}
