//! Positions that wait for a search: higher priorities first, then in the order of their arrival.

use crate::protocol::analysis::query::{Query, Termination, Turn};
use crate::protocol::input::Volume;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A position of a query.
#[derive(Clone)]
pub(super) struct Task {
    pub query: Arc<Query>,
    /// Index in the turns of the query.
    pub index: usize,
}

impl Task {
    pub(super) fn turn(&self) -> &Turn {
        &self.query.turns[self.index]
    }

    /// Whether a termination concerns it.
    pub(super) fn is_concerned(&self, termination: &Termination) -> bool {
        termination.concerns(&self.query.id) && termination.concerns_turn(self.turn().number)
    }
}

/// The place of a task in the queue.
type Place = (Reverse<i32>, u64);

/// A query of which positions wait.
struct Waiting {
    query: Arc<Query>,
    positions: usize,
    /// Length of its line.
    bytes: u64,
}

/// The waiting positions.
#[derive(Default)]
pub(super) struct Queue {
    /// Query number and index of the turn.
    order: BTreeMap<Place, (u64, usize)>,
    queries: HashMap<u64, Waiting>,
    volume: Volume,
    /// Numbers of queries and of places that were given out.
    queries_seen: u64,
    places_seen: u64,
}

impl Queue {
    /// Adds the positions of a query that need a search. `bytes` is the length of its line.
    pub(super) fn add(&mut self, query: &Arc<Query>, bytes: usize) {
        let number = self.queries_seen;
        self.queries_seen += 1;
        let mut positions = 0;
        for (index, turn) in query.turns.iter().enumerate() {
            if turn.outcome.is_none() {
                let place = (Reverse(turn.priority), self.places_seen);
                self.places_seen += 1;
                positions += 1;
                self.order.insert(place, (number, index));
            }
        }
        if positions > 0 {
            let bytes = bytes as u64;
            self.volume.lines += 1;
            self.volume.bytes += bytes;
            let waiting = Waiting {
                query: Arc::clone(query),
                positions,
                bytes,
            };
            self.queries.insert(number, waiting);
        }
    }

    /// Takes out the position that is next.
    pub(super) fn pop(&mut self) -> Option<Task> {
        let (_, (number, index)) = self.order.pop_first()?;
        self.leave(number, index)
    }

    /// Takes out the positions that a termination concerns.
    pub(super) fn remove(&mut self, termination: &Termination) -> Vec<Task> {
        let concerned: Vec<(Place, (u64, usize))> = self
            .order
            .iter()
            .filter(|(_, (number, index))| {
                self.queries.get(number).is_some_and(|waiting| {
                    let query = &waiting.query;
                    termination.concerns(&query.id)
                        && termination.concerns_turn(query.turns[*index].number)
                })
            })
            .map(|(&place, &task)| (place, task))
            .collect();
        let leave = |(place, (number, index))| {
            self.order.remove(&place);
            self.leave(number, index)
        };
        concerned.into_iter().filter_map(leave).collect()
    }

    fn leave(&mut self, number: u64, index: usize) -> Option<Task> {
        let waiting = self.queries.get_mut(&number)?;
        waiting.positions -= 1;
        let task = Task {
            query: Arc::clone(&waiting.query),
            index,
        };
        if waiting.positions == 0 {
            self.volume.lines -= 1;
            self.volume.bytes -= waiting.bytes;
            self.queries.remove(&number);
        }
        Some(task)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The lines of the queries of which positions wait.
    pub(super) fn volume(&self) -> Volume {
        self.volume
    }
}
