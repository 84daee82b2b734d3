//! The report: rows → statistics → tables and plots.
//!
//! Each table and plot is the answer to one query over the store, which stands beside it; what SQL does not compute
//! (intervals, curves, tests) is computed here from that answer and said in words.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use rusqlite::types::Value;

use crate::chart::{Chart, Point, Series, thinned};
pub use crate::document::Part;
use crate::document::{Document, Table};
use crate::metric::{self, Metric};
use crate::plan::{Grouping, Plan, PlotSpec, PublishedSpec, Section, ShareSpec, TableSpec};
use crate::statistics::{self, Censored};
use crate::store::{Store, StoreError};
use crate::units;

/// What can go wrong with a report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A query.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// A file.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// A published table.
    #[error("{path}: {message}")]
    Published {
        /// The file.
        path: String,
        /// What is wrong with it.
        message: String,
    },
}

/// The most points of a curve: more could not be told apart.
const CURVE_POINTS: usize = 400;
/// Pairs of configurations that are compared unless the plan names a baseline.
const MOST_PAIRS: usize = 15;
/// Sets that have a cactus plot of their own.
const OWN_CACTUS: usize = 4;

/// Writes the report of a plan into a folder: `report.md` with its plots, and `report.html`. Returns their names.
///
/// # Errors
/// The store's or the file system's.
pub fn write(plan: &Plan, store: &Store, folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let in_folder = |error| ReportError::File { path: folder.display().to_string(), error };
    document(plan, store)?.write(&plan.title, folder).map_err(in_folder)
}

/// The report of a plan in parts, for a page that lays them out by itself.
///
/// # Errors
/// The store's, or those of a published table.
pub fn parts(plan: &Plan, store: &Store) -> Result<Vec<Part>, ReportError> {
    Ok(document(plan, store)?.parts())
}

fn document(plan: &Plan, store: &Store) -> Result<Document, ReportError> {
    let report = Report { plan, store };
    let mut document = Document::default();
    document.heading(1, &plan.title);
    document.text(&plan.question);
    report.overview(&mut document)?;
    for table in &plan.report.tables {
        report.own_table(&mut document, table)?;
    }
    for plot in &plan.report.plots {
        report.own_plot(&mut document, plot)?;
    }
    for shares in &plan.report.shares {
        report.own_shares(&mut document, shares)?;
    }
    let wanted = |section| !plan.report.without.contains(&section);
    if wanted(Section::Verdicts) {
        report.verdicts(&mut document)?;
    }
    if wanted(Section::Effort) {
        report.effort(&mut document)?;
    }
    if wanted(Section::Cactus) {
        report.cactus(&mut document)?;
    }
    if wanted(Section::Comparisons) && plan.configurations.len() > 1 {
        report.comparisons(&mut document)?;
    }
    document.text(&plan.report.remarks);
    Ok(document)
}

struct Report<'a> {
    plan: &'a Plan,
    store: &'a Store,
}

/// The columns of a grouping, in the order of the plan.
fn grouped(by: &[Grouping], with_x: bool) -> (String, String) {
    let (mut select, mut order) = (Vec::new(), Vec::new());
    for grouping in by {
        select.push(format!("\"{}\"", grouping.column()));
        order.push(match grouping {
            Grouping::Set => "set_position".to_owned(),
            Grouping::Configuration => "configuration_position".to_owned(),
            Grouping::Instance => "instance_id".to_owned(),
            Grouping::Repetition => "repetition".to_owned(),
        });
    }
    if with_x {
        select.push("x".to_owned());
        if !by.contains(&Grouping::Set) {
            order.push("set_position".to_owned());
        }
    }
    (select.join(", "), order.join(", "))
}

