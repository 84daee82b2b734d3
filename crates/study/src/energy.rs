//! Energy by the processor's counters (RAPL), if the system exposes them.
//!
//! `/sys/class/powercap` has a counter for each package. It counts the energy of the whole package,
//! for all its users: the energy of a job is meaningful only if nothing else runs. Most systems
//! expose it only to root.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the counters.
const COUNTERS: &str = "/sys/class/powercap";

/// Measures energy since a start.
#[derive(Debug)]
pub(crate) struct Meter {
    /// Each package's folder and its counter at the start, in microjoules.
    packages: Vec<(PathBuf, u64)>,
}

impl Meter {
    /// Begins now.
    pub fn start() -> Meter {
        Meter::within(Path::new(COUNTERS))
    }

    fn within(folder: &Path) -> Meter {
        let zones = fs::read_dir(folder).into_iter().flatten().flatten();
        // `intel-rapl:0` is a package, even on AMD processors; `intel-rapl:0:1` is part of that
        // package.
        let is_package = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let number = name.strip_prefix("intel-rapl:");
            number.is_some_and(|number| number.parse::<u32>().is_ok())
        };
        let packages = zones.map(|zone| zone.path()).filter(is_package);
        let packages = packages.filter_map(|path| {
            let count = read(&path, "energy_uj")?;
            Some((path, count))
        });
        Meter { packages: packages.collect() }
    }

    /// Joules of all packages since the start; `None` without a readable counter.
    pub fn joules(&self) -> Option<f64> {
        let used = self.packages.iter().map(|(path, before)| {
            let now = read(path, "energy_uj")?;
            // Counters wrap to zero; a second wrap within one job goes unnoticed.
            let range = || read(path, "max_energy_range_uj");
            if now >= *before { Some(now - before) } else { (range()? + now).checked_sub(*before) }
        });
        let all = used.sum::<Option<u64>>().filter(|_| !self.packages.is_empty())?;
        Some(all as f64 / 1e6)
    }
}

fn read(zone: &Path, name: &str) -> Option<u64> {
    fs::read_to_string(zone.join(name)).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_added_up_and_parts_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let set = |zone: &str, name: &str, value: u64| {
            let zone = folder.path().join(zone);
            fs::create_dir_all(&zone).unwrap();
            fs::write(zone.join(name), format!("{value}\n")).unwrap();
        };
        assert_eq!(Meter::within(folder.path()).joules(), None);
        for zone in ["intel-rapl:0", "intel-rapl:1", "intel-rapl:0:0", "intel-rapl"] {
            set(zone, "energy_uj", 9_000_000);
            set(zone, "max_energy_range_uj", 10_000_000);
        }
        let meter = Meter::within(folder.path());
        assert_eq!(meter.joules(), Some(0.0));
        set("intel-rapl:0", "energy_uj", 9_500_000);
        set("intel-rapl:0:0", "energy_uj", 9_400_000);
        set("intel-rapl:1", "energy_uj", 1_000_000);
        assert_eq!(meter.joules(), Some(2.5), "one counter wrapped");
        fs::remove_file(folder.path().join("intel-rapl:0/energy_uj")).unwrap();
        assert_eq!(meter.joules(), None);
    }
}
