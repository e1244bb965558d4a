//! One opening, and the openings of a match: which round plays which one.

use crate::engine::Variant;
use crate::engines::GameSpec;
use crate::game::{DynRecord, Move, Setup, Symmetry, symmetries_of};
use crate::tournament::openings::generator::{GeneratorSettings, OpeningGenerator};
use crate::util::rng::{Rng, mix};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// An opening: a start position and the moves from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The source, for records and reports: `openings.txt:7`, `games.sgf#2`, `book:7` or `generated 7`. Empty for the
    /// starting position.
    pub name: String,
    /// The position before the first move, if it is not the regular one (Othello).
    pub start: Option<Setup>,
    /// The moves from there, including passes.
    pub moves: Vec<Move>,
}

impl Opening {
    /// A record of the opening's moves.
    ///
    /// # Errors
    /// The opening breaks the rules: the board size, the start position, or a move is illegal, or the
    /// game is over after it. The text is a sentence.
    pub(crate) fn record(&self, spec: GameSpec) -> Result<Box<dyn DynRecord>, String> {
        let mut record = spec.variant.new_record(spec.size).ok_or_else(|| {
            format!(
                "{} is not played on a board of size {}; expected {}",
                spec.variant,
                spec.size,
                spec.variant.sizes()
            )
        })?;
        if let Some(start) = &self.start {
            record.set_up(start).map_err(|error| error.to_string())?;
        }
        for (index, &mv) in self.moves.iter().enumerate() {
            let side = record.side();
            record
                .play(side, mv)
                .map_err(|reason| format!("move {} ({mv}): {reason}", index + 1))?;
        }
        if record.outcome().is_some() {
            return Err("the game is over after this opening; expected a shorter one".into());
        }
        Ok(record)
    }

    /// The opening under a symmetry of the board.
    #[must_use]
    pub(crate) fn image(&self, symmetry: Symmetry, size: u8) -> Self {
        let start = self.start.as_ref().map(|start| {
            let mut image = Setup::empty(size);
            for (side, vertex) in start.stones() {
                image.set(symmetry.vertex(vertex, size), Some(side));
            }
            image.to_move = start.to_move;
            image
        });
        let moves = self.moves.iter().map(|&mv| match mv {
            Move::Place(vertex) => Move::Place(symmetry.vertex(vertex, size)),
            Move::Pass => Move::Pass,
        });
        Self {
            name: self.name.clone(),
            start,
            moves: moves.collect(),
        }
    }
}

/// The order in which the openings of a file are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// In the order of the file
    #[default]
    Sequential,
    /// Shuffled; no opening repeats before all have been played
    Random,
}

/// Whether openings are rotated and mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSymmetry {
    /// As they are
    #[default]
    None,
    /// Rotated and mirrored at random
    Random,
}

/// The source of the openings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OpeningSource {
    /// Every game starts from the starting position.
    StartPosition,
    /// The openings of a file, at least one.
    List(Vec<Opening>),
    /// A new opening is generated for every round.
    Generated(GeneratorSettings),
}

/// The opening of every round.
///
/// It is a function of these settings and the round alone, so that all shards of a match, and a match
/// that is resumed, play the same openings.
#[derive(Debug)]
pub(crate) struct Openings {
    spec: GameSpec,
    source: OpeningSource,
    order: OpeningOrder,
    symmetry: OpeningSymmetry,
    seed: u64,
    /// The number of openings of a list that are skipped, in the order in which they are played.
    skipped: u32,
    /// The latest generated openings, since all games of a round need theirs.
    recent: Mutex<VecDeque<(u32, Opening)>>,
}

/// Number of rounds whose generated openings are cached.
const CACHED_ROUNDS: usize = 64;

/// Separates the streams of random numbers that are derived from one seed.
#[derive(Clone, Copy)]
enum Stream {
    Shuffle = 1,
    Symmetry = 2,
    Generate = 3,
}

impl Openings {
    /// The openings of a match.
    pub(crate) fn new(
        spec: GameSpec,
        source: OpeningSource,
        order: OpeningOrder,
        symmetry: OpeningSymmetry,
        seed: u64,
    ) -> Self {
        Self {
            spec,
            source,
            order,
            symmetry,
            seed,
            skipped: 0,
            recent: Mutex::new(VecDeque::new()),
        }
    }

    /// The same openings without the first ones of a list.
    #[must_use]
    pub(crate) fn skipping(self, skipped: u32) -> Self {
        Self { skipped, ..self }
    }

