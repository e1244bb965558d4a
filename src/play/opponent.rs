//! Who plays against the person at the keyboard.

use crate::engine::Variant;
use crate::search::{MAX_LEVEL, PlayerSpec};
use std::fmt;

/// The opponent of the person at the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    /// Another person at the same keyboard.
    Human,
    /// The engine at a level, 1 to [`MAX_LEVEL`].
    Level(u8),
    /// A classic player, by its name.
    Classic(String),
}

impl Opponent {
    /// The classic player of a game with this name.
    ///
    /// # Errors
    /// The game has no such player.
    pub(crate) fn classic(variant: Variant, name: &str) -> Result<Self, String> {
        let specs = variant.classics();
        if specs.iter().any(|spec| spec.name == name) {
            return Ok(Self::Classic(name.to_owned()));
        }
        let names: Vec<_> = specs.iter().map(|spec| spec.name).collect();
        Err(format!(
            "{variant} has no classic player {name:?}; expected one of: {}",
            names.join(", ")
        ))
    }

    /// Whether this opponent can play the game.
    pub(crate) fn suits(&self, variant: Variant) -> bool {
        match self {
            Opponent::Classic(name) => Self::classic(variant, name).is_ok(),
            Opponent::Human | Opponent::Level(_) => true,
        }
    }

    /// The engine option that selects this opponent, with its value. A person needs none; hints and openings
    /// are at full strength.
    pub(crate) fn option(&self) -> (&'static str, String) {
        match self {
            Opponent::Human => ("level", MAX_LEVEL.to_string()),
            Opponent::Level(level) => ("level", level.to_string()),
            Opponent::Classic(name) => ("classic", name.clone()),
        }
    }

    /// What people see of the opponent in this game; `None` for a person.
    pub(crate) fn spec(&self, variant: Variant) -> Option<PlayerSpec> {
        match self {
            Opponent::Human => None,
            Opponent::Level(level) => {
                let index = usize::from(*level).saturating_sub(1);
                variant.levels().get(index).copied()
            }
            Opponent::Classic(name) => {
                let mut specs = variant.classics().iter();
                specs.find(|spec| spec.name == name).copied()
            }
        }
    }

    /// The name with the word for the level: `level 3 (beginner)`.
    pub(crate) fn title(&self, variant: Variant) -> String {
        match (self, self.spec(variant)) {
            (Opponent::Level(_), Some(spec)) => format!("{self} ({})", spec.name),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Opponent {
    /// The name in score tables and game records: `level 3`, `classic weights`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Human => f.write_str("person"),
            Opponent::Level(level) => write!(f, "level {level}"),
            Opponent::Classic(name) => write!(f, "classic {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::gomoku::Rule;

    #[test]
    fn names() {
        let renju = Variant::Gomoku(Rule::Renju);
        assert_eq!(
            Opponent::Level(3).title(Variant::Othello),
            "level 3 (beginner)"
        );
        let weights = Opponent::classic(Variant::Othello, "weights").unwrap();
        assert_eq!(weights.title(Variant::Othello), "classic weights");
        assert!(!weights.suits(renju));
        let error = Opponent::classic(renju, "weights").unwrap_err();
        assert_eq!(
            error,
            "Renju has no classic player \"weights\"; expected one of: threat-book, line-count"
        );
        assert!(Opponent::Level(9).spec(renju).is_none());
    }

    #[test]
    fn the_engine_gets_the_opponent() {
        let mut options = Options::default();
        for (opponent, level, classic) in [
            (Opponent::Level(2), 2, ""),
            (Opponent::Classic("weights".into()), 2, "weights"),
            (Opponent::Level(5), 5, ""),
            (Opponent::Human, 8, ""),
        ] {
            let (name, value) = opponent.option();
            options.set(name, &value).unwrap();
            assert_eq!((options.level, options.classic.as_str()), (level, classic));
        }
    }
}
