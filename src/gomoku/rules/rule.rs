//! The variants of the game.

use crate::game::Side;
use std::fmt;

/// What wins, and what Black may not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Five or more in a row win (Gomocup rule 0).
    Freestyle,
    /// Exactly five in a row win; six or more do not (Gomocup rule 1).
    Standard,
    /// Black wins with exactly five and may not make an overline, a double four or a double three;
    /// White wins with five or more (Gomocup rule 4).
    Renju,
    /// Five in a row win unless stones of the opponent block both ends; six or more always win
    /// (Gomocup rule 8).
    Caro,
    /// Exactly five in a row win unless stones of the opponent block both ends (Gomocup rule 9).
    CaroExact,
}

impl Rule {
    /// Every rule, in the order of the Gomocup codes.
    pub const ALL: [Rule; 5] = [
        Rule::Freestyle,
        Rule::Standard,
        Rule::Renju,
        Rule::Caro,
        Rule::CaroExact,
    ];

    /// The place of the rule in [`Rule::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The code in the Gomocup protocol's `INFO rule`.
    pub const fn code(self) -> u8 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
            Rule::CaroExact => 9,
        }
    }

    /// The rule with this Gomocup code.
    pub fn from_code(code: u32) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|rule| u32::from(rule.code()) == code)
    }

    /// Whether a row of `length` stones of `side` wins. `closed`: a stone of the opponent stands at each
    /// end of the row. The edge of the board does not close a row.
    pub const fn wins(self, side: Side, length: usize, closed: bool) -> bool {
        match (self, side) {
            (Rule::Freestyle, _) | (Rule::Renju, Side::White) => length >= 5,
            (Rule::Standard, _) | (Rule::Renju, Side::Black) => length == 5,
            (Rule::Caro, _) => length > 5 || length == 5 && !closed,
            (Rule::CaroExact, _) => length == 5 && !closed,
        }
    }

    /// Whether Black has forbidden points.
    pub const fn has_fouls(self) -> bool {
        matches!(self, Rule::Renju)
    }

    /// Whether a five wins only with an end that no stone of the opponent blocks, so that a four can
    /// have more than one answer.
    pub const fn needs_open_end(self) -> bool {
        matches!(self, Rule::Caro | Rule::CaroExact)
    }

    /// The name in lower case, as options take it.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro-exact",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
