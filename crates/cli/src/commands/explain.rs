//! `spielbaum explain`: the static evaluation of a position, term by term.

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Evaluate, Knowledge, Notation, Side, TermValue};
use spielbaum_players::{Visitor, visit_game};

use crate::failure::Failure;
use crate::output::Output;
use crate::setup::{PositionArguments, Setup};

#[derive(Args)]
#[command(after_help = "\
All numbers are from the first player's view. For a term that concerns both sides at once, only \
its contribution to the value is printed.

Examples:
  spielbaum explain chess -p 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'
  spielbaum explain chess -m 'e4 e5 Nf3' --eval study
  spielbaum explain chess --eval fitted/mobility=0 --json
  spielbaum explain othello -p f5d6c3 --eval study")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Evaluation, for games with several [default: the one used for play]
    #[arg(long, value_name = "NAME[/TERM=WEIGHT…]")]
    eval: Option<String>,
}

#[derive(Serialize)]
struct ExplainJson {
    game: String,
    position: String,
    evaluation: Option<String>,
    /// The value for the first player.
    value: i32,
    terms: Vec<TermJson>,
}

#[derive(Serialize)]
struct TermJson {
    term: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<f32>,
    value: f32,
}

impl TermJson {
    fn of(term: &TermValue) -> TermJson {
        let [first, second] = term.sides.map_or([None; 2], |sides| sides.map(Some));
        TermJson { term: term.term, first, second, value: term.value }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let setup = arguments.position.setup()?;
    visit_game(&setup.spec, &mut Explain { setup: &setup, eval: arguments.eval.as_deref(), output })
}

struct Explain<'a> {
    setup: &'a Setup<'a>,
    eval: Option<&'a str>,
    output: &'a mut Output,
}

impl Visitor for Explain<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation + Knowledge>(&mut self) -> Self::Output {
        let position = self.setup.line::<G>()?.position;
        let evaluation = match self.eval {
            Some(name) => G::evaluation(name).map_err(|error| Failure::Input(format!("eval: {error}")))?,
            None => G::Evaluation::default(),
        };
        let value = evaluation.evaluate(&evaluation.start(&position), &position);
        let value = if position.side_to_move() == Side::First { value } else { -value };
        // Adding nothing turns −0 into 0.
        let unsigned = |term: TermValue| TermValue { value: term.value + 0.0, ..term };
        let terms: Vec<TermValue> = evaluation.explain(&position).into_iter().map(unsigned).collect();
        if self.output.is_json() {
            let json = ExplainJson {
                game: self.setup.spec.to_string(),
                position: position.to_string(),
                evaluation: self.eval.map(str::to_owned),
                value,
                terms: terms.iter().map(TermJson::of).collect(),
            };
            return Ok(self.output.json(&json)?);
        }
        let [first, second] = G::INFO.sides;
        if terms.is_empty() {
            return Ok(self.output.line(&format!("value {value:+} for {first}; the evaluation has no terms"))?);
        }
        self.output.line(&format!("{:<12} {first:>10} {second:>10} {:>10}", "term", "value"))?;
        for TermValue { term, sides, value } in terms {
            let sides = match sides {
                Some([first, second]) => format!("{first:>10.1} {second:>10.1}"),
                None => format!("{:>10} {:>10}", "", ""),
            };
            self.output.line(&format!("{term:<12} {sides} {value:>+10.1}"))?;
        }
        Ok(self.output.line(&format!("{:<12} {:>10} {:>10} {value:>+10}", "sum", "", ""))?)
    }
}
