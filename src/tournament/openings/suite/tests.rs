use super::*;
use crate::game::{Side, Vertex};
use crate::gomoku::Rule;
use crate::tournament::fixture::{OTHELLO, gomoku};
use std::collections::BTreeSet;

const GOMOKU: GameSpec = gomoku(Rule::Freestyle, 15);

/// An opening whose name lists its moves.
fn opening(spec: GameSpec, text: &str) -> Opening {
    let moves = text.split(' ').map(|name| Move::from_name(name, spec.size));
    Opening {
        name: text.into(),
        start: None,
        moves: moves.map(Option::unwrap).collect(),
    }
}

fn list(spec: GameSpec, texts: &[&str]) -> OpeningSource {
    OpeningSource::List(texts.iter().map(|text| opening(spec, text)).collect())
}

#[test]
fn every_opening_is_used_before_one_is_used_again() {
    let names: Vec<String> = (1..=15).map(|row| format!("a{row}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let order = |order, seed| -> Vec<String> {
        let openings = Openings::new(
            GOMOKU,
            list(GOMOKU, &names),
            order,
            OpeningSymmetry::None,
            seed,
        );
        let mut generator = OpeningGenerator::default();
        (0..30)
            .map(|round| openings.of_round(round, &mut generator).name)
            .collect()
    };
    let sequential = order(OpeningOrder::Sequential, 0);
    assert_eq!(sequential[..15], names[..]);
    assert_eq!(sequential[15..], names[..]);
    let random = order(OpeningOrder::Random, 1);
    assert_eq!(
        random,
        order(OpeningOrder::Random, 1),
        "the same for the same seed"
    );
    assert_ne!(random, order(OpeningOrder::Random, 2));
    for lap in random.chunks(15) {
        assert_eq!(lap.iter().collect::<BTreeSet<_>>().len(), 15);
    }
    assert_ne!(random[..15], random[15..], "shuffled anew");
    let openings = Openings::new(
        GOMOKU,
        list(GOMOKU, &names),
        OpeningOrder::Random,
        OpeningSymmetry::None,
        1,
    );
    let eighth = openings
        .skipping(8)
        .of_round(7, &mut OpeningGenerator::default());
    assert_eq!(
        eighth.name, random[15],
        "the openings skipped are those that are played first"
    );
    assert_ne!(random[..15], names[..]);
}

#[test]
fn a_generated_opening_has_the_number_of_its_round() {
    let settings = GeneratorSettings {
        plies: 4,
        max_imbalance: GeneratorSettings::DEFAULT_MAX_IMBALANCE,
    };
    let openings = Openings::new(
        OTHELLO,
        OpeningSource::Generated(settings),
        OpeningOrder::Sequential,
        OpeningSymmetry::None,
        1,
    );
    let opening = openings.of_round(6, &mut OpeningGenerator::default());
    assert_eq!(opening.name, "generated 7");
}

#[test]
fn rotated_openings_stay_legal() {
    for (spec, text, images) in [(OTHELLO, "f5 d6 c3", 4), (GOMOKU, "h8 i9 j8", 8)] {
        let openings = Openings::new(
            spec,
            list(spec, &[text]),
            OpeningOrder::Sequential,
            OpeningSymmetry::Random,
            5,
        );
        let mut generator = OpeningGenerator::default();
        let seen: BTreeSet<Vec<Move>> = (0..100)
            .map(|round| {
                let opening = openings.of_round(round, &mut generator);
                opening.record(spec).unwrap();
                opening.moves
            })
            .collect();
        assert_eq!(seen.len(), images, "{text}");
    }
}

#[test]
fn a_start_position_is_rotated_with_its_moves() {
    let mut start = Setup::empty(8);
    start.set(Vertex::new(0, 0), Some(Side::Black));
    start.set(Vertex::new(1, 0), Some(Side::White));
    let opening = Opening {
        start: Some(start),
        ..opening(OTHELLO, "c1")
    };
    // Nothing is left to play after it.
    assert!(opening.record(OTHELLO).is_err());
    let boards: BTreeSet<String> = symmetries(OTHELLO, &opening)
        .into_iter()
        .map(|symmetry| {
            let image = opening.image(symmetry, 8);
            let mut record = OTHELLO.variant.new_record(8).unwrap();
            record.set_up(image.start.as_ref().unwrap()).unwrap();
            record.play(record.side(), image.moves[0]).unwrap();
            format!("{:?}", record.current())
        })
        .collect();
    assert_eq!(boards.len(), 8);
}

#[test]
fn illegal_openings_are_refused() {
    let wrong = |spec, text| opening(spec, text).record(spec).err().unwrap();
    let illegal = wrong(OTHELLO, "f5 a1");
    assert_eq!(illegal, "move 2 (a1): the move flips no disc");
    let over = wrong(GOMOKU, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    assert!(over.contains("game is over"), "{over}");
}
