//! What a runner shares with its engines.

use crate::engines::line_log::LineLog;
use crate::search::StopToken;

/// What a runner shares with an engine for a game.
#[derive(Clone, Debug, Default)]
pub struct EngineContext {
    /// When it is raised, calls that wait for the engine fail soon, and the end of the engine ends its search.
    pub stop: StopToken,
    /// Takes every line between the runner and the engine.
    pub log: Option<LineLog>,
    /// Whether an engine that exceeds its clock loses. A bridge keeps no clock.
    pub judges_clocks: bool,
    /// The processors that the program may use, from its start on; all if there are none.
    pub cpus: Vec<usize>,
}
