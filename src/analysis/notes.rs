//! What is remarkable about a move besides its loss.

use crate::analysis::move_analysis::{MoveAnalysis, MoveNotes, NamedPoint, Threatened};
use crate::format::{Decided, ScoreFields};
use crate::game::{DynRecord, Illegal, Move, Side};

/// The threats that have to be answered at once and can be. An open four has no answer.
const URGENT: [&str; 2] = ["four", "open three"];

/// The notes on a move in the position of a record.
pub(super) fn of_move(
    record: &dyn DynRecord,
    mv: Move,
    value: &ScoreFields,
    best: &ScoreFields,
) -> MoveNotes {
    let side = record.side();
    let is_loss = |value: &ScoreFields| value.decided() == Some(Decided::Loss);
    let is_win = |value: &ScoreFields| value.decided() == Some(Decided::Win);
    let became_lost = is_loss(value) && !is_loss(best);
    let forbidden = match side {
        Side::Black => record.forbidden(),
        Side::White => Vec::new(),
    };
    MoveNotes {
        missed_win: is_win(best) && !is_win(value),
        unstopped_threat: became_lost.then(|| unstopped(record, mv)).flatten(),
        forbidden: forbidden
            .into_iter()
            .map(|(vertex, foul)| NamedPoint::new(vertex, foul))
            .collect(),
        foul: match record.check(side, mv) {
            Err(Illegal::Forbidden(foul)) => Some(foul.to_string()),
            _ => None,
        },
        lost_the_game: false,
    }
}

/// The strongest threat of the opponent that a move does not answer.
fn unstopped(record: &dyn DynRecord, mv: Move) -> Option<Threatened> {
    let opponent = record.side().other();
    let vertex = mv.vertex()?;
    let threats = record.threats().into_iter();
    let mut unanswered = threats.filter(|threat| {
        threat.side == opponent
            && URGENT.contains(&threat.kind)
            && !threat.answers.contains(&vertex)
    });
    unanswered.next().map(|threat| Threatened {
        kind: threat.kind.into(),
        answers: threat.answers.iter().map(ToString::to_string).collect(),
    })
}

/// Notes the move that lost the game: the loser's last move from a position that was not lost, if it led into a lost one. A
/// loss before it was given back by the opponent. A game whose loss the search never saw has none, such as one that was
/// resigned or lost on time in an even position.
pub(super) fn note_losing_move(moves: &mut [MoveAnalysis], loser: Side) {
    let is_loss = |value: &ScoreFields| value.decided() == Some(Decided::Loss);
    let mut own = moves
        .iter_mut()
        .rev()
        .filter(|played| played.player == loser);
    let last_chance = own.find(|played| !is_loss(&played.best_value));
    if let Some(played) = last_chance.filter(|played| is_loss(&played.value)) {
        played.notes.lost_the_game = true;
    }
}
