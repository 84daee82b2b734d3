//! The journal mode that a file system allows. Write-ahead mode shares memory between processes,
//! which network file systems do not support: two machines would each use their own memory and
//! corrupt the file.

use std::path::Path;

/// SQLite's way to make transactions atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Journal {
    /// Write-ahead: readers and the writer do not wait for each other.
    WriteAhead,
    /// Rollback, with a file that is deleted at the end: needs only locks.
    Rollback,
}

/// The journal for a file in a folder.
pub(super) fn journal(folder: &Path) -> Journal {
    match kind(folder) {
        Some(kind) if is_network(kind) => Journal::Rollback,
        _ => Journal::WriteAhead,
    }
}

#[cfg(target_os = "linux")]
fn kind(folder: &Path) -> Option<i64> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // The field's type differs between architectures.
    #[allow(clippy::unnecessary_cast, clippy::useless_conversion)]
    rustix::fs::statfs(folder).ok().map(|system| system.f_type as i64)
}

/// Other systems do not report the kind of a file system.
#[cfg(not(target_os = "linux"))]
fn kind(_folder: &Path) -> Option<i64> {
    None
}

/// File systems that several machines, or a guest and its host, may write at the same time.
/// (Linux's `magic.h`, and for those outside the kernel the sources of their modules.) FUSE may be
/// any file system, so the worst case is assumed.
fn is_network(kind: i64) -> bool {
    const KINDS: &[u32] = &[
        0x6969,      // NFS
        0x517B,      // SMB
        0xFF53_4D42, // CIFS
        0xFE53_4D42, // SMB 2
        0x564C,      // NCP
        0x5346_414F, // AFS
        0x6B41_4653, // kAFS
        0x7375_7245, // Coda
        0x0102_1997, // 9P
        0x00C3_6400, // Ceph
        0x0116_1970, // GFS 2
        0x7461_636F, // OCFS 2
        0x0BD0_0BD0, // Lustre
        0x4750_4653, // Spectrum Scale (GPFS)
        0x1983_0326, // BeeGFS
        0xAAD7_AAEA, // PanFS
        0x2003_0528, // OrangeFS
        0x786F_4256, // VirtualBox shared folders
        0xBACB_ACBC, // VMware shared folders
        0x6573_5546, // FUSE
    ];
    // Only 32 bits matter; on some architectures large values are sign-extended.
    KINDS.contains(&(kind as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_file_systems_are_known() {
        // In the form printed by `stat --file-system --format=%t`.
        for (kind, network) in [
            (0x6969, true),
            (0xFF53_4D42, true),
            (i64::from(0xFF53_4D42_u32 as i32), true),
            (0x6573_5546, true),
            (0xEF53, false),      // ext4
            (0x0102_1994, false), // tmpfs
            (0x5846_5342, false), // XFS
            (0x9123_683E, false), // Btrfs
            (0x794C_7630, false), // overlayfs
            (0x2FC1_2FC1, false), // ZFS
        ] {
            assert_eq!(is_network(kind), network, "{kind:x}");
        }
        let folder = tempfile::tempdir().unwrap();
        assert!(kind(folder.path()).is_some() || !cfg!(target_os = "linux"));
    }
}
