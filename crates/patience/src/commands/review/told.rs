//! The output of a review, as text and as JSON.

use std::io::Write;

use anyhow::Result;
use patience_catalogue::review::Review;
use patience_catalogue::{Look, Step, Verdict};
use serde_json::{Value, json};

use super::Game;
use crate::style::{self, DIM};
use crate::tables;

impl Game<'_> {
    /// The line known before a move, in words.
    fn line_words(&self, before: usize) -> Result<Vec<String>> {
        let position = &self.positions[before];
        let line = position.line.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
        Ok(position
            .instance
            .film(&line, Look::PLAIN)?
            .into_iter()
            .skip(1)
            .map(|step| step.words)
            .collect())
    }

    pub(super) fn record(&self, review: &Review, film: &[Step]) -> Value {
        let mv = |number: usize| {
            json!({
                "number": number, "move": film[number].text, "words": film[number].words
            })
        };
        let origin = &self.positions[0].instance;
        json!({
            "instance": origin.id(), "game": origin.game(), "rules": origin.rules(),
            "board": origin.board(),
            "redeals": self.redeals, "redealt": self.redealt, "moves": review.moves,
            "won": self.positions[review.moves].instance.is_won(),
            "known": review.known, "kept": review.kept, "accuracy": review.accuracy,
            "least": review.least,
            "fatal": review.fatal.map(|number| {
                let before = &self.positions[number - 1];
                json!({
                    "number": number, "move": film[number].text, "words": film[number].words,
                    "board": before.instance.board(), "line": before.line,
                })
            }),
            "narrow": review.narrow.iter().map(|number| mv(*number)).collect::<Vec<_>>(),
            "detours": review.detours.iter().map(|detour| {
                let mut detailed = mv(detour.number);
                detailed["cost"] = json!(detour.cost);
                detailed
            }).collect::<Vec<_>>(),
            "positions": self.positions.iter().map(|position| json!({
                "verdict": position.verdict, "distance": position.line.as_ref().map(Vec::len),
                "exact": position.exact(), "only_move": position.only_move,
            })).collect::<Vec<_>>(),
        })
    }

    pub(super) fn print(&self, out: &mut impl Write, review: &Review, film: &[Step]) -> Result<()> {
        let last = &self.positions[review.moves];
        let colour = style::verdict(last.verdict);
        let moves = style::counted(review.moves as u64, "move");
        let (end, preposition) = match (last.instance.is_won(), last.verdict) {
            (true, _) => ("won", "in"),
            (_, Verdict::Unsolvable) => ("lost", "after"),
            (_, Verdict::Solved) => ("still winnable", "after"),
            _ => ("not settled", "after"),
        };
        let id = last.instance.id();
        let after =
            if self.redeals == 0 { String::new() } else { format!(", redeal {}", self.redeals) };
        let redealt = if self.redealt { ", when it was redealt" } else { "" };
        let rest = format!("{colour}{end}{colour:#} {preposition} {moves}{redealt}");
        tables::write_head(out, &format!("{id}{after}"), &rest)?;
        if let Some(number) = review.fatal {
            line(out, &format!("move {number} lost the game: {}", film[number].words))?;
            let instead = self.line_words(number - 1)?;
            let most = if self.positions[number - 1].exact() { "" } else { "at most " };
            let label = format!("instead, a win in {most}{}: ", instead.len());
            tables::write_moves(out, "  ", &label, &instead)?;
        } else if last.verdict == Verdict::Unsolvable
            && self.positions[0].verdict == Verdict::Unsolvable
        {
            line(out, "the deal cannot be won: proved")?;
        } else if last.verdict == Verdict::Unsolvable {
            line(out, "the move that lost it was not found within the limits (--time)")?;
        }
        if let Some(least) = review.least {
            let exact = if self.positions[0].exact() {
                "the shortest win"
            } else {
                "the shortest known win"
            };
            let from = if self.redeals == 0 { "start" } else { "redeal" };
            line(
                out,
                &format!("{exact} from the {from}: {}", style::counted(least as u64, "move")),
            )?;
        }
        for number in &review.narrow {
            line(
                out,
                &format!(
                    "move {number}, {}: a narrow escape, every other move lost",
                    film[*number].words
                ),
            )?;
        }
        for detour in &review.detours {
            let longer = style::counted(detour.cost as u64, "move");
            // The line before the move exists; only the lower bound after the move needs a proof.
            let than = if self.positions[detour.number].exact() {
                "needed"
            } else {
                "the shortest way known"
            };
            line(
                out,
                &format!(
                    "move {}, {}: {longer} longer than {than}",
                    detour.number, film[detour.number].words
                ),
            )?;
        }
        if let Some(accuracy) = review.accuracy {
            let judged = style::counted(review.known as u64, "judged move");
            line(
                out,
                &format!("{DIM}{accuracy} % of {judged} kept the shortest known win{DIM:#}"),
            )?;
        }
        Ok(())
    }
}

fn line(out: &mut impl Write, text: &str) -> std::io::Result<()> {
    tables::write_line(out, "  ", text)
}
