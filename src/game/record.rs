//! Records of games: the start, every move with its passes, undo and redo.

use crate::game::{Foul, Game, Illegal, Move, Outcome, Setup, SetupError, Side, Threat, Vertex};
use std::fmt;

/// A ply of a record.
#[derive(Clone, Debug)]
struct Ply<G: Game> {
    /// The side that moved.
    side: Side,
    mv: Move,
    /// A pass that the controller left out. It is undone together with the move after it.
    implied: bool,
    /// The position before the move, for undo.
    before: G::Position,
}

/// A game with its history.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    start: G::Position,
    plies: Vec<Ply<G>>,
    /// Plies that were undone; the last one is redone first.
    undone: Vec<Ply<G>>,
    position: G::Position,
}

impl<G: Game> Record<G> {
    /// A game from the regular starting position.
    pub fn new(rules: G::Rules) -> Self {
        Self::from_position(G::start(rules))
    }

    /// A game from any position.
    pub fn from_position(start: G::Position) -> Self {
        Self {
            position: start.clone(),
            start,
            plies: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The position after the last move.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The position before the first move.
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    fn push(&mut self, mv: Move, implied: bool) {
        let before = self.position.clone();
        let side = G::side(&before);
        G::play(&mut self.position, mv);
        self.plies.push(Ply {
            side,
            mv,
            implied,
            before,
        });
    }

    /// Plays a checked move, after an implied pass if one is needed.
    fn commit(&mut self, side: Side, mv: Move) {
        if G::side(&self.position) != side {
            self.push(Move::Pass, true);
        }
        self.push(mv, false);
        self.undone.clear();
    }

    /// The position with `side` to move, if a move of that side implies a pass.
    fn after_implied_pass(&self, side: Side) -> Option<G::Position> {
        (G::side(&self.position) != side && G::allows_implied_pass(&self.position)).then(|| {
            let mut skipped = self.position.clone();
            G::play(&mut skipped, Move::Pass);
            skipped
        })
    }

    fn check_for(&self, side: Side, mv: Move) -> Result<(), Illegal> {
        if G::side(&self.position) == side {
            return G::check(&self.position, mv);
        }
        match self.after_implied_pass(side) {
            Some(skipped) if mv != Move::Pass => G::check(&skipped, mv),
            _ if G::outcome(&self.position).is_some() && mv != Move::Pass => Err(Illegal::GameOver),
            _ => Err(Illegal::WrongSide(side.other())),
        }
    }
}

/// A record of any game, without the types of the game. [`Record`] is the only implementation.
///
/// Every call names the side, because controllers name it and some of them leave out forced passes.
pub trait DynRecord: Send + fmt::Debug {
    /// Number of ranks, which is the number of files.
    fn size(&self) -> u8;
    /// The side to move.
    fn side(&self) -> Side;
    /// The stone on a cell.
    fn stone(&self, vertex: Vertex) -> Option<Side>;
    /// The legal moves of the side to move; empty when the game is over.
    fn legal(&self) -> Vec<Move>;
    /// Checks a move of `side`. A forced pass of the other side is implied.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    fn check(&self, side: Side, mv: Move) -> Result<(), Illegal>;
    /// Plays a move, after an implied pass if one is needed.
    ///
    /// # Errors
    /// The reason why the move is illegal. Nothing changes then.
    fn play(&mut self, side: Side, mv: Move) -> Result<(), Illegal>;
    /// Like [`DynRecord::play`], but also plays a move that is forbidden for Black in Renju; Black loses by
    /// it.
    ///
    /// # Errors
    /// Any other reason why the move is illegal.
    fn play_foul(&mut self, side: Side, mv: Move) -> Result<(), Illegal>;
    /// Plays a pass as a move of its own where the record could imply it: in Gomoku at any time before the end of the game,
    /// although [`DynRecord::play`] refuses it there.
    ///
    /// # Errors
    /// The reason why the pass is illegal. Nothing changes then.
    fn play_pass(&mut self, side: Side) -> Result<(), Illegal>;
    /// Makes `side` the side to move, if at most an implied pass is needed.
    ///
    /// # Errors
    /// The other side has to move. Nothing changes then.
    fn pass_to(&mut self, side: Side) -> Result<(), Illegal>;
    /// Takes back the last move together with the pass that it implied. False if there is no move; a pass that no move follows
    /// is taken back then, too.
    fn undo(&mut self) -> bool;
    /// Plays the move that was undone last, with the pass before it. False if there is no move.
    fn redo(&mut self) -> bool;
    /// Number of moves that [`DynRecord::undo`] can take back.
    fn undoable(&self) -> usize;
    /// Every ply since the start, implied passes included.
    fn moves(&self) -> Vec<(Side, Move)>;
    /// The position before the first ply.
    fn start(&self) -> Setup;
    /// The current position.
    fn current(&self) -> Setup;
    /// Returns to the regular starting position.
    fn clear(&mut self);
    /// Replaces the game by a described position.
    ///
    /// # Errors
    /// The reasons why the description is not a position. Nothing changes then.
    fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError>;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Cells whose disc a move of the side to move flips.
    fn flips(&self, mv: Move) -> Vec<Vertex>;
    /// Discs that can never be flipped again.
    fn stable(&self) -> Vec<Vertex>;
    /// Points forbidden for Black, with the reason.
    fn forbidden(&self) -> Vec<(Vertex, Foul)>;
    /// The stones of the winning row.
    fn winning_line(&self) -> Vec<Vertex>;
    /// The threats on the board, strongest first.
    fn threats(&self) -> Vec<Threat>;
    /// A copy, for trying moves.
    fn boxed(&self) -> Box<dyn DynRecord>;
}

/// Plays a recorded move. A forbidden point of Renju is accepted: the move is part of the game, and
/// loses it.
///
/// # Errors
///
/// The move is illegal for another reason.
pub fn replay(record: &mut dyn DynRecord, side: Side, mv: Move) -> Result<(), Illegal> {
    match record.play(side, mv) {
        Err(Illegal::Forbidden(_)) => record.play_foul(side, mv),
        other => other,
    }
}

/// Plays a ply of a list that holds every ply, and so the passes that a record implies: the only ones of Gomoku.
///
/// # Errors
///
/// The move is illegal for another reason.
pub(crate) fn replay_ply(record: &mut dyn DynRecord, side: Side, mv: Move) -> Result<(), Illegal> {
    match replay(record, side, mv) {
        Err(error @ Illegal::PassNotAllowed) => record.pass_to(side.other()).map_err(|_| error),
        other => other,
    }
}

/// The description of a position.
pub(crate) fn describe<G: Game>(position: &G::Position) -> Setup {
    let mut setup = Setup::empty(G::size(G::rules(position)));
    for row in 0..setup.size {
        for col in 0..setup.size {
            let vertex = Vertex::new(col, row);
            setup.set(vertex, G::stone(position, vertex));
        }
    }
    setup.to_move = G::side(position);
    setup
}

impl<G: Game> DynRecord for Record<G> {
    fn size(&self) -> u8 {
        G::size(G::rules(&self.position))
    }

    fn side(&self) -> Side {
        G::side(&self.position)
    }

    fn stone(&self, vertex: Vertex) -> Option<Side> {
        G::stone(&self.position, vertex)
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        G::legal(&self.position, &mut moves);
        moves
    }

    fn check(&self, side: Side, mv: Move) -> Result<(), Illegal> {
        self.check_for(side, mv)
    }

    fn play(&mut self, side: Side, mv: Move) -> Result<(), Illegal> {
        self.check_for(side, mv)?;
        self.commit(side, mv);
        Ok(())
    }

    fn play_foul(&mut self, side: Side, mv: Move) -> Result<(), Illegal> {
        match self.check_for(side, mv) {
            Ok(()) | Err(Illegal::Forbidden(_)) => {}
            Err(error) => return Err(error),
        }
        self.commit(side, mv);
        Ok(())
    }

    fn play_pass(&mut self, side: Side) -> Result<(), Illegal> {
        let skipped = self.after_implied_pass(side);
        let before = skipped.as_ref().unwrap_or(&self.position);
        if G::side(before) != side {
            return Err(Illegal::WrongSide(side.other()));
        }
        if !G::allows_implied_pass(before) {
            return Err(Illegal::PassNotAllowed);
        }
        self.commit(side, Move::Pass);
        Ok(())
    }

    fn pass_to(&mut self, side: Side) -> Result<(), Illegal> {
        if G::side(&self.position) == side {
            return Ok(());
        }
        if self.after_implied_pass(side).is_none() {
            return Err(Illegal::WrongSide(side.other()));
        }
        self.push(Move::Pass, true);
        self.undone.clear();
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let mut any = false;
        while let Some(ply) = self.plies.pop() {
            self.position = ply.before.clone();
            // An implied pass without a move after it does not count as a move.
            any |= !ply.implied;
            self.undone.push(ply);
            if any && !self.plies.last().is_some_and(|last| last.implied) {
                break;
            }
        }
        any
    }

    fn redo(&mut self) -> bool {
        while let Some(ply) = self.undone.pop() {
            self.push(ply.mv, ply.implied);
            if !ply.implied {
                return true;
            }
        }
        false
    }

    fn undoable(&self) -> usize {
        self.plies.iter().filter(|ply| !ply.implied).count()
    }

    fn moves(&self) -> Vec<(Side, Move)> {
        self.plies.iter().map(|ply| (ply.side, ply.mv)).collect()
    }

    fn start(&self) -> Setup {
        describe::<G>(&self.start)
    }

    fn current(&self) -> Setup {
        describe::<G>(&self.position)
    }

    fn clear(&mut self) {
        *self = Self::new(G::rules(&self.position));
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        *self = Self::from_position(G::from_setup(G::rules(&self.position), setup)?);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.position)
    }

    fn flips(&self, mv: Move) -> Vec<Vertex> {
        G::flips(&self.position, mv)
    }

    fn stable(&self) -> Vec<Vertex> {
        G::stable(&self.position)
    }

    fn forbidden(&self) -> Vec<(Vertex, Foul)> {
        G::forbidden(&self.position)
    }

    fn winning_line(&self) -> Vec<Vertex> {
        G::winning_line(&self.position)
    }

    fn threats(&self) -> Vec<Threat> {
        G::threats(&self.position)
    }

    fn boxed(&self) -> Box<dyn DynRecord> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ending;

    /// The sides name columns in turn. Only Black can name column 7. Column 9 ends the game. After column 3
    /// the opponent has to pass.
    #[derive(Clone, Debug)]
    enum Columns {}

    #[derive(Clone, Debug, PartialEq)]
    struct Position {
        side: Side,
        named: Vec<Option<u8>>,
    }

    impl Game for Columns {
        const NAME: &'static str = "columns";
        type Rules = ();
        type Position = Position;

        fn start((): ()) -> Position {
            Position {
                side: Side::Black,
                named: Vec::new(),
            }
        }
        fn from_setup((): (), setup: &Setup) -> Result<Position, SetupError> {
            Ok(Position {
                side: setup.to_move,
                named: Vec::new(),
            })
        }
        fn rules(_: &Position) {}
        fn size((): ()) -> u8 {
            10
        }
        fn side(position: &Position) -> Side {
            position.side
        }
        fn stone(_: &Position, _: Vertex) -> Option<Side> {
            None
        }
        fn legal(_: &Position, _: &mut Vec<Move>) {
            unreachable!("the tests of records generate no moves")
        }
        fn check(position: &Position, mv: Move) -> Result<(), Illegal> {
            let over = position.named.last() == Some(&Some(9));
            let stuck = over || position.named.last() == Some(&Some(3));
            match mv {
                Move::Pass if stuck => Ok(()),
                Move::Pass => Err(Illegal::PassNotAllowed),
                Move::Place(_) if over => Err(Illegal::GameOver),
                Move::Place(_) if stuck => Err(Illegal::FlipsNothing),
                Move::Place(vertex) if vertex.col == 7 && position.side == Side::White => {
                    Err(Illegal::Forbidden(Foul::Overline))
                }
                Move::Place(vertex) if vertex.col > 9 => Err(Illegal::OffBoard),
                Move::Place(_) => Ok(()),
            }
        }
        fn play(position: &mut Position, mv: Move) {
            position.named.push(mv.vertex().map(|vertex| vertex.col));
            position.side = position.side.other();
        }
        fn outcome(position: &Position) -> Option<Outcome> {
            (position.named.last() == Some(&Some(9))).then_some(Outcome::new(None, 0, Ending::Full))
        }
        fn allows_implied_pass(position: &Position) -> bool {
            position.named.last() == Some(&Some(3))
        }
        fn count_children(_: &Position) -> u64 {
            unreachable!("the tests of records generate no moves")
        }
        fn for_each_child(_: &Position, _: impl FnMut(Move, &Position)) {
            unreachable!("the tests of records generate no moves")
        }
    }

    fn col(col: u8) -> Move {
        Move::Place(Vertex::new(col, 0))
    }

    fn played<const N: usize>(moves: [(Side, Move); N]) -> Record<Columns> {
        let mut record = Record::new(());
        for (side, mv) in moves {
            record.play(side, mv).unwrap();
        }
        record
    }

    #[test]
    fn a_forced_pass_may_be_left_out_and_goes_with_the_next_move() {
        let mut record = played([(Side::Black, col(3))]);
        let refused = record.check(Side::White, col(1));
        assert_eq!(refused, Err(Illegal::FlipsNothing));
        record.play(Side::Black, col(4)).unwrap();
        let pass = (Side::White, Move::Pass);
        let all = [(Side::Black, col(3)), pass, (Side::Black, col(4))];
        assert_eq!(record.moves(), all);
        assert_eq!(record.undoable(), 2);
        assert!(record.undo());
        assert_eq!(record.moves(), [(Side::Black, col(3))]);
        assert_eq!(record.side(), Side::White);
        assert!(record.redo());
        assert_eq!(record.moves().len(), 3);
        assert!(!record.redo());
        assert!(record.undo() && record.undo() && !record.undo());
        assert_eq!(record.position(), record.start());
    }

    #[test]
    fn an_explicit_pass_is_a_move_of_its_own() {
        let pass = (Side::White, Move::Pass);
        let mut record = played([(Side::Black, col(3)), pass, (Side::Black, col(4))]);
        assert_eq!(record.undoable(), 3);
        assert!(record.undo());
        assert_eq!(record.side(), Side::Black);
        assert_eq!(record.moves().len(), 2);
    }

    #[test]
    fn a_pass_that_could_be_implied_may_be_a_move_of_its_own() {
        let mut record = played([(Side::Black, col(3))]);
        let wrong_side = Err(Illegal::WrongSide(Side::Black));
        record.play_pass(Side::White).unwrap();
        assert_eq!(record.undoable(), 2);
        assert_eq!(record.play_pass(Side::White), wrong_side);
        assert_eq!(record.play_pass(Side::Black), Err(Illegal::PassNotAllowed));
        assert_eq!(record.undoable(), 2);
        record.play(Side::Black, col(4)).unwrap();
        assert!(record.undo() && record.undo());
        assert_eq!(record.moves(), [(Side::Black, col(3))]);
        assert!(record.redo());
        let pass = (Side::White, Move::Pass);
        assert_eq!(record.moves(), [(Side::Black, col(3)), pass]);
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut record = played([(Side::Black, col(1))]);
        let before = record.position().clone();
        for (side, mv, reason) in [
            (Side::Black, col(2), Illegal::WrongSide(Side::White)),
            (Side::White, col(7), Illegal::Forbidden(Foul::Overline)),
            (Side::White, col(10), Illegal::OffBoard),
            (Side::White, Move::Pass, Illegal::PassNotAllowed),
            (Side::Black, Move::Pass, Illegal::WrongSide(Side::White)),
        ] {
            assert_eq!(record.play(side, mv), Err(reason));
            assert_eq!(record.position(), &before);
        }
        record.play_foul(Side::White, col(7)).unwrap();
        record.play(Side::Black, col(9)).unwrap();
        assert_eq!(record.play(Side::White, col(1)), Err(Illegal::GameOver));
        assert_eq!(record.play(Side::Black, col(1)), Err(Illegal::GameOver));
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back() {
        let mut record = played([(Side::Black, col(1)), (Side::White, col(2))]);
        assert!(record.undo());
        record.play(Side::White, col(5)).unwrap();
        assert!(!record.redo());
        let all = [(Side::Black, col(1)), (Side::White, col(5))];
        assert_eq!(record.moves(), all);
    }
}
