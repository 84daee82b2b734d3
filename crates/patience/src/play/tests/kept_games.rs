//! Saving and resuming games.

use crossterm::event::KeyCode;

use super::{Screen, Store};

/// A store in a folder that is removed with it.
fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(Some(folder.path().join("games.json")));
    (folder, store)
}

#[test]
fn a_game_that_was_left_goes_on_where_it_stood() {
    let (_folder, store) = store();
    let name = "tiles:level/iartistas-04";
    let mut screen = Screen::with(name, store.clone());
    assert!(!screen.shows("Your game goes on") && store.read().unwrap().is_empty());
    for key in [KeyCode::Right, KeyCode::Up, KeyCode::Left, KeyCode::Char('u')] {
        screen.press(key);
    }
    let before = screen.app.session.position().board();
    drop(screen);

    let mut again = Screen::with(name, store.clone());
    assert!(
        again.shows("Your game continues after 2 moves.") && again.shows("┌ 2 moves "),
        "{}",
        again.draw()
    );
    assert_eq!(again.app.session.position().board(), before);
    again.press(KeyCode::Char('r'));
    assert!(again.shows("┌ 3 moves "), "undone moves can still be redone");
    for key in [KeyCode::Down, KeyCode::Right] {
        again.press(key);
    }
    assert!(again.shows("★ won") && !again.shows("with help"));
    drop(again);

    // A won game restarts, and stays in the list until it is played.
    let mut again = Screen::with(name, store);
    assert!(again.shows("┌ 0 moves ") && again.shows("winnable in 5 moves"), "{}", again.draw());
    again.press(KeyCode::Char('m'));
    assert!(again.shows("▶ tiles:level/iartistas-04  won in 5 moves"), "{}", again.draw());
}

#[test]
fn my_games_are_listed_and_go_on() {
    let (_folder, store) = store();
    let mut screen = Screen::with("tiles:level/iartistas-04", store.clone());
    screen.press(KeyCode::Char('m'));
    assert!(screen.shows("No saved games yet"), "{}", screen.draw());
    screen.press(KeyCode::Right);
    drop(screen);
    let mut birds = Screen::with("birds:neller/0", store.clone());
    birds.press(KeyCode::Char('s'));
    birds.press(KeyCode::Char('m'));
    assert!(
        birds.shows("my games") && birds.shows("▶ birds:neller/0           "),
        "{}",
        birds.draw()
    );
    for size in [(40, 20), (80, 24), (200, 60)] {
        birds.size = size;
        assert!(
            birds.shows("tiles:level/ia") && birds.shows("1 move"),
            "{size:?}: {}",
            birds.draw()
        );
    }
    birds.press(KeyCode::Esc);
    assert!(!birds.shows("Enter continues") && birds.shows("┌ 1 move "));
    for key in [KeyCode::Char('m'), KeyCode::Down, KeyCode::Down, KeyCode::Enter] {
        birds.press(key);
    }
    assert!(
        birds.shows(" tiles:level/iartistas-04 ") && birds.shows("┌ 1 move "),
        "{}",
        birds.draw()
    );
    // A saved game remembers that help was used.
    assert!(
        store.read().unwrap().iter().any(|game| game.start.name == "birds:neller/0" && game.helped)
    );
}

/// If both do not fit on a line, the state of a game is below its name.
#[test]
fn long_names_of_my_games_are_whole() {
    let (_folder, store) = store();
    let long = "gaps+fixed-suits:solvitaire/4x13/2580";
    for name in [long, "tiles:level/iartistas-04"] {
        let mut screen = Screen::with(name, store.clone());
        let mv = screen.app.view.moves[0].text.clone();
        screen.app.make(&mv);
    }
    let mut screen = Screen::with("birds:neller/0", store);
    screen.press(KeyCode::Char('m'));
    screen.press(KeyCode::Down);
    for size in [(40, 20), (80, 24)] {
        screen.size = size;
        let drawn = screen.draw();
        assert!(drawn.contains(&format!("▶ {long}")), "{size:?}: {drawn}");
        assert_eq!(drawn.matches("1 move").count(), 2, "{size:?}: {drawn}");
        assert!(drawn.contains("my games") && drawn.contains("Enter continues"), "{drawn}");
    }
}

/// Playback, hints and viewing the list leave saved games unchanged.
#[test]
fn a_film_is_not_kept() {
    let (_folder, store) = store();
    let mut screen = Screen::with("tiles:level/iartistas-04", store.clone());
    screen.press(KeyCode::Right);
    screen.press(KeyCode::Char('f'));
    screen.press(KeyCode::End);
    assert!(screen.shows("move 4 of 4"), "{}", screen.draw());
    assert_eq!(store.read().unwrap()[0].moves.len(), 1);
}

/// A redeal is saved with the cards that it dealt, whatever the seed of the next visit.
#[test]
fn a_redeal_is_kept() {
    let (_folder, store) = store();
    let name = "gaps:random/2x4/3";
    let mut screen = Screen::with(name, store.clone());
    screen.press(KeyCode::Char('d'));
    assert!(screen.shows("1 of 2 redeals left"), "{}", screen.draw());
    let dealt = screen.app.session.position().board();
    screen.press(KeyCode::Char('u'));
    drop(screen);
    let mut again = Screen::with_seed(name, store, 4);
    assert!(again.shows("2 of 2 redeals left, one was taken back"), "{}", again.draw());
    again.press(KeyCode::Char('d'));
    assert_eq!(again.app.session.position().board(), dealt);
}

#[test]
fn a_file_that_is_none_of_games_is_told_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.json");
    std::fs::write(&path, "{}").unwrap();
    let mut screen = Screen::with("tiles:level/iartistas-04", Store::new(Some(path.clone())));
    assert!(screen.shows("Games are no longer saved"), "{}", screen.draw());
    screen.press(KeyCode::Right);
    assert!(screen.shows("┌ 1 move "));
    assert_eq!(std::fs::read_to_string(path).unwrap(), "{}");
}
