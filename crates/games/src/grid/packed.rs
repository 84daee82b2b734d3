//! States packed into words.

use std::hash::{Hash, Hasher};

/// An array of small numbers, packed into words, such as the state of a
/// [`CohesionGame`](crate::cohesion::CohesionGame). Up to 128 bits are stored inline, more on the
/// heap. The instance determines the length and the width of the numbers, so that equal arrays of
/// one instance have equal words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed(Words);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Words {
    Inline([u64; 2]),
    Heap(Box<[u64]>),
}

impl Packed {
    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Inline(words) => words,
            Words::Heap(words) => words,
        }
    }
}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The number of words is the same for every state of an instance and need not be hashed.
        for &word in self.words() {
            hasher.write_u64(word);
        }
    }
}

/// How the numbers of a [`Packed`] array are laid out in its words; no number straddles two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    bits: u32,
    per_word: usize,
}

impl Packing {
    /// The packing for numbers up to `largest`.
    pub const fn of_numbers_to(largest: u8) -> Self {
        let bits = if largest == 0 { 1 } else { u8::BITS - largest.leading_zeros() };
        Packing { bits, per_word: (u64::BITS / bits) as usize }
    }

    /// Packs numbers, none of which exceeds the maximum.
    #[inline]
    pub fn pack(self, numbers: &[u8]) -> Packed {
        let mut words = numbers.chunks(self.per_word).map(|chunk| {
            chunk.iter().rev().fold(0, |word, &number| word << self.bits | u64::from(number))
        });
        if numbers.len() <= 2 * self.per_word {
            let (first, second) = (words.next().unwrap_or(0), words.next().unwrap_or(0));
            Packed(Words::Inline([first, second]))
        } else {
            Packed(Words::Heap(words.collect()))
        }
    }

    /// Unpacks into `numbers`, which is as long as the packed array.
    #[inline]
    pub fn unpack(self, packed: &Packed, numbers: &mut [u8]) {
        let mask = u64::MAX >> (u64::BITS - self.bits);
        for (chunk, &word) in numbers.chunks_mut(self.per_word).zip(packed.words()) {
            let mut rest = word;
            for number in chunk {
                *number = (rest & mask) as u8;
                rest >>= self.bits;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_round_trips_at_every_width() {
        for largest in [0u8, 1, 2, 3, 4, 7, 8, 15, 26, 100, 255] {
            for length in [0usize, 1, 5, 16, 17, 36, 64, 128, 200, 256] {
                let numbers: Vec<u8> = (0..length)
                    .map(|i| ((i * 37 + 11) % (usize::from(largest) + 1)) as u8)
                    .collect();
                let packing = Packing::of_numbers_to(largest);
                let packed = packing.pack(&numbers);
                let mut back = vec![0xAA; length];
                packing.unpack(&packed, &mut back);
                assert_eq!(back, numbers, "largest {largest}, length {length}");
            }
        }
        assert_eq!(std::mem::size_of::<Packed>(), 24);
    }
}
