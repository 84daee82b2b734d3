//! Lies: mutated certificates, and forged ones of deals that can be won. The checker must refuse each, or brute force must
//! agree with what it says.

mod brute;

use std::collections::{HashMap, HashSet, VecDeque};

use brute::{Known, Node, Random, small_deals};
use patience_check::gaps::{Gaps, Rules};
use patience_check::position::Step;
use patience_check::{Failure, Game, Verified, birds, check_in_passes, grids};

/// Checks a certificate in one pass, and in several, which must come to the same.
fn check(bytes: &[u8]) -> Result<Verified, Failure> {
    let result = patience_check::check(bytes);
    let mut in_passes = check_in_passes(3, || Ok(bytes));
    match (&result, &mut in_passes) {
        (Ok(one), Ok(several)) => {
            several.held = one.held;
            assert_eq!(one, several);
        }
        _ => assert!(result.is_err() && in_passes.is_err(), "{result:?}, but in passes {in_passes:?}"),
    }
    result
}

/// A certificate in its parts, so that each can be damaged by itself.
#[derive(Clone)]
struct Parts {
    kind: u8,
    game: String,
    deal: String,
    body: Vec<u8>,
    /// Where records begin in the body.
    records: Vec<usize>,
}

impl Parts {
    fn bytes(&self) -> Vec<u8> {
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

/// The bytes with the right checksum behind them.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
    let sum = bytes.iter().fold(0xCBF2_9CE4_8422_2325, step);
    bytes.extend(u64::to_le_bytes(sum));
    bytes
}

/// A game and a deal by their names in a header.
fn deal(game: &str, text: &str) -> (Box<dyn Game>, Vec<u8>) {
    let boxed = |rules| Gaps::read(rules, text).map(|(gaps, start)| (Box::new(gaps) as Box<dyn Game>, start));
    match game {
        "gaps" => boxed(Rules::Standard),
        "gaps+fixed-suits" => boxed(Rules::FixedSuits),
        "gaps+fixed-twos" => boxed(Rules::FixedTwos),
        "birds" => birds::read(text),
        "cohesion" => grids::read_cohesion(text),
        _ => grids::read_tiles(text),
    }
    .expect("the deal can be read")
}

/// Moves of a shortest plan by breadth-first search, or `None` if there is none.
fn shortest(game: &str, text: &str) -> Option<u32> {
    let (rules, start) = deal(game, text);
    let mut distance = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let here = distance[&state];
        if rules.is_won(&state) {
            return Some(here);
        }
        for (_, after) in rules.moves(&state) {
            assert!(distance.len() < 1_000_000, "the mutated deal {text} is too large");
            distance.entry(after.clone()).or_insert_with(|| {
                queue.push_back(after);
                here + 1
            });
        }
    }
    None
}

/// Whether what the checker says is true.
fn is_true(Verified { claim, deal: (game, board), .. }: &Verified) -> bool {
    let found = shortest(game, board);
    match (claim.as_str(), found) {
        ("lost", None) => true,
        (_, Some(moves)) if claim.ends_with("fewer") => *claim == format!("won in {moves} moves and in no fewer"),
        (_, Some(_)) => claim.starts_with("won in"),
        _ => false,
    }
}

fn name(rules: Rules) -> &'static str {
    match rules {
        Rules::Standard => "gaps",
        Rules::FixedSuits => "gaps+fixed-suits",
        Rules::FixedTwos => "gaps+fixed-twos",
    }
}

/// What is said of the positions that are lost, by a writer that knows all. Of those that can be won it lies, as drawn.
struct Writer<'a> {
    known: &'a Known,
    random: &'a mut Random,
    /// Whether steps sleep.
    sleep: bool,
    said: HashSet<usize>,
    body: Vec<u8>,
    records: Vec<usize>,
    /// How many lies were told.
    lies: u32,
}

