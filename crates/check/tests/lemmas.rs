//! The lemmas of `docs/certificates.md`, attacked by brute force on small boards: the checker's
//! conclusions about positions are compared with plain search on all boards that they stand for.

mod brute;

use brute::{Known, small_deals};
use patience_check::Game;
use patience_check::gaps::{GAP, Gaps, Rules};
use patience_check::set::Set;
use patience_testing::size;

#[test]
fn steps_cover_moves() {
    let (mut moves, mut open) = (0, 0);
    for Known { gaps, nodes, .. } in small_deals(1).take(size(700, 3_000)) {
        for node in &nodes {
            open += usize::from(node.position.open != Set::NONE);
            let is_won = node.boards.iter().any(|board| gaps.is_won(board));
            assert_eq!(gaps.is_won_somehow(&node.position), is_won, "{:?}", node.boards);
            for (_, after) in node.boards.iter().flat_map(|board| gaps.moves(board)) {
                let is_covered = |index: &usize| nodes[*index].boards.contains(&after);
                assert!(
                    node.boards.contains(&after) || node.after.iter().any(is_covered),
                    "{after:?}"
                );
                moves += 1;
            }
        }
    }
    assert!(
        moves > size(90_000, 500_000) && open > size(3_000, 20_000),
        "{moves} moves, {open} positions with open rows"
    );
}

#[test]
fn no_relaxed_dead_end_can_be_won() {
    let (mut dead, mut alive) = (0, 0);
    for Known { gaps, nodes, won, .. } in small_deals(2).take(size(700, 3_000)) {
        for node in &nodes {
            let can_be_won = node.boards.iter().any(|board| won.contains(board));
            let is_dead = gaps.is_dead_end(&node.position);
            assert!(!(is_dead && can_be_won), "{:?}", node.boards);
            dead += usize::from(is_dead);
            alive += usize::from(can_be_won);
        }
    }
    assert!(
        dead > size(3_000, 20_000) && alive > size(3_000, 20_000),
        "{dead} dead ends, {alive} that can be won"
    );
}

#[test]
fn persistent_sets_suffice() {
    // Sets that the checker accepts at winnable positions, and insufficient sets, which it must
    // reject.
    let (mut taken, mut insufficient) = (0, 0);
    for Known { gaps, nodes, won, .. } in small_deals(3).take(size(700, 3_000)) {
        let can_be_won: Vec<bool> =
            nodes.iter().map(|node| node.boards.iter().any(|board| won.contains(board))).collect();
        for (node, _) in
            nodes.iter().zip(&can_be_won).filter(|(node, can)| **can && node.after.len() < 9)
        {
            let steps = gaps.steps(&node.position);
            for set in 0..1u64 << steps.len() {
                let suffices = (0..steps.len())
                    .any(|index| set >> index & 1 != 0 && can_be_won[node.after[index]]);
                let is_taken = gaps.is_persistent(&node.position, &steps, Set(set));
                let is_won = gaps.is_won_somehow(&node.position);
                assert!(
                    is_won || suffices || !is_taken,
                    "{set:b} of {steps:?} in {:?}",
                    node.boards
                );
                taken += usize::from(is_taken && !is_won && set + 1 < 1 << steps.len());
                insufficient += usize::from(!suffices && !is_won && set != 0);
            }
        }
    }
    assert!(
        taken > size(500, 3_000) && insufficient > size(500, 3_000),
        "{taken} sets taken, {insufficient} insufficient"
    );
}

#[test]
fn steps_sleep_on_where_they_are_said_to() {
    // After `taken`, a step that sleeps leads to no board that play does not reach after the step
    // alone.
    let (mut equal, mut within, mut open) = (0, 0, 0);
    for Known { gaps, nodes, .. } in small_deals(4).take(size(700, 3_000)) {
        for node in &nodes {
            let steps = gaps.steps(&node.position);
            for (taken, &after) in steps.iter().zip(&node.after) {
                let after = &nodes[after];
                let asleep = node.position.asleep(&steps, taken.0, &after.position);
                for (step, last) in gaps.steps(&after.position).iter().zip(&after.after) {
                    let Some(place) =
                        steps.iter().position(|other| other == step && asleep.contains(other))
                    else {
                        continue;
                    };
                    let both = [&node.position, &after.position];
                    open += usize::from(both.iter().all(|position| position.open != Set::NONE));
                    let alone = node.after[place];
                    if nodes[alone].after.contains(last) {
                        equal += 1;
                        continue;
                    }
                    within += 1;
                    let mut reached = vec![alone];
                    for index in 0.. {
                        let Some(&node) = reached.get(index) else { break };
                        let fresh: Vec<usize> = nodes[node]
                            .after
                            .iter()
                            .copied()
                            .filter(|to| !reached.contains(to))
                            .collect();
                        reached.extend(fresh);
                    }
                    let is_reached =
                        |board| reached.iter().any(|node| nodes[*node].boards.contains(board));
                    assert!(
                        nodes[*last].boards.iter().all(is_reached),
                        "{step:?} after {taken:?} in {:?}",
                        node.boards
                    );
                }
            }
        }
    }
    assert!(
        equal > size(1_500, 10_000) && open > size(150, 1_000),
        "{equal} commute, {within} do not, {open} with open rows"
    );
}

#[test]
fn gaps_are_read_as_they_are() {
    let read =
        |rules, text| Gaps::read(rules, text).map(|(gaps, start)| (gaps.rows, gaps.columns, start));
    assert_eq!(read(Rules::Standard, "3H -- 2H").ok(), Some((1, 3, vec![4, GAP, 0])));
    for (rules, text) in [
        (Rules::Standard, ""),
        (Rules::Standard, "--"),
        (Rules::Standard, "2H 2H"),
        (Rules::Standard, "AH -- 2H"),
        (Rules::Standard, "2H --/2C"),
        (Rules::Standard, "2H 3H 3C / -- 2C 2H"),
        (Rules::Standard, "2H é --"),
        (Rules::FixedSuits, "3H -- 2H"),
    ] {
        assert!(read(rules, text).is_err(), "{text:?}");
    }
}
