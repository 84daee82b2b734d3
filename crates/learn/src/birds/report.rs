//! The paper's tables and its figure as plain data, its figures beside ours.

use std::time::Duration;

use patience_core::Random;

use super::classifiers::{Classifiers, Fitted, Kind, RANGES, adam, examples};
use super::data::{Sample, samples_by_deal};
use super::deal::Deal;
use super::features::COUNT;
use super::search::{ChildOrder, Searcher, is_plan};
use super::sheet::{Sheet, deviation, mean, median, percent, percents, published, seconds};
use super::{chart, mcts};
use crate::models::{
    COLUMNS, Classifier, CubicScore, Logistic, Loss, Network, Scaling, Table, cubic,
};

/// Deals of the training data; the paper's.
pub const DEALS: u32 = 2500;

/// The deals that the searches are compared on: Python's `random.seed(1)`, the first fifty of
/// `sorted(random.sample(range(1, 100000), 100))`.
pub(crate) const TEST_DEALS: [i64; 50] = [
    277, 1207, 2817, 2926, 3336, 3716, 3807, 4010, 4526, 8272, 11334, 12303, 13108, 13400, 14147,
    15456, 15846, 17612, 21457, 22677, 24368, 24884, 27520, 28391, 28677, 29058, 29985, 30261,
    30551, 31817, 33433, 34909, 37246, 37983, 38849, 39764, 41607, 43608, 45312, 48120, 49114,
    49757, 49966, 51094, 51558, 52991, 54305, 54550, 55327, 55328,
];

/// The paper's repetition: its training data, generated again.
///
/// ```
/// use patience_learn::birds::report::Repetition;
///
/// let sheet = Repetition::new(40, 1, 2).by_deal().table_2();
/// assert!(sheet.rows.iter().all(|row| row.len() == sheet.header.len()));
/// ```
#[derive(Clone, Debug)]
pub struct Repetition {
    /// By deal.
    samples: Vec<Vec<Sample>>,
    /// Whether deals go to the training or the test as a whole; in the paper their positions go
    /// there one by one.
    by_deal: bool,
    seed: u64,
    threads: usize,
}

/// Training and test samples of one experiment.
struct Split {
    /// Raw features.
    train: Table,
    test: Table,
    /// Test samples on the right side if everything is called what most training samples are.
    majority: f64,
    /// Test samples on the right side if exactly the connected ones are called solvable.
    connected: f64,
    /// Samples that are solvable, of all.
    solvable: f64,
    count: usize,
}

/// A logistic model on scaled columns with its accuracies.
struct Trained {
    model: Logistic,
    scaling: Scaling,
    accuracy: [f64; 2],
}

impl Repetition {
    /// Plays and labels the deals 1 to `deals` ([`DEALS`] for the paper's).
    pub fn new(deals: u32, seed: u64, threads: usize) -> Repetition {
        Repetition::watched(deals, seed, threads, &|| {})
    }

    /// The same; `done` is told of every deal that was played.
    pub fn watched(deals: u32, seed: u64, threads: usize, done: &(dyn Fn() + Sync)) -> Repetition {
        let samples = samples_by_deal(deals, seed, threads, done)
            .into_iter()
            .map(|(_, samples)| samples)
            .collect();
        Repetition { samples, by_deal: false, seed, threads }
    }

    /// The same with whole deals kept apart for the test.
    pub fn by_deal(self) -> Repetition {
        Repetition { by_deal: true, ..self }
    }

    /// Three quarters of the samples with so many cards for training, one for the test, drawn with
    /// the seed.
    fn split(&self, cards: std::ops::RangeInclusive<u8>) -> Split {
        let mut random = Random::new(self.seed);
        let mut groups: Vec<Vec<&Sample>> =
            self.samples.iter().map(|samples| samples.iter().collect()).collect();
        for group in &mut groups {
            group.retain(|sample| cards.contains(&sample.counts.cards));
        }
        if !self.by_deal {
            groups = groups.concat().into_iter().map(|sample| vec![sample]).collect();
        }
        random.shuffle(&mut groups);
        let (test, train) = groups.split_at(groups.len() / 4);
        let (test, train) = (&test.concat(), &train.concat());
        let chosen = [&test[..], &train[..]].concat();
        let count = chosen.len();
        let table = |part: &[&Sample]| {
            Table::new(COUNT, part.iter().map(|sample| (sample.counts.features(), sample.solvable)))
        };
        let share = |part: &[&Sample], right: &dyn Fn(&Sample) -> bool| {
            part.iter().filter(|sample| right(sample)).count() as f64 / part.len() as f64
        };
        let mostly = share(train, &|sample| sample.solvable) >= 0.5;
        Split {
            majority: share(test, &|sample| sample.solvable == mostly),
            connected: share(test, &|sample| sample.solvable == sample.connected),
            solvable: share(&chosen, &|sample| sample.solvable),
            train: table(train),
            test: table(test),
            count,
        }
    }

