//! Atomic writing: files are written under a temporary name and then renamed.

use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file atomically: its readers, on any machine, find either the old or the new content.
/// If several write at once, the last one wins.
pub(crate) fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new();
    // Workers of other users must be able to read the file.
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = beside.prefix(".").suffix(".part").tempfile_in(folder)?;
    beside.write_all(content)?;
    beside.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::write;

    /// A reader that opened the file earlier continues with the old content.
    #[test]
    fn what_was_there_is_replaced_and_never_cut() {
        use std::io::Read as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.json");
        write(&path, b"the first").unwrap();
        let mut open = std::fs::File::open(&path).unwrap();
        write(&path, b"two").unwrap();
        let mut read = String::new();
        open.read_to_string(&mut read).unwrap();
        assert_eq!(read, "the first");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no other file");
    }
}
