//! Moves that the search may not choose, as Yixin-Board's `block` commands have it.

use crate::game::{DynRecord, Move, Side, Vertex};

/// What is blocked.
#[derive(Clone, Debug, Default)]
pub struct BlockedMoves {
    /// For both sides.
    points: Vec<Vertex>,
    /// For one side.
    marks: Vec<(Side, Vertex)>,
    /// The last move of each path is blocked after the moves before it.
    paths: Vec<Vec<Vertex>>,
}

/// More than anybody types in.
const MOST_PATHS: usize = 10_000;

impl BlockedMoves {
    pub fn block(&mut self, vertices: &[Vertex]) {
        self.unblock(vertices);
        self.points.extend_from_slice(vertices);
    }

    pub fn unblock(&mut self, vertices: &[Vertex]) {
        self.points.retain(|point| !vertices.contains(point));
    }

    pub fn reset(&mut self) {
        self.points.clear();
    }

    pub fn mark(&mut self, side: Side, vertex: Vertex, on: bool) {
        self.marks.retain(|&mark| mark != (side, vertex));
        if on {
            self.marks.push((side, vertex));
        }
    }

    pub fn block_path(&mut self, path: Vec<Vertex>) {
        self.unblock_path(&path);
        if !path.is_empty() && self.paths.len() < MOST_PATHS {
            self.paths.push(path);
        }
    }

    pub fn unblock_path(&mut self, path: &[Vertex]) {
        self.paths.retain(|other| other != path);
    }

    pub fn reset_paths(&mut self) {
        self.paths.clear();
    }

    /// The moves that remain; empty if all of them do, or if nothing would remain.
    pub fn allowed(&self, record: &dyn DynRecord) -> Vec<Move> {
        if self.points.is_empty() && self.marks.is_empty() && self.paths.is_empty() {
            return Vec::new();
        }
        let side = record.side();
        let played: Vec<Vertex> = record
            .moves()
            .into_iter()
            .filter_map(|(_, mv)| mv.vertex())
            .collect();
        let blocked = |vertex: Vertex| {
            self.points.contains(&vertex)
                || self.marks.contains(&(side, vertex))
                || self.paths.iter().any(|path| {
                    path.split_last()
                        .is_some_and(|(&last, before)| last == vertex && before == played)
                })
        };
        let legal = record.legal();
        let allowed: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| !mv.vertex().is_some_and(blocked))
            .collect();
        if allowed.len() == legal.len() {
            return Vec::new();
        }
        allowed
    }
}
