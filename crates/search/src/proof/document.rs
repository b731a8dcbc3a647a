//! Proof files: the claims about one position, each with the prover's moves.
//!
//! ```text
//!   spielbaum proof 2
//!   game connect-four
//!   position 4453
//!   claim first does not lose
//!   <moves>                      the prover's, in the order in which the checker visits their positions
//!   claim second does not lose   a draw takes two claims, a win one
//!   …
//!   end 1234                     the number of moves, which detects truncation
//! ```

use std::fmt::{self, Write};

use spielbaum_core::{Budget, Knowledge, Notation, Outcome, Side, TextError};

use super::checker::{CheckError, walk};
use super::{Prover, Question, Step, Strategy};

/// The first line of every proof.
const HEADER: &str = "spielbaum proof 2";

/// Moves in a line of the text.
const MOVES_A_LINE: usize = 20;

/// A proof under construction.
pub struct ProofText {
    text: String,
    /// All moves so far, and those of the last claim.
    moves: usize,
    moves_of_claim: usize,
}

impl ProofText {
    /// Starts a proof about a position.
    pub fn new<G: Notation>(root: &G) -> ProofText {
        let text = format!("{HEADER}\ngame {}\nposition {root}\n", G::INFO.name);
        ProofText { text, moves: 0, moves_of_claim: 0 }
    }

    /// Adds a step that a search [reports](super::Prover::prove).
    pub fn add<G: Notation + Knowledge>(&mut self, step: Step<'_, G>) {
        match step {
            Step::Claim(question) => {
                self.end_line();
                let _ = writeln!(self.text, "claim {question}");
                self.moves_of_claim = 0;
            }
            Step::Move(position, mv) => {
                self.text += &position.move_text(mv);
                self.moves += 1;
                self.moves_of_claim += 1;
                self.text.push(if self.moves_of_claim.is_multiple_of(MOVES_A_LINE) { '\n' } else { ' ' });
            }
        }
    }

    fn end_line(&mut self) {
        if self.text.ends_with(' ') {
            self.text.pop();
            self.text.push('\n');
        }
    }

    /// The complete text.
    pub fn finish(mut self) -> String {
        self.end_line();
        let _ = writeln!(self.text, "end {}", self.moves);
        self.text
    }
}

/// The text of the proof that `root` ends with `outcome`, by what `prover` remembers; `progress` hears of every move, with
/// the number of moves so far. None where that is wrong or the budget is used up.
pub fn write_proof<G: Notation + Knowledge>(
    prover: &mut dyn Prover<G>,
    root: &G,
    outcome: Outcome,
    budget: &Budget,
    progress: &mut dyn FnMut(u64),
) -> Option<String> {
    let mut proof = ProofText::new(root);
    let is_proven = prover.prove(root, outcome, budget, &mut |step| {
        proof.add(step);
        progress(proof.moves as u64);
    });
    is_proven.then(|| proof.finish())
}

/// Claims about one position with their proofs, and whether they are valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<G: Knowledge> {
    /// The position that the claims are about.
    pub root: G,
    /// At least one.
    pub strategies: Vec<Strategy<G>>,
    /// The checker's verdict on all claims: the number of positions checked, or the error.
    pub verdict: Result<usize, CheckError<G>>,
}

impl<G: Knowledge> Proof<G> {
    /// The outcome under best play if all claims are valid; `None` if they leave two.
    pub fn outcome(&self) -> Option<Outcome> {
        let claims = || self.strategies.iter().map(|strategy| strategy.question);
        let holds = |side| claims().any(|claim| claim.accepts_draw && claim.prover == side);
        let won = claims().find(|claim| !claim.accepts_draw).map(|claim| Outcome::Win(claim.prover));
        won.or_else(|| Side::BOTH.into_iter().all(holds).then_some(Outcome::Draw))
    }
}

