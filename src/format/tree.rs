//! The tree of a game: the moves that were played and the variations beside them.

use crate::format::annotated::AnnotatedMove;
use crate::game::Vertex;

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
