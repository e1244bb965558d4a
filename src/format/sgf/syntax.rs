//! The syntax of SGF: nodes with properties, without their meaning.

use crate::format::error::FormatError;
use crate::format::properties::{Property, error_at, property};

/// A node as it stands in the text.
#[derive(Debug)]
pub(super) struct RawNode<'a> {
    /// The node before it; `None` for the root.
    pub parent: Option<usize>,
    pub properties: Vec<Property<'a>>,
}

/// The first game of a text. Its nodes stand in the order of the text, so that parents come before their
/// children.
#[derive(Debug)]
pub(super) struct RawTree<'a> {
    /// At least one node.
    pub nodes: Vec<RawNode<'a>>,
    /// Number of the first nodes that are the main line.
    pub main_nodes: usize,
    /// Where a variation stops to follow the syntax. What stands before that is in the tree.
    pub problem: Option<FormatError>,
}

impl<'a> RawTree<'a> {
    /// Reads the first game of a text.
    ///
    /// # Errors
    /// The first error before the end of the main line.
    pub(super) fn parse(text: &'a str) -> Result<Self, FormatError> {
        let Some(start) = text.find('(') else {
            let message = "not an SGF file: expected \"(\" before the first game";
            return Err(FormatError::at(text, 0, message));
        };
        let mut rest = &text[start + 1..];
        // The node before each open parenthesis.
        let mut open: Vec<Option<usize>> = vec![None];
        let mut last: Option<usize> = None;
        let mut tree = Self {
            nodes: Vec::new(),
            main_nodes: 0,
            problem: None,
        };
        loop {
            rest = rest.trim_start();
            let message = match rest.chars().next() {
                Some(';') => {
                    tree.nodes.push(RawNode {
                        parent: last,
                        properties: Vec::new(),
                    });
                    last = Some(tree.nodes.len() - 1);
                    rest = &rest[1..];
                    continue;
                }
                Some('(') => {
                    open.push(last);
                    rest = &rest[1..];
                    continue;
                }
                Some(')') if !tree.nodes.is_empty() => {
                    if tree.main_nodes == 0 {
                        tree.main_nodes = tree.nodes.len();
                    }
                    last = open.pop().flatten();
                    rest = &rest[1..];
                    if open.is_empty() {
                        return Ok(tree);
                    }
                    continue;
                }
                Some(')') => "the game has no nodes; expected \";\" after \"(\"".into(),
                Some(c) if c.is_ascii_alphabetic() => match (tree.nodes.last_mut(), property(rest))
                {
                    (None, _) => "a property before the first node; expected \";\"".into(),
                    (Some(node), Ok((after, property))) => {
                        node.properties.push(property);
                        rest = after;
                        continue;
                    }
                    (Some(_), Err(_)) => {
                        "a property without a complete value; expected NAME[value]".into()
                    }
                },
                Some(c) => {
                    format!("unexpected {c:?}; expected a property, \";\", \"(\" or \")\"")
                }
                None => "the file ends inside a game; expected \")\"".into(),
            };
            let error = error_at(text, rest, message);
            if tree.main_nodes == 0 {
                return Err(error);
            }
            tree.problem = Some(error);
            return Ok(tree);
        }
    }

    /// The properties of the main line with the number of their node, in the order of the text.
    pub(super) fn main_line(&self) -> impl Iterator<Item = (usize, &Property<'a>)> {
        let nodes = self.nodes[..self.main_nodes].iter().enumerate();
        nodes.flat_map(|(n, node)| node.properties.iter().map(move |property| (n, property)))
    }

    /// The first value of a property of the root.
    pub(super) fn root(&self, name: &str) -> Option<&'a str> {
        let properties = self.nodes.first().map(|root| &root.properties)?;
        let (_, values) = properties.iter().find(|(other, _)| *other == name)?;
        values.first().copied()
    }
}
