//! How text is drawn: which characters, and whether in colour.

use crate::Side;

/// The characters and colours of drawings and reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// Box characters and discs, or plain ASCII only.
    pub unicode: bool,
    /// ANSI colours around the pieces.
    pub colour: bool,
}

impl TextStyle {
    /// Plain characters, no colours: safe for every pipe and terminal.
    pub const ASCII: TextStyle = TextStyle { unicode: false, colour: false };
    /// Unicode characters without colours.
    pub const UNICODE: TextStyle = TextStyle { unicode: true, colour: false };

    /// Picks one of two texts by the character set.
    pub fn pick<T>(self, unicode: T, ascii: T) -> T {
        if self.unicode { unicode } else { ascii }
    }

    /// `text` in the colour of `side`: blue for the first, orange for the second, a pair that colour-blind people can
    /// tell apart.
    pub fn paint(self, side: Side, text: &str) -> String {
        self.paint_with([33, 208][side], text)
    }

    /// `text` in a colour of the 256-colour palette.
    pub fn paint_with(self, colour: u8, text: &str) -> String {
        if self.colour { format!("\x1b[1;38;5;{colour}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
