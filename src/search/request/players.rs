//! Lists of levels and classic players, each with its recipe: what plays.

use crate::search::{PlayerSpec, Strength};

/// Players of a game with their recipes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Players<R: 'static> {
    /// In the order in which people see them; levels from the first.
    pub list: &'static [(PlayerSpec, R)],
}

/// A player for a list.
pub(crate) const fn player<R: Copy>(
    name: &'static str,
    recipe: R,
    summary: &'static str,
) -> (PlayerSpec, R) {
    (PlayerSpec { name, summary }, recipe)
}

impl<R: Copy> Players<R> {
    /// What people see of the players; `N` is their number.
    pub(crate) const fn specs<const N: usize>(&self) -> [PlayerSpec; N] {
        assert!(self.list.len() == N, "N is not the number of players");
        let mut specs = [PlayerSpec {
            name: "",
            summary: "",
        }; N];
        let mut n = 0;
        while n < N {
            specs[n] = self.list[n].0;
            n += 1;
        }
        specs
    }

    /// The recipe of a level, from 1. Other numbers count as the nearest level.
    fn level(&self, level: u8) -> Option<R> {
        let highest = self.list.len().checked_sub(1)?;
        let index = usize::from(level.saturating_sub(1)).min(highest);
        Some(self.list[index].1)
    }

    /// The recipe of a player with this name.
    fn named(&self, name: &str) -> Option<R> {
        let mut players = self.list.iter();
        let (_, recipe) = players.find(|(spec, _)| spec.name == name)?;
        Some(*recipe)
    }
}

/// What plays at a strength. An unknown classic player is replaced by `full`, the engine at full strength.
pub(crate) fn recipe_of<R: Copy>(
    strength: &Strength,
    levels: &Players<R>,
    classics: &Players<R>,
    full: R,
) -> R {
    match strength {
        Strength::Full => full,
        Strength::Level(level) => levels.level(*level).unwrap_or(full),
        Strength::Classic(name) => classics.named(name).unwrap_or_else(|| {
            log::warn!("unknown classic player {name:?}; the engine plays instead");
            full
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: Players<u8> = Players {
        list: &[player("weak", 1, "errs"), player("strong", 2, "does not")],
    };
    const CLASSICS: Players<u8> = Players {
        list: &[player("old", 7, "is old")],
    };

    #[test]
    fn every_strength_has_a_recipe() {
        let recipe = |strength: Strength| recipe_of(&strength, &LEVELS, &CLASSICS, 9);
        assert_eq!(recipe(Strength::Full), 9);
        assert_eq!(
            [0, 1, 2, 3].map(|n| recipe(Strength::Level(n))),
            [1, 1, 2, 2]
        );
        assert_eq!(recipe(Strength::Classic("old".into())), 7);
        assert_eq!(recipe(Strength::Classic("new".into())), 9);
        let [weak, strong] = LEVELS.specs();
        assert_eq!([weak.name, strong.summary], ["weak", "does not"]);
    }
}
