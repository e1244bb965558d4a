//! The openings of a match: from files, or made by the engine; every round has one.

mod file;
mod generator;

pub use file::{Format, OpeningsError, read};
pub use generator::{Made, OpeningGenerator};

use crate::engine::Variant;
use crate::engines::GameSpec;

use crate::game::symmetry::{Symmetry, symmetries_of};
use crate::game::{DynRecord, Move, Setup};
use crate::util::rng::{Rng, mix};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// What is on the board when the engines begin to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Where it comes from, for people: `openings.txt:7`. Empty for the starting position.
    pub name: String,
    /// The position before the first move, if it is not the regular one (Othello).
    pub start: Option<Setup>,
    /// The moves from there, passes written out.
    pub moves: Vec<Move>,
}

impl Opening {
    /// A board with the opening on it.
    ///
    /// # Errors
    /// What the rules have against it, in words: the size, the set-up, a move, or that nothing is
    /// left to play.
    pub fn record(&self, spec: GameSpec) -> Result<Box<dyn DynRecord>, String> {
        let mut record = spec.variant.new_record(spec.size).ok_or_else(|| {
            format!(
                "{} is not played on a board of size {}, expected {}",
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
            return Err("the game is over after these moves, so there is nothing to play".into());
        }
        Ok(record)
    }

    /// The same opening, turned or mirrored.
    #[must_use]
    fn image(&self, symmetry: Symmetry, size: u8) -> Self {
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

/// In which order openings are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// As they are listed.
    #[default]
    Sequential,
    /// Shuffled; every one is used once before the first is used again.
    Random,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Every game begins from the starting position.
    None,
    /// A list, not empty.
    List(Vec<Opening>),
    /// The engine makes one for every round.
    Made(Made),
}

/// The opening of every round. Depends on nothing but what is in here, so that all machines that
/// take part in a match, and a match that is resumed, have the same ones.
#[derive(Debug)]
pub struct Openings {
    spec: GameSpec,
    source: Source,
    order: OpeningOrder,
    seed: u64,
    /// Whether every round turns or mirrors its opening.
    flips: bool,
    /// Made a short while ago, because the games of a round need them more than once.
    recent: Mutex<VecDeque<(u32, Opening)>>,
}

/// Rounds whose made openings are remembered.
const RECENT: usize = 64;

/// Keeps the random choices apart that are made with one seed.
#[derive(Clone, Copy)]
enum Purpose {
    Shuffle = 1,
    Turn = 2,
    Make = 3,
}

impl Openings {
    /// Openings from `source`. `turned`: every round turns or mirrors its opening, by chance.
    pub fn new(
        spec: GameSpec,
        source: Source,
        order: OpeningOrder,
        seed: u64,
        flips: bool,
    ) -> Self {
        Self {
            spec,
            source,
            order,
            seed,
            flips,
            recent: Mutex::new(VecDeque::new()),
        }
    }

    /// Whether there is nothing but the starting position.
    pub fn is_none(&self) -> bool {
        self.source == Source::None
    }

    /// How many different openings there are, if they are limited.
    pub fn len(&self) -> Option<usize> {
        match &self.source {
            Source::None => Some(1),
            Source::List(list) => Some(list.len()),
            Source::Made(_) => None,
        }
    }

    /// Never true: the starting position is an opening.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    fn rng(&self, purpose: Purpose, number: u32) -> Rng {
        Rng::new(mix(
            mix(self.seed ^ (purpose as u64) << 32) ^ u64::from(number)
        ))
    }

    /// The opening of a round.
    pub fn of_round(&self, round: u32, maker: &mut OpeningGenerator) -> Opening {
        let opening = match &self.source {
            Source::None => Opening::default(),
            Source::List(list) => list[self.place(round, list.len())].clone(),
            Source::Made(made) => self.made(made, round, maker),
        };
        if !self.flips {
            return opening;
        }
        let symmetries = symmetries(self.spec, &opening);
        let chosen = self
            .rng(Purpose::Turn, round)
            .below(symmetries.len() as u64);
        opening.image(symmetries[chosen as usize], self.spec.size)
    }

    /// Which of `len` openings a round has.
    fn place(&self, round: u32, len: usize) -> usize {
        let place = round as usize % len;
        match self.order {
            OpeningOrder::Sequential => place,
            OpeningOrder::Random => {
                let lap = round as usize / len;
                let mut rng = self.rng(Purpose::Shuffle, lap as u32);
                let mut order: Vec<usize> = (0..len).collect();
                // Fisher and Yates, from the front, as far as it is needed.
                for at in 0..=place {
                    order.swap(at, at + rng.below((len - at) as u64) as usize);
                }
                order[place]
            }
        }
    }

    fn made(&self, made: &Made, round: u32, maker: &mut OpeningGenerator) -> Opening {
        let known = |recent: &VecDeque<(u32, Opening)>| {
            let found = recent.iter().find(|(number, _)| *number == round);
            found.map(|(_, opening)| opening.clone())
        };
        let lock = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opening) = known(&lock()) {
            return opening;
        }
        let rng = self.rng(Purpose::Make, round);
        let opening = Opening {
            name: format!("made {}", u64::from(round) + 1),
            start: None,
            moves: maker.make(self.spec, made, rng),
        };
        let mut recent = lock();
        if known(&recent).is_none() {
            recent.push_back((round, opening.clone()));
            if recent.len() > RECENT {
                recent.pop_front();
            }
        }
        opening
    }
}

/// The symmetries of the board that keep the game what it is: for Othello from the regular starting
/// position only those that map it to itself.
fn symmetries(spec: GameSpec, opening: &Opening) -> Vec<Symmetry> {
    if spec.variant != Variant::Othello || opening.start.is_some() {
        return Symmetry::ALL.to_vec();
    }
    let start = spec
        .variant
        .new_record(spec.size)
        .map(|record| record.now());
    let stones: Vec<_> = start.iter().flat_map(Setup::stones).collect();
    symmetries_of(&stones, spec.size)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::gomoku::Rule;
    use std::collections::BTreeSet;

    const OTHELLO: GameSpec = GameSpec {
        variant: Variant::Othello,
        size: 8,
    };
    const GOMOKU: GameSpec = GameSpec {
        variant: Variant::Gomoku(Rule::Freestyle),
        size: 15,
    };

    fn list(spec: GameSpec, texts: &[&str]) -> Source {
        let openings = texts.iter().map(|text| Opening {
            name: (*text).into(),
            start: None,
            moves: text
                .split(' ')
                .map(|name| Move::from_name(name, spec.size).unwrap())
                .collect(),
        });
        Source::List(openings.collect())
    }

    #[test]
    fn every_opening_is_used_before_one_is_used_again() {
        let names: Vec<String> = (1..=15).map(|row| format!("a{row}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let order = |order, seed| -> Vec<String> {
            let openings = Openings::new(GOMOKU, list(GOMOKU, &names), order, seed, false);
            let mut maker = OpeningGenerator::default();
            (0..30)
                .map(|round| openings.of_round(round, &mut maker).name)
                .collect()
        };
        let sequential = order(OpeningOrder::Sequential, 0);
        assert_eq!(sequential[..15], names[..]);
        assert_eq!(sequential[15..], names[..]);
        let random = order(OpeningOrder::Random, 1);
        assert_eq!(
            random,
            order(OpeningOrder::Random, 1),
            "the same for the same seed"
        );
        assert_ne!(random, order(OpeningOrder::Random, 2));
        for lap in random.chunks(15) {
            assert_eq!(lap.iter().collect::<BTreeSet<_>>().len(), 15);
        }
        assert_ne!(random[..15], random[15..], "shuffled anew");
        assert_ne!(random[..15], names[..]);
    }

    #[test]
    fn turned_openings_stay_legal() {
        for (spec, text, images) in [(OTHELLO, "f5 d6 c3", 4), (GOMOKU, "h8 i9 j8", 8)] {
            let openings =
                Openings::new(spec, list(spec, &[text]), OpeningOrder::Sequential, 5, true);
            let mut maker = OpeningGenerator::default();
            let seen: BTreeSet<Vec<Move>> = (0..100)
                .map(|round| {
                    let opening = openings.of_round(round, &mut maker);
                    opening.record(spec).unwrap();
                    opening.moves
                })
                .collect();
            assert_eq!(seen.len(), images, "{text}");
        }
    }

    #[test]
    fn a_described_start_is_turned_as_a_whole() {
        let mut start = Setup::empty(8);
        start.set(
            crate::game::Vertex::new(0, 0),
            Some(crate::game::Side::Black),
        );
        start.set(
            crate::game::Vertex::new(1, 0),
            Some(crate::game::Side::White),
        );
        let opening = Opening {
            start: Some(start),
            moves: vec![Move::from_name("c1", 8).unwrap()],
            ..Opening::default()
        };
        // Nothing is left to play after it.
        assert!(opening.record(OTHELLO).is_err());
        let boards: BTreeSet<String> = symmetries(OTHELLO, &opening)
            .into_iter()
            .map(|symmetry| {
                let image = opening.image(symmetry, 8);
                let mut record = OTHELLO.variant.new_record(8).unwrap();
                record.set_up(image.start.as_ref().unwrap()).unwrap();
                record.play(record.side(), image.moves[0]).unwrap();
                format!("{:?}", record.now())
            })
            .collect();
        assert_eq!(boards.len(), 8);
    }

    #[test]
    fn illegal_openings_are_told_apart() {
        let wrong = |spec: GameSpec, names: &[&str]| {
            let opening = Opening {
                moves: names
                    .iter()
                    .map(|name| Move::from_name(name, spec.size).unwrap())
                    .collect(),
                ..Opening::default()
            };
            opening.record(spec).err().unwrap()
        };
        assert_eq!(
            wrong(OTHELLO, &["f5", "a1"]),
            "move 2 (a1): the move flips no disc"
        );
        assert!(
            wrong(
                GOMOKU,
                &["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"]
            )
            .contains("game is over")
        );
    }
}
