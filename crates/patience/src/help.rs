//! Help: commands in named groups, from one table.

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory, FromArgMatches};

use crate::cli::Cli;
use crate::{examples, style};

/// The commands of one heading.
type Group = (&'static str, &'static [&'static str]);

/// The groups of `patience --help`.
const TOP: &[Group] = &[
    ("Play", &["play", "serve", "hint", "analyse", "review"]),
    ("Solve and prove", &["solve", "replay", "certify"]),
    ("Games and boards", &["list", "show"]),
    ("Compare, study and learn", &["compare", "study", "learn"]),
    ("One game", &["gaps", "birds"]),
    ("Set up", &["completions", "man"]),
];

/// The groups of `patience study --help`.
const STUDY: &[Group] = &[
    ("Run a study", &["new", "check", "schema", "run", "resume", "status"]),
    ("Results", &["report", "compare", "export", "query", "parse"]),
    ("Several machines", &["work", "merge", "submit"]),
    ("Instances and speed", &["generate", "puzzles", "bench"]),
];

/// The command line, with its help in groups.
pub fn command() -> Command {
    let command = Cli::command().mut_subcommand("study", |study| grouped(study, STUDY));
    signed(pointing(examples::added(grouped(command, TOP), ""), "patience"))
}

/// A value that begins with a sign, as in `--time -5s` or `--seed -1`, is invalid as a value, not
/// as an option.
fn signed(command: Command) -> Command {
    let allowed = |arg: Arg| {
        let names = arg.get_value_names().unwrap_or_default();
        let is_quantity = names.iter().any(|name| ["TIME", "SIZE"].contains(&name.as_str()));
        match arg.get_long().is_some() && arg.get_action().takes_values() {
            true if is_quantity => arg.allow_hyphen_values(true),
            true => arg.allow_negative_numbers(true),
            false => arg,
        }
    };
    command.mut_args(allowed).mut_subcommands(signed)
}

/// Ends the summary (`-h`) of a command and its subcommands with a line that points to the full
/// help, unless the last option does so.
fn pointing(command: Command, path: &str) -> Command {
    let hides =
        command.get_arguments().any(|arg| arg.is_hide_short_help_set() && !arg.is_hide_set());
    let after = command.get_after_help().cloned();
    let more = format!("`{path} --help` prints all options and their details.");
    let command = match after {
        Some(text) if !text.to_string().contains("--help") => {
            let long = command.get_after_long_help().cloned().unwrap_or_else(|| text.clone());
            command.after_help(format!("{text}\n\n{more}")).after_long_help(long)
        }
        None if hides => command.after_help(more).after_long_help(""),
        _ => command,
    };
    command.mut_subcommands(|inner| {
        let path = format!("{path} {}", inner.get_name());
        pointing(inner, &path)
    })
}

/// Parses the arguments of this process; ends the program if they request help or are invalid.
pub fn parse() -> Result<Cli, clap::Error> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    // In clap, `help` takes names of commands and no options.
    if let [.., help, option] = &*arguments
        && help == "help"
        && (option == "-h" || option == "--help")
    {
        arguments.pop();
    }
    // Help texts and values that begin with a sign matter only if parsing fails here, and preparing
    // them takes most of the start-up time.
    let mut matches = Cli::command()
        .try_get_matches_from(&arguments)
        .or_else(|_| fitted(command()).try_get_matches_from(&arguments))?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut fitted(command())))
}

/// Breaks usage lines that are wider than the output.
fn fitted(mut command: Command) -> Command {
    let Some(width) = style::width() else { return command };
    command.build();
    broken(command, width)
}

/// Breaks the usage lines of a command and its subcommands, which are already built; clap wraps
/// everything else.
fn broken(mut command: Command, width: usize) -> Command {
    const HEADING: &str = "Usage: ";
    let usage = command.render_usage().to_string();
    if usage.lines().any(|line| line.chars().count() > width) {
        let indent = " ".repeat(HEADING.len());
        let options = textwrap::Options::new(width).initial_indent(&indent);
        let options = options.subsequent_indent(&indent).break_words(false);
        let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
        let words = usage.trim_start_matches(HEADING);
        command = command.override_usage(textwrap::fill(words, options).trim_start().to_owned());
    }
    command.mut_subcommands(|inner| broken(inner, width))
}

