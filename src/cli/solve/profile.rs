//! `--profile`: where the nodes of the searches go, as text and JSON.

use crate::othello::search::{Iteration, Profile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// A profile as text or JSON.
#[derive(Serialize)]
pub(super) struct ProfileReport {
    nodes: u64,
    probe_nodes: u64,
    iterations: Vec<IterationRow>,
    empties: Vec<EmptiesRow>,
    /// Last moves, which are scored without a node.
    last_moves: u64,
    tables: Vec<TableRow>,
    probcut: ProbcutRow,
    ordering: Vec<OrderingRow>,
}

/// The phase of a search that an iteration belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    Midgame,
    Endgame,
    PrincipalVariation,
}

#[derive(Serialize)]
struct IterationRow {
    phase: Phase,
    /// Depth of a midgame search in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// Selectivity of an endgame search in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    selectivity: Option<u8>,
    /// In discs, for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<[f64; 2]>,
    /// 1 for the first window, and one more for each re-search.
    attempt: u32,
    nodes: u64,
    probe_nodes: u64,
    /// Number of searches that the row adds up.
    searches: u32,
}

#[derive(Serialize)]
struct EmptiesRow {
    empties: usize,
    nodes: u64,
    probe_nodes: u64,
    table_cutoffs: u64,
    stability_cutoffs: u64,
    move_cutoffs: u64,
    first_move_cutoffs: u64,
}

#[derive(Serialize)]
struct TableRow {
    table: &'static str,
    look_ups: u64,
    hits: u64,
    cutoffs: u64,
}

#[derive(Serialize)]
struct ProbcutRow {
    nodes: u64,
    probes: u64,
    cutoffs: u64,
}

#[derive(Serialize)]
struct OrderingRow {
    by: &'static str,
    nodes: u64,
    moves: u64,
}

/// The names of the tables in the order of `Profile::tables`: of the table, and of the look-ups of children in it.
const TABLES: [[&str; 2]; 3] = [
    ["shared table", "shared table, ETC"],
    ["thread cache", "thread cache, ETC"],
    ["L1 cache", "L1 cache, ETC"],
];

/// The names of the move orderings in the order of `Profile::orderings`.
const ORDERINGS: [&str; 3] = ["evaluation", "ordering evaluation", "mobility"];

impl ProfileReport {
    /// The profile of one position, with every iteration.
    pub(super) fn new(profile: &Profile) -> Self {
        let iterations = profile.iterations.iter().map(|counts| {
            let (phase, depth, selectivity) = match counts.iteration {
                Iteration::Midgame { depth, .. } => (Phase::Midgame, Some(depth), None),
                Iteration::Endgame { selectivity, .. } => {
                    (Phase::Endgame, None, Some(selectivity.percent()))
                }
                Iteration::PrincipalVariation => (Phase::PrincipalVariation, None, None),
            };
            IterationRow {
                phase,
                depth,
                selectivity,
                window: counts.window.map(|window| {
                    <[i32; 2]>::from(window).map(|hundredths| f64::from(hundredths) / 100.0)
                }),
                attempt: counts.attempt,
                nodes: counts.nodes,
                probe_nodes: counts.probe_nodes,
                searches: 1,
            }
        });
        let empties = profile.empties.iter().enumerate().rev();
        let empties = empties.filter(|(_, counts)| counts.nodes > 0);
        let tables = profile.tables.iter().zip(TABLES);
        let tables = tables.flat_map(|(counts, [name, etc_name])| {
            [
                TableRow {
                    table: name,
                    look_ups: counts.look_ups,
                    hits: counts.hits,
                    cutoffs: counts.cutoffs,
                },
                TableRow {
                    table: etc_name,
                    look_ups: counts.etc_look_ups,
                    hits: counts.etc_hits,
                    cutoffs: counts.etc_cutoffs,
                },
            ]
        });
        let orderings = profile.orderings.iter().zip(ORDERINGS);
        Self {
            nodes: profile.nodes(),
            probe_nodes: profile.probe_nodes(),
            iterations: iterations.filter(|row| row.nodes > 0).collect(),
            empties: empties
                .map(|(empties, counts)| EmptiesRow {
                    empties,
                    nodes: counts.nodes,
                    probe_nodes: counts.probe_nodes,
                    table_cutoffs: counts.table_cutoffs,
                    stability_cutoffs: counts.stability_cutoffs,
                    move_cutoffs: counts.move_cutoffs,
                    first_move_cutoffs: counts.first_move_cutoffs,
                })
                .collect(),
            last_moves: profile.last_moves,
            tables: tables.filter(|row| row.look_ups > 0).collect(),
            probcut: ProbcutRow {
                nodes: profile.probcut.nodes,
                probes: profile.probcut.probes,
                cutoffs: profile.probcut.cutoffs,
            },
            ordering: orderings
                .map(|(counts, by)| OrderingRow {
                    by,
                    nodes: counts.nodes,
                    moves: counts.moves,
                })
                .collect(),
        }
    }

    /// The profile of all positions, with equal iterations added up.
    pub(super) fn totals(profile: &Profile) -> Self {
        let mut report = Self::new(profile);
        let mut sums: BTreeMap<_, IterationRow> = BTreeMap::new();
        for row in report.iterations {
            let key = (row.phase, row.depth, row.selectivity, row.attempt);
            sums.entry(key)
                .and_modify(|sum| {
                    sum.nodes += row.nodes;
                    sum.probe_nodes += row.probe_nodes;
                    sum.searches += 1;
                    sum.window = None;
                })
                .or_insert(row);
        }
        report.iterations = sums.into_values().collect();
        report
    }
}

