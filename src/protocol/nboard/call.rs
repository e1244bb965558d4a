//! What the handlers of NBoard's commands take and return.

use crate::protocol::command;
use crate::protocol::interface::Action;
use crate::protocol::nboard::state::State;

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
