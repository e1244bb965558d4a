//! Node counters, and the check of limits and stop tokens.

use crate::search::{CancelToken, Limits, StopToken};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Most nodes between two checks of the limits, rare enough for fast searches.
const MAX_CHECK_INTERVAL: u64 = 1024;
/// Nodes between the first checks of a search. The first nodes may take milliseconds each while the system maps the large
/// pages of a new table.
const MIN_CHECK_INTERVAL: u64 = 8;
/// After a longer time than this between two checks, the interval is halved, so that deadlines hold at any speed.
const MAX_CHECK_TIME: Duration = Duration::from_millis(4);

/// Most nodes that a search may count between two checks.
const MAX_UNCHECKED: u64 = 128;

/// The state that all workers of a job share.
#[derive(Debug)]
pub(crate) struct SearchControl {
    limits: Limits,
    stop: StopToken,
    /// Raised when a limit is reached or the main worker has finished.
    finished: StopToken,
    /// Nodes that the workers have flushed so far.
    nodes: AtomicU64,
    deadline: Option<Instant>,
}

impl SearchControl {
    /// The control of a job that starts now.
    pub(crate) fn new(limits: Limits, stop: StopToken) -> Self {
        let deadline = limits
            .time
            .and_then(|time| limits.received.checked_add(time.hard));
        Self {
            limits,
            stop,
            finished: StopToken::new(),
            nodes: AtomicU64::new(0),
            deadline,
        }
    }

    /// The limits of the job.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Ends the job for all workers.
    pub(crate) fn finish(&self) {
        self.finished.raise();
    }

    /// Whether all workers have to stop: the controller has sent a stop, or the job has ended.
    pub(crate) fn should_stop(&self) -> bool {
        self.stop.is_raised() || self.finished.is_raised()
    }

    /// Time since the request was received.
    pub(crate) fn elapsed(&self) -> Duration {
        self.limits.received.elapsed()
    }

    /// Nodes that all workers have flushed.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// The node counter of one worker. The search calls [`NodeCounter::check_stop`] at every node and unwinds when
/// it returns true. From then on [`NodeCounter::stopped`] stays true, unless only a part of the job was cancelled
/// and the worker switches to another one.
#[derive(Debug)]
pub(crate) struct NodeCounter<'a> {
    control: &'a SearchControl,
    /// Nodes of this worker.
    nodes: u64,
    flushed: u64,
    next_check: u64,
    /// Nodes between the last check and the next one, if no limit of nodes comes before.
    interval: u64,
    last_check: Instant,
    /// Close to the node limit: from this node on, every node calls [`NodeCounter::check_stop`].
    careful_from: u64,
    stopped: bool,
    /// The token of the part that this worker searches, if that can be cancelled separately.
    part: Option<CancelToken>,
}

impl<'a> NodeCounter<'a> {
    /// A counter at zero.
    pub(crate) fn new(control: &'a SearchControl) -> Self {
        let mut counter = Self {
            control,
            nodes: 0,
            flushed: 0,
            next_check: 0,
            interval: MIN_CHECK_INTERVAL,
            last_check: Instant::now(),
            careful_from: u64::MAX,
            stopped: control.should_stop(),
            part: None,
        };
        counter.schedule_check();
        counter
    }

    /// Counts a node. Returns true if the search has to stop.
    #[inline(always)]
    pub(crate) fn check_stop(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.stopped
    }

    /// Counts a node without checking the limits. At most [`MAX_UNCHECKED`] such nodes may follow one another; the next
    /// [`NodeCounter::check_stop`] catches up.
    #[inline(always)]
    pub(crate) fn count(&mut self) {
        self.nodes += 1;
    }

    /// Checks the limits without counting a node, for long work at one node. Returns true if the search has to stop.
    pub(crate) fn poll(&mut self) -> bool {
        if !self.stopped {
            self.check_limits();
        }
        self.stopped
    }

    /// Whether [`MAX_UNCHECKED`] nodes might pass the node limit, so that every node has to be
    /// checked.
    #[inline(always)]
    pub(crate) fn is_close_to_limit(&self) -> bool {
        self.nodes >= self.careful_from
    }