impl<G: Notation + Knowledge> Proof<G> {
    /// Reads the text of a [`ProofText`] and checks it on the way.
    pub fn from_text(text: &str) -> Result<Proof<G>, TextError> {
        let (game, position) = subject(text)?;
        if game != G::INFO.name {
            return Err(TextError::at(&format!("expected a proof about {}, not", G::INFO.name), game, ""));
        }
        let root: G = position.parse()?;
        let mut claims: Vec<(Question, Vec<(usize, &str)>)> = Vec::new();
        let (mut count, mut is_complete) = (0, false);
        for (number, line) in text.lines().enumerate().skip(3) {
            let place = |error| at_line(error, number);
            if is_complete {
                return Err(place(TextError::at("unexpected text after the end:", line, "")));
            } else if let Some(claim) = line.strip_prefix("claim ") {
                claims.push((claim.parse().map_err(place)?, Vec::new()));
            } else if let Some(stated) = line.strip_prefix("end ") {
                is_complete = stated.parse() == Ok(count);
                if !is_complete {
                    return Err(place(TextError::at(&format!("there are {count} moves, not"), stated, "")));
                }
            } else {
                let Some((_, lines)) = claims.last_mut() else {
                    return Err(place(TextError::at("expected 'claim …', not", line, "")));
                };
                lines.push((number, line));
                count += line.split_whitespace().count();
            }
        }
        if !is_complete {
            return Err(TextError::new("the proof is cut off: it ends without 'end'"));
        } else if claims.is_empty() {
            return Err(TextError::new("the proof has no claim"));
        }
        let (mut strategies, mut verdict) = (Vec::new(), Ok(0));
        for (question, lines) in claims {
            let (strategy, more) = read_strategy(&root, question, &lines)?;
            strategies.push(strategy);
            verdict = verdict.and_then(|positions| Ok(positions + more?));
        }
        Ok(Proof { root, strategies, verdict })
    }
}

/// Why reading the moves of a claim stopped.
enum Stop<G> {
    /// A text that is not a move.
    Text(TextError),
    /// The proof is invalid.
    Check(CheckError<G>),
}

impl<G> From<CheckError<G>> for Stop<G> {
    fn from(error: CheckError<G>) -> Stop<G> {
        Stop::Check(error)
    }
}

/// A claim with its moves, and the checker's verdict.
type Checked<G> = (Strategy<G>, Result<usize, CheckError<G>>);

/// The meaning of a move text depends on its position, so moves are read during the check.
fn read_strategy<G: Notation + Knowledge>(
    root: &G,
    question: Question,
    lines: &[(usize, &str)],
) -> Result<Checked<G>, TextError> {
    let mut texts = lines.iter().flat_map(|&(number, line)| line.split_whitespace().map(move |text| (number, text)));
    let mut moves = Vec::with_capacity(lines.len() * MOVES_A_LINE);
    let read = |position: &G| {
        let (number, text) = texts.next().ok_or_else(|| CheckError::NoMove(position.clone()))?;
        let mv = position.parse_move(text).map_err(|error| Stop::Text(at_line(error, number)))?;
        moves.push(mv);
        Ok(mv)
    };
    let verdict = match walk(root, question, read) {
        Err(Stop::Text(error)) => return Err(error),
        Err(Stop::Check(error)) => Err(error),
        Ok(positions) => match texts.next() {
            Some((number, text)) => {
                return Err(at_line(TextError::at("there is no position left for", text, ""), number));
            }
            None => Ok(positions),
        },
    };
    Ok((Strategy { root: root.clone(), question, moves }, verdict))
}

/// The error with its line, whose number counts from 0.
fn at_line(error: TextError, number: usize) -> TextError {
    TextError::new(format!("{error} (line {} of the proof)", number + 1))
}

/// The game and the position that the text of a proof names.
pub fn subject(text: &str) -> Result<(&str, &str), TextError> {
    let mut lines = text.lines();
    let mut next =
        |what: &str| lines.next().ok_or_else(|| TextError::new(format!("the proof is cut off: it has no {what}")));
    let header = next("header")?;
    if header != HEADER {
        return Err(TextError::at(&format!("a proof begins with '{HEADER}', not"), header, ""));
    }
    let mut named = |what: &str| {
        let line = next(what)?;
        let text = line.strip_prefix(what).map(str::trim);
        text.ok_or_else(|| TextError::at(&format!("expected '{what} …', not"), line, ""))
    };
    Ok((named("game")?, named("position")?))
}

/// How claims are written.
const CLAIMS: [(&str, Question); 4] = [
    ("first wins", Question { prover: Side::First, accepts_draw: false }),
    ("second wins", Question { prover: Side::Second, accepts_draw: false }),
    ("first does not lose", Question { prover: Side::First, accepts_draw: true }),
    ("second does not lose", Question { prover: Side::Second, accepts_draw: true }),
];

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = CLAIMS.iter().find(|(_, question)| question == self);
        f.write_str(found.map_or("", |(text, _)| text))
    }
}

impl std::str::FromStr for Question {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Question, TextError> {
        let found = CLAIMS.iter().find(|(claim, _)| *claim == text).map(|(_, question)| *question);
        found.ok_or_else(|| TextError::at("unknown claim", text, ""))
    }
}
