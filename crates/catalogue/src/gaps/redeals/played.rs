//! Redeals during play: their notation among moves, and when they are allowed.

use std::fmt;
use std::str::FromStr;

use patience_core::{Domain, Game};
use patience_games::gaps::two_decks::{self, TwoDecks, TwoDecksDomain};
use patience_games::gaps::{Gaps, GapsDomain, RedealRule, redeal};
use patience_games::separates_moves;
use serde::Serialize;

use crate::entry::Instance;
use crate::{Look, PlanError, find};

/// A redeal among the moves of a game, `redeal/RULE/SEED`; [`redealt`] carries it out. The seed
/// determines the shuffle, so that a game can be replayed from its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redeal {
    /// The redeal rule.
    pub rule: RedealRule,
    /// The seed of the shuffle.
    pub seed: u32,
}

/// The number and condition of redeals under a rule, from [`redeal_offers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RedealOffer {
    /// The name of the rule.
    pub rule: &'static str,
    /// The number of redeals in a whole game.
    pub redeals: u32,
    /// Whether the rule allows a redeal only if no card can move.
    pub blocked_only: bool,
}

/// A part of a game with redeals.
enum Part {
    Moves(String),
    Redeal(String),
}

/// The reason why a game with redeals cannot be [played](play_on).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RedealError {
    /// A word that begins like a redeal but is invalid.
    Word {
        /// Its index among moves and redeals, from 0, if there are several.
        index: Option<usize>,
        /// The word.
        word: String,
    },
    /// Moves that are not legal.
    Plan(PlanError),
    /// A game without redeals.
    NoRedeals(String),
    /// The rule does not allow it here.
    NotAllowed {
        /// The rule.
        rule: &'static str,
        /// Whether the game is won; if not, the rule waits until no card can move.
        is_won: bool,
    },
    /// There are more redeals than the game allows.
    TooMany(u32),
    /// A redeal under a different rule from the first.
    Mixed(&'static str, &'static str),
    /// A redeal among the moves of a game is invalid.
    At {
        /// Its index among the moves and redeals, from 0.
        index: usize,
        /// The redeal.
        redeal: Redeal,
        /// The fault.
        reason: Box<RedealError>,
    },
}

impl fmt::Display for RedealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RedealError::Word { index, word } => {
                if let Some(index) = index {
                    write!(f, "move {}: ", index + 1)?;
                }
                write!(
                    f,
                    "`{}` is not a valid redeal; expected redeal/RULE/SEED with one of the rules \
                     {}, and a number up to 4294967295",
                    word.escape_debug(),
                    RedealRule::ALL.map(RedealRule::name).join(", ")
                )
            }
            RedealError::Plan(error) => error.fmt(f),
            RedealError::NoRedeals(game) => {
                write!(f, "{game} has no redeals; expected a game of gaps")
            }
            RedealError::NotAllowed { is_won: true, .. } => {
                f.write_str("the game is already won; expected a redeal before that")
            }
            RedealError::NotAllowed { rule, .. } => {
                write!(f, "cards can still move; the rule {rule} allows a redeal only if none can")
            }
            RedealError::TooMany(0) => f.write_str("this game has no redeals; expected moves only"),
            RedealError::TooMany(most) => {
                write!(f, "there are more redeals than this game allows; expected at most {most}")
            }
            RedealError::Mixed(first, other) => {
                write!(
                    f,
                    "the game has a redeal by the rule {other} after one by {first}; expected one \
                     rule throughout"
                )
            }
            RedealError::At { index, redeal, reason } => {
                write!(f, "move {} (`{redeal}`): {reason}", index + 1)
            }
        }
    }
}

impl std::error::Error for RedealError {}

impl Redeal {
    /// The prefix of a redeal, with which no move starts.
    pub const PREFIX: &str = "redeal/";

    /// The first of its [words](Redeal::words).
    const WORD: &str = "redeal";

    /// The redeal for people, `redeal (pysol, seed 7)`; [`play_on`] reads it as well.
    pub fn words(self) -> String {
        let (rule, seed) = (self.rule.name(), self.seed);
        match self.rule.shuffles() {
            true => format!("{} ({rule}, seed {seed})", Redeal::WORD),
            false => format!("{} ({rule})", Redeal::WORD),
        }
    }

    /// Whether there is a redeal among the moves of a game, valid or not.
    pub fn is_among(moves: &str) -> bool {
        moves.to_ascii_lowercase().contains(Redeal::WORD)
    }

