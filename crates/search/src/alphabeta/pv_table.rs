//! The principal variation from each ply on: the triangular table.

/// Plies that lines are kept for; a power of two, beyond the deepest search with its quiescence search.
const PLIES: usize = 512;

/// A line for every ply. Clearing one costs a single store, because it happens at every node.
pub(super) struct PvTable<M> {
    lengths: [u16; PLIES],
    moves: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(super) fn new() -> PvTable<M> {
        PvTable { lengths: [0; PLIES], moves: Vec::new() }
    }

    /// The line from `ply` on.
    #[inline]
    pub(super) fn at(&self, ply: u32) -> &[M] {
        self.moves.get(ply as usize).map_or(&[], |line| &line[..self.length(ply)])
    }

    /// Clears the line from `ply` on.
    #[inline]
    pub(super) fn clear(&mut self, ply: u32) {
        self.lengths[ply as usize % PLIES] = 0;
    }

    /// Makes `mv` and the line after it the line from `ply` on.
    #[cold]
    #[inline]
    pub(super) fn extend(&mut self, ply: u32, mv: M) {
        let (here, rest) = (ply as usize, self.length(ply + 1));
        if self.moves.len() < here + 2 {
            self.moves.resize_with(here + 2, Vec::new);
        }
        let (before, after) = self.moves.split_at_mut(here + 1);
        let line = &mut before[here];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0][..rest]);
        self.lengths[here % PLIES] = line.len() as u16;
    }

    #[inline]
    fn length(&self, ply: u32) -> usize {
        self.lengths[ply as usize % PLIES].into()
    }
}
