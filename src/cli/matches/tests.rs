use super::*;
use clap::{Args, Command};

fn parse(words: &[&str]) -> Result<(MatchArgs, ArgMatches), clap::Error> {
    let command = MatchArgs::augment_args(Command::new("match").no_binary_name(true));
    let flags = command.try_get_matches_from(words)?;
    Ok((MatchArgs::from_arg_matches(&flags)?, flags))
}

#[test]
fn flags_make_a_match() {
    let words = [
        "--engine",
        "name=a cmd=./a depth=3",
        "--engine",
        "./b",
        "--game",
        "renju",
        "--games",
        "20",
        "--tc",
        "1+0.01",
        "--made-openings",
        "6",
        "--order",
        "random",
        "--resign",
        "value=12,plies=8",
        "--draw",
        "value=0.5",
        "--sprt",
        "elo0=0,elo1=5,model=logistic",
        "--solve",
        "14",
        "--shard",
        "2/3",
        "--turn",
    ];
    let (args, flags) = parse(&words).unwrap();
    let settings = args.settings(&flags).unwrap();
    assert_eq!(settings.engines.len(), 2);
    assert_eq!(settings.engines[0].depth, Some(3));
    assert_eq!(settings.games, Some(20));
    assert_eq!(settings.adjudicate.resign.unwrap().plies, 8);
    assert_eq!(settings.adjudicate.draw.unwrap().plies, 10);
    assert_eq!(settings.adjudicate.solve, Some(14));
    assert!(!settings.adjudicate.proof);
    assert_eq!(settings.symmetry, Some(OpeningSymmetry::Random));
    let game = settings.prepare(args.shard).unwrap();
    assert_eq!(game.schedule.games(), 20);
    assert_eq!(game.shard, Shard { index: 2, of: 3 });
    assert_eq!(game.sprt.unwrap().parameters().elo1, 5.0);
}

#[test]
fn wrong_flags_are_refused() {
    for wrong in [
        &["--tc", "5x/move"][..],
        &["--order", "upwards"],
        &["--sprt", "elo0=5,elo1=0"],
        &["--sprt", "elo0=0,elo1=5,gamma=1"],
        &["--sprt", "elo0"],
        &["--resign", "plies=3"],
        &["--draw", "value=1,value=2"],
        &["--shard", "4/3"],
        &["--rounds", "3", "--games", "4"],
        &["--openings", "x", "--generate-openings", "4"],
        &["--engine", "name=a cmd=./a colour=blue"],
        &["merge", "out"],
        &["report"],
        &["--turn", "--symmetry", "none"],
    ] {
        assert!(parse(wrong).is_err(), "{wrong:?}");
    }
    assert!(matches!(
        parse(&["merge", "out", "a", "b"]).unwrap().0.action,
        Some(Action::Merge { .. })
    ));
}
