//! Parallel work by several threads, with results in the order of the input.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, mpsc};

/// Does `work` on every item in `threads` threads and passes the results to `done`, on this thread
/// and in order. No item is started while `ahead` others wait for an unfinished one, so at most
/// that many results are held, however long one takes. No further item is started once `is_over`
/// returns true; started items are finished.
pub fn in_order<T, R: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    ahead: usize,
    is_over: impl Fn() -> bool + Sync,
    work: impl Fn(T) -> R + Sync,
    mut done: impl FnMut(R),
) {
    let items = Mutex::new(items.enumerate());
    let window = Window { counts: Mutex::default(), moved: Condvar::new(), most: ahead.max(1) };
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, items, window, is_over, work) =
                (sender.clone(), &items, &window, &is_over, &work);
            scope.spawn(move || {
                let _closed_at_the_end = Closing(window);
                while window.enter() && !is_over() {
                    let next =
                        items.lock().expect("no thread panics while it takes an item").next();
                    let Some((index, item)) = next else { break };
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                done(result);
                next += 1;
                window.advance();
            }
        }
    });
}

/// The number of items started and not yet passed on.
struct Window {
    counts: Mutex<Counts>,
    moved: Condvar,
    most: usize,
}

#[derive(Default)]
struct Counts {
    begun: usize,
    done: usize,
    /// There are no more items, or no more are needed.
    closed: bool,
}

impl Window {
    /// Waits until another item may start, and counts it; `false` if none will.
    fn enter(&self) -> bool {
        let counts = self.counts.lock().expect("counting does not panic");
        let is_full =
            |counts: &mut Counts| !counts.closed && counts.begun - counts.done >= self.most;
        let mut counts = self.moved.wait_while(counts, is_full).expect("counting does not panic");
        counts.begun += 1;
        !counts.closed
    }

    fn advance(&self) {
        self.counts.lock().expect("counting does not panic").done += 1;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.counts.lock().expect("counting does not panic").closed = true;
        self.moved.notify_all();
    }
}

/// Closes the window when its thread ends, even by a panic, since the others would wait for its
/// result.
struct Closing<'a>(&'a Window);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

    use super::*;

    #[test]
    fn what_waits_behind_a_slow_item_is_bounded() {
        const AHEAD: usize = 8;
        let begun = AtomicUsize::new(0);
        let mut results = Vec::new();
        in_order(
            0..1000,
            3,
            AHEAD,
            || false,
            |item| {
                begun.fetch_add(1, SeqCst);
                if item == 0 {
                    // The other threads get as far as the bound allows. Without the bound, they
                    // would reach the end.
                    while begun.load(SeqCst) < AHEAD {
                        std::thread::yield_now();
                    }
                    (0..1000).for_each(|_| std::thread::yield_now());
                    assert_eq!(begun.load(SeqCst), AHEAD);
                }
                item
            },
            |result| results.push(result),
        );
        assert_eq!(results, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_begun_comes_out_and_nothing_more_is_begun() {
        for threads in [1, 4] {
            let over = AtomicBool::new(false);
            let begun = AtomicUsize::new(0);
            let mut results = Vec::new();
            in_order(
                0..1_000_000,
                threads,
                4 * threads,
                || over.load(SeqCst),
                |item| {
                    begun.fetch_add(1, SeqCst);
                    over.fetch_or(item >= 50, SeqCst);
                    item
                },
                |result| results.push(result),
            );
            assert_eq!(results, (0..begun.load(SeqCst)).collect::<Vec<_>>());
            assert!((51..=51 + 4 * threads).contains(&results.len()), "{}", results.len());
        }
    }

    #[test]
    fn no_items_are_no_trouble() {
        in_order(
            std::iter::empty::<()>(),
            4,
            1,
            || false,
            |()| (),
            |()| panic!("there is no result"),
        );
    }
}
