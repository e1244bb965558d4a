use super::*;
use crate::tournament::OpeningOrder;
use crate::tournament::fixture::{Folder, resume};
use crate::tournament::openings::OpeningGenerator;

const FILE: &str = r#"
    name = "Sunday"
    game = "renju"
    tc = "10+100ms"
    rounds = 3
    generate-openings = 4
    seed = 9
    concurrency = 2
    journal = "sunday.jsonl"

    [[engine]]
    command = "./first --fast"

    [[engine]]
    name = "second"
    command = "./first --slow"
    odds = 0.5

    [adjudicate]
    proof = true
    resign = { value = 20 }

    [sprt]
    elo0 = 0
    elo1 = 5
"#;

fn file() -> MatchSettings {
    MatchSettings::from_toml(FILE).unwrap()
}

fn why(change: impl FnOnce(&mut MatchSettings)) -> String {
    let mut file = file();
    change(&mut file);
    match file.prepare(Shard::WHOLE) {
        Ok(_) => panic!("a match"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn settings_without_effect_are_named() {
    let idle = |change: fn(&mut MatchSettings)| {
        let mut settings = MatchSettings {
            opening_plies: Some(4),
            opening_start: Some(2),
            order: Some(OpeningOrder::Random),
            max_imbalance: Some(1.0),
            ..MatchSettings::default()
        };
        settings.adjudicate.solve = Some(10);
        change(&mut settings);
        let warnings = settings.settings_without_effect(settings.game_spec().unwrap());
        let name = |warning: &String| warning.split_once(" has no effect ").unwrap().0.to_owned();
        warnings.iter().map(name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        idle(|settings| settings.game = Some("renju".into())),
        "opening-start opening-plies order max-imbalance solve"
    );
    assert_eq!(
        idle(|settings| settings.openings = Some("book".into())),
        "max-imbalance"
    );
    assert_eq!(
        idle(|settings| settings.generate_openings = Some(6)),
        "opening-start opening-plies order"
    );
}

#[test]
fn a_match_file_becomes_a_match() {
    let tournament = file().prepare(Shard::WHOLE).unwrap();
    assert_eq!(tournament.schedule.games(), 6);
    assert_eq!(tournament.concurrency, 2);
    assert_eq!(tournament.settings.spec.variant.name(), "Renju");
    assert_eq!(tournament.settings.spec.size, 15);
    let names = tournament
        .participants
        .iter()
        .map(|engine| engine.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["first", "second"]);
    let ClockRule::Fischer { main, .. } = tournament.participants[1].clock else {
        panic!("{:?}", tournament.participants[1].clock);
    };
    assert_eq!(main, Duration::from_secs(5));
    assert_eq!(tournament.info.heading(&[]), "Sunday");
    assert_eq!(tournament.info.scheduled, Some(6));
    assert!(tournament.sprt.is_some());
}

#[test]
fn the_hash_covers_what_the_games_depend_on() {
    let hash = |change: fn(&mut MatchSettings)| {
        let mut file = file();
        change(&mut file);
        file.prepare(Shard::WHOLE).unwrap().header.hash
    };
    let plain = hash(|_| {});
    assert_eq!(plain, hash(|file| file.rounds = Some(40)));
    assert_eq!(plain, hash(|file| file.sprt = None));
    assert_eq!(plain, hash(|file| file.concurrency = Some(9)));
    assert_eq!(plain, hash(|file| file.journal = None));
    for change in [
        (|file| file.seed = Some(2)) as fn(&mut MatchSettings),
        |file| file.game = Some("gomoku".into()),
        |file| file.tc = Some("1/move".parse().unwrap()),
        |file| file.engines[0].depth = Some(4),
        |file| file.generate_openings = Some(6),
        |file| file.adjudicate.proof = false,
        |file| file.max_moves = Some(100),
    ] {
        assert_ne!(plain, hash(change));
    }
}

#[test]
fn settings_that_make_no_match_are_refused() {
    assert!(why(|file| file.game = Some("chess".into())).contains("renju"));
    assert!(why(|file| file.size = Some(23)).contains("expected 5 to 22"));
    assert!(why(|file| file.engines.truncate(1)).starts_with("1 engine given"));
    assert!(
        why(|file| file.engines.push("./third".parse().unwrap())).contains("exactly 2 for an SPRT")
    );
    assert!(why(|file| file.engines[1].name.clear()).contains("the name \"first\""));
    assert!(why(|file| file.engines[1].timeodds = Some(0.0)).starts_with("engine 2: "));
    assert!(why(|file| file.games = Some(4)).contains("not both"));
    let odd = why(|file| {
        file.rounds = None;
        file.games = Some(5);
    });
    assert!(odd.contains("even number"), "{odd}");
    let none = why(|file| file.rounds = Some(0));
    assert!(none.starts_with("rounds: 0 is out of range"), "{none}");
    let none = why(|file| (file.rounds, file.games) = (None, Some(0)));
    assert!(none.starts_with("games: 0 is out of range"), "{none}");
    for most in [f64::INFINITY, f64::NAN, -1.0] {
        let wide = why(|file| {
            (file.openings, file.generate_openings) = (None, Some(4));
            file.max_imbalance = Some(most);
        });
        assert!(wide.starts_with("max-imbalance: "), "{wide}");
    }
    assert!(why(|file| file.concurrency = Some(usize::MAX)).starts_with("concurrency: "));
    let long = why(|file| file.hang_timeout = Some(2e7));
    assert!(long.contains("expected 0 to 10000000 seconds"), "{long}");
    for (index, of) in [(0, 4), (5, 4), (1, 0)] {
        let error = file().prepare(Shard { index, of }).err().unwrap();
        assert!(error.to_string().starts_with("shard: "), "{error}");
    }
    assert!(why(|file| file.openings = Some("x".into())).contains("not both"));
    assert!(why(|file| file.generate_openings = Some(200)).contains("at most 40"));
    assert!(why(|file| file.hang_timeout = Some(-1.0)).contains("hang-timeout"));
    assert!(why(|file| file.adjudicate.solve = Some(60)).contains("24"));
    let missing = why(|file| {
        file.generate_openings = None;
        file.openings = Some("/nonexistent/x.txt:pos".into());
    });
    assert!(missing.contains("/nonexistent/x.txt:"), "{missing}");
    assert_eq!(
        why(|file| file.concurrency = Some(0)),
        "concurrency: 0 is out of range; expected a number from 1 to 65536"
    );
}

#[test]
fn the_format_follows_a_colon() {
    use crate::tournament::openings::OpeningFormat;
    assert_eq!(split_format("a.txt"), ("a.txt".into(), None));
    for text in ["a.txt:pos-top", "a.txt:POS-top"] {
        let expected = ("a.txt".into(), Some(OpeningFormat::PosTop));
        assert_eq!(split_format(text), expected);
    }
    assert_eq!(split_format("C:/a.txt"), ("C:/a.txt".into(), None));
    let folder = Folder::new("format");
    let path = folder.file("x.txt");
    std::fs::write(&path, "h8i9\n").unwrap();
    let unknown = why(|file| {
        file.generate_openings = None;
        file.openings = Some(format!("{}:foo", path.display()));
    });
    let expected = format!(
        "openings: unknown format \"foo\" of {}; expected one of: offset, pos, pos-top, sgf",
        path.display()
    );
    assert_eq!(unknown, expected);
}

#[test]
fn the_first_opening_is_one_of_the_file() {
    let book = |start| {
        why(|file| {
            file.generate_openings = None;
            file.openings = Some("book".into());
            file.opening_start = Some(start);
        })
    };
    assert_eq!(
        book(200),
        "opening-start: 200 is out of range; expected 1 to 199, the number of the openings"
    );
    assert_eq!(
        book(0),
        "opening-start: 0 is out of range; expected a number from 1"
    );
}

#[test]
fn openings_may_begin_again_before_the_first_game() {
    let first = |start, order| {
        let mut file = file();
        file.generate_openings = None;
        file.openings = Some("book".into());
        file.order = Some(order);
        file.opening_start = Some(start);
        file.opening_start_wraps = true;
        let game = file.prepare(Shard::WHOLE).unwrap();
        let mut generator = OpeningGenerator::default();
        game.openings.of_round(0, &mut generator).name
    };
    let third = first(3, OpeningOrder::Sequential);
    assert_ne!(third, first(4, OpeningOrder::Sequential));
    assert_eq!(third, first(202, OpeningOrder::Sequential));
    let shuffled = first(403, OpeningOrder::Random);
    assert_ne!(shuffled, first(404, OpeningOrder::Random));
}

#[test]
fn a_limit_of_moves_leaves_moves_after_the_openings() {
    let why = |limit, change: fn(&mut MatchSettings)| {
        let mut file = file();
        (file.generate_openings, file.sprt) = (None, None);
        file.max_moves = Some(limit);
        change(&mut file);
        let prepared = file.prepare(Shard::WHOLE);
        prepared.err().map(|error| error.to_string())
    };
    let zero = why(0, |_| {}).unwrap();
    assert_eq!(
        zero,
        "max-moves: 0 is out of range; expected a number from 1"
    );
    assert_eq!(why(1, |_| {}), None);
    let made = why(4, |file| file.generate_openings = Some(4)).unwrap();
    assert_eq!(
        made,
        "max-moves: 4 leaves no move after the generated openings; expected at least 5"
    );
    assert_eq!(why(5, |file| file.generate_openings = Some(4)), None);
    let swap2 = |file: &mut MatchSettings| {
        file.opening_rule = Some(crate::gomoku::OpeningRule::Swap2);
    };
    let rule = why(5, swap2).unwrap();
    assert_eq!(
        rule,
        "max-moves: 5 leaves no move after the opening rule swap2; expected at least 6"
    );
    assert_eq!(why(6, swap2), None);

    let folder = Folder::new("limit");
    let path = folder.file("x.txt");
    std::fs::write(&path, "h8\nh8i9j10\nh8i9\n").unwrap();
    let listed = |limit, rounds, start, order| {
        let mut file = file();
        (file.generate_openings, file.sprt) = (None, None);
        file.openings = Some(path.display().to_string());
        (file.max_moves, file.rounds) = (Some(limit), rounds);
        (file.opening_start, file.order) = (start, order);
        let prepared = file.prepare(Shard::WHOLE);
        prepared.err().map(|error| error.to_string())
    };
    assert_eq!(
        listed(2, None, None, None).unwrap(),
        "max-moves: 2 leaves no move after the opening x.txt:2; expected at least 4"
    );
    assert_eq!(listed(2, Some(1), None, None), None);
    assert!(listed(2, Some(1), Some(2), None).is_some());
    assert!(listed(2, Some(2), Some(3), None).is_some());
    assert_eq!(listed(4, None, None, None), None);
    let random = Some(OpeningOrder::Random);
    assert!(listed(2, Some(3), None, random).is_some());
}

#[test]
fn the_journals_of_version_0_1_0_can_be_resumed() {
    let text = r#"
        tc = "10+100ms"
        made-openings = 4
        made-within = 4
        seed = 9
        turn = true
        form = "gauntlet"
        margin = 1000
        patience = 3.5
        longest-move = 30
        max-moves = 10
        [[engine]]
        command = "./a"
        proto = "gtp"
        depth = 1
        [[engine]]
        command = "./b --level 1"
        odds = 0.5
        patience = 7
        farewell = 1.5
        [adjudicate]
        proof = true
        resign = { value = 20 }
    "#;
    let header = MatchSettings::from_toml(text)
        .unwrap()
        .prepare(Shard::WHOLE)
        .unwrap()
        .header;
    // As version 0.1.0 wrote it.
    let old = r#"{"adjudicate":{"proof":true,"resign":{"plies":6,"value":20.0}},"engines":[{"command":"./a","depth":1,"name":"a","odds":1.0,"patience":20.0,"protocol":"gtp","restart":false,"thoughts":false},{"command":"./b --level 1","name":"b","farewell":1.5,"odds":0.5,"patience":7.0,"restart":false,"thoughts":false}],"form":"gauntlet","game":"Othello","longest-move":30.0,"margin":1000,"max-moves":10,"openings":{"made":{"plies":4,"within":4.0}},"order":"sequential","patience":3.5,"seed":9,"size":8,"tc":"10+100ms","turn":true}"#;
    let old = serde_json::from_str(old).unwrap();
    let old = JournalHeader::new(old, Value::Null, Shard::WHOLE);
    let folder = Folder::new("prepare");
    let path = folder.file("journal");
    drop(resume(&path, &old).unwrap());
    let resumed = resume(&path, &header);
    assert!(resumed.unwrap().1.is_empty());
}

#[test]
fn tournaments_have_formats() {
    let three = |change: fn(&mut MatchSettings)| {
        let mut settings = file();
        settings
            .engines
            .push("name=third cmd=./third".parse().unwrap());
        (settings.sprt, settings.rounds) = (None, None);
        change(&mut settings);
        settings.prepare(Shard::WHOLE).map(|game| {
            let format = game.schedule.format();
            (
                game.schedule.games(),
                format.rounds,
                game.info.settings[1].1.clone(),
            )
        })
    };
    let found = three(|file| file.tournament = Some(TournamentKind::Knockout)).unwrap();
    assert_eq!(found, (4, 1, "knockout, 2 games in each tie".into()));
    let found = three(|file| {
        file.tournament = Some(TournamentKind::Knockout);
        file.games = Some(6);
    });
    assert_eq!(found.unwrap().0, 12);
    let found = three(|file| file.tournament = Some(TournamentKind::Swiss)).unwrap();
    assert_eq!(found, (6, 3, "Swiss system, 3 rounds".into()));
    let found = three(|file| {
        (file.tournament, file.challengers) = (Some(TournamentKind::Gauntlet), Some(2));
    });
    assert_eq!(found.unwrap(), (4, 1, "gauntlet with 2 challengers".into()));
    for (error, change) in [
        (
            "1 to 2",
            (|file| {
                (file.tournament, file.challengers) = (Some(TournamentKind::Gauntlet), Some(3));
            }) as fn(&mut MatchSettings),
        ),
        ("only a gauntlet", |file| file.challengers = Some(1)),
    ] {
        let found = three(change).unwrap_err().to_string();
        assert!(found.contains(error), "{found}");
    }
    let test = why(|file| file.tournament = Some(TournamentKind::Swiss));
    assert!(test.contains("a test needs a round robin"), "{test}");
    let mut split = file();
    (split.tournament, split.sprt) = (Some(TournamentKind::Knockout), None);
    let error = split.prepare(Shard { index: 1, of: 2 }).err().unwrap();
    assert!(error.to_string().contains("cannot be split"), "{error}");
    // The numbers of a knockout's games depend on the rounds.
    let hash = |rounds| {
        let mut file = file();
        (file.tournament, file.sprt, file.rounds) = (Some(TournamentKind::Knockout), None, rounds);
        file.prepare(Shard::WHOLE).unwrap().header.hash
    };
    assert_ne!(hash(Some(1)), hash(Some(2)));
}

#[test]
fn opening_rules_need_gomoku_by_gomocup() {
    use crate::gomoku::OpeningRule::Swap2;
    let rule = |file: &mut MatchSettings| {
        (file.opening_rule, file.generate_openings) = (Some(Swap2), None);
    };
    let mut settings = file();
    rule(&mut settings);
    let game = settings.prepare(Shard::WHOLE).unwrap();
    assert_eq!(game.settings.opening_rule, Some(Swap2));
    let openings = (
        "openings".to_owned(),
        "swap2, played between the engines".to_owned(),
    );
    assert!(
        game.info.settings.contains(&openings),
        "{:?}",
        game.info.settings
    );
    assert_ne!(
        game.header.hash,
        file().prepare(Shard::WHOLE).unwrap().header.hash
    );
    let othello = why(|file| {
        rule(file);
        file.game = Some("othello".into());
    });
    assert!(othello.contains("swap2 is for Gomoku"), "{othello}");
    let both = why(|file| file.opening_rule = Some(Swap2));
    assert!(both.contains("either swap2 or openings"), "{both}");
    let gtp = why(|file| {
        rule(file);
        file.engines[1].protocol = Some(ProtocolKind::Gtp);
    });
    assert!(gtp.contains("second cannot play swap2"), "{gtp}");
}

#[test]
fn levels_play_the_other_engines() {
    let text = "levels = \"2-4\"\n[[engine]]\ncommand = \"./bot\"\n";
    let settings = MatchSettings::from_toml(text).unwrap();
    let error = settings.prepare(Shard::WHOLE).err().unwrap().to_string();
    assert!(error.starts_with("levels: "), "{error}");
    let game = settings
        .clone()
        .with_levels()
        .prepare(Shard::WHOLE)
        .unwrap();
    assert_eq!(game.info.engines, ["bot", "level-2", "level-3", "level-4"]);
    let ratings: Vec<_> = game
        .info
        .ratings
        .iter()
        .map(|(name, elo)| (name.as_str(), *elo))
        .collect();
    assert_eq!(
        ratings,
        [("level-2", 382), ("level-3", 657), ("level-4", 1094)]
    );
    assert_eq!(game.schedule.games(), 3 * 2 * LEVEL_ROUNDS);
    // What is given stays.
    let text = format!("{text}\n[[engine]]\ncommand = \"./other\"\n");
    let mut settings = MatchSettings::from_toml(&text).unwrap();
    settings.rounds = Some(1);
    settings.openings = Some("/nonexistent".into());
    let settings = settings.with_levels();
    assert_eq!((settings.challengers, settings.rounds), (Some(2), Some(1)));
    assert_eq!((settings.generate_openings, settings.levels), (None, None));
}

#[test]
fn the_clocks_are_those_that_are_played() {
    let settings = MatchSettings {
        tc: Some("10+0.1".parse().unwrap()),
        ..MatchSettings::default()
    };
    let clocks = |engines: &[&str]| {
        let engines: Vec<EngineSpec> = engines.iter().map(|text| text.parse().unwrap()).collect();
        settings.clocks(&engines)
    };
    assert_eq!(clocks(&["./a", "./b"]), "10+100ms");
    let half = "cmd=./b timeodds=0.5";
    assert_eq!(clocks(&["./a", half]), "10+100ms - 5+50ms");
    assert_eq!(
        clocks(&["./a", "./c", half]),
        "10+100ms - 10+100ms - 5+50ms"
    );
}

#[test]
fn only_named_protocols_are_known_to_announce_nothing() {
    let mut file = file();
    for (protocol, expected) in [
        (None, true),
        (Some(ProtocolKind::Gomocup), true),
        (Some(ProtocolKind::Gtp), false),
        (Some(ProtocolKind::NBoard), false),
    ] {
        file.engines[0].protocol = protocol;
        let engines = file.participants().unwrap();
        assert_eq!(engines[0].may_announce, expected, "{protocol:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_journal_whose_name_is_no_text_keeps_the_other_settings() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"m\xfc.jsonl");
    let mut settings = file();
    settings.journal = None;
    let without = settings.as_json();
    settings.journal = Some(name.into());
    assert_eq!(settings.as_json(), without);
    assert!(settings.as_json().get("engine").is_some());
}

#[test]
fn too_few_processors_are_told() {
    for (games, each, processors, expected) in [
        (8, 1, 2, Some("expected a concurrency of at most 2")),
        (3, 2, 4, Some("expected a concurrency of at most 2")),
        (1, 4, 2, Some("expected fewer `threads`")),
        (2, 1, 2, None),
        (1, 2, 2, None),
    ] {
        let warning = shared_processors(games, each, processors);
        let is_right = match (&warning, expected) {
            (Some(warning), Some(expected)) => warning.contains(expected),
            (warning, expected) => warning.is_none() && expected.is_none(),
        };
        assert!(is_right, "{games} {each} {processors}: {warning:?}");
    }
}
