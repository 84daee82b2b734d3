//! The parameters of all solvers of all games, by name.

use std::sync::LazyLock;

use patience_core::{Argument, Declaration, Kind, suggest};

use crate::{GAMES, RequestError};

/// All parameters with the same name, from [`find`]: they share a type, but range, default and help
/// may differ.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The name.
    pub name: &'static str,
    /// The parameters with the algorithms that declare them, in catalogue order; an algorithm of
    /// several games occurs once.
    pub of: Vec<(&'static str, Declaration)>,
    /// The games with such an algorithm.
    pub games: Vec<&'static str>,
}

impl Shared {
    /// Whether a request may set it.
    pub fn may_come_from_outside(&self) -> bool {
        self.of.iter().all(|(_, parameter)| parameter.may_come_from_outside())
    }

    /// The type, with the range and default of the first.
    pub fn kind(&self) -> Kind {
        self.of[0].1.kind
    }

    /// Whether only solvers of one game read it.
    pub fn is_special(&self) -> bool {
        self.games.len() == 1
    }

    /// The value in the parameter's own type, if some algorithm takes it; each algorithm checks it
    /// by its own range later.
    ///
    /// # Errors
    /// No algorithm takes the value.
    pub fn read(&self, value: &Argument) -> Result<Argument, RequestError> {
        let mut read = self.of.iter().map(|(_, parameter)| parameter.read(value));
        let first = read.next().expect("every name has an owner");
        Ok(first.or_else(|error| read.find_map(Result::ok).ok_or(error))?)
    }

    /// Returns one line for human readers: purpose, algorithms and default. It omits the words of a
    /// choice, which forms and flags list.
    pub fn help(&self) -> String {
        let mut groups: Vec<(&str, Vec<Readers<'_>>)> = Vec::new();
        for (algorithm, parameter) in &self.of {
            let default = parameter.default().filter(|_| parameter.kind != Kind::Flag);
            let index =
                groups.iter().position(|(help, _)| *help == parameter.help).unwrap_or_else(|| {
                    groups.push((parameter.help, Vec::new()));
                    groups.len() - 1
                });
            let readers = &mut groups[index].1;
            match readers.iter_mut().find(|same| same.default == default) {
                Some(same) => same.algorithms.push(algorithm),
                None => readers.push(Readers { default, algorithms: vec![algorithm] }),
            }
        }
        let mut described = groups.into_iter().map(|(help, mut readers)| {
            readers.sort_by_key(|readers| std::cmp::Reverse(readers.algorithms.len()));
            let said: Vec<String> =
                readers.iter().map(Readers::words).filter(|words| !words.is_empty()).collect();
            if said.is_empty() { help.to_owned() } else { format!("{help} ({})", said.join("; ")) }
        });
        let first = described.next().unwrap_or_default();
        described.fold(first, |said, more| format!("{said}; {}", uncapitalised(&more)))
    }
}

/// Returns a string in the form used after a semicolon: without its initial capital, unless that
/// belongs to a symbol such as `W_c`.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first)
            if letters
                .clone()
                .next()
                .is_some_and(|second| second.is_lowercase() || second == ' ') =>
        {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// The algorithms that share a default of a parameter.
struct Readers<'a> {
    default: Option<Argument>,
    algorithms: Vec<&'a str>,
}

impl Readers<'_> {
    /// The algorithms' names, unless there are too many, and the default.
    fn words(&self) -> String {
        let who =
            if self.algorithms.len() < 5 { self.algorithms.join(", ") } else { String::new() };
        match (&self.default, who.as_str()) {
            (None, _) => who,
            (Some(default), "") => format!("default {default}"),
            (Some(default), _) => format!("{who}: default {default}"),
        }
    }
}

/// Every parameter name declared by a solver, in catalogue order.
///
/// ```
/// for shared in patience_catalogue::parameters::all() {
///     println!("{}: {}", shared.name, shared.help());
/// }
/// ```
pub fn all() -> &'static [Shared] {
    static ALL: LazyLock<Vec<Shared>> = LazyLock::new(|| {
        let mut all: Vec<Shared> = Vec::new();
        let solvers = GAMES
            .iter()
            .flat_map(|game| game.parameters().into_iter().map(|solver| (game.name(), solver)));
        for (game, (algorithm, table)) in solvers {
            for parameter in table {
                let index = all
                    .iter()
                    .position(|shared| shared.name == parameter.name)
                    .unwrap_or_else(|| {
                        all.push(Shared {
                            name: parameter.name,
                            of: Vec::new(),
                            games: Vec::new(),
                        });
                        all.len() - 1
                    });
                if !all[index].of.contains(&(algorithm, *parameter)) {
                    all[index].of.push((algorithm, *parameter));
                }
                if !all[index].games.contains(&game) {
                    all[index].games.push(game);
                }
            }
        }
        all
    });
    &ALL
}

/// The parameters with this name.
///
/// ```
/// let width = patience_catalogue::parameters::find("width")?;
/// assert_eq!(width.name, "width");
/// println!("{}", width.help());
/// # Ok::<(), patience_catalogue::RequestError>(())
/// ```
///
/// # Errors
/// No solver declares one; the error suggests a similar name.
pub fn find(name: &str) -> Result<&'static Shared, RequestError> {
    all().iter().find(|shared| shared.name == name).ok_or_else(|| {
        let known =
            all().iter().filter(|shared| shared.may_come_from_outside()).map(|shared| shared.name);
        RequestError::UnknownParameter(suggest::unknown("parameter", name, known))
    })
}
