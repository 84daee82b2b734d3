//! Every key of a study file, as listed in the book's reference.
//!
//! A test reads a study with an unknown key in each table: the message lists the accepted keys,
//! which must match.

/// A key of a study file.
///
/// ```
/// use patience_study::spec::KEYS;
///
/// let title = KEYS.iter().find(|key| key.table.is_empty() && key.name == "title").unwrap();
/// assert_eq!((title.kind, title.default), ("text", "needed"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Key {
    /// The table, as its heading is written; empty for the top of the file.
    pub table: &'static str,
    /// The name.
    pub name: &'static str,
    /// The type of the value.
    pub kind: &'static str,
    /// Default value, or `needed`.
    pub default: &'static str,
    /// A value, or the heading of the table that it is.
    pub example: &'static str,
    /// One line for people, in Markdown.
    pub meaning: &'static str,
}

/// Every key, table by table.
pub static KEYS: &[Key] = &[
    key("", "title", "text", "needed", "\"Win rates\"", "the title of the report"),
    key(
        "",
        "question",
        "text",
        "empty",
        "\"How many deals can be won?\"",
        "Markdown that opens the report",
    ),
    key(
        "",
        "seed",
        "whole number",
        "the solvers' own",
        "7",
        "the seed of the first repetition; later ones count upwards",
    ),
    key(
        "",
        "pin",
        "true or false",
        "true",
        "false",
        "whether each job may be pinned to its own cores",
    ),
    key(
        "",
        "repetitions",
        "whole number",
        "1",
        "10",
        "how often each instance is run, for configurations that do not set it",
    ),
    key(
        "",
        "limits",
        "table",
        "no limits",
        "{ time = \"10s\" }",
        "limits for configurations that do not set their own",
    ),
    key("", "configurations", "tables", "needed", "[[configurations]]", "the ways to solve"),
    key("", "instances", "tables", "needed", "[[instances]]", "the sets of instances"),
    key("", "report", "table", "all sections", "[report]", "what the report shows"),
    key(
        "[limits]",
        "time",
        "time",
        "none",
        "\"10s\"",
        "wall-clock time of a job: 500ms, 10s, 2m, 1h, or seconds",
    ),
    key(
        "[limits]",
        "cpu_time",
        "time",
        "none",
        "\"10s\"",
        "processor time of all threads of a job together",
    ),
    key("[limits]", "memory", "size", "1GiB", "\"512MiB\"", "heap of a job"),
    key("[limits]", "expansions", "whole number", "none", "50_000", "expansions of a job"),
    key("[limits]", "depth", "whole number", "none", "100", "moves of a plan"),
    key("[limits]", "threads", "whole number", "1", "2", "threads of a job"),
    key(
        "[[instances]]",
        "set",
        "text",
        "needed",
        "\"{columns} columns\"",
        "the set's name: a line of tables, a point of plots; may have placeholders",
    ),
    key(
        "[[instances]]",
        "x",
        "number or placeholder",
        "none",
        "\"{columns}\"",
        "the set's position on the x axis",
    ),
    key(
        "[[instances]]",
        "each",
        "table",
        "none",
        "{ columns = \"4..6\" }",
        "placeholders: one set for each value of a list or range, both ends included",
    ),
    key(
        "[[instances]]",
        "names",
        "list of texts",
        "empty",
        "[\"gaps:random/4x{columns}/1..100\"]",
        "instances by name, ranges and patterns included",
    ),
    key(
        "[[instances]]",
        "file",
        "text",
        "none",
        "\"boards.txt\"",
        "a file of boards, relative to the study",
    ),
    key("[[instances]]", "game", "text", "none", "\"gaps+standard\"", "the game of those boards"),
    key(
        "[[configurations]]",
        "name",
        "text",
        "algorithm and heuristic",
        "\"best\"",
        "the name in tables and plots",
    ),
    key(
        "[[configurations]]",
        "algorithm",
        "text",
        "the game's best",
        "\"astar\"",
        "an algorithm of `patience list GAME`",
    ),
    key(
        "[[configurations]]",
        "heuristic",
        "text",
        "the algorithm's default",
        "\"reachability\"",
        "a heuristic of `patience list GAME`",
    ),
    key(
        "[[configurations]]",
        "model",
        "text",
        "built-in",
        "\"mine.json\"",
        "a model file for learned heuristics",
    ),
    key(
        "[[configurations]]",
        "options",
        "table",
        "empty",
        "{ weight = 2.0 }",
        "parameters of the algorithm; they may also stand in the configuration itself",
    ),
    key(
        "[[configurations]]",
        "program",
        "list of texts",
        "none",
        "[\"./solve.py\", \"{board}\"]",
        "a program to run instead of a solver, and its arguments; [placeholders](../programs.md) stand for the job's own",
    ),
    key(
        "[[configurations]]",
        "version",
        "list of texts",
        "none",
        "[\"./solve.py\", \"--version\"]",
        "the command that prints the program's version",
    ),
    key(
        "[[configurations]]",
        "solved",
        "codes or pattern",
        "0",
        "\"^solution:\"",
        "how the program tells that it found a plan: exit codes, or a regular expression for its output",
    ),
    key(
        "[[configurations]]",
        "unsolvable",
        "codes or pattern",
        "none",
        "[10, 11]",
        "how it tells that there is no plan",
    ),
    key(
        "[[configurations]]",
        "unknown",
        "codes or pattern",
        "none",
        "12",
        "how it tells that it gave up; other exit codes than 0 are crashes",
    ),
    key(
        "[[configurations]]",
        "plan",
        "text",
        "none",
        "\"^move (.*)$\"",
        "the regular expression of its plan, or of each move: the rules replay it",
    ),
    key(
        "[[configurations]]",
        "read",
        "table",
        "empty",
        "{ expanded = \"Expanded ([0-9]+)\" }",
        "regular expressions of further values; the last match counts",
    ),
    key(
        "[[configurations]]",
        "isolate",
        "true or false",
        "true",
        "false",
        "whether the program has no network, and may write to its private folder only",
    ),
    key(
        "[[configurations]]",
        "on",
        "list of texts",
        "all sets",
        "[\"4 columns\"]",
        "the sets it runs on; `*` at the end matches the rest of a name",
    ),
    key(
        "[[configurations]]",
        "repetitions",
        "whole number",
        "that of the study",
        "10",
        "how often each instance is run, with seeds counted upwards",
    ),
    key(
        "[[configurations]]",
        "each",
        "table",
        "none",
        "{ weight = [1.5, 2.0] }",
        "placeholders: one configuration for each combination of values",
    ),
    key(
        "[[configurations]]",
        "time",
        "time",
        "that of `[limits]`",
        "\"10s\"",
        "as in `[limits]`; so are the next five",
    ),
    key(
        "[[configurations]]",
        "cpu_time",
        "time",
        "that of `[limits]`",
        "\"10s\"",
        "processor time",
    ),
    key("[[configurations]]", "memory", "size", "that of `[limits]`", "\"512MiB\"", "heap"),
    key(
        "[[configurations]]",
        "expansions",
        "whole number",
        "that of `[limits]`",
        "50_000",
        "expansions",
    ),
    key(
        "[[configurations]]",
        "depth",
        "whole number",
        "that of `[limits]`",
        "100",
        "moves of a plan",
    ),
    key("[[configurations]]", "threads", "whole number", "that of `[limits]`", "2", "threads"),
    key("[report]", "tables", "tables", "none", "[[report.tables]]", "tables defined by the study"),
    key("[report]", "plots", "tables", "none", "[[report.plots]]", "plots of the study's own"),
    key(
        "[report]",
        "shares",
        "tables",
        "none",
        "[[report.shares]]",
        "of the instances that one configuration solves, the share that others solve",
    ),
    key(
        "[report]",
        "without",
        "list of texts",
        "empty",
        "[\"comparisons\"]",
        "standard sections to leave out: `configurations`, `provenance`, `verdicts`, `effort`, `cactus`, `comparisons`",
    ),
    key(
        "[report]",
        "baseline",
        "text",
        "none",
        "\"astar\"",
        "compare every configuration with this one only",
    ),
    key(
        "[report]",
        "pairs",
        "tables",
        "all pairs",
        "[[report.pairs]]",
        "compare these configurations only",
    ),
    key(
        "[report]",
        "measure",
        "text",
        "seconds",
        "\"expanded\"",
        "the field used by comparisons and curves of effort",
    ),
    key(
        "[report]",
        "compared",
        "list of texts",
        "`measure` alone",
        "[\"seconds\", \"expanded\"]",
        "the fields of comparisons",
    ),
    key(
        "[report]",
        "correction",
        "text",
        "holm",
        "\"none\"",
        "how p-values are corrected for their number: `holm` or `none`",
    ),
    key(
        "[report]",
        "remarks",
        "text",
        "empty",
        "\"Closing remarks.\"",
        "Markdown that closes the report",
    ),
    key("[[report.tables]]", "title", "text", "needed", "\"All algorithms\"", "the table's title"),
    key(
        "[[report.tables]]",
        "by",
        "list of texts",
        "needed without `sql`",
        "[\"set\", \"configuration\"]",
        "what a line stands for: `set`, `configuration`, `instance`, `repetition`",
    ),
    key(
        "[[report.tables]]",
        "values",
        "list of texts",
        "needed without `sql`",
        "[\"solved\", \"median expanded\"]",
        "the columns: a count, `share CONDITION`, or a mean, sd, median, pN, min, max or total of a field",
    ),
    key(
        "[[report.tables]]",
        "where",
        "text",
        "all jobs",
        "\"optimal = 1\"",
        "an SQL condition over `results`: only these jobs count",
    ),
    key(
        "[[report.tables]]",
        "sql",
        "text",
        "none",
        "\"SELECT verdict, count(*) FROM results GROUP BY 1\"",
        "a query that is the table; then `by`, `values` and `where` are left out",
    ),
    key(
        "[[report.tables]]",
        "decimals",
        "whole number",
        "those published, else 2",
        "1",
        "decimals of columns that are not counts",
    ),
    key(
        "[[report.tables]]",
        "published",
        "table",
        "none",
        "[report.tables.published]",
        "published figures next to ours",
    ),
    key(
        "[[report.tables]]",
        "note",
        "text",
        "empty",
        "\"Times vary.\"",
        "Markdown under the table",
    ),
    key("[[report.plots]]", "title", "text", "needed", "\"Win rate\"", "the plot's title"),
    key(
        "[[report.plots]]",
        "y",
        "text",
        "needed",
        "\"share solved\"",
        "the value, as in `values` of a table",
    ),
    key(
        "[[report.plots]]",
        "where",
        "text",
        "all jobs",
        "\"optimal = 1\"",
        "an SQL condition over `results`: only these jobs count",
    ),
    key("[[report.plots]]", "x_label", "text", "empty", "\"columns\"", "label of the x axis"),
    key(
        "[[report.plots]]",
        "y_label",
        "text",
        "the value's name",
        "\"won\"",
        "label of the y axis",
    ),
    key("[[report.plots]]", "log_y", "true or false", "false", "true", "logarithmic y axis"),
    key("[[report.plots]]", "log_x", "true or false", "false", "true", "logarithmic x axis"),
    key(
        "[[report.plots]]",
        "overall",
        "true or false",
        "false",
        "true",
        "a bar per configuration over all sets instead of lines",
    ),
    key(
        "[[report.plots]]",
        "intervals",
        "true or false",
        "false",
        "true",
        "Wilson intervals of shares",
    ),
    key(
        "[[report.plots]]",
        "published",
        "table",
        "none",
        "[report.plots.published]",
        "published figures, dashed",
    ),
    key(
        "[[report.shares]]",
        "title",
        "text",
        "needed",
        "\"Won with fixed suits\"",
        "the title of table and plot",
    ),
    key(
        "[[report.shares]]",
        "of",
        "text",
        "needed",
        "\"standard\"",
        "the configuration whose solved instances are the whole",
    ),
    key(
        "[[report.shares]]",
        "parts",
        "list of texts",
        "empty",
        "[\"fixed suits\"]",
        "the configurations whose solved instances are the parts",
    ),
    key("[[report.shares]]", "x_label", "text", "empty", "\"columns\"", "label of the x axis"),
    key(
        "[[report.shares]]",
        "published",
        "table",
        "none",
        "[report.shares.published]",
        "published figures; the value is called `percent`",
    ),
    key(
        "[[report.pairs]]",
        "of",
        "list of texts",
        "empty",
        "[\"wastar\"]",
        "the configurations to compare",
    ),
    key(
        "[[report.pairs]]",
        "with",
        "text",
        "needed",
        "\"astar\"",
        "the configuration to compare them with",
    ),
    key(
        "published",
        "file",
        "text",
        "needed",
        "\"published/table-1.csv\"",
        "a CSV file, relative to the study",
    ),
    key(
        "published",
        "keys",
        "table",
        "empty",
        "{ set = \"size\" }",
        "our grouping (or `x`) to their column",
    ),
    key(
        "published",
        "values",
        "table",
        "empty",
        "{ solved = \"won\" }",
        "our value to their column",
    ),
    key("published", "rename", "table", "empty", "{ astar = \"A*\" }", "our name to theirs"),
    key("published", "label", "text", "published", "\"Paper\"", "the name of the source"),
];

