//! The terminal game without a terminal: the effects of keys and mouse, and the screen.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use patience_catalogue::gaps::RedealRule;
use patience_catalogue::{Reference, Request, open};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::adviser::Advice;
use super::{App, Playing, Store};

mod kept_games;
mod sizes;

struct Screen {
    app: App,
    /// Columns and lines.
    size: (u16, u16),
}

impl Screen {
    fn new(name: &str) -> Self {
        Screen::with(name, Store::default())
    }

    fn with(name: &str, store: Store) -> Self {
        Screen::with_seed(name, store, 3)
    }

    fn with_seed(name: &str, store: Store, seed: u64) -> Self {
        let limits =
            patience_core::Limits { expansions: Some(20_000), ..patience_core::Limits::default() };
        let request = Request { limits, ..Request::default() };
        let instance = open(name).unwrap();
        let redealing = Some((RedealRule::Pysol, seed));
        let app = App::new(
            Reference::named(name),
            Arc::from(instance),
            Playing { request, redealing, store },
        );
        let mut screen = Screen { app, size: (110, 30) };
        screen.settle();
        screen
    }

    /// Waits for the adviser and draws.
    fn settle(&mut self) {
        let position = Arc::clone(self.app.session.position());
        self.app.adviser.wait(&position);
        self.app.act_when_known();
        self.draw();
    }

    fn draw(&mut self) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.size.0, self.size.1));
        self.app.draw(&mut buffer);
        text(&buffer)
    }

    fn press(&mut self, code: KeyCode) {
        self.app.key(KeyEvent::new(code, KeyModifiers::NONE));
        self.settle();
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        self.settle();
    }

    fn shows(&mut self, text: &str) -> bool {
        self.draw().contains(text)
    }
}

/// Returns the text on the screen, line by line; a wide character takes two cells.
fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for row in buffer.content().chunks(usize::from(buffer.area.width.max(1))) {
        let mut covered = 0;
        for cell in row {
            if covered == 0 {
                text += cell.symbol();
                covered = ratatui::text::Span::raw(cell.symbol()).width();
            }
            covered = covered.saturating_sub(1);
        }
        text.push('\n');
    }
    text
}

/// A piece on a target of another colour hides neither itself nor the target.
#[test]
fn a_target_stays_in_sight_under_a_piece() {
    let game = patience_catalogue::find("tiles").unwrap();
    let instance = game.0.read(game.1, "*.r/.*G/*=gR,bB", "board").unwrap();
    let view = instance.view();
    for (size, texts) in [((40, 20), ["G◎R", "B✓", "◎G"]), ((12, 5), ["Gr", "B✓", "◎G"])]
    {
        let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
        let marks = super::board::Marks { cursor: None, picked: None, open: Vec::new() };
        super::board::draw(&view, &marks, buffer.area, &mut buffer);
        let drawn = text(&buffer);
        for text in texts {
            assert!(drawn.contains(text), "{text} at {size:?}: {drawn}");
        }
    }
}

#[test]
fn a_tilting_game_is_played_to_its_end() {
    let mut screen = Screen::new("tiles:level/iartistas-04");
    assert!(screen.shows("winnable in 5 moves"));
    for key in [KeyCode::Right, KeyCode::Up, KeyCode::Left, KeyCode::Down] {
        screen.press(key);
    }
    assert!(screen.shows("winnable in 1 move,"));
    screen.press(KeyCode::Right);
    assert!(screen.shows("★ won") && !screen.shows("with help"));
    screen.press(KeyCode::Char('u'));
    assert!(screen.shows("winnable in 1 move,"), "undo");
    screen.press(KeyCode::Char('r'));
    assert!(screen.shows("★ won"), "redo");
    screen.press(KeyCode::Char('R'));
    assert!(screen.shows("winnable in 5 moves"), "restart");
    screen.press(KeyCode::Char('u'));
    assert!(screen.shows("Nothing to undo"));
    screen.press(KeyCode::Char('q'));
    assert!(screen.app.leaving);
}