    /// Whether the search has to stop.
    #[inline(always)]
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// The token of the part of the job that this worker searches.
    pub(crate) fn part(&self) -> Option<&CancelToken> {
        self.part.as_ref()
    }

    /// Switches to the part of the job with this token, or back to the whole job with `None`. From then on its
    /// cancellation counts. Returns the previous token.
    pub(crate) fn switch_part(&mut self, part: Option<CancelToken>) -> Option<CancelToken> {
        let before = std::mem::replace(&mut self.part, part);
        self.stopped = self.is_cancelled();
        before
    }

    fn is_cancelled(&self) -> bool {
        self.control.should_stop() || self.part.as_ref().is_some_and(CancelToken::is_cancelled)
    }

    /// Nodes of this worker.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The control of the job.
    pub(crate) fn control(&self) -> &'a SearchControl {
        self.control
    }

    /// Nodes of all workers; those of this worker are exact.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.control.nodes() + (self.nodes - self.flushed)
    }

    /// Adds the nodes counted so far to those of the job. [`NodeCounter::check_stop`] does it regularly, and `drop`
    /// does it at the end.
    pub(crate) fn flush(&mut self) {
        self.control
            .nodes
            .fetch_add(self.nodes - self.flushed, Ordering::Relaxed);
        self.flushed = self.nodes;
    }

    #[cold]
    fn check_limits(&mut self) {
        if self.stopped {
            // The calls on the way back to the root are not nodes.
            self.nodes -= 1;
            return;
        }
        self.flush();
        let control = self.control;
        let now = Instant::now();
        let late = control.deadline.is_some_and(|deadline| now >= deadline);
        let limit = control.limits.nodes;
        if late || limit.is_some_and(|nodes| control.nodes() >= nodes) {
            control.finish();
        }
        self.stopped |= self.is_cancelled();
        let interval = if now - self.last_check > MAX_CHECK_TIME {
            self.interval / 2
        } else {
            self.interval + self.interval / 8
        };
        self.interval = interval.clamp(MIN_CHECK_INTERVAL, MAX_CHECK_INTERVAL);
        self.last_check = now;
        self.schedule_check();
    }

    fn schedule_check(&mut self) {
        let interval = self.interval;
        let limit = self.control.limits.nodes.unwrap_or(u64::MAX);
        let left = limit.saturating_sub(self.control.nodes());
        self.next_check = self.nodes + left.clamp(1, interval);
        // The other workers may use up the rest, but then the limit is not exact anyway.
        self.careful_from = if left > interval + MAX_UNCHECKED {
            u64::MAX
        } else {
            self.nodes + left.saturating_sub(MAX_UNCHECKED)
        };
        if self.stopped {
            self.next_check = 0;
        }
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

    /// A search with this time limit.
    fn within(time: Duration) -> SearchControl {
        SearchControl::new(Limits::time(time), StopToken::new())
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
        assert!(nodes < 2 * MIN_CHECK_INTERVAL, "{nodes} nodes of 1 ms");
    }

    #[test]
    fn the_interval_follows_the_speed() {
        let control = within(Duration::from_millis(150));
        let mut counter = NodeCounter::new(&control);
        while !counter.check_stop() {
            std::thread::sleep(Duration::from_micros(200));
        }
        // Each check but the last one left at most twice the time, in nodes of at least 0.2 ms.
        assert!(counter.interval <= 40, "{} nodes", counter.interval);
        let control = SearchControl::new(Limits::nodes(50_000), StopToken::new());
        let mut counter = NodeCounter::new(&control);
        while !counter.check_stop() {}
        assert!(counter.interval > MAX_CHECK_INTERVAL / 2);
    }

    #[test]
    fn polling_sees_the_deadline_and_counts_nothing() {
        let control = within(Duration::from_millis(3));
        let mut counter = NodeCounter::new(&control);
        while !counter.poll() {}
        assert!(counter.stopped() && counter.poll());
        assert_eq!(counter.total_nodes(), 0);
        // It does not move the limit of nodes.
        let control = SearchControl::new(Limits::nodes(100), StopToken::new());
        let mut counter = NodeCounter::new(&control);
        while !counter.poll() && !counter.check_stop() {}
        assert_eq!(counter.total_nodes(), 100);
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
