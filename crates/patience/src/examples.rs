//! Examples of every command, for its help, the manual and the book. Tests run them.

use clap::Command;

/// Commands without the program's name, each with its examples. Those that take more than five
/// seconds state their time.
const EXAMPLES: &[(&str, &str)] = &[
    (
        "play",
        "  patience play                  the menu\n  patience play birds:neller/42  one deal by \
         name",
    ),
    (
        "serve",
        "  patience serve            the page at http://127.0.0.1:4455/\n  patience serve --port \
         0   at any free port",
    ),
    ("hint", "  patience hint birds:neller/42\n  patience hint cohesion:level/vieira-1 --json"),
    ("analyse", "  patience analyse tiles:level/iartistas-07"),
    (
        "review",
        "  patience solve birds:neller/42 > moves.txt\n  patience review birds:neller/42 --moves \
         moves.txt",
    ),
    (
        "solve",
        "  patience solve gaps:solvitaire/4x13/8 --show             every step, drawn\n  \
         patience solve tiles:level/iartistas-08 -a astar -H runs\n  \
         patience solve tiles:level/iartistas-04 -a bfs --watch   the search, position by \
         position\n  \
         patience solve gaps:solvitaire/4x13/1..100 --threads 2   half a minute",
    ),
    (
        "replay",
        "  patience solve birds:neller/42 > plan.txt\n  patience replay birds:neller/42 --plan \
         plan.txt",
    ),
    (
        "certify",
        "  patience certify birds:neller/42 -o 42.pcert\n  patience certify gaps:random/4x6/1 \
         --check",
    ),
    (
        "list",
        "  patience list         a summary of every game\n  patience list tiles   everything \
         that one game offers",
    ),
    (
        "show",
        "  patience show tiles:level/iartistas-08\n  patience show gaps:pysol/7 --format \
         solvitaire",
    ),
    (
        "compare",
        "  patience compare tiles:level/iartistas-08 -a bfs -a astar -a idastar\n  \
         patience compare tiles:level/iartistas-08 -a astar -H blind -H runs",
    ),
    ("gaps redeal", "  patience gaps redeal gaps:pysol/7 --redeals 2   about 30 s"),
    ("gaps questions", "  patience gaps questions gaps:random/4x6/1"),
    ("birds unsolvable", "  patience birds unsolvable --to 1000"),
    ("birds enumerate", "  patience birds enumerate 1   about a minute"),
    ("birds deal", "  patience birds deal hard"),
    ("birds data", "  patience birds data --deals 10 > data.csv"),
    ("birds train", "  patience birds train --deals 100 -o model.json   about a minute"),
    ("learn values", "  patience learn values gaps:random/4x6/1"),
    ("learn data", "  patience learn data tiles tiles:level/iartistas-04 > states.csv"),
    ("learn train", "  patience learn train tiles -o model.json   a few minutes"),
    ("learn evaluate", "  patience learn evaluate tiles   a few minutes"),
    (
        "learn tune",
        "  patience learn tune tiles:level/iartistas-04 --test tiles:level/iartistas-05 -a wastar \
         -H runs --vary weight=1,2",
    ),
    (
        "learn evolve",
        "  patience learn evolve birds:neller/1..100 --test birds:neller/101..200   a few minutes",
    ),
    ("learn difficulty", "  patience learn difficulty birds:neller/1..20"),
    ("learn players", "  patience learn players gaps:random/4x5/1..20"),
    ("learn birds-report", "  patience learn birds-report --table 1   about ten minutes"),
    ("learn gaps-report", "  patience learn gaps-report   a few minutes"),
    (
        "study new",
        "  patience study new mine.toml\n  patience study new compare.toml --template comparison",
    ),
    ("study check", "  patience study check mine.toml"),
    ("study schema", "  patience study schema > study.schema.json"),
    ("study run", "  patience study run mine.toml   a few seconds"),
    ("study resume", "  patience study resume mine.toml"),
    ("study status", "  patience study status mine.toml"),
    ("study report", "  patience study report mine.toml"),
    ("study compare", "  patience study compare OLD.toml NEW.toml"),
    ("study export", "  patience study export mine.toml > rows.csv"),
    (
        "study query",
        "  patience study query mine.toml \"SELECT verdict, count(*) FROM results GROUP BY 1\"",
    ),
    ("study work", "  patience study work mine.toml --chunk 0 --chunks 2"),
    ("study merge", "  patience study merge mine.toml"),
    ("study parse", "  patience study parse mine.toml"),
    ("study submit", "  patience study submit STUDY.toml --engine slurm"),
    ("study generate", "  patience study generate tiles generate/8x8/4/12 --count 2"),
    ("study puzzles", "  patience study puzzles birds:neller/0..20"),
    ("study bench", "  patience study bench --check   about 20 s"),
    ("completions", "  patience completions bash"),
    ("man", "  patience man manual"),
];

/// Adds the examples to the help of a command and its subcommands.
pub fn added(command: Command, path: &str) -> Command {
    command.mut_subcommands(|inner| {
        let path = format!("{path} {}", inner.get_name());
        let path = path.trim_start();
        let inner = added(inner, path);
        let Some((_, examples)) = EXAMPLES.iter().find(|(name, _)| *name == path) else {
            return inner;
        };
        let text = match inner.get_after_help() {
            Some(after) => format!("Examples:\n{examples}\n\n{after}"),
            None => format!("Examples:\n{examples}"),
        };
        inner.after_help(text)
    })
}

#[cfg(test)]
mod tests {
    use super::EXAMPLES;
    use crate::help;

    #[test]
    fn every_command_has_examples() {
        fn walk(command: &clap::Command, path: &str, found: &mut Vec<String>) {
            let shown = |inner: &&clap::Command| !inner.is_hide_set() && inner.get_name() != "help";
            for inner in command.get_subcommands().filter(shown) {
                let path = format!("{path} {}", inner.get_name()).trim().to_owned();
                if inner.has_subcommands() {
                    walk(inner, &path, found);
                } else {
                    found.push(path);
                }
            }
        }
        let mut commands = Vec::new();
        walk(&help::command(), "", &mut commands);
        let mut named: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
        commands.sort_unstable();
        named.sort_unstable();
        assert_eq!(named, commands);
    }
}
