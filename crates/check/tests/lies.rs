//! Lies: mutated certificates, and forged certificates for winnable deals. The checker must reject
//! each of them, or brute force must confirm its claim.

mod brute;
mod writer;

use std::collections::{HashMap, VecDeque};

use brute::{Random, small_deals};
use patience_check::{Failure, Verified, check_in_passes};
use patience_testing::size;
use writer::{Parts, closed, deal, name, tree};

/// Checks a certificate in one pass, and in several, which must give the same result.
fn check(bytes: &[u8]) -> Result<Verified, Failure> {
    let result = patience_check::check(bytes);
    let mut in_passes = check_in_passes(3, || Ok(bytes));
    match (&result, &mut in_passes) {
        (Ok(one), Ok(several)) => {
            several.held = one.held;
            assert_eq!(one, several);
        }
        _ => assert!(
            result.is_err() && in_passes.is_err(),
            "{result:?}, but in passes {in_passes:?}"
        ),
    }
    result
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

/// Whether the checker's claim is true.
fn is_true(Verified { claim, deal: (game, board), .. }: &Verified) -> bool {
    let found = shortest(game, board);
    match (claim.as_str(), found) {
        ("lost", None) => true,
        (_, Some(moves)) if claim.ends_with("fewer") => {
            *claim == format!("won in {moves} moves and in no fewer")
        }
        (_, Some(_)) => claim.starts_with("won in"),
        _ => false,
    }
}

/// One mutation: bits or bytes changed; records dropped, duplicated or swapped; the end cut off;
/// another deal; another game.
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
            // Two cards or pieces of the deal swapped.
            let mut words: Vec<&str> = parts.deal.split(' ').collect();
            let (one, other) = (random.below(words.len()), random.below(words.len()));
            words.swap(one, other);
            parts.deal = words.join(" ");
        }
    }
    parts
}

/// Mutates each certificate that many times; returns how many mutants were still proofs, all
/// of which brute force confirms.
fn attack(certificates: &[Parts], each: usize, random: &mut Random) -> usize {
    let mut accepted = 0;
    for parts in certificates {
        let honest = check(&parts.bytes()[..])
            .unwrap_or_else(|failure| panic!("{failure:?}: {} {}", parts.game, parts.deal));
        assert!(is_true(&honest), "{honest:?}");
        for _ in 0..each {
            let mut mutant = mutate(parts, certificates, random);
            // Occasionally adds a second fault, which may hide the first.
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
    let lost =
        small_deals(22).filter(|known| !known.can_be_won(0)).map(|known| tree(&known, &mut said).0);
    let certificates: Vec<Parts> =
        lost.filter(|parts| parts.records.len() > 3).take(size(50, 400)).collect();
    let accepted = attack(&certificates, 200, &mut random);
    // Some mutants are proofs, for example if two steps of a choice are swapped, so the test
    // examines the accepted ones.
    assert!(accepted > size(10, 100) && accepted < 60_000, "{accepted}");
}

#[test]
fn mutated_sets_and_plans_prove_nothing_false() {
    let mut random = Random(31);
    let mut certificates: Vec<Parts> = Vec::new();
    for known in
        small_deals(32).filter(|known| known.nodes.len() > 3 && known.won.len() < 300).take(100)
    {
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
    let accepted = attack(&certificates, size(60, 400), &mut random);
    assert!(accepted < 20_000, "{accepted}");
}

#[test]
fn deals_that_can_be_won_have_no_proof_of_loss() {
    let mut random = Random(41);
    let (mut forged, mut boards) = (0, 0);
    for known in small_deals(42).filter(|known| known.can_be_won(0)).take(size(1_500, 10_000)) {
        boards += 1;
        for _ in 0..3 {
            let (parts, lies) = tree(&known, &mut random);
            forged += usize::from(lies > 0);
            let result = check(&parts.bytes()[..]);
            assert!(result.is_err(), "{} {}: {:?}", parts.game, parts.deal, parts.body);
        }
    }
    assert!(
        boards == size(1_500, 10_000) && forged > boards,
        "{boards} boards, {forged} forged proofs with lies"
    );
}

#[test]
fn damage_is_told_from_falsehood() {
    let good = closed("cohesion", "AB./BA./...").bytes();
    assert!(check(&good[..]).is_ok());
    for length in 0..good.len() {
        let Err(Failure::Unreadable(reason)) = check(&good[..length]) else {
            panic!("{length} bytes")
        };
        let told = match length {
            0..8 => reason == "not a certificate: it has under 8 bytes",
            _ => reason.contains(&format!("at byte {length};")) && reason.contains("expected"),
        };
        assert!(told, "{length} bytes: {reason}");
    }
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 4;
        assert!(check(&bad[..]).is_err(), "byte {place}");
    }
    assert!(matches!(check(&[&good[..], &[0]].concat()[..]), Err(Failure::Unreadable(_))));
    for (header, why) in [
        (&b"PK\x03\x04 is another kind of file"[..], "not a certificate"),
        (b"\x28\xB5\x2F\xFD\0\0\0\0", "compressed by zstd"),
        (b"\x89PCERT\n\x01T\x04\0gaps", "version 1 "),
        (b"\x89PCERT\n\x02C\x05\0chess\x00\x00", "lacks the game `chess`"),
        (b"\x89PCERT\n\x02T\x05\0tiles\x03\x00a.A", "kind 84"),
        (b"\x89PCERT\n\x02C\x05\0ti\nes\x03\x00a.A", "printable"),
    ] {
        let Err(Failure::Unreadable(reason)) = check(header) else { panic!("{why}") };
        assert!(reason.contains(why), "{reason}");
    }
    // No play is that long, and no choices are that deep: such claims are rejected without a stack
    // overflow.
    let endless = Parts {
        kind: b'C',
        game: "tiles".to_owned(),
        deal: "a.A".to_owned(),
        body: vec![0xFF; 64],
        records: vec![],
    };
    assert!(matches!(
        check(&endless.bytes()[..]),
        Err(Failure::Refused(..) | Failure::Unreadable(_))
    ));
}
