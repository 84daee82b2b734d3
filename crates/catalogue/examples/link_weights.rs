//! Learns the weights by which `gaps::Links` orders positions of Free Parking and Galary, and prints them in the form of
//! `crates/games/src/gaps/links/weights.rs`: `cargo run --release -p patience-catalogue --example link_weights -- [FIRST] [COUNT]`
//!
//! COUNT (150) of PySolFC's numbers from FIRST (33000) on are searched under both rule sets, by one beam each that goes by levels of links
//! and orders positions by `LevelSum`. Of each level of each win it draws pairs of one expanded position on the plan and one that is not, and
//! a logistic regression learns to tell them apart by the differences of their features. Numbers that end in 0 are held out.
//!
//! The same arguments give the same weights each time. The weights that are built in come from another program with a broader sample: its beam
//! went on behind the first win, and positions on the way to any win counted as on the plan. So those printed here are close to them, and not
//! the same; `docs/gaps-solver.md` says how close. Both are compared at the end, on the pairs held out and on the 20 numbers behind.

use std::collections::BTreeMap;

use patience_core::{
    Claims, Counters, Domain, Environment, Estimate, Event, Game, Heuristic, Limits, Observer, Part, Random, Run,
    Verdict,
};
use patience_games::gaps::{Gaps, GapsDomain, LevelSum, Links, Move, State};
use patience_search::levels;

const RULES: [&str; 2] = ["free-parking", "galary"];
/// Expansions of a level.
const WIDTH: usize = 1000;
/// Pairs that are drawn from a level of a win.
const PAIRS: usize = 40;
const EPOCHS: usize = 6;
/// Of Adagrad (Duchi, Hazan and Singer 2011), which gives rare features longer steps.
const RATE: f64 = 0.03;
/// What draws weights towards 0.
const PENALTY: f64 = 1e-5;
/// Weights are whole numbers, in such parts of a unit of log-odds.
const SCALE: f64 = 30.0;
/// Numbers behind those that are learned from, on which the weights are tried.
const TRIED: u64 = 20;

/// Two positions of a level, one on a plan and one that is not.
struct Pair {
    /// How much more often the one on the plan has a feature.
    difference: Vec<(u16, i8)>,
    /// Whether the weights that are built in order them rightly.
    built_in: bool,
}

impl Pair {
    fn new(game: &Gaps, on_plan: &State, other: &State) -> Pair {
        let mut difference = BTreeMap::new();
        for (state, sign) in [(on_plan, 1), (other, -1)] {
            for feature in Links::features(game, state) {
                *difference.entry(feature as u16).or_insert(0) += sign;
            }
        }
        difference.retain(|_, times| *times != 0);
        let links = Links::new(game, None);
        let cost = |state| links.estimate(game, state).cost();
        Pair { difference: difference.into_iter().collect(), built_in: cost(on_plan) < cost(other) }
    }

    /// The log-odds that of the two it is the right one that is on the plan.
    fn log_odds(&self, weights: &[f64]) -> f64 {
        self.difference.iter().map(|(feature, times)| f64::from(*times) * weights[usize::from(*feature)]).sum()
    }
}

/// Remembers the positions that are expanded, by level.
#[derive(Default)]
struct Expanded(BTreeMap<u32, Vec<State>>);

impl Observer<Gaps> for Expanded {
    fn event(&mut self, game: &Gaps, event: Event<'_, Gaps>, _: &Counters) {
        if let Event::Expanded { state, .. } = event {
            self.0.entry(Links::count(game, state)).or_default().push(*state);
        }
    }
}

fn beam(game: &Gaps, order: &dyn Heuristic<Gaps>, run: &mut Run<Gaps>) -> Option<Vec<Move>> {
    match levels::solve(game, order, |state| Links::count(game, state), WIDTH, run).verdict {
        Verdict::Solved { plan, .. } => Some(plan),
        _ => None,
    }
}

/// Pairs of positions from a beam; none where it does not win.
fn pairs(game: &Gaps, random: &mut Random) -> Option<Vec<Pair>> {
    let mut expanded = Expanded::default();
    let mut run = Run::new(Limits::default(), Environment::none()).with_observer(&mut expanded);
    let plan = beam(game, &LevelSum::new(game), &mut run)?;
    let mut on_plan: BTreeMap<u32, Vec<State>> = BTreeMap::new();
    let mut state = game.start();
    for mv in plan {
        on_plan.entry(Links::count(game, &state)).or_default().push(state);
        state = game.apply(&state, mv);
    }
    let mut pairs = Vec::new();
    for (level, good) in on_plan {
        let mut others = expanded.0.remove(&level).unwrap_or_default();
        others.retain(|state| !good.contains(state));
        if !others.is_empty() {
            let mut pair = || Pair::new(game, &good[random.index(good.len())], &others[random.index(others.len())]);
            pairs.extend((0..PAIRS).map(|_| pair()));
        }
    }
    Some(pairs)
}

