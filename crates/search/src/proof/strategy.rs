//! A proof written down: for every position where the prover can come to move, its move.
//!
//! ```text
//!   spielbaum proof 1
//!   game connect-four
//!   claim second does not lose
//!   position 4453
//!   <position> TAB <move>        one line for each position where the prover moves
//! ```

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use spielbaum_core::{Evaluate, Knowledge, Meter, MoveSet, Notation, Side, Status, TextError};

use super::dfpn::Dfpn;
use super::leaf::Judge;
use super::{Question, Settings};

/// The first line of every proof.
const HEADER: &str = "spielbaum proof 1";

/// A claim about a position, and the prover's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy<G: Knowledge> {
    /// The position.
    pub root: G,
    /// What is claimed: that the answer is yes.
    pub question: Question,
    /// The prover's move in every position that its moves and the opponent's can lead to.
    pub moves: HashMap<G, G::Move>,
}

/// Proves a yes with df-pn and writes the proof down; nothing when the answer is no or the budget is used up.
pub fn certify<G, E>(
    root: &G,
    question: Question,
    (settings, evaluation): (&Settings, &E),
    meter: &mut Meter,
) -> Option<Strategy<G>>
where
    G: Knowledge,
    E: Evaluate<G>,
{
    let judge = Judge { settings, evaluation, question };
    let mut search = Dfpn::new(settings.memory);
    search.decide(root, &judge, meter).filter(|&is_yes| is_yes)?;
    let (mut moves, mut seen, mut rest) = (HashMap::new(), HashSet::new(), vec![root.clone()]);
    while let Some(position) = rest.pop() {
        if !seen.insert(position.clone()) {
            continue;
        }
        let legal = match position.status() {
            Status::Over(_) => continue,
            Status::Ongoing(legal) => legal,
        };
        let after = |mv| {
            let mut child = position.clone();
            child.play(mv);
            child
        };
        if position.side_to_move() != question.prover {
            rest.extend(legal.iter().map(after));
            continue;
        }
        // What the table still knows, else what a new search finds out.
        let known = legal.iter().find(|&mv| search.known(&after(mv), &judge, meter).0 == 0);
        let mv = match known {
            Some(mv) => mv,
            None => legal.iter().find(|&mv| search.decide(&after(mv), &judge, meter) == Some(true))?,
        };
        rest.push(after(mv));
        moves.insert(position, mv);
    }
    Some(Strategy { root: root.clone(), question, moves })
}

impl<G: Notation + Knowledge> Strategy<G> {
    /// The proof as text, its lines in order.
    pub fn to_text(&self) -> String {
        let mut lines: Vec<String> =
            self.moves.iter().map(|(position, &mv)| format!("{position}\t{}\n", position.move_text(mv))).collect();
        lines.sort_unstable();
        let side = ["first", "second"][self.question.prover];
        let aim = if self.question.accepts_draw { "does not lose" } else { "wins" };
        let mut text = String::new();
        let _ = writeln!(text, "{HEADER}\ngame {}\nclaim {side} {aim}\nposition {}", G::INFO.name, self.root);
        text.extend(lines);
        text
    }

    /// Reads what [`to_text`](Strategy::to_text) writes. That the moves are legal is not checked here.
    pub fn from_text(text: &str) -> Result<Strategy<G>, TextError> {
        let mut lines = text.lines();
        let mut next =
            |what: &str| lines.next().ok_or_else(|| TextError::new(format!("the proof ends before its {what}")));
        let header = next("header")?;
        if header != HEADER {
            return Err(TextError::at(&format!("a proof begins with '{HEADER}', not"), header, ""));
        }
        let game = next("game")?;
        if game.strip_prefix("game ") != Some(G::INFO.name) {
            return Err(TextError::at(&format!("expected 'game {}', not", G::INFO.name), game, ""));
        }
        let question = parse_claim(next("claim")?)?;
        let position = next("position")?;
        let root = position.strip_prefix("position").map(str::trim);
        let root = root.ok_or_else(|| TextError::at("expected 'position …', not", position, ""))?.parse()?;
        let mut moves = HashMap::new();
        for (number, line) in lines.enumerate() {
            let place = |error: TextError| TextError::new(format!("{error} (line {} of the proof)", number + 5));
            let (position, mv) =
                line.split_once('\t').ok_or_else(|| place(TextError::at("no position and move in", line, "")))?;
            let position: G = position.parse().map_err(place)?;
            let mv = position.parse_move(mv).map_err(place)?;
            if moves.insert(position, mv).is_some() {
                return Err(place(TextError::at("a second move for", line, "")));
            }
        }
        Ok(Strategy { root, question, moves })
    }
}

fn parse_claim(line: &str) -> Result<Question, TextError> {
    let claims = [
        ("claim first wins", Side::First, false),
        ("claim second wins", Side::Second, false),
        ("claim first does not lose", Side::First, true),
        ("claim second does not lose", Side::Second, true),
    ];
    let found = claims.into_iter().find(|(text, ..)| *text == line);
    let found = found.map(|(_, prover, accepts_draw)| Question { prover, accepts_draw });
    found.ok_or_else(|| TextError::at("unknown claim", line, ""))
}
