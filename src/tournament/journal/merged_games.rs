//! The games of several journals of one match.

use crate::tournament::GameResult;
use crate::tournament::journal::error::{JournalError, JournalErrorKind};
use std::collections::BTreeMap;
use std::path::Path;

/// The place of a game's line in one of several journals.
pub(super) struct LinePlace {
    pub part: usize,
    pub start: u64,
    pub length: usize,
    /// The hash of the game.
    pub hash: u64,
}

/// The places of the games by their numbers.
#[derive(Default)]
pub(super) struct MergedGames {
    decided: BTreeMap<u32, LinePlace>,
    void: BTreeMap<u32, LinePlace>,
}

impl MergedGames {
    /// Adds a game of the journal `path`.
    ///
    /// # Errors
    /// Another journal has another result of it.
    pub(crate) fn add(
        &mut self,
        path: &Path,
        game: &GameResult,
        place: LinePlace,
    ) -> Result<(), JournalError> {
        let list = match game.is_void() {
            true => &mut self.void,
            false => &mut self.decided,
        };
        let hash = place.hash;
        match list.insert(game.game, place) {
            Some(known) if known.hash != hash => {
                Err(JournalErrorKind::Twice { number: game.game }.of(path))
            }
            _ => Ok(()),
        }
    }

    /// Whether there is a game with this number and hash.
    pub(crate) fn has(&self, number: u32, hash: u64) -> bool {
        let found = [&self.decided, &self.void].map(|list| list.get(&number));
        found.into_iter().flatten().any(|place| place.hash == hash)
    }

    /// The number of decided games.
    pub(crate) fn decided(&self) -> usize {
        self.decided.len()
    }

    /// The lines of the decided games, then those of the void ones that no journal has decided.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &LinePlace> {
        let decided = &self.decided;
        let void = self.void.iter();
        let open = void.filter(|(number, _)| !decided.contains_key(number));
        decided.values().chain(open.map(|(_, place)| place))
    }
}
