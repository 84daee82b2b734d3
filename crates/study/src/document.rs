//! A document that can be written as Markdown, LaTeX and a self-contained HTML page, or shown by a
//! page.

mod latex;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, html};
use serde::Serialize;

use crate::chart::{Chart, escaped};

/// A human-readable table, with the query that it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The column headers.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// Number of columns with names; the others are numbers, aligned right.
    pub names: usize,
    /// The query.
    pub sql: String,
    /// How values beyond the query were computed.
    pub how: String,
}

/// A part of a document.
enum Block {
    Heading(usize, String),
    /// A passage of Markdown. HTML in it is shown as text.
    Text(String),
    Table(Table),
    Plot {
        chart: Chart,
        sql: String,
        how: String,
    },
    /// A section that only the HTML page has: a passage, or a table with its query.
    OnPage {
        title: String,
        text: String,
        table: Option<(serde_json::Value, String)>,
    },
}

/// A part of a document for a page with its own layout, from [`parts`](crate::report::parts).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Part {
    /// A heading.
    Heading {
        /// From 1.
        level: usize,
        /// The words.
        text: String,
    },
    /// A passage.
    Text {
        /// The passage as HTML; HTML written by the study's author is escaped.
        html: String,
    },
    /// A table.
    Table(Table),
    /// A plot.
    Plot {
        /// The title.
        title: String,
        /// A description of the plot in a sentence, for screen readers.
        alt: String,
        /// An SVG picture on a light background.
        light: String,
        /// An SVG picture on a dark background.
        dark: String,
        /// The query behind it.
        sql: String,
        /// How values beyond the query were computed.
        how: String,
    },
}

/// A growing document.
#[derive(Default)]
pub(crate) struct Document(Vec<Block>);

impl Document {
    pub fn heading(&mut self, level: usize, text: &str) {
        self.0.push(Block::Heading(level, text.to_owned()));
    }

    /// A passage of Markdown. HTML in it is shown as text.
    pub fn text(&mut self, markdown: &str) {
        if !markdown.trim().is_empty() {
            self.0.push(Block::Text(markdown.trim().to_owned()));
        }
    }

    pub fn table(&mut self, table: Table) {
        self.0.push(Block::Table(table));
    }

    pub fn plot(&mut self, chart: Chart, sql: &str, how: &str) {
        match chart.is_empty() {
            true => self.text("*Nothing to draw yet.*"),
            false => self.0.push(Block::Plot { chart, sql: sql.to_owned(), how: how.to_owned() }),
        }
    }

    /// A section that only the HTML page has: a passage, or a table that the page filters and
    /// sorts, with its query.
    pub fn only_page(
        &mut self,
        title: &str,
        text: &str,
        table: Option<(serde_json::Value, String)>,
    ) {
        self.0.push(Block::OnPage { title: title.to_owned(), text: text.to_owned(), table });
    }

    /// The parts, for a page with its own layout.
    pub fn parts(&self) -> Vec<Part> {
        let part = |block: &Block| match block {
            Block::Heading(level, text) => {
                Some(Part::Heading { level: *level, text: text.clone() })
            }
            Block::Text(markdown) => Some(Part::Text { html: passage(markdown) }),
            Block::Table(table) => Some(Part::Table(table.clone())),
            Block::Plot { chart, sql, how } => Some(Part::Plot {
                title: chart.title.clone(),
                alt: described(chart),
                light: chart.svg(false),
                dark: chart.svg(true),
                sql: sql.clone(),
                how: how.clone(),
            }),
            Block::OnPage { .. } => None,
        };
        self.0.iter().filter_map(part).collect()
    }

    /// The plots, each with the name of its file.
    fn plots(&self) -> impl Iterator<Item = (String, &Chart)> {
        let charts = self.0.iter().filter_map(|block| match block {
            Block::Plot { chart, .. } => Some(chart),
            _ => None,
        });
        (1..).map(|number| format!("plot-{number}")).zip(charts)
    }

    fn markdown(&self) -> String {
        let (mut markdown, mut plots) = (String::new(), self.plots());
        for block in &self.0 {
            match block {
                Block::Heading(level, text) => {
                    markdown += &format!("{} {text}\n\n", "#".repeat(*level))
                }
                Block::Text(text) => markdown += &format!("{text}\n\n"),
                Block::Table(table) => {
                    let cell = |text: &String| text.replace('|', "\\|");
                    let line = |cells: &[String]| {
                        format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "))
                    };
                    markdown += &line(&table.header);
                    let rule = (0..table.header.len())
                        .map(|column| if column < table.names { ":--" } else { "--:" });
                    markdown += &format!("| {} |\n", rule.collect::<Vec<_>>().join(" | "));
                    table.rows.iter().for_each(|row| markdown += &line(row));
                    markdown.push('\n');
                    markdown += &source_markdown(&table.sql, &table.how);
                }
                Block::Plot { chart, sql, how } => {
                    let (name, alt) =
                        (plots.next().expect("one for each plot").0, escaped(&described(chart)));
                    markdown += &format!(
                        "<picture><source media=\"(prefers-color-scheme: dark)\" \
                         srcset=\"{name}-dark.svg\"><img alt=\"{alt}\" \
                         src=\"{name}.svg\"></picture>\n\n"
                    );
                    markdown += &source_markdown(sql, how);
                }
                Block::OnPage { .. } => {}
            }
        }
        markdown
    }