#[test]
fn hints_come_in_three_steps_and_the_solution_step_by_step() {
    let mut screen = Screen::new("birds:neller/0");
    screen.press(KeyCode::Char('h'));
    assert!(screen.shows("Look at the marked cell"));
    screen.press(KeyCode::Char('h'));
    let Advice::Wins { plan, .. } = screen.app.advice().clone() else {
        panic!("deal 0 is winnable")
    };
    let words: Vec<String> = {
        let position = screen.app.session.position();
        crate::words::of_moves(&**position, &plan, None).unwrap()
    };
    assert!(screen.shows(&words[0]) && !screen.shows(&plan[0]), "{}", screen.draw());
    screen.press(KeyCode::Char('h'));
    assert!(screen.shows("The list of moves shows the whole solution"));
    let listed = format!("15. {}", words[14]);
    assert!(screen.shows(&listed) && !screen.draw().contains('>'), "{}", screen.draw());
    for _ in 0..15 {
        screen.press(KeyCode::Char('s'));
    }
    assert!(screen.shows("won, with help"));
}

/// A request before the solver has answered is deferred, not rejected.
#[test]
fn what_is_asked_for_waits_for_the_answer() {
    let request = |key, shows| {
        let mut screen = Screen::new("birds:neller/0");
        screen.app.adviser.forget();
        screen.app.key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
        assert!(screen.shows("Thinking; the answer"));
        screen.app.adviser.ask(&Arc::clone(screen.app.session.position()));
        screen.settle();
        assert!(screen.shows(shows) && !screen.shows("Thinking; the answer"), "{key}");
        screen
    };
    request('h', "Look at the marked cell");
    request('f', "The solution plays");
    request('s', "┌ 1 move ");
    // Another key cancels the request.
    let mut screen = Screen::new("birds:neller/0");
    screen.app.adviser.forget();
    for key in [KeyCode::Char('s'), KeyCode::Tab] {
        screen.app.key(KeyEvent::new(key, KeyModifiers::NONE));
    }
    screen.app.adviser.ask(&Arc::clone(screen.app.session.position()));
    screen.settle();
    assert!(screen.shows("┌ 0 moves "));
}

#[test]
fn a_lost_position_is_marked_and_left_again() {
    let mut screen = Screen::new("gaps:scramble/2x4/4/3");
    // Make losing moves until the position is lost.
    for _ in 0..40 {
        if *screen.app.advice() == Advice::Lost {
            break;
        }
        let position = Arc::clone(screen.app.session.position());
        let Some(mv) = position.moves().last().cloned() else { break };
        screen.app.make(&mv.text);
        screen.settle();
    }
    if *screen.app.advice() == Advice::Lost {
        assert!(screen.shows("✗ lost without a redeal: proved") && screen.shows("lost here"));
        screen.press(KeyCode::Char('b'));
        assert!(matches!(screen.app.advice(), Advice::Wins { .. }));
    }
}

#[test]
fn cards_move_by_keyboard_and_by_mouse() {
    let mut by_keys = Screen::new("gaps:solvitaire/4x13/7");
    by_keys.press(KeyCode::Tab);
    by_keys.press(KeyCode::Enter);
    if by_keys.app.picked.is_some() {
        let from = by_keys.app.picked.unwrap();
        let to = by_keys.app.view.moves.iter().find(|mv| mv.from.contains(&from)).unwrap().to[0];
        by_keys.app.cursor = to;
        by_keys.press(KeyCode::Enter);
    }
    assert_eq!(by_keys.app.session.len(), 1);

    let mut by_mouse = Screen::new("gaps:solvitaire/4x13/7");
    let mv = by_mouse.app.view.moves[0].clone();
    let area = by_mouse.app.board_area;
    let place = |app: &App, cell: usize| {
        (area.y..area.bottom())
            .flat_map(|y| (area.x..area.right()).map(move |x| (x, y)))
            .find(|(x, y)| super::board::cell_at(&app.view, area, *x, *y) == Some(cell))
            .unwrap()
    };
    let (from, to) = (place(&by_mouse.app, mv.from[0]), place(&by_mouse.app, mv.to[0]));
    by_mouse.mouse(MouseEventKind::Down(MouseButton::Left), from.0, from.1);
    by_mouse.mouse(MouseEventKind::Up(MouseButton::Left), to.0, to.1);
    assert_eq!(by_mouse.app.session.len(), 1);
    assert!(by_mouse.shows(&mv.words) && !by_mouse.shows(&mv.text));
}

