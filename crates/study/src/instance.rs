//! Instances as studies name them: by name, by a range of names, or as boards from a file.

use std::sync::Arc;

use patience_core::InputError;
use serde::{Deserialize, Serialize};

/// One instance as a worker gets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    /// The name.
    pub name: String,
    /// `GAME[+RULES]` and the board, where the name alone does not give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<(String, String)>,
}

impl Instance {
    /// Opens it.
    ///
    /// # Errors
    /// What in its name or board does not fit.
    pub fn open(&self) -> Result<Box<dyn patience_catalogue::Instance>, InputError> {
        match &self.board {
            None => patience_catalogue::open(&self.name),
            Some((game, board)) => {
                let (entry, rules) = patience_catalogue::find(game)?;
                entry.read(rules, board, &self.name)
            }
        }
    }
}

/// Some instances of a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Instances {
    /// The names `prefix` followed by each number of a range, both ends included; or one name.
    Named {
        /// The name without its last part, or all of it.
        prefix: String,
        /// The range of the last part.
        range: Option<(i64, i64)>,
    },
    /// Boards from a file.
    Boards {
        /// `GAME[+RULES]`.
        game: String,
        /// The boards in the order of the file.
        boards: Arc<Vec<FileBoard>>,
    },
}

/// A board from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileBoard {
    /// What tables call it.
    pub name: String,
    /// Whether the file gives the name. Otherwise the name tells the line, and moves with it.
    pub named: bool,
    /// The board in the canonical notation.
    pub board: String,
}

impl Instances {
    /// How many.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Instances::Named { range: None, .. } => 1,
            Instances::Named { range: Some((first, last)), .. } => last.abs_diff(*first) + 1,
            Instances::Boards { boards, .. } => boards.len() as u64,
        }
    }

    pub(crate) fn get(&self, index: u64) -> Instance {
        match self {
            Instances::Named { prefix, range: None } => Instance { name: prefix.clone(), board: None },
            Instances::Named { prefix, range: Some((first, _)) } => {
                Instance { name: format!("{prefix}/{}", first + index as i64), board: None }
            }
            Instances::Boards { game, boards } => {
                let FileBoard { name, board, .. } = &boards[index as usize];
                Instance { name: name.clone(), board: Some((game.clone(), board.clone())) }
            }
        }
    }

    /// What the instance is, whatever line of a file it stands on: its name, or the name that the file gives it, the
    /// game, and the board.
    pub(crate) fn key(&self, index: u64) -> String {
        match self {
            Instances::Boards { game, boards } => {
                let FileBoard { name, named, board } = &boards[index as usize];
                format!("{}\t{game}\t{board}", if *named { name } else { "" })
            }
            named => named.get(index).name,
        }
    }
}
