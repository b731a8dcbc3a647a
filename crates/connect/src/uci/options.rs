//! The UCI options, with the ranges of the searches.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use spielbaum_core::{Notation, TextError};
use spielbaum_games::Chess;
use spielbaum_lab::LEVELS;
use spielbaum_search::{Spec, TABLE_MEGABYTES, THREADS};

use crate::CHESS_SEARCH;
use crate::polyglot::PolyglotBook;

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Options {
    /// Megabytes of the transposition table.
    pub(super) hash: usize,
    /// Search threads.
    pub(super) threads: usize,
    /// Number of principal variations (MultiPV).
    pub(super) multi_pv: usize,
    /// Delay between the end of a search and the stop of the clock.
    pub(super) overhead: Duration,
    /// Whether castling is written as the king's move onto its rook.
    pub(super) is_chess960: bool,
    /// The search spec.
    pub(super) search: String,
    /// Whether strength is limited to the level.
    pub(super) limits_strength: bool,
    /// The number of the level.
    pub(super) level: usize,
    /// Whether book moves are played.
    pub(super) uses_book: bool,
    /// A book file; `None` for the built-in book.
    pub(super) book: Option<Arc<PolyglotBook>>,
    /// The folder of endgame tables.
    pub(super) endings: Option<String>,
    /// Folders with Syzygy files, with the system's path separator.
    pub(super) syzygy: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 64,
            threads: 1,
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            is_chess960: false,
            search: CHESS_SEARCH.to_owned(),
            limits_strength: false,
            level: LEVELS.len(),
            uses_book: false,
            book: None,
            endings: None,
            syzygy: None,
        }
    }
}

/// More moves than any chess position has.
const LINES: RangeInclusive<usize> = 1..=256;

/// The numbers of the levels.
const LEVEL_NUMBERS: RangeInclusive<usize> = 1..=LEVELS.len();

/// The ratings of the levels.
const RATINGS: &[usize] = Chess::PROFILE.ratings;

/// Ratings on the scale of the levels. The highest number is not a rating: it selects the best level, which is unrated.
const ELO: RangeInclusive<usize> = RATINGS[0]..=RATINGS[RATINGS.len() - 1] + 200;

/// The level with the nearest rating.
fn level_of(elo: usize) -> usize {
    if elo == *ELO.end() {
        return LEVELS.len();
    }
    let nearest = (0..RATINGS.len()).min_by_key(|&place| RATINGS[place].abs_diff(elo));
    nearest.map_or(LEVELS.len(), |place| place + 1)
}

/// Milliseconds.
const OVERHEAD: RangeInclusive<usize> = 0..=10_000;

/// The button that clears the table.
pub(super) const CLEAR_HASH: &str = "Clear Hash";

impl Options {
    /// The option lines in the reply to `uci`.
    pub(super) fn declaration() -> String {
        let default = Options::default();
        let spin = |name: &str, default: usize, range: RangeInclusive<usize>| {
            format!("option name {name} type spin default {default} min {} max {}", range.start(), range.end())
        };
        [
            spin("Hash", default.hash, TABLE_MEGABYTES),
            format!("option name {CLEAR_HASH} type button"),
            spin("Threads", default.threads, THREADS),
            spin("MultiPV", default.multi_pv, LINES),
            spin("Move Overhead", default.overhead.as_millis() as usize, OVERHEAD),
            // The engine can always ponder; the option tells it whether the interface will.
            "option name Ponder type check default false".to_owned(),
            format!("option name UCI_Chess960 type check default {}", default.is_chess960),
            format!("option name UCI_LimitStrength type check default {}", default.limits_strength),
            spin("UCI_Elo", *ELO.end(), ELO),
            spin("Level", default.level, LEVEL_NUMBERS),
            format!("option name OwnBook type check default {}", default.uses_book),
            format!("option name Book File type string default {NO_FILE}"),
            format!("option name Endings Folder type string default {NO_FILE}"),
            format!("option name SyzygyPath type string default {NO_FILE}"),
            format!("option name Search type string default {}", default.search),
        ]
        .join("\n")
    }

