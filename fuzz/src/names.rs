//! Names of instances: opening one never panics, and every opened instance has a board that can be
//! read back.
use patience_catalogue::{Names, find, open};

/// Feeds one input to the target; panics on a fault.
pub fn feed(data: &[u8]) {
    let Ok(name) = std::str::from_utf8(data) else { return };
    let Ok(names) = Names::parse(name) else { return };
    let first = names[0].get(0);
    // Generators search for their instance; that work is intended and not tested here.
    if ["generate", "difficulty"].iter().any(|word| first.contains(word)) {
        return;
    }
    let Ok(instance) = open(&first) else { return };
    let (game, _) = find(instance.game()).expect("an instance has a game");
    let again = game
        .read(Some(instance.rules()), &instance.board(), "fuzz")
        .expect("written boards can be read");
    assert_eq!(again.board(), instance.board());
}
