//! Blocked moves: the search may not choose them. Yixin-Board's `block` commands set them.

use crate::game::{DynRecord, Move, Setup, Side, Vertex};

/// The blocked moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockedMoves {
    /// Blocked for both sides.
    points: Vec<Vertex>,
    /// Blocked for one side.
    side_points: Vec<(Side, Vertex)>,
    /// Each path blocks its last move in the position after its other moves.
    paths: Vec<Vec<Vertex>>,
}

/// The maximum number of paths. It bounds memory and time; users enter far fewer.
const MAX_PATHS: usize = 10_000;

impl BlockedMoves {
    pub(crate) fn block(&mut self, vertices: &[Vertex]) {
        self.unblock(vertices);
        self.points.extend_from_slice(vertices);
    }

    pub(crate) fn unblock(&mut self, vertices: &[Vertex]) {
        self.points.retain(|point| !vertices.contains(point));
    }

    pub(crate) fn reset(&mut self) {
        self.points.clear();
    }

    pub(crate) fn block_for_side(&mut self, side: Side, vertex: Vertex, on: bool) {
        self.side_points.retain(|&point| point != (side, vertex));
        if on {
            self.side_points.push((side, vertex));
        }
    }

    pub(crate) fn block_path(&mut self, path: Vec<Vertex>) {
        self.unblock_path(&path);
        if !path.is_empty() && self.paths.len() < MAX_PATHS {
            self.paths.push(path);
        }
    }

    pub(crate) fn unblock_path(&mut self, path: &[Vertex]) {
        self.paths.retain(|other| other != path);
    }

    pub(crate) fn reset_paths(&mut self) {
        self.paths.clear();
    }

    /// The legal moves that are blocked. Empty if all of them are.
    pub(crate) fn blocked(&self, record: &dyn DynRecord) -> Vec<Move> {
        if self.points.is_empty() && self.side_points.is_empty() && self.paths.is_empty() {
            return Vec::new();
        }
        let side = record.side();
        let played: Vec<Vertex> = record
            .moves()
            .into_iter()
            .filter_map(|(_, mv)| mv.vertex())
            .collect();
        // A path begins on the empty board.
        let has_path = record.start() == Setup::empty(record.size());
        let is_blocked = |vertex: Vertex| {
            self.points.contains(&vertex)
                || self.side_points.contains(&(side, vertex))
                || has_path
                    && self.paths.iter().any(|path| {
                        path.split_last()
                            .is_some_and(|(&last, before)| last == vertex && before == played)
                    })
        };
        let legal = record.legal();
        let blocked: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| mv.vertex().is_some_and(is_blocked))
            .collect();
        if blocked.len() == legal.len() {
            return Vec::new();
        }
        blocked
    }
}
