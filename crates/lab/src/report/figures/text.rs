//! How wide text is, and text that is too wide for its place.
//!
//! Widths are those of Helvetica (Adobe font metrics), which Arial and Liberation Sans share, with a reserve for other fonts.

use super::style::TEXT_SIZE;

/// Widths of the characters from space to tilde in thousandths of the size.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// DejaVu Sans, which many Linux systems have instead of Helvetica, is up to a sixth wider.
const RESERVE: f64 = 1.16;

/// The estimated width of a line of text in pixels.
pub(super) fn width(text: &str) -> f64 {
    let thousandths: u32 = text.chars().map(character_width).sum();
    f64::from(thousandths) / 1000.0 * TEXT_SIZE * RESERVE
}

fn character_width(character: char) -> u32 {
    match character {
        ' '..='~' => u32::from(WIDTHS[character as usize - ' ' as usize]),
        '\u{2009}' => 200,
        '⁰'..='⁹' | '⁻' | '¹' | '²' | '³' => 350,
        '\u{2212}' | '×' | '±' | '–' => 584,
        // Signs of East Asia and emoji are as wide as high.
        '…' | '\u{2E80}'.. => 1000,
        _ => 670,
    }
}

/// The greatest width of some lines.
pub(super) fn widest<'a>(lines: impl IntoIterator<Item = &'a String>) -> f64 {
    lines.into_iter().map(|line| width(line)).fold(0.0, f64::max)
}

/// The text in at most so many lines of at most this width, broken after spaces, commas and colons where possible. What does
/// not fit is left out of the middle.
pub(super) fn wrapped(text: &str, room: f64, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in text.split_inclusive([' ', ',', ':']) {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() || width(line.trim_end()) + width(part.trim_end()) <= room {
            *line += part;
        } else {
            lines.push(part.to_owned());
        }
    }
    let kept = most.max(1);
    if lines.len() > kept {
        let rest = lines.split_off(kept - 1).concat();
        lines.push(rest);
    }
    lines.iter().map(|line| elided(line.trim_end(), room)).collect()
}

/// The text itself, or its beginning and end if it is too wide.
pub(super) fn elided(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let characters: Vec<char> = text.chars().collect();
    let shortened = |kept: usize| {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let parts = [&characters[..head], &['…'], &characters[characters.len() - tail..]];
        parts.concat().into_iter().collect::<String>()
    };
    let mut kept = characters.len() - 1;
    while kept > 2 && width(&shortened(kept)) > room {
        kept -= 1;
    }
    shortened(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_count_more_than_narrow_ones() {
        assert!(width("WWW") > 3.0 * width("ii"));
        assert!((width("0000") - 4.0 * width("0")).abs() < 1e-9);
        assert_eq!(width(""), 0.0);
    }

    #[test]
    fn specs_are_wrapped_after_commas() {
        let spec = "alphabeta:tt,iterative,time=1s";
        assert_eq!(wrapped(spec, 1000.0, 2), [spec]);
        assert_eq!(wrapped(spec, 120.0, 3), ["alphabeta:tt,", "iterative,time=1s"]);
        assert_eq!(wrapped("", 50.0, 3), [""]);
    }

    #[test]
    fn what_is_too_wide_loses_its_middle() {
        let spec = "abcdefghijklmnopqrstuvwxyz";
        let short = elided(spec, 100.0);
        assert!(short.starts_with("abc") && short.ends_with("xyz") && short.contains('…'), "{short}");
        assert!(width(&short) <= 100.0);
        assert_eq!(elided("abc", 0.0), "a…c");
        let lines = wrapped("a,b,c,d,e,f,g,h", 40.0, 2);
        assert!(lines.len() == 2 && lines.iter().all(|line| width(line) <= 40.0), "{lines:?}");
    }
}