    /// Sets an option; names are case-insensitive.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = number(name, value, TABLE_MEGABYTES)?,
            "threads" => self.threads = number(name, value, THREADS)?,
            "multipv" => self.multi_pv = number(name, value, LINES)?,
            "move overhead" => self.overhead = Duration::from_millis(number(name, value, OVERHEAD)? as u64),
            "ponder" => {
                check(name, value)?;
            }
            "uci_chess960" => self.is_chess960 = check(name, value)?,
            "uci_limitstrength" => self.limits_strength = check(name, value)?,
            "uci_elo" => self.level = level_of(number(name, value, ELO)?),
            "level" => self.level = number(name, value, LEVEL_NUMBERS)?,
            "ownbook" => self.uses_book = check(name, value)?,
            "book file" => self.book = read_book(value)?,
            "endings folder" => self.endings = folders(value)?,
            "syzygypath" => self.syzygy = folders(value)?,
            "search" => {
                let changed = Options { search: value.to_owned(), ..self.clone() };
                changed.spec()?;
                *self = changed;
            }
            _ => return Err(TextError::at("unknown option", name, "")),
        }
        Ok(())
    }

    /// The node limit of the level, if strength is limited.
    pub(super) fn level_nodes(&self) -> Option<u64> {
        self.weaker()?.limits().nodes
    }

    /// The player of the level, if it is not the best.
    fn weaker(&self) -> Option<Spec> {
        let is_weaker = self.limits_strength && self.level < LEVELS.len();
        is_weaker.then(|| LEVELS[self.level - 1].spec::<Chess>().ok()).flatten()
    }

    /// Table folders and Syzygy folders in one list.
    fn endings_folders(&self) -> Option<String> {
        let lists: Vec<&str> = self.endings.iter().chain(&self.syzygy).map(String::as_str).collect();
        let separator = if cfg!(windows) { ";" } else { ":" };
        (!lists.is_empty()).then(|| lists.join(separator))
    }

    /// The search spec with table size, threads and endgame folders.
    pub(super) fn spec(&self) -> Result<Spec, TextError> {
        let mut spec: Spec = self.weaker().map_or_else(|| self.search.parse(), Ok)?;
        // Options that a search does not have are left out.
        let endings =
            self.endings_folders().filter(|_| spec.probes_endings()).map(|folder| format!("endings={folder}"));
        let options = [format!("table={}", self.hash), format!("threads={}", self.threads)].into_iter().chain(endings);
        for option in options {
            spec = spec.clone().with_option(&option).unwrap_or(spec);
        }
        Ok(spec)
    }
}

/// The protocol's notation for an empty string.
const NO_FILE: &str = "<empty>";

/// Folders with endgame tables or Syzygy files, if all exist and their files can be read.
fn folders(list: &str) -> Result<Option<String>, TextError> {
    if list.is_empty() || list == NO_FILE {
        return Ok(None);
    }
    spielbaum_tablebases::open(list.as_ref())?;
    Ok(Some(list.to_owned()))
}

fn read_book(file: &str) -> Result<Option<Arc<PolyglotBook>>, TextError> {
    if file.is_empty() || file == NO_FILE {
        return Ok(None);
    }
    let in_book = |error: &dyn Display| TextError::new(format!("{}: {error}", TextError::at("book", file, "")));
    let bytes = std::fs::read(file).map_err(|error| in_book(&error))?;
    Ok(Some(Arc::new(PolyglotBook::from_bytes(&bytes).map_err(|error| in_book(&error))?)))
}

fn number(name: &str, value: &str, range: RangeInclusive<usize>) -> Result<usize, TextError> {
    value.trim().parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let what = format!("{name} must be a whole number from {} to {}, not", range.start(), range.end());
        TextError::at(&what, value, "")
    })
}

