//! Bit operations that bitboards need beyond those of the standard library.
//!
//! Each has a form for processors with bit extraction (BMI2, chosen when the program is compiled) and a portable one.

/// The index of the `n`-th lowest set bit of `bits`, counted from 0; 64 when there is none.
#[inline]
pub fn nth_set_bit(bits: u64, n: usize) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return safe_arch::population_deposit_u64(1 << n, bits).trailing_zeros();
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    portable::nth_set_bit(bits, n)
}

/// The bits of `bits` under `mask`, moved together at the low end.
#[inline]
pub fn extract_bits(bits: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return safe_arch::population_extract_u64(bits, mask);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    portable::extract_bits(bits, mask)
}

/// The low bits of `bits`, moved apart to the places of `mask`: the inverse of [`extract_bits`].
#[inline]
pub fn deposit_bits(bits: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return safe_arch::population_deposit_u64(bits, mask);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    portable::deposit_bits(bits, mask)
}

/// Prefetches a place in memory.
#[inline]
pub fn prefetch<T>(place: &T) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    safe_arch::prefetch_t0(place);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse")))]
    let _ = place;
}

/// Mixes two words into one hash: the halves of their 128-bit product after whitening each (folded multiplication).
#[inline]
pub const fn mix(a: u64, b: u64) -> u64 {
    let product = (a ^ 0x9e37_79b9_7f4a_7c15) as u128 * (b ^ 0xd1b5_4a32_d192_ed03) as u128;
    let folded = (product >> 64) as u64 ^ product as u64;
    // A zero factor swallows the other one; adding both words back tells such pairs apart.
    folded ^ a.rotate_left(32) ^ b.wrapping_mul(0x9fb2_1c65_1e98_df25)
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable {
    #[inline]
    pub(super) fn nth_set_bit(mut bits: u64, n: usize) -> u32 {
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        bits.trailing_zeros()
    }

    #[inline]
    pub(super) fn deposit_bits(mut bits: u64, mut mask: u64) -> u64 {
        let mut result = 0;
        while mask != 0 {
            result |= (bits & 1) << mask.trailing_zeros();
            bits >>= 1;
            mask &= mask - 1;
        }
        result
    }

    #[inline]
    pub(super) fn extract_bits(bits: u64, mut mask: u64) -> u64 {
        let mut result = 0;
        let mut target = 0;
        while mask != 0 {
            result |= (bits >> mask.trailing_zeros() & 1) << target;
            target += 1;
            mask &= mask - 1;
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn fast_and_portable_forms_agree() {
        let mut rng = Rng::new(1);
        for _ in 0..10_000 {
            let (bits, mask) = (rng.next_u64() & rng.next_u64(), rng.next_u64());
            assert_eq!(extract_bits(bits, mask), portable::extract_bits(bits, mask));
            assert_eq!(deposit_bits(bits, mask), portable::deposit_bits(bits, mask));
            assert_eq!(
                extract_bits(deposit_bits(bits, mask), mask).count_ones(),
                (deposit_bits(bits, mask)).count_ones()
            );
            for n in 0..64 {
                assert_eq!(nth_set_bit(bits, n), portable::nth_set_bit(bits, n), "{bits:x} {n}");
            }
        }
    }

    #[test]
    fn the_nth_bit_of_a_set_is_found_in_order() {
        let bits = 0b1011_0000_0000_0001;
        let found: Vec<u32> = (0..5).map(|n| nth_set_bit(bits, n)).collect();
        assert_eq!(found, [0, 12, 13, 15, 64]);
    }

    #[test]
    fn mixing_tells_small_and_swapped_words_apart() {
        let mut seen = std::collections::HashSet::new();
        for a in 0..300 {
            for b in 0..300 {
                assert!(seen.insert(mix(a, b)), "{a} {b}");
            }
        }
    }
}
