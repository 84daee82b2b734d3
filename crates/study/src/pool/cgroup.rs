//! Memory limits by Linux control groups, version 2: the kernel itself enforces the limit of a
//! worker.
//!
//! A process may create groups only if its own group was delegated to it (systemd: `systemd-run
//! --user --scope -p Delegate=yes`, and Slurm if it uses version 2). Groups delegate controllers
//! only while they contain no process, so this process moves to a subgroup of its own group.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of groups, one for each worker.
#[derive(Debug)]
pub(super) struct Groups {
    /// The original group of this process.
    base: PathBuf,
    folder: PathBuf,
    process: u32,
}

impl Groups {
    /// The groups of this process, if the system allows them.
    pub fn here() -> Option<Groups> {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let base = own(&read("/proc/self/mountinfo"), &read("/proc/self/cgroup"))?;
        Groups::within(&base, std::process::id())
    }

    fn within(base: &Path, process: u32) -> Option<Groups> {
        let controllers = fs::read_to_string(base.join("cgroup.controllers")).ok()?;
        if !controllers.split_whitespace().any(|controller| controller == "memory") {
            return None;
        }
        let folder = base.join(format!("patience-{process}"));
        let groups = Groups { base: base.to_owned(), folder, process };
        // Dropping the value undoes a partial set-up.
        let made = || -> std::io::Result<()> {
            fs::create_dir(&groups.folder)?;
            fs::create_dir(groups.runner())?;
            fs::write(groups.runner().join("cgroup.procs"), process.to_string())?;
            fs::write(base.join("cgroup.subtree_control"), "+memory")?;
            fs::write(groups.folder.join("cgroup.subtree_control"), "+memory")
        };
        made().ok()?;
        // Memory regions can be bound where this controller is delegated as well.
        if controllers.split_whitespace().any(|controller| controller == "cpuset") {
            for folder in [base, &groups.folder] {
                let _ = fs::write(folder.join("cgroup.subtree_control"), "+cpuset");
            }
        }
        Some(groups)
    }

    /// The group to which this process moves.
    fn runner(&self) -> PathBuf {
        self.folder.join("runner")
    }

    /// The group of a worker.
    pub fn of_worker(&self, index: usize) -> Option<Group> {
        let folder = self.folder.join(format!("worker-{index}"));
        fs::create_dir(&folder).ok()?;
        // Swap would be slow, and would escape the limit.
        let _ = fs::write(folder.join("memory.swap.max"), "0");
        let _ = fs::write(folder.join("memory.oom.group"), "1");
        Some(Group { folder })
    }
}

impl Drop for Groups {
    fn drop(&mut self) {
        let _ = fs::write(self.base.join("cgroup.procs"), self.process.to_string());
        let _ = fs::remove_dir(self.runner());
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The group of a worker.
#[derive(Debug)]
pub(super) struct Group {
    folder: PathBuf,
}

impl Group {
    /// Moves a process into the group.
    pub fn add(&self, process: u32) -> bool {
        fs::write(self.folder.join("cgroup.procs"), process.to_string()).is_ok()
    }

    /// Limits the memory of the group.
    pub fn limit(&self, bytes: u64) -> bool {
        fs::write(self.folder.join("memory.max"), bytes.to_string()).is_ok()
    }

    /// Binds the memory of the group to regions; `None` to all of them.
    pub fn bind(&self, regions: Option<&str>) -> bool {
        let file = self.folder.join("cpuset.mems");
        file.exists() && fs::write(file, regions.unwrap_or_default()).is_ok()
    }

    /// How often the kernel has killed a process of the group for its memory.
    pub fn kills(&self) -> u64 {
        let events = fs::read_to_string(self.folder.join("memory.events")).unwrap_or_default();
        let kills = events.lines().find_map(|line| line.strip_prefix("oom_kill "));
        kills.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The folder of this process's group: below the mount of the file system of groups.
fn own(mounts: &str, groups: &str) -> Option<PathBuf> {
    let path = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mount = mounts.lines().find_map(|line| {
        let (fields, kind) = line.split_once(" - ")?;
        kind.starts_with("cgroup2 ").then(|| fields.split(' ').nth(4))?
    })?;
    Some(Path::new(mount).join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that the kernel shows in a delegated group.
    fn handed_over(controllers: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("cgroup.controllers"), controllers).unwrap();
        folder
    }

    #[test]
    fn workers_are_limited_where_groups_can_be_made() {
        let base = handed_over("cpu memory pids\n");
        let groups = Groups::within(base.path(), 7).unwrap();
        let read = |name: &str| fs::read_to_string(base.path().join(name)).unwrap();
        assert_eq!(read("patience-7/runner/cgroup.procs"), "7");
        assert_eq!(read("cgroup.subtree_control"), "+memory");
        assert_eq!(read("patience-7/cgroup.subtree_control"), "+memory");
        let group = groups.of_worker(3).unwrap();
        assert!(group.add(11) && group.limit(1 << 30) && groups.of_worker(3).is_none());
        assert_eq!(read("patience-7/worker-3/cgroup.procs"), "11");
        assert_eq!(read("patience-7/worker-3/memory.max"), "1073741824");
        assert_eq!(read("patience-7/worker-3/memory.swap.max"), "0");
        assert_eq!(group.kills(), 0);
        assert!(!group.bind(Some("1")), "the controller is not delegated");
        fs::write(base.path().join("patience-7/worker-3/cpuset.mems"), "").unwrap();
        assert!(group.bind(Some("0,1")));
        assert_eq!(read("patience-7/worker-3/cpuset.mems"), "0,1");
        assert!(group.bind(None));
        assert_eq!(read("patience-7/worker-3/cpuset.mems"), "");
        let events = "low 0\nhigh 0\nmax 9\noom 2\noom_kill 2\noom_group_kill 1\n";
        fs::write(base.path().join("patience-7/worker-3/memory.events"), events).unwrap();
        assert_eq!(group.kills(), 2);
        drop(groups);
        assert_eq!(read("cgroup.procs"), "7", "back in its old group");
    }

    #[test]
    fn memory_regions_can_be_bound_where_that_is_delegated() {
        let base = handed_over("cpuset cpu memory");
        let groups = Groups::within(base.path(), 7).unwrap();
        let control = fs::read_to_string(base.path().join("patience-7/cgroup.subtree_control"));
        assert_eq!(control.unwrap(), "+cpuset", "the last controller of the request");
        drop(groups);
    }

    #[test]
    fn elsewhere_there_are_none() {
        assert!(Groups::within(handed_over("cpu pids").path(), 7).is_none());
        assert!(Groups::within(Path::new("/there/is/none"), 7).is_none());
        let base = handed_over("memory");
        fs::create_dir(base.path().join("cgroup.subtree_control")).unwrap();
        assert!(Groups::within(base.path(), 7).is_none(), "the controller is not delegated");
        assert_eq!(fs::read_to_string(base.path().join("cgroup.procs")).unwrap(), "7");
    }

    #[test]
    fn the_own_group_is_found() {
        let mounts = "24 1 0:22 / /sys rw - sysfs sysfs rw\n\
                      31 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n";
        let groups = "1:name=systemd:/x\n0::/user.slice/run-1.scope\n";
        let path = Path::new("/sys/fs/cgroup/user.slice/run-1.scope");
        assert_eq!(own(mounts, groups).as_deref(), Some(path));
        assert_eq!(own(mounts, "4:memory:/a\n"), None);
        assert_eq!(own("24 1 0:22 / /sys rw - sysfs sysfs rw\n", groups), None);
    }
}
