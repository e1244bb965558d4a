//! A game as a file holds it.

use crate::format::annotated::AnnotatedGame;
use crate::format::error::FormatError;
use crate::format::tree::GameTree;

/// A game that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileGame {
    /// The main line with every ply, forced passes included, and what the file says about the game. If the
    /// file states no result and the game ended by the rules, the result is that of the rules.
    pub game: AnnotatedGame,
    /// Comments, marks and variations; `None` if the file has none.
    pub tree: Option<GameTree>,
    /// The line of the file in which the game begins, from 1; in WTHOR the number of the game.
    pub line: usize,
    /// Errors that do not concern the moves of the main line, with their place in the file: in variations, whose readable
    /// part is in the tree, in facts of suites, and a rule in SGF that is unknown.
    pub problems: Vec<FormatError>,
}

impl From<AnnotatedGame> for FileGame {
    fn from(game: AnnotatedGame) -> Self {
        Self {
            game,
            tree: None,
            line: 1,
            problems: Vec::new(),
        }
    }
}

impl FileGame {
    /// Takes away what follows the first `plies` plies, in variations, too. A game that becomes shorter has no result.
    pub fn cut(&mut self, plies: usize) {
        if plies < self.game.moves.len() {
            self.game.moves.truncate(plies);
            self.game.result = None;
            self.game.termination.clear();
            // A result in other words than ours is a property of the root.
            if let Some(tree) = &mut self.tree {
                let properties = &mut tree.node_mut(GameTree::ROOT).properties;
                properties.retain(|(name, _)| name != "RE");
            }
        }
        let tree = self.tree.take();
        let tree = tree.map(|tree| tree.cut(plies, self.game.start.to_move));
        self.tree = tree.filter(GameTree::has_notes);
    }

    /// The tree, which is the main line alone if the file has no notes.
    pub fn tree_or_main_line(&self) -> GameTree {
        let tree = self.tree.clone();
        tree.unwrap_or_else(|| GameTree::from_moves(&self.game.moves))
    }
}
