use super::*;
use crate::search::ClockRule;
use crate::tournament::Shard;
use clap::{Args as _, Command};
use std::time::Duration;

fn command() -> Command {
    MatchSettings::augment_args(Command::new("match").no_binary_name(true))
}

fn flags(words: &str) -> ArgMatches {
    let flags = command().try_get_matches_from(words.split(' '));
    flags.unwrap()
}

#[test]
fn every_flag_is_a_key_of_the_match_file() {
    // Adjudication and the test have tables of their own; engines are listed one by one.
    let tables = ["resign", "draw", "proof", "solve", "sprt", "engine", "each"];
    let mut keys = 0;
    for arg in command().get_arguments() {
        let name = arg.get_long().unwrap();
        if tables.contains(&name) {
            continue;
        }
        keys += 1;
        let aliases = arg.get_all_aliases().unwrap_or_default();
        for key in aliases.into_iter().chain([name]) {
            let error = MatchSettings::from_toml(&format!("{key} = [[]]")).unwrap_err();
            assert!(!error.message.starts_with("unknown key"), "{error}");
        }
    }
    assert!(keys > 15);
}

#[test]
fn flags_override_the_file() {
    let mut settings = MatchSettings::from_toml(
        "rounds = 4\ngenerate-openings = 6\nseed = 3\nconcurrency = 2\n\
         [[engine]]\ncommand = \"./a\"\n[adjudicate]\nproof = true\nsolve = 12\n",
    )
    .unwrap();
    let words = "--engine ./b --games 20 --openings x.txt --seed 9 --solve 14";
    settings.override_with(&flags(words)).unwrap();
    assert_eq!((settings.rounds, settings.games), (None, Some(20)));
    assert_eq!(settings.generate_openings, None);
    assert_eq!(settings.openings.as_deref(), Some("x.txt"));
    assert_eq!((settings.seed, settings.concurrency), (Some(9), Some(2)));
    let commands = settings.engines.iter().map(|engine| &engine.command);
    assert_eq!(commands.collect::<Vec<_>>(), ["./a", "./b"]);
    assert!(settings.adjudicate.proof, "the flag was not given");
    assert_eq!(settings.adjudicate.solve, Some(14));
}

#[test]
fn engines_take_what_holds_for_all() {
    let mut settings = MatchSettings::from_toml(
        "[each]\ntc = \"5+1\"\nrestart = true\nthreads = 2\ninit = [\"a\"]\noptions = { x = 1, y = 2 }\n\
         [[engine]]\ncommand = \"./a\"\nrestart = false\ninit = [\"b\"]\noptions = { y = 3 }\n",
    )
    .unwrap();
    let each = [
        "--each",
        "threads=4 timemargin=50",
        "--engine",
        "cmd=./b tc=none timemargin=0",
    ];
    let flags = command().try_get_matches_from(each).unwrap();
    settings.override_with(&flags).unwrap();
    let tournament = settings.prepare(Shard::WHOLE).unwrap();
    assert_eq!(tournament.info.time, "5+1 - none");
    let [a, b] = &tournament.participants[..] else {
        panic!("two engines")
    };
    assert_eq!(
        (a.clock, b.clock),
        (
            "5+1".parse::<TimeControl>().unwrap().rule,
            ClockRule::Unlimited
        )
    );
    assert_eq!(
        [a.margin, b.margin],
        [50, 0].map(|ms| Some(Duration::from_millis(ms)))
    );
    assert_eq!([a.restart, b.restart], [false, true]);
    let each = settings.each.unwrap();
    let a = settings.engines[0].clone().or(&each);
    assert_eq!((a.threads, a.init), (Some(4), vec!["a".into(), "b".into()]));
    assert_eq!(
        a.options,
        [("x", "1"), ("y", "3")]
            .map(|(key, value)| (key.into(), value.into()))
            .into()
    );

    for key in ["cmd=./c", "name=c"] {
        let error = EngineSpec::defaults(key).unwrap_err().to_string();
        assert!(error.contains("belongs to one engine"), "{error}");
    }
}

#[test]
fn old_names_are_understood() {
    let old = MatchSettings::from_toml(
        "form = \"gauntlet\"\nmargin = 5\npatience = 2\nlongest-move = 30\nmade-openings = 4\n\
         made-within = 1\nturn = true\n",
    )
    .unwrap();
    let new = MatchSettings::from_toml(
        "tournament = \"gauntlet\"\ntimemargin = 5\nhang-timeout = 2\nmax-move-time = 30\n\
         generate-openings = 4\nmax-imbalance = 1\nsymmetry = \"random\"\n",
    )
    .unwrap();
    assert_eq!(old, new);
    let mut flagged = MatchSettings::default();
    let words = "--tournament gauntlet --margin 5 --patience 2 --longest-move 30 --made-openings 4 \
                 --made-within 1 --symmetry random";
    flagged.override_with(&flags(words)).unwrap();
    assert_eq!(flagged, new);
}

#[test]
fn errors_name_the_line_and_the_nearest_key() {
    let error = |text: &str| MatchSettings::from_toml(text).unwrap_err().to_string();
    assert_eq!(
        error("rounds = 3\nround = 4"),
        r#"line 2: unknown key "round"; did you mean "rounds"?"#
    );
    let nested = error("[adjudicate]\nsolv = 4");
    assert_eq!(
        nested,
        r#"line 2: unknown key "solv"; did you mean "solve"?"#
    );
    assert!(error("symmetry = \"turned\"").contains(r#"expected "none" or "random""#));
    assert!(error("tc = \"5x/move\"").starts_with("line 1: "));
}
