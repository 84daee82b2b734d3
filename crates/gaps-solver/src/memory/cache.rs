//! A cache of the keys of recently proved losses. Its size does not grow with the search. The
//! [table](super::table) stores only positions with a choice. The search generates the forced
//! sequences between them repeatedly, mostly in quick succession: a cache of a few megabytes finds
//! two thirds of them. Each cache line holds the last four keys that were stored in it, in full.
//!
//! A missing key costs time but never makes an answer wrong.

use super::prefetch::prefetch;

/// Keys per line.
const WAYS: usize = 4;
/// Initial number of lines.
const MIN_LINES: usize = 256;
/// Maximum bytes of a cache: 64 MiB, plus the old 16 MiB while it grows to that.
const MOST: u64 = 80 << 20;

/// 0 if there is no key. A position whose key is 0 would be found without having been stored; this
/// counts as one more comparison, like all others.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u128; WAYS]);

/// The keys of positions that were proved lost.
pub(crate) struct Cache {
    /// A power of two. It grows fourfold whenever twice as many keys have been stored as it can
    /// hold.
    lines: Vec<Line>,
    most_bytes: u64,
    /// Keys stored since the lines were created.
    put: usize,
    lookups: u64,
}

impl Cache {
    /// Maximum bytes for each worker's cache if all workers together have `bytes`.
    pub fn share_of(bytes: u64, workers: usize) -> u64 {
        (bytes / 8 / workers.max(1) as u64).min(MOST)
    }

    /// Creates an empty cache that never takes more than the given number of bytes, not even while
    /// it grows; `None` if that is too few for even the smallest cache.
    pub fn new(most_bytes: u64) -> Option<Self> {
        let lines = vec![Line([0; WAYS]); MIN_LINES];
        let cache = Cache { lines, most_bytes, put: 0, lookups: 0 };
        (cache.bytes() <= most_bytes).then_some(cache)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.lines.len() * size_of::<Line>()) as u64
    }

    fn line_of(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.lines.len() - 1)
    }

    /// Prefetches the key's line.
    #[inline]
    pub fn fetch(&self, key: u128) {
        prefetch(&raw const self.lines[self.line_of(key)]);
    }

    #[inline]
    pub fn contains(&mut self, key: u128) -> bool {
        self.lookups += 1;
        self.lines[self.line_of(key)].0.contains(&key)
    }

    /// Replaces the oldest key of its line.
    pub fn put(&mut self, key: u128) {
        self.put += 1;
        if self.put > 2 * WAYS * self.lines.len() {
            self.grow();
        }
        self.insert(key);
    }

    #[inline]
    fn insert(&mut self, key: u128) {
        let line = self.line_of(key);
        let Line([first, second, third, _]) = self.lines[line];
        self.lines[line] = Line([key, first, second, third]);
    }

    #[cold]
    fn grow(&mut self) {
        self.put = 0;
        let more = self.lines.len() * 4;
        // While it grows, both the old and the new one exist.
        if self.bytes() + (more * size_of::<Line>()) as u64 > self.most_bytes {
            return;
        }
        let before = std::mem::replace(&mut self.lines, vec![Line([0; WAYS]); more]);
        // The oldest first.
        let keys = before.iter().flat_map(|line| line.0.iter().rev()).filter(|&&key| key != 0);
        keys.for_each(|&key| self.insert(key));
    }

    /// Returns the key comparisons since the last call.
    pub fn take_comparisons(&mut self) -> u64 {
        std::mem::take(&mut self.lookups) * WAYS as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns keys that differ in their high words, which determine the line.
    fn key(number: u64) -> u128 {
        u128::from(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)) << 64 | u128::from(number)
    }

    #[test]
    fn what_was_put_lately_is_found_and_nothing_else() {
        let mut cache = Cache::new(1 << 20).expect("room");
        for number in 1..=100_000 {
            assert!(!cache.contains(key(number)), "{number} before it was put");
            cache.put(key(number));
            assert!(cache.contains(key(number)), "{number} just put");
        }
        let kept = (1..=100_000).filter(|&number| cache.contains(key(number))).count();
        let room = cache.lines.len() * WAYS;
        assert!(kept * 10 > room * 9 && kept <= room, "{kept} of {room}");
        // The latest keys are all present, except when more than four share a line.
        let lately = (100_001 - room as u64 / 8..=100_000)
            .filter(|&number| cache.contains(key(number)))
            .count();
        assert!(lately * 100 > room / 8 * 99, "{lately} of the last {}", room / 8);
        assert!(cache.bytes() <= 1 << 20, "{} bytes", cache.bytes());
        assert_eq!(cache.take_comparisons(), 4 * (300_000 + room as u64 / 8));
    }

    #[test]
    fn growing_keeps_the_latest_of_each_line() {
        let mut cache = Cache::new(MOST).expect("room");
        let room = (MIN_LINES * WAYS) as u64;
        (1..=2 * room).for_each(|number| cache.put(key(number)));
        let before: Vec<_> = (1..=2 * room).filter(|&number| cache.contains(key(number))).collect();
        cache.put(key(0x1_0000_0000));
        assert_eq!(cache.lines.len(), 4 * MIN_LINES);
        assert!(before.iter().all(|&number| cache.contains(key(number))), "none is lost");
    }

    #[test]
    fn too_little_memory_is_no_cache() {
        assert!(Cache::new(1000).is_none());
    }
}
