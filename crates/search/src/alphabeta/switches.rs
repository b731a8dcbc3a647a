//! The ideas that can be added to plain alpha-beta, each a switch.
//!
//! The loop reads its switches through a trait. A preset that is fixed when the program is compiled costs nothing for what
//! it leaves out; an experiment with switches chosen at run time uses the same loop.

/// An idea that the loop may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Switch {
    /// Look positions up in the transposition table and store them there.
    Table,
    /// Use entries of greater depth, too: no longer the value of the depth asked for, but a better one.
    Deeper,
    /// When a position is not in the table, look for its mirror images.
    Mirror,
    /// One table entry for all positions that are the same but for a symmetry.
    Canonical,
    /// Before searching, see whether a child's entry already reaches beta.
    ChildTable,
    /// Try the table's best move first.
    TableMove,
    /// Order moves by the values their positions have in the table.
    SortByTable,
    /// Order moves by the game's static order.
    Static,
    /// Order moves by the game's hint.
    Hint,
    /// Try noisy moves first.
    Noisy,
    /// Try moves early that cut off a sister position.
    Killers,
    /// Order moves by how often they cut off before.
    History,
    /// See wins and forced moves one or two plies ahead.
    LookAhead,
    /// Narrow the window to scores that can still be reached.
    Bounds,
    /// Search moves behind the first with a null window.
    Pvs,
    /// Return alpha or beta, never what lies beyond.
    FailHard,
    /// Return what lies above beta, but never what lies below alpha.
    FailHybrid,
    /// Follow noisy moves beyond the horizon.
    Quiescence,
    /// Search late moves less deep.
    Reductions,
    /// See whether doing nothing reaches beta.
    NullMove,
    /// Leave out quiet moves that cannot reach alpha.
    Futility,
}

impl Switch {
    /// All switches.
    pub const ALL: [Switch; 21] = [
        Switch::Table,
        Switch::Deeper,
        Switch::Mirror,
        Switch::Canonical,
        Switch::ChildTable,
        Switch::TableMove,
        Switch::SortByTable,
        Switch::Static,
        Switch::Hint,
        Switch::Noisy,
        Switch::Killers,
        Switch::History,
        Switch::LookAhead,
        Switch::Bounds,
        Switch::Pvs,
        Switch::FailHard,
        Switch::FailHybrid,
        Switch::Quiescence,
        Switch::Reductions,
        Switch::NullMove,
        Switch::Futility,
    ];

    /// Whether a search with it still returns the minimax value of its depth.
    pub const fn is_exact(self) -> bool {
        !matches!(self, Switch::Deeper | Switch::Quiescence | Switch::Reductions | Switch::NullMove | Switch::Futility)
    }
}

/// A set of switches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Switches(u32);

impl Switches {
    /// No switch: plain fail-soft alpha-beta.
    pub const NONE: Switches = Switches(0);

    /// The set of these switches.
    pub const fn of(switches: &[Switch]) -> Switches {
        let mut set = Switches::NONE;
        let mut index = 0;
        while index < switches.len() {
            set = set.with(switches[index]);
            index += 1;
        }
        set
    }

    /// The set with one more switch.
    #[must_use]
    pub const fn with(self, switch: Switch) -> Switches {
        Switches(self.0 | 1 << switch as u8)
    }

    /// The set without a switch.
    #[must_use]
    pub const fn without(self, switch: Switch) -> Switches {
        Switches(self.0 & !(1 << switch as u8))
    }

    /// Whether a switch is on.
    #[inline]
    pub const fn has(self, switch: Switch) -> bool {
        self.0 & 1 << switch as u8 != 0
    }

    /// The switches that are on.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL.into_iter().filter(move |&switch| self.has(switch))
    }

    /// The set as a number, for [`Fixed`].
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// Where the loop gets its switches from.
pub trait SwitchSource: Copy + Send + Sync {
    /// Whether a switch is on.
    fn has(self, switch: Switch) -> bool;
}

impl SwitchSource for Switches {
    #[inline]
    fn has(self, switch: Switch) -> bool {
        Switches::has(self, switch)
    }
}

/// Switches fixed when the program is compiled: `Fixed<{ SET.bits() }>`.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<const BITS: u32>;

impl<const BITS: u32> SwitchSource for Fixed<BITS> {
    #[inline]
    fn has(self, switch: Switch) -> bool {
        Switches(BITS).has(switch)
    }
}