    /// The length of the redeal at the start of a string, valid or not; 0 for an empty text.
    fn length(text: &str) -> usize {
        let word = text.find(separates_moves).unwrap_or(text.len());
        let rest = text.get(Redeal::WORD.len()..).unwrap_or_default();
        let in_words = rest.trim_start().starts_with('(');
        text.find(')').filter(|_| in_words).map_or(word, |at| at + 1)
    }

    fn in_words(text: &str) -> Option<Self> {
        let told = text.strip_prefix(Redeal::WORD)?.trim_start();
        let told = told.strip_prefix('(')?.strip_suffix(')')?;
        let (rule, seed) = told.split_once(',').unwrap_or((told, ""));
        let rule = RedealRule::named(rule.trim())?;
        let seed = match seed.trim().strip_prefix("seed ") {
            Some(seed) => seed.trim(),
            None if seed.is_empty() && !rule.shuffles() => "0",
            None => return None,
        };
        Some(Redeal { rule, seed: seed.parse().ok()? })
    }
}

impl fmt::Display for Redeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}/{}", Redeal::PREFIX, self.rule.name(), self.seed)
    }
}

impl FromStr for Redeal {
    type Err = RedealError;

    fn from_str(word: &str) -> Result<Self, RedealError> {
        let lower = word.to_ascii_lowercase();
        let in_notation = || {
            let (rule, seed) = lower.strip_prefix(Redeal::PREFIX)?.split_once('/')?;
            Some(Redeal { rule: RedealRule::named(rule)?, seed: seed.parse().ok()? })
        };
        let parsed = in_notation().or_else(|| Redeal::in_words(&lower));
        parsed.ok_or_else(|| RedealError::Word { index: None, word: word.to_owned() })
    }
}

/// A game with redeals.
enum Redealable<'a> {
    OneDeck(&'a Gaps),
    TwoDecks(&'a TwoDecks),
}

impl<'a> Redealable<'a> {
    fn of(instance: &'a dyn Instance) -> Option<Self> {
        let game = instance.typed();
        let one = game.downcast_ref().map(Redealable::OneDeck);
        one.or_else(|| game.downcast_ref().map(Redealable::TwoDecks))
    }

    /// The number of redeals in a whole game.
    fn redeals(&self, rule: RedealRule) -> u32 {
        match self {
            Redealable::OneDeck(game) => rule.redeals_of(game.rules()),
            Redealable::TwoDecks(game) => two_decks::redeals_of(rule, game.rules()),
        }
    }

    /// Whether the rule allows one now.
    fn allows(&self, rule: RedealRule) -> bool {
        match self {
            Redealable::OneDeck(game) => rule.allows(*game, &game.start()),
            Redealable::TwoDecks(game) => rule.allows(*game, &game.start()),
        }
    }

    /// The board after a redeal.
    fn dealt(&self, Redeal { rule, seed }: Redeal) -> String {
        match self {
            Redealable::OneDeck(game) => {
                let dealt = redeal(game, &game.start(), rule, seed.into());
                GapsDomain.notation(&dealt, &dealt.start())
            }
            Redealable::TwoDecks(game) => {
                let dealt = two_decks::redeal(game, &game.start(), rule, seed.into());
                TwoDecksDomain.notation(&dealt, &dealt.start())
            }
        }
    }
}

/// The redeal rules of an instance; empty except for games of Gaps.
///
/// ```
/// use patience_catalogue::{gaps::redeal_offers, open};
///
/// assert!(!redeal_offers(&*open("gaps:random/4x13/1")?).is_empty());
/// assert!(redeal_offers(&*open("birds:neller/42")?).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn redeal_offers(instance: &dyn Instance) -> Vec<RedealOffer> {
    let Some(game) = Redealable::of(instance) else { return Vec::new() };
    let offer = |rule: RedealRule| RedealOffer {
        rule: rule.name(),
        redeals: game.redeals(rule),
        blocked_only: rule.needs_block(),
    };
    RedealRule::ALL.into_iter().map(offer).collect()
}

/// The deal after a redeal of an instance.
///
/// ```
/// use patience_catalogue::gaps::{Redeal, redeal_offers, redealt};
/// use patience_catalogue::open;
///
/// let deal = open("gaps:random/4x13/1")?;
/// let free = redeal_offers(&*deal)
///     .into_iter()
///     .find(|offer| !offer.blocked_only)
///     .expect("a rule that allows it now");
/// let redeal: Redeal = format!("redeal/{}/7", free.rule).parse().expect("a rule and a seed");
/// assert_ne!(redealt(&*deal, redeal).expect("it is allowed").board(), deal.board());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The game has no redeals, or the rule does not allow one here.
pub fn redealt(instance: &dyn Instance, wanted: Redeal) -> Result<Box<dyn Instance>, RedealError> {
    let game = Redealable::of(instance)
        .ok_or_else(|| RedealError::NoRedeals(instance.game().to_owned()))?;
    match game.redeals(wanted.rule) {
        0 => Err(RedealError::TooMany(0)),
        _ => carried_out(instance, &game, wanted),
    }
}

