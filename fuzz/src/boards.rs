//! Every notation of every game and rule set: reading never panics, and a board survives writing
//! and reading unchanged.
use patience_catalogue::{GAMES, Look};

/// Feeds one input to the target; panics on a fault.
pub fn feed(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    // The first byte chooses among all rule sets of all games.
    let all: Vec<_> = GAMES
        .iter()
        .flat_map(|game| game.info().rule_sets.into_iter().map(move |r| (game, r.name)))
        .collect();
    let (game, rules) = all[usize::from(choice) % all.len()];
    let Ok(instance) = game.read(Some(rules), text, "fuzz") else { return };
    let board = instance.board();
    let again = game.read(Some(rules), &board, "fuzz").expect("written boards can be read");
    assert_eq!(again.board(), board, "the notation round-trips");
    for format in game.info().formats {
        if let Some(written) = instance.write(format.name) {
            let again =
                game.read(Some(rules), &written, "fuzz").expect("every format written can be read");
            assert_eq!(again.board(), board, "{} round-trips", format.name);
        }
    }
    instance.draw(Look { colour: true, ..Look::PLAIN });
    instance.moves();
}