    /// The number of openings of a file; `None` for openings without end.
    pub(crate) fn count(&self) -> Option<usize> {
        match &self.source {
            OpeningSource::StartPosition => Some(1),
            OpeningSource::List(list) => Some(list.len()),
            OpeningSource::Generated(_) => None,
        }
    }

    /// Names the longest opening of the first rounds, with its length, if it has at least this number of moves.
    pub(crate) fn reaching(&self, moves: usize, rounds: u32) -> Option<(String, usize)> {
        match &self.source {
            OpeningSource::StartPosition => None,
            OpeningSource::Generated(settings) => {
                let plies = usize::from(settings.plies);
                (plies >= moves).then(|| ("the generated openings".to_owned(), plies))
            }
            OpeningSource::List(list) => {
                let reaches = |opening: &&Opening| opening.moves.len() >= moves;
                // Mostly there is none. Following a shuffled list would take longer.
                list.iter().find(reaches)?;
                let len = list.len() as u64;
                let places = u64::from(self.skipped)..;
                let places = places.take(list.len().min(rounds as usize));
                let played = places.map(|place| &list[self.index(place, len)]);
                let length = |opening: &&Opening| opening.moves.len();
                let longest = played.filter(reaches).max_by_key(length)?;
                Some((format!("the opening {}", longest.name), longest.moves.len()))
            }
        }
    }

    /// Whether openings are generated.
    pub(crate) fn are_generated(&self) -> bool {
        matches!(self.source, OpeningSource::Generated(_))
    }

    fn rng(&self, stream: Stream, number: u32) -> Rng {
        Rng::new(mix(
            mix(self.seed ^ (stream as u64) << 32) ^ u64::from(number)
        ))
    }

    /// The opening of a round.
    pub(crate) fn of_round(&self, round: u32, generator: &mut OpeningGenerator) -> Opening {
        let opening = match &self.source {
            OpeningSource::StartPosition => Opening::default(),
            OpeningSource::List(list) => {
                let place = u64::from(round) + u64::from(self.skipped);
                list[self.index(place, list.len() as u64)].clone()
            }
            OpeningSource::Generated(settings) => self.generated(settings, round, generator),
        };
        match self.symmetry {
            OpeningSymmetry::None => opening,
            OpeningSymmetry::Random => {
                let symmetries = symmetries(self.spec, &opening);
                let mut rng = self.rng(Stream::Symmetry, round);
                let chosen = rng.below(symmetries.len() as u64);
                opening.image(symmetries[chosen as usize], self.spec.size)
            }
        }
    }

    /// The index of an opening in a list of `len`; the list is played again and again.
    fn index(&self, place: u64, len: u64) -> usize {
        let (lap, place) = ((place / len) as u32, (place % len) as usize);
        match self.order {
            OpeningOrder::Sequential => place,
            OpeningOrder::Random => {
                let mut rng = self.rng(Stream::Shuffle, lap);
                let mut order: Vec<usize> = (0..len as usize).collect();
                // Fisher-Yates shuffle from the front, as far as it is needed.
                for at in 0..=place {
                    order.swap(at, at + rng.below(len - at as u64) as usize);
                }
                order[place]
            }
        }
    }

    fn generated(
        &self,
        settings: &GeneratorSettings,
        round: u32,
        generator: &mut OpeningGenerator,
    ) -> Opening {
        let known = |recent: &VecDeque<(u32, Opening)>| {
            let found = recent.iter().find(|(number, _)| *number == round);
            found.map(|(_, opening)| opening.clone())
        };
        let lock = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opening) = known(&lock()) {
            return opening;
        }
        let rng = self.rng(Stream::Generate, round);
        let opening = Opening {
            name: format!("generated {}", u64::from(round) + 1),
            start: None,
            moves: generator.generate(self.spec, settings, rng),
        };
        let mut recent = lock();
        if known(&recent).is_none() {
            recent.push_back((round, opening.clone()));
            if recent.len() > CACHED_ROUNDS {
                recent.pop_front();
            }
        }
        opening
    }
}

/// The symmetries of the board under which the game stays the same. From Othello's regular starting
/// position these are only the symmetries of that position.
fn symmetries(spec: GameSpec, opening: &Opening) -> Vec<Symmetry> {
    if spec.variant != Variant::Othello || opening.start.is_some() {
        return Symmetry::ALL.to_vec();
    }
    let start = spec
        .variant
        .new_record(spec.size)
        .map(|record| record.current());
    let stones: Vec<_> = start.iter().flat_map(Setup::stones).collect();
    symmetries_of(&stones, spec.size)
}

#[cfg(test)]
mod tests;
