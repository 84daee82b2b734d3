//! Names of instances: opening one never panics, and what opens has a board that can be read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patience_catalogue::{find, open, open_range};

fuzz_target!(|data: &[u8]| {
    let Ok(name) = std::str::from_utf8(data) else { return };
    let Ok(mut names) = open_range(name) else { return };
    let Some(first) = names.next() else { return };
    // Generators search for their instance, which is work by design and not what is tested here.
    if first.contains("generate") {
        return;
    }
    let Ok(instance) = open(&first) else { return };
    let (game, _) = find(instance.game()).expect("an instance has a game");
    let again = game.read(Some(instance.rules()), &instance.board(), "fuzz").expect("what is written can be read");
    assert_eq!(again.board(), instance.board());
});
