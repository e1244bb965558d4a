//! What is written can be read back, and nothing that is read brings the program down.

use flipfive::game::{Game, Setup, Side, record};
use flipfive::gomoku::rules::notation;
use flipfive::gomoku::rules::notation::FirstRow;
use flipfive::gomoku::{Gomoku, Point, Rule, Rules};
use proptest::prelude::*;

fn board() -> impl Strategy<Value = Rules> {
    (5u8..=22).prop_map(|size| Rules::new(size, Rule::Freestyle).unwrap())
}

fn board_and_points() -> impl Strategy<Value = (Rules, Vec<Point>)> {
    board().prop_flat_map(|rules| {
        let size = usize::from(rules.size());
        let point = (0..size, 0..size).prop_map(|(col, row)| Point::new(col, row));
        (Just(rules), prop::collection::vec(point, 0..30))
    })
}

fn first_row() -> impl Strategy<Value = FirstRow> {
    prop_oneof![Just(FirstRow::Bottom), Just(FirstRow::Top)]
}

fn stone() -> impl Strategy<Value = Option<Side>> {
    prop_oneof![2 => Just(None), 1 => Just(Some(Side::Black)), 1 => Just(Some(Side::White))]
}

fn setup() -> impl Strategy<Value = Setup> {
    (5u8..=22).prop_flat_map(|size| {
        let cells = usize::from(size) * usize::from(size);
        prop::collection::vec(stone(), cells).prop_map(move |cells| Setup {
            size,
            cells,
            to_move: Side::Black,
        })
    })
}

proptest! {
    #[test]
    fn points_come_back((rules, points) in board_and_points(), first in first_row()) {
        for &point in &points {
            let name = notation::name(point, rules, first).to_string();
            prop_assert_eq!(notation::parse_point(&name, rules, first), Ok(point));
            let pair = notation::pair_text(point, rules);
            prop_assert_eq!(notation::parse_pairs(&pair, rules), Ok(vec![point]));
        }
        let moves = notation::moves_text(&points, rules, first);
        prop_assert_eq!(notation::parse_moves(&moves, rules, first), Ok(points.clone()));
        let offsets = notation::offsets_text(&points, rules);
        prop_assert_eq!(notation::parse_offsets(&offsets, rules), Ok(points));
    }

    #[test]
    fn counting_from_the_other_edge_mirrors_the_board((rules, points) in board_and_points()) {
        let text = notation::moves_text(&points, rules, FirstRow::Bottom);
        let mirrored = notation::parse_moves(&text, rules, FirstRow::Top).unwrap();
        let last = usize::from(rules.size()) - 1;
        for (point, other) in points.iter().zip(mirrored) {
            prop_assert_eq!((other.col(), other.row()), (point.col(), last - point.row()));
        }
    }

    #[test]
    fn pictures_come_back(setup in setup()) {
        let rules = Rules::new(setup.size, Rule::Freestyle).unwrap();
        let Ok(position) = Gomoku::from_setup(rules, &setup) else {
            // Both sides have a five; there is no such position to draw.
            return Ok(());
        };
        let mut read = notation::parse_diagram(&notation::diagram(&position)).unwrap();
        read.to_move = setup.to_move;
        prop_assert_eq!(&read, &setup);
        prop_assert_eq!(&record::describe::<Gomoku>(&position), &setup);
    }

    #[test]
    fn no_text_is_too_strange(
        text in prop_oneof!["\\PC*", "[a-x0-9, \\-\n.XO]*"],
        rules in board(),
        first in first_row(),
    ) {
        for error in [
            notation::parse_point(&text, rules, first).err(),
            notation::parse_moves(&text, rules, first).err(),
            notation::parse_pairs(&text, rules).err(),
            notation::parse_offsets(&text, rules).err(),
            notation::parse_diagram(&text).err(),
        ]
        .into_iter()
        .flatten()
        {
            prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
        }
    }
}
