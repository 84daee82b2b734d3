//! Files of boards: one a line, optionally after a name and a tab.

use std::path::Path;
use std::sync::Arc;

use super::fault::Faults;
use super::fields::At;
use super::{FileBoard, Instances};
use crate::text;

/// The most faults of a file that are told.
const MOST_FAULTS: usize = 10;

/// The boards of a file. `at` is where the study names it, `file` how, and `game` whose boards it says they are.
pub(super) fn read(
    faults: &mut Faults<'_>,
    folder: &Path,
    at: &At<String>,
    file: &str,
    game: Option<&At<String>>,
) -> Option<Instances> {
    let Some(game) = game else {
        faults.add(at.span.clone(), "boards in a file need `game = \"GAME[+RULES]\"` beside them");
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
    for (number, line) in (1..).zip(content.lines()) {
        if line.trim().is_empty() || entry.is_comment(line) {
            continue;
        }
        let (name, board) = match line.split_once('\t') {
            Some((name, board)) if !name.trim().is_empty() => (Some(name.trim().to_owned()), board),
            _ => (None, line),
        };
        let named = name.is_some();
        let name = name.unwrap_or_else(|| format!("{file}:{number}"));
        match entry.read(rules, board, &name) {
            Ok(instance) => boards.push(FileBoard { name, named, board: instance.board() }),
            Err(error) => {
                wrong += 1;
                if wrong <= MOST_FAULTS {
                    faults.add(at.span.clone(), format!("{}, line {number}: {}", path.display(), error.message));
                }
            }
        }
    }
    if wrong > MOST_FAULTS {
        faults.add(at.span.clone(), format!("{}: {wrong} boards in all cannot be read", path.display()));
    } else if boards.is_empty() && wrong == 0 {
        faults.add(at.span.clone(), format!("there is no board in {}", path.display()));
    }
    (!boards.is_empty()).then(|| Instances::Boards { game: game.value.clone(), boards: Arc::new(boards) })
}
