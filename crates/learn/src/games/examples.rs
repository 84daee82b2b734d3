//! The states that a game's learner learns from, drawn and labelled for learning with other
//! programs.

use patience_core::{Domain, Environment, Game, Limits, OpenError, Random, fnv1a};

use super::learner::Learner;
use crate::model::Model;
use crate::models::Network;
use crate::states::drawing::{Drawing, Drawn};
use crate::states::{Example, Examples, Proved, Sampling, States};

impl<D: Domain> States for Learner<D> {
    fn source(&self) -> &'static str {
        self.source
    }

    fn features(&self) -> &'static [&'static str] {
        self.features
    }

    fn examples(
        &self,
        path: &str,
        sampling: &Sampling,
        limits: &Limits,
        environment: Environment<'_>,
    ) -> Result<Examples, OpenError> {
        let drawing = Drawing { sampling, limits, environment };
        let game = (self.open)(path, &mut drawing.opening())?;
        let features = (self.see)(&game);
        let width = self.features.len();
        let network = Network::of_weights(&vec![0.0; width]);
        let blank = Model::new(self.domain.name(), String::new(), 0, self.features, 1.0, network);
        let heuristic = (self.build)(&game, &blank);
        let is_seen = |state: &<D::Game as Game>::State| heuristic.value(&game, state).is_some();
        let mut random = Random::new(fnv1a(format!("{} {path}", sampling.seed).as_bytes()));
        let Drawn { states, undecided } = (self.draw)(&game, &drawing, &is_seen, &mut random)?;
        let example = |(state, proved): (<D::Game as Game>::State, Proved)| {
            let mut row = vec![0.0; width];
            features.compute(&game, &state, &mut row);
            Example { board: self.domain.notation(&game, &state), features: row, proved }
        };
        Ok(Examples {
            start: self.domain.notation(&game, &game.start()),
            examples: states.into_iter().map(example).collect(),
            undecided,
        })
    }
}
