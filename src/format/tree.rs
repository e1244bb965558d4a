//! The tree of a game: the moves that were played and the variations beside them.

use crate::format::annotated::AnnotatedMove;
use crate::game::{Side, Vertex};

/// The place of a node in its tree; the root is 0.
pub type NodeId = usize;

/// A game with variations. Node 0 is the root, which has no move. The first child of every node continues
/// the main line.
///
/// ```
/// use flipfive::format::{AnnotatedMove, GameTree};
/// use flipfive::game::{Move, Side, Vertex};
///
/// let mut tree = GameTree::default();
/// let f5 = AnnotatedMove::new(Side::Black, Move::Place(Vertex::new(5, 4)));
/// let played = tree.add(GameTree::ROOT, Some(f5));
/// let better = tree.add(GameTree::ROOT, Some(f5));
/// tree.node_mut(better).comment = "the same, as a variation".into();
/// assert_eq!(tree.main_line(), [GameTree::ROOT, played]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameTree {
    nodes: Vec<GameNode>,
}

/// A node of a [`GameTree`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameNode {
    /// The move; `None` for the root and for nodes that only have notes.
    pub played: Option<AnnotatedMove>,
    /// The comment (SGF: C).
    pub comment: String,
    /// What is drawn on the board.
    pub marks: Vec<Mark>,
    /// Other properties of SGF without points, by name: `BM`, `DO`, `IT`, `TE`, `GB`, `N`, `V`. The values
    /// have no escapes; a property without a value has one empty value.
    pub properties: Vec<(String, Vec<String>)>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

/// Something that is drawn on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point, or the beginning of an arrow or a line.
    pub at: Vertex,
    /// What is drawn there.
    pub kind: MarkKind,
}

/// What is drawn on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// SGF: CR.
    Circle,
    /// SGF: MA.
    Cross,
    /// SGF: SQ.
    Square,
    /// SGF: TR.
    Triangle,
    /// SGF: SL.
    Selected,
    /// SGF: LB.
    Label(String),
    /// An arrow to a point. SGF: AR.
    Arrow(Vertex),
    /// A line to a point. SGF: LN.
    Line(Vertex),
}

impl Default for GameTree {
    /// A root without children.
    fn default() -> Self {
        Self {
            nodes: vec![GameNode::default()],
        }
    }
}

impl GameTree {
    /// The first node.
    pub const ROOT: NodeId = 0;

    /// A tree without variations. Every move is a node, passes included.
    pub fn from_moves(moves: &[AnnotatedMove]) -> Self {
        let mut tree = Self::default();
        let mut last = Self::ROOT;
        for &played in moves {
            last = tree.add(last, Some(played));
        }
        tree
    }

    /// Adds a node as the last child of `parent`.
    ///
    /// # Panics
    /// If the tree has no node `parent`.
    pub fn add(&mut self, parent: NodeId, played: Option<AnnotatedMove>) -> NodeId {
        let id = self.nodes.len();
        self.nodes[parent].children.push(id);
        self.nodes.push(GameNode {
            played,
            parent: Some(parent),
            ..GameNode::default()
        });
        id
    }

    /// A node.
    ///
    /// # Panics
    /// If the tree has no such node.
    pub fn node(&self, id: NodeId) -> &GameNode {
        &self.nodes[id]
    }

    /// A node, for changes.
    ///
    /// # Panics
    /// If the tree has no such node.
    pub fn node_mut(&mut self, id: NodeId) -> &mut GameNode {
        &mut self.nodes[id]
    }