/// Groups the subcommands in a command's help.
fn grouped(command: Command, groups: &[Group]) -> Command {
    let names = groups.iter().flat_map(|(_, names)| *names);
    let longest = names.map(|name| name.len()).max().unwrap_or(0);
    let styles = command.get_styles();
    let (header, end) = (styles.get_header().render(), styles.get_header().render_reset());
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (heading, names) in groups {
        template += &format!("\n{header}{heading}:{end}\n{}\n", listed(&command, names, longest));
    }
    template += &format!("\n{header}Options:{end}\n{{options}}{{after-help}}");
    command.help_template(template)
}

/// The lines of some subcommands, laid out by clap for the terminal's width. Names are padded so
/// that the groups align.
fn listed(command: &Command, names: &[&'static str], longest: usize) -> String {
    let subcommands = names.iter().enumerate().map(|(place, name)| {
        let found = command.find_subcommand(name).expect("groups name commands");
        let about = found.get_about().cloned().unwrap_or_default();
        Command::new(format!("{name:longest$}")).display_order(place).about(about)
    });
    let mut list = Command::new("group")
        .max_term_width(100)
        .disable_help_subcommand(true)
        .help_template("{subcommands}")
        .subcommands(subcommands);
    list.render_help().ansi().to_string().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use clap::error::ErrorKind;

    use super::*;

    /// The help of each command, `-h` and `--help`.
    fn helps() -> Vec<(String, String, String)> {
        fn walk(command: &mut Command, found: &mut Vec<(String, String, String)>) {
            let [short, long] = [command.render_help(), command.render_long_help()];
            let path = command.get_bin_name().unwrap_or_default().to_owned();
            found.push((path, short.to_string(), long.to_string()));
            for inner in command.get_subcommands_mut().filter(|inner| inner.get_name() != "help") {
                walk(inner, found);
            }
        }
        let (mut command, mut found) = (command().term_width(100), Vec::new());
        command.build();
        walk(&mut command, &mut found);
        found
    }

    #[test]
    fn usage_lines_fit_into_narrow_terminals() {
        fn walk(command: &mut Command) {
            let usage = command.render_usage().to_string();
            assert!(usage.starts_with("Usage: patience"), "{usage}");
            for line in usage.lines() {
                let words = line.split_whitespace().count();
                assert!(line.len() <= 40 || words == 1, "{usage}");
            }
            command.get_subcommands_mut().for_each(walk);
        }
        let mut command = command();
        command.build();
        walk(&mut broken(command, 40));
    }

    fn options(help: &str) -> Vec<&str> {
        let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        lines.map(|line| line.split("  ").next().unwrap_or_default()).collect()
    }

    #[test]
    fn summaries_are_short_and_point_to_all_options() {
        let helps = helps();
        assert!(helps.len() > 40, "{}", helps.len());
        for (path, short, long) in helps {
            let listed = options(&short);
            assert!(listed.len() <= 12, "{path}: {listed:?}");
            let last = short.trim_end().lines().last().unwrap_or_default();
            assert!(last.contains("--help"), "{path}: {last}");
            assert!(options(&long).len() >= listed.len(), "{path}");
        }
    }

    /// Lines of a screen.
    const SCREEN: usize = 45;

    #[test]
    fn summaries_fit_a_screen() {
        for (path, short, _) in helps() {
            let lines = short.trim_end().lines().count();
            assert!(lines <= SCREEN, "{path}: {lines} lines");
        }
    }

    #[test]
    fn sections_go_from_the_general_to_the_special() {
        let sections = ["Arguments:", "Options:", "Limits and files:", "Parameters of algorithms:"];
        let special = ["gaps", "birds", "cohesion", "tiles", "sliding"];
        let special = special.map(|game| format!("Only for {game}:"));
        let sections = sections.map(str::to_owned).into_iter().chain(special);
        let sections: Vec<_> = sections.chain(["Global options:".to_owned()]).collect();
        let helps = helps();
        let (_, _, solve) = helps.iter().find(|(path, ..)| path == "patience solve").unwrap();
        let headings = solve.lines().filter(|line| line.ends_with(':') && !line.starts_with(' '));
        let headings = headings.take_while(|line| *line != "Examples:");
        assert_eq!(headings.collect::<Vec<_>>(), sections);
    }

    #[test]
    fn global_options_stand_last() {
        for (path, short, long) in helps() {
            for help in [short, long] {
                let options = options(&help);
                let place = options.iter().position(|option| option.starts_with("--color"));
                assert!(
                    place.is_some_and(|place| place + 3 >= options.len()),
                    "{path}: {options:?}"
                );
            }
        }
    }

    #[test]
    fn every_command_stands_in_one_group() {
        let (top, study) = (Cli::command(), Cli::command());
        let study = study.find_subcommand("study").unwrap();
        for (command, groups) in [(&top, TOP), (study, STUDY)] {
            let mut grouped: Vec<&str> =
                groups.iter().flat_map(|(_, names)| *names).copied().collect();
            grouped.sort_unstable();
            let shown = command.get_subcommands().filter(|inner| !inner.is_hide_set());
            let mut shown: Vec<&str> = shown.map(Command::get_name).collect();
            shown.sort_unstable();
            assert_eq!(grouped, shown);
            assert!(shown.len() <= 17, "{shown:?}");
        }
    }

    /// The files below a folder of the repository in which commands are named.
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if path.is_dir() {
                let name = path.file_name().unwrap_or_default();
                if !["target", "node_modules", "dist"].iter().any(|other| name == *other) {
                    files(&path, found);
                }
            } else if ["md", "rs", "sh", "py", "toml", "ts", "tsx", "yml"].contains(&ending)
                && !path.ends_with("CHANGELOG.md")
            {
                found.push(path);
            }
        }
    }

    /// The commands in a string, between backticks or on separate lines.
    fn quoted(text: &str) -> Vec<&str> {
        let lines = text.lines().map(str::trim_start);
        let lines = lines
            .map(|line| line.trim_start_matches("$ "))
            .filter(|line| line.starts_with("patience "));
        let between = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
        between.filter(|text| text.starts_with("patience ")).chain(lines).collect()
    }

    #[test]
    fn quoted_commands_exist() {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (mut paths, mut seen, mut faults) = (Vec::new(), 0, Vec::new());
        files(&repository, &mut paths);
        // Built once, since building takes most of the time.
        let mut parser = command();
        parser.build();
        for path in paths {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            // The algorithm of such a guide has its own parameters.
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let adds = name.starts_with("adding-");
            for line in quoted(&text) {
                let ends = ["|", ">", "#", "&&", "\\", ";", "[", "$", "COMMAND"];
                let line = line.split("  ").next().unwrap_or_default();
                // Quoted text is one word.
                let line: String = line
                    .split('"')
                    .enumerate()
                    .map(
                        |(at, part)| {
                            if at % 2 == 1 { part.replace(' ', "_") } else { part.to_owned() }
                        },
                    )
                    .collect();
                let words = line.split_whitespace().map(|word| word.trim_matches('\''));
                let words = words.take_while(|word| !ends.iter().any(|end| word.starts_with(end)));
                seen += 1;
                let Err(error) = parser.try_get_matches_from_mut(words) else { continue };
                let unknown = [ErrorKind::InvalidSubcommand, ErrorKind::UnknownArgument];
                let unknown = if adds { &unknown[..1] } else { &unknown[..] };
                if unknown.contains(&error.kind()) {
                    faults.push(format!("{}: {line}\n  {error}", path.display()));
                }
            }
        }
        assert!(seen > 100, "{seen} commands");
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
