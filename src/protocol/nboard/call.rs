//! The state of the NBoard protocol, and what the handlers of its commands take and return.

use crate::format::ggf;
pub(super) use crate::protocol::command::{Failure, command};
use crate::protocol::nboard::request::Request;
use crate::protocol::{Action, command};

/// The game, the settings and the running request.
#[derive(Default)]
pub(crate) struct State {
    /// The game from the GUI, with values and times. Its moves are those of the session.
    pub game: ggf::Game,
    /// The value of a draw for Black in hundredths of a disc.
    pub contempt: i32,
    /// The request whose search is running.
    pub request: Option<Request>,
}

/// A row of the command table.
pub(crate) type Command = command::Command<State>;

/// What a handler works on.
pub(crate) type Call<'a> = command::Call<'a, State>;

impl command::ProtocolState for State {
    type Answer = ();
}

impl Call<'_> {
    /// Writes a text, which ends with a line feed.
    pub(crate) fn write(&mut self, text: impl Into<String>) {
        self.actions.push(Action::Write(text.into()));
    }
}
