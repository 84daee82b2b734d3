//! The columns of the data: instance, part, features, labels, board.

use std::io::Write;

use anyhow::Result;
use patience_core::Random;
use patience_learn::states::{Example, Proved};
use patience_study::parquet::{Cell, Kind, Writer};

/// The part of the data to which an instance belongs, with all its states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Train,
    Validation,
    Test,
}

impl Part {
    /// The part to which an instance belongs, determined only by its name and the seed, so that it
    /// is the same in every export. `[validation, test]` are percentages.
    pub fn of(name: &str, seed: u64, [validation, test]: [u8; 2]) -> Part {
        let mut drawn = name.bytes().fold(Random::new(seed), |mut random, byte| {
            Random::new(random.next_u64() ^ u64::from(byte))
        });
        match drawn.below(100) as u8 {
            percent if percent < test => Part::Test,
            percent if percent < test + validation => Part::Validation,
            _ => Part::Train,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Part::Train => "train",
            Part::Validation => "validation",
            Part::Test => "test",
        }
    }
}

/// A table being written.
pub enum Table<'a> {
    Csv(Box<csv::Writer<Box<dyn Write + Send + 'a>>>),
    Parquet(Box<Writer<Box<dyn Write + Send + 'a>>>),
}

impl<'a> Table<'a> {
    /// A table as comma-separated values.
    pub fn csv(out: impl Write + Send + 'a, features: &[&str]) -> Result<Table<'a>> {
        // The writer has its own buffer.
        let mut writer = csv::Writer::from_writer(Box::new(out) as Box<_>);
        let before = ["instance", "split"].into_iter();
        let header =
            before.chain(features.iter().copied()).chain(["winnable", "distance", "board"]);
        writer.write_record(header)?;
        Ok(Table::Csv(Box::new(writer)))
    }

    /// A table as Parquet.
    pub fn parquet(out: impl Write + Send + 'a, features: &[&str]) -> Result<Table<'a>> {
        let mut columns = vec![("instance", Kind::Text), ("split", Kind::Text)];
        columns.extend(features.iter().map(|name| (*name, Kind::Real)));
        columns.extend([
            ("winnable", Kind::Whole),
            ("distance", Kind::Whole),
            ("board", Kind::Text),
        ]);
        Ok(Table::Parquet(Box::new(Writer::new(&columns, Box::new(out) as Box<_>)?)))
    }

    /// Adds a state.
    pub fn push(&mut self, instance: &str, part: Part, example: &Example) -> Result<()> {
        let (winnable, distance) = match example.proved {
            Proved::Distance(distance) => (1, Some(distance)),
            Proved::Winnable => (1, None),
            Proved::Lost => (0, None),
        };
        match self {
            Table::Csv(writer) => {
                writer.write_field(instance)?;
                writer.write_field(part.name())?;
                for feature in &example.features {
                    writer.write_field(feature.to_string())?;
                }
                writer.write_field(winnable.to_string())?;
                writer.write_field(distance.map_or_else(String::new, |it| it.to_string()))?;
                writer.write_field(&example.board)?;
                writer.write_record(None::<&[u8]>)?;
            }
            Table::Parquet(writer) => {
                let before = [Cell::Text(instance.into()), Cell::Text(part.name().into())];
                let features = example.features.iter().map(|value| Cell::Real((*value).into()));
                let after = [
                    Cell::Whole(winnable),
                    distance.map_or(Cell::Null, |distance| Cell::Whole(distance.into())),
                    Cell::Text((&*example.board).into()),
                ];
                writer.push(before.into_iter().chain(features).chain(after))?;
            }
        }
        Ok(())
    }

    /// Writes the remaining rows.
    pub fn finish(self) -> Result<()> {
        match self {
            Table::Csv(mut writer) => Ok(writer.flush()?),
            Table::Parquet(writer) => Ok(writer.finish()?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_stay_in_their_parts() {
        let part =
            |number: u32, seed| Part::of(&format!("gaps:random/4x5/{number}"), seed, [15, 15]);
        let count =
            |part_wanted, seed| (0..4000).filter(|it| part(*it, seed) == part_wanted).count();
        for (wanted, share) in [(Part::Train, 0.7), (Part::Validation, 0.15), (Part::Test, 0.15)] {
            let found = count(wanted, 1) as f64 / 4000.0;
            assert!((found - share).abs() < 0.02, "{wanted:?}: {found}");
        }
        assert!((0..100).any(|it| part(it, 1) != part(it, 2)), "the seed decides");
        assert_eq!(Part::of("a", 1, [0, 0]), Part::Train);
        // Pinned: later exports must give the same parts.
        let first: Vec<Part> = (0..6).map(|it| part(it, 1)).collect();
        let (train, validation, test) = (Part::Train, Part::Validation, Part::Test);
        assert_eq!(first, [test, validation, train, train, test, test]);
    }
}
