//! Plans, and games with redeals: validating one never panics, whatever its content.
use std::sync::LazyLock;

use patience_catalogue::gaps::{RedealError, play_on};
use patience_catalogue::{Instance, Look, open};

const NAMES: [&str; 10] = [
    "gaps:solvitaire/4x13/1",
    "gaps+paper:paper/4x5/20/1",
    "birds:neller/0",
    "cohesion:level/vieira-1",
    "tiles:level/iartistas-04",
    "gaps+blue-moon:pysol/1",
    "gaps+galary:pysol/1",
    "gaps+jungle:pysol/1",
    "gaps+spaces-and-aces:pysol/1",
    "gaps+double-montana:pysol/1",
];

static INSTANCES: LazyLock<Vec<Box<dyn Instance>>> =
    LazyLock::new(|| NAMES.map(|name| open(name).expect("the name exists")).into());

/// Feeds one input to the target; panics on a fault.
pub fn feed(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(plan) = std::str::from_utf8(rest) else { return };
    let instance = &INSTANCES[usize::from(choice) % INSTANCES.len()];
    if instance.validate(plan).is_ok() {
        instance.film(plan, Look::PLAIN).expect("a valid plan can be shown");
    }
    if let Ok(after) = instance.after(plan) {
        after.moves();
    }
    let again = open(NAMES[usize::from(choice) % NAMES.len()]).expect("the name exists");
    if let Ok(end) = play_on::<RedealError>(again, plan, None, |_, _, _| Ok(())) {
        end.moves();
    }
}
