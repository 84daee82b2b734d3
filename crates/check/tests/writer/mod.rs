//! Writers of certificates with complete knowledge of a small deal: they write true statements, or
//! lie on request.
#![allow(dead_code)]

use std::collections::{HashMap, HashSet};

use patience_check::gaps::{Gaps, Rules};
use patience_check::position::Step;
use patience_check::set::Set;
use patience_check::{Game, birds, grids};

use crate::brute::{Known, Node, Random};

/// A certificate in its parts, so that each can be damaged separately.
#[derive(Clone)]
pub struct Parts {
    pub kind: u8,
    pub game: String,
    pub deal: String,
    pub body: Vec<u8>,
    /// Where records begin in the body.
    pub records: Vec<usize>,
}

impl Parts {
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"\x89PCERT\n\x02".to_vec();
        bytes.push(self.kind);
        for text in [&self.game, &self.deal] {
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend(&self.body);
        sealed(bytes)
    }
}

/// The bytes followed by their correct checksum.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
    let sum = bytes.iter().fold(0xCBF2_9CE4_8422_2325, step);
    bytes.extend(u64::to_le_bytes(sum));
    bytes
}

/// A game and a deal as written in a header.
pub fn deal(game: &str, text: &str) -> (Box<dyn Game>, Vec<u8>) {
    let boxed = |rules| {
        Gaps::read(rules, text).map(|(gaps, start)| (Box::new(gaps) as Box<dyn Game>, start))
    };
    match game {
        "gaps" => boxed(Rules::Standard),
        "gaps+fixed-suits" => boxed(Rules::FixedSuits),
        "gaps+fixed-twos" => boxed(Rules::FixedTwos),
        "birds" => birds::read(text),
        "cohesion" => grids::read_cohesion(text),
        "sliding" => grids::read_sliding(text, false),
        _ => grids::read_tiles(text),
    }
    .expect("the deal can be read")
}

pub fn name(rules: Rules) -> &'static str {
    match rules {
        Rules::Standard => "gaps",
        Rules::FixedSuits => "gaps+fixed-suits",
        Rules::FixedTwos => "gaps+fixed-twos",
    }
}

/// An all-knowing writer of proofs: true statements about lost positions, and random lies about
/// winnable ones.
struct Writer<'a> {
    known: &'a Known,
    random: &'a mut Random,
    /// Whether steps sleep.
    sleep: bool,
    said: HashSet<usize>,
    body: Vec<u8>,
    records: Vec<usize>,
    /// Number of lies.
    lies: u32,
}

impl Writer<'_> {
    fn say(&mut self, bytes: &[u8]) {
        self.records.push(self.body.len());
        self.body.extend(bytes);
    }

    /// Continues after the step with a number, if there is one.
    fn follow(&mut self, node: usize, asleep: &[Step], number: Option<usize>) {
        let Some(number) = number else { return };
        let Node { position, after, .. } = &self.known.nodes[node];
        let (card, _) = self.known.gaps.steps(position)[number];
        let asleep = if self.sleep { asleep } else { &[] };
        self.prove(
            after[number],
            position.asleep(asleep, card, &self.known.nodes[after[number]].position),
        );
    }

    fn prove(&mut self, node: usize, mut asleep: Vec<Step>) {
        let known = self.known;
        let position = &known.nodes[node].position;
        let steps = known.gaps.steps(position);
        let can = known.can_be_won(node);
        asleep.retain(|step| steps.contains(step));
        let mut left: Vec<usize> =
            (0..steps.len()).filter(|number| !asleep.contains(&steps[*number])).collect();
        if left.len() < 2 {
            return self.follow(node, &asleep, left.pop());
        }
        if !can && self.said.contains(&node) {
            return self.say(&[1]);
        }
        if !can && known.gaps.is_dead_end(position) {
            return self.say(&[0]);
        }
        let all = (1u64 << steps.len()) - 1;
        let lost =
            (0..steps.len()).filter(|&index| !known.can_be_won(known.nodes[node].after[index]));
        let lost = lost.fold(0u64, |set, index| set | 1 << index);
        let set = if can {
            self.lies += 1;
            match self.random.below(5) {
                0 => return self.say(&[0]),
                1 => return self.say(&[1]),
                // Only losing steps, which are claimed to suffice.
                2 if lost != 0 => lost,
                3 if lost != 0 => 1 << lost.trailing_zeros(),
                // All steps; the lie about a winning step comes later.
                _ => all,
            }
        } else {
            let sets = (1..all)
                .filter(|set| known.gaps.is_persistent(position, &steps, Set(*set)))
                .collect::<Vec<_>>();
            if sets.is_empty() || self.random.below(3) == 0 {
                all
            } else {
                sets[self.random.below(sets.len())]
            }
        };
        match set {
            _ if set == all => self.say(&[3]),
            _ if set.count_ones() == 1 => self.say(&[8 + set.trailing_zeros() as u8]),
            _ => self.say(&[&[5][..], &(set as u32).to_le_bytes()].concat()),
        }
        left.retain(|number| set >> number & 1 != 0);
        if left.len() < 2 {
            return self.follow(node, &asleep, left.pop());
        }
        for number in left {
            self.say(&[number as u8]);
            self.follow(node, &asleep, Some(number));
            asleep.push(steps[number]);
        }
        self.said.insert(node);
    }
}

/// Writes a proof of a deal: a true one if it is lost.
pub fn tree(known: &Known, random: &mut Random) -> (Parts, u32) {
    let sleep = random.below(2) == 1;
    let (said, body) = (HashSet::new(), vec![sleep.into()]);
    let mut writer = Writer { known, random, sleep, said, body, records: Vec::new(), lies: 0 };
    writer.prove(0, Vec::new());
    let (body, records, lies) = (writer.body, writer.records, writer.lies);
    (
        Parts {
            kind: b'T',
            game: name(known.rules).to_owned(),
            deal: known.text.clone(),
            body,
            records,
        },
        lies,
    )
}

/// A closed set, or a plan with layers, for a small deal, by breadth-first search.
pub fn closed(game: &str, text: &str) -> Parts {
    let (rules, start) = deal(game, text);
    let mut layers = vec![vec![start.clone()]];
    let mut before = HashMap::from([(start, None)]);
    let won = loop {
        let last = layers.last().expect("there is a layer");
        if let Some(won) = last.iter().find(|state| rules.is_won(state)) {
            break Some(won.clone());
        }
        let mut next = Vec::new();
        for state in last {
            for (name, after) in rules.moves(state) {
                if rules.is_cut(&after).is_none() && !before.contains_key(&after) {
                    before.insert(after.clone(), Some((name, state.clone())));
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break None;
        }
        layers.push(next);
    };
    let mut parts = Parts {
        kind: b'C',
        game: game.to_owned(),
        deal: text.to_owned(),
        body: Vec::new(),
        records: Vec::new(),
    };
    if let Some(mut state) = won {
        let mut plan = Vec::new();
        while let Some((name, from)) = &before[&state] {
            plan.push(*name);
            state = from.clone();
        }
        layers.pop();
        parts.kind = b'O';
        parts.body.extend((plan.len() as u32).to_le_bytes());
        for name in plan.iter().rev() {
            parts.records.push(parts.body.len());
            parts.body.extend(name);
        }
    } else {
        layers = vec![layers.concat()];
    }
    for layer in layers {
        parts.body.extend((layer.len() as u64).to_le_bytes());
        for state in layer {
            parts.records.push(parts.body.len());
            parts.body.extend(state);
        }
    }
    parts
}
