//! Counting nodes and noticing that a limit was reached.

use crate::search::limits::Limits;
use crate::search::stop::{SplitTask, StopToken};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock. At 100,000 nodes/s (the slowest search here) that is 10 ms
/// at most; at 50 M nodes/s the look costs nothing.
const INTERVAL: u64 = 1024;
/// Nodes between the first looks of a search, see `NodeCounter::plan`.
const SHORTEST_INTERVAL: u64 = 8;

/// What all workers of a job share.
#[derive(Debug)]
pub struct SearchControl {
    limits: Limits,
    stop: StopToken,
    /// Raised when the job is over for a reason of its own: a limit, or the main worker is done.
    over: StopToken,
    /// Nodes that workers have handed in so far.
    nodes: AtomicU64,
    deadline: Option<Instant>,
}

impl SearchControl {
    /// The control of a job that begins now.
    pub fn new(limits: Limits, stop: StopToken) -> Self {
        let deadline = limits
            .time
            .and_then(|time| limits.received.checked_add(time.hard));
        Self {
            limits,
            stop,
            over: StopToken::new(),
            nodes: AtomicU64::new(0),
            deadline,
        }
    }

    /// The limits of the job.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Ends the job for all workers.
    pub fn finish(&self) {
        self.over.raise();
    }

    /// Whether the controller asked for a stop, or the job is over for all workers.
    pub fn should_stop(&self) -> bool {
        self.stop.is_raised() || self.over.is_raised()
    }

    /// Time since the request was received.
    pub fn elapsed(&self) -> Duration {
        self.limits.received.elapsed()
    }

    /// Nodes that all workers have handed in.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// One worker's counter. Search calls [`NodeCounter::check_stop`] at every node and unwinds as soon as it says
/// so; from then on [`NodeCounter::stopped`] stays true, unless only a part of the job was called off and
/// the worker turns to another one.
#[derive(Debug)]
pub struct NodeCounter<'a> {
    control: &'a SearchControl,
    /// Nodes of this worker.
    nodes: u64,
    flushed: u64,
    next_look: u64,
    stopped: bool,
    /// What this worker is at, if it can be called off by itself.
    part: Option<SplitTask>,
}

impl<'a> NodeCounter<'a> {
    /// A counter at zero.
    pub fn new(control: &'a SearchControl) -> Self {
        let mut counter = Self {
            control,
            nodes: 0,
            flushed: 0,
            next_look: 0,
            stopped: control.should_stop(),
            part: None,
        };
        counter.plan();
        counter
    }

    /// Counts a node. True if the search has to end now.
    #[inline(always)]
    pub fn check_stop(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    /// Counts a node without a look at the limits, for nodes that are over in no time. The next
    /// [`NodeCounter::check_stop`] makes up for it.
    #[inline(always)]
    pub fn count(&mut self) {
        self.nodes += 1;
    }

    /// Whether the search has to end.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// What the worker is at now.
    pub fn part(&self) -> Option<&SplitTask> {
        self.part.as_ref()
    }

    /// Turns to a part of the job, or back to all of it: what counts from now on is whether that was
    /// called off. Returns what the worker was at before.
    pub fn switch_task(&mut self, part: Option<SplitTask>) -> Option<SplitTask> {
        let before = std::mem::replace(&mut self.part, part);
        self.stopped = self.is_cancelled();
        before
    }

    fn is_cancelled(&self) -> bool {
        self.control.should_stop() || self.part.as_ref().is_some_and(SplitTask::is_cancelled)
    }

    /// Nodes that this worker has counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The control that this worker belongs to.
    pub fn control(&self) -> &'a SearchControl {
        self.control
    }

    /// Nodes of all workers, this one's to the last node.
    pub fn total_nodes(&self) -> u64 {
        self.control.nodes() + (self.nodes - self.flushed)
    }

    /// Hands in the nodes counted so far. Done regularly by [`NodeCounter::check_stop`], and when dropped.
    pub fn flush(&mut self) {
        self.control
            .nodes
            .fetch_add(self.nodes - self.flushed, Ordering::Relaxed);
        self.flushed = self.nodes;
    }

    #[cold]
    fn look(&mut self) {
        self.flush();
        let control = self.control;
        let limits = control.limits();
        let late = control
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        let full = limits.nodes.is_some_and(|nodes| control.nodes() >= nodes);
        if late || full {
            control.finish();
        }
        self.stopped |= self.is_cancelled();
        self.plan();
    }

    fn plan(&mut self) {
        // The first nodes may take milliseconds each, while the system maps the large pages of a fresh
        // table.
        let interval = (self.nodes / 8).clamp(SHORTEST_INTERVAL, INTERVAL);
        let left = self.control.limits().nodes.map_or(interval, |nodes| {
            nodes
                .saturating_sub(self.control.nodes())
                .clamp(1, interval)
        });
        self.next_look = self.nodes + left;
    }
}

impl Drop for NodeCounter<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::time_manager::TimeBudget;

    /// A search that has so much time.
    fn within(time: Duration) -> SearchControl {
        let limits = Limits {
            time: Some(TimeBudget::fixed(time)),
            ..Limits::none()
        };
        SearchControl::new(limits, StopToken::new())
    }

    #[test]
    fn node_limit_is_exact_with_one_worker() {
        for limit in [1, 7, 1023, 1024, 1025, 5000] {
            let control = SearchControl::new(Limits::nodes(limit), StopToken::new());
            let mut counter = NodeCounter::new(&control);
            let mut nodes = 0;
            while !counter.check_stop() {
                nodes += 1;
                assert!(nodes < limit, "ran past {limit} nodes");
            }
            assert_eq!(counter.total_nodes(), limit);
        }
    }

    #[test]
    fn stop_before_the_start_counts() {
        let stop = StopToken::new();
        stop.raise();
        let control = SearchControl::new(Limits::none(), stop);
        assert!(NodeCounter::new(&control).stopped());
    }

    #[test]
    fn slow_first_nodes_do_not_hide_the_deadline() {
        let control = within(Duration::from_millis(3));
        let mut counter = NodeCounter::new(&control);
        let mut nodes = 0;
        while !counter.check_stop() {
            std::thread::sleep(Duration::from_millis(1));
            nodes += 1;
        }
        assert!(nodes < 2 * SHORTEST_INTERVAL, "{nodes} nodes of 1 ms");
    }

    #[test]
    fn deadline_ends_the_search() {
        let control = within(Duration::from_millis(5));
        let mut counter = NodeCounter::new(&control);
        while !counter.check_stop() {}
        assert!(control.elapsed() >= Duration::from_millis(5));
        assert!(control.should_stop());
    }
}
