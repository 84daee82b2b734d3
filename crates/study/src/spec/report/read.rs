//! Reads `[report]`.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::fault::{Faults, listed};
use super::super::fields::{At, Fields};
use super::super::parts::{Configuration, Set};
use super::{
    Grouping, PairsSpec, PlotSpec, PublishedSpec, ReportSpec, Section, ShareSpec, TableSpec,
};
use crate::asked;
use crate::metric::{FIELDS, Metric};

/// Reads `[report]`, which may be missing.
pub(crate) fn read(
    faults: &mut Faults<'_>,
    fields: Option<Fields<'_>>,
    folder: &Path,
    configurations: &[Configuration],
    sets: &[Set],
) -> ReportSpec {
    let Some(mut fields) = fields else { return ReportSpec::default() };
    let names: Vec<&str> =
        configurations.iter().map(|configuration| configuration.name.as_str()).collect();
    let mut reader = Reader { faults, folder, names };
    let tables = fields.tables(reader.faults, "tables");
    let plots = fields.tables(reader.faults, "plots");
    let shares = fields.tables(reader.faults, "shares");
    let without = reader.words(&mut fields, "without", &SECTIONS).unwrap_or_default();
    let baseline = fields.text(reader.faults, "baseline");
    let pairs = fields.tables(reader.faults, "pairs");
    let measure = fields.text(reader.faults, "measure");
    let compared = fields.texts(reader.faults, "compared").unwrap_or_default();
    let correction = fields.text(reader.faults, "correction");
    if let Some(other) =
        correction.iter().find(|given| !["holm", "none"].contains(&given.value.as_str()))
    {
        let message = format!(
            "`{}` is not a valid value of `correction`; expected `holm` or `none`",
            other.value
        );
        reader.faults.add(other.span.clone(), message);
    }
    let remarks = fields.text_or_empty(reader.faults, "remarks");
    fields.finish(reader.faults);
    if let Some(name) = &baseline {
        reader.configuration(name);
    }
    let measures = measure.iter().map(|field| ("measure", field));
    let all = measures.chain(compared.iter().map(|field| ("compared", field)));
    for (key, field) in all.filter(|(_, field)| !FIELDS.contains(&field.value.as_str())) {
        let message = format!(
            "`{}` is not a valid value of `{key}`; expected one of {}",
            field.value,
            FIELDS.join(", ")
        );
        reader.faults.add(field.span.clone(), message);
    }
    ReportSpec {
        tables: tables.into_iter().filter_map(|table| reader.table(table)).collect(),
        plots: plots.into_iter().filter_map(|plot| reader.plot(plot)).collect(),
        shares: shares.into_iter().filter_map(|shares| reader.shares(shares, sets)).collect(),
        without,
        baseline: baseline.map(|name| name.value),
        pairs: pairs.into_iter().filter_map(|pairs| reader.pairs(pairs)).collect(),
        compared: compared.into_iter().map(|field| field.value).collect(),
        measure: measure.map(|field| field.value),
        uncorrected: correction.is_some_and(|given| given.value == "none"),
        remarks,
    }
}

const SECTIONS: [(&str, Section); 10] = [
    ("configurations", Section::Configurations),
    ("provenance", Section::Provenance),
    ("verdicts", Section::Verdicts),
    ("effort", Section::Effort),
    ("cactus", Section::Cactus),
    ("scores", Section::Scores),
    ("domains", Section::Domains),
    ("scatter", Section::Scatter),
    ("comparisons", Section::Comparisons),
    ("results", Section::Results),
];

const GROUPINGS: [(&str, Grouping); 4] = [
    ("set", Grouping::Set),
    ("configuration", Grouping::Configuration),
    ("instance", Grouping::Instance),
    ("repetition", Grouping::Repetition),
];

struct Reader<'f, 'a> {
    faults: &'f mut Faults<'a>,
    folder: &'f Path,
    names: Vec<&'f str>,
}

impl Reader<'_, '_> {
    /// Reads a list of known words.
    fn words<T: Copy>(
        &mut self,
        fields: &mut Fields<'_>,
        key: &str,
        known: &[(&str, T)],
    ) -> Option<Vec<T>> {
        let mut found = Vec::new();
        for word in fields.texts(self.faults, key)? {
            match known.iter().find(|(name, _)| *name == word.value) {
                Some((_, meaning)) => found.push(*meaning),
                None => {
                    let known = listed(known.iter().map(|(name, _)| *name));
                    self.faults.add(
                        word.span,
                        format!(
                            "`{}` is not valid in `{key}`; expected some of {known}",
                            word.value
                        ),
                    );
                }
            }
        }
        Some(found)
    }

    fn metric(&mut self, text: &At<String>) -> Option<Metric> {
        text.value
            .parse()
            .map_err(|message: String| self.faults.add(text.span.clone(), message))
            .ok()
    }

    fn configuration(&mut self, name: &At<String>) {
        if !self.names.contains(&name.value.as_str()) {
            let known = listed(self.names.iter().copied());
            self.faults.add(
                name.span.clone(),
                format!("unknown configuration `{}`; there are {known}", name.value),
            );
        }
    }