fn grouped_query(by: &[Grouping], with_x: bool, metrics: &[Metric]) -> String {
    let (select, order) = grouped(by, with_x);
    let values = metrics.iter().map(|metric| format!("       {} AS \"{metric}\"", metric.sql()));
    let values = values.collect::<Vec<_>>().join(",\n");
    match order.is_empty() {
        true => format!("SELECT\n{values}\nFROM results"),
        false => format!("SELECT {select},\n{values}\nFROM results GROUP BY {order} ORDER BY {order}"),
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        _ => None,
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Blob(_) => "…".to_owned(),
    }
}

fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

fn strings<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

impl Report<'_> {
    fn query(&self, sql: &str) -> Result<Vec<Vec<Value>>, ReportError> {
        let mut statement = self.store.connection().prepare(sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        let mut answer = Vec::new();
        while let Some(row) = rows.next()? {
            answer.push((0..columns).map(|column| row.get(column)).collect::<Result<_, _>>()?);
        }
        Ok(answer)
    }

    fn overview(&self, document: &mut Document) -> Result<(), ReportError> {
        let sql = "SELECT count(*), sum(attempt > 1), sum(seconds), group_concat(DISTINCT program), \
                   group_concat(DISTINCT machine), max(finished) FROM results";
        let row = self.query(sql)?.pop().unwrap_or_default();
        let count = |index: usize| row.get(index).and_then(number).unwrap_or(0.0);
        let (done, reruns) = (count(0) as u64, count(1) as u64);
        let total = self.plan.jobs();
        let mut rows = vec![
            vec!["jobs".to_owned(), units::count(total)],
            vec!["with a row".to_owned(), units::count(done)],
            vec!["run more than once".to_owned(), units::count(reruns)],
            vec!["time of all jobs".to_owned(), units::time(count(2))],
            vec!["program".to_owned(), row.get(3).map(text).unwrap_or_default()],
            vec!["machines".to_owned(), row.get(4).map(text).unwrap_or_default()],
            vec!["plan".to_owned(), format!("{} (fingerprint {})", self.plan.stem, self.plan.fingerprint())],
        ];
        rows.retain(|row| row[0] != "run more than once" || reruns > 0);
        if done < total {
            document.text(&format!(
                "**{} of {} jobs have no row yet: everything below is preliminary.**",
                units::count(total - done),
                units::count(total)
            ));
        }
        let header = strings(["this study", ""]);
        document.table(Table { header, rows, names: 2, sql: sql.to_owned(), how: String::new() });
        Ok(())
    }

    fn verdicts(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Verdicts");
        let metrics: Vec<Metric> = ["rows", "solved", "unsolvable", "unknown", "share solved"]
            .iter()
            .filter_map(|text| text.parse().ok())
            .collect();
        let by = [Grouping::Set, Grouping::Configuration];
        let sql = grouped_query(&by, true, &metrics);
        let answer = self.query(&sql)?;
        let mut rows = Vec::new();
        for row in &answer {
            let whole = |index: usize| number(&row[index]).unwrap_or(0.0) as u64;
            let (jobs, solved, unsolvable, unknown) = (whole(3), whole(4), whole(5), whole(6));
            let (low, high) = statistics::wilson_undecided(solved, unknown, jobs);
            rows.push(vec![
                text(&row[0]),
                text(&row[1]),
                units::count(jobs),
                units::count(solved),
                units::count(unsolvable),
                units::count(unknown),
                percent(number(&row[7]).unwrap_or(0.0)),
                format!("{} to {}", percent(low), percent(high)),
                format!("{} ± {}", percent(low.midpoint(high)), percent((high - low) / 2.0)),
            ]);
        }
        let header = strings([
            "set",
            "configuration",
            "jobs",
            "solved",
            "unsolvable",
            "unknown",
            "solved %",
            "95 % interval",
            "centre ± half",
        ]);
        let how = "Wilson score intervals at 95 %; undecided jobs count as lost for the lower end and as won for the upper end.";
        document.table(Table { header, rows, names: 2, sql: sql.clone(), how: how.to_owned() });
        let drawn = self.plan.report.plots.iter().any(|plot| plot.y.get_ref() == "share solved" && !plot.overall);
        // Two points make no curve.
        if !drawn && self.plan.sets.iter().filter(|set| set.x.is_some()).count() > 2 {
            let mut chart = Chart {
                title: "Solved, with 95 % intervals".to_owned(),
                x_label: "set".to_owned(),
                y_label: "solved %".to_owned(),
                ..Chart::default()
            };
            for row in &answer {
                let (Some(x), Some(share)) = (number(&row[2]), number(&row[7])) else { continue };
                let whole = |index: usize| number(&row[index]).unwrap_or(0.0) as u64;
                let (low, high) = statistics::wilson_undecided(whole(4), whole(6), whole(3));
                let interval = Some((100.0 * low, 100.0 * high));
                self.series_of(&mut chart, &text(&row[1])).points.push(Point { x, y: 100.0 * share, interval });
            }
            document.plot(chart, &sql, how);
        }
        let sql = "SELECT \"set\", configuration, stop, count(*) AS jobs, min(error) AS \"for instance\" FROM results \
                   WHERE verdict = 'unknown' GROUP BY set_position, configuration_position, stop \
                   ORDER BY set_position, configuration_position, jobs DESC";
        let stops = self.query(sql)?;
        if !stops.is_empty() {
            document.heading(3, "Why jobs stayed undecided");
            let rows = stops
                .iter()
                .map(|row| {
                    let example: String = text(&row[4]).chars().take(90).collect();
                    vec![text(&row[0]), text(&row[1]), text(&row[2]), example, units::count(text(&row[3]))]
                })
                .collect();
            let header = strings(["set", "configuration", "stopped by", "message of one", "jobs"]);
            document.table(Table { header, rows, names: 4, sql: sql.to_owned(), how: String::new() });
        }
        Ok(())
    }

    /// The series of a configuration, made on first use, in the configuration's colour.
    fn series_of<'c>(&self, chart: &'c mut Chart, name: &str) -> &'c mut Series {
        let index = match chart.series.iter().position(|series| series.name == name) {
            Some(index) => index,
            None => {
                let colour = self.plan.configurations.iter().position(|configuration| configuration.name == name);
                chart.series.push(Series { name: name.to_owned(), colour: colour.unwrap_or(0), ..Series::default() });
                chart.series.len() - 1
            }
        };
        &mut chart.series[index]
    }

    fn effort(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Effort");
        let censored = |field: &str, call: &str| {
            // 9e999 is SQL's infinity: an undecided job needs more than it got, nobody knows how much.
            call.replace("VALUE", &format!("CASE verdict WHEN 'unknown' THEN 9e999 ELSE {field} END"))
        };
        let sql = format!(
            "SELECT \"set\", configuration, count(*),\n       avg(length) FILTER (WHERE verdict = 'solved') AS \"mean length\",\n       \
             {} AS \"median seconds\",\n       {} AS \"p90 seconds\",\n       avg(seconds) AS \"mean seconds\",\n       \
             {} AS \"median expanded\",\n       {} AS \"p90 expanded\",\n       avg(expanded) AS \"mean expanded\",\n       \
             max(peak_bytes) AS \"greatest memory\"\n\
             FROM results GROUP BY set_position, configuration_position ORDER BY set_position, configuration_position",
            censored("seconds", "median(VALUE)"),
            censored("seconds", "percentile(VALUE, 90)"),
            censored("expanded", "median(VALUE)"),
            censored("expanded", "percentile(VALUE, 90)"),
        );
        let shown = |value: &Value, show: &dyn Fn(f64) -> String| match number(value) {
            None => String::new(),
            Some(value) if value.is_infinite() => "undecided".to_owned(),
            Some(value) => show(value),
        };
        let whole = |value: f64| units::count(value.round() as i64);
        let mut rows = Vec::new();
        for row in self.query(&sql)? {
            rows.push(vec![
                text(&row[0]),
                text(&row[1]),
                shown(&row[3], &|length| format!("{length:.2}")),
                shown(&row[4], &units::time),
                shown(&row[5], &units::time),
                shown(&row[6], &units::time),
                shown(&row[7], &whole),
                shown(&row[8], &whole),
                shown(&row[9], &whole),
                shown(&row[10], &units::size),
            ]);
        }
        let header = strings([
            "set",
            "configuration",
            "mean length",
            "median time",
            "p90 time",
            "mean time",
            "median expanded",
            "p90 expanded",
            "mean expanded",
            "greatest memory",
        ]);
        let how = "Lengths are of solved jobs. Medians and 90th percentiles count an undecided job as needing more than any \
                   other (`undecided`: so many are undecided that the value is not known); means are over all jobs, undecided \
                   ones with what they used, and so are lower bounds where there are any.";
        document.table(Table { header, rows, names: 2, sql, how: how.to_owned() });
        Ok(())
    }

    fn measure(&self) -> &str {
        self.plan.report.measure.as_deref().unwrap_or("seconds")
    }

    fn cactus(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Decided over effort");
        let measure = self.measure();
        let sql = format!(
            "SELECT set_position, configuration_position, {measure}, verdict <> 'unknown' AS decided FROM results"
        );
        let mut groups: BTreeMap<(usize, usize), Vec<Censored>> = BTreeMap::new();
        let own = self.plan.sets.len() <= OWN_CACTUS;
        {
            let mut statement = self.store.connection().prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let set = if own { row.get::<_, i64>(0)? as usize } else { 0 };
                let value = Censored { value: row.get::<_, Option<f64>>(2)?.unwrap_or(0.0), happened: row.get(3)? };
                groups.entry((set, row.get::<_, i64>(1)? as usize)).or_default().push(value);
            }
        }
        let how = "Kaplan–Meier estimate of the share of jobs decided within the effort on the x axis; jobs that were stopped \
                   are censored at the effort at which they were.";
        let sets: Vec<String> = match own {
            true => self.plan.sets.iter().map(|set| set.name.clone()).collect(),
            false => vec!["all sets".to_owned()],
        };
        for (set, name) in sets.iter().enumerate() {
            let title = if sets.len() > 1 || !own {
                format!("Decided over effort: {name}")
            } else {
                "Decided over effort".to_owned()
            };
            let mut chart = Chart {
                title,
                x_label: measure.to_owned(),
                y_label: "decided %".to_owned(),
                log_x: true,
                ..Chart::default()
            };
            for (configuration, known) in self.plan.configurations.iter().enumerate() {
                let Some(values) = groups.get(&(set, configuration)) else { continue };
                let mut points: Vec<Point> = statistics::kaplan_meier(values)
                    .into_iter()
                    .map(|(x, share)| Point { x: x.max(1e-6), y: 100.0 * share, interval: None })
                    .collect();
                // The curve goes on, level, to where watching ended.
                let end = values.iter().map(|value| value.value).fold(0.0, f64::max);
                if let Some(last) = points.last().copied().filter(|last| last.x < end) {
                    points.push(Point { x: end, ..last });
                }
                chart.series.push(Series {
                    name: known.name.clone(),
                    points: thinned(points, CURVE_POINTS),
                    step: true,
                    dashed: false,
                    colour: configuration,
                });
            }
            document.plot(chart, &sql, how);
        }
        Ok(())
    }

    fn comparisons(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Pairwise comparison");
        let measure = self.measure();
        let sql = format!(
            "SELECT instance_id, repetition, configuration_position, verdict <> 'unknown' AS decided, {measure} FROM results"
        );
        // Instance, repetition, configuration; then whether decided, and the measure.
        let mut all: Vec<(i64, i64, usize, bool, f64)> = Vec::new();
        {
            let mut statement = self.store.connection().prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let value = row.get::<_, Option<f64>>(4)?.unwrap_or(0.0);
                all.push((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)? as usize, row.get(3)?, value));
            }
        }
        all.sort_unstable_by_key(|row| (row.0, row.1, row.2));
        let names: Vec<&str> =
            self.plan.configurations.iter().map(|configuration| configuration.name.as_str()).collect();
        let baseline =
            self.plan.report.baseline.as_deref().and_then(|name| names.iter().position(|known| *known == name));
        let pairs: Vec<(usize, usize)> = match baseline {
            Some(base) => (0..names.len()).filter(|other| *other != base).map(|other| (other, base)).collect(),
            None => (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b))).collect(),
        };
        if pairs.len() > MOST_PAIRS {
            document.text(&format!(
                "The first {MOST_PAIRS} of {} pairs; name a `baseline` in `[report]` to compare all with one.",
                pairs.len()
            ));
        }
        // A measure below this is not told apart from it: ratios of nothing mean nothing.
        let floor = if measure == "seconds" { 1e-6 } else { 1.0 };
        let mut rows = Vec::new();
        for (a, b) in pairs.into_iter().take(MOST_PAIRS) {
            let (mut only_a, mut only_b, mut both) = (0u64, 0u64, Vec::new());
            let mut differences = Vec::new();
            for same in all.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
                let find = |wanted: usize| same.iter().find(|row| row.2 == wanted);
                let (Some(one), Some(other)) = (find(a), find(b)) else { continue };
                match (one.3, other.3) {
                    (true, true) => {
                        let ratio = (one.4.max(floor) / other.4.max(floor)).ln();
                        both.push(ratio);
                        differences.push(ratio);
                    }
                    (true, false) => {
                        only_a += 1;
                        differences.push(f64::NEG_INFINITY);
                    }
                    (false, true) => {
                        only_b += 1;
                        differences.push(f64::INFINITY);
                    }
                    (false, false) => differences.push(0.0),
                }
            }
            if differences.is_empty() {
                continue;
            }
            let ratio = match statistics::bootstrap_mean(&both, 1) {
                Some(ratio) => {
                    format!("{:.3} ({:.3} to {:.3})", ratio.estimate.exp(), ratio.low.exp(), ratio.high.exp())
                }
                None => String::new(),
            };
            let test = statistics::signed_rank(&differences);
            rows.push(vec![
                names[a].to_owned(),
                names[b].to_owned(),
                units::count(differences.len()),
                units::count(both.len()),
                units::count(only_a),
                units::count(only_b),
                ratio,
                format!("{}{}", p_value(test.p), if test.exact { "" } else { " ≈" }),
            ]);
        }
        let header =
            strings(["A", "B", "pairs", "both decided", "only A", "only B", &format!("{measure}: A / B (95 %)"), "p"]);
        let how = format!(
            "Pairs are of the same instance and repetition. A / B is the geometric mean of the ratio of {measure} where both are \
             decided, with a percentile bootstrap interval (the pinned generator with seed 1; 10,000 resamples, fewer beyond \
             4,000 pairs); p is of Wilcoxon's signed-rank test, two-sided, in which an undecided job ranks behind every decided \
             one (exact up to 60 pairs, ≈ the normal approximation). The tests are not corrected for their number."
        );
        document.table(Table { header, rows, names: 2, sql, how });
        Ok(())
    }

    fn own_table(&self, document: &mut Document, spec: &TableSpec) -> Result<(), ReportError> {
        document.heading(2, &spec.title);
        let metrics: Vec<Metric> = spec.values.iter().filter_map(|value| value.get_ref().parse().ok()).collect();
        let with_x = spec.published.as_ref().is_some_and(|published| published.keys.contains_key("x"));
        let sql = grouped_query(&spec.by, with_x, &metrics);
        let published = spec.published.as_ref().map(|published| self.published(published)).transpose()?;
        let keys = spec.by.len() + usize::from(with_x);
        let mut header: Vec<String> = spec.by.iter().map(|grouping| grouping.column().to_owned()).collect();
        for metric in &metrics {
            header.push(metric.to_string());
            if let Some(published) = &published
                && published.spec.values.contains_key(&metric.to_string())
            {
                header.push(published.spec.label.clone());
            }
        }
        let mut equal: Vec<(u64, u64)> = vec![(0, 0); metrics.len()];
        let mut rows = Vec::new();
        for row in self.query(&sql)? {
            let mut names: Vec<String> = row[..spec.by.len()].iter().map(text).collect();
            let found = published.as_ref().map(|published| {
                let mut ours: HashMap<&str, String> =
                    spec.by.iter().map(|grouping| grouping.column()).zip(names.iter().cloned()).collect();
                if with_x {
                    ours.insert("x", text(&row[keys - 1]));
                }
                (published, published.find(&ours))
            });
            for (index, metric) in metrics.iter().enumerate() {
                let value = number(&row[keys + index]);
                let theirs =
                    found.as_ref().and_then(|(published, line)| published.value((*line)?, &metric.to_string()));
                let printed =
                    theirs.as_ref().map(|theirs| theirs.split_once('.').map_or(0, |(_, decimals)| decimals.len()));
                let decimals = match (spec.decimals, printed) {
                    (Some(decimals), _) => decimals,
                    // Times are never equal; rounded like those of slower programs they would all be zero.
                    _ if spec.values[index].get_ref().contains("seconds") => 4,
                    (None, Some(printed)) => printed,
                    (None, None) if metric.is_whole() => 0,
                    (None, None) => match value.unwrap_or(0.0).abs() {
                        100.0.. => 0,
                        10.0.. => 1,
                        _ => 3,
                    },
                };
                let ours = match value {
                    Some(value) if metric.is_whole() && decimals == 0 => units::count(value as i64),
                    Some(value) => format!("{value:.decimals$}"),
                    None => String::new(),
                };
                let has_column = found
                    .as_ref()
                    .is_some_and(|(published, _)| published.spec.values.contains_key(&metric.to_string()));
                if has_column {
                    match theirs {
                        None => {
                            names.push(ours);
                            names.push("–".to_owned());
                        }
                        Some(theirs) => {
                            let same = ours.replace(',', "").parse::<f64>().ok() == theirs.parse::<f64>().ok();
                            equal[index].1 += 1;
                            equal[index].0 += u64::from(same);
                            names.push(ours);
                            names.push(if same { format!("= {theirs}") } else { theirs });
                        }
                    }
                } else {
                    names.push(ours);
                }
            }
            rows.push(names);
        }
        document.table(Table { header, rows, names: spec.by.len(), sql, how: String::new() });
        if let Some(published) = &published {
            let counted = metrics.iter().zip(&equal).filter(|(_, (_, of))| *of > 0);
            let words: Vec<String> =
                counted.map(|(metric, (equal, of))| format!("{metric}: {equal} of {of} lines equal")).collect();
            let label = &published.spec.label;
            document.text(&format!(
                "The columns `{label}` repeat what was published; `=` marks equal figures. {}.",
                words.join("; ")
            ));
        }
        document.text(&spec.note);
        Ok(())
    }

    fn own_plot(&self, document: &mut Document, spec: &PlotSpec) -> Result<(), ReportError> {
        let Ok(metric) = spec.y.get_ref().parse::<Metric>() else { return Ok(()) };
        let rows: Vec<Metric> = ["rows", "solved", "unknown"].iter().filter_map(|text| text.parse().ok()).collect();
        let metrics = [vec![metric.clone()], rows].concat();
        let by =
            if spec.overall { vec![Grouping::Configuration] } else { vec![Grouping::Configuration, Grouping::Set] };
        let sql = grouped_query(&by, !spec.overall, &metrics);
        let mut chart = Chart {
            title: spec.title.clone(),
            x_label: spec.x_label.clone(),
            y_label: if spec.y_label.is_empty() { metric.to_string() } else { spec.y_label.clone() },
            log_x: spec.log_x,
            log_y: spec.log_y,
            bars: spec.overall,
            series: Vec::new(),
        };
        let solved_share = spec.intervals && spec.y.get_ref() == "share solved";
        let keys = if spec.overall { 1 } else { 3 };
        for (index, row) in self.query(&sql)?.iter().enumerate() {
            let x = if spec.overall { Some(index as f64) } else { number(&row[2]) };
            let (Some(x), Some(y)) = (x, number(&row[keys])) else { continue };
            let whole = |offset: usize| number(&row[keys + offset]).unwrap_or(0.0) as u64;
            let interval = solved_share.then(|| statistics::wilson_undecided(whole(2), whole(3), whole(1)));
            self.series_of(&mut chart, &text(&row[0])).points.push(Point { x, y, interval });
        }
        if let Some(spec) = &spec.published
            && !chart.bars
        {
            self.published_lines(&mut chart, spec, &metric)?;
        }
        let how = if solved_share { "Wilson score intervals at 95 %, undecided counted both ways." } else { "" };
        document.plot(chart, &sql, how);
        Ok(())
    }

    fn own_shares(&self, document: &mut Document, spec: &ShareSpec) -> Result<(), ReportError> {
        document.heading(2, &spec.title);
        let of = metric::quoted(spec.of.get_ref());
        let parts: Vec<String> = spec.parts.iter().map(|part| metric::quoted(part.get_ref())).collect();
        let sql = format!(
            "WITH counts AS (\n    \
             SELECT x, configuration, configuration_position, count(*) AS jobs,\n           \
             count(*) FILTER (WHERE verdict = 'solved') AS solved,\n           \
             count(*) FILTER (WHERE verdict = 'unknown') AS unknown\n    \
             FROM results GROUP BY x, configuration_position)\n\
             SELECT x, part.configuration, whole.solved, whole.unknown, part.solved, part.unknown\n\
             FROM counts AS whole JOIN counts AS part USING (x)\n\
             WHERE whole.configuration = {of} AND part.configuration IN ({}) AND part.jobs = whole.jobs\n\
             ORDER BY x, part.configuration_position",
            parts.join(", ")
        );
        let published = spec.published.as_ref().map(|published| self.published(published)).transpose()?;
        let mut header =
            strings(["x", "configuration", "of", "undecided", "solved", "undecided", "share %", "95 % interval"]);
        header[0] = if spec.x_label.is_empty() { header[0].clone() } else { spec.x_label.clone() };
        header[2] = format!("solved by {}", spec.of.get_ref());
        header.extend(published.as_ref().map(|published| published.spec.label.clone()));
        let mut chart = Chart {
            title: spec.title.clone(),
            x_label: spec.x_label.clone(),
            y_label: format!("% of those solved by {}", spec.of.get_ref()),
            ..Chart::default()
        };
        let mut rows = Vec::new();
        for row in self.query(&sql)? {
            let (x, name) = (text(&row[0]), text(&row[1]));
            let [whole, whole_undecided, part, undecided] =
                [2, 3, 4, 5].map(|at| number(&row[at]).unwrap_or(0.0) as u64);
            let (low, high) = statistics::wilson_within(part, undecided, whole, whole_undecided);
            let share = part as f64 / whole.max(1) as f64;
            let keys = HashMap::from([("configuration", name.clone()), ("x", x.clone())]);
            let printed = published.as_ref().map(|published| {
                published
                    .find(&keys)
                    .and_then(|line| published.value(line, "percent"))
                    .unwrap_or_else(|| "–".to_owned())
            });
            let counts = [whole, whole_undecided, part, undecided].map(units::count);
            let ours = [percent(share), format!("{} to {}", percent(low), percent(high))];
            rows.push([x, name.clone()].into_iter().chain(counts).chain(ours).chain(printed).collect());
            if let Some(x) = number(&row[0]) {
                let interval = Some((100.0 * low, 100.0 * high));
                self.series_of(&mut chart, &name).points.push(Point { x, y: 100.0 * share, interval });
            }
        }
        let how = "Wilson score intervals at 95 %. For the lower end undecided jobs are solved by the whole and not by the part, for \
                   the upper end by both. Only where both have rows for as many jobs.";
        document.table(Table { header, rows, names: 2, sql: sql.clone(), how: how.to_owned() });
        document.plot(chart, &sql, how);
        Ok(())
    }

    /// The published points as dashed lines in the colours of ours.
    fn published_lines(&self, chart: &mut Chart, spec: &PublishedSpec, metric: &Metric) -> Result<(), ReportError> {
        let published = self.published(spec)?;
        let ours: Vec<(String, usize, Vec<f64>)> = chart
            .series
            .iter()
            .map(|series| (series.name.clone(), series.colour, series.points.iter().map(|point| point.x).collect()))
            .collect();
        for (name, colour, xs) in ours {
            let mut points = Vec::new();
            for x in xs {
                let keys = HashMap::from([("configuration", name.clone()), ("x", x.to_string())]);
                let value = published.find(&keys).and_then(|line| published.value(line, &metric.to_string()));
                points.extend(value.and_then(|value| value.parse().ok()).map(|y| Point { x, y, interval: None }));
            }
            chart.series.push(Series {
                name: format!("{name}, {}", spec.label),
                points,
                step: false,
                dashed: true,
                colour,
            });
        }
        Ok(())
    }

    fn published<'s>(&self, spec: &'s PublishedSpec) -> Result<Published<'s>, ReportError> {
        let path = self.plan.folder.join(spec.file.get_ref());
        let fault =
            |error: csv::Error| ReportError::Published { path: path.display().to_string(), message: error.to_string() };
        let mut reader = csv::Reader::from_path(&path).map_err(fault)?;
        let header: Vec<String> = reader.headers().map_err(fault)?.iter().map(str::to_owned).collect();
        let lines = reader.records().collect::<Result<Vec<_>, _>>().map_err(fault)?;
        let used = spec.keys.values().map(String::as_str).chain(spec.values.values().map(|value| scaled(value).0));
        for column in used {
            if !header.iter().any(|known| known == column) {
                let message = format!("there is no column `{column}`; there are {}", header.join(", "));
                return Err(ReportError::Published { path: path.display().to_string(), message });
            }
        }
        Ok(Published { spec, header, lines })
    }
}