#[test]
fn a_piece_is_picked_up_and_shifted() {
    let mut screen = Screen::new("cohesion:level/vieira-1");
    let mv = screen.app.view.moves[0].clone();
    screen.app.cursor = mv.from[0];
    screen.press(KeyCode::Enter);
    assert!(screen.shows("choose a direction"));
    screen.press(match mv.direction.unwrap() {
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "up" => KeyCode::Up,
        _ => KeyCode::Down,
    });
    assert_eq!(screen.app.session.len(), 1);
}

/// An illegal move is reported together with the legal ones, as by `replay`.
#[test]
fn an_illegal_move_is_told_with_the_legal_ones() {
    let mut birds = Screen::new("birds:neller/42");
    birds.app.drag(0, 15);
    let told = birds.app.message.replace('\u{a0}', " ");
    let head = "5♠ d4 is not legal here; legal moves: 5♠ b1, J♠ a1, ";
    assert!(told.starts_with(head) && told.ends_with(", and 32 more"), "{told}");
    let mut tiles = Screen::new("tiles:level/iartistas-04");
    tiles.press(KeyCode::Left);
    assert_eq!(
        tiles.app.message.replace('\u{a0}', " "),
        "tilt left is not legal here; legal moves: tilt right, tilt down"
    );
    let mut cohesion = Screen::new("cohesion:level/vieira-1");
    let stuck = |screen: &Screen, cell: usize| {
        !screen
            .app
            .view
            .moves
            .iter()
            .any(|mv| mv.from.contains(&cell) && mv.direction == Some("up"))
    };
    let piece = |screen: &Screen, cell: &usize| {
        matches!(screen.app.view.cells[*cell].face, patience_core::Face::Piece { .. })
    };
    let cell = (0..16).find(|cell| piece(&cohesion, cell) && stuck(&cohesion, *cell)).unwrap();
    cohesion.app.picked = Some(cell);
    cohesion.press(KeyCode::Up);
    assert!(cohesion.app.message.contains(" up is not legal here; legal moves: "));
}

/// A redeal is a random move: it is counted, undone and redone, and the same seed gives the same
/// deal.
#[test]
fn a_lost_deal_is_dealt_again() {
    let name = (1..100)
        .map(|seed| format!("gaps:random/2x4/{seed}"))
        .find(|name| *Screen::new(name).app.advice() == Advice::Lost)
        .unwrap();
    let mut screen = Screen::new(&name);
    screen.draw();
    screen.app.adviser.wait_for_chance();
    assert!(
        screen.shows("With 2 redeals: about") && screen.shows("2 of 2 redeals left"),
        "{}",
        screen.draw()
    );
    screen.press(KeyCode::Char('d'));
    let first = screen.app.session.position().board();
    assert!(
        screen.shows("1 of 2 redeals left")
            && screen.shows("dealt again: 1 of 2")
            && !screen.shows("redeal/"),
        "{}",
        screen.draw()
    );
    screen.press(KeyCode::Char('u'));
    assert!(screen.shows("2 of 2 redeals left, one was taken back"));
    screen.press(KeyCode::Char('r'));
    assert_eq!(screen.app.session.position().board(), first);
    let mut again = Screen::new(&name);
    again.press(KeyCode::Char('d'));
    assert_eq!(again.app.session.position().board(), first, "the seed deals the same");
    // No more redeals than allowed, and none in a won game.
    for _ in 0..3 {
        again.press(KeyCode::Char('d'));
    }
    assert!(again.shows("0 of 2 redeals left") || again.app.session.position().is_won());
    let mut birds = Screen::new("birds:neller/0");
    birds.press(KeyCode::Char('d'));
    assert!(birds.shows("birds has no redeals; expected a game of gaps"));
}