/// The deal after a redeal, without a limit on their number.
fn carried_out(
    instance: &dyn Instance,
    game: &Redealable<'_>,
    wanted: Redeal,
) -> Result<Box<dyn Instance>, RedealError> {
    if !game.allows(wanted.rule) {
        let (rule, is_won) = (wanted.rule.name(), instance.is_won());
        return Err(RedealError::NotAllowed { rule, is_won });
    }
    let (entry, _) = find(instance.game()).expect("the game of an instance is in the catalogue");
    Ok(entry
        .read(Some(instance.rules()), &game.dealt(wanted), instance.id())
        .expect("a redeal is a legal deal"))
}

/// Plays moves and redeals from an instance onward; `each` receives every text and the positions
/// before and after it. The game has this many `redeals`; with `None`, as many as its rule and its
/// rule set allow.
///
/// ```
/// use patience_catalogue::gaps::{RedealError, play_on};
/// use patience_catalogue::open;
///
/// let deal = open("gaps:solvitaire/4x13/7")?;
/// let first = deal.moves()[0].text.clone();
/// let mut told = Vec::new();
/// let after = play_on(deal, &first, None, |_, text, _| {
///     told.push(text.to_owned());
///     Ok::<(), RedealError>(())
/// });
/// assert!(after.is_ok() && told == [first]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A move or redeal is illegal, or `each` fails.
pub fn play_on<E: From<RedealError>>(
    origin: Box<dyn Instance>,
    moves: &str,
    redeals: Option<u32>,
    mut each: impl FnMut(&dyn Instance, &str, &dyn Instance) -> Result<(), E>,
) -> Result<Box<dyn Instance>, E> {
    let mut instance = origin;
    // Errors give the place in the whole line, in which a redeal counts as one move.
    let (mut place, mut made) = (0, Vec::<Redeal>::new());
    for part in parts(moves) {
        match part {
            Part::Moves(moves) => {
                // The whole part is validated first, because only the validation splits the text as
                // the game does.
                let film = instance
                    .film(&moves, Look::PLAIN)
                    .map_err(|error| RedealError::Plan(error.after(place)))?;
                for text in film.into_iter().filter_map(|step| step.text) {
                    let next = instance.after(&text).map_err(RedealError::Plan)?;
                    each(&*instance, &text, &*next)?;
                    instance = next;
                    place += 1;
                }
            }
            Part::Redeal(word) => {
                let wanted = Redeal::from_str(&word)
                    .map_err(|_| RedealError::Word { index: Some(place), word })?;
                made.push(wanted);
                let next = next_deal(&*instance, &made, redeals).map_err(|reason| {
                    RedealError::At { index: place, redeal: wanted, reason: Box::new(reason) }
                })?;
                each(&*instance, &wanted.to_string(), &*next)?;
                instance = next;
                place += 1;
            }
        }
    }
    Ok(instance)
}

/// The deal after the last of the redeals made in a game, if it may have so many.
fn next_deal(
    instance: &dyn Instance,
    made: &[Redeal],
    redeals: Option<u32>,
) -> Result<Box<dyn Instance>, RedealError> {
    let (first, wanted) = (made[0], made[made.len() - 1]);
    let game = Redealable::of(instance)
        .ok_or_else(|| RedealError::NoRedeals(instance.game().to_owned()))?;
    let most = redeals.unwrap_or_else(|| game.redeals(wanted.rule));
    if first.rule != wanted.rule {
        return Err(RedealError::Mixed(first.rule.name(), wanted.rule.name()));
    }
    if made.len() > most as usize {
        return Err(RedealError::TooMany(most));
    }
    carried_out(instance, &game, wanted)
}

/// Splits a string into moves and redeals.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = text;
    let lower = text.to_ascii_lowercase();
    while !rest.is_empty() {
        let begin = lower[text.len() - rest.len()..].find(Redeal::WORD).unwrap_or(rest.len());
        let (moves, redeal) = rest.split_at(begin);
        if !moves.trim().is_empty() {
            parts.push(Part::Moves(moves.to_owned()));
        }
        let (redeal, after) = redeal.split_at(Redeal::length(redeal));
        if !redeal.is_empty() {
            let words: Vec<&str> = redeal.split_whitespace().collect();
            parts.push(Part::Redeal(words.join(" ")));
        }
        rest = after;
    }
    parts
}