    /// Number of nodes, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes of the main line, from the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        let next = |&id: &NodeId| self.nodes[id].children.first().copied();
        std::iter::successors(Some(Self::ROOT), next).collect()
    }

    /// The tree without what follows its first `plies` plies, the first of which is that of `to_move`. A pass that
    /// the tree leaves out counts as a ply.
    #[must_use]
    pub fn cut(&self, plies: usize, to_move: Side) -> Self {
        let mut cut = Self::default();
        // Where the nodes are in the new tree, with the plies to them and the side of the next one.
        let mut places: Vec<Option<(NodeId, usize, Side)>> = Vec::with_capacity(self.nodes.len());
        for (id, node) in self.nodes.iter().enumerate() {
            let place = match node.parent {
                None => Some((Self::ROOT, 0, to_move)),
                // Parents stand before their children, and the first of these before the others, which do not take
                // its place if it falls away.
                Some(parent) => {
                    let first = self.nodes[parent].children[0];
                    let is_kept = first == id || places[first].is_some();
                    let parent = places[parent].filter(|_| is_kept);
                    parent.and_then(|(parent, before, to_move)| {
                        let (after, to_move) = match node.played {
                            None => (before, to_move),
                            Some(AnnotatedMove { side, .. }) => {
                                let passes = usize::from(side != to_move);
                                (before + passes + 1, side.other())
                            }
                        };
                        (after <= plies).then(|| (cut.add(parent, node.played), after, to_move))
                    })
                }
            };
            if let Some((id, ..)) = place {
                let copy = cut.node_mut(id);
                copy.comment.clone_from(&node.comment);
                copy.marks.clone_from(&node.marks);
                copy.properties.clone_from(&node.properties);
            }
            places.push(place);
        }
        cut
    }

    /// Whether the tree holds more than the moves of its main line: a variation, a comment, a mark.
    pub fn has_notes(&self) -> bool {
        self.nodes.iter().any(|node| {
            node.children.len() > 1
                || !node.comment.is_empty()
                || !node.marks.is_empty()
                || !node.properties.is_empty()
        })
    }
}

impl GameNode {
    /// The node before this one; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The continuations, the main one first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;

    #[test]
    fn a_cut_tree_ends_after_its_plies() {
        let mv = |side, col| Some(AnnotatedMove::new(side, Move::Place(Vertex::new(col, 0))));
        let (black, white) = (Side::Black, Side::White);
        let mut tree = GameTree::default();
        let first = tree.add(GameTree::ROOT, mv(black, 0));
        tree.node_mut(first).comment = "first".into();
        let second = tree.add(first, mv(white, 1));
        tree.add(second, mv(black, 2));
        let note = tree.add(first, None);
        tree.node_mut(note).comment = "note".into();
        let other = tree.add(note, mv(white, 3));
        // White passes before it.
        let again = tree.add(first, mv(black, 4));
        assert_eq!(tree.cut(9, black), tree);
        assert_eq!(tree.cut(3, black), tree);

        let comments = |tree: &GameTree| -> Vec<String> {
            let nodes = (0..tree.node_count()).map(|id| tree.node(id));
            nodes.map(|node| node.comment.clone()).collect()
        };
        let two = tree.cut(2, black);
        assert_eq!(comments(&two), ["", "first", "", "note", ""]);
        assert_eq!(two.main_line().len(), 3);
        assert_eq!(two.node(4).played, tree.node(other).played);
        assert_eq!(two.node(1).children().len(), 2);
        assert!(tree.cut(3, black).node_count() > again);

        assert_eq!(comments(&tree.cut(1, black)), ["", "first"]);
        assert_eq!(tree.cut(0, black), GameTree::default());
        // White passes before the main line goes on; what is beside it is no main line.
        let mut tree = GameTree::default();
        let first = tree.add(GameTree::ROOT, mv(black, 0));
        tree.add(first, mv(black, 1));
        tree.add(first, mv(white, 2));
        assert_eq!(tree.cut(2, black).node_count(), 2);
        // Black passes first.
        let late = GameTree::from_moves(&[mv(white, 0), mv(black, 1)].map(Option::unwrap));
        assert_eq!(late.cut(2, black).node_count(), 2);
        assert_eq!(late.cut(2, white), late);
    }
}