/// The playback leaves the game unchanged, including moves taken back.
#[test]
fn a_film_leaves_the_game_alone() {
    let mut screen = Screen::new("tiles:level/iartistas-04");
    screen.press(KeyCode::Right);
    screen.press(KeyCode::Char('u'));
    let before = screen.app.session.position().board();
    screen.press(KeyCode::Char('f'));
    assert!(screen.shows("film: move 0 of 5"));
    assert!(screen.shows("  1. tilt "), "{}", screen.draw());
    screen.press(KeyCode::End);
    assert!(screen.shows("film paused: move 5 of 5"));
    screen.press(KeyCode::Left);
    screen.press(KeyCode::Char('['));
    assert!(screen.shows("move 3 of 5"));
    screen.press(KeyCode::Char(' '));
    assert!(screen.shows("film: move 3 of 5"));
    screen.press(KeyCode::Esc);
    assert!(screen.shows("the game is as you left it") && screen.shows("┌ 0 moves "));
    assert_eq!(screen.app.session.position().board(), before);
    screen.press(KeyCode::Char('r'));
    assert!(screen.shows("┌ 1 move "), "undone moves can still be redone");
}

#[test]
fn another_game_is_opened_by_its_name() {
    let mut screen = Screen::new("gaps:solvitaire/4x13/8");
    screen.press(KeyCode::Char('n'));
    assert!(screen.shows("New game: gaps:solvitaire/4x13/9▏"));
    screen.press(KeyCode::Esc);
    assert!(screen.shows(" gaps:solvitaire/4x13/8 ") && !screen.shows("New game"));
    screen.press(KeyCode::Char('n'));
    for _ in 0.."gaps:solvitaire/4x13/9".len() + 3 {
        screen.press(KeyCode::Backspace);
    }
    for character in "tiles:level/nowhere".chars() {
        screen.press(KeyCode::Char(character));
    }
    screen.press(KeyCode::Enter);
    assert!(
        screen.shows("New game: tiles:level/nowhere▏") && screen.shows("nowhere"),
        "{}",
        screen.draw()
    );
    assert!(!screen.app.leaving, "q is a letter while a name is typed");
    for _ in 0.."nowhere".len() {
        screen.press(KeyCode::Backspace);
    }
    for character in "iartistas-04".chars() {
        screen.press(KeyCode::Char(character));
    }
    screen.press(KeyCode::Enter);
    assert!(
        screen.shows(" tiles:level/iartistas-04 ") && screen.shows("winnable in 5 moves"),
        "{}",
        screen.draw()
    );
}

/// The graph and the review show where a game was lost, once all its positions are known.
#[test]
fn the_review_tells_the_losing_move() {
    let lost = (1..200).find_map(|seed| {
        let mut screen = Screen::new(&format!("gaps:random/2x4/{seed}"));
        if !matches!(screen.app.advice(), Advice::Wins { .. }) {
            return None;
        }
        for index in 0..screen.app.view.moves.len() {
            let text = screen.app.view.moves[index].text.clone();
            screen.app.make(&text);
            screen.settle();
            if *screen.app.advice() == Advice::Lost {
                return Some(screen);
            }
            screen.press(KeyCode::Char('u'));
        }
        None
    });
    let mut screen = lost.expect("some first move loses some deal");
    screen.press(KeyCode::Char('e'));
    while screen.app.next_question().is_some() {
        screen.app.analyse_on();
        screen.app.adviser.wait_for_question();
    }
    assert!(screen.shows("move 1 lost the game") && screen.shows("×"), "{}", screen.draw());
    assert!(screen.app.session.helped || screen.app.view.moves.is_empty());
    screen.size = (80, 24);
    assert!(screen.shows("lost the game"), "also below the board: {}", screen.draw());
    assert!(screen.shows("q quit"), "no key is left out: {}", screen.draw());
    screen.press(KeyCode::Char('a'));
    assert!(!screen.shows("lost the game"));
}

#[test]
fn help_tells_the_rules() {
    let mut screen = Screen::new("birds:neller/0");
    screen.press(KeyCode::Char('?'));
    assert!(
        screen.shows("help (any key closes it)")
            && screen.shows("another")
            && screen.shows("A stack moves"),
        "{}",
        screen.draw()
    );
    screen.press(KeyCode::Char('?'));
    assert!(screen.shows("┌ 0 moves "));
    // The help does not hide the panel of another key; Escape closes it.
    for (key, shown) in [(KeyCode::Char('e'), "moves to the win"), (KeyCode::Esc, "┌ 0 moves ")] {
        screen.press(KeyCode::Char('?'));
        assert!(screen.shows("any key closes it"));
        screen.press(key);
        assert!(screen.shows(shown) && !screen.shows("any key closes it"), "{}", screen.draw());
    }
}
