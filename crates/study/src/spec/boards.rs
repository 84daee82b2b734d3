//! Files of boards, as the command line reads them (`patience_catalogue::boards`).

use std::path::Path;
use std::sync::Arc;

use patience_catalogue::boards::{Board, Boards};

use super::fault::Faults;
use super::fields::At;
use crate::instance::{FileBoard, Instances};
use crate::text;

/// Maximum number of reported faults per file.
const MAX_FAULTS: usize = 10;

/// Reads the boards of a file. `at` is the place where the study names it, `file` its name, and
/// `game` the game that the study gives.
pub(super) fn read(
    faults: &mut Faults<'_>,
    folder: &Path,
    at: &At<String>,
    file: &str,
    game: Option<&At<String>>,
) -> Option<Instances> {
    let Some(game) = game else {
        faults.add(at.span.clone(), "boards in a file also need `game = \"GAME[+RULES]\"`");
        return None;
    };
    let (entry, rules) = match patience_catalogue::find(&game.value) {
        Ok(found) => found,
        Err(error) => {
            faults.add(game.span.clone(), error.to_string());
            return None;
        }
    };
    let path = folder.join(file);
    let content = match text::read(&path) {
        Ok(content) => content,
        Err(message) => {
            faults.add(at.span.clone(), format!("{} {message}", path.display()));
            return None;
        }
    };
    let (mut boards, mut wrong) = (Vec::new(), 0);
    for board in Boards::new(entry, rules, content.as_bytes(), file) {
        match board {
            Ok(Board { instance, is_named }) => {
                boards.push(FileBoard {
                    name: instance.id().to_owned(),
                    named: is_named,
                    board: instance.board(),
                });
            }
            Err(error) => {
                wrong += 1;
                if wrong <= MAX_FAULTS {
                    faults.add(at.span.clone(), format!("{}: {}", path.display(), error.message));
                }
            }
        }
    }
    if wrong > MAX_FAULTS {
        faults.add(
            at.span.clone(),
            format!("{}: {wrong} boards in total cannot be read", path.display()),
        );
    }
    (!boards.is_empty())
        .then(|| Instances::Boards { game: game.value.clone(), boards: Arc::new(boards) })
}
