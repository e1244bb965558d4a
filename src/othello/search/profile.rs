//! Profiles: where the nodes of a search go.

use crate::othello::rules::flip::{Kernel as _, Portable, Task};
use crate::othello::search::observer::{Iteration, Observer, OrderedBy, Table};

/// The counts of one iteration in one window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IterationProfile {
    pub iteration: Iteration,
    /// In centi-discs; `None` where each proof has its own.
    pub window: Option<(i32, i32)>,
    /// 1 for the first window of the iteration, and one more for each re-search in another one.
    pub attempt: u32,
    pub nodes: u64,
    /// Nodes inside Multi-ProbCut probes.
    pub probe_nodes: u64,
}

/// The counts of the nodes with one number of empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EmptiesProfile {
    pub nodes: u64,
    /// Nodes inside Multi-ProbCut probes.
    pub probe_nodes: u64,
    /// Nodes that a bound in a table cut off.
    pub table_cutoffs: u64,
    /// Nodes that stable discs cut off.
    pub stability_cutoffs: u64,
    /// Nodes that a move cut off.
    pub move_cutoffs: u64,
    /// Nodes that the first move cut off.
    pub first_move_cutoffs: u64,
}

/// The counts of one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableProfile {
    pub look_ups: u64,
    pub hits: u64,
    pub cutoffs: u64,
    /// Look-ups of children (ETC).
    pub etc_look_ups: u64,
    pub etc_hits: u64,
    pub etc_cutoffs: u64,
}

/// The counts of one kind of move ordering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OrderingProfile {
    pub nodes: u64,
    pub moves: u64,
}

/// The counts of Multi-ProbCut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProbcutProfile {
    /// Nodes that reached the static pre-screen.
    pub nodes: u64,
    pub probes: u64,
    pub cutoffs: u64,
}

/// An observer that counts all events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Profile {
    /// In the order of the search.
    pub iterations: Vec<IterationProfile>,
    /// By number of empty squares.
    pub empties: [EmptiesProfile; 64],
    /// Last moves, which are scored without a node.
    pub last_moves: u64,
    /// By [`Table`].
    pub tables: [TableProfile; 3],
    /// By [`OrderedBy`].
    pub orderings: [OrderingProfile; 3],
    pub probcut: ProbcutProfile,
    /// Probes that contain the present node.
    probes: u32,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            iterations: Vec::new(),
            empties: [EmptiesProfile::default(); 64],
            last_moves: 0,
            tables: Default::default(),
            orderings: Default::default(),
            probcut: ProbcutProfile::default(),
            probes: 0,
        }
    }
}

impl Profile {
    /// All nodes.
    pub(crate) fn nodes(&self) -> u64 {
        self.empties.iter().map(|counts| counts.nodes).sum()
    }

    /// All nodes inside Multi-ProbCut probes.
    pub(crate) fn probe_nodes(&self) -> u64 {
        self.empties.iter().map(|counts| counts.probe_nodes).sum()
    }

    /// Adds the counts of another search.
    pub(crate) fn add(&mut self, other: &Self) {
        self.iterations.extend(&other.iterations);
        for (sum, counts) in self.empties.iter_mut().zip(&other.empties) {
            sum.nodes += counts.nodes;
            sum.probe_nodes += counts.probe_nodes;
            sum.table_cutoffs += counts.table_cutoffs;
            sum.stability_cutoffs += counts.stability_cutoffs;
            sum.move_cutoffs += counts.move_cutoffs;
            sum.first_move_cutoffs += counts.first_move_cutoffs;
        }
        self.last_moves += other.last_moves;
        for (sum, counts) in self.tables.iter_mut().zip(&other.tables) {
            sum.look_ups += counts.look_ups;
            sum.hits += counts.hits;
            sum.cutoffs += counts.cutoffs;
            sum.etc_look_ups += counts.etc_look_ups;
            sum.etc_hits += counts.etc_hits;
            sum.etc_cutoffs += counts.etc_cutoffs;
        }
        for (sum, counts) in self.orderings.iter_mut().zip(&other.orderings) {
            sum.nodes += counts.nodes;
            sum.moves += counts.moves;
        }
        self.probcut.nodes += other.probcut.nodes;
        self.probcut.probes += other.probcut.probes;
        self.probcut.cutoffs += other.probcut.cutoffs;
    }

    fn at(&mut self, empties: u32) -> &mut EmptiesProfile {
        &mut self.empties[empties as usize & 63]
    }

    fn table(&mut self, table: Table) -> &mut TableProfile {
        &mut self.tables[table as usize]
    }
}

impl Observer for &mut Profile {
    /// With the portable kernel alone, which counts the same nodes: a second search with the other kernels would be a
    /// second caller of their functions, and the compiler inlines functions with a single caller.
    fn run<T: Task>(search: T) -> T::Output {
        Portable.run(|| search.run(Portable))
    }

    fn begin_iteration(&mut self, iteration: Iteration, window: Option<(i32, i32)>) {
        // Most principal variations come from the table without a node.
        self.iterations
            .pop_if(|last| last.iteration == Iteration::PrincipalVariation && last.nodes == 0);
        let attempt = match self.iterations.last() {
            Some(last) if last.iteration == iteration => last.attempt + 1,
            _ => 1,
        };
        self.iterations.push(IterationProfile {
            iteration,
            window,
            attempt,
            nodes: 0,
            probe_nodes: 0,
        });
    }

    fn count(&mut self, empties: u32, nodes: u64) {
        let probe_nodes = if self.probes > 0 { nodes } else { 0 };
        let counts = self.at(empties);
        counts.nodes += nodes;
        counts.probe_nodes += probe_nodes;
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.nodes += nodes;
            iteration.probe_nodes += probe_nodes;
        }
    }

    fn count_last_move(&mut self) {
        self.last_moves += 1;
    }

    fn look_up(&mut self, table: Table, is_hit: bool) {
        let counts = self.table(table);
        counts.look_ups += 1;
        counts.hits += u64::from(is_hit);
    }

    fn table_cutoff(&mut self, table: Table, empties: u32) {
        self.table(table).cutoffs += 1;
        self.at(empties).table_cutoffs += 1;
    }

    fn etc_look_up(&mut self, table: Table, is_hit: bool) {
        let counts = self.table(table);
        counts.etc_look_ups += 1;
        counts.etc_hits += u64::from(is_hit);
    }

    fn etc_cutoff(&mut self, table: Table, empties: u32) {
        self.table(table).etc_cutoffs += 1;
        self.at(empties).table_cutoffs += 1;
    }

    fn stability_cutoff(&mut self, empties: u32) {
        self.at(empties).stability_cutoffs += 1;
    }

    fn order(&mut self, by: OrderedBy, moves: u32) {
        let counts = &mut self.orderings[by as usize];
        counts.nodes += 1;
        counts.moves += u64::from(moves);
    }

    fn move_cutoff(&mut self, empties: u32, is_first: bool) {
        let counts = self.at(empties);
        counts.move_cutoffs += 1;
        counts.first_move_cutoffs += u64::from(is_first);
    }

    fn pre_screen(&mut self) {
        self.probcut.nodes += 1;
    }

    fn begin_probe(&mut self) {
        self.probcut.probes += 1;
        self.probes += 1;
    }

    fn end_probe(&mut self, is_cutoff: bool) {
        self.probcut.cutoffs += u64::from(is_cutoff);
        self.probes -= 1;
    }
}
