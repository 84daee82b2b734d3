//! The Mersenne twister (Matsumoto and Nishimura 1998), used by Solvitaire and PySolFC.

/// MT19937, as `std::mt19937` in C++ and `random.Random` in Python.
pub(super) struct MersenneTwister {
    state: [u32; 624],
    next: usize,
}

impl MersenneTwister {
    /// Seeds it as in C++ and C.
    pub fn new(seed: u32) -> Self {
        let mut state = [seed; 624];
        for i in 1..624 {
            let before = state[i - 1];
            state[i] = 1_812_433_253u32.wrapping_mul(before ^ before >> 30).wrapping_add(i as u32);
        }
        MersenneTwister { state, next: 624 }
    }

    /// Seeds it as Python's `random.seed` does for a whole number: with its 32-bit words, the
    /// lowest first (`init_by_array` of the authors' program).
    pub fn of_words(key: &[u32]) -> Self {
        const LENGTH: usize = 624;
        let mut twister = Self::new(19_650_218);
        let state = &mut twister.state;
        let (mut i, mut j) = (1, 0);
        let before = |state: &[u32; LENGTH], i: usize| state[i - 1] ^ state[i - 1] >> 30;
        let step = |state: &mut [u32; LENGTH], i: &mut usize| {
            *i += 1;
            if *i == LENGTH {
                state[0] = state[LENGTH - 1];
                *i = 1;
            }
        };
        for _ in 0..LENGTH.max(key.len()) {
            let mixed = state[i] ^ before(state, i).wrapping_mul(1_664_525);
            state[i] = mixed.wrapping_add(key[j]).wrapping_add(j as u32);
            step(state, &mut i);
            j = (j + 1) % key.len();
        }
        for _ in 0..LENGTH - 1 {
            let mixed = state[i] ^ before(state, i).wrapping_mul(1_566_083_941);
            state[i] = mixed.wrapping_sub(i as u32);
            step(state, &mut i);
        }
        state[0] = 1 << 31;
        twister
    }

    /// The next number in `[0, 1)` with 53 bits, as Python's `random.random`.
    pub fn unit(&mut self) -> f64 {
        let (high, low) = (self.draw() >> 5, self.draw() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// The next 32 bits.
    pub fn draw(&mut self) -> u32 {
        if self.next == 624 {
            for i in 0..624 {
                let mixed = self.state[i] & 0x8000_0000 | self.state[(i + 1) % 624] & 0x7FFF_FFFF;
                let twist = if mixed & 1 == 1 { 0x9908_B0DF } else { 0 };
                self.state[i] = self.state[(i + 397) % 624] ^ mixed >> 1 ^ twist;
            }
            self.next = 0;
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9D2C_5680;
        y ^= y << 15 & 0xEFC6_0000;
        y ^ y >> 18
    }

    /// A number from 0 to `most`, as Boost's `uniform_int` draws it: equal buckets, draws beyond
    /// the last rejected.
    pub fn up_to(&mut self, most: u32) -> u32 {
        let mut bucket = u32::MAX / (most + 1);
        bucket += u32::from(u32::MAX % (most + 1) == most);
        loop {
            let number = self.draw() / bucket;
            if number <= most {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twister_is_the_standard_one() {
        // The C++ standard, [rand.predef]: the 10000th draw of a default-constructed std::mt19937.
        let mut twister = MersenneTwister::new(5489);
        assert_eq!((0..10_000).map(|_| twister.draw()).last(), Some(4_123_659_995));
    }

    #[test]
    fn numbers_of_many_words_seed_as_in_python() {
        // random.seed(n); random.random(), in Python 3.
        for (key, expected) in [
            (&[7][..], 0.323_832_764_833_162_37),
            (&[1_000_000], 0.924_140_804_168_170_6),
            (&[0x63D5_0000, 0x6BC7_5E2D, 5], 0.512_863_601_159_527_2),
        ] {
            assert_eq!(MersenneTwister::of_words(key).unit(), expected);
        }
    }
}
