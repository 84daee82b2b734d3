//! A document in LaTeX: an article that compiles unchanged, and whose tables and figures can be
//! copied.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use super::{Block, Document, Table, described};
use crate::tex::escaped;

const BEGIN: &str = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\
                     \\usepackage{booktabs,graphicx,longtable}\n\
                     \\usepackage[margin=2cm]{geometry}\n\\begin{document}\n\n";

impl Document {
    pub(super) fn latex(&self) -> String {
        let (mut tex, mut plots) = (BEGIN.to_owned(), self.plots());
        for block in &self.0 {
            match block {
                Block::Heading(level, text) => tex += &heading(*level, &escaped(text)),
                Block::Text(markdown) => tex += &passage(markdown),
                Block::Table(table) => tex += &self::table(table),
                Block::OnPage { .. } => {}
                Block::Plot { chart, sql, how } => {
                    let (name, _) = plots.next().expect("one for each plot");
                    tex += &format!(
                        "{}\\begin{{figure}}[htbp]\n\\centering\n\
                         \\includegraphics[width=84mm]{{{name}}}\n\
                         \\caption{{{}{}}}\n\\end{{figure}}\n\n",
                        comment(sql),
                        escaped(&described(chart)),
                        after(". ", how),
                    );
                }
            }
        }
        tex + "\\end{document}\n"
    }
}

fn heading(level: usize, words: &str) -> String {
    let command = match level {
        1 => "section*",
        2 => "subsection*",
        _ => "subsubsection*",
    };
    format!("\\{command}{{{words}}}\n\n")
}

/// Makes a table fit on a page: tables with many columns use a smaller font. `longtable` breaks
/// across pages.
fn table(table: &Table) -> String {
    let columns = table.header.len();
    let place = |column| if column < table.names { 'l' } else { 'r' };
    let places: String = (0..columns).map(place).collect();
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let size = match columns {
        0..=6 => "small",
        7..=10 => "scriptsize",
        _ => "tiny",
    };
    format!(
        "{}{{\\{size}\\setlength{{\\tabcolsep}}{{3pt}}\n\\begin{{longtable}}{{{places}}}\n\
         \\toprule\n{}\\midrule\n\
         \\endhead\n{}\\bottomrule\n\\end{{longtable}}}}\n{}\n",
        comment(&table.sql),
        line(&table.header),
        table.rows.iter().map(|row| line(row)).collect::<String>(),
        if table.how.is_empty() {
            String::new()
        } else {
            format!("{{\\footnotesize {}\\par}}\n", escaped(&table.how))
        },
    )
}

fn after(gap: &str, words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("{gap}{}", escaped(words)) }
}

/// The origin of the numbers.
fn comment(sql: &str) -> String {
    sql.lines().map(|line| format!("% {line}\n")).collect()
}

/// Converts the Markdown of questions and remarks to LaTeX.
fn passage(markdown: &str) -> String {
    let mut tex = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::Strong) => tex += "\\textbf{",
            Event::Start(Tag::Emphasis) => tex += "\\emph{",
            Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Heading(_)) => tex.push('}'),
            Event::Start(Tag::Heading { level, .. }) => {
                tex +=
                    if level <= HeadingLevel::H2 { "\\subsection*{" } else { "\\subsubsection*{" }
            }
            Event::Start(Tag::List(None)) => tex += "\\begin{itemize}\n",
            Event::Start(Tag::List(Some(_))) => tex += "\\begin{enumerate}\n",
            Event::End(TagEnd::List(false)) => tex += "\\end{itemize}\n",
            Event::End(TagEnd::List(true)) => tex += "\\end{enumerate}\n",
            Event::Start(Tag::Item) => tex += "\\item ",
            Event::End(TagEnd::Item) | Event::SoftBreak => tex.push('\n'),
            Event::HardBreak | Event::End(TagEnd::Paragraph) => tex += "\n\n",
            Event::Code(text) => tex += &format!("\\texttt{{{}}}", escaped(&text)),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                tex += &escaped(&text)
            }
            Event::End(TagEnd::CodeBlock) => tex.push('\n'),
            _ => {}
        }
    }
    format!("{}\n\n", tex.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_name_is_a_command() {
        assert_eq!(
            escaped(r"50 % of a_b & \input{x} < ♠"),
            r"50 \% of a\_b \& \textbackslash{}input\{x\} $<$ $\spadesuit$"
        );
        assert_eq!(
            passage("Is *A* **better**? `a_b`"),
            "Is \\emph{A} \\textbf{better}? \\texttt{a\\_b}\n\n"
        );
    }

    #[test]
    fn a_table_has_a_line_for_each_row() {
        let [header, row] =
            [["name", "n"], ["a&b", "1"]].map(|cells| cells.map(str::to_owned).to_vec());
        let made = Table {
            header,
            rows: vec![row],
            names: 1,
            sql: "SELECT 1\nFROM x".to_owned(),
            how: String::new(),
        };
        let tex = table(&made);
        assert!(tex.starts_with("% SELECT 1\n% FROM x\n"), "{tex}");
        assert!(tex.contains("{lr}") && tex.contains("a\\&b & 1 \\\\\n"), "{tex}");
    }
}
