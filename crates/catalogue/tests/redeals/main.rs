//! The chance of winning with redeals, compared with exact counts.

#[path = "../../../games/tests/gaps/naive.rs"]
mod naive;
mod perft;
mod unshuffled;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::Duration;

use patience_catalogue::gaps::{
    Redeal, RedealAnswer, RedealError, RedealPolicy, RedealQuestion, RedealRule, RedealTally,
    SampledGames, play_on, redeal_chance, redeal_offers, redealt,
};
use patience_catalogue::{Context, Reference, Request, Verdict, open};
use patience_core::{Budget, Clock, Domain, Environment, Game, Limits};
use patience_games::gaps::{GapsDomain, redeal};

fn ask(name: &str, rule: RedealRule, redeals: u32, samples: u64) -> RedealAnswer {
    let question = RedealQuestion {
        rule,
        redeals,
        samples,
        seed: 7,
        is_lost: false,
        limits: Limits::default(),
    };
    redeal_chance(&*open(name).unwrap(), &question, &Context::unwatched()).unwrap()
}

fn is_won(text: &str) -> bool {
    let (games, _) = patience_catalogue::find("gaps").unwrap();
    let instance = games.read(None, text, "redealt").unwrap();
    instance.solve(&Request::new("bfs"), &mut Context::unwatched()).unwrap().verdict
        == Verdict::Solved
}

/// Lost deals of a size, by breadth-first search.
fn lost(size: &str) -> impl Iterator<Item = String> {
    let names = (1..200).map(|seed| format!("gaps:random/{size}/{seed}")).collect::<Vec<_>>();
    names.into_iter().filter(|name| !is_won(&open(name).unwrap().board()))
}

#[test]
fn one_redeal_at_once_wins_as_often_as_its_deals_do() {
    for rule in [RedealRule::Pysol, RedealRule::Station, RedealRule::Spaces] {
        for name in lost("2x4").take(4) {
            let game = GapsDomain.instance("standard", name.split_once(':').unwrap().1).unwrap();
            // This many seeds produce every possible deal, all equally likely.
            let dealt: BTreeSet<String> = (0..20_000)
                .map(|seed| redeal(&game, &game.start(), rule, seed))
                .map(|game| GapsDomain.notation(&game, &game.start()))
                .collect();
            let share =
                dealt.iter().filter(|text| is_won(text)).count() as f64 / dealt.len() as f64;
            let answer = ask(&name, rule, 1, 400);
            assert_eq!(answer.verdict, Verdict::Unsolvable);
            let games = games_of(&answer, RedealPolicy::AtOnce);
            assert_eq!((games.samples, games.total().undecided, games.plan.len()), (400, 0, 0));
            // Five standard deviations; the seeds are fixed.
            let deviation = (share * (1.0 - share) / 400.0).sqrt();
            let sampled = games.total().won as f64 / 400.0;
            assert!(
                (sampled - share).abs() <= 5.0 * deviation,
                "{name} {}: {sampled} for {share}",
                rule.name()
            );
        }
    }
}

