use super::*;
use crate::cli::matches::warnings::{repetition, shard_warnings};
use crate::tournament::{Shard, TournamentFormat};
use clap::{Args, Command, FromArgMatches};

fn parse(words: &[&str]) -> Result<(MatchArgs, ArgMatches), clap::Error> {
    let command = MatchArgs::augment_args(Command::new("match").no_binary_name(true));
    let flags = command.try_get_matches_from(words)?;
    Ok((MatchArgs::from_arg_matches(&flags)?, flags))
}

#[test]
fn flags_make_a_match() {
    let words = "--engine ./b --game renju --games 20 --tc 1+0.01 --made-openings 6 --order random \
                 --resign value=12,plies=8 --draw value=0.5 --sprt elo0=0,elo1=5,model=logistic \
                 --solve 14 --shard 2/3 --turn";
    let engine = ["--engine", "name=a cmd=./a depth=3"];
    let words: Vec<&str> = engine.into_iter().chain(words.split(' ')).collect();
    let (args, flags) = parse(&words).unwrap();
    let Request { settings, run, .. } = args.request(&flags).unwrap();
    assert_eq!(settings.engines.len(), 2);
    assert_eq!(settings.engines[0].depth, Some(3));
    assert_eq!(settings.games, Some(20));
    assert_eq!(settings.adjudicate.resign.unwrap().plies, 8);
    assert_eq!(settings.adjudicate.draw.unwrap().plies, 10);
    assert_eq!(settings.adjudicate.solve, Some(14));
    assert!(!settings.adjudicate.proof);
    assert_eq!(settings.symmetry, Some(OpeningSymmetry::Random));
    let game = settings.prepare(run.shard.unwrap()).unwrap();
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

/// The flags as the tables of docs/matches.md, one for each heading.
fn tables() -> String {
    let command = MatchArgs::augment_args(Command::new("match"));
    let mut text = String::new();
    let mut heading = None;
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        if heading != Some(arg.get_help_heading()) {
            heading = Some(arg.get_help_heading());
            let name = arg.get_help_heading().unwrap_or("General");
            text += &format!("\n| {name} | |\n|---|---|\n");
        }
        let value = match arg.get_value_names() {
            Some([name]) if arg.get_action().takes_values() => format!(" {name}"),
            _ => String::new(),
        };
        let values = arg.get_possible_values();
        let values = values.iter().filter(|_| arg.get_action().takes_values());
        let values: Vec<_> = values
            .map(|value| format!("`{}`", value.get_name()))
            .collect();
        let values = match &values[..] {
            [] => String::new(),
            _ => format!(": {}", values.join(", ")),
        };
        let long = arg.get_long().unwrap();
        let help = arg.get_help().unwrap();
        text += &format!("| `--{long}{value}` | {help}{values} |\n");
    }
    text
}

#[test]
fn the_documentation_lists_every_flag() {
    let page = std::fs::read_to_string("docs/matches.md").unwrap();
    let tables = tables();
    assert!(
        page.contains(&tables),
        "docs/matches.md should contain these tables:\n{tables}"
    );
}

#[test]
fn flags_override_the_match_file_and_leave_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.toml");
    let text = "append = true\npgn = 'all.pgn'\ntournament = 'round-robin'\n";
    std::fs::write(&path, text).unwrap();
    let request = |words: &[&str]| {
        let words = [&["--file", path.to_str().unwrap()], words].concat();
        let (args, flags) = parse(&words).unwrap();
        args.request(&flags).unwrap()
    };
    let plain = request(&[]);
    assert!(format!("{:?}", plain.files).contains("append: true"));
    assert_eq!(plain.settings.tournament, Some(TournamentKind::RoundRobin));
    let gauntlet = request(&["--gauntlet", "--csv", "games.csv"]);
    assert_eq!(gauntlet.settings.tournament, Some(TournamentKind::Gauntlet));
    assert!(format!("{:?}", gauntlet.files).contains("append: true"));
}

#[test]
fn levels_are_the_engines_of_a_match_that_is_resumed() {
    // No journal to take settings from.
    let words = ["--levels", "1-2", "--resume", "--journal", "no/such.jsonl"];
    let (args, flags) = parse(&words).unwrap();
    let request = args.request(&flags).unwrap();
    assert_eq!(request.settings.engines.len(), 2);
}

#[test]
fn the_runner_warns_of_what_shards_do_not_do() {
    let words = ["--engine", "./a", "--engine", "./b", "--rounds", "4"];
    let (args, flags) = parse(&words).unwrap();
    let request = args.request(&flags).unwrap();
    let mut game = request.settings.prepare(Shard { index: 1, of: 2 }).unwrap();
    assert!(shard_warnings(&game, false).is_empty());
    let warning = |game: &Match, has_files| {
        let warnings = shard_warnings(game, has_files);
        assert_eq!(warnings.len(), 1);
        warnings[0]
    };
    assert!(warning(&game, true).contains("flipfive match report"));
    game.cpus = vec![vec![0]];
    assert!(warning(&game, false).contains("--affinity"));
    assert_eq!(shard_warnings(&game, true).len(), 2);
}

#[test]
fn the_runner_warns_of_flags_without_effect() {
    let warnings = |words: &[&str], has_journal| {
        let (args, flags) = parse(words).unwrap();
        let request = args.request(&flags).unwrap();
        flags_without_effect(request.run, &request.files, &request.lines, has_journal)
    };
    let idle = [
        "--rating-interval=3",
        "--score-interval=2",
        "--append",
        "--force-resume",
    ];
    let engines = ["--engine", "./a", "--engine", "./b"];
    let found = warnings(&[&engines[..], &idle].concat(), false);
    assert_eq!(found.len(), 4, "{found:?}");
    for (flag, warning) in idle.iter().zip(&found) {
        let (name, _) = flag.split_once('=').unwrap_or((flag, ""));
        assert!(warning.contains(name), "{warning}");
    }
    let used = ["--output", "cutechess", "--sgf", "a.sgf"];
    let found = warnings(&[&engines[..], &idle, &used].concat(), true);
    assert!(found.is_empty(), "{found:?}");
    let fastchess = ["--output", "fastchess", "--sgf", "a.sgf"];
    let found = warnings(&[&engines[..], &idle, &fastchess].concat(), true);
    assert_eq!(
        found,
        ["--score-interval has no effect without --output cutechess"]
    );
}

#[test]
fn the_runner_warns_of_too_few_openings() {
    let warning = |kind, rounds, count| {
        let format = TournamentFormat {
            kind,
            rounds,
            challengers: 1,
        };
        repetition(format, count).unwrap_or_default()
    };
    for kind in [TournamentKind::RoundRobin, TournamentKind::Gauntlet] {
        assert_eq!(warning(kind, 4, 4), "");
        assert_eq!(
            warning(kind, 5, 4),
            "from round 5 on, the 4 openings repeat"
        );
        assert_eq!(warning(kind, 1, 1), "");
    }
    // A level tie has up to eight further game pairs.
    let knockout = |rounds, count| warning(TournamentKind::Knockout, rounds, count);
    assert_eq!(knockout(2, 10), "");
    assert_eq!(
        knockout(2, 9),
        "a tie has up to 10 game pairs, but there are 9 openings"
    );
    assert_eq!(knockout(5, 4), "from round 5 on, the 4 openings repeat");
    assert!(knockout(1, 1).starts_with("tie-breaks start from the same position"));
    assert_eq!(warning(TournamentKind::Swiss, 9, 1), "");
}