/// Logistic regression, pair by pair: `patience_learn`'s, by Newton's method, wants whole rows, and of these pairs that is a gigabyte.
fn fit(pairs: &[Pair], random: &mut Random) -> Vec<f64> {
    let (mut weights, mut squares) = (vec![0.0; Links::FEATURES], vec![1e-6; Links::FEATURES]);
    let mut order: Vec<&Pair> = pairs.iter().collect();
    for _ in 0..EPOCHS {
        random.shuffle(&mut order);
        for pair in &order {
            let wrong = 1.0 / (1.0 + pair.log_odds(&weights).exp());
            for (feature, times) in &pair.difference {
                let feature = usize::from(*feature);
                let gradient: f64 = wrong * f64::from(*times) - PENALTY * weights[feature];
                squares[feature] += gradient * gradient;
                weights[feature] += RATE * gradient / f64::sqrt(squares[feature]);
            }
        }
    }
    weights
}

/// The order by new weights, as `Links` is by those that are built in.
struct Learned(Vec<i8>);

impl Heuristic<Gaps> for Learned {
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        let sum: i32 = Links::features(game, state).into_iter().map(|feature| i32::from(self.0[feature])).sum();
        // Costs are not below 0, and sums lie some hundreds around it.
        Estimate::Cost((4000 + sum).max(0) as u32)
    }

    fn parts(&self, _: &Gaps, _: &State) -> Vec<Part> {
        Vec::new()
    }
}

/// The tables as `weights.rs` has them, but for line breaks.
fn print(weights: &[i8]) {
    let mut left = weights;
    for (name, rows, columns) in Links::TABLES {
        let (table, rest) = left.split_at(rows * columns);
        left = rest;
        match rows {
            1 => println!("const {name}: [i8; {columns}] = {table:?};\n"),
            _ => {
                println!("const {name}: [[i8; {columns}]; {rows}] = [");
                table.chunks(columns).for_each(|row| println!("    {row:?},"));
                println!("];\n");
            }
        }
    }
}

fn number(argument: Option<String>, default: u64) -> Result<u64, String> {
    let Some(text) = argument else { return Ok(default) };
    let number = text.parse().ok().filter(|number| (1..=u64::from(u32::MAX)).contains(number));
    number.ok_or_else(|| format!("`{text}` is not valid; expected a whole number from 1 to {}", u32::MAX))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (first, count) = (number(arguments.next(), 33_000)?, number(arguments.next(), 150)?);
    if let Some(more) = arguments.next() {
        return Err(format!("`{more}` is one argument too many; expected [FIRST] [COUNT]").into());
    }
    let behind = first + count;
    let mut random = Random::new(1);
    let (mut wins, mut train, mut held_out) = (0, Vec::new(), Vec::new());
    for number in first..behind {
        for rules in RULES {
            let game = GapsDomain.instance(rules, &format!("pysol/{number}"))?;
            let Some(pairs) = pairs(&game, &mut random) else { continue };
            wins += 1;
            if number.is_multiple_of(10) { &mut held_out } else { &mut train }.extend(pairs);
        }
        eprint!("\r{} of {count} numbers, {wins} wins, {} pairs", number + 1 - first, train.len() + held_out.len());
    }
    eprintln!();
    if train.is_empty() {
        return Err("no deal to learn from was won; more numbers are needed".into());
    }

    let weights = fit(&train, &mut random);
    let scaled: Vec<i8> = weights.iter().map(|weight| (-SCALE * weight).round() as i8).collect();
    println!("// {} pairs from {wins} wins, {} of the pairs held out.\n", train.len() + held_out.len(), held_out.len());
    print(&scaled);

    let percent = |right: usize| 100.0 * right as f64 / held_out.len().max(1) as f64;
    let learned = held_out.iter().filter(|pair| pair.log_odds(&weights) > 0.0).count();
    let built_in = held_out.iter().filter(|pair| pair.built_in).count();
    println!("// Of the pairs held out {:.1} % are ordered rightly,", percent(learned));
    println!("// by the weights that are built in {:.1} %.", percent(built_in));

    let mut won = [0; 2];
    for number in behind..behind + TRIED {
        for rules in RULES {
            let game = GapsDomain.instance(rules, &format!("pysol/{number}"))?;
            let orders: [&dyn Heuristic<Gaps>; 2] = [&Learned(scaled.clone()), &Links::new(&game, None)];
            for (won, order) in won.iter_mut().zip(orders) {
                *won += u32::from(beam(&game, order, &mut Run::unlimited()).is_some());
            }
        }
        eprint!("\r{} of {TRIED} numbers tried", number + 1 - behind);
    }
    eprintln!();
    let deals = TRIED * RULES.len() as u64;
    println!("// A beam wins {} of the {deals} deals of the {TRIED} numbers behind,", won[0]);
    println!("// by the weights that are built in {}.", won[1]);
    Ok(())
}