    fn logistic(&self, split: &Split, expand: bool) -> Trained {
        let columns =
            |table: &Table| if expand { table.map(COLUMNS, cubic) } else { table.clone() };
        let (train, test) = (columns(&split.train), columns(&split.test));
        let scaling = Scaling::of(&[&train, &test]);
        let (train, test) = (scaling.apply(&train), scaling.apply(&test));
        let model = Logistic::fit(&train, 1.0);
        let accuracy = [model.accuracy(&train), model.accuracy(&test)];
        Trained { model, scaling, accuracy }
    }

    fn score(&self, cards: std::ops::RangeInclusive<u8>) -> CubicScore {
        let trained = self.logistic(&self.split(cards), true);
        CubicScore::new(&trained.model, &trained.scaling)
    }

    /// Classifiers of a kind for the searches: what `--model` takes. `deals` is as many as were
    /// played.
    pub fn classifiers(&self, kind: Kind, deals: u32) -> Classifiers {
        let fitted = |(low, high): (u8, u8)| {
            let split = self.split(low..=high);
            Fitted::fit(kind, &split.train, &mut Random::new(self.seed))
                .unwrap_or_else(|| Fitted::LogisticRegression(Box::new(self.score(low..=high))))
        };
        let recipe = format!(
            "{} on three quarters of the Birds paper's samples of deals neller/1 to {deals}; a model each for {RANGES:?} cards",
            kind.name()
        );
        Classifiers::new(kind, recipe, self.seed, RANGES.map(fitted).into())
    }

    /// The five searches of Table 5 in its order.
    pub fn searches(&self) -> Vec<(&'static str, ChildOrder)> {
        let by_cards = [(15, 16), (13, 14), (11, 12), (9, 10)].into_iter().fold(
            ChildOrder::plain(),
            |policy, (low, high)| {
                policy.with(u32::from(low)..=u32::from(high), self.score(low..=high))
            },
        );
        vec![
            ("DFS", ChildOrder::plain()),
            ("LR+DFS", by_cards),
            ("LR", ChildOrder::plain().with(2..=16, self.score(0..=16))),
            ("LR16+DFS", ChildOrder::plain().with(16..=16, self.score(16..=16))),
            ("LR8+DFS", ChildOrder::plain().with(8..=16, self.score(8..=16))),
        ]
    }

    /// Table 1: seven kinds of models on the six raw features of all samples.
    pub fn table_1(&self) -> Sheet {
        let split = self.split(0..=16);
        let mut sheet = Sheet::new(
            "Table 1: kinds of models on the six features",
            &["model", "paper train / test %", "ours train / test %"],
        );
        let mut random = Random::new(self.seed);
        let ours = Kind::ALL.map(|(_, kind)| match kind {
            Kind::LogisticRegression => self.logistic(&split, false).accuracy,
            Kind::NeuralNetwork => self.best_network(&split),
            others => {
                let model =
                    Fitted::fit(others, &split.train, &mut random).expect("it takes raw features");
                [model.accuracy(&split.train), model.accuracy(&split.test)]
            }
        });
        for (paper, ours) in published(1).into_iter().zip(ours) {
            sheet.rows.push(vec![paper.name, paper.accuracy, percents(ours)]);
        }
        sheet.baselines(&split);
        sheet
    }

    /// Table 2: six features against their 83 monomials.
    pub fn table_2(&self) -> Sheet {
        let mut sheet = Sheet::new(
            "Table 2: logistic regression on features and on their polynomials of degree 3",
            &[
                "cards",
                "columns",
                "paper train / test %",
                "ours train / test %",
                "majority",
                "connected",
            ],
        );
        let mut paper = published(2).into_iter();
        for (name, cards) in [("0-16", 0..=16), ("8-16", 8..=16), ("16", 16..=16)] {
            let split = self.split(cards);
            for (columns, expand) in [(COUNT, false), (COLUMNS, true)] {
                let ours = percents(self.logistic(&split, expand).accuracy);
                let paper = paper.next().expect("six rows are published").accuracy;
                let [majority, connected] = [split.majority, split.connected].map(percent);
                sheet.rows.push(vec![
                    name.into(),
                    columns.to_string(),
                    paper,
                    ours,
                    majority,
                    connected,
                ]);
            }
        }
        sheet.notes.push(BASELINES.into());
        sheet
    }

