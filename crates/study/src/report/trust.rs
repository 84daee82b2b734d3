//! Grounds of the verdicts of a study: replays, or the claim of a program.

use super::{Report, ReportError};
use crate::document::Document;
use crate::file::InstanceFile;
use crate::units;

/// Maximum number of contradictions that are named.
const MAX_NAMED: usize = 10;

impl Report<'_> {
    /// States which verdicts no replay confirms, and which contradict each other.
    pub(super) fn trust(&self, document: &mut Document) -> Result<(), ReportError> {
        let of_files = |set: &&crate::spec::Set| InstanceFile::of(&set.instance(0)).is_some();
        let files: Vec<String> =
            self.spec.sets.iter().filter(of_files).map(|set| format!("`{}`", set.name)).collect();
        if !files.is_empty() {
            let programs = || {
                let all = self.spec.configurations.iter();
                all.filter_map(|one| Some((&one.name, one.setting.program.as_ref()?)))
            };
            let mine: Vec<String> = programs()
                .filter(|(_, program)| !program.validate.is_empty())
                .map(|(name, _)| format!("`{name}`"))
                .collect();
            let replayed = match mine.len() {
                0 => "No plan was replayed.".to_owned(),
                some if some == programs().count() => {
                    "Each solution was checked by the study's command `validate`.".to_owned()
                }
                _ => format!(
                    "Solutions of {} were checked by the study's command `validate`, and no \
                     others.",
                    mine.join(", ")
                ),
            };
            document.text(&format!(
                "The instances of {} are files that only the programs read: verdicts, lengths and \
                 plans are as the programs printed them. {replayed}",
                files.join(", ")
            ));
        }
        let boards = |set: &usize| InstanceFile::of(&self.spec.sets[*set].instance(0)).is_none();
        let without = self.spec.configurations.iter().enumerate().filter(|(index, one)| {
            let sets = (0..self.spec.sets.len()).filter(boards);
            let mut mine =
                sets.filter(|set| self.spec.sets[*set].configurations.contains(index)).peekable();
            mine.peek().is_some()
                && one.setting.program.as_ref().is_some_and(|own| own.plan.is_none())
        });
        let without: Vec<String> = without.map(|(_, one)| format!("`{}`", one.name)).collect();
        if !without.is_empty() {
            document.text(&format!(
                "The verdicts of {} are as the program gave them: the study reads no `plan`, so \
                 none was replayed.",
                without.join(", ")
            ));
        }
        self.surprises(document)?;
        self.contradictions(document)
    }

    fn surprises(&self, document: &mut Document) -> Result<(), ReportError> {
        let (named, number) = self.store.surprises(MAX_NAMED)?;
        for one in &named {
            let words = one.to_string();
            let (first, rest) = words.split_at(1);
            document.text(&format!("**{}{rest}.**", first.to_uppercase()));
        }
        match number - named.len() as u64 {
            0 => {}
            more => document.text(&format!(
                "**Further rows whose verdict is not the expected one: {}.**",
                units::count(more)
            )),
        }
        Ok(())
    }

    fn contradictions(&self, document: &mut Document) -> Result<(), ReportError> {
        let (named, number) = self.store.contradictions(MAX_NAMED)?;
        for one in &named {
            document.text(&format!("**Contradiction on {one}. One of them is wrong.**"));
        }
        let more = number - named.len() as u64;
        if more > 0 {
            document
                .text(&format!("**Boards with further contradictions: {}.**", units::count(more)));
        }
        Ok(())
    }
}
