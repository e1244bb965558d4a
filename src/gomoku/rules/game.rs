//! Gomoku as a [`Game`].

use crate::game::perft::Perft;
use crate::game::{
    Ending, Foul, Game, Illegal, Move, Outcome, Setup, SetupError, Side, Threat, Vertex,
};
use crate::gomoku::rules::cells::{Cell, Cells};
use crate::gomoku::rules::position::{Position, Rules};
use crate::gomoku::rules::{forbidden::foul, point::Point, threats};

/// The game of five in a row, in all its variants; [`Rules`] selects one.
///
/// [`Game::check`] refuses a pass while the game lasts. [`Game::play`] accepts it and gives the turn to the
/// other side, since controllers place several stones of one colour in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gomoku;

impl Game for Gomoku {
    const NAME: &'static str = "gomoku";
    type Rules = Rules;
    type Position = Position;

    fn start(rules: Rules) -> Position {
        Position::new(rules)
    }

    fn from_setup(rules: Rules, setup: &Setup) -> Result<Position, SetupError> {
        Position::from_setup(rules, setup)
    }

    fn rules(position: &Position) -> Rules {
        position.rules()
    }

    fn size(rules: Rules) -> u8 {
        rules.size()
    }

    fn side(position: &Position) -> Side {
        position.side()
    }

    fn stone(position: &Position, vertex: Vertex) -> Option<Side> {
        position.at(vertex.into()).stone()
    }

    fn legal(position: &Position, moves: &mut Vec<Move>) {
        if position.outcome().is_none() {
            moves.extend(
                position
                    .legal_points()
                    .map(|point| Move::Place(point.into())),
            );
        }
    }

    /// Checks a move of the side to move. After a pass, forbidden points are allowed, too: such a stone is set up.
    ///
    /// # Errors
    /// The first that applies: [`Illegal::OffBoard`], [`Illegal::GameOver`], [`Illegal::Occupied`],
    /// [`Illegal::Forbidden`] (Black in Renju); [`Illegal::PassNotAllowed`] for a pass while the
    /// game lasts.
    fn check(position: &Position, mv: Move) -> Result<(), Illegal> {
        let over = position.outcome().is_some();
        let point = match mv {
            Move::Pass if over => return Ok(()),
            Move::Pass => return Err(Illegal::PassNotAllowed),
            Move::Place(vertex) => Point::from(vertex),
        };
        match position.at(point) {
            Cell::Off => Err(Illegal::OffBoard),
            _ if over => Err(Illegal::GameOver),
            Cell::Black | Cell::White => Err(Illegal::Occupied),
            Cell::Empty => match position.foul_of_stone(point) {
                Some(foul) => Err(Illegal::Forbidden(foul)),
                None => Ok(()),
            },
        }
    }

    fn play(position: &mut Position, mv: Move) {
        match mv {
            Move::Pass => position.pass(),
            Move::Place(vertex) => position.place(vertex.into()),
        }
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.outcome()
    }

    fn allows_implied_pass(position: &Position) -> bool {
        position.outcome().is_none()
    }

    fn count_children(position: &Position) -> u64 {
        if position.outcome().is_some() {
            0
        } else if position.mover_has_fouls() {
            position.legal_points().count() as u64
        } else {
            position.empties() as u64
        }
    }

    fn for_each_child(position: &Position, mut visit: impl FnMut(Move, &Position)) {
        if position.outcome().is_some() {
            return;
        }
        for point in position.legal_points() {
            let mut child = position.clone();
            child.place(point);
            visit(Move::Place(point.into()), &child);
        }
    }

    /// Points forbidden for Black in Renju, row by row, whoever is to move. None after a win.
    fn forbidden(position: &Position) -> Vec<(Vertex, Foul)> {
        let decided = |outcome: Outcome| outcome.ending != Ending::Full;
        if !position.rules().rule().has_fouls() || position.outcome().is_some_and(decided) {
            return Vec::new();
        }
        position
            .empty_points()
            .filter_map(|point| Some((point.into(), foul(position, point)?)))
            .collect()
    }

    /// The stones of the row that won, in reading order from `a1`. If several rows won at once, the one
    /// that begins first. Empty if no row has won.
    fn winning_line(position: &Position) -> Vec<Vertex> {
        let row = position.winning_rows().next();
        row.map_or_else(Vec::new, |row| row.stones().map(Vertex::from).collect())
    }

    fn threats(position: &Position) -> Vec<Threat> {
        threats::threats(position)
    }
}

