//! Boards of files.

use patience_catalogue::boards::{Board, Boards};
use patience_catalogue::find;

fn read(game: &str, text: &str) -> Vec<Result<(String, bool, String), String>> {
    let (entry, rules) = find(game).unwrap();
    let boards = Boards::new(entry, rules, text.as_bytes(), "text");
    let seen =
        |board: Board| (board.instance.id().to_owned(), board.is_named, board.instance.board());
    boards.map(|board| board.map(seen).map_err(|error| error.to_string())).collect()
}

#[test]
fn boards_stand_in_lines_or_blocks() {
    let own = |id: &str, named, board: &str| Ok((id.to_owned(), named, board.to_owned()));
    let lines = read("cohesion", "\u{feff}# mine\nfirst\tRB/BR\r\n\n R.R\n");
    assert_eq!(lines, [own("first", true, "RB/BR"), own("text:4", false, "R.R")]);
    let framed = "     a  b\n   ┌──────┐\n 1 │[r]b/R│\n 2 │ · (b)│\n   └──────┘\n";
    let drawn = read("tiles", &format!("tiles:mine  standard rules\n{framed}\n{framed}"));
    assert_eq!(
        drawn,
        [own("text:1", false, "**/.b/*=rR,bR"), own("text:8", false, "**/.b/*=rR,bR")]
    );
    let blocks = read("cohesion", "RB\nBR\n\n# second\nR.\n.R");
    assert_eq!(blocks, [own("text:1", false, "RB/BR"), own("text:5", false, "R./.R")]);
}

/// Web pages separate columns by non-breaking spaces.
#[test]
fn boards_copied_from_a_page_are_read() {
    let framed = "     a  b\n   ┌──────┐\n 1 │[r]b/R│\n 2 │ · (b)│\n   └──────┘\n";
    for text in [framed, "R. B\n.. R"] {
        for blank in ["\u{a0}", "\u{202f}"] {
            let copied = text.replace(' ', blank);
            let game = if text == framed { "tiles" } else { "cohesion" };
            assert_eq!(read(game, &copied), read(game, text), "{copied}");
            let entry = find(game).unwrap().0;
            let board = |text| entry.read(None, text, "mine").map(|instance| instance.board());
            assert_eq!(board(&copied), board(text));
        }
    }
}

#[test]
fn records_are_read_by_their_own_rules() {
    let record = |rules: &str, board: &str| {
        format!(
            "{{\"instance\":\"mine\",\"game\":\"gaps\",\"rules\":\"{rules}\",\"board\":\"{board}\",\
             \"won\":false,\"moves\":[]}}"
        )
    };
    let of = |game: &str, text: &str| {
        let (entry, rules) = find(game).unwrap();
        let board = Boards::new(entry, rules, text.as_bytes(), "text").next().unwrap();
        board.map(|board| board.instance.rules()).map_err(|error| error.to_string())
    };
    let paper = record("paper", "AH -- 2H / -- 2D AD");
    assert_eq!(of("gaps", &paper), Ok("paper"));
    assert_eq!(of("gaps+standard", &record("paper", "2H -- / -- 2D")), Ok("standard"));
    let two = format!("{paper}\n{paper}\n");
    assert_eq!(
        read("gaps", &two),
        [(); 2].map(|()| Ok(("mine".to_owned(), true, "AH -- 2H / -- 2D AD".to_owned())))
    );
    assert_eq!(
        of("birds", &paper).unwrap_err(),
        "text: line 1: `gaps` is not a valid game here; expected `birds`"
    );
    assert!(of("gaps", &record("martian", "2H --")).unwrap_err().contains("martian"));
    assert!(of("gaps", &record("paper", "?")).unwrap_err().contains("line 1, in `board`: "));
}

#[test]
fn faults_have_their_place_and_the_next_board_is_read() {
    let boards = read("cohesion", "a\tRB/B?\nb\tRB/BR\n");
    assert!(boards[0].as_ref().unwrap_err().starts_with("text: line 1, column "), "{boards:?}");
    assert!(boards[1].is_ok() && boards.len() == 2);
    assert!(read("cohesion", "# nothing\n")[0].as_ref().unwrap_err().contains("no board"));
    let drawn = "tiles:mine  a/b\n     a  b\n   ┌──────┐\n 1 │[r]b/R│\n 2 │ · (?)│\n   └──────┘\n";
    let told = |text: &str| read("tiles", text)[0].clone().unwrap_err();
    assert!(told(drawn).starts_with("text: line 5, column 9: `?` is not a valid character"));
    let target = told(&drawn.replace("b/R", "b/?"));
    assert!(target.starts_with("text: line 4, column 9: `b?` is not a valid entry"), "{target}");
    assert!(
        told(&drawn.replace("(?)", "()")).starts_with("text: line 5, column 5: this row has 5")
    );
    let long = read("cohesion", &"R".repeat(2 << 20));
    assert!(long.len() == 1 && long[0].as_ref().unwrap_err().contains("exceeds the 1 MiB limit"));
}
