//! The layout of a machine's processors: which threads share a core, which cores share a last-level
//! cache, and which memory region (NUMA node) they belong to.

use std::cmp::Reverse;
use std::fs;
use std::path::Path;

/// A processor, as the system numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Processor {
    pub number: usize,
    /// Its index among the permitted threads of its core.
    pub thread: usize,
    /// The first of the processors that share its last cache.
    pub cache: usize,
    /// The number of the memory region to which it belongs.
    pub node: usize,
}

impl Processor {
    /// The permitted processors, as the system's folder of devices describes them. Processors that
    /// it does not describe count as one region of single-threaded cores.
    pub fn read(system: &Path, permitted: &[usize]) -> Vec<Processor> {
        let nodes = nodes(system);
        let processor = |&number: &usize| {
            let read = |file: &str| {
                let path = system.join(format!("cpu/cpu{number}/{file}"));
                list(&fs::read_to_string(path).unwrap_or_default())
            };
            let threads = read("topology/thread_siblings_list");
            let mut threads = threads.into_iter().filter(|thread| permitted.contains(thread));
            let region = nodes.iter().find(|(_, members)| members.contains(&number));
            // Without a shared cache of the third level, the region is the group.
            let of_region = || region.and_then(|(_, members)| members.first().copied());
            let cache = read("cache/index3/shared_cpu_list").first().copied().or_else(of_region);
            Processor {
                number,
                thread: threads.position(|thread| thread == number).unwrap_or(0),
                cache: cache.unwrap_or(0),
                node: region.map_or(0, |(node, _)| *node),
            }
        };
        permitted.iter().map(processor).collect()
    }
}

/// A group of processors, from small to large.
type Area = fn(&Processor) -> (usize, usize);
const CACHE: Area = |one| (one.node, one.cache);
const REGION: Area = |one| (one.node, usize::MAX);
const MACHINE: Area = |_| (usize::MAX, usize::MAX);

/// The groups from which a job takes its processors, best first; with `true` it takes no two
/// threads of a core.
const CHOICES: [(Area, bool); 6] = [
    (CACHE, true),
    (REGION, true),
    (CACHE, false),
    (REGION, false),
    (MACHINE, true),
    (MACHINE, false),
];

/// Takes processors for one job out of the free ones: of one cache, or else of one region, and
/// whole cores if possible. Among several caches it takes the one with the most free cores, so
/// that jobs spread. Returns fewer if there are not enough.
pub(super) fn take(free: &mut Vec<Processor>, count: usize) -> Vec<Processor> {
    let found = CHOICES.into_iter().find_map(|(area, whole)| choose(free, count, area, whole));
    let taken = found.unwrap_or_else(|| free.clone());
    free.retain(|processor| !taken.contains(processor));
    taken
}

fn choose(free: &[Processor], count: usize, area: Area, whole: bool) -> Option<Vec<Processor>> {
    let candidates: Vec<&Processor> = free.iter().filter(|one| !whole || one.thread == 0).collect();
    let size =
        |of: &Processor, area: Area| candidates.iter().filter(|one| area(one) == area(of)).count();
    let large = candidates.iter().filter(|one| size(one, area) >= count);
    let best = large.max_by_key(|one| (size(one, area), size(one, REGION), Reverse(one.number)))?;
    let inside = candidates.iter().filter(|one| area(one) == area(best));
    let mut inside: Vec<Processor> = inside.map(|one| **one).collect();
    inside.sort_by_key(|one| (one.thread, one.cache, one.number));
    inside.truncate(count);
    Some(inside)
}

