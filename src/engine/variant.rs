//! The games on offer: one of the few places that name both.

use crate::engine::thinker::{GameThinker, Thinker};
use crate::game::setup::SetupFault;
use crate::game::{DynRecord, Game, Record, Setup, SetupError};
use crate::gomoku;
use crate::gomoku::{Gomoku, Rule};
use crate::othello;
use crate::othello::Othello;
use crate::search::{ClassicSpec, LevelSpec, MovesToGo, Player};
use std::fmt;

/// A game with its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Othello on 8x8.
    Othello,
    /// Gomoku on 5x5 to 22x22.
    Gomoku(Rule),
}

impl Variant {
    /// Every game, in the order in which they are listed.
    pub const ALL: [Variant; 6] = [
        Variant::Othello,
        Variant::Gomoku(Rule::Freestyle),
        Variant::Gomoku(Rule::Standard),
        Variant::Gomoku(Rule::Renju),
        Variant::Gomoku(Rule::Caro),
        Variant::Gomoku(Rule::CaroExact),
    ];

    /// The name that lists of games show.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Othello => "Othello",
            Variant::Gomoku(Rule::Freestyle) => "Gomoku",
            Variant::Gomoku(Rule::Standard) => "Gomoku Standard",
            Variant::Gomoku(Rule::Renju) => "Renju",
            Variant::Gomoku(Rule::Caro) => "Caro",
            Variant::Gomoku(Rule::CaroExact) => "Caro Exact",
        }
    }

    /// The game id of GoGui's rules extension: one capitalised word.
    pub const fn game_id(self) -> &'static str {
        match self {
            Variant::Othello => "Othello",
            Variant::Gomoku(Rule::Renju) => "Renju",
            Variant::Gomoku(_) => "Gomoku",
        }
    }

    /// The game that a person means, in any case; blanks, hyphens and underscores are the same.
    pub fn from_name(name: &str) -> Option<Self> {
        let name: String = name
            .trim()
            .chars()
            .map(|c| {
                if matches!(c, '-' | '_') {
                    ' '
                } else {
                    c.to_ascii_lowercase()
                }
            })
            .collect();
        Some(match name.as_str() {
            "othello" | "reversi" => Variant::Othello,
            "gomoku" | "freestyle" | "gomoku freestyle" | "five in a row" => {
                Variant::Gomoku(Rule::Freestyle)
            }
            "gomoku standard" | "standard" => Variant::Gomoku(Rule::Standard),
            "renju" | "gomoku renju" => Variant::Gomoku(Rule::Renju),
            "caro" | "gomoku caro" => Variant::Gomoku(Rule::Caro),
            "caro exact" | "gomoku caro exact" => Variant::Gomoku(Rule::CaroExact),
            _ => return None,
        })
    }

    /// The usual board size.
    pub const fn default_size(self) -> u8 {
        match self {
            Variant::Othello => 8,
            Variant::Gomoku(_) => 15,
        }
    }

    /// The sizes that can be played, in words.
    pub const fn sizes(self) -> &'static str {
        match self {
            Variant::Othello => "8",
            Variant::Gomoku(_) => "5 to 22",
        }
    }

    /// A game from the regular starting position, or `None` if the size cannot be played.
    pub fn new_record(self, size: u8) -> Option<Box<dyn DynRecord>> {
        Some(match self {
            Variant::Othello => Box::new(Record::<Othello>::new(othello_rules(size).ok()?)),
            Variant::Gomoku(rule) => {
                Box::new(Record::<Gomoku>::new(gomoku_rules(size, rule).ok()?))
            }
        })
    }

    /// A new thinker for this game.
    pub(super) fn thinker(self) -> Box<dyn Thinker> {
        match self {
            Variant::Othello => {
                GameThinker::<Othello, othello::OthelloPlayer>::boxed(|size, _| othello_rules(size))
            }
            Variant::Gomoku(_) => {
                GameThinker::<Gomoku, gomoku::GomokuPlayer>::boxed(|size, job| match job.variant {
                    Variant::Gomoku(rule) => gomoku_rules(size, rule),
                    Variant::Othello => Err(bad_size(size, "5 to 22")),
                })
            }
        }
    }

    /// The levels of play.
    pub fn levels(self) -> &'static [LevelSpec; 8] {
        match self {
            Variant::Othello => &<othello::OthelloPlayer as Player<Othello>>::LEVELS,
            Variant::Gomoku(_) => &<gomoku::GomokuPlayer as Player<Gomoku>>::LEVELS,
        }
    }

    /// The classic players.
    pub fn classics(self) -> &'static [ClassicSpec] {
        match self {
            Variant::Othello => <othello::OthelloPlayer as Player<Othello>>::CLASSICS,
            Variant::Gomoku(_) => <gomoku::GomokuPlayer as Player<Gomoku>>::CLASSICS,
        }
    }

    /// How many moves the side to move still has to make, for the clock.
    pub fn moves_to_go(self, now: &Setup) -> MovesToGo {
        fn ask<G: Game, B: Player<G>>(
            rules: Result<G::Rules, SetupError>,
            now: &Setup,
        ) -> Option<MovesToGo> {
            let position = G::from_setup(rules.ok()?, now).ok()?;
            Some(B::moves_to_go(&position))
        }
        let moves = match self {
            Variant::Othello => {
                ask::<Othello, othello::OthelloPlayer>(othello_rules(now.size), now)
            }
            Variant::Gomoku(rule) => {
                ask::<Gomoku, gomoku::GomokuPlayer>(gomoku_rules(now.size, rule), now)
            }
        };
        // A record cannot hold what its rules refuse; if it ever does, be slow rather than wrong.
        moves.unwrap_or(MovesToGo {
            expected: 30.0,
            most: 60,
        })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn bad_size(size: u8, expected: &'static str) -> SetupError {
    SetupError {
        faults: vec![SetupFault::Size { size, expected }],
    }
}

fn othello_rules(size: u8) -> Result<othello::Rules, SetupError> {
    if size == 8 {
        Ok(othello::Rules)
    } else {
        Err(bad_size(size, "8"))
    }
}

fn gomoku_rules(size: u8, rule: Rule) -> Result<gomoku::Rules, SetupError> {
    gomoku::Rules::new(size, rule).map_err(|fault| SetupError {
        faults: vec![fault],
    })
}
