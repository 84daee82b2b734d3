//! Learns the weights by which `gaps::Links` orders positions of Free Parking and Galary, and
//! prints them in the form of `crates/games/src/gaps/links/weights.rs`:
//! `cargo run --release -p patience-catalogue --example link_weights -- [FIRST] [COUNT]`
//!
//! COUNT (250) of PySolFC's numbers from FIRST (33000) on are searched under both rule sets, by one
//! beam each that goes by levels of links, in rounds: in the first the beams order positions by
//! `LevelSum`, in each later one by the weights that the round before has learned. A beam goes on
//! behind a win. Of each of its levels pairs are drawn, of one position that led to a win within
//! the beam and one that did not, and a logistic regression learns to tell them apart by the
//! differences of their features. Numbers that end in 0 are held out.
//!
//! The same arguments give the same weights each time, and without any these are those that are
//! built in. In the end they are tried on the numbers behind. All this takes some ten minutes of
//! one core.

use std::collections::{BTreeMap, HashMap};

use patience_core::{
    Claims, Counters, Domain, Environment, Estimate, Event, Game, Heuristic, Limits, Observer,
    Part, Random, Run, Verdict, successors,
};
use patience_games::gaps::{Gaps, GapsDomain, LevelSum, Links, Move, State};
use patience_search::levels;

const RULES: [&str; 2] = ["free-parking", "galary"];
const ROUNDS: usize = 4;
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
const TRIED: u64 = 30;

type Weights = [i8; Links::FEATURES];

/// By how much one of two positions of a level has a feature more often than the other: one led to
/// a win, the other did not.
struct Pair(Vec<(u16, i8)>);

impl Pair {
    fn new(game: &Gaps, won: &State, other: &State) -> Pair {
        let mut difference = BTreeMap::new();
        for (state, sign) in [(won, 1), (other, -1)] {
            for feature in Links::features(game, state) {
                *difference.entry(feature as u16).or_insert(0) += sign;
            }
        }
        difference.retain(|_, times| *times != 0);
        Pair(difference.into_iter().collect())
    }

    /// The log-odds that of the two it is the right one that led to a win.
    fn log_odds(&self, weights: &[f64]) -> f64 {
        self.0
            .iter()
            .map(|(feature, times)| f64::from(*times) * weights[usize::from(*feature)])
            .sum()
    }
}

/// The deal without an end, so that a beam goes on behind a win.
struct Endless<'a>(&'a Gaps);

impl Game for Endless<'_> {
    type State = State;
    type Move = Move;
    type Key = <Gaps as Game>::Key;

    fn start(&self) -> State {
        self.0.start()
    }

    fn is_goal(&self, _: &State) -> bool {
        false
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.0.moves(state, out);
    }

    fn apply(&self, state: &State, mv: Move) -> State {
        self.0.apply(state, mv)
    }

    fn key(&self, state: &State) -> Self::Key {
        self.0.key(state)
    }
}

/// A heuristic of the deal for the deal without an end.
struct OfDeal<'a>(&'a dyn Heuristic<Gaps>);

impl Heuristic<Endless<'_>> for OfDeal<'_> {
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    fn estimate(&self, game: &Endless<'_>, state: &State) -> Estimate {
        self.0.estimate(game.0, state)
    }

    fn parts(&self, game: &Endless<'_>, state: &State) -> Vec<Part> {
        self.0.parts(game.0, state)
    }
}

/// Remembers the positions that are expanded.
#[derive(Default)]
struct Expanded(Vec<State>);

impl Observer<Endless<'_>> for Expanded {
    fn event(&mut self, _: &Endless<'_>, event: Event<'_, Endless<'_>>, _: &Counters) {
        if let Event::Expanded { state, .. } = event {
            self.0.push(*state);
        }
    }
}

/// Which of the positions lead to a win by moves to others of them that lose no link, as the beam's
/// do.
fn winners(game: &Gaps, states: &[State]) -> Vec<bool> {
    let index: HashMap<_, _> =
        states.iter().enumerate().map(|(index, state)| (game.key(state), index)).collect();
    let (mut from, mut open) = (vec![Vec::new(); states.len()], Vec::new());
    for (before, state) in states.iter().enumerate() {
        let links = Links::count(game, state);
        for (_, next) in successors(game, state) {
            if game.is_goal(&next) {
                open.push(before);
            } else if let Some(after) = index.get(&game.key(&next))
                && Links::count(game, &next) >= links
            {
                from[*after].push(before);
            }
        }
    }
    let mut won = vec![false; states.len()];
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut won[state], true) {
            open.append(&mut from[state]);
        }
    }
    won
}

