//! Fixed searches with a signature.
//!
//! The signature is a hash of the nodes and scores of every search. It changes if and only if the
//! search behaves differently; a change of it is stated in the commit message, with what was measured.

use crate::base::rng::mix;

/// What a suite of searches came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// Nodes of all searches.
    pub nodes: u64,
    /// Hash of the nodes and the score of each search, in order.
    pub signature: u64,
}

impl Bench {
    /// This suite followed by another one.
    #[must_use]
    pub const fn then(self, next: Bench) -> Bench {
        Bench {
            nodes: self.nodes + next.nodes,
            signature: mix(self.signature ^ mix(next.signature ^ 0x5eed)),
        }
    }
}

/// A named suite.
pub struct Suite {
    /// The game it is about.
    pub name: &'static str,
    /// Searches all positions with one thread and a fresh table; takes a few seconds.
    pub run: fn() -> Bench,
}

/// All suites.
pub const SUITES: &[Suite] = &[
    Suite {
        name: "othello",
        run: || {
            let (nodes, signature) = crate::othello::search::bench();
            Bench { nodes, signature }
        },
    },
    Suite {
        name: "gomoku",
        run: || {
            let (nodes, signature) = crate::gomoku::search::bench();
            Bench { nodes, signature }
        },
    },
];