    /// Reads SQL that must pass a check.
    fn sql(
        &mut self,
        fields: &mut Fields<'_>,
        key: &str,
        check: fn(&str) -> Result<(), String>,
    ) -> Option<String> {
        let given = fields.text(self.faults, key)?;
        if let Err(message) = check(&given.value) {
            self.faults.add(given.span, format!("`{key}` is not a valid query: {message}"));
        }
        Some(given.value)
    }

    fn condition(&mut self, fields: &mut Fields<'_>) -> Option<String> {
        self.sql(fields, "where", asked::check_condition)
    }

    fn pairs(&mut self, mut fields: Fields<'_>) -> Option<PairsSpec> {
        let of = fields.texts(self.faults, "of").unwrap_or_default();
        let with = fields.needed(self.faults, "with");
        for name in with.iter().chain(&of) {
            self.configuration(name);
        }
        fields.finish(self.faults);
        Some(PairsSpec { of: of.into_iter().map(|name| name.value).collect(), with: with?.value })
    }

    fn table(&mut self, mut fields: Fields<'_>) -> Option<TableSpec> {
        let title = fields.needed(self.faults, "title");
        let by = self.words(&mut fields, "by", &GROUPINGS);
        let values = fields.texts(self.faults, "values");
        let sql = self.sql(&mut fields, "sql", asked::check_query);
        let is_query = fields.has("sql");
        if !is_query && (by.is_none() || values.is_none()) {
            self.faults.add(
                fields.span.clone(),
                "`[[report.tables]]` needs `by` and `values`, both lists, or a query as `sql`",
            );
        }
        if is_query && (by.is_some() || values.is_some() || fields.has("where")) {
            let message = "`sql` is the whole query; leave out `by`, `values` and `where`";
            self.faults.add(fields.span.clone(), message);
        }
        let condition = self.condition(&mut fields);
        let values =
            values.unwrap_or_default().iter().filter_map(|value| self.metric(value)).collect();
        let decimals =
            fields.whole(self.faults, "decimals", 0..=12).map(|decimals| decimals.value as usize);
        let published = self.published(&mut fields);
        let note = fields.text_or_empty(self.faults, "note");
        fields.finish(self.faults);
        let by = if is_query { Vec::new() } else { by? };
        Some(TableSpec {
            title: title?.value,
            sql,
            by,
            values,
            condition,
            decimals,
            published,
            note,
        })
    }

    fn plot(&mut self, mut fields: Fields<'_>) -> Option<PlotSpec> {
        let title = fields.needed(self.faults, "title");
        let y = fields.needed(self.faults, "y").and_then(|y| self.metric(&y));
        let condition = self.condition(&mut fields);
        let mut text = |key| fields.text_or_empty(self.faults, key);
        let (x_label, y_label) = (text("x_label"), text("y_label"));
        let mut flag = |key| fields.flag(self.faults, key);
        let (log_y, log_x, overall, intervals) =
            (flag("log_y"), flag("log_x"), flag("overall"), flag("intervals"));
        let published = self.published(&mut fields);
        fields.finish(self.faults);
        Some(PlotSpec {
            title: title?.value,
            y: y?,
            condition,
            x_label,
            y_label,
            log_y,
            log_x,
            overall,
            intervals,
            published,
        })
    }

    fn shares(&mut self, mut fields: Fields<'_>, sets: &[Set]) -> Option<ShareSpec> {
        let title = fields.needed(self.faults, "title");
        let of = fields.needed(self.faults, "of");
        let parts = fields.texts(self.faults, "parts").unwrap_or_default();
        for name in of.iter().chain(&parts) {
            self.configuration(name);
        }
        let x_label = fields.text_or_empty(self.faults, "x_label");
        let published = self.published(&mut fields);
        if !sets.is_empty() && sets.iter().all(|set| set.x.is_none()) {
            let message = "shares are computed for each `x`, but no set of instances has one";
            self.faults.add(of.as_ref().map_or(fields.span.clone(), |of| of.span.clone()), message);
        }
        fields.finish(self.faults);
        let parts = parts.into_iter().map(|part| part.value).collect();
        Some(ShareSpec { title: title?.value, of: of?.value, parts, x_label, published })
    }

    fn published(&mut self, fields: &mut Fields<'_>) -> Option<PublishedSpec> {
        let mut fields = fields.inner(self.faults, "published")?;
        let file = fields.needed(self.faults, "file");
        let keys = self.names(&mut fields, "keys");
        let values = self.names(&mut fields, "values");
        let rename = self.names(&mut fields, "rename");
        let label =
            fields.text(self.faults, "label").map_or("published".to_owned(), |label| label.value);
        fields.finish(self.faults);
        let file = file?;
        let path = self.folder.join(&file.value);
        if !path.is_file() {
            self.faults.add(file.span, format!("no such file: {}", path.display()));
        }
        Some(PublishedSpec { file: file.value, keys, values, rename, label })
    }

    /// A table of strings by name.
    fn names(&mut self, fields: &mut Fields<'_>, key: &str) -> BTreeMap<String, String> {
        let Some(mut table) = fields.inner(self.faults, key) else { return BTreeMap::new() };
        let keys: Vec<String> = table.rest().into_iter().map(|(name, _)| name.value).collect();
        keys.into_iter()
            .filter_map(|name| Some((name.clone(), table.text(self.faults, &name)?.value)))
            .collect()
    }
}
