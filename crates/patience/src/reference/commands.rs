//! The command line as pages, one for each command, from clap's own description.

use std::fmt::Write;

use clap::{Arg, ArgAction, Command};

use super::page::{NOTE, Page, escaped, row};

/// The list of commands, and a page for each.
pub fn pages(mut command: Command) -> Vec<Page> {
    command.build();
    let mut index = format!(
        "{NOTE}# Command line\n\nThis page lists every command. `-h` prints a summary of a \
         command, `--help` everything, and\n`patience man FOLDER` writes the manual for `man`.\n\n\
         | command | what it does |\n|---|---|\n"
    );
    let mut pages = Vec::new();
    walk(&command, "patience", &mut index, &mut pages);
    pages.insert(0, Page::new("command-line.md", index));
    pages
}

fn walk(command: &Command, path: &str, index: &mut String, pages: &mut Vec<Page>) {
    let shown = |inner: &&Command| !inner.is_hide_set() && inner.get_name() != "help";
    for inner in command.get_subcommands().filter(shown) {
        let path = format!("{path} {}", inner.get_name());
        let about = escaped(&inner.get_about().map(ToString::to_string).unwrap_or_default());
        if inner.has_subcommands() {
            *index += &row(&[format!("**`{path}`**"), format!("**{about}**")]);
            walk(inner, &path, index, pages);
        } else {
            let file = format!("commands/{}.md", path["patience ".len()..].replace(' ', "-"));
            *index += &row(&[format!("[`{path}`]({file})"), about]);
            pages.push(Page::new(file, page(inner, &path)));
        }
    }
}

fn page(command: &Command, path: &str) -> String {
    let about = command.get_long_about().or(command.get_about());
    let about = escaped(&about.map(ToString::to_string).unwrap_or_default());
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let mut text = format!("{NOTE}# `{path}`\n\n{about}\n\n```text\n{usage}\n```\n");
    if let Some(after) = command.get_after_long_help().or(command.get_after_help()) {
        let after = after.to_string();
        if !after.is_empty() {
            let _ = write!(text, "\n```text\n{}\n```\n", after.trim_end());
        }
    }
    let mut headings: Vec<&str> = Vec::new();
    for argument in command.get_arguments().filter(|argument| is_shown(argument)) {
        let heading = heading_of(argument);
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for heading in headings {
        let _ = write!(text, "\n## {heading}\n\n");
        let all = command.get_arguments().filter(|argument| is_shown(argument));
        for argument in all.filter(|argument| heading_of(argument) == heading) {
            text += &item(argument);
        }
    }
    text
}

/// Options of every command are explained once, on the first page.
fn is_shown(argument: &Arg) -> bool {
    !argument.is_hide_set() && !["help", "color", "version"].contains(&argument.get_id().as_str())
}

fn heading_of(argument: &Arg) -> &str {
    let plain = if argument.is_positional() { "Arguments" } else { "Options" };
    argument.get_help_heading().unwrap_or(plain)
}

/// One argument as an item of a list.
fn item(argument: &Arg) -> String {
    let takes = argument.get_action().takes_values();
    let values: Vec<String> = argument
        .get_value_names()
        .map(|names| names.iter().map(ToString::to_string).collect())
        .unwrap_or_default();
    let values = values.join(" ");
    let name = match (argument.get_short(), argument.get_long()) {
        (_, None) => format!("`{values}`"),
        (short, Some(long)) => {
            let value = if takes { format!(" <{values}>") } else { String::new() };
            let short = short.map(|short| format!("`-{short}`, ")).unwrap_or_default();
            format!("{short}`--{long}{value}`")
        }
    };
    let help = argument.get_long_help().or(argument.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    // Paragraphs of an item stay on one line.
    let help = help.split("\n\n").map(str::trim).collect::<Vec<_>>().join(" ");
    let mut text = format!("* {name}: {}", escaped(&help));
    if !text.ends_with('.') {
        text.push('.');
    }
    let possible = argument.get_possible_values();
    if takes && !possible.is_empty() && !argument.is_hide_possible_values_set() {
        let words: Vec<String> = possible
            .iter()
            .filter(|value| !value.is_hide_set())
            .map(|value| match value.get_help() {
                Some(help) => format!("`{}` ({})", value.get_name(), escaped(&help.to_string())),
                None => format!("`{}`", value.get_name()),
            })
            .collect();
        let _ = write!(text, " One of: {}.", words.join(", "));
    }
    let defaults = argument.get_default_values();
    if takes && defaults.iter().any(|value| !value.is_empty()) {
        let defaults: Vec<_> = defaults.iter().map(|value| value.to_string_lossy()).collect();
        let _ = write!(text, " Default: `{}`.", defaults.join(","));
    }
    let repeats = matches!(argument.get_action(), ArgAction::Append);
    if repeats && !text.contains("given several times") {
        text += " May be given several times.";
    }
    text + "\n"
}
