//! The disk that a program uses: the files in its private folder, counted while it runs.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::setting::Setting;
use crate::units;

/// Files and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub files: u64,
    pub bytes: u64,
}

impl Usage {
    /// The content of a folder and of all folders below it. Links count as files; none is followed.
    pub fn of(folder: &Path) -> Usage {
        let mut usage = Usage::default();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                match entry.metadata() {
                    Ok(found) if found.is_dir() => folders.push(entry.path()),
                    Ok(found) => {
                        usage.files += 1;
                        usage.bytes = usage.bytes.saturating_add(found.len());
                    }
                    // Removed meanwhile.
                    Err(_) => {}
                }
            }
        }
        usage
    }
}

/// Watches the folder of a job.
pub(super) struct Disk<'a> {
    folder: &'a Path,
    setting: &'a Setting,
    /// The content before the program ran.
    before: Usage,
    /// The folder is not read again before this time: reading a large one takes a long time.
    next: Instant,
}

impl<'a> Disk<'a> {
    pub fn new(folder: &'a Path, setting: &'a Setting) -> Disk<'a> {
        let is_limited = setting.disk.is_some() || setting.disk_files.is_some();
        let before = if is_limited { Usage::of(folder) } else { Usage::default() };
        Disk { folder, setting, before, next: Instant::now() }
    }

    /// The exceeded limit, if the folder was due to be read.
    pub fn poll(&mut self) -> Option<String> {
        if Instant::now() < self.next {
            return None;
        }
        let begun = Instant::now();
        let exceeded = self.exceeded();
        // At most a twentieth of the time is spent on reading.
        self.next = Instant::now() + (20 * begun.elapsed()).max(Duration::from_millis(50));
        exceeded
    }

    /// The exceeded limit, in words.
    pub fn exceeded(&self) -> Option<String> {
        let Setting { disk, disk_files, .. } = *self.setting;
        if disk.is_none() && disk_files.is_none() {
            return None;
        }
        let now = Usage::of(self.folder);
        let bytes = now.bytes.saturating_sub(self.before.bytes);
        let files = now.files.saturating_sub(self.before.files);
        if let Some(limit) = disk.filter(|limit| bytes > *limit) {
            let [bytes, limit] = [bytes, limit].map(|bytes| units::size(bytes as f64));
            return Some(format!("it wrote {bytes} into files, more than `disk` = {limit}"));
        }
        let limit = disk_files.filter(|limit| files > *limit)?;
        Some(format!("it wrote {files} files, more than `disk_files` = {limit}"))
    }
}

/// Largest file that a job may write.
pub(super) fn largest_file(setting: &Setting) -> u64 {
    setting.memory.min(setting.disk.unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_program_wrote_counts() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: usize| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, vec![b'x'; bytes]).unwrap();
        };
        write("problem.pddl", 5000);
        let limited = |disk, disk_files| Setting { disk, disk_files, ..Setting::default() };
        let cases = [
            (limited(Some(1000), None), None, Some("`disk` = 1000 B")),
            (limited(Some(1001), Some(2)), None, None),
            (limited(None, Some(1)), None, Some("it wrote 2 files, more than `disk_files` = 1")),
            (limited(None, None), None, None),
        ];
        let disks: Vec<_> = cases.iter().map(|(one, ..)| Disk::new(folder.path(), one)).collect();
        for (disk, (_, before, _)) in disks.iter().zip(&cases) {
            assert_eq!(disk.exceeded().as_deref(), *before);
        }
        write("a/b/one", 1000);
        write("two", 1);
        for (mut disk, (_, _, words)) in disks.into_iter().zip(&cases) {
            let found = disk.poll();
            assert_eq!(found.is_some(), words.is_some(), "{found:?}");
            assert!(words.is_none_or(|words| found.unwrap().contains(words)));
        }
        assert_eq!(Usage::of(folder.path()), Usage { files: 3, bytes: 6001 });
    }
}