impl IterationRow {
    fn name(&self) -> String {
        let name = match self.phase {
            Phase::Midgame => format!("midgame, depth {}", self.depth.unwrap_or(0)),
            Phase::Endgame => format!("endgame, {} %", self.selectivity.unwrap_or(0)),
            Phase::PrincipalVariation => "principal variation".into(),
        };
        match self.attempt {
            1 => name,
            attempt => format!("{name}, re-search {}", attempt - 1),
        }
    }

    /// The window of a single search.
    fn window(&self) -> String {
        // No score is beyond 64 discs.
        let bound = |discs: f64| match discs.abs() < 65.0 {
            true => format!("{discs:+}"),
            false => "open".into(),
        };
        match self.window {
            Some([alpha, beta]) => format!("{} to {}", bound(alpha), bound(beta)),
            None => String::new(),
        }
    }
}

impl EmptiesRow {
    /// The nodes that were cut off by a table, by stable discs, by a move, and by the first move.
    fn cutoffs(&self) -> [u64; 4] {
        [
            self.table_cutoffs,
            self.stability_cutoffs,
            self.move_cutoffs,
            self.first_move_cutoffs,
        ]
    }
}

/// A part of a whole in percent, for a column of six characters.
fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".into(),
        _ => format!("{:.1}", 100.0 * part as f64 / whole as f64),
    }
}

impl Display for ProfileReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_iterations(f)?;
        self.write_empties(f)?;
        self.write_tables(f)?;
        self.write_probcut(f)?;
        self.write_ordering(f)
    }
}

/// The tables of the text, each after a blank line.
impl ProfileReport {
    /// The nodes of each iteration.
    fn write_iterations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.nodes;
        writeln!(
            f,
            "\n{:<30} {:>18} {:>8} {:>14} {:>6} {:>14}",
            "iteration", "window", "searches", "nodes", "%", "in probes"
        )?;
        for row in &self.iterations {
            let (share, window) = (percent(row.nodes, whole), row.window());
            writeln!(
                f,
                "{:<30} {window:>18} {:>8} {:>14} {share:>6} {:>14}",
                row.name(),
                row.searches,
                row.nodes,
                row.probe_nodes
            )?;
        }
        let share = percent(whole, whole);
        writeln!(
            f,
            "{:<58} {whole:>14} {share:>6} {:>14}",
            "all", self.probe_nodes
        )
    }

    /// The nodes by their number of empty squares.
    fn write_empties(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.nodes;
        writeln!(
            f,
            "\n{:<7} {:>14} {:>6} {:>14} {:>14} {:>14} {:>14} {:>7}",
            "empties",
            "nodes",
            "%",
            "in probes",
            "cut by table",
            "by stability",
            "by a move",
            "first %"
        )?;
        let mut all = [0; 4];
        for row in &self.empties {
            for (sum, count) in all.iter_mut().zip(row.cutoffs()) {
                *sum += count;
            }
        }
        let rows = self.empties.iter().map(|row| {
            let name = row.empties.to_string();
            (name, row.nodes, row.probe_nodes, row.cutoffs())
        });
        let total = ("all".to_owned(), whole, self.probe_nodes, all);
        for (name, nodes, probe_nodes, [table, stability, by_move, by_first]) in rows.chain([total])
        {
            writeln!(
                f,
                "{name:<7} {nodes:>14} {:>6} {probe_nodes:>14} {table:>14} {stability:>14} {by_move:>14} {:>7}",
                percent(nodes, whole),
                percent(by_first, by_move)
            )?;
        }
        writeln!(
            f,
            "and {} last moves, which are scored without a node",
            self.last_moves
        )
    }

    /// The look-ups in each table.
    fn write_tables(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\n{:<22} {:>14} {:>14} {:>6} {:>14} {:>6}",
            "table", "look-ups", "hits", "%", "cut-offs", "%"
        )?;
        for row in &self.tables {
            writeln!(
                f,
                "{:<22} {:>14} {:>14} {:>6} {:>14} {:>6}",
                row.table,
                row.look_ups,
                row.hits,
                percent(row.hits, row.look_ups),
                row.cutoffs,
                percent(row.cutoffs, row.look_ups)
            )?;
        }
        Ok(())
    }

    /// The probes of Multi-ProbCut.
    fn write_probcut(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let probcut = &self.probcut;
        writeln!(
            f,
            "\n{:<22} {:>14} {:>14} {:>6} {:>14} {:>6}",
            "Multi-ProbCut", "nodes", "probes", "%", "cut-offs", "%"
        )?;
        writeln!(
            f,
            "{:<22} {:>14} {:>14} {:>6} {:>14} {:>6}",
            "",
            probcut.nodes,
            probcut.probes,
            percent(probcut.probes, probcut.nodes),
            probcut.cutoffs,
            percent(probcut.cutoffs, probcut.nodes)
        )
    }

    /// What ordered the moves. The last line has no end, which the caller writes.
    fn write_ordering(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\n{:<22} {:>14} {:>14}",
            "moves ordered by", "nodes", "moves"
        )?;
        for row in &self.ordering {
            write!(f, "\n{:<22} {:>14} {:>14}", row.by, row.nodes, row.moves)?;
        }
        Ok(())
    }
}