/// For deals that only the solver with persistent sets accepts, the answer is the same every time.
#[test]
fn chances_are_those_that_are_counted_under_every_rule_set() {
    let (games, _) = patience_catalogue::find("gaps").unwrap();
    for rules in ["free-parking", "galary", "jungle", "spaces-and-aces"] {
        let is_won = |board: &str| {
            let instance = games.read(Some(rules), board, "redealt").unwrap();
            instance.solve(&Request::new("bfs"), &mut Context::unwatched()).unwrap().verdict
                == Verdict::Solved
        };
        let size = if rules == "jungle" { "2x5" } else { "2x4" };
        let names = (1..400).map(|seed| format!("gaps+{rules}:random/{size}/{seed}"));
        let name = names
            .into_iter()
            .find(|name| !is_won(&open(name).unwrap().board()))
            .expect("a deal that is lost");
        let game = GapsDomain.instance(rules, name.split_once(':').unwrap().1).unwrap();
        let dealt: Vec<bool> = (0..300)
            .map(|seed| redeal(&game, &game.start(), RedealRule::Pysol, seed))
            .map(|game| is_won(&GapsDomain.notation(&game, &game.start())))
            .collect();
        let share = dealt.iter().filter(|won| **won).count() as f64 / 300.0;
        let answer = ask(&name, RedealRule::Pysol, 1, 300);
        assert_eq!(answer.verdict, Verdict::Unsolvable, "{name}");
        let games = games_of(&answer, RedealPolicy::AtOnce);
        assert_eq!((games.samples, games.total().undecided), (300, 0), "{name}");
        // Two samples of the same share; the seeds are fixed.
        let deviation = (2.0 * share * (1.0 - share) / 300.0).sqrt();
        let sampled = games.total().won as f64 / 300.0;
        assert!((sampled - share).abs() <= 5.0 * deviation, "{name}: {sampled} for {share}");
        let won = ask(&format!("gaps+{rules}:scramble/4x6/12/1"), RedealRule::Pysol, 1, 1);
        assert!(won.verdict == Verdict::Solved && !won.winning.is_empty(), "{rules}");
    }
}

#[test]
fn more_redeals_and_a_better_moment_win_more_often() {
    let (mut once, mut twice, mut most, mut best) = (0, 0, 0, 0);
    for name in lost("3x5").take(6) {
        let (first, second) =
            (ask(&name, RedealRule::Pysol, 1, 100), ask(&name, RedealRule::Pysol, 2, 100));
        let at_once = games_of(&second, RedealPolicy::AtOnce);
        assert_eq!(
            at_once.tallies[0],
            games_of(&first, RedealPolicy::AtOnce).total(),
            "the same shuffles"
        );
        once += at_once.tallies[0].won;
        twice += at_once.tallies[1].won;
        most += games_of(&first, RedealPolicy::MostKept).total().won;
        // The recommended policy comes first.
        best += first.policies[0].total().won;
    }
    assert!(once < twice && most < best, "{once} {twice} {most} {best}");
}

/// A clock that advances by a millisecond whenever it is read.
#[derive(Default)]
struct Readings(Cell<u32>);

impl Clock for Readings {
    fn elapsed(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_millis(u64::from(self.0.get()))
    }
}

/// Time may run out during the search for the position of the next redeal.
#[test]
fn a_game_that_the_clock_breaks_off_is_not_lost() {
    let name = lost("3x5")
        .find(|name| open(name).unwrap().moves().is_empty())
        .expect("a deal that is blocked from the start");
    let asked = |seed, milliseconds: Option<u64>| {
        let limits = Limits { time: milliseconds.map(Duration::from_millis), ..Limits::default() };
        let question = RedealQuestion {
            rule: RedealRule::Aisleriot,
            redeals: 2,
            samples: 1,
            seed,
            is_lost: true,
            limits,
        };
        let clock = Readings::default();
        let context = Context::new(Environment::none().with_clock(&clock));
        let answer = redeal_chance(&*open(&name).unwrap(), &question, &context).unwrap();
        answer
            .policies
            .iter()
            .find(|games| games.policy == RedealPolicy::AtOnce)
            .map(|games| games.tallies.clone())
    };
    let second = vec![RedealTally::default(), RedealTally { won: 1, undecided: 0 }];
    let seed = (1..100)
        .find(|seed| asked(*seed, None).as_ref() == Some(&second))
        .expect("a game won by its second redeal");
    let mut broken_off = 0;
    for milliseconds in 1.. {
        let Some(tallies) = asked(seed, Some(milliseconds)) else { continue };
        if tallies == second {
            break;
        }
        broken_off += 1;
        assert_eq!(tallies[1].undecided, 1, "seed {seed}, {milliseconds} ms");
    }
    assert!(broken_off > 0);
}

fn games_of(answer: &RedealAnswer, policy: RedealPolicy) -> &SampledGames {
    answer.policies.iter().find(|games| games.policy == policy).unwrap()
}

