//! Proofs as files: what a proof-number search has found out, written down move by move.

use std::path::Path;

use spielbaum_core::{Budget, Knowledge, Notation, Outcome, Value};
use spielbaum_search::proof::{Proof, Prover};
use spielbaum_search::{Engine, Spec};

use crate::failure::Failure;
use crate::files;

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
pub(crate) fn prover<G: Notation + Knowledge>(spec: &Spec) -> Result<Option<Box<dyn Prover<G>>>, Failure> {
    spielbaum_players::prover(spec).map_err(|error| Failure::input("algorithm", error))
}

/// Proves what a search has found, move by move, and writes that down if it holds.
pub(crate) fn write<G: Notation + Knowledge>(
    file: &Path,
    position: &G,
    value: Value,
    prover: &mut dyn Prover<G>,
    budget: &Budget,
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
    let proof = prover.prove(position, outcome, budget).ok_or_else(|| {
        Failure::Failed("the limits are too narrow to write the proof down: no proof is written".to_owned())
    })?;
    let text = proof.to_text();
    // What counts is the file, which lacks the history of the position.
    let read = Proof::<G>::from_text(&text).map_err(|error| Failure::input("proof", error))?;
    read.verify().map_err(|error| Failure::Failed(format!("no proof is written, for it does not hold: {error}")))?;
    files::write(file, text.as_bytes())
}