const fn key(
    table: &'static str,
    name: &'static str,
    kind: &'static str,
    default: &'static str,
    example: &'static str,
    meaning: &'static str,
) -> Key {
    Key { table, name, kind, default, example, meaning }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::KEYS;
    use crate::spec::Spec;

    /// The keys accepted in a table, as listed in the message about an unknown key.
    fn taken(table: &str) -> BTreeSet<String> {
        let unknown = "nosuchkey = 1\n";
        let head = |own: &str| if own == table { unknown } else { "" };
        let published =
            if table == "published" { "[report.tables.published]\nnosuchkey = 1\n" } else { "" };
        let text = format!(
            "title = \"t\"\n{}[limits]\n{}[[instances]]\nset = \"s\"\nnames = [\"gaps:random/3x4/1\"]\n{}\
             [[configurations]]\n[report]\n{}[[report.tables]]\ntitle = \"t\"\nby = [\"set\"]\nvalues = [\"solved\"]\n{}{published}\
             [[report.plots]]\n{}[[report.shares]]\n{}[[report.pairs]]\n{}",
            head(""),
            head("[limits]"),
            head("[[instances]]"),
            head("[report]"),
            head("[[report.tables]]"),
            head("[[report.plots]]"),
            head("[[report.shares]]"),
            head("[[report.pairs]]"),
        );
        let error = Spec::read(text, "t.toml", ".".into(), "t".to_owned()).unwrap_err().to_string();
        let fault = error.lines().find(|line| line.contains("unknown field `nosuchkey`"));
        let listed = fault.and_then(|line| line.split("expected one of ").nth(1));
        let listed = listed.unwrap_or_else(|| panic!("{table}: {error}"));
        listed.split(", ").map(|word| word.trim_matches(['`', ' ', '.']).to_owned()).collect()
    }

    #[test]
    fn every_table_lists_the_keys_that_are_read() {
        let tables: BTreeSet<&str> = KEYS.iter().map(|key| key.table).collect();
        // Any other key of a configuration is a parameter.
        for table in tables.into_iter().filter(|table| *table != "[[configurations]]") {
            let listed =
                KEYS.iter().filter(|key| key.table == table).map(|key| key.name.to_owned());
            assert_eq!(listed.collect::<BTreeSet<_>>(), taken(table), "{table}");
        }
    }
}