fn check(name: &str, value: &str) -> Result<bool, TextError> {
    value.trim().parse().map_err(|_| TextError::at(&format!("{name} must be true or false, not"), value, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_option_can_be_set_to_its_default_and_not_to_nonsense() {
        for line in Options::declaration().lines().filter(|line| !line.ends_with("button")) {
            let (name, rest) = line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
            let default = rest.split_once(" default ").unwrap().1.split(" min ").next().unwrap();
            let mut options = Options::default();
            options.set(name, default).unwrap();
            assert_eq!(options, Options::default(), "{line}");
            let error = options.set(name, "nonsense!").unwrap_err().to_string();
            assert!(error.contains("'nonsense!'"), "{line}: {error}");
            assert_eq!(options, Options::default(), "{line}");
        }
    }

    #[test]
    fn numbers_keep_to_their_ranges() {
        let mut options = Options::default();
        let error = options.set("hash", "0").unwrap_err().to_string();
        assert_eq!(error, "hash must be a whole number from 1 to 1048576, not '0'");
        options.set("HASH", "7").unwrap();
        options.set("search", "mcts:iterations=50").unwrap();
        assert_eq!((options.hash, options.spec().unwrap().to_string()), (7, "mcts:iterations=50".to_owned()));
        assert_eq!(options.set("Hasch", "1").unwrap_err().to_string(), "unknown option 'Hasch'");
    }

    #[test]
    fn levels_count_only_when_strength_is_limited() {
        let mut options = Options { level: 3, ..Options::default() };
        assert_eq!(options.level_nodes(), None);
        options.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.level_nodes(), Some(27));
        options.set("Level", "1").unwrap();
        assert!(options.spec().unwrap().to_string().starts_with("random"));
        options.set("Level", "10").unwrap();
        assert_eq!(options.level_nodes(), None);
    }

    #[test]
    fn ratings_choose_the_nearest_level() {
        let mut options = Options::default();
        let mut level = |elo: usize| {
            options.set("UCI_Elo", &elo.to_string()).unwrap();
            options.level
        };
        for (&rating, number) in RATINGS.iter().zip(1..) {
            assert_eq!(level(rating), number);
            assert_eq!(level(rating + 100), number);
        }
        assert_eq!(level(*ELO.end()), LEVELS.len());
        assert!(options.set("UCI_Elo", &(ELO.end() + 1).to_string()).is_err());
    }

    #[test]
    fn both_kinds_of_folders_are_passed_to_the_search() {
        let folder = |name: &str| {
            let path = std::env::temp_dir().join(format!("spielbaum-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            path.display().to_string()
        };
        let [tables, files, more] = ["tables", "files", "more"].map(folder);
        let list = std::env::join_paths([&files, &more]).unwrap().into_string().unwrap();
        let mut options = Options::default();
        options.set("syzygypath", &list).unwrap();
        assert!(options.spec().unwrap().to_string().contains(&format!("endings={list}")));
        options.set("Endings Folder", &tables).unwrap();
        let both = std::env::join_paths([&tables, &files, &more]).unwrap().into_string().unwrap();
        assert_eq!(options.spec().unwrap().endings_folder(), Some(both.as_str()));
        let missing = std::env::join_paths([files.clone(), format!("{files}-none")]).unwrap().into_string().unwrap();
        let error = options.set("SyzygyPath", &missing).unwrap_err().to_string();
        assert!(error.contains("-none'"), "{error}");
        options.set("SyzygyPath", NO_FILE).unwrap();
        assert_eq!(options.spec().unwrap().endings_folder(), Some(tables.as_str()));
        [tables, files, more].iter().for_each(|folder| std::fs::remove_dir(folder).unwrap());
    }

    #[test]
    fn the_default_search_has_table_and_threads() {
        let options = Options { hash: 3, threads: 2, ..Options::default() };
        let spec = options.spec().unwrap().to_string();
        assert!(spec.contains("table=3") && spec.contains("threads=2"), "{spec}");
    }
}
