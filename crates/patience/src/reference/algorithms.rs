//! The algorithms of the catalogue: an overview, and a page for each.

use std::collections::BTreeMap;
use std::fmt::Write;

use patience_catalogue::{AlgorithmInfo, GAMES, GameInfo, ParameterInfo};
use patience_core::parameter::HEURISTIC;

use super::page::{NOTE, Page, escaped, row};
use super::{order, papers};

/// The games that offer the algorithm of this name, each with its description.
type Offers<'a> = Vec<(&'a GameInfo, &'a AlgorithmInfo)>;

/// The overview and a page for each algorithm.
pub fn pages() -> Vec<Page> {
    let games: Vec<GameInfo> = GAMES.iter().map(|entry| entry.info()).collect();
    let mut names: Vec<&str> = Vec::new();
    let mut offers: BTreeMap<&str, Offers<'_>> = BTreeMap::new();
    for game in &games {
        for algorithm in &game.algorithms {
            if !names.contains(&algorithm.name) {
                names.push(algorithm.name);
            }
            offers.entry(algorithm.name).or_default().push((game, algorithm));
        }
    }
    // Algorithms of every game come first.
    names.sort_by_key(|name| offers[name].len() < games.len());
    let mut index = format!(
        "{NOTE}# Algorithms\n\nThis page lists every algorithm, what it guarantees, and what it \
         costs. *Complete*: it finds a plan or proves\n\
         that there is none, given time and memory. *Optimal*: its plans are shortest, with an \
         admissible heuristic if it\nuses one. \
         `patience list GAME` prints the same.\n\n\
         | algorithm | games | complete | optimal | memory |\n|---|---|---|---|---|\n"
    );
    let mut pages = Vec::new();
    for name in names {
        let offers = &offers[name];
        let memory = papers::of(name).map_or("", |facts| facts.memory);
        let first = offers[0].1;
        index += &row(&[
            format!("[`{name}`](algorithms/{name}.md)"),
            games_of(offers, games.len()),
            yes(first.complete).to_owned(),
            yes(first.optimal).to_owned(),
            memory.to_owned(),
        ]);
        let picture = if offers.len() == games.len() { order::picture(name) } else { None };
        pages.push(Page::new(
            format!("algorithms/{name}.md"),
            page(name, offers, games.len(), picture.is_some()),
        ));
        if let Some(picture) = picture {
            pages.push(Page::new(format!("algorithms/{name}.svg"), picture));
        }
    }
    pages.insert(0, Page::new("algorithms.md", index));
    pages
}

fn games_of(offers: &Offers<'_>, all: usize) -> String {
    if offers.len() == all {
        return "all".to_owned();
    }
    offers.iter().map(|(game, _)| game.name).collect::<Vec<_>>().join(", ")
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

fn page(name: &str, offers: &Offers<'_>, all: usize, has_picture: bool) -> String {
    let mut text = format!("{NOTE}# `{name}`\n");
    let everywhere = offers.len() == all;
    for (index, (game, algorithm)) in offers.iter().enumerate() {
        if index > 0 && algorithm.summary == offers[0].1.summary {
            continue;
        }
        let whose = if everywhere { String::new() } else { format!("For {}: ", game.title) };
        let _ = write!(text, "\n{whose}{}.\n", escaped(algorithm.summary));
    }
    let algorithm = offers[0].1;
    let guarantee = match (algorithm.complete, algorithm.optimal, algorithm.heuristic) {
        (true, true, Some(_)) => "complete; plans are shortest with an admissible heuristic",
        (true, true, None) => "complete; plans are shortest",
        (true, false, _) => "complete: it finds a plan or proves that there is none",
        (false, ..) => "none: without a plan the verdict is `unknown`",
    };
    let _ = write!(text, "\n| | |\n|---|---|\n| guarantee | {guarantee} |\n");
    if let Some(facts) = papers::of(name) {
        let _ = write!(
            text,
            "| memory | {} |\n| time | {} |\n| paper | {} |\n",
            facts.memory, facts.time, facts.paper
        );
    }
    let (game, _) = offers[0];
    if everywhere && algorithm.heuristic.is_some() {
        let defaults: Vec<String> = offers
            .iter()
            .filter_map(|(game, algorithm)| {
                Some(format!("`{}` ({})", algorithm.heuristic?, game.name))
            })
            .collect();
        let _ = writeln!(text, "| heuristic | {}; `-H` names another |", defaults.join(", "));
    } else if let Some(heuristic) = algorithm.heuristic {
        let _ = writeln!(text, "| heuristic | `{heuristic}`; `-H` names another |");
    }
    text += &parameters(offers);
    let example =
        if everywhere { order::BOARD.to_owned() } else { game.sources[0].example.clone() };
    let _ = write!(text, "\n```text\npatience solve {example} -a {name}\n```\n");
    if has_picture {
        let _ = write!(
            text,
            "\n![The states of a small board, numbered in the order in which {name} expands \
             them]({name}.svg)\n\n\
             The states of `{}`, each below the first state that leads to it. Numbers give the \
             order in which this\nalgorithm expands them; `×` shows how often; states without a \
             number are not expanded. Green states are won.\n",
            order::BOARD
        );
    }
    text
}

/// The table of an algorithm's parameters, if it has any. Parameters of one game's heuristics are
/// omitted if every game offers the algorithm.
fn parameters(offers: &Offers<'_>) -> String {
    let is_common = |parameter: &&ParameterInfo| {
        offers.iter().all(|(_, algorithm)| algorithm.reads(parameter.name))
    };
    let own = offers[0].1.schema.iter().filter(|parameter| parameter.name != HEURISTIC.name);
    let listed: Vec<&ParameterInfo> = own.filter(is_common).collect();
    if listed.is_empty() {
        return String::new();
    }
    let mut text =
        "\n| parameter | type | range | default | meaning |\n|---|---|---|---|---|\n".to_owned();
    for parameter in listed {
        let range = match (parameter.least, parameter.most) {
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("{least} or more"),
            _ => parameter.choices.join(", "),
        };
        let default = parameter.default.as_ref().map(ToString::to_string).unwrap_or_default();
        text += &row(&[
            format!("`--{}`", parameter.name),
            parameter.kind.to_owned(),
            range,
            default,
            escaped(parameter.help),
        ]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_has_facts_and_general_ones_a_picture() {
        let games: Vec<GameInfo> = GAMES.iter().map(|entry| entry.info()).collect();
        let mut names: Vec<&str> = Vec::new();
        for algorithm in games.iter().flat_map(|game| &game.algorithms) {
            if !names.contains(&algorithm.name) {
                names.push(algorithm.name);
            }
        }
        let offers = |game: &GameInfo, name| game.algorithms.iter().any(|own| own.name == name);
        let (general, own): (Vec<&str>, Vec<&str>) =
            names.iter().partition(|&&name| games.iter().all(|game| offers(game, name)));
        let listed = |facts: &[papers::Facts]| facts.iter().map(|one| one.name).collect::<Vec<_>>();
        assert_eq!(listed(papers::GENERAL), general);
        assert_eq!(listed(papers::one_game::FACTS), own);
        for name in general {
            assert!(order::picture(name).is_some(), "{name}");
        }
    }
}
