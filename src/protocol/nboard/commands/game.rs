//! Commands about the game.

use crate::format::{AnnotatedMove, ggf};
use crate::game::Move;
use crate::protocol::lexer::rest_of_line;
use crate::protocol::nboard::call::{Call, Command, Failure, command};
use crate::session::SessionError;

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "set game", "GGF", rest_of_line => set_game;
        "Sets the game with all its moves.";
        "GGF is a game of Othello on 8x8 in that format, of any kind except Anti-Othello. The tag \
         BO gives the start position. The tags TI, TB and TW give the clocks; the times of the \
         moves are subtracted from them. Komi has no effect. The current position is the one after \
         the last move. Reply: nothing. Errors: `status Cannot set the game` with the column and \
         the reason; the game does not change.";
        "> nboard 2\n> set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 \
         ---------------------------O*------*O--------------------------- *]B[F5/1.20/3.5]W[D6];)\n\
         > set game (;GM[Othello]TY[8]B[F5]W[A1];)\n\
         < status Cannot set the game: column 26: move 2, W[a1], cannot be played: the move \
         flips no disc"
    },
    command! {
        "move", "MOVE[/EVAL[/SECONDS]]", rest_of_line => play;
        "Plays a move.";
        "MOVE is a square, or `PA` for a pass. A forced pass of the other side may be left out \
         before it. EVAL is the value in discs; the engine keeps it with the game. SECONDS is \
         subtracted from the clock of the side that moves. A line with only the move, as in \
         version 1 of the protocol, does the same. Reply: nothing. Errors: `status Not a move` or \
         `status Illegal move` with the reason; the game does not change.";
        "> nboard 2\n> move F5/0.50/1.2\n> F6\n> move A1\n< status Illegal move A1: the move flips no disc"
    },
];

fn set_game(call: &mut Call<'_>, text: &str) -> Result<(), Failure> {
    let failure = |what: String| Failure::Text(format!("Cannot set the game: {what}"));
    let game = ggf::read(text)
        .map_err(|error| failure(format!("column {}: {}", error.column, error.message)))?;
    call.session
        .load(&game.record())
        .map_err(|error| failure(error.to_string()))?;
    call.state.game = game;
    Ok(())
}

fn play(call: &mut Call<'_>, text: &str) -> Result<(), Failure> {
    let record = call.session.record();
    let waiting = record.side();
    let mut played = ggf::read_move(waiting, text)
        .map_err(|what| Failure::Text(format!("Not a move: {what}")))?;
    let name = ggf::move_name(played.mv);
    let illegal = |reason: &str| Failure::Text(format!("Illegal move {name}: {reason}"));
    if record.outcome().is_some() {
        return Err(illegal("the game is over"));
    }
    let mut plies = Vec::new();
    if played.mv != Move::Pass && record.legal() == [Move::Pass] {
        plies.push(AnnotatedMove::new(waiting, Move::Pass));
        played.side = waiting.other();
    }
    plies.push(played);
    let moves: Vec<_> = plies.iter().map(AnnotatedMove::ply).collect();
    call.session.play_all(&moves).map_err(|error| match error {
        SessionError::Illegal(reason) => illegal(&reason.to_string()),
        other => illegal(&other.to_string()),
    })?;
    call.state.game.moves.extend(plies);
    Ok(())
}