#[test]
fn lines_before_a_redeal_are_legal() {
    for rule in RedealRule::ALL.into_iter().filter(|rule| rule.shuffles()) {
        for name in lost("3x5").take(3) {
            let instance = open(&name).unwrap();
            let answer = ask(&name, rule, 1, 3);
            for games in &answer.policies {
                let after = instance.after(&games.plan.join(" ")).unwrap();
                assert!(!after.is_won(), "{name}");
                assert!(rule != RedealRule::Aisleriot || after.moves().is_empty(), "{name}");
            }
        }
    }
}

#[test]
fn a_deal_that_can_be_won_needs_no_redeal() {
    let answer = ask("gaps:scramble/4x6/20/1", RedealRule::Pysol, 2, 10);
    assert_eq!((answer.verdict, answer.policies.len()), (Verdict::Solved, 0));
    assert!(!answer.winning.is_empty());
    let error = |name: &str| {
        let question = RedealQuestion {
            rule: RedealRule::Pysol,
            redeals: 1,
            samples: 1,
            seed: 1,
            is_lost: false,
            limits: Limits::default(),
        };
        redeal_chance(&*open(name).unwrap(), &question, &Context::unwatched())
            .unwrap_err()
            .to_string()
    };
    for name in ["gaps+paper:random/4x5/1", "gaps+double-montana:random/4x5/1", "birds:neller/1"] {
        assert!(error(name).contains("expected a deal of gaps with one deck"), "{name}");
    }
}

#[test]
fn redeals_are_written_among_moves() {
    for rule in RedealRule::ALL {
        for seed in [0, 7, u32::MAX] {
            let made = Redeal { rule, seed };
            assert_eq!(made.to_string().parse(), Ok(made));
        }
    }
    for word in [
        "redeal/",
        "redeal/pysol",
        "redeal/pysol/",
        "redeal/pysol/x",
        "redeal/pysol/4294967296",
        "redeal/pysol/1/2",
        "redeal//1",
        "7",
    ] {
        let refusal = RedealError::Word { index: None, word: word.to_owned() };
        assert_eq!(word.parse::<Redeal>(), Err(refusal), "{word}");
    }
}

/// Redeals are also read in capitals and with other blanks.
#[test]
fn redeals_are_read_as_people_write_them() {
    let made = Redeal { rule: RedealRule::Pysol, seed: 5 };
    for word in [
        "REDEAL/PYSOL/5",
        "Redeal (Pysol, Seed 5)",
        "redeal (pysol,seed 5)",
        "redeal(pysol, seed 5)",
        "redeal ( pysol , seed  5 )",
    ] {
        assert_eq!(word.parse(), Ok(made), "{word}");
        let dealt = |moves: &str| {
            play_on::<RedealError>(open("gaps:pysol/7").unwrap(), moves, None, |_, _, _| Ok(()))
        };
        assert_eq!(dealt(word).unwrap().board(), dealt(&made.to_string()).unwrap().board());
    }
    for word in ["redeal (pysol)", "redeal (pysol, 5)", "redeal (pysol, seed 5", "redeal pysol 5"] {
        assert!(word.parse::<Redeal>().is_err(), "{word}");
    }
}

/// The fault of a redeal without its place.
fn reason<T>(played: Result<T, RedealError>) -> Option<RedealError> {
    played.err().map(|error| match error {
        RedealError::At { reason, .. } => *reason,
        error => error,
    })
}

