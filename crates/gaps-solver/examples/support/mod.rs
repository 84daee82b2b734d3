//! Deals by number, and boards as text: shared by the examples, the benchmark and the tests.
#![allow(dead_code)]

use patience_gaps::{Board, Card, Rules, Workers};

/// The 32-bit Mersenne Twister (Matsumoto and Nishimura 1998), as `std::mt19937`.
struct Twister {
    state: Vec<u32>,
    next: usize,
}

impl Twister {
    fn new(seed: u32) -> Self {
        let mut state = vec![seed];
        for index in 1..624u32 {
            let last = state[index as usize - 1];
            state.push(1_812_433_253u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(index));
        }
        Twister { state, next: 624 }
    }

    fn draw(&mut self) -> u32 {
        if self.next == 624 {
            for k in 0..624 {
                let y = (self.state[k] & 0x8000_0000) | (self.state[(k + 1) % 624] & 0x7fff_ffff);
                let odd = if y & 1 != 0 { 0x9908_b0df } else { 0 };
                self.state[k] = self.state[(k + 397) % 624] ^ (y >> 1) ^ odd;
            }
            self.next = 0;
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    /// Uniform in 0 ..= most, as Boost's `uniform_int` draws it.
    fn up_to(&mut self, most: u32) -> u32 {
        let mut bucket = u32::MAX / (most + 1);
        if u32::MAX % (most + 1) == most {
            bucket += 1;
        }
        loop {
            let drawn = self.draw() / bucket;
            if drawn <= most {
                return drawn;
            }
        }
    }
}

/// The deal of that number in Solvitaire's numbering.
pub fn solvitaire(rows: usize, columns: usize, seed: u32, rules: Rules) -> Board {
    let ranks = 0..columns as u8;
    let mut deck: Vec<(u8, u8)> = ranks.flat_map(|rank| (0..rows as u8).map(move |suit| (rank, suit))).collect();
    let mut twister = Twister::new(seed);
    for last in (1..deck.len()).rev() {
        deck.swap(last, twister.up_to(last as u32) as usize);
    }
    let mut cells = vec![None; rows * columns];
    for (index, &(rank, suit)) in deck.iter().rev().enumerate() {
        // Aces are the gaps.
        cells[(index % rows) * columns + index / rows] = rank.checked_sub(1).map(|rank| Card { suit, rank });
    }
    Board::new(rows, columns, rules, cells).expect("a whole deck is a board")
}

/// A board of the verdicts' file.
pub fn parse(text: &str, rules: Rules) -> Board {
    text.parse::<Board>().expect("the text is a board").with_rules(rules)
}

/// One thread for each helper.
pub struct Threads;

impl Workers for Threads {
    fn run<'scope>(&self, helpers: Vec<Box<dyn FnOnce() + Send + 'scope>>, main: Box<dyn FnOnce() + 'scope>) {
        std::thread::scope(|scope| {
            for helper in helpers {
                scope.spawn(helper);
            }
            main();
        });
    }
}