/// The memory regions of processors, as a list of the system: `0,2`. `None` if there is only one
/// region, so that no binding is needed.
pub(super) fn regions(of: &[Processor], all: &[Processor]) -> Option<String> {
    let nodes = |of: &[Processor]| {
        let mut nodes: Vec<usize> = of.iter().map(|one| one.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    };
    let words = nodes(of).iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    (nodes(all).len() > 1 && !of.is_empty()).then_some(words)
}

/// The memory regions and their processors.
fn nodes(system: &Path) -> Vec<(usize, Vec<usize>)> {
    let entries = fs::read_dir(system.join("node")).into_iter().flatten().flatten();
    let node = |entry: fs::DirEntry| {
        let number = entry.file_name().to_str()?.strip_prefix("node")?.parse().ok()?;
        let members = fs::read_to_string(entry.path().join("cpulist")).ok()?;
        Some((number, list(&members)))
    };
    let mut nodes: Vec<_> = entries.filter_map(node).collect();
    nodes.sort_unstable();
    nodes
}

/// The numbers of a list such as `0,4-6`.
fn list(text: &str) -> Vec<usize> {
    let parts = text.trim().split(',').filter_map(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse::<usize>().ok()?..=last.parse::<usize>().ok()?)
    });
    parts.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of a machine with two regions of two caches of two cores of two threads: thread
    /// `n + 8` is on the core of thread `n`.
    fn server() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: String, text: String| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text + "\n").unwrap();
        };
        for core in 0..8 {
            let other = core + 8;
            for number in [core, other] {
                let cache = core / 2 * 2;
                let shared = format!("{cache}-{},{}-{}", cache + 1, cache + 8, cache + 9);
                let file = |name: &str| format!("cpu/cpu{number}/{name}");
                write(file("topology/thread_siblings_list"), format!("{core},{other}"));
                write(file("cache/index3/shared_cpu_list"), shared);
            }
        }
        for node in [0, 1] {
            let first = 4 * node;
            let cores = format!("{first}-{},{}-{}", first + 3, first + 8, first + 11);
            write(format!("node/node{node}/cpulist"), cores);
        }
        write("node/online".to_owned(), "0-1".to_owned());
        folder
    }

    fn numbers(of: &[Processor]) -> Vec<usize> {
        of.iter().map(|one| one.number).collect()
    }

    #[test]
    fn jobs_spread_over_regions_and_caches_and_share_no_core() {
        let folder = server();
        let all: Vec<usize> = (0..16).collect();
        let mut free = Processor::read(folder.path(), &all);
        assert_eq!(free[13], Processor { number: 13, thread: 1, cache: 4, node: 1 });
        let single: Vec<_> = (0..10).flat_map(|_| numbers(&take(&mut free, 1))).collect();
        // One of each region in turn, then of each cache, then each core, then second threads.
        assert_eq!(single, [0, 4, 2, 6, 1, 5, 3, 7, 8, 12]);
    }

    #[test]
    fn a_job_stays_in_one_cache_or_one_region() {
        let folder = server();
        let all: Vec<usize> = (0..16).collect();
        let machine = Processor::read(folder.path(), &all);
        let mut free = machine.clone();
        let jobs = [2, 2, 3].map(|count| take(&mut free, count));
        assert_eq!(jobs.clone().map(|job| numbers(&job)), [vec![0, 1], vec![4, 5], vec![2, 3, 10]]);
        let regions = jobs.map(|job| regions(&job, &machine));
        assert_eq!(regions, [Some("0".into()), Some("1".into()), Some("0".into())]);
        assert_eq!(take(&mut free, 99).len(), 9, "as many as there are");
        assert!(free.is_empty() && take(&mut free, 1).is_empty());
    }

    #[test]
    fn what_the_system_does_not_describe_is_one_region() {
        let folder = tempfile::tempdir().unwrap();
        let mut free = Processor::read(folder.path(), &[3, 5]);
        let all = free.clone();
        assert_eq!(numbers(&take(&mut free, 1)), [3]);
        assert_eq!(regions(&all, &all), None);
        assert_eq!(list("0,4-6\n"), [0, 4, 5, 6]);
        assert!(list("").is_empty() && list("x").is_empty());
        // The other thread of the core may not be used.
        let server = server();
        assert_eq!(Processor::read(server.path(), &[9])[0].thread, 0);
    }
}
