//! The state that NBoard's protocol keeps between commands.

use crate::format::ggf;
use crate::protocol::nboard::request::Request;

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
