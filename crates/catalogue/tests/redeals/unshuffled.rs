//! Redeals that shuffle nothing, compared with plain search by independent rules.

use std::collections::{HashMap, HashSet};

use patience_catalogue::gaps::{RedealError, RedealPolicy, RedealRule, play_on};
use patience_catalogue::{Verdict, open};
use patience_testing::size;

use crate::{ask, games_of};

/// Rows of cards, suit and rank; `None` for gaps.
type Cells = Vec<Vec<Option<(char, usize)>>>;

fn read(board: &str) -> Cells {
    let card = |word: &str| {
        let (rank, suit) = word.split_at(word.len() - 1);
        let rank = "23456789TJQK".find(rank)?;
        Some((suit.chars().next()?, rank))
    };
    board.split('/').map(|row| row.split_whitespace().map(card).collect()).collect()
}

fn places(cells: &Cells) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (rows, columns) = (cells.len(), cells[0].len());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

fn nexts(cells: &Cells) -> Vec<Cells> {
    let mut nexts = Vec::new();
    for (row, column) in places(cells).filter(|(row, column)| cells[*row][*column].is_none()) {
        for from in places(cells) {
            let Some((suit, rank)) = cells[from.0][from.1] else { continue };
            let fits = match column {
                0 => rank == 0,
                _ => {
                    cells[row][column - 1].is_some_and(|left| rank > 0 && left == (suit, rank - 1))
                }
            };
            if fits {
                let mut next = cells.clone();
                next[row][column] = next[from.0][from.1].take();
                nexts.push(next);
            }
        }
    }
    nexts
}

fn run(row: &[Option<(char, usize)>]) -> usize {
    let lead = row[0].map(|(suit, _)| suit);
    (0..row.len())
        .take_while(|column| lead.is_some_and(|suit| row[*column] == Some((suit, *column))))
        .count()
}

fn gathered(cells: &Cells) -> Cells {
    let runs: Vec<usize> = cells.iter().map(|row| run(row)).collect();
    let mut hand =
        cells.iter().zip(&runs).flat_map(|(row, run)| row[*run..].iter().flatten().copied());
    let dealt = |(row, run): (&Vec<Option<(char, usize)>>, &usize)| {
        let mut dealt = row[..*run].to_vec();
        dealt.push(None);
        dealt.extend((run + 1..row.len()).map(|_| hand.next()));
        dealt
    };
    cells.iter().zip(&runs).map(dealt).collect()
}

#[derive(Default)]
struct Plain {
    known: HashMap<(Cells, u32), bool>,
    most: usize,
}

impl Plain {
    /// Whether a deal can be won; `None` if too many positions are
    /// reachable.
    fn wins(&mut self, deal: &Cells, redeals: u32) -> Option<bool> {
        if let Some(known) = self.known.get(&(deal.clone(), redeals)) {
            return Some(*known);
        }
        let mut seen = HashSet::from([deal.clone()]);
        let mut open = vec![deal.clone()];
        let mut wins = false;
        while let Some(cells) = open.pop() {
            if cells.iter().all(|row| run(row) == row.len() - 1) {
                wins = true;
                break;
            }
            open.extend(nexts(&cells).into_iter().filter(|next| seen.insert(next.clone())));
            if seen.len() > self.most {
                return None;
            }
        }
        if !wins && redeals > 0 {
            let deals: HashSet<Cells> = seen.iter().map(gathered).collect();
            for again in deals {
                wins = wins || self.wins(&again, redeals - 1)?;
            }
        }
        self.known.insert((deal.clone(), redeals), wins);
        Some(wins)
    }
}

#[test]
fn what_is_proved_is_what_plain_search_says() {
    let mut counts = [[0; 2]; 3];
    let sizes = [
        ("1x6", 60),
        ("1x8", 80),
        ("2x4", 40),
        ("2x5", 40),
        ("2x7", 30),
        ("3x4", 30),
        ("3x5", 30),
        ("4x4", 40),
        ("4x6", 20),
    ];
    for (board, seeds) in sizes {
        let mut plain = Plain { most: 400, ..Plain::default() };
        for seed in 1..=seeds {
            let name = format!("gaps:random/{board}/{seed}");
            let deal = read(&open(&name).unwrap().board());
            let Some(expected) =
                (0..=2).map(|redeals| plain.wins(&deal, redeals)).collect::<Option<Vec<bool>>>()
            else {
                continue;
            };
            for redeals in 0..=2 {
                let answer = ask(&name, RedealRule::Unshuffled, redeals, 1);
                let games = answer.policies.first();
                let wins = match answer.verdict {
                    Verdict::Solved => true,
                    Verdict::Unsolvable if redeals == 0 => false,
                    _ => {
                        let games = games_of(&answer, RedealPolicy::Searched);
                        assert!(games.are_proved(), "{name} with {redeals}");
                        games.total().won == 1
                    }
                };
                assert_eq!(wins, expected[redeals as usize], "{name} with {redeals}");
                counts[redeals as usize][usize::from(wins)] += 1;
                if let Some(games) = games.filter(|_| wins) {
                    let end = play_on::<RedealError>(
                        open(&name).unwrap(),
                        &games.plan.join(" "),
                        None,
                        |_, _, _| Ok(()),
                    );
                    assert!(end.unwrap().is_won(), "{name}: {:?}", games.plan);
                }
            }
        }
    }
    assert!(
        counts.iter().flatten().all(|count| *count > 20),
        "both verdicts, with every number of redeals: {counts:?}"
    );
}

#[test]
fn lost_deals_of_full_width_are_won_by_lines_that_are_legal() {
    for seed in size(&[7][..], &[7, 13, 20]) {
        let name = format!("gaps:solvitaire/4x13/{seed}");
        let answer = ask(&name, RedealRule::Unshuffled, 2, 1);
        let games = games_of(&answer, RedealPolicy::Searched);
        assert_eq!((answer.verdict, games.total().won), (Verdict::Unsolvable, 1), "{name}");
        let end =
            play_on::<RedealError>(open(&name).unwrap(), &games.plan.join(" "), None, |_, _, _| {
                Ok(())
            })
            .unwrap();
        assert!(end.is_won(), "{name}");
    }
}
