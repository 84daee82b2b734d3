//! Bounded work: a number of running and waiting requests; more are rejected.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Settings;

/// The server's slots for work.
pub(crate) struct Pool {
    solvers: Arc<Semaphore>,
    watched: Arc<Semaphore>,
    /// For questions that are answered immediately.
    rules: Arc<Semaphore>,
    /// For questions that take as long as a search.
    dear: Arc<Semaphore>,
    studies: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
}

/// A ticket of a waiting request.
pub(crate) struct Ticket(Arc<AtomicUsize>);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Pool {
    pub fn new(settings: &Settings) -> Self {
        Pool {
            solvers: Arc::new(Semaphore::new(settings.solvers)),
            watched: Arc::new(Semaphore::new(settings.watched)),
            rules: Arc::new(Semaphore::new(16)),
            dear: Arc::new(Semaphore::new(settings.solvers)),
            studies: Arc::new(Semaphore::new(2)),
            waiting: Arc::default(),
            queue: settings.queue,
        }
    }

    /// A slot in the queue; `None` if it is full.
    pub fn ticket(&self) -> Option<Ticket> {
        let before = self.waiting.fetch_add(1, Ordering::SeqCst);
        let ticket = Ticket(Arc::clone(&self.waiting));
        (before < self.queue).then_some(ticket)
    }

    /// Waits for a slot to search, in order of arrival.
    pub async fn search(&self, watched: bool) -> OwnedSemaphorePermit {
        acquire(if watched { &self.watched } else { &self.solvers }).await
    }

    /// Waits for a slot to answer a question. Expensive questions have separate slots, so that the
    /// others do not wait for them.
    pub async fn question(&self, dear: bool) -> OwnedSemaphorePermit {
        acquire(if dear { &self.dear } else { &self.rules }).await
    }

    /// Waits for a slot to read a study.
    pub async fn studies(&self) -> OwnedSemaphorePermit {
        acquire(&self.studies).await
    }
}

async fn acquire(semaphore: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    Arc::clone(semaphore).acquire_owned().await.expect("the pool is never closed")
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    /// A free slot, if there is one now.
    fn at_once(place: impl Future<Output = OwnedSemaphorePermit>) -> Option<OwnedSemaphorePermit> {
        match pin!(place).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(place) => Some(place),
            Poll::Pending => None,
        }
    }

    #[test]
    fn cheap_questions_do_not_wait_for_dear_ones() {
        let pool = Pool::new(&Settings { solvers: 2, watched: 1, ..Settings::default() });
        let dear: Vec<_> = (0..100).map_while(|_| at_once(pool.question(true))).collect();
        let searches: Vec<_> = (0..100).map_while(|_| at_once(pool.search(false))).collect();
        let watched: Vec<_> = (0..100).map_while(|_| at_once(pool.search(true))).collect();
        let studies: Vec<_> = (0..100).map_while(|_| at_once(pool.studies())).collect();
        assert_eq!([dear.len(), searches.len(), watched.len(), studies.len()], [2, 2, 1, 2]);
        let mut cheap: Vec<_> = (0..100).map_while(|_| at_once(pool.question(false))).collect();
        assert_eq!(cheap.len(), 16);
        cheap.pop();
        assert!(at_once(pool.question(true)).is_none() && at_once(pool.question(false)).is_some());
    }
}
