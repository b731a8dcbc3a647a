//! Proofs as files: the claims about one position, each with the prover's moves.
//!
//! ```text
//!   spielbaum proof 2
//!   game connect-four
//!   position 4453
//!   claim first does not lose
//!   <moves>                      the prover's, in the order in which the checker meets their positions
//!   claim second does not lose   a draw takes two claims, a win one
//!   …
//!   end 1234                     all moves counted, so that a part is not taken for the whole
//! ```

use std::fmt::{self, Write};

use spielbaum_core::{Knowledge, Notation, Outcome, Side, TextError};

use super::checker::{CheckError, verify, walk};
use super::{Question, Strategy};

/// The first line of every proof.
const HEADER: &str = "spielbaum proof 2";

/// Claims about one position with their proofs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<G: Knowledge> {
    /// At least one; all about the same position.
    pub strategies: Vec<Strategy<G>>,
}

impl<G: Knowledge> Proof<G> {
    /// The position that the claims are about.
    pub fn root(&self) -> &G {
        &self.strategies[0].root
    }

    /// The outcome under best play if all claims hold; none where they leave two.
    pub fn outcome(&self) -> Option<Outcome> {
        let claims = || self.strategies.iter().map(|strategy| strategy.question);
        let holds = |side| claims().any(|claim| claim.accepts_draw && claim.prover == side);
        let won = claims().find(|claim| !claim.accepts_draw).map(|claim| Outcome::Win(claim.prover));
        won.or_else(|| Side::BOTH.into_iter().all(holds).then_some(Outcome::Draw))
    }

    /// Checks every claim by the rules alone; the number of positions that it took.
    pub fn verify(&self) -> Result<usize, CheckError<G>> {
        self.strategies.iter().map(verify).sum()
    }
}

impl<G: Notation + Knowledge> Proof<G> {
    /// The proof as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{HEADER}\ngame {}\nposition {}", G::INFO.name, self.root());
        for strategy in &self.strategies {
            let _ = writeln!(text, "claim {}", strategy.question);
            let mut moves = strategy.moves.iter().zip(1..);
            let write = |position: &G| {
                let (&mv, number) = moves.next().ok_or_else(|| CheckError::NoMove(position.clone()))?;
                text += &position.move_text(mv);
                text.push(if number % MOVES_A_LINE == 0 { '\n' } else { ' ' });
                Ok::<_, CheckError<G>>(mv)
            };
            // What is written of a proof that does not hold does not hold either.
            let _ = walk(&strategy.root, strategy.question, write);
            if text.ends_with(' ') {
                text.pop();
                text.push('\n');
            }
        }
        let count: usize = self.strategies.iter().map(|strategy| strategy.moves.len()).sum();
        let _ = writeln!(text, "end {count}");
        text
    }

    /// Reads what [`to_text`](Proof::to_text) writes. That the proof holds is not checked here.
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
                return Err(place(TextError::at("nothing may stand behind the end, but there is", line, "")));
            } else if let Some(claim) = line.strip_prefix("claim ") {
                claims.push((claim.parse().map_err(place)?, Vec::new()));
            } else if let Some(stated) = line.strip_prefix("end ") {
                is_complete = stated.parse() == Ok(count);
                if !is_complete {
                    return Err(place(TextError::at(&format!("there are {count} moves, not"), stated, "")));
                }
            } else {
                let Some((_, moves)) = claims.last_mut() else {
                    return Err(place(TextError::at("expected 'claim …', not", line, "")));
                };
                let before = moves.len();
                moves.extend(line.split_whitespace().map(|mv| (number, mv)));
                count += moves.len() - before;
            }
        }
        if !is_complete {
            return Err(TextError::new("the proof is cut off: it ends without 'end'"));
        } else if claims.is_empty() {
            return Err(TextError::new("the proof claims nothing"));
        }
        let strategies = claims.iter().map(|(question, moves)| read_strategy(&root, *question, moves));
        Ok(Proof { strategies: strategies.collect::<Result<_, _>>()? })
    }
}

/// Moves in a line of the text.
const MOVES_A_LINE: usize = 20;

/// Why the moves of a claim are not read to their end.
enum Stop<G> {
    /// A text that is no move.
    Text(TextError),
    /// The proof does not hold, which the checker will say again.
    Check(CheckError<G>),
}

impl<G> From<CheckError<G>> for Stop<G> {
    fn from(error: CheckError<G>) -> Stop<G> {
        Stop::Check(error)
    }
}

/// What a move text means depends on its position, so they are read along the checker's way.
fn read_strategy<G: Notation + Knowledge>(
    root: &G,
    question: Question,
    texts: &[(usize, &str)],
) -> Result<Strategy<G>, TextError> {
    let (mut moves, mut rest) = (Vec::with_capacity(texts.len()), texts.iter());
    let read = |position: &G| {
        let (number, text) = rest.next().ok_or_else(|| CheckError::NoMove(position.clone()))?;
        let mv = position.parse_move(text).map_err(|error| Stop::Text(at_line(error, *number)))?;
        moves.push(mv);
        Ok(mv)
    };
    match walk(root, question, read) {
        Err(Stop::Text(error)) => return Err(error),
        Err(Stop::Check(_)) => {}
        Ok(_) => {
            if let Some((number, text)) = rest.next() {
                return Err(at_line(TextError::at("there is no position left for", text, ""), *number));
            }
        }
    }
    Ok(Strategy { root: root.clone(), question, moves })
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
