//! The named variants of proof-number search.

use super::{Algorithm, Initial, Settings};
use crate::engine::Engine;
use crate::mcts::Thousandths;
use crate::presets::Preset;

/// All names of this family.
pub(crate) const PRESETS: [Preset; 4] = [
    preset("pns", "proof-number search, whole tree in memory", "Allis et al. 1994", Settings::PNS),
    preset("pn2", "proof-number search, leaves evaluated by a second search", "Breuker et al. 2001", PN2),
    preset("dfpn", "depth-first proof-number search with a table", "Nagai 2002; Pawlewicz & Lew 2007", DFPN),
    preset("prove", "the same with threat sequences (Yavalath)", "Wu & Lin 2010; docs/yavalath.md", PROVE),
];

const PN2: Settings = Settings { algorithm: Algorithm::Pn2, ..Settings::PNS };

const DFPN: Settings = Settings { algorithm: Algorithm::Dfpn, initial: Initial::Mobility, ..Settings::PNS };

/// The fastest settings for proving wins in Yavalath; docs/yavalath.md has the measurements.
pub(crate) const PROVE: Settings = Settings {
    initial: Initial::Own,
    epsilon: Thousandths(50),
    width: Thousandths(800),
    looks_ahead: true,
    forcing: 5,
    endings: 16,
    is_canonical: true,
    searches_both_sides: true,
    ..DFPN
};

const fn preset(name: &'static str, summary: &'static str, reference: &'static str, settings: Settings) -> Preset {
    Preset { name, summary, reference, engine: Engine::Proof(settings) }
}
