//! The files of the exact solver of Gaps.

#[cfg(feature = "std")]
use std::time::Duration;

#[cfg(feature = "std")]
use patience_core::{Domain, Game};
use patience_games::gaps::Gaps;
#[cfg(feature = "std")]
use patience_games::gaps::GapsDomain;
#[cfg(feature = "std")]
use patience_gaps::Strategy;
use patience_gaps::{Board, Checkpoint, Config, PartStore, Scratch};

use crate::context::Resources;
use crate::request_error::RequestError;

/// The files that a solve may use.
#[derive(Default)]
pub(super) struct Files {
    pub scratch: Option<Box<dyn Scratch>>,
    pub checkpoint: Option<Box<dyn Checkpoint>>,
    pub parts: Option<Box<dyn PartStore>>,
}

impl Files {
    /// Lends the files to the solver.
    pub fn lend(&mut self) -> patience_gaps::Files<'_> {
        patience_gaps::Files {
            scratch: self.scratch.as_mut().map(|scratch| &mut **scratch as _),
            checkpoint: self.checkpoint.as_mut().map(|checkpoint| &mut **checkpoint as _),
        }
    }

    #[cfg(feature = "std")]
    pub fn open(
        game: &Gaps,
        board: &Board,
        config: &Config,
        resources: &Resources,
    ) -> Result<Self, RequestError> {
        use std::path::{Path, absolute};

        use patience_gaps::{Directory, FileCheckpoint, PartsFolder};

        /// Minimum time between two saves; the state is also saved at the end.
        const SAVED_EVERY: Duration = Duration::from_secs(30);
        let mut files = Files::default();
        let Resources { scratch, checkpoint, split, .. } = resources;
        let notation = GapsDomain.notation(game, &game.start());
        let deal =
            format!("the deal {notation} ({} rules, seed {})\n", game.rules().name(), config.seed);
        if let Some(folder) = split {
            let path = folder.join(format!(
                "gaps-{:016x}.parts",
                patience_gaps::fingerprint(board, config, b"")
            ));
            let opened = PartsFolder::open(path, &format!("parts of {deal}"), SAVED_EVERY);
            files.parts = Some(Box::new(opened.map_err(|error| {
                RequestError::BadOption(format!(
                    "the folder {} cannot be used: {error}",
                    folder.display()
                ))
            })?));
        }
        if let Some(path) = checkpoint {
            let opened = FileCheckpoint::open(path.clone(), SAVED_EVERY);
            files.checkpoint = Some(Box::new(opened.map_err(|error| {
                RequestError::BadOption(format!(
                    "the checkpoint {} cannot be used: {error}",
                    path.display()
                ))
            })?));
        }
        // A sweep is resumed from its layers, so by default they are stored next to its checkpoint.
        let beside = checkpoint
            .as_deref()
            .filter(|_| config.strategy == Strategy::Sweep)
            .and_then(Path::parent);
        if let Some(folder) = scratch.as_deref().or(beside) {
            let deal = format!("layers of {deal}");
            // Files that a checkpoint refers to must exist when the deal is resumed, and must
            // belong to no other checkpoint.
            let kept = checkpoint.as_deref().and_then(|file| {
                let whole = absolute(file).unwrap_or_else(|_| file.to_owned());
                let of =
                    patience_gaps::fingerprint(board, config, whole.as_os_str().as_encoded_bytes());
                let mut name = file.file_name()?.to_owned();
                name.push(format!("-{of:016x}.layers"));
                Some(folder.join(name))
            });
            let directory = match kept {
                Some(path) => Directory::keep(path, &deal),
                None => Directory::create(folder, &deal),
            };
            files.scratch = Some(Box::new(directory.map_err(|error| {
                RequestError::BadOption(format!(
                    "the scratch folder {} cannot be used: {error}",
                    folder.display()
                ))
            })?));
        }
        Ok(files)
    }

    #[cfg(not(feature = "std"))]
    pub fn open(
        _: &Gaps,
        _: &Board,
        _: &Config,
        resources: &Resources,
    ) -> Result<Self, RequestError> {
        let Resources { scratch, checkpoint, split, .. } = resources;
        match scratch.as_ref().or(checkpoint.as_ref()).or(split.as_ref()) {
            None => Ok(Files::default()),
            Some(_) => Err(RequestError::BadOption("there are no files here".to_owned())),
        }
    }
}