/// Pairs of positions from a beam; none where it does not win.
fn pairs(game: &Gaps, order: &dyn Heuristic<Gaps>, random: &mut Random) -> Vec<Pair> {
    let mut expanded = Expanded::default();
    let mut run = Run::new(Limits::default(), Environment::none()).with_observer(&mut expanded);
    levels::solve(
        &Endless(game),
        &OfDeal(order),
        |state| Links::count(game, state),
        WIDTH,
        &mut run,
    );
    let mut by_level: BTreeMap<u32, [Vec<State>; 2]> = BTreeMap::new();
    for (state, won) in expanded.0.iter().zip(winners(game, &expanded.0)) {
        by_level.entry(Links::count(game, state)).or_default()[usize::from(won)].push(*state);
    }
    let mut pairs = Vec::new();
    for [others, won] in
        by_level.values().filter(|level| level.iter().all(|states| !states.is_empty()))
    {
        let mut pair =
            || Pair::new(game, &won[random.index(won.len())], &others[random.index(others.len())]);
        pairs.extend((0..PAIRS).map(|_| pair()));
    }
    pairs
}

/// Logistic regression, pair by pair: `patience_learn`'s, by Newton's method, wants whole rows, and
/// of these pairs that is a gigabyte.
fn fit(pairs: &[Pair], random: &mut Random) -> Vec<f64> {
    let (mut weights, mut squares) = (vec![0.0; Links::FEATURES], vec![1e-6; Links::FEATURES]);
    let mut order: Vec<&Pair> = pairs.iter().collect();
    for _ in 0..EPOCHS {
        random.shuffle(&mut order);
        for pair in &order {
            let wrong = 1.0 / (1.0 + pair.log_odds(&weights).exp());
            for (feature, times) in &pair.0 {
                let feature = usize::from(*feature);
                let gradient: f64 = wrong * f64::from(*times) - PENALTY * weights[feature];
                squares[feature] += gradient * gradient;
                weights[feature] += RATE * gradient / f64::sqrt(squares[feature]);
            }
        }
    }
    weights
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
    number.ok_or_else(|| {
        format!("`{text}` is not valid; expected a whole number from 1 to {}", u32::MAX)
    })
}

/// What a round learns from `count` numbers from `first` on.
fn round(
    first: u64,
    count: u64,
    before: Option<Weights>,
    random: &mut Random,
) -> Result<Weights, Box<dyn std::error::Error>> {
    let (mut wins, mut train, mut held_out) = (0, Vec::new(), Vec::new());
    for number in first..first + count {
        for rules in RULES {
            let game = GapsDomain.instance(rules, &format!("pysol/{number}"))?;
            let pairs = match before {
                None => pairs(&game, &LevelSum::new(&game), random),
                Some(weights) => pairs(&game, &Links::with_weights(&game, weights), random),
            };
            wins += u32::from(!pairs.is_empty());
            if number.is_multiple_of(10) { &mut held_out } else { &mut train }.extend(pairs);
        }
        eprint!(
            "\r{} of {count} numbers, {wins} wins, {} pairs",
            number + 1 - first,
            train.len() + held_out.len()
        );
    }
    eprintln!();
    if train.is_empty() {
        return Err("no deal to learn from was won; more numbers are needed".into());
    }
    let weights = fit(&train, random);
    let right = held_out.iter().filter(|pair: &&Pair| pair.log_odds(&weights) > 0.0).count();
    let percent = 100.0 * right as f64 / held_out.len().max(1) as f64;
    println!(
        "// {wins} wins, {} pairs; of {} pairs held out {percent:.1} % are ordered rightly.",
        train.len(),
        held_out.len()
    );
    // A sum of a hundred or so, the less the better; what lies beyond the numbers' range becomes
    // their last.
    Ok(std::array::from_fn(|feature| (-SCALE * weights[feature]).round() as i8))
}

/// How many of the deals of the numbers from `first` on one beam wins, by these weights and by
/// those that are built in.
fn tried(first: u64, weights: Weights) -> Result<[u32; 2], Box<dyn std::error::Error>> {
    let mut won = [0; 2];
    for number in first..first + TRIED {
        for rules in RULES {
            let game = GapsDomain.instance(rules, &format!("pysol/{number}"))?;
            for (won, order) in
                won.iter_mut().zip([Links::with_weights(&game, weights), Links::new(&game, None)])
            {
                let level = |state: &State| Links::count(&game, state);
                let outcome = levels::solve(&game, &order, level, WIDTH, &mut Run::unlimited());
                *won += u32::from(matches!(outcome.verdict, Verdict::Solved { .. }));
            }
        }
        eprint!("\r{} of {TRIED} numbers tried", number + 1 - first);
    }
    eprintln!();
    Ok(won)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (first, count) = (number(arguments.next(), 33_000)?, number(arguments.next(), 250)?);
    if let Some(more) = arguments.next() {
        return Err(format!("`{more}` is one argument too many; expected [FIRST] [COUNT]").into());
    }
    let mut random = Random::new(1);
    let mut weights = round(first, count, None, &mut random)?;
    for _ in 1..ROUNDS {
        weights = round(first, count, Some(weights), &mut random)?;
    }
    println!();
    print(&weights);
    let [learned, built_in] = tried(first + count, weights)?;
    let deals = TRIED * RULES.len() as u64;
    println!(
        "// A beam wins {learned} of the {deals} deals of the {TRIED} numbers behind, by the weights that are built in {built_in}."
    );
    Ok(())
}
