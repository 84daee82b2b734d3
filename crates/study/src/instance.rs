//! Instances of studies: by name, by a range of names, or as boards from a file.

use std::sync::Arc;

use patience_catalogue::{Names, Reference};

/// Some instances of a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Instances {
    /// One name, or a range of names.
    Named(Names),
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
    /// Name in tables.
    pub name: String,
    /// Whether the file gives the name. Otherwise the name contains the line number, and changes
    /// with it.
    pub named: bool,
    /// The board in the canonical notation.
    pub board: String,
}

impl Instances {
    /// How many.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Instances::Named(names) => names.count(),
            Instances::Boards { boards, .. } => boards.len() as u64,
        }
    }

    pub(crate) fn get(&self, index: u64) -> Reference {
        match self {
            Instances::Named(names) => Reference::named(names.get(index)),
            Instances::Boards { game, boards } => {
                let FileBoard { name, board, .. } = &boards[index as usize];
                Reference::board(game, board, name)
            }
        }
    }

    /// Returns the index of the named instance with a [key](Instances::key); boards of a file are
    /// looked up by the code that lists them.
    pub(crate) fn find_named(&self, key: &str) -> Option<u64> {
        let Instances::Named(names) = self else { return None };
        let Some((first, last)) = names.range else { return (names.prefix == key).then_some(0) };
        let tail = key.strip_prefix(names.prefix.as_str())?.strip_prefix('/')?;
        let number: i64 = tail.parse().ok().filter(|number| (first..=last).contains(number))?;
        let index = number.abs_diff(first);
        // `+7` and `007` are other names.
        (names.get(index) == key).then_some(index)
    }

    /// Identifies the instance, independently of its line in a file: by its name, or by the name in
    /// the file, the game, and the board.
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
