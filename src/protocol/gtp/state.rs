//! The state that GTP keeps between commands.

/// What is known about the controller.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The user has chosen the game by name, so a board size does not change it.
    pub game_chosen: bool,
    /// The version of GoGui, if GoGui is the controller.
    pub gogui_version: Option<String>,
}