    fn html(&self) -> String {
        let mut html = String::new();
        for block in &self.0 {
            match block {
                Block::Heading(level, text) => {
                    html += &format!("<h{level}>{}</h{level}>\n", escaped(text))
                }
                Block::Text(text) => html += &passage(text),
                Block::Table(table) => {
                    let class = |column| if column < table.names { "" } else { " class=\"n\"" };
                    html += SCROLLED;
                    html += "<table><thead><tr>";
                    for (column, text) in table.header.iter().enumerate() {
                        html +=
                            &format!("<th scope=\"col\"{}>{}</th>", class(column), escaped(text));
                    }
                    html += "</tr></thead><tbody>\n";
                    for row in &table.rows {
                        html += "<tr>";
                        for (column, text) in row.iter().enumerate() {
                            html += &format!("<td{}>{}</td>", class(column), escaped(text));
                        }
                        html += "</tr>\n";
                    }
                    html += "</tbody></table></div>\n";
                    html += &source_html(&table.sql, &table.how);
                }
                Block::Plot { chart, sql, how } => {
                    let alt = escaped(&described(chart));
                    html += &format!(
                        "<figure aria-label=\"{}\"><div class=\"light\" role=\"img\" \
                         aria-label=\"{alt}\">{}</div><div class=\"dark\" role=\"img\" \
                         aria-label=\"{alt}\">{}</div></figure>\n",
                        escaped(&chart.title),
                        chart.svg(false),
                        chart.svg(true),
                    );
                    html += &source_html(sql, how);
                }
                Block::OnPage { title, text, table } => {
                    html += &on_page(title, text, table.as_ref())
                }
            }
        }
        html
    }

    /// Writes `report.md` and `report.tex` with the plots next to them, and `report.html`. Returns
    /// the three paths.
    pub fn write(&self, title: &str, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::create_dir_all(folder)?;
        for (name, chart) in self.plots() {
            fs::write(folder.join(format!("{name}.svg")), chart.svg(false))?;
            fs::write(folder.join(format!("{name}-dark.svg")), chart.svg(true))?;
            fs::write(folder.join(format!("{name}.pgf")), chart.pgf())?;
            #[cfg(feature = "pictures")]
            for (ending, picture) in [("pdf", chart.pdf()), ("png", chart.png())] {
                let picture = picture.map_err(io::Error::other)?;
                fs::write(folder.join(format!("{name}.{ending}")), picture)?;
            }
        }
        let [markdown, tex, page] =
            ["report.md", "report.tex", "report.html"].map(|name| folder.join(name));
        fs::write(&markdown, self.markdown())?;
        fs::write(&tex, self.latex())?;
        let html = include_str!("page.html")
            .replace("{{title}}", &escaped(title))
            .replace("{{body}}", &self.html());
        fs::write(&page, html)?;
        Ok(vec![markdown, tex, page])
    }
}

/// Markdown as HTML; HTML in it is shown as text.
fn passage(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// The frame of a table, which a keyboard scrolls.
const SCROLLED: &str = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"table\">";

/// A section that only the HTML page has. Its table is data until a script draws it.
fn on_page(title: &str, text: &str, table: Option<&(serde_json::Value, String)>) -> String {
    let mut html = format!("<h2 id=\"all-results\">{}</h2>\n{}", escaped(title), passage(text));
    if let Some((table, sql)) = table {
        // Text within a script must not look like the script's end.
        let data = table.to_string().replace('<', "\\u003c");
        html += &format!(
            "<div id=\"results\"><noscript><p>This table needs scripts, which are turned off.</p>\
             </noscript></div>\n<script type=\"application/json\" id=\"results-data\">{data}\
             </script>\n<script>\n{}{}{}</script>\n",
            include_str!("document/results.js"),
            include_str!("document/results-plot.js"),
            include_str!("document/results-view.js"),
        );
        html += &source_html(sql, "");
    }
    html
}

/// The origin of the numbers, in Markdown.
fn source_markdown(sql: &str, how: &str) -> String {
    let how = if how.is_empty() { String::new() } else { format!("{how}\n\n") };
    format!(
        "<details><summary>Where this comes from</summary>\n\n{how}```sql\n{sql}\n```\n\n\
         </details>\n\n"
    )
}

/// The origin of the numbers, in HTML.
fn source_html(sql: &str, how: &str) -> String {
    let how = if how.is_empty() { String::new() } else { format!("<p>{}</p>", escaped(how)) };
    let sql = escaped(sql);
    format!(
        "<details><summary>Where this comes \
         from</summary>{how}<pre><code>{sql}</code></pre></details>\n"
    )
}

/// Describes a chart in a sentence, for screen readers.
fn described(chart: &Chart) -> String {
    let series = chart.series.iter().filter_map(|series| {
        let (first, last) = (series.points.first()?, series.points.last()?);
        Some(match chart.bars {
            true => format!("{} {:.3}", series.name, first.y),
            false => format!("{} from {:.3} to {:.3}", series.name, first.y, last.y),
        })
    });
    let by = match chart.x_label.is_empty() {
        true => String::new(),
        false => format!(" by {}", chart.x_label),
    };
    let series = series.collect::<Vec<_>>().join(", ");
    format!("{}: {}{by}; {series}", chart.title, chart.y_label)
}
