//! The project's random generator, pinned forever: deals and seeded searches depend on its exact
//! output.

/// xoshiro256** (Blackman and Vigna 2018), seeded through SplitMix64. Its output for a seed never
/// changes.
///
/// ```
/// use patience_core::Random;
///
/// let draw = |seed| Random::new(seed).below(6) + 1;
/// assert_eq!(draw(7), draw(7), "the same on every machine, forever");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// The generator for a seed; every `u64` is a valid seed.
    pub fn new(seed: u64) -> Self {
        let mut mix = seed;
        let state = std::array::from_fn(|_| {
            mix = mix.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = mix;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        });
        Random { state }
    }

    /// 64 uniformly random bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A uniformly random number below `bound` (Lemire 2019, without bias).
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below 0");
        let draw =
            |random: &mut Self| u64::from((random.next_u64() >> 32) as u32) * u64::from(bound);
        let mut product = draw(self);
        // The threshold is below the bound, so the division can usually be avoided.
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = draw(self);
            }
        }
        (product >> 32) as u32
    }

    /// A uniformly random index of a slice of the given length.
    ///
    /// # Panics
    /// If `len` is 0 or does not fit in `u32`.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).expect("slices to draw from are short")) as usize
    }

    /// A uniformly random number in `[0, 1)` with 53 bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Fisher–Yates from the last index down.
    ///
    /// ```
    /// let mut deck = [1, 2, 3, 4, 5];
    /// patience_core::Random::new(1).shuffle(&mut deck);
    /// deck.sort();
    /// assert_eq!(deck, [1, 2, 3, 4, 5], "each card once");
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// An index drawn with probability proportional to its weight.
///
/// ```
/// use patience_core::{Random, weighted_index};
///
/// let mut random = Random::new(1);
/// assert!((0..100).all(|_| weighted_index(&mut random, &[0.5, 0.0, 2.0]) != 1));
/// ```
///
/// # Panics
/// If there are no weights, one is negative or not finite, or all are 0.
pub fn weighted_index(random: &mut Random, weights: &[f64]) -> usize {
    let total: f64 = weights.iter().sum();
    assert!(
        total.is_finite() && total > 0.0 && weights.iter().all(|w| *w >= 0.0),
        "weights are finite, not all zero"
    );
    let mut left = random.unit() * total;
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return index;
        }
    }
    // Rounding can leave a remainder, which belongs to the last index with a positive weight.
    weights.iter().rposition(|w| *w > 0.0).expect("a positive weight exists")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_is_pinned() {
        let mut random = Random::new(1);
        let drawn: Vec<u64> = (0..4).map(|_| random.next_u64()).collect();
        // From the reference C code of xoshiro256** and SplitMix64.
        assert_eq!(
            drawn,
            [
                0xb3f2_af6d_0fc7_10c5,
                0x853b_5596_4736_4cea,
                0x92f8_9756_082a_4514,
                0x642e_1c7b_c266_a3a7
            ]
        );
        let mut random = Random::new(7);
        let small: Vec<u32> = (0..10).map(|_| random.below(6)).collect();
        assert!(small.iter().all(|n| *n < 6));
        let mut deck: Vec<u32> = (0..8).collect();
        Random::new(42).shuffle(&mut deck);
        let mut sorted = deck.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..8).collect::<Vec<_>>());
    }

    #[test]
    fn below_is_even() {
        let mut random = Random::new(3);
        let mut count = [0u32; 3];
        for _ in 0..30_000 {
            count[random.below(3) as usize] += 1;
        }
        assert!(count.iter().all(|n| (9_600..10_400).contains(n)), "{count:?}");
    }
}