impl Writer<'_> {
    fn say(&mut self, bytes: &[u8]) {
        self.records.push(self.body.len());
        self.body.extend(bytes);
    }

    /// Goes on after the step of a number, if there is one.
    fn follow(&mut self, node: usize, asleep: &[Step], number: Option<usize>) {
        let Some(number) = number else { return };
        let Node { position, after, .. } = &self.known.nodes[node];
        let (card, _) = self.known.gaps.steps(position)[number];
        let asleep = if self.sleep { asleep } else { &[] };
        self.prove(after[number], position.asleep(asleep, card, &self.known.nodes[after[number]].position));
    }

    fn prove(&mut self, node: usize, mut asleep: Vec<Step>) {
        let known = self.known;
        let position = &known.nodes[node].position;
        let steps = known.gaps.steps(position);
        let can = known.can_be_won(node);
        asleep.retain(|step| steps.contains(step));
        let mut left: Vec<usize> = (0..steps.len()).filter(|number| !asleep.contains(&steps[*number])).collect();
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
        let lost = (0..steps.len()).filter(|&index| !known.can_be_won(known.nodes[node].after[index]));
        let lost = lost.fold(0u64, |set, index| set | 1 << index);
        let set = if can {
            self.lies += 1;
            match self.random.below(5) {
                0 => return self.say(&[0]),
                1 => return self.say(&[1]),
                // Only steps that lose, said to suffice.
                2 if lost != 0 => lost,
                3 if lost != 0 => 1 << lost.trailing_zeros(),
                // All steps; one that wins is lied about further down.
                _ => all,
            }
        } else {
            let sets = (1..all).filter(|set| known.gaps.is_persistent(position, &steps, *set)).collect::<Vec<_>>();
            if sets.is_empty() || self.random.below(3) == 0 { all } else { sets[self.random.below(sets.len())] }
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

/// What a writer says of a deal: the truth if it is lost.
fn tree(known: &Known, random: &mut Random) -> (Parts, u32) {
    let sleep = random.below(2) == 1;
    let (said, body) = (HashSet::new(), vec![sleep.into()]);
    let mut writer = Writer { known, random, sleep, said, body, records: Vec::new(), lies: 0 };
    writer.prove(0, Vec::new());
    let (body, records, lies) = (writer.body, writer.records, writer.lies);
    (Parts { kind: b'T', game: name(known.rules).to_owned(), deal: known.text.clone(), body, records }, lies)
}

/// A closed set, or a plan with layers, of a small deal by breadth-first search.
fn closed(game: &str, text: &str) -> Parts {
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
    let mut parts =
        Parts { kind: b'C', game: game.to_owned(), deal: text.to_owned(), body: Vec::new(), records: Vec::new() };
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

/// One mutation: bits, bytes, records dropped, doubled, exchanged, the end cut off, another deal, another game.
fn mutate(parts: &Parts, others: &[Parts], random: &mut Random) -> Parts {
    let mut parts = parts.clone();
    let record = |parts: &Parts, random: &mut Random| {
        let index = random.below(parts.records.len());
        parts.records[index]..*parts.records.get(index + 1).unwrap_or(&parts.body.len())
    };
    let way = if parts.records.is_empty() { 8 + random.below(2) } else { random.below(12) };
    match way {
        0 => {
            let place = random.below(parts.body.len());
            parts.body[place] ^= 1 << random.below(8);
        }
        1 => {
            let place = random.below(parts.body.len());
            parts.body[place] = [0, 1, 2, 3, 4, 5, 8, 9, 10, 0xFF][random.below(10)];
        }
        2 | 3 => drop(parts.body.drain(record(&parts, random))),
        4 => {
            let range = record(&parts, random);
            let copy = parts.body[range.clone()].to_vec();
            parts.body.splice(range.start..range.start, copy);
        }
        5 | 6 => {
            let (one, other) = (record(&parts, random), record(&parts, random));
            let (a, b) = (parts.body[one.clone()].to_vec(), parts.body[other.clone()].to_vec());
            if one.end <= other.start {
                parts.body.splice(other, a);
                parts.body.splice(one, b);
            }
        }
        7 => parts.body.truncate(random.below(parts.body.len())),
        8 => parts.deal.clone_from(&others[random.below(others.len())].deal),
        9 => parts.game.clone_from(&others[random.below(others.len())].game),
        10 => {
            let place = random.below(parts.body.len());
            parts.body.insert(place, random.below(256) as u8);
        }
        _ => {
            // Two cards or pieces of the deal exchanged.
            let mut words: Vec<&str> = parts.deal.split(' ').collect();
            let (one, other) = (random.below(words.len()), random.below(words.len()));
            words.swap(one, other);
            parts.deal = words.join(" ");
        }
    }
    parts
}

/// Mutates each certificate so often; returns how many mutants were still proofs, all of which brute force confirms.
fn attack(certificates: &[Parts], each: usize, random: &mut Random) -> usize {
    let mut accepted = 0;
    for parts in certificates {
        let honest =
            check(&parts.bytes()[..]).unwrap_or_else(|failure| panic!("{failure:?}: {} {}", parts.game, parts.deal));
        assert!(is_true(&honest), "{honest:?}");
        for _ in 0..each {
            let mut mutant = mutate(parts, certificates, random);
            // Now and then a second fault, which may hide the first.
            if random.below(4) == 0 && !mutant.body.is_empty() {
                let place = random.below(mutant.body.len());
                mutant.body[place] ^= 1 << random.below(8);
            }
            if let Ok(verified) = check(&mutant.bytes()[..]) {
                assert!(is_true(&verified), "{verified:?} from {:?}", mutant.body);
                accepted += 1;
            }
        }
    }
    accepted
}

#[test]
fn mutated_trees_prove_nothing_false() {
    let mut random = Random(21);
    let mut said = Random(23);
    let lost = small_deals(22).filter(|known| !known.can_be_won(0)).map(|known| tree(&known, &mut said).0);
    let certificates: Vec<Parts> = lost.filter(|parts| parts.records.len() > 3).take(400).collect();
    let accepted = attack(&certificates, 200, &mut random);
    // Some mutants are proofs, as when two steps of a choice change places: so the test looks at what is accepted.
    assert!(accepted > 100 && accepted < 60_000, "{accepted}");
}

#[test]
fn mutated_sets_and_plans_prove_nothing_false() {
    let mut random = Random(31);
    let mut certificates: Vec<Parts> = Vec::new();
    for known in small_deals(32).filter(|known| known.nodes.len() > 3 && known.won.len() < 300).take(100) {
        certificates.push(closed(name(known.rules), &known.text));
    }
    for (game, text) in [
        ("birds", "2C 3D -- -- / 3C -- 9H -- / -- -- -- -- / 4H -- -- KS"),
        ("birds", "2C 3D 5C -- / 3C -- 6H -- / -- 7D -- -- / 4H -- -- --"),
        ("birds", "2C 7D 5C 9H / 3C -- -- -- / -- -- -- -- / -- -- -- --"),
        ("cohesion", "A.B/B.A/..."),
        ("cohesion", "AB./BA./..."),
        ("cohesion", "ABC/CAB"),
        ("tiles", "a..A/.#../b..B"),
        ("tiles", "a.#A/.#../b.#B"),
        ("tiles", "*.b/.#./B.a/*=cA"),
    ] {
        certificates.push(closed(game, text));
    }
    let accepted = attack(&certificates, 400, &mut random);
    assert!(accepted < 20_000, "{accepted}");
}

#[test]
fn deals_that_can_be_won_have_no_proof_of_loss() {
    let mut random = Random(41);
    let (mut forged, mut boards) = (0, 0);
    for known in small_deals(42).filter(|known| known.can_be_won(0)).take(10_000) {
        boards += 1;
        for _ in 0..3 {
            let (parts, lies) = tree(&known, &mut random);
            forged += usize::from(lies > 0);
            let result = check(&parts.bytes()[..]);
            assert!(result.is_err(), "{} {}: {:?}", parts.game, parts.deal, parts.body);
        }
    }
    assert!(boards == 10_000 && forged > 10_000, "{boards} boards, {forged} forged proofs with lies");
}

#[test]
fn damage_is_told_from_falsehood() {
    let good = closed("cohesion", "AB./BA./...").bytes();
    assert!(check(&good[..]).is_ok());
    for length in 0..good.len() {
        assert!(matches!(check(&good[..length]), Err(Failure::Unreadable(_))), "{length} bytes");
    }
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 4;
        assert!(check(&bad[..]).is_err(), "byte {place}");
    }
    assert!(matches!(check(&[&good[..], &[0]].concat()[..]), Err(Failure::Unreadable(_))));
    for (header, why) in [
        (&b"PK\x03\x04 is another kind of file"[..], "not a certificate"),
        (b"\x89PCERT\n\x01T\x04\0gaps", "version [1]"),
        (b"\x89PCERT\n\x02C\x05\0chess\x00\x00", "no game `chess`"),
        (b"\x89PCERT\n\x02T\x05\0tiles\x03\x00a.A", "kind 84"),
        (b"\x89PCERT\n\x02C\x05\0ti\nes\x03\x00a.A", "printable"),
    ] {
        let Err(Failure::Unreadable(reason)) = check(header) else { panic!("{why}") };
        assert!(reason.contains(why), "{reason}");
    }
    // No play is so long, and no choices lie so deep: what claims so is refused, without a stack that overflows.
    let endless =
        Parts { kind: b'C', game: "tiles".to_owned(), deal: "a.A".to_owned(), body: vec![0xFF; 64], records: vec![] };
    assert!(matches!(check(&endless.bytes()[..]), Err(Failure::Refused(..) | Failure::Unreadable(_))));
}