/// A published table.
struct Published<'s> {
    spec: &'s PublishedSpec,
    header: Vec<String>,
    lines: Vec<csv::StringRecord>,
}

/// A column and what its numbers are divided by: `time_ms / 1000`.
fn scaled(column: &str) -> (&str, f64) {
    match column.split_once(" / ").map(|(column, divisor)| (column, divisor.parse())) {
        Some((column, Ok(divisor))) => (column, divisor),
        _ => (column, 1.0),
    }
}

impl Published<'_> {
    fn cell<'l>(&self, line: &'l csv::StringRecord, column: &str) -> Option<&'l str> {
        line.get(self.header.iter().position(|known| known == column)?)
    }

    /// The line that all keys agree with.
    fn find(&self, ours: &HashMap<&str, String>) -> Option<&csv::StringRecord> {
        self.lines.iter().find(|line| {
            self.spec.keys.iter().all(|(key, column)| {
                let Some(ours) = ours.get(key.as_str()) else { return false };
                let ours = self.spec.rename.get(ours).unwrap_or(ours);
                let theirs = self.cell(line, column).unwrap_or("");
                let numbers = (ours.parse::<f64>(), theirs.parse::<f64>());
                ours == theirs || matches!(numbers, (Ok(ours), Ok(theirs)) if ours == theirs)
            })
        })
    }

    /// The figure that stands for one of our values, as printed.
    fn value(&self, line: &csv::StringRecord, metric: &str) -> Option<String> {
        let (column, divisor) = scaled(self.spec.values.get(metric)?);
        let printed = self.cell(line, column).filter(|printed| !printed.is_empty())?;
        match divisor == 1.0 {
            true => Some(printed.to_owned()),
            false => printed.parse::<f64>().ok().map(|number| (number / divisor).to_string()),
        }
    }
}
