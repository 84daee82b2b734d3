//! The screen at every size of a terminal.

use crossterm::event::KeyCode;
use patience_catalogue::open;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::Screen;

/// Marks do not hide cards at any size of the terminal.
#[test]
fn every_card_can_be_read_at_every_size() {
    let mut screen = Screen::new("gaps:solvitaire/4x13/8");
    for (columns, rows) in [(40, 20), (60, 20), (80, 24), (100, 30), (110, 30), (160, 50)] {
        screen.size = (columns, rows);
        for cursor in 0..52 {
            screen.app.cursor = cursor;
            let drawn = screen.draw();
            for cell in &screen.app.view.cells {
                let patience_core::Face::Card { rank, suit } = cell.face else { continue };
                let rank = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
                    [usize::from(rank)];
                let suit = ["♣", "♦", "♥", "♠"]["CDHS".find(suit).unwrap()];
                assert!(
                    drawn.contains(&format!("{rank}{suit}")),
                    "{rank}{suit} at {columns}x{rows}:\n{drawn}"
                );
            }
        }
    }
}

/// If a ten fills its cell, the cell itself shows the cursor.
#[test]
fn a_narrow_ten_under_the_cursor_is_marked() {
    let mut screen = Screen::new("gaps:solvitaire/4x13/8");
    screen.size = (40, 20);
    let is_ten = |cell: &patience_core::Cell| cell.words.starts_with("10 ");
    let ten = screen.app.view.cells.iter().position(is_ten).expect("four of them");
    let mut reversed = |cursor| {
        screen.app.cursor = cursor;
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 20));
        screen.app.draw(&mut buffer);
        let is_reversed =
            |cell: &&ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
        buffer.content().iter().filter(is_reversed).count()
    };
    assert_eq!(reversed(ten), reversed((ten + 1) % 52) + 3);
}

#[test]
fn every_size_of_terminal_is_drawn_without_panic() {
    for name in [
        "gaps:solvitaire/4x13/7",
        "birds:neller/0",
        "cohesion:level/vieira-1",
        "tiles:level/iartistas-12",
    ] {
        let mut screen = Screen::new(name);
        for (width, height) in [(1, 1), (10, 5), (40, 12), (80, 24), (200, 60)] {
            screen.size = (width, height);
            screen.draw();
        }
    }
}

/// On a small terminal the help replaces the board and can be read to its end.
#[test]
fn help_has_room_on_every_terminal() {
    for name in [
        "gaps:solvitaire/4x13/8",
        "birds:neller/0",
        "cohesion:level/vieira-1",
        "tiles:level/iartistas-04",
    ] {
        let mut screen = Screen::new(name);
        for size in [(40, 20), (80, 24), (120, 40)] {
            screen.size = size;
            screen.press(KeyCode::Char('?'));
            let drawn = screen.draw();
            let told: Vec<&str> =
                drawn.lines().filter_map(|line| Some(line.rsplit_once('│')?.1.trim())).collect();
            assert!(told.join(" ").contains("changing the game."), "{name} at {size:?}:\n{drawn}");
            screen.press(KeyCode::Char('?'));
            assert!(screen.shows("winnable"));
        }
    }
}

#[test]
fn the_board_is_as_large_as_it_fits() {
    let size = |name, columns, rows| {
        let view = open(name).unwrap().view();
        super::super::board::cell_size(&view, Rect::new(0, 0, columns, rows))
    };
    assert_eq!(size("birds:neller/0", 86, 34), (17, 8));
    assert_eq!(size("tiles:level/iartistas-04", 86, 34), (16, 8));
    assert_eq!(size("gaps:solvitaire/4x13/8", 120, 30), (9, 4));
    assert_eq!(size("gaps:solvitaire/4x13/8", 40, 8), (3, 1));
}

/// A board is shown whole or not at all: if there are few lines, the keys make room, and a message
/// says that the terminal is too small.
#[test]
fn no_board_is_cut_off() {
    let mut tiles = Screen::new("tiles:level/iartistas-04");
    let whole = |drawn: &str| {
        let rows = [["1", "¹"], ["2", "²"], ["3", "³"], ["4", "⁴"]];
        rows.iter().all(|signs| {
            drawn.lines().any(|line| signs.iter().any(|sign| line.trim_start().starts_with(sign)))
        })
    };
    for size in [(30, 14), (20, 10), (80, 24)] {
        tiles.size = size;
        let drawn = tiles.draw();
        assert!(
            whole(&drawn) && drawn.contains("? help") && drawn.contains("quit"),
            "{size:?}:\n{drawn}"
        );
    }
    tiles.size = (20, 9);
    assert!(tiles.shows("The board needs") && !whole(&tiles.draw()), "{}", tiles.draw());
    let mut gaps = Screen::new("gaps:solvitaire/4x13/8");
    gaps.size = (39, 20);
    assert!(gaps.shows("The board needs 40×10 characters."), "{}", gaps.draw());
    gaps.size = (40, 10);
    assert!(whole(&gaps.draw()) && !gaps.shows("The board needs"), "{}", gaps.draw());
}

/// The words on the screen, regardless of line breaks.
fn words(drawn: &str) -> String {
    drawn.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Long text is wrapped between words and shown in full.
#[test]
fn nothing_that_is_told_is_cut_off() {
    let mut gaps = Screen::new("gaps:solvitaire/4x13/8");
    for width in [40, 60, 80, 110] {
        gaps.size = (width, 24);
        let drawn = words(&gaps.draw());
        assert!(
            drawn.starts_with("gaps:solvitaire/4x13/8 standard rules 2 of 2 redeals left"),
            "{width}:\n{}",
            gaps.draw()
        );
        let from = gaps.app.view.moves[0].from[0];
        let card = gaps.app.view.cells.iter().position(|cell| cell.words == "7 of hearts").unwrap();
        gaps.app.drag(card, from);
        let told = words(&gaps.app.message);
        assert!(told.contains(" is not legal here; legal moves: "), "{told}");
        let drawn = gaps.draw();
        assert!(words(&drawn).contains(&told), "{width}: {told}\n{drawn}");
        // A move is not split across lines.
        let lines = drawn.replace('\u{a0}', " ");
        let (_, listed) = told.split_once("legal moves: ").unwrap();
        for mv in listed.split(", ").filter(|mv| !mv.contains("more")) {
            assert!(lines.contains(mv), "{width}: {mv}\n{drawn}");
        }
    }
}

/// A wide symbol takes two columns, and nothing after it is shifted or cut.
#[test]
fn wide_signs_have_their_room() {
    let mut screen = Screen::new("tiles:level/iartistas-04");
    screen.press(KeyCode::Char('n'));
    for _ in 0..30 {
        screen.press(KeyCode::Backspace);
    }
    for sign in "漢字盤".chars() {
        screen.press(KeyCode::Char(sign));
    }
    assert!(screen.shows("New game: 漢字盤▏"), "{}", screen.draw());
    screen.app.message = "漢字 ".repeat(12);
    screen.size = (40, 24);
    let drawn = screen.draw();
    let width = |line: &str| ratatui::text::Span::raw(line).width();
    assert!(drawn.lines().all(|line| width(line) == 40), "{drawn}");
    assert_eq!(drawn.matches("漢字").count(), 13, "{drawn}");
}
