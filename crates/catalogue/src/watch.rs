//! Observers of a running search: watchers from outside, and the list of states for a certificate.

use patience_core::{Counters, Domain, Event, Game, Observer};

use crate::layers::Listing;
use crate::{Notice, Watcher};

/// Lists the expanded states, and forwards some events as notices.
pub(crate) struct Watch<'a, D: Domain> {
    pub domain: &'static D,
    pub watcher: Option<&'a mut dyn Watcher>,
    pub listing: Option<Box<dyn Listing<D::Game> + 'a>>,
    /// Expansions met.
    pub seen: u64,
}

impl<D: Domain> Observer<D::Game> for Watch<'_, D> {
    fn event(&mut self, game: &D::Game, event: Event<'_, D::Game>, counters: &Counters) {
        if let (Some(listing), Event::Expanded { state, .. }) = (&mut self.listing, &event) {
            listing.add(state);
        }
        let Some(watcher) = &mut self.watcher else { return };
        match event {
            Event::Expanded { state, g, h, open, closed } => {
                self.seen += 1;
                if self.seen.is_multiple_of(watcher.every().max(1)) {
                    let board = || Some(self.domain.notation(game, state));
                    watcher.notice(Notice::Expanded { g, h, open, closed }, counters, &board);
                }
            }
            Event::Iteration { bound } => {
                watcher.notice(Notice::Iteration { bound }, counters, &|| None)
            }
            Event::Working => watcher.notice(Notice::Working, counters, &|| None),
            Event::Part { done, total } => {
                watcher.notice(Notice::Part { done, total }, counters, &|| None)
            }
            Event::Incumbent { cost } => {
                watcher.notice(Notice::Incumbent { cost }, counters, &|| None)
            }
            Event::Simulated { settled, line, in_tree, won } => {
                let text = || Some(plan(self.domain, game, settled.iter().chain(line)));
                let notice = Notice::Simulated { settled: settled.len(), in_tree, won };
                watcher.notice(notice, counters, &text);
            }
            _ => {}
        }
    }
}

/// Moves from the start, in plan notation.
fn plan<'m, D: Domain>(
    domain: &D,
    game: &D::Game,
    moves: impl Iterator<Item = &'m <D::Game as Game>::Move>,
) -> String
where
    <D::Game as Game>::Move: 'm,
{
    let mut state = game.start();
    let texts = moves.map(|mv| {
        let text = domain.move_text(game, &state, *mv);
        state = game.apply(&state, *mv);
        text
    });
    texts.collect::<Vec<_>>().join(" ")
}
