//! Lists of states, from which closed sets and shortest plans are certified.

use std::hash::Hash;

use patience_core::{Budget, Certifiable, Domain, Game, HashSet, Run, Stop};

use crate::report::Record;

/// A state, with its first parent and move.
pub(crate) type Node<G> = (<G as Game>::State, Option<(usize, <G as Game>::Move)>);

/// A breadth-first search that keeps its layers.
pub(crate) struct Layers<'a, D: Certifiable> {
    domain: &'a D,
    game: &'a D::Game,
    /// The memory limit, checked before the list grows.
    budget: Budget<'a>,
    pub nodes: Vec<Node<D::Game>>,
    seen: HashSet<<D::Game as Game>::Key>,
    /// The end of each layer in the nodes.
    pub ends: Vec<usize>,
}

impl<'a, D: Certifiable> Layers<'a, D>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    /// An empty list, whose memory a budget limits.
    pub fn new(domain: &'a D, game: &'a D::Game, budget: Budget<'a>) -> Self {
        let (nodes, seen, ends) = (Vec::new(), HashSet::default(), Vec::new());
        Layers { domain, game, budget, nodes, seen, ends }
    }

    /// The first won node, if there is one.
    pub fn search(&mut self, run: &mut Run<'_, D::Game>) -> Result<Option<usize>, Stop> {
        if let Some(goal) = self.add(self.game.start(), None)? {
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
                if let Some(goal) = self.add(self.game.apply(&state, mv), Some((next, mv)))? {
                    return Ok(Some(goal));
                }
            }
            next += 1;
        }
        Ok(None)
    }

    /// Adds a state unless it is known or omitted; returns its place if it is won.
    fn add(
        &mut self,
        state: <D::Game as Game>::State,
        from: Option<(usize, <D::Game as Game>::Move)>,
    ) -> Result<Option<usize>, Stop> {
        if self.domain.is_seen_lost(self.game, &state) {
            return Ok(None);
        }
        let key = self.game.key(&state);
        if self.seen.contains(&key) {
            return Ok(None);
        }
        let (seen, nodes) = (&self.seen, &self.nodes);
        self.budget.check_growth::<<D::Game as Game>::Key>(seen.len(), seen.capacity())?;
        self.budget.check_growth::<Node<D::Game>>(nodes.len(), nodes.capacity())?;
        self.seen.insert(key);
        let is_won = self.game.is_goal(&state);
        self.nodes.push((state, from));
        Ok(is_won.then(|| self.nodes.len() - 1))
    }

    /// Reserves room for all the nodes and for their copy in the certificate.
    pub fn reserve(&self, body: &mut Vec<u8>) -> Result<(), Stop> {
        let Some((state, _)) = self.nodes.first() else { return Ok(()) };
        let each = self.domain.state_bytes(self.game, state).len();
        let bytes = self.nodes.len() * each + 16 * (self.ends.len() + 1);
        self.budget.check_memory(2 * bytes as u64)?;
        body.reserve_exact(bytes);
        Ok(())
    }

    /// Writes a range of nodes in certificate format: their number, then each as one byte per cell.
    pub fn write(&self, nodes: std::ops::Range<usize>, body: &mut Vec<u8>) -> Result<(), Stop> {
        body.extend((nodes.len() as u64).to_le_bytes());
        for (state, _) in &self.nodes[nodes] {
            self.budget.tick()?;
            body.extend(self.domain.state_bytes(self.game, state));
        }
        Ok(())
    }
}

/// The interface that a certificate of loss needs of a running search: the states it expands.
pub trait Listing<G: Game> {
    /// Adds an expanded state. If memory runs out, the whole list is given up, and `finish` reports
    /// it.
    fn add(&mut self, state: &G::State);

    /// Returns the closed set after the search. States that the search did not report, such as dead
    /// ends, are expanded in the given run; the others are only visited again.
    fn finish(self: Box<Self>, run: &mut Run<'_, G>) -> Result<Record, Stop>;
}

/// Makes an empty list for an instance, whose memory a budget limits.
pub(crate) type NewListing<D> = for<'a> fn(
    &'a D,
    &'a <D as Domain>::Game,
    Budget<'a>,
) -> Box<dyn Listing<<D as Domain>::Game> + 'a>;

/// A list, or the reason why it was given up.
pub(crate) struct List<'a, D: Certifiable>(Result<Layers<'a, D>, Stop>);

impl<'a, D: Certifiable> List<'a, D>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    pub fn new(domain: &'a D, game: &'a D::Game, budget: Budget<'a>) -> Self {
        List(Ok(Layers::new(domain, game, budget)))
    }
}

impl<D: Certifiable> Listing<D::Game> for List<'_, D>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    fn add(&mut self, state: &<D::Game as Game>::State) {
        let added = self.0.as_mut().map(|layers| layers.add(state.clone(), None));
        if let Ok(Err(stop)) = added {
            self.0 = Err(stop);
        }
    }

    fn finish(self: Box<Self>, run: &mut Run<'_, D::Game>) -> Result<Record, Stop> {
        let mut layers = self.0?;
        let known = layers.nodes.len();
        layers.add(layers.game.start(), None)?;
        let (mut next, mut moves) = (0, Vec::new());
        while next < layers.nodes.len() {
            let state = layers.nodes[next].0.clone();
            match next < known {
                true => run.tick()?,
                false => run.expand(layers.game, &state, 0, None)?,
            }
            moves.clear();
            layers.game.moves(&state, &mut moves);
            for &mv in &moves {
                layers.add(layers.game.apply(&state, mv), None)?;
            }
            next += 1;
        }
        let mut body = Vec::new();
        layers.reserve(&mut body)?;
        layers.write(0..layers.nodes.len(), &mut body)?;
        Ok(Record { kind: b'C', body, expanded: layers.nodes.len() as u64 })
    }
}
