//! What the threats on the board force the side to move to do.

/// What the side to move has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedReply {
    /// Make a five, which wins.
    Five,
    /// Stop a five of the opponent.
    AnswerFive,
    /// Make an open four or a double four: the opponent has no five, so it wins in three plies.
    OpenFour,
    /// Stop an open four or a double four of the opponent, or make fours.
    AnswerOpenFour,
    /// Nothing.
    Free,
}
