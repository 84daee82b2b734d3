//! The instance of a job, as a program receives it.

use std::path::Path;

use patience_catalogue::Instance;
use patience_core::Budget;

use crate::file::{GAME, InstanceFile};
use crate::job::Assignment;

/// A board, whose rules replay plans, or a file that only the program understands.
pub(super) enum Input {
    /// A board.
    Board(Box<dyn Instance>),
    /// A file.
    File(InstanceFile),
}

impl Input {
    /// Opens the instance of a job of the study in a folder.
    pub fn of(assignment: &Assignment, folder: &Path) -> Result<Input, String> {
        if let Some(file) = InstanceFile::of(&assignment.instance) {
            file.verify(folder)?;
            return Ok(Input::File(file));
        }
        let opened = assignment.instance.open(&mut Budget::unlimited());
        opened.map(Input::Board).map_err(|error| error.to_string())
    }

    pub fn name(&self) -> &str {
        match self {
            Input::Board(instance) => instance.id(),
            Input::File(file) => &file.name,
        }
    }

    pub fn game(&self) -> &str {
        match self {
            Input::Board(instance) => instance.game(),
            Input::File(_) => GAME,
        }
    }

    /// The rule set, or a file's folder: in benchmark sets that is the domain.
    pub fn rules(&self) -> String {
        match self {
            Input::Board(instance) => instance.rules().to_owned(),
            Input::File(file) => file.folder(),
        }
    }

    pub fn board(&self) -> String {
        match self {
            Input::Board(instance) => instance.board(),
            Input::File(file) => file.board.clone(),
        }
    }
}