    /// Table 3: a model for each two numbers of cards.
    pub fn table_3(&self) -> Sheet {
        let ranges = [
            ("16 and 15", 15..=16),
            ("14 and 13", 13..=14),
            ("12 and 11", 11..=12),
            ("10 and 9", 9..=10),
        ];
        self.models("Table 3: the models of LR+DFS, by cards left", 3, ranges)
    }

    /// Table 4: the models of the other searches.
    pub fn table_4(&self) -> Sheet {
        let ranges =
            [("all (LR)", 0..=16), ("8 and more (LR8+DFS)", 8..=16), ("16 (LR16+DFS)", 16..=16)];
        self.models("Table 4: the models of the other searches", 4, ranges)
    }

    fn models<const N: usize>(
        &self,
        title: &str,
        table: u8,
        ranges: [(&str, std::ops::RangeInclusive<u8>); N],
    ) -> Sheet {
        let mut sheet = Sheet::new(
            title,
            &[
                "cards",
                "samples",
                "solvable, paper",
                "ours %",
                "paper train / test %",
                "ours train / test %",
                "majority",
                "connected",
            ],
        );
        for ((name, cards), paper) in ranges.into_iter().zip(published(table)) {
            let split = self.split(cards);
            let accuracy = percents(self.logistic(&split, true).accuracy);
            let [solvable, majority, connected] =
                [split.solvable, split.majority, split.connected].map(percent);
            let published =
                paper.condition.trim_start_matches("solvable ").trim_end_matches(" %").to_owned();
            sheet.rows.push(vec![
                name.into(),
                split.count.to_string(),
                published,
                solvable,
                paper.accuracy,
                accuracy,
                majority,
                connected,
            ]);
        }
        sheet.notes.push(BASELINES.into());
        sheet
    }

    /// Table 5: nodes and times of the searches. `clock` tells the time since any moment.
    pub fn table_5(&self, clock: &dyn Fn() -> Duration) -> Sheet {
        let mut sheet = Sheet::new(
            "Table 5: the searches on fifty deals",
            &[
                "search",
                "",
                "nodes: median",
                "mean",
                "deviation",
                "time: median",
                "mean",
                "deviation",
                "all 50: median",
                "mean",
                "time in all",
            ],
        );
        for (name, policy) in self.searches() {
            let mut searcher = Searcher::new(policy);
            let (mut nodes, mut times) = (Vec::new(), Vec::new());
            for deal in TEST_DEALS {
                let deal = Deal::neller(deal);
                let before = clock();
                let found = searcher.search(&deal);
                times.push((clock() - before).as_secs_f64());
                assert!(
                    found.plan.is_some_and(|plan| is_plan(&deal, &plan)),
                    "every plan is validated"
                );
                nodes.push(found.nodes as f64);
            }
            let paper = include_str!("../../data/birds-report-search.csv")
                .lines()
                .map(|line| line.split(',').collect::<Vec<_>>())
                .find(|fields| fields[0] == name)
                .expect("every search is published");
            let number = |field: &str| field.parse::<f64>().expect("a number is published");
            let mut row = vec![name.to_owned(), "paper".to_owned()];
            row.extend(paper[1..4].iter().map(|field| format!("{:.0}", number(field))));
            row.extend(paper[4..7].iter().map(|field| seconds(number(field))));
            row.extend([const { String::new() }; 3]);
            sheet.rows.push(row);
            let mut row = vec![String::new(), "ours".to_owned()];
            row.extend(
                [median(&nodes[1..]), mean(&nodes[1..]), deviation(&nodes[1..])]
                    .map(|value| format!("{value:.0}")),
            );
            row.extend(
                [median(&times[1..]), mean(&times[1..]), deviation(&times[1..])].map(seconds),
            );
            row.extend([median(&nodes), mean(&nodes)].map(|value| format!("{value:.0}")));
            row.push(seconds(times.iter().sum()));
            sheet.rows.push(row);
        }
        sheet.notes.push(
            "The paper's figures are over the 49 differences of a running total: the first deal is missing. So they are \
             here; the last columns are over all fifty. The visited set is kept from deal to deal, as in the paper's \
             program; times include all features and models."
                .into(),
        );
        sheet
    }

