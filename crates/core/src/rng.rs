//! The random number generator of all playouts, experiments and tests.
//!
//! Our own few lines and not a crate, because results must stay the same bit for bit over the years. The generator is
//! wyrand (Wang Yi, public domain): one addition a step, so that successive numbers do not wait for each other.

use std::time::SystemTime;

/// A reproducible stream of random numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream that belongs to `seed`; neighbouring seeds give unrelated streams.
    pub fn new(seed: u64) -> Rng {
        // The finaliser of SplitMix64 (Steele, Lea & Flood 2014) spreads small seeds over the whole state.
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Rng { state: z ^ z >> 31 }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let product = self.state as u128 * (self.state ^ 0xe703_7ed1_a0b4_28db) as u128;
        (product >> 64) as u64 ^ product as u64
    }

    /// A number below `bound` (which is not 0); the bias is below `bound` / 2⁶⁴.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }
}

/// A seed from the system clock, for games with people.
pub fn seed_from_clock() -> u64 {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    time.map_or(0, |time| time.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_stream() {
        let mut rng = Rng::new(42);
        let first: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(first, {
            let mut again = Rng::new(42);
            [again.next_u64(), again.next_u64(), again.next_u64()]
        });
        assert_ne!(Rng::new(42), Rng::new(43));
    }

    #[test]
    fn numbers_below_a_bound_are_uniform() {
        let mut rng = Rng::new(7);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        // Standard deviation of a count is 93; six of them leave a chance of 1e-8 for a sound generator.
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 560), "{counts:?}");
    }
}
