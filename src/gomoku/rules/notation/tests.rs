use super::*;
use crate::gomoku::rules::Rule;
use proptest::prelude::*;

fn rules(size: u8) -> Rules {
    Rules::new(size, Rule::Freestyle).unwrap()
}

fn why<T: fmt::Debug>(result: Result<T, NotationError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn names_have_no_gap_and_count_rows_from_either_edge() {
    let vertex = Vertex::new(8, 2);
    assert_eq!(name(vertex, rules(15), FirstRow::Bottom).to_string(), "i3");
    assert_eq!(name(vertex, rules(15), FirstRow::Top).to_string(), "i13");
    let moves = |text, size, first| parse_moves(text, rules(size), first);
    assert_eq!(moves(" I3 ", 15, FirstRow::Bottom), Ok(vec![vertex]));
    assert_eq!(moves("i13", 15, FirstRow::Top), Ok(vec![vertex]));
    let corner = Vertex::new(21, 21);
    assert_eq!(moves("v22", 22, FirstRow::Bottom), Ok(vec![corner]));
    assert_eq!(moves("v1", 22, FirstRow::Top), Ok(vec![corner]));
}

#[test]
fn move_lists_may_be_spaced() {
    let vertices = [(7, 7), (6, 6), (5, 14)].map(|(col, row)| Vertex::new(col, row));
    for text in [
        "h8g7f15",
        "H8 G7 F15",
        " h8, g7,f15 ",
        "1. h8 2. g7 3. f15",
        "1.h8 g7 2.f15",
    ] {
        assert_eq!(
            parse_moves(text, rules(15), FirstRow::Bottom).as_deref(),
            Ok(&vertices[..]),
        );
    }
    assert_eq!(
        moves_text(&vertices, rules(15), FirstRow::Bottom),
        "h8g7f15"
    );
    assert_eq!(moves_text(&vertices, rules(15), FirstRow::Top), "h8g9f1");
    assert_eq!(parse_moves("", rules(15), FirstRow::Top), Ok(vec![]));
}

#[test]
fn offsets_count_downwards() {
    // The centre of the 20x20 board is 10,10, which leaves room for offsets down to -10.
    assert_eq!(
        parse_offsets("-10,-10", rules(20)),
        Ok(vec![Vertex::new(0, 19)])
    );
    for text in ["0,0, 1,-1", "0 0\t1 -1"] {
        assert_eq!(
            parse_offsets(text, rules(15)),
            Ok(vec![Vertex::new(7, 7), Vertex::new(8, 8)])
        );
    }
}

#[test]
fn errors_say_where_and_what_would_be_right() {
    for (text, error) in [
        ("h8p3", "column 3: expected a letter from a to o, found `p`"),
        (
            "h8g",
            "column 4: expected a row from 1 to 15, found the end",
        ),
        ("h8g16", "column 4: expected a row from 1 to 15, found `16`"),
        ("h0", "column 2: expected a row from 1 to 15, found `0`"),
        ("hä", "column 2: expected a row from 1 to 15, found `ä`"),
        ("ä", "column 1: expected a letter from a to o, found `ä`"),
    ] {
        let found = parse_moves(text, rules(15), FirstRow::Bottom);
        assert_eq!(why(found), error, "{text}");
    }
    for (text, error) in [
        (
            "0,0, 10,1",
            "column 6: expected a column from -10 to 9, found `10`",
        ),
        ("7", "column 2: expected a row from -10 to 9, found the end"),
        ("1-1", "column 2: expected a comma or a space, found `-1`"),
        ("7,7x", "column 4: expected a comma or a space, found `x`"),
        (
            "-,1",
            "column 1: expected a column from -10 to 9, found `-`",
        ),
        (
            "99999999999999999999,1",
            "column 1: expected a column from -10 to 9, found `99999999999999999999`",
        ),
    ] {
        assert_eq!(why(parse_offsets(text, rules(20))), error, "{text}");
    }
}

fn board() -> impl Strategy<Value = Rules> {
    (5u8..=22).prop_map(rules)
}

fn board_and_vertices() -> impl Strategy<Value = (Rules, Vec<Vertex>)> {
    board().prop_flat_map(|rules| {
        let size = rules.size();
        let vertex = (0..size, 0..size).prop_map(|(col, row)| Vertex::new(col, row));
        (Just(rules), prop::collection::vec(vertex, 0..30))
    })
}

fn first_row() -> impl Strategy<Value = FirstRow> {
    prop_oneof![Just(FirstRow::Bottom), Just(FirstRow::Top)]
}

proptest! {
    #[test]
    fn moves_come_back((rules, vertices) in board_and_vertices(), first in first_row()) {
        let text = moves_text(&vertices, rules, first);
        prop_assert_eq!(parse_moves(&text, rules, first), Ok(vertices.clone()));
        let spaced: Vec<String> = vertices
            .iter()
            .map(|&vertex| name(vertex, rules, first).to_string())
            .collect();
        prop_assert_eq!(parse_moves(&spaced.join(" "), rules, first), Ok(vertices.clone()));
        let centre = i32::from(rules.size()) / 2;
        let offset = |vertex: &Vertex| {
            let row = i32::from(rules.size()) - 1 - i32::from(vertex.row);
            format!("{},{}", i32::from(vertex.col) - centre, row - centre)
        };
        let offsets: Vec<String> = vertices.iter().map(offset).collect();
        prop_assert_eq!(parse_offsets(&offsets.join(", "), rules), Ok(vertices));
    }

    #[test]
    fn counting_from_the_other_edge_mirrors_the_board((rules, vertices) in board_and_vertices()) {
        let text = moves_text(&vertices, rules, FirstRow::Bottom);
        let mirrored = parse_moves(&text, rules, FirstRow::Top).unwrap();
        let last = rules.size() - 1;
        for (vertex, other) in vertices.iter().zip(mirrored) {
            prop_assert_eq!((other.col, other.row), (vertex.col, last - vertex.row));
        }
    }

    #[test]
    fn no_text_is_too_strange(
        text in prop_oneof!["\\PC*", "[a-x0-9, \\-\n.XO]*"],
        rules in board(),
        first in first_row(),
    ) {
        for error in [
            parse_moves(&text, rules, first).err(),
            parse_offsets(&text, rules).err(),
        ]
        .into_iter()
        .flatten()
        {
            prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
            prop_assert!(!error.expected.is_empty(), "{}", error);
        }
    }
}
