//! Proofs of loss, written by the solver and verified by the checker, which shares no code with it.

#[path = "reference/mod.rs"]
mod reference;
mod support;

use patience_check::{Failure, Verified};
use patience_core::{Random, certificate};
use patience_gaps::{Board, Config, Reductions, Rules, Solver};
use patience_testing::size;

const RULES: [Rules; 3] = [Rules::Standard, Rules::FixedSuits, Rules::FixedTwos];

fn check(board: &Board, proof: &[u8]) -> Result<Verified, Failure> {
    let game = match board.rules() {
        Rules::Standard => "gaps",
        Rules::FixedSuits => "gaps+fixed-suits",
        Rules::FixedTwos => "gaps+fixed-twos",
    };
    patience_check::check(&certificate(b'T', game, &board.to_string(), proof)[..])
}

/// The reductions with which proofs are written: all, and all but each lemma's.
const WRITTEN_WITH: [Reductions; 4] = {
    let all = Reductions::DEFAULT;
    let no_sets = Reductions { persistent_sets: 0, ..all };
    [
        all,
        Reductions { sleep: false, ..all },
        no_sets,
        Reductions { dead_ends: false, sleep: false, ..no_sets },
    ]
};

#[test]
fn every_lost_board_is_certified() {
    let mut random = Random::new(11);
    let (mut lost, mut won) = (0, 0);
    for round in (0..24).step_by(size(6, 1)) {
        for rows in 1..=4 {
            for columns in 2..=8 {
                for rules in RULES {
                    let board = match round {
                        0..12 => support::solvitaire(rows, columns, round + 1, rules),
                        _ => reference::random_board(&mut random, rows, columns, rules),
                    };
                    for (reductions, restart) in
                        WRITTEN_WITH.into_iter().flat_map(|with| [(with, 0.003), (with, 0.2)])
                    {
                        let config = Config { reductions, restart, ..Config::default() };
                        let answer = Solver::new(&board).config(config).certify();
                        match &answer.proof {
                            Some(proof) => {
                                let verified = check(&board, proof)
                                    .unwrap_or_else(|failure| panic!("{failure:?}: {board:?}"));
                                assert_eq!(verified.claim, "lost");
                                let may_use = |lemma: &&str| match *lemma {
                                    "open rows" => rules == Rules::Standard,
                                    "relaxation" => reductions.dead_ends,
                                    "sleep sets" => reductions.sleep,
                                    _ => reductions.persistent_sets > 0,
                                };
                                assert!(
                                    verified.lemmas.iter().all(may_use),
                                    "{:?}",
                                    verified.lemmas
                                );
                                lost += 1;
                            }
                            None => {
                                assert!(answer.plan().is_some());
                                won += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(lost > size(250, 1500) && won > size(250, 1500), "{lost} lost, {won} won");
}
