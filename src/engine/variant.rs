//! The games that the engine plays. This is one of the few files that name both games.

use crate::game::{DynRecord, Game, Record, Setup, SetupError, SetupFault};
use crate::gomoku::{self, Gomoku, GomokuPlayer, Rule};
use crate::othello::{self, Othello, OthelloPlayer};
use crate::search::{MAX_LEVEL, MovesToGo, Player, PlayerSpec, Strength};
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
    /// Every variant, in the order of lists.
    pub const ALL: [Variant; 6] = [
        Variant::Othello,
        Variant::Gomoku(Rule::Freestyle),
        Variant::Gomoku(Rule::Standard),
        Variant::Gomoku(Rule::Renju),
        Variant::Gomoku(Rule::Caro),
        Variant::Gomoku(Rule::CaroExact),
    ];

    /// The name for people.
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

    /// The name in one word, for command lines.
    pub const fn word(self) -> &'static str {
        match self {
            Variant::Othello => "othello",
            Variant::Gomoku(Rule::Freestyle) => "gomoku",
            Variant::Gomoku(rule) => rule.name(),
        }
    }

    /// The words of these variants as a list, for messages.
    pub fn words(variants: impl IntoIterator<Item = Variant>) -> String {
        let words: Vec<_> = variants.into_iter().map(Variant::word).collect();
        words.join(", ")
    }

    /// The game id in GoGui's rules extension: one capitalised word.
    pub const fn game_id(self) -> &'static str {
        match self {
            Variant::Othello => "Othello",
            Variant::Gomoku(Rule::Renju) => "Renju",
            Variant::Gomoku(_) => "Gomoku",
        }
    }

    /// The game with this name. Case does not matter; blanks, hyphens and underscores are equivalent.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.trim().replace(['-', '_'], " ").to_ascii_lowercase();
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

    /// The supported board sizes, in words.
    pub const fn sizes(self) -> &'static str {
        match self {
            Variant::Othello => "8",
            Variant::Gomoku(_) => "5 to 22",
        }
    }

    /// A record at the regular starting position, or `None` if the size is not supported.
    pub fn new_record(self, size: u8) -> Option<Box<dyn DynRecord>> {
        Some(match self {
            Variant::Othello => Box::new(Record::<Othello>::new(othello_rules(size).ok()?)),
            Variant::Gomoku(rule) => {
                Box::new(Record::<Gomoku>::new(gomoku_rules(size, rule).ok()?))
            }
        })
    }

    /// A record at this start.
    ///
    /// # Errors
    /// The start is not a position of the game.
    pub fn record_from(self, start: &Setup) -> Result<Box<dyn DynRecord>, SetupError> {
        let wrong_size = SetupFault::Size {
            size: start.size,
            expected: self.sizes(),
        };
        let mut record = self.new_record(start.size).ok_or(wrong_size)?;
        if record.start() != *start {
            record.set_up(start)?;
        }
        Ok(record)
    }

    /// The levels of play.
    pub fn levels(self) -> &'static [PlayerSpec; MAX_LEVEL as usize] {
        match self {
            Variant::Othello => &<OthelloPlayer as Player<Othello>>::LEVELS,
            Variant::Gomoku(_) => &<GomokuPlayer as Player<Gomoku>>::LEVELS,
        }
    }

    /// The classic players.
    pub fn classics(self) -> &'static [PlayerSpec] {
        match self {
            Variant::Othello => <OthelloPlayer as Player<Othello>>::CLASSICS,
            Variant::Gomoku(_) => <GomokuPlayer as Player<Gomoku>>::CLASSICS,
        }
    }

    /// Whether the values of a player are expected final differences in discs. Those of the classic players of
    /// Othello, and of the levels that are such players, are in units of their own evaluations.
    pub(crate) fn has_values_in_discs(self, strength: &Strength) -> bool {
        match self {
            Variant::Othello => OthelloPlayer::has_values_in_discs(strength),
            Variant::Gomoku(_) => false,
        }
    }

    /// The number of moves that the side to move still has to make, for the time manager.
    pub fn moves_to_go(self, now: &Setup) -> MovesToGo {
        fn of<G: Game, B: Player<G>>(
            rules: Result<G::Rules, SetupError>,
            now: &Setup,
        ) -> Option<MovesToGo> {
            let position = G::from_setup(rules.ok()?, now).ok()?;
            Some(B::moves_to_go(&position))
        }
        let moves = match self {
            Variant::Othello => of::<Othello, OthelloPlayer>(othello_rules(now.size), now),
            Variant::Gomoku(rule) => of::<Gomoku, GomokuPlayer>(gomoku_rules(now.size, rule), now),
        };
        // A record holds legal positions only, so this default is a safeguard.
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

pub(super) fn othello_rules(size: u8) -> Result<othello::Rules, SetupError> {
    let expected = "8";
    match size {
        8 => Ok(othello::Rules),
        _ => Err(SetupFault::Size { size, expected }.into()),
    }
}

pub(super) fn gomoku_rules(size: u8, rule: Rule) -> Result<gomoku::Rules, SetupError> {
    Ok(gomoku::Rules::new(size, rule)?)
}
