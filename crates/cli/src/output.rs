//! Standard output: text for people, one JSON object for programs.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use spielbaum_core::TextStyle;
pub(crate) use spielbaum_core::grouped;
pub(crate) use spielbaum_documents::{milliseconds, per_second};

/// Standard output and its format.
pub(crate) struct Output {
    stdout: BufWriter<Stdout>,
    json: bool,
    style: TextStyle,
}

impl Output {
    pub(crate) fn to_stdout(json: bool, ascii: bool) -> Output {
        let is_set = |name| std::env::var_os(name).is_some_and(|value: std::ffi::OsString| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let colour = io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb;
        Output { stdout: BufWriter::new(io::stdout()), json, style: TextStyle { unicode: !ascii, colour } }
    }

    /// Whether a JSON object is wanted.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// How boards are drawn.
    pub(crate) fn style(&self) -> TextStyle {
        self.style
    }

    /// Prints text verbatim.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.stdout.write_all(text.as_bytes())
    }

    /// Prints a line and shows it at once.
    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.stdout, "{line}")?;
        self.stdout.flush()
    }

    /// Prints a note that is not part of the result to a terminal.
    pub(crate) fn note(&mut self, note: &str) -> io::Result<()> {
        if !self.json && io::stderr().is_terminal() {
            self.stdout.flush()?;
            eprintln!("{note}");
        }
        Ok(())
    }

    /// Prints a JSON object on a line of its own.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.stdout, value)?;
        self.line("")
    }

    /// Flushes the buffer.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }

    /// Live-updated lines on standard error if it is a terminal, else nothing.
    pub(crate) fn live(&self) -> ProgressBar {
        if self.json || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        ProgressBar::no_length().with_style(ProgressStyle::with_template("{msg}").expect("the template is well formed"))
    }

    /// A progress bar on standard error if it is a terminal, else nothing.
    pub(crate) fn progress(&self, total: u64, what: &str) -> ProgressBar {
        if self.json || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bars = self.style.pick("█▉▊▋▌▍▎▏ ", "=> ");
        let style = ProgressStyle::with_template("{msg} [{bar:30}] {percent:>3} %  {per_sec}, {eta} left")
            .expect("the template is well formed")
            .progress_chars(bars);
        ProgressBar::new(total).with_style(style).with_message(what.to_owned())
    }
}

/// A number with at most six decimals, for JSON: further ones are noise. Never minus zero.
pub(crate) fn decimal(number: f64) -> f64 {
    (number * 1e6).round() / 1e6 + 0.0
}

/// A rate for people: `8.52 M/s`.
pub(crate) fn rate(count: u64, time: Duration) -> String {
    let rate = per_second(count, time);
    match rate {
        1e9.. => format!("{:.2} G/s", rate / 1e9),
        1e6.. => format!("{:.2} M/s", rate / 1e6),
        1e3.. => format!("{:.1} k/s", rate / 1e3),
        _ => format!("{rate:.0} /s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_units() {
        let second = Duration::from_secs(1);
        let rates = [12, 1_500, 8_520_000, 3_100_000_000].map(|count| rate(count, second));
        assert_eq!(rates, ["12 /s", "1.5 k/s", "8.52 M/s", "3.10 G/s"]);
    }
}
