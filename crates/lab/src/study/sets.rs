//! The project's position sets, and files that replace them.

use std::path::Path;

use spielbaum_core::TextError;

use crate::opening::{lines_of, read_lines};

/// Our sets, by the name that studies use.
const OWN: [(&str, &str); 8] = [
    ("L1_R1", include_str!("../../positions/connect-four-L1_R1.txt")),
    ("L1_R2", include_str!("../../positions/connect-four-L1_R2.txt")),
    ("L1_R3", include_str!("../../positions/connect-four-L1_R3.txt")),
    ("L2_R1", include_str!("../../positions/connect-four-L2_R1.txt")),
    ("L2_R2", include_str!("../../positions/connect-four-L2_R2.txt")),
    ("L3_R1", include_str!("../../positions/connect-four-L3_R1.txt")),
    ("othello", include_str!("../../positions/othello-random.txt")),
    ("yavalath", include_str!("../../positions/yavalath-ten.txt")),
];

/// Position sets by name: the project's own, unless replaced.
#[derive(Clone, Default, Debug)]
pub struct Sets {
    given: Vec<(String, Vec<String>)>,
}

impl Sets {
    /// Replaces one of our sets by a file: `L2_R1=Test_L2_R1`.
    pub fn give(&mut self, text: &str) -> Result<(), TextError> {
        let error = || TextError::at("expected NAME=FILE, not", text, "");
        let (name, file) = text.split_once('=').ok_or_else(error)?;
        own(name)?;
        self.given.push((name.to_owned(), read_lines(Path::new(file))?));
        Ok(())
    }

    /// The lines of a set.
    pub(super) fn lines(&self, name: &str) -> Result<Vec<String>, TextError> {
        match self.given.iter().find(|(given, _)| given == name) {
            Some((_, lines)) => Ok(lines.clone()),
            None => own(name).map(lines_of),
        }
    }

    /// A position of a set by its number, without its value: `yavalath:4`.
    pub(super) fn position(&self, text: &str) -> Result<String, TextError> {
        let error = || TextError::at("expected SET:NUMBER, not", text, "");
        let (name, number) = text.split_once(':').ok_or_else(error)?;
        let number: usize = number.parse().map_err(|_| error())?;
        self.lines(name)?.into_iter().nth(number.wrapping_sub(1)).ok_or_else(error)
    }
}

/// The text of one of our sets.
fn own(name: &str) -> Result<&'static str, TextError> {
    let names: Vec<&str> = OWN.iter().map(|(name, _)| *name).collect();
    let error =
        || TextError::new(format!("{}; available: {}", TextError::at("unknown set", name, ""), names.join(", ")));
    OWN.iter().find(|(own, _)| *own == name).map(|(_, text)| *text).ok_or_else(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_set_takes_the_place_of_ours() {
        let mut sets = Sets::default();
        assert!(!sets.lines("L2_R1").unwrap().is_empty());
        let file = std::env::temp_dir().join(format!("spielbaum-set-{}", std::process::id()));
        std::fs::write(&file, "# ours\n44 1\n").unwrap();
        sets.give(&format!("L2_R1={}", file.display())).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(sets.lines("L2_R1").unwrap(), ["44 1"]);
    }

    #[test]
    fn unknown_sets_are_named() {
        let mut sets = Sets::default();
        assert_eq!(sets.give("L2_R1").unwrap_err().to_string(), "expected NAME=FILE, not 'L2_R1'");
        assert!(sets.give("L9=file").unwrap_err().to_string().starts_with("unknown set 'L9'; available: L1_R1"));
        assert!(sets.give("L2_R1=nowhere").unwrap_err().to_string().starts_with("nowhere: "));
    }
}