impl Perft for Gomoku {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::rules::Rule;

    fn play(position: &mut Position, moves: &[(u8, u8)]) {
        for &(col, row) in moves {
            let mv = Move::Place(Vertex::new(col, row));
            Gomoku::check(position, mv).unwrap();
            Gomoku::play(position, mv);
        }
    }

    #[test]
    fn a_five_ends_the_game() {
        let mut position = Gomoku::start(Rules::new(15, Rule::Standard).unwrap());
        let moves: Vec<(u8, u8)> = (0..5).flat_map(|n| [(n, n), (n, n + 1)]).take(9).collect();
        play(&mut position, &moves[..8]);
        assert_eq!(Gomoku::outcome(&position), None);
        play(&mut position, &moves[8..]);
        let outcome = Outcome::new(Some(Side::Black), 1, Ending::Five);
        assert_eq!(Gomoku::outcome(&position), Some(outcome));
        assert_eq!(
            Gomoku::winning_line(&position),
            (0..5).map(|n| Vertex::new(n, n)).collect::<Vec<_>>()
        );
        assert_eq!(Gomoku::count_children(&position), 0);
        assert!(!Gomoku::allows_implied_pass(&position));
        let free = Move::Place(Vertex::new(9, 9));
        assert_eq!(Gomoku::check(&position, free), Err(Illegal::GameOver));
        assert_eq!(Gomoku::check(&position, Move::Pass), Ok(()));
    }

    #[test]
    fn a_move_that_cannot_be_played_is_refused_with_the_reason() {
        let mut position = Gomoku::start(Rules::new(5, Rule::Freestyle).unwrap());
        play(&mut position, &[(2, 2)]);
        let place = |col, row| Move::Place(Vertex::new(col, row));
        assert_eq!(
            Gomoku::check(&position, place(2, 2)),
            Err(Illegal::Occupied)
        );
        for (col, row) in [
            (5, 0),
            (0, 5),
            (255, 255),
            (31, 0),
            (0, 31),
            (32, 0),
            (66, 1),
        ] {
            assert_eq!(
                Gomoku::check(&position, place(col, row)),
                Err(Illegal::OffBoard)
            );
        }
        assert_eq!(
            Gomoku::check(&position, Move::Pass),
            Err(Illegal::PassNotAllowed)
        );
    }

    #[test]
    fn a_forbidden_move_that_is_played_loses() {
        let mut position = Gomoku::start(Rules::new(15, Rule::Renju).unwrap());
        let black = [(7, 5), (7, 6), (5, 7), (6, 7)];
        let white = [(0, 0), (2, 0), (4, 0), (6, 0)];
        let moves: Vec<_> = black
            .into_iter()
            .zip(white)
            .flat_map(|(b, w)| [b, w])
            .collect();
        play(&mut position, &moves);
        let h8 = Vertex::new(7, 7);
        assert_eq!(
            Gomoku::check(&position, Move::Place(h8)),
            Err(Illegal::Forbidden(Foul::DoubleThree))
        );
        assert_eq!(Gomoku::forbidden(&position), [(h8, Foul::DoubleThree)]);
        assert_eq!(Gomoku::count_children(&position), 225 - 8 - 1);
        Gomoku::play(&mut position, Move::Place(h8));
        let outcome = Outcome::new(Some(Side::White), 1, Ending::Foul);
        assert_eq!(Gomoku::outcome(&position), Some(outcome));
        assert!(Gomoku::forbidden(&position).is_empty());
        assert!(Gomoku::winning_line(&position).is_empty());
    }

    #[test]
    fn a_stone_after_a_pass_is_set_up_and_no_foul() {
        let mut position = Gomoku::start(Rules::new(15, Rule::Renju).unwrap());
        for (col, row) in [(7, 5), (7, 6), (5, 7)] {
            play(&mut position, &[(col, row)]);
            Gomoku::play(&mut position, Move::Pass);
        }
        play(&mut position, &[(6, 7)]);
        let double_three = Move::Place(Vertex::new(7, 7));
        let mut answered = position.clone();
        play(&mut answered, &[(0, 0)]);
        let foul = Err(Illegal::Forbidden(Foul::DoubleThree));
        assert_eq!(Gomoku::check(&answered, double_three), foul);
        Gomoku::play(&mut position, Move::Pass);
        assert_eq!(Gomoku::check(&position, double_three), Ok(()));
        Gomoku::play(&mut position, double_three);
        assert_eq!(Gomoku::outcome(&position), None);
    }
}
