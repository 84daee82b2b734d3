//! The sections of settings and of provenance: what was run, by which program, on which machine.

use super::answer::Line;
use super::{Report, ReportError, strings};
use crate::document::{Document, Table};
use crate::setting::{COUNTS, SOLVERS, Setting};
use crate::units;

const SETTINGS: &str =
    "SELECT name, setting FROM configurations WHERE position < 1000000 ORDER BY position";

const PROGRAMS: &str = "SELECT o.program, o.revision, o.dirty, o.build, compiler, target, \
    features, profile, count(*) AS rows\n\
    FROM results JOIN origins o ON o.id = origin GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 \
    ORDER BY min(finished)";

const MACHINES: &str = "SELECT o.machine, system, processor, o.cores, memory, \
    count(*) AS rows,\n       \
    strftime('%Y-%m-%d %H:%M:%S', min(started) / 1000, 'unixepoch') AS begun,\n       \
    strftime('%Y-%m-%d %H:%M:%S', max(finished) / 1000, 'unixepoch') AS ended,\n       \
    count(results.cores) AS held, count(energy) AS metered, coalesce(group_concat(DISTINCT watch), \
    'solver') AS watch\n\
    FROM results JOIN origins o ON o.id = origin GROUP BY 1, 2, 3, 4, 5 ORDER BY min(finished)";

const TOOLS: &str = "SELECT configuration, tool, isolation, count(*) AS rows FROM results\n\
    WHERE tool IS NOT NULL GROUP BY configuration_position, tool, isolation \
    ORDER BY configuration_position, tool";

impl Report<'_> {
    /// Limits and parameters, so that the text of a study need not repeat them.
    pub(super) fn settings(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Configurations");
        let header = strings([
            "configuration",
            "algorithm",
            "parameters",
            "time",
            "processor time",
            "expansions",
            "memory",
            "moves",
            "files",
            "threads",
            "repetitions",
        ]);
        let rows = self.query(SETTINGS)?;
        let rows = rows.iter().filter_map(|line| self.setting(line)).collect();
        let how = "Limits apply to each job: `time` of the wall clock, `processor time` of all its \
                   threads together, `moves` of a solution, `files` written by a program. An empty \
                   cell means no limit.";
        document.table(Table {
            header,
            rows,
            names: 3,
            sql: SETTINGS.to_owned(),
            how: how.to_owned(),
        });
        Ok(())
    }

    fn setting(&self, line: &Line) -> Option<Vec<String>> {
        let name = line.text("name");
        let known = self.spec.configurations.iter().find(|known| known.name == name)?;
        let Setting {
            algorithm,
            parameters,
            model,
            program,
            threads,
            time,
            cpu_time,
            expansions,
            memory,
            depth,
            disk,
            disk_files,
        } = serde_json::from_str(&line.text("setting")).ok()?;
        let model = model.map(|_| "model=(a file of the study)".to_owned());
        let parameters: Vec<String> =
            parameters.iter().map(|(name, value)| format!("{name}={value}")).chain(model).collect();
        let files = match (disk.map(|bytes| units::size(bytes as f64)), disk_files) {
            (size, None) => size,
            (None, Some(files)) => Some(units::counted(files, "file")),
            (Some(size), Some(files)) => Some(format!("{size}, {}", units::counted(files, "file"))),
        };
        let or_none = |text: Option<String>| text.unwrap_or_default();
        Some(vec![
            name,
            match &program {
                Some(program) => program.name().to_owned(),
                None => algorithm.unwrap_or_else(|| "the game's best".to_owned()),
            },
            program.map_or(parameters.join(", "), |program| program.command[1..].join(" ")),
            or_none(time.map(units::time)),
            or_none(cpu_time.map(units::time)),
            or_none(expansions.map(units::count)),
            units::size(memory as f64),
            or_none(depth.map(|depth| depth.to_string())),
            or_none(files),
            threads.to_string(),
            units::count(known.repetitions),
        ])
    }

    pub(super) fn provenance(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Provenance");
        document.text(&format!(
            "Solvers of version {SOLVERS}, whose counts of expansions are recorded (checksum \
             `{COUNTS:016x}`): a change in behaviour changes the counts, and raises the \
             version."
        ));
        let header = strings([
            "program", "commit", "build", "compiler", "target", "features", "profile", "rows",
        ]);
        let rows = self.query(PROGRAMS)?.into_iter().map(|line| {
            let dirty = if line.number("dirty") == Some(1.0) { " (with changes)" } else { "" };
            let commit = format!("{}{dirty}", known(line.text("revision")));
            let named = ["build", "compiler", "target", "features", "profile"];
            let named = named.map(|column| known(line.text(column)));
            let rows = units::count(line.whole("rows"));
            [vec![line.text("program"), commit], named.to_vec(), vec![rows]].concat()
        });
        let how = "`build` is a checksum of sources, locked dependencies, compiler and flags; \
                   `features` are those of the target.";
        let table = Table {
            header,
            rows: rows.collect(),
            names: 7,
            sql: PROGRAMS.to_owned(),
            how: how.to_owned(),
        };
        document.table(table);
        let header = strings([
            "machine",
            "system",
            "processor",
            "memory limit enforced by",
            "begun",
            "ended",
            "cores",
            "memory",
            "rows",
            "held to cores",
            "with energy",
        ]);
        let rows = self.query(MACHINES)?.into_iter().map(|line| {
            let named = ["machine", "system", "processor", "watch", "begun", "ended"];
            let memory = Some(line.number("memory").unwrap_or(0.0)).filter(|bytes| *bytes > 0.0);
            let numbers = [
                units::count(line.whole("cores")),
                memory.map(units::size).unwrap_or_default(),
                units::count(line.whole("rows")),
                units::count(line.whole("held")),
                units::count(line.whole("metered")),
            ];
            named.map(|column| line.text(column)).into_iter().chain(numbers).collect()
        });
        let how = "Times are in UTC. `held to cores`: rows whose job ran on cores that no other \
                   job of a study had. The solver itself always enforces the memory limit; \
                   `cgroup` means that the kernel does as well, `process` a monitor of the \
                   process. `with energy`: rows with an energy; for the others the system did not \
                   expose it.";
        let table = Table {
            header,
            rows: rows.collect(),
            names: 6,
            sql: MACHINES.to_owned(),
            how: how.to_owned(),
        };
        document.table(table);
        self.tools(document)
    }

    /// The programs that configurations ran instead of solvers.
    fn tools(&self, document: &mut Document) -> Result<(), ReportError> {
        let lines = self.query(TOOLS)?;
        if lines.is_empty() {
            return Ok(());
        }
        let header = strings(["configuration", "checksum and version", "isolation", "rows"]);
        let rows = lines.into_iter().map(|line| {
            let named = ["configuration", "tool", "isolation"].map(|column| line.text(column));
            named.into_iter().chain([units::count(line.whole("rows"))]).collect()
        });
        let how = "Programs instead of solvers. The checksum covers the program and the files \
                   that its command names. `isolation`: each job had a `folder` of its own; other \
                   `files` were read-only; there was no `network`; `processes` could not outlive \
                   the job.";
        let (rows, how) = (rows.collect(), how.to_owned());
        document.table(Table { header, rows, names: 3, sql: TOOLS.to_owned(), how });
        Ok(())
    }
}

fn known(text: String) -> String {
    if text.is_empty() { "not known".to_owned() } else { text }
}
