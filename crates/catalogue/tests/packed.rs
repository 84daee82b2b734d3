//! States as bytes: their successors agree with the rules, and arbitrary bytes cause no failure.

use patience_catalogue::packed::{ExpandError, RECORD};
use patience_catalogue::{Instance, open};
use patience_core::Random;

/// Instances of every game, small and large, under several rule sets.
const NAMES: &[&str] = &[
    "gaps:solvitaire/4x13/7",
    "gaps+blue-moon:random/4x14/1",
    "gaps:random/1x3/1",
    "birds:neller/42",
    "cohesion:level/vieira-1",
    "tiles:level/iartistas-04",
    "tiles:level/iartistas-08",
    "sliding:korf/1",
    "sliding+blank-last:random/3x3/1",
];

fn record(answer: &[u8], index: usize, width: usize) -> (u32, bool, String, &[u8]) {
    let record = &answer[8 + index * (RECORD + width)..][..RECORD + width];
    let text =
        String::from_utf8(record[5..RECORD].iter().copied().take_while(|b| *b != 0).collect());
    let cost = u32::from_le_bytes(record[..4].try_into().unwrap());
    (cost, record[4] == 1, text.unwrap(), &record[RECORD..])
}

/// The start of an instance, as bytes.
fn bytes(instance: &dyn Instance) -> Vec<u8> {
    instance.start_bytes().unwrap()
}

#[test]
fn bytes_lead_where_the_rules_lead() {
    for name in NAMES {
        let origin = open(name).unwrap();
        let width = bytes(&*origin).len();
        let mut random = Random::new(1);
        let mut here = open(name).unwrap();
        for _ in 0..40 {
            let mut answer = Vec::new();
            origin.expand(&bytes(&*here), &mut answer).unwrap();
            let moves = here.moves();
            assert_eq!(answer[..4], (moves.len() as u32).to_le_bytes(), "{name}");
            assert_eq!(answer[4..8], u32::from(here.is_won()).to_le_bytes(), "{name}");
            assert_eq!(answer.len(), 8 + moves.len() * (RECORD + width), "{name}");
            for (index, mv) in moves.iter().enumerate() {
                let after = here.successor(index).unwrap();
                let expected = (1, after.is_won(), mv.text.clone(), &*bytes(&*after));
                assert_eq!(record(&answer, index, width), expected, "{name}: {}", here.board());
            }
            if moves.is_empty() {
                break;
            }
            here = here.successor(random.index(moves.len())).unwrap();
        }
    }
}

#[test]
fn several_states_are_answered_one_after_another() {
    let level = open("tiles:level/iartistas-04").unwrap();
    let start = bytes(&*level);
    let (mut one, mut two) = (Vec::new(), Vec::new());
    level.expand(&start, &mut one).unwrap();
    level.expand(&[&*start, &*start].concat(), &mut two).unwrap();
    assert_eq!(two, [&*one, &*one].concat());
}

#[test]
fn hostile_bytes_are_refused_or_are_a_state() {
    for name in NAMES {
        let instance = open(name).unwrap();
        let start = bytes(&*instance);
        let mut random = Random::new(7);
        let (mut refused, mut taken) = (0, 0);
        for round in 0..4_000 {
            let mut bytes = start.clone();
            match round % 4 {
                // Changes to bytes of the alphabet and to others, and swaps, which keep the pieces.
                0 => bytes.fill_with(|| random.below(256) as u8),
                1 => (0..=random.below(3)).for_each(|_| {
                    bytes[random.index(start.len())] = random.below(256) as u8;
                }),
                2 => (0..=random.below(3)).for_each(|_| {
                    let from = start[random.index(start.len())];
                    bytes[random.index(start.len())] = from;
                }),
                _ => (0..=random.below(3)).for_each(|_| {
                    let mut at = || random.index(start.len());
                    let (one, other) = (at(), at());
                    bytes.swap(one, other);
                }),
            }
            let mut answer = Vec::new();
            match instance.expand(&bytes, &mut answer) {
                Err(error) => {
                    refused += 1;
                    assert_eq!(error, ExpandError::State { index: 0 }, "{name}");
                }
                Ok(()) => {
                    // Accepted states are written back unchanged: their successors keep the pieces.
                    taken += 1;
                    let count = u32::from_le_bytes(answer[..4].try_into().unwrap()) as usize;
                    for index in 0..count {
                        let after = record(&answer, index, start.len()).3.to_vec();
                        instance.expand(&after, &mut Vec::new()).unwrap();
                    }
                }
            }
        }
        assert!(refused > 1_000 && taken > 100, "{name}: {refused} refused, {taken} taken");
    }
}

#[test]
fn lengths_that_fit_no_states_are_refused() {
    for name in NAMES {
        let instance = open(name).unwrap();
        let start = bytes(&*instance);
        for length in (1..3 * start.len()).filter(|length| length % start.len() != 0) {
            let error = instance.expand(&vec![0; length], &mut Vec::new()).unwrap_err();
            assert_eq!(error, ExpandError::Length { length, width: start.len() });
        }
        assert_eq!(instance.expand(&[], &mut Vec::new()), Ok(()));
    }
}

#[test]
fn games_without_bytes_and_answers_without_end_are_refused() {
    let two_decks = open("gaps+double-montana:random/4x5/1").unwrap();
    assert_eq!(two_decks.start_bytes(), None);
    let error = two_decks.expand(&[], &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "states of gaps+double-montana cannot be written as bytes");
    let deal = open("birds:neller/42").unwrap();
    let many = bytes(&*deal).repeat(100_000);
    let error = deal.expand(&many, &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "the answer exceeds 64 MiB; expected fewer states");
}
