//! The named variants of proof-number search.

use super::{Algorithm, Initial, Settings};
use crate::engine::Engine;
use crate::mcts::Thousandths;
use crate::presets::Preset;

/// All names of this family.
pub(crate) const PRESETS: [Preset; 4] = [
    preset("pns", "proof numbers, the whole tree in memory", "Allis et al. 1994", Settings::PNS),
    preset("pn2", "proof numbers, leaves judged by a second search", "Breuker et al. 2001", PN2),
    preset("dfpn", "proof numbers depth first, with table", "Nagai 2002; Pawlewicz & Lew 2007", DFPN),
    preset("prove", "the same with sequences of threats, in Yavalath", "Wu & Lin 2010; docs/yavalath.md", PROVE),
];

const PN2: Settings = Settings { algorithm: Algorithm::Pn2, ..Settings::PNS };

const DFPN: Settings = Settings { algorithm: Algorithm::Dfpn, initial: Initial::Mobility, ..Settings::PNS };

/// What proves wins of Yavalath soonest: docs/yavalath.md has the measurements.
pub(crate) const PROVE: Settings = Settings {
    initial: Initial::Effort,
    epsilon: Thousandths(50),
    width: Thousandths(800),
    looks_ahead: true,
    forcing: 5,
    endings: 16,
    is_canonical: true,
    takes_turns: true,
    ..DFPN
};

const fn preset(name: &'static str, summary: &'static str, reference: &'static str, settings: Settings) -> Preset {
    Preset { name, summary, reference, engine: Engine::Proof(settings) }
}
