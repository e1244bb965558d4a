//! Players of a game that is known at run time only.

use crate::engine::job::Job;
use crate::engine::variant::{Variant, gomoku_rules, othello_rules};
use crate::game::{Game, Illegal, Move, Record, SetupError, replay_ply};
use crate::gomoku::{Gomoku, GomokuPlayer, Rule};
use crate::othello::{Othello, OthelloPlayer};
use crate::search::{Player, Report, SearchResult, StopToken};

/// Why a job cannot be searched.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    /// The start is not a position of the game.
    #[error(transparent)]
    Start(#[from] SetupError),
    /// A move, whose number counts from 1, cannot be played.
    #[error("move {number}, {mv}, cannot be played: {reason}")]
    Move {
        number: usize,
        mv: Move,
        reason: Illegal,
    },
}

/// The [`Player`] of a variant.
pub(crate) enum AnyPlayer {
    Othello(OthelloPlayer),
    Gomoku(GomokuPlayer, Rule),
}

impl AnyPlayer {
    /// A new player.
    pub(crate) fn new(variant: Variant) -> Self {
        match variant {
            Variant::Othello => Self::Othello(OthelloPlayer::default()),
            Variant::Gomoku(rule) => Self::Gomoku(GomokuPlayer::default(), rule),
        }
    }

    /// Runs a job of the variant; see [`Player::think`].
    ///
    /// # Errors
    /// The start of the job is not a position of its game, or one of its moves is illegal.
    pub(crate) fn think(
        &mut self,
        job: &Job,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> Result<SearchResult, JobError> {
        let size = job.start.size;
        match self {
            Self::Othello(player) => {
                think::<Othello>(player, othello_rules(size)?, job, stop, sink)
            }
            Self::Gomoku(player, rule) => {
                think::<Gomoku>(player, gomoku_rules(size, *rule)?, job, stop, sink)
            }
        }
    }

    /// Forgets everything learnt from earlier positions.
    pub(crate) fn clear_hash(&mut self) {
        match self {
            Self::Othello(player) => player.clear(),
            Self::Gomoku(player, _) => player.clear(),
        }
    }
}

fn think<G: Game>(
    player: &mut impl Player<G>,
    rules: G::Rules,
    job: &Job,
    stop: &StopToken,
    sink: &mut dyn FnMut(Report),
) -> Result<SearchResult, JobError> {
    let mut record = Record::<G>::from_position(G::from_setup(rules, &job.start)?);
    for (number, &(side, mv)) in (1..).zip(&job.moves) {
        // Game files leave out the passes that their moves imply.
        replay_ply(&mut record, side, mv).map_err(|reason| JobError::Move {
            number,
            mv,
            reason,
        })?;
    }
    Ok(player.think(record.position(), &job.request, stop, sink))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::JobId;
    use crate::game::{Side, Vertex};
    use crate::search::{Limits, SearchRequest};

    const GOMOKU: Variant = Variant::Gomoku(Rule::Freestyle);

    /// Searches the position after these moves of Gomoku to a fixed depth.
    fn search(moves: &[(Side, Move)]) -> Result<SearchResult, JobError> {
        let record = GOMOKU.new_record(15).unwrap();
        let job = Job {
            id: JobId(1),
            variant: GOMOKU,
            start: record.start(),
            moves: moves.to_vec(),
            request: SearchRequest::new(Limits::depth(3)),
        };
        AnyPlayer::new(GOMOKU).think(&job, &StopToken::new(), &mut |_| {})
    }

    fn place(side: Side, col: u8, row: u8) -> (Side, Move) {
        (side, Move::Place(Vertex::new(col, row)))
    }

    #[test]
    fn moves_may_leave_out_the_passes_that_they_imply() {
        let (first, second, third) = (
            place(Side::Black, 7, 7),
            place(Side::Black, 7, 8),
            place(Side::White, 6, 6),
        );
        let short = search(&[first, second, third]).unwrap();
        let pass = (Side::White, Move::Pass);
        let long = search(&[first, pass, second, third]).unwrap();
        let essence = |result: SearchResult| {
            let report = result.report.unwrap();
            (result.best, report.nodes, report.lines[0].score)
        };
        assert_eq!(essence(short), essence(long));
    }

    #[test]
    fn an_illegal_move_is_an_error() {
        let error = search(&[place(Side::Black, 7, 7), place(Side::White, 7, 7)]).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("move 2, h8, cannot be played: "), "{text}");
    }
}