    /// Figure 1: the running total of nodes over the fifty deals, as SVG.
    pub fn figure_1(&self) -> String {
        let lines = self.searches().into_iter().map(|(name, policy)| {
            let mut searcher = Searcher::new(policy);
            let mut total = 0.0;
            let totals = TEST_DEALS.iter().map(|deal| {
                total += searcher.search(&Deal::neller(*deal)).nodes as f64;
                total
            });
            (name.to_owned(), totals.collect())
        });
        chart::lines(
            "Running total of nodes over fifty deals",
            "deals",
            "nodes",
            &lines.collect::<Vec<_>>(),
        )
    }

    /// The best, on the test samples, of the paper's 16 networks: four penalties and four depths.
    /// Trained on the distinct rows under min-max scaling.
    fn best_network(&self, split: &Split) -> [f64; 2] {
        let scaling = Scaling::of(&[&split.train, &split.test]);
        let (train, test) = (scaling.apply(&split.train), scaling.apply(&split.test));
        let examples = examples(&train);
        let settings: Vec<(f32, usize)> = [0.0001, 0.01, 1.0, 3.0]
            .into_iter()
            .flat_map(|penalty| [1, 3, 6, 12].map(|layers| (penalty, layers)))
            .collect();
        let attempt = |(penalty, layers): (f32, usize)| {
            let mut random = Random::new(self.seed);
            let mut network = Network::new(COUNT, &vec![100; layers], &mut random);
            network.train(&examples, Loss::Logistic, adam(penalty), &mut random);
            [network.accuracy(&train), network.accuracy(&test)]
        };
        // Strided, so that the deep networks are shared out.
        let threads = self.threads.max(1);
        let worker = |first: usize| {
            settings.iter().skip(first).step_by(threads).map(|it| attempt(*it)).collect::<Vec<_>>()
        };
        let accuracies: Vec<[f64; 2]> = std::thread::scope(|scope| {
            let worker = &worker;
            let workers: Vec<_> =
                (0..threads).map(|first| scope.spawn(move || worker(first))).collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("training does not panic"))
                .collect()
        });
        accuracies
            .into_iter()
            .max_by(|a, b| a[1].total_cmp(&b[1]).then(a[0].total_cmp(&b[0])))
            .expect("16 networks were trained")
    }
}

/// Table 6: Monte Carlo tree search on the first thirty of the fifty deals. It needs no training
/// data.
///
/// ```
/// use patience_learn::birds::report::table_6;
/// use std::time::Duration;
///
/// let sheet = table_6(&[10], 1, &|| Duration::ZERO);
/// assert_eq!(sheet.rows.len(), 1);
/// ```
pub fn table_6(simulations: &[u32], seed: u64, clock: &dyn Fn() -> Duration) -> Sheet {
    let mut sheet = Sheet::new(
        "Table 6: Monte Carlo tree search on thirty deals",
        &[
            "simulations a move",
            "paper: won",
            "paper: time a deal, mean",
            "ours: won",
            "time a deal: median",
            "mean",
        ],
    );
    for &simulations in simulations {
        let (mut won, mut times) = (0, Vec::new());
        for &deal in &TEST_DEALS[..30] {
            let before = clock();
            let dealt = Deal::neller(deal);
            let plan =
                mcts::play(&dealt, simulations, &mut Random::new(seed.wrapping_add(deal as u64)));
            times.push((clock() - before).as_secs_f64());
            won += u32::from(is_plan(&dealt, &plan));
        }
        // The paper gives one setting.
        let published = if simulations == 160_000 { ["30 of 30", "23.16 min"] } else { ["", ""] };
        sheet.rows.push(vec![
            simulations.to_string(),
            published[0].into(),
            published[1].into(),
            format!("{won} of 30"),
            seconds(median(&times)),
            seconds(mean(&times)),
        ]);
    }
    sheet
}

const BASELINES: &str = "Baselines on the same test samples: `majority` says of all what most training samples are; \
                         `connected` says solvable exactly if the compatibility graph of the cards left is connected.";

impl Sheet {
    fn baselines(&mut self, split: &Split) {
        for (name, share) in
            [("always the majority", split.majority), ("solvable iff connected", split.connected)]
        {
            self.rows.push(vec![name.into(), String::new(), format!("— / {}", percent(share))]);
        }
        self.notes.push(format!(
            "{} samples, {} % solvable, {} distinct training rows; the baselines are on the test samples.",
            split.count,
            percent(split.solvable),
            split.train.len()
        ));
    }
}
