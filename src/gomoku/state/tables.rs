//! The tables of one rule that the incremental state reads.

use crate::gomoku::eval::{CellTable, ProximityTable, ThreatTable};
use crate::gomoku::{patterns::PatternTable, rules::Rule};
use std::sync::OnceLock;

/// All tables of a rule.
pub(crate) struct Tables {
    /// The pattern of every window.
    pub patterns: PatternTable,
    /// The evaluation data of every combination of patterns.
    pub cells: CellTable,
    /// The value of the threats.
    pub threats: ThreatTable,
    /// The ordering score of moves near the last stones.
    pub proximity: ProximityTable,
}

impl Tables {
    /// The tables of a rule, built at their first use (about 10 ms).
    pub(crate) fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<Tables>; 5] = [const { OnceLock::new() }; 5];
        TABLES[rule.index()].get_or_init(|| Self {
            patterns: PatternTable::of(rule),
            cells: CellTable::of(rule),
            threats: ThreatTable::of(rule),
            proximity: ProximityTable::of(rule),
        })
    }
}
