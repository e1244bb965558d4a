//! The openings swap and swap2 between two players at a board: who places stones, who chooses, what follows.

use crate::game::Side;
use crate::gomoku::OpeningRule;

/// One of the two players, whatever their colours are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// The person at the keyboard.
    Person,
    /// The opponent.
    Opponent,
}

impl Seat {
    /// The other player.
    pub(crate) const fn other(self) -> Self {
        match self {
            Seat::Person => Seat::Opponent,
            Seat::Opponent => Seat::Person,
        }
    }
}

/// A step of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpeningStep {
    /// A player still has to place this many stones of both colours.
    Place {
        /// The rule of the opening.
        rule: OpeningRule,
        /// Who places them.
        by: Seat,
        /// Stones left, at least 1.
        left: u8,
    },
    /// A player has to choose a colour, or after the three stones of swap2 to place two more.
    Choose {
        /// The rule of the opening.
        rule: OpeningRule,
        /// Who chooses.
        by: Seat,
        /// Whether the player may place two more stones instead.
        may_place: bool,
    },
}

/// A choice in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpeningChoice {
    /// Takes this colour.
    Take(Side),
    /// Places two more stones and leaves the choice to the other player.
    PlaceTwo,
}

impl OpeningStep {
    /// The first step: this player places three stones.
    pub(crate) const fn first(rule: OpeningRule, by: Seat) -> Self {
        OpeningStep::Place { rule, by, left: 3 }
    }

    /// The rule of the opening.
    pub(crate) const fn rule(self) -> OpeningRule {
        match self {
            OpeningStep::Place { rule, .. } | OpeningStep::Choose { rule, .. } => rule,
        }
    }

    /// Who has to act.
    pub(crate) const fn actor(self) -> Seat {
        match self {
            OpeningStep::Place { by, .. } | OpeningStep::Choose { by, .. } => by,
        }
    }

    /// The step after a stone; `stones` are on the board then. A choice is not changed by stones.
    #[must_use]
    pub(crate) const fn after_stone(self, stones: usize) -> Self {
        match self {
            OpeningStep::Place { rule, by, left } if left > 1 => {
                let left = left - 1;
                OpeningStep::Place { rule, by, left }
            }
            OpeningStep::Place { rule, by, .. } => OpeningStep::Choose {
                rule,
                by: by.other(),
                may_place: matches!(rule, OpeningRule::Swap2) && stones == 3,
            },
            OpeningStep::Choose { .. } => self,
        }
    }
}

/// An opening at the beginning of a message.
pub(crate) const fn title(rule: OpeningRule) -> &'static str {
    match rule {
        OpeningRule::Swap => "Swap",
        OpeningRule::Swap2 => "Swap2",
    }
}
