//! The outcome of a position under the fifty-move rule.

use std::fmt;

/// The outcome for the side to move of a position whose halfmove clock is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// It would lose but for the fifty-move rule.
    BlessedLoss,
    /// Neither side wins.
    Draw,
    /// The side to move would win but for the fifty-move rule.
    CursedWin,
    /// It wins.
    Win,
}

impl Wdl {
    const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// Decodes the number stored in a file.
    pub(super) fn from_number(number: u16) -> Option<Wdl> {
        Wdl::ALL.get(usize::from(number)).copied()
    }

    /// The outcome for the other side.
    #[must_use]
    pub fn flipped(self) -> Wdl {
        Wdl::ALL[Wdl::ALL.len() - 1 - self as usize]
    }

    /// 1 for wins, 0 for a draw, −1 for losses, as if there were no fifty-move rule.
    pub fn sign(self) -> i32 {
        (self as i32 - Wdl::Draw as i32).signum()
    }

    /// The DTZ of a position where the next move zeroes the halfmove clock.
    pub(super) fn dtz_before_zeroing(self) -> i32 {
        match self {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "blessed loss",
            Wdl::Draw => "draw",
            Wdl::CursedWin => "cursed win",
            Wdl::Win => "win",
        })
    }
}