#[test]
fn a_game_with_redeals_is_played_as_its_parts_are() {
    let play = |name: &str, moves: &str| {
        play_on::<RedealError>(open(name).unwrap(), moves, None, |_, _, _| Ok(()))
    };
    for game in
        ["gaps", "gaps+blue-moon", "gaps+jungle", "gaps+free-parking", "gaps+double-montana"]
    {
        let name = format!("{game}:pysol/7");
        let start = open(&name).unwrap();
        let most =
            redeal_offers(&*start).iter().find(|offer| offer.rule == "pysol").unwrap().redeals;
        assert_eq!(most, if game == "gaps+jungle" { 1 } else { 2 });
        let first = start.moves()[0].text.clone();
        let dealt =
            redealt(&*start.after(&first).unwrap(), Redeal { rule: RedealRule::Pysol, seed: 3 })
                .unwrap();
        let second = dealt.moves()[0].text.clone();
        let text = format!("{first} redeal/pysol/3 {second}");
        assert_eq!(
            play(&name, &text).unwrap().board(),
            dealt.after(&second).unwrap().board(),
            "{name}"
        );
        let many = "redeal/pysol/1 ".repeat(most as usize + 1);
        assert_eq!(reason(play(&name, &many)), Some(RedealError::TooMany(most)));
        let Redeal { rule, seed } = "redeal/pysol/3".parse().unwrap();
        let words = Redeal { rule, seed }.words();
        for redeal in ["redeal/pysol/3", &words] {
            for separator in [",", "·", ", ", " · "] {
                let text = [&first, redeal, &second].join(separator);
                let board = play(&name, &text).unwrap().board();
                assert_eq!(board, dealt.after(&second).unwrap().board(), "{text}");
            }
        }
        let mixed = format!("redeal/pysol/1 redeal/{}/2", RedealRule::Spaces.name());
        assert_eq!(reason(play(&name, &mixed)), Some(RedealError::Mixed("pysol", "spaces")));
        // The place is counted within the whole line.
        let told = play(&name, &format!("{text} rubbish")).err().unwrap().to_string();
        assert!(told.starts_with("move 4 (`rubbish`)"), "{told}");
    }
    for name in ["gaps+line-up:pysol/1", "gaps+paganini-ii:pysol/1"] {
        assert_eq!(reason(play(name, "redeal/pysol/1")), Some(RedealError::TooMany(0)), "{name}");
    }
    // The number belongs to the rule set, not to the redeal rule.
    for (name, expected) in [
        (
            "gaps+line-up:pysol/1",
            "move 1 (`redeal/pysol/1`): this game has no redeals; expected moves only",
        ),
        (
            "gaps+jungle:pysol/1",
            "move 2 (`redeal/pysol/1`): there are more redeals than this game allows; expected at \
             most 1",
        ),
    ] {
        let told = play(name, &"redeal/pysol/1 ".repeat(2)).err().unwrap().to_string();
        assert_eq!(told, expected, "{name}");
    }
    assert_eq!(
        reason(play("birds:neller/1", "redeal/pysol/1")),
        Some(RedealError::NoRedeals("birds".to_owned()))
    );
    // A game may be allowed redeals that its rule lacks.
    for name in [
        "gaps+line-up:pysol/1",
        "gaps+spaces-and-aces:pysol/1",
        "gaps+paganini-ii:pysol/1",
        "gaps:pysol/7",
    ] {
        let played = |redeals, count| {
            let moves = "redeal/pysol/1 ".repeat(count);
            play_on::<RedealError>(open(name).unwrap(), &moves, Some(redeals), |_, _, _| Ok(()))
        };
        assert!(played(3, 3).is_ok(), "{name}");
        assert_eq!(reason(played(1, 2)), Some(RedealError::TooMany(1)), "{name}");
    }
    // AisleRiot redeals only if no card can move.
    assert_eq!(
        reason(play("gaps:pysol/7", "redeal/aisleriot/1")),
        Some(RedealError::NotAllowed { rule: "aisleriot", is_won: false })
    );
    let solved = Reference::board("gaps", "2C 3C --", "solved");
    let solved = solved.open(&mut Budget::unlimited()).unwrap();
    let again = play_on::<RedealError>(solved, "redeal/pysol/1", None, |_, _, _| Ok(()));
    assert_eq!(reason(again), Some(RedealError::NotAllowed { rule: "pysol", is_won: true }));
    assert!(matches!(play("gaps:pysol/7", "9,9>0,0").err(), Some(RedealError::Plan(_))));
}
