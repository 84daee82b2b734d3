//! Contents of the catalogue, as plain data.

use patience_core::parameter::MAX_SECONDS;
use patience_core::{Argument, Claims, Declaration, Format, Kind, RuleSet};
use serde::Serialize;

/// A name with one line for human readers, of a [`GameInfo`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Named {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for human readers.
    pub summary: &'static str,
}

impl From<RuleSet> for Named {
    fn from(RuleSet { name, summary }: RuleSet) -> Self {
        Named { name, summary }
    }
}

impl From<Format> for Named {
    fn from(Format { name, summary }: Format) -> Self {
        Named { name, summary }
    }
}

/// A family of named instances, of a [`GameInfo`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SourceInfo {
    /// The first word of the path.
    pub name: &'static str,
    /// The shape of the path.
    pub pattern: &'static str,
    /// A complete name of an existing instance.
    pub example: String,
    /// One line for human readers.
    pub summary: &'static str,
}

/// Guarantees of a heuristic in a [`GameInfo`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ClaimsInfo {
    /// Never above the true distance.
    pub admissible: bool,
    /// Never falls by more than a move costs.
    pub consistent: bool,
    /// Whether its dead ends are always lost.
    pub sound_dead_ends: bool,
}

impl From<Claims> for ClaimsInfo {
    fn from(Claims { admissible, consistent, sound_dead_ends }: Claims) -> Self {
        ClaimsInfo { admissible, consistent, sound_dead_ends }
    }
}

/// A heuristic of a game, of a [`GameInfo`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct HeuristicInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for human readers.
    pub summary: &'static str,
    /// Its guarantees.
    pub claims: ClaimsInfo,
    /// Names of the parameters that it reads, which each algorithm with a heuristic also accepts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<&'static str>,
}

/// An algorithm of a game, of a [`GameInfo`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AlgorithmInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for human readers.
    pub summary: &'static str,
    /// Whether it decides every instance, given time and memory.
    pub complete: bool,
    /// Whether its plans are the shortest (with an admissible heuristic, if it uses one).
    pub optimal: bool,
    /// The default heuristic of the algorithm; `None` if it uses none.
    pub heuristic: Option<&'static str>,
    /// The names of the parameters that it reads.
    pub parameters: Vec<&'static str>,
    /// Full descriptions of the same parameters.
    pub schema: Vec<ParameterInfo>,
}

impl AlgorithmInfo {
    /// Whether it reads a parameter.
    pub fn reads(&self, parameter: &str) -> bool {
        self.parameters.contains(&parameter)
    }
}

/// A parameter of an algorithm, of a [`GameInfo`], as forms and lists need it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ParameterInfo {
    /// The name in commands, files and questions.
    pub name: &'static str,
    /// `whole`, `number`, `choice`, `flag`, `time`, `heuristic`, `threads` or `path`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Unit of numbers.
    pub unit: &'static str,
    /// Minimum of a number.
    pub least: Option<f64>,
    /// Maximum of a number; `None` if only the type limits it.
    pub most: Option<f64>,
    /// Possible values; for a guiding heuristic, the game's heuristics.
    pub choices: Vec<&'static str>,
    /// Default value.
    pub default: Option<Argument>,
    /// One line for human readers.
    pub help: &'static str,
    /// Whether a request may set it.
    pub outside: bool,
}

impl From<&Declaration> for ParameterInfo {
    fn from(parameter: &Declaration) -> Self {
        let (least, most) = match parameter.kind {
            Kind::Whole { least, most, .. } => {
                (Some(least as f64), (most < u64::MAX).then_some(most as f64))
            }
            Kind::Number { least, most, .. } => (Some(least), Some(most)),
            Kind::Time { .. } => (Some(0.0), Some(MAX_SECONDS)),
            _ => (None, None),
        };
        let choices = match parameter.kind {
            Kind::Choice(words) => words.to_vec(),
            _ => Vec::new(),
        };
        ParameterInfo {
            name: parameter.name,
            kind: parameter.kind.name(),
            unit: parameter.unit,
            least,
            most,
            choices,
            default: parameter.default(),
            help: parameter.help,
            outside: parameter.may_come_from_outside(),
        }
    }
}

/// A game of the catalogue.
///
/// ```
/// let (gaps, _) = patience_catalogue::find("gaps")?;
/// let info = gaps.info();
/// assert_eq!((info.default_algorithm, info.rule_sets[0].name), ("conclusive", "standard"));
/// assert!(
///     info.algorithms
///         .iter()
///         .any(|algorithm| algorithm.name == "astar" && algorithm.reads("heuristic"))
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GameInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The rules in a few sentences.
    pub summary: &'static str,
    /// The rule sets, the default first.
    pub rule_sets: Vec<Named>,
    /// The families of named instances.
    pub sources: Vec<SourceInfo>,
    /// The ids of the `level` source.
    pub levels: Vec<&'static str>,
    /// The notations that can be written besides the canonical one.
    pub formats: Vec<Named>,
    /// The default algorithm, for instances that it fits;
    /// [`Instance::algorithm`](crate::Instance::algorithm) returns the one for an instance.
    pub default_algorithm: &'static str,
    /// The algorithms.
    pub algorithms: Vec<AlgorithmInfo>,
    /// The heuristics, the default first.
    pub heuristics: Vec<HeuristicInfo>,
}
