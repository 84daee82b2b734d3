//! Plans: validating one never panics, whatever it says.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use patience_catalogue::{Instance, open};

static INSTANCES: LazyLock<Vec<Box<dyn Instance>>> = LazyLock::new(|| {
    [
        "gaps:solvitaire/4x13/1",
        "gaps+paper:paper/4x5/20/1",
        "birds:neller/0",
        "cohesion:level/vieira-1",
        "tiles:level/iartistas-04",
    ]
    .map(|name| open(name).expect("the name exists"))
    .into()
});

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(plan) = std::str::from_utf8(rest) else { return };
    let instance = &INSTANCES[usize::from(choice) % INSTANCES.len()];
    if instance.validate(plan).is_ok() {
        instance.film(plan, false).expect("a valid plan can be shown");
    }
    if let Ok(after) = instance.after(plan) {
        after.moves();
    }
});
