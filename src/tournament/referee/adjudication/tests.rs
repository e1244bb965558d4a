use super::*;

const RULES: Adjudication = Adjudication {
    resign: Some(ResignRule {
        value: 10.0,
        plies: 4,
        side: ResignSide::Both,
    }),
    draw: Some(DrawRule {
        value: 0.5,
        plies: 4,
        after: 20,
    }),
    proof: true,
    solve: None,
};

fn value(value: f64) -> MoveInfo {
    MoveInfo {
        value: Some(value),
        ..MoveInfo::default()
    }
}

fn mate(plies: i32) -> MoveInfo {
    MoveInfo {
        mate: Some(plies),
        ..MoveInfo::default()
    }
}

fn repeat(reports: &[MoveInfo], times: usize) -> Vec<MoveInfo> {
    let all = std::iter::repeat_n(reports, times);
    all.flatten().cloned().collect()
}

/// Adds reports of Black and White in turn from move 11 on, until the game is decided. Returns the winner
/// and the number of reports.
fn adjudicate(reports: &[MoveInfo]) -> Option<(Option<Side>, usize)> {
    let mut adjudicator = Adjudicator::new(RULES);
    reports.iter().enumerate().find_map(|(index, info)| {
        let side = Side::ALL[index % 2];
        let verdict = adjudicator.add_move(side, info, 11 + index as u32)?;
        assert!(verdict.reason.contains("both engines"));
        Some((verdict.winner, index + 1))
    })
}

#[test]
fn both_engines_must_report_the_loss_without_a_break() {
    let lost = [value(-12.0), value(15.0)];
    let reports = repeat(&lost, 4);
    assert_eq!(adjudicate(&reports), Some((Some(Side::White), 4)));
    let mut broken = reports.clone();
    broken[2] = value(-9.0);
    assert_eq!(adjudicate(&broken), Some((Some(Side::White), 7)));
    broken = reports.clone();
    broken[2] = MoveInfo::default();
    assert_eq!(adjudicate(&broken), Some((Some(Side::White), 7)));
    // Each sees itself ahead, or only one speaks.
    assert_eq!(adjudicate(&repeat(&[value(12.0), value(12.0)], 9)), None);
    assert_eq!(
        adjudicate(&repeat(&[value(12.0), MoveInfo::default()], 9)),
        None
    );
}

#[test]
fn one_engine_alone_decides_nothing() {
    let mut adjudicator = Adjudicator::new(RULES);
    // White passes all the time.
    for moves in 0..9 {
        assert_eq!(adjudicator.add_move(Side::Black, &value(40.0), moves), None);
    }
    assert!(
        adjudicator
            .add_move(Side::White, &value(-40.0), 10)
            .is_some()
    );
}

#[test]
fn an_engine_resigns_by_its_own_scores_if_asked_to() {
    let mut rules = RULES;
    rules.resign.as_mut().unwrap().side = ResignSide::Own;
    let adjudicate = |reports: &[MoveInfo]| {
        let mut adjudicator = Adjudicator::new(rules);
        reports.iter().enumerate().find_map(|(index, info)| {
            let verdict = adjudicator.add_move(Side::ALL[index % 2], info, 11)?;
            Some((verdict.winner, verdict.reason, index + 1))
        })
    };
    // The opponent sees nothing, and need not.
    let lost = [MoveInfo::default(), value(-10.0)];
    let reason = "white sees itself behind by 10 or more for 4 of its moves";
    let expected = Some((Some(Side::Black), reason.to_owned(), 8));
    assert_eq!(adjudicate(&repeat(&lost, 9)), expected);
    let mut broken = repeat(&lost, 4);
    broken[5] = value(-9.0);
    assert_eq!(adjudicate(&broken), None);
    assert_eq!(
        adjudicate(&repeat(&[value(99.0), MoveInfo::default()], 9)),
        None
    );
    rules.resign.as_mut().unwrap().plies = 1;
    assert_eq!(rules.check(), Ok(()));
}

#[test]
fn draws_wait_for_the_first_move_of_the_rule() {
    assert_eq!(
        adjudicate(&repeat(&[value(0.1), value(-0.5)], 9)),
        Some((None, 10))
    );
    assert_eq!(adjudicate(&repeat(&[value(0.1), value(0.6)], 9)), None);
}

#[test]
fn two_proofs_decide() {
    assert_eq!(
        adjudicate(&[mate(7), mate(-6)]),
        Some((Some(Side::Black), 2))
    );
    for claims in [[true, false], [false, true]] {
        let infos = [mate(7), mate(-6)];
        let infos = [0, 1].map(|n| MoveInfo {
            claimed: claims[n],
            ..infos[n].clone()
        });
        assert_eq!(adjudicate(&infos), None, "{claims:?}");
    }
    assert_eq!(adjudicate(&[mate(7), mate(5)]), None);
    assert_eq!(adjudicate(&[mate(7), value(-3.0), mate(5)]), None);
    assert_eq!(
        adjudicate(&[value(1.0), mate(3), mate(-2)]),
        Some((Some(Side::White), 3))
    );
}

#[test]
fn by_default_nothing_is_decided() {
    let mut adjudicator = Adjudicator::new(Adjudication::default());
    for index in 0..20 {
        let side = Side::ALL[index % 2];
        let info = [mate(3), mate(-3)][index % 2].clone();
        assert_eq!(adjudicator.add_move(side, &info, 50), None);
    }
}

#[test]
fn values_out_of_range_are_refused() {
    assert_eq!(RULES.check(), Ok(()));
    for (change, expected) in [
        (
            (|rules| rules.resign.as_mut().unwrap().value = -1.0) as fn(&mut Adjudication),
            "resign",
        ),
        (|rules| rules.draw.as_mut().unwrap().plies = 1, "2 moves"),
        (
            |rules| {
                let resign = rules.resign.as_mut().unwrap();
                (resign.plies, resign.side) = (0, ResignSide::Own);
            },
            "expected at least 1 move",
        ),
        (|rules| rules.solve = Some(40), "24"),
    ] {
        let mut rules = RULES;
        change(&mut rules);
        assert!(rules.check().unwrap_err().contains(expected));
    }
}
