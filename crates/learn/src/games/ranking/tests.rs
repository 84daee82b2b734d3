//! Ranking on a toy game, and the rivals of a state.

use patience_core::{Claims, Estimate, Value};

use super::*;
use crate::features::Learned;

/// The recipe of Match the Tiles also trains on levels of a suite, but on different ones.
#[test]
fn the_first_network_has_seen_none_of_the_instances() {
    use patience_games::tiles::{TilesGame, write};
    let suite = &super::super::tiles::LEARNER.suites[0];
    let text = |game: TilesGame| write(&game, &game.start());
    let of = |first| {
        let all = instances(first, Environment::none(), suite.instance);
        all.take(4).map(|level| text(level.unwrap()))
    };
    let searched: Vec<String> = of(FIRST_SEED).collect();
    let mut trained = of(TRAINING_SEEDS);
    assert!(trained.all(|level| !searched.contains(&level)));
}

/// From the corner of a field to a place in it; the place differs between instances.
struct Field {
    place: [i32; 2],
}

const SIDE: i32 = 20;

impl Game for Field {
    type State = [i32; 2];
    type Move = [i32; 2];
    type Key = [i32; 2];
    fn start(&self) -> [i32; 2] {
        [0, 0]
    }
    fn is_goal(&self, state: &[i32; 2]) -> bool {
        *state == self.place
    }
    fn moves(&self, [x, y]: &[i32; 2], out: &mut Vec<[i32; 2]>) {
        let steps = [[1, 0], [-1, 0], [0, 1], [0, -1]];
        out.extend(
            steps
                .into_iter()
                .filter(|[dx, dy]| (0..SIDE).contains(&(x + dx)) && (0..SIDE).contains(&(y + dy))),
        );
    }
    fn apply(&self, [x, y]: &[i32; 2], [dx, dy]: [i32; 2]) -> [i32; 2] {
        [x + dx, y + dy]
    }
    fn key(&self, state: &[i32; 2]) -> [i32; 2] {
        *state
    }
}

/// The distance across and down, and a misleading feature.
struct Offsets;

impl Features<Field> for Offsets {
    fn names(&self) -> &'static [&'static str] {
        &["across", "down", "misleading"]
    }
    fn compute(&self, field: &Field, [x, y]: &[i32; 2], out: &mut [f32]) {
        let [across, down] =
            [field.place[0] - x, field.place[1] - y].map(|offset| offset.abs() as f32);
        out.copy_from_slice(&[across, down, ((7 * x + 11 * y) % 13) as f32]);
    }
}

fn model(network: Network) -> Model {
    Model::new("field", "a toy".into(), 1, Offsets.names(), 8.0, network)
}

fn examples(fields: &[Field], network: &Network, random: &mut Random) -> Vec<Option<Example>> {
    let model = model(network.clone());
    fields
        .iter()
        .map(|field| {
            let heuristic = Learned::new(Offsets, &model);
            Example::of(field, &heuristic, &Offsets, random, Environment::none()).unwrap()
        })
        .collect()
}

fn expanded(fields: &[Field], network: &Network) -> u64 {
    let model = model(network.clone());
    let solve = |field| {
        let mut run = Run::unlimited();
        search(field, &Learned::new(Offsets, &model), &Variant::GREEDY, &mut run);
        run.counters().expanded
    };
    fields.iter().map(solve).sum()
}

/// On unseen instances more pairs are in the right order, and greedy search expands fewer
/// states.
#[test]
fn ranking_orders_unseen_instances() {
    let mut random = Random::new(3);
    let mut fields = |count| -> Vec<Field> {
        (0..count)
            .map(|_| Field { place: [0, 0].map(|_: i32| 5 + random.index(12) as i32) })
            .collect()
    };
    let (train, unseen) = (fields(40), fields(20));
    let begin = Network::of_sum(&[0.2, 0.1, 1.0], 0.0);
    let mut said = Vec::new();
    let search = |network: &Network, random: &mut Random| Ok(examples(&train, network, random));
    let mut say = |text: &str| said.push(text.to_owned());
    let ranked = rounds(begin.clone(), 0, search, 1, Environment::none(), &mut say).unwrap();
    assert_eq!(said.len(), ROUNDS, "{said:?}");

    let mut pairs = Pairs::default();
    examples(&unseen, &begin, &mut Random::new(1))
        .into_iter()
        .flatten()
        .for_each(|example| pairs.append(example.pairs));
    let (before, after) = (pairs.wrong(&begin), pairs.wrong(&ranked));
    assert!(
        pairs.len() > 200 && before > 0.15 && after < before / 2.0,
        "{before} of {} before, {after} after",
        pairs.len()
    );
    let (before, after) = (expanded(&unseen, &begin), expanded(&unseen, &ranked));
    assert!(2 * after < before, "{before} expansions before, {after} after");
}

/// A state is paired with every state that was open at the same time, and with no other.
#[test]
fn rivals_are_what_was_open_meanwhile() {
    let opened = |state, generated, expanded| Opened { state, generated, expanded };
    // The start, its three children, and the children of the second and third expansions.
    let all = [
        opened("start", 0, 0),
        opened("first", 0, 1),
        opened("plan", 0, 3),
        opened("never", 0, usize::MAX),
        opened("of first", 1, 2),
        opened("of of first", 2, 5),
        opened("of plan", 3, 4),
    ];
    let names = |index| {
        let mut names: Vec<&str> = rivals(&all, index, &mut Random::new(1)).copied().collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(0), [""; 0]);
    assert_eq!(names(2), ["first", "never", "of first", "of of first"]);
    assert_eq!(names(6), ["never", "of of first"]);
}

/// A dead end is not a rival, and the plan's states have their distances to the goal.
#[test]
fn dead_ends_are_not_open() {
    struct Upwards;
    impl Heuristic<Field> for Upwards {
        fn claims(&self) -> Claims {
            Claims::SOUND
        }
        fn estimate(&self, field: &Field, state: &[i32; 2]) -> Estimate {
            self.value(field, state).into()
        }
        fn value(&self, field: &Field, [x, y]: &[i32; 2]) -> Option<Value> {
            let cost = (field.place[0] - x + field.place[1] - y) as u32;
            (*x == 0).then_some(Value { cost, ordering: cost })
        }
    }
    let field = Field { place: [0, 6] };
    let (mut random, none) = (Random::new(1), Environment::none());
    let example = Example::of(&field, &Upwards, &Offsets, &mut random, none).unwrap().unwrap();
    let distances: Vec<f32> = example.plan.iter().map(|(_, distance)| *distance).collect();
    assert_eq!(distances, [6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0]);
    assert_eq!(example.pairs.len(), 0, "all states off the plan are dead ends");
}
