//! Lists of states, from which closed sets and shortest plans are certified.

use std::hash::Hash;

use patience_core::{Game, HashSet, Run, Stop};

use crate::report::Record;
use crate::written::Written;

/// A state, and how it was first reached.
pub(crate) type Node<G> = (<G as Game>::State, Option<(usize, <G as Game>::Move)>);

/// A breadth-first search that keeps its layers.
pub(crate) struct Layers<'a, D: Written> {
    domain: &'a D,
    game: &'a D::Game,
    pub nodes: Vec<Node<D::Game>>,
    seen: HashSet<<D::Game as Game>::Key>,
    /// Where each layer ends in the nodes.
    pub ends: Vec<usize>,
}

impl<'a, D: Written> Layers<'a, D>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    pub fn new(domain: &'a D, game: &'a D::Game) -> Self {
        Layers { domain, game, nodes: Vec::new(), seen: HashSet::default(), ends: Vec::new() }
    }

    /// The first won node, if there is one.
    pub fn search(&mut self, run: &mut Run<'_, D::Game>) -> Result<Option<usize>, Stop> {
        if let Some(goal) = self.add(self.game.start(), None) {
            return Ok(Some(goal));
        }
        let (mut next, mut moves) = (0, Vec::new());
        while next < self.nodes.len() {
            if self.ends.last().is_none_or(|end| *end == next) {
                self.ends.push(self.nodes.len());
            }
            let state = self.nodes[next].0.clone();
            run.expand(self.game, &state, self.ends.len() as u32 - 1, None)?;
            moves.clear();
            self.game.moves(&state, &mut moves);
            for &mv in &moves {
                if let Some(goal) = self.add(self.game.apply(&state, mv), Some((next, mv))) {
                    return Ok(Some(goal));
                }
            }
            next += 1;
        }
        Ok(None)
    }

    /// Adds a state that is new and not to be left out; returns its place if it is won.
    fn add(
        &mut self,
        state: <D::Game as Game>::State,
        from: Option<(usize, <D::Game as Game>::Move)>,
    ) -> Option<usize> {
        if self.domain.is_apart(self.game, &state) || !self.seen.insert(self.game.key(&state)) {
            return None;
        }
        let is_won = self.game.is_goal(&state);
        self.nodes.push((state, from));
        is_won.then(|| self.nodes.len() - 1)
    }

    /// Writes a range of the nodes as certificates do: how many, and each as one byte a cell.
    pub fn write(&self, nodes: std::ops::Range<usize>, body: &mut Vec<u8>) {
        body.extend((nodes.len() as u64).to_le_bytes());
        for (state, _) in &self.nodes[nodes] {
            body.extend(self.domain.bytes_of(self.game, state));
        }
    }
}

/// What a certificate of loss needs of a search that is under way: the states that it expands.
pub trait Listing<G: Game> {
    /// A state that is expanded.
    fn add(&mut self, state: &G::State);

    /// The closed set, once the search has ended. States that it did not tell, such as dead ends,
    /// are expanded in the run given; the others are only looked at once more.
    fn finish(self: Box<Self>, run: &mut Run<'_, G>) -> Result<Record, Stop>;
}

/// Makes an empty list for an instance.
pub type NewListing<G> = for<'a> fn(&'a G) -> Box<dyn Listing<G> + 'a>;

impl<D: Written> Listing<D::Game> for Layers<'_, D>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    fn add(&mut self, state: &<D::Game as Game>::State) {
        Layers::add(self, state.clone(), None);
    }

    fn finish(mut self: Box<Self>, run: &mut Run<'_, D::Game>) -> Result<Record, Stop> {
        let known = self.nodes.len();
        let start = self.game.start();
        Layers::add(&mut self, start, None);
        let (mut next, mut moves) = (0, Vec::new());
        while next < self.nodes.len() {
            let state = self.nodes[next].0.clone();
            match next < known {
                true => run.tick()?,
                false => run.expand(self.game, &state, 0, None)?,
            }
            moves.clear();
            self.game.moves(&state, &mut moves);
            for &mv in &moves {
                let successor = self.game.apply(&state, mv);
                Layers::add(&mut self, successor, None);
            }
            next += 1;
        }
        let mut body = Vec::new();
        self.write(0..self.nodes.len(), &mut body);
        Ok(Record { kind: b'C', body, expanded: self.nodes.len() as u64 })
    }
}
