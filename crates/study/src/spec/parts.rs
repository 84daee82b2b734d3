//! The parts of a study: sets of instances and configurations.

use patience_catalogue::Reference;

use crate::expected::Expected;
use crate::instance::Instances;
use crate::setting::Setting;

/// A named set of instances: tables have a row for each set, and plots a point.
///
/// ```
/// use patience_study::example;
///
/// let spec = example::small();
/// let set = &spec.sets[0];
/// assert_eq!(
///     (set.name.as_str(), set.len(), set.key(4).as_str()),
///     ("small", 20, "gaps:random/3x4/5")
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The name.
    pub name: String,
    /// Position of the set on the x axis of plots.
    pub x: Option<f64>,
    /// The instances.
    pub(crate) instances: Vec<Instances>,
    /// The expected verdicts.
    pub(crate) expected: Expected,
    /// The indices of the configurations that run on it.
    pub configurations: Vec<usize>,
}

impl Set {
    /// The number of instances.
    pub fn len(&self) -> u64 {
        self.instances.iter().map(Instances::len).sum()
    }

    /// Whether the set is empty; no validated study has such a set.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The instance with an index.
    ///
    /// # Panics
    /// If the index is not below [`len`](Set::len).
    pub fn instance(&self, index: u64) -> Reference {
        let (instances, index) = self.place(index);
        instances.get(index)
    }

    /// Identifies the instance with an index within the set: by its name, or by the board and the
    /// name in its file.
    ///
    /// # Panics
    /// If the index is not below [`len`](Set::len).
    pub fn key(&self, index: u64) -> String {
        let (instances, index) = self.place(index);
        instances.key(index)
    }

    /// The expected verdicts, by the indices of their instances.
    pub(crate) fn expectations(&self) -> impl Iterator<Item = (u64, &'static str)> {
        let known = if self.expected == Expected::Unknown { 0 } else { self.len() };
        (0..known).filter_map(|index| Some((index, self.expected.of(&self.instance(index).name)?)))
    }

    fn place(&self, mut index: u64) -> (&Instances, u64) {
        for instances in &self.instances {
            if index < instances.len() {
                return (instances, index);
            }
            index -= instances.len();
        }
        panic!("the set {} has no such instance", self.name);
    }
}

/// A solver configuration of a [`Spec`](super::Spec).
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// The name in tables and plots.
    pub name: String,
    /// The setting to run.
    pub setting: Setting,
    /// How often each instance is run, with seeds counted upwards.
    pub repetitions: u64,
    /// Whether the algorithm behaves the same for every seed, on every set that it runs on: then
    /// its jobs do not change with the study's seed.
    pub deterministic: bool,
}
