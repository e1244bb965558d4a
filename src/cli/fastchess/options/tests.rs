use super::*;
use crate::cli::matches::MatchArgs;
use crate::engines::EngineSpec;
use clap::{Args, Command};

fn flags(line: &str) -> anyhow::Result<Vec<String>> {
    match_flags(&shlex::split(line).unwrap())
}

fn joined(line: &str) -> String {
    let flags = flags(line).unwrap();
    shlex::try_join(flags.iter().map(String::as_str)).unwrap()
}

#[test]
fn the_examples_of_the_manual_are_translated() {
    assert_eq!(
        joined(
            "-engine cmd=Engine1.exe name=Engine1 -engine cmd=Engine2.exe name=Engine2 \
             -openings file=book.txt format=epd order=random -each tc=60+0.6 option.Hash=64 \
             -rounds 200 -repeat -concurrency 4 -srand 9"
        ),
        "--openings book.txt --order random --concurrency 4 --seed 9 --each 'memory=64 tc=60+0.6' \
         --engine 'cmd=Engine1.exe name=Engine1' --engine 'cmd=Engine2.exe name=Engine2' \
         --rounds 200 --timemargin 0 --journal none --output fastchess"
    );
    assert_eq!(
        joined(
            "-engine cmd=a option.Threads=1 nodes=2000000 -engine cmd=b option.Style=wild plies=9 \
             -each tc=5:00+5 -resign movecount=3 score=600 -draw movenumber=34 movecount=8 score=20 \
             -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 -pgnout notation=san nodes=true file=./games/sprt.pgn"
        ),
        "--resign 'value=6,plies=3,side=own' --draw 'value=0.2,plies=16,after=68' \
         --sprt 'elo0=0,elo1=2,alpha=0.05,beta=0.05' --pgn ./games/sprt.pgn --append --each 'tc=300+5' \
         --engine 'cmd=a nodes=2000000 threads=1' --engine 'cmd=b depth=9 option.Style=wild' \
         --timemargin 0 --journal none --output fastchess"
    );
}

#[test]
fn arguments_for_each_engine_reach_those_without_their_own() {
    let flags = joined("-engine cmd=a -engine cmd=b args='-x 1' -each args='--net n.bin' tc=1");
    assert!(flags.contains("a --net n.bin"), "{flags}");
    assert!(flags.contains("b -x 1"), "{flags}");
    assert!(!flags.contains("args"), "{flags}");
}

/// The commands of the engines as `flipfive match` reads the flags.
fn commands(line: &str) -> Vec<String> {
    let command = MatchArgs::augment_args(Command::new("match").no_binary_name(true));
    let parsed = command.try_get_matches_from(flags(line).unwrap()).unwrap();
    let engines = parsed.get_many::<EngineSpec>("engines").unwrap();
    engines.map(|engine| engine.command.clone()).collect()
}

#[test]
fn a_command_for_each_engine_reaches_those_without_their_own() {
    let line =
        "-engine name=a -engine name=b cmd=./q args='-x 1' -each cmd=./p args='--net n.bin' tc=1";
    assert_eq!(commands(line), ["./p --net n.bin", "./q -x 1"]);
    assert_eq!(commands("-engine name=a -each cmd=./p"), ["./p"]);
}

/// The command line that the client of OpenBench builds.
#[test]
fn the_command_line_of_openbench_is_translated() {
    assert_eq!(
        joined(
            "-recover -variant standard -testEnv -concurrency 2 -rounds 16 -games 2 \
             -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
             -engine dir=Engines/ cmd=./Mine-1234 proto=uci tc=8.00+0.08 timemargin=250 option.Threads=1 \
             option.Hash=8 name=Mine-dev \
             -engine dir=Engines/ cmd=./Mine-5678 proto=uci tc=40/8.00 timemargin=250 name=Mine-base \
             -openings file=Books/book.epd format=epd order=random start=33 -srand 42 \
             -pgnout file=PGNs/1.pgn seldepth=true nodes=true match_line='^info string pgncomment .*'"
        ),
        "--recover --concurrency 2 --resign 'value=4,plies=3,side=own' \
         --draw 'value=0.1,plies=16,after=80' --openings Books/book.epd --order random --opening-start 33 \
         --opening-start-wraps --seed 42 --pgn PGNs/1.pgn --append \
         --engine 'cmd=./Mine-1234 dir=Engines/ memory=8 name=Mine-dev tc=8+0.08 threads=1 timemargin=250' \
         --engine 'cmd=./Mine-5678 dir=Engines/ name=Mine-base tc=canadian:0:8:40 timemargin=250' \
         --rounds 16 --timemargin 0 --journal none --output fastchess"
    );
}

// Paths of Windows need quotes, which the test leaves out.
#[cfg(unix)]
#[test]
fn programs_are_looked_for_in_the_directory_of_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("engine"), "").unwrap();
    let dir = folder.path().to_str().unwrap();
    let flags = flags(&format!(
        "-each dir={dir} -engine cmd=./engine args='-x 1' -engine cmd=other"
    ))
    .unwrap();
    let engine = folder.path().join("./engine");
    let expected = format!("cmd='{} -x 1'", engine.display());
    assert!(flags.contains(&expected), "{flags:?}");
    assert!(flags.contains(&"cmd=other".to_owned()), "{flags:?}");
}

#[test]
fn other_words_of_fastchess_are_understood() {
    for (line, expected) in [
        ("-variant renju", "--game renju"),
        ("-tournament roundrobin", "--tournament round-robin"),
        ("-tournament gauntlet -seeds 1", "--tournament gauntlet"),
        (
            "-tournament gauntlet -seeds 2",
            "--tournament gauntlet --challengers 2",
        ),
        ("-use-affinity -rounds 5", "--affinity --rounds 5"),
        (
            "-log file=lines.log level=trace engine=true realtime=false",
            "--log lines.log",
        ),
        ("-log file=lines.log level=warn -srand 7", "--seed 7"),
        ("-config outname=a.json", "--journal a.json"),
        ("-config file=a.json", "--resume --journal a.json"),
        (
            "-config file=a.json -rounds 9",
            "--resume --rounds 9 --journal a.json",
        ),
        (
            "-config file=a.json -engine cmd=a",
            "--resume --engine 'cmd=a' --rounds 2 --timemargin 0 --journal a.json",
        ),
        ("-config file=a.json discard=true", "--journal none"),
        (
            "-config file=a.json outname=b.json",
            "--resume --journal a.json",
        ),
        (
            "-output format=cutechess -scoreinterval 5",
            "--score-interval 5",
        ),
        ("-output format=cutechess", "--output cutechess"),
        ("-pgnout games.pgn", "--pgn games.pgn --append"),
        ("-pgnout file=a.pgn append=false", "--pgn a.pgn --rounds 2"),
        (
            "-resign movecount=3 score=250 twosided=true",
            "value=2.5,plies=6,side=both",
        ),
        ("-maxmoves 100", "--max-moves 200"),
        ("-startup-ms 1500", "--each 'startup-timeout=1.5'"),
        ("-engine cmd=a st=0.5", "tc=0.5/move"),
        ("-each tc=inf", "tc=none"),
        ("-engine cmd=a nodes=9", "--engine 'cmd=a nodes=9 tc=none'"),
        ("-engine cmd=a -each plies=4", "--engine 'cmd=a tc=none'"),
        (
            "-engine cmd=a nodes=9 -each tc=1",
            "--engine 'cmd=a nodes=9'",
        ),
        (
            "-engine cmd=a nodes=9 st=1",
            "--engine 'cmd=a nodes=9 tc=1/move'",
        ),
        ("-each tc=1:30", "tc=90"),
        ("-srand 7", "--rounds 2"),
        (
            "-openings file=a.epd",
            "--openings a.epd --order sequential",
        ),
        ("-openings file=a order=random -srand 3", "--order random"),
        ("-repeat -games 32", "--rounds 32"),
        ("-games 32 -repeat", "--rounds 2 "),
        ("-rounds 2 -games 32", "--rounds 32"),
        ("-rounds 5 -games 2", "--rounds 5"),
        ("-concurrency 3", "--concurrency 3 "),
        ("-concurrency -9999999", "--concurrency 1 "),
    ] {
        let flags = joined(line);
        assert!(flags.contains(expected), "{line}: {flags}");
    }
}

#[test]
fn a_match_whose_engines_are_given_again_keeps_its_length_and_its_test() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let continued = |plan: &str, more: &str| {
        let header =
            format!("{{\"flipfive-match\":1,\"hash\":\"\",\"config\":{{}},\"plan\":{plan}}}\n");
        std::fs::write(&path, header).unwrap();
        let path = path.display();
        flags(&format!(
            "-config 'file={path}' -engine cmd=a -engine cmd=b {more}"
        ))
    };
    let value = |flags: &[String], flag: &str| {
        let at = flags.iter().position(|word| word == flag)?;
        Some(flags[at + 1].clone())
    };
    let rounds = r#"{"settings":{"rounds":7}}"#;
    let games = r#"{"settings":{"games":8}}"#;
    let default = r#"{"settings":{"openings":"book"}}"#;
    let test = r#"{"settings":{"sprt":{"elo0":0.0,"elo1":5.5,"model":"logistic"}}}"#;
    let kept_test = "elo0=0,elo1=5.5,alpha=0.05,beta=0.05,model=logistic";
    let old = r#"{"title":{}}"#;
    for (plan, more, expected_rounds, expected_test) in [
        (rounds, "", Some("7"), None),
        (rounds, "-rounds 9", Some("9"), None),
        (
            rounds,
            "-sprt elo0=1 elo1=2",
            Some("7"),
            Some("elo0=1,elo1=2"),
        ),
        (games, "", Some("4"), None),
        // The match then takes the default of its flags.
        (default, "", None, None),
        (test, "", None, Some(kept_test)),
        (test, "-rounds 9", Some("9"), Some(kept_test)),
        (test, "-sprt elo0=1 elo1=2", None, Some("elo0=1,elo1=2")),
        (old, "-rounds 9", Some("9"), None),
        (old, "-sprt elo0=1 elo1=2", None, Some("elo0=1,elo1=2")),
    ] {
        let flags = continued(plan, more).unwrap();
        let found = ["--rounds", "--sprt"].map(|flag| value(&flags, flag));
        let expected = [expected_rounds, expected_test].map(|text| text.map(str::to_owned));
        assert_eq!(found, expected, "{plan} {more}");
        assert_eq!(
            flags.iter().filter(|word| *word == "--sprt").count(),
            usize::from(expected_test.is_some()),
            "{flags:?}"
        );
    }
    let error = continued(old, "").unwrap_err().to_string();
    assert!(error.ends_with("give -rounds"), "{error}");
}

#[test]
fn openings_in_random_order_are_others_in_every_match() {
    let random = "-openings file=a order=random";
    assert!(joined(random).contains("--seed "));
    for line in [
        "-openings file=a",
        &format!("{random} -config file=a.json"),
        &format!("{random} -srand 7 -config outname=a.json"),
    ] {
        let flags = joined(line);
        assert!(
            !flags.replace("--seed 7", "").contains("--seed "),
            "{flags}"
        );
    }
}

#[test]
fn what_cannot_be_translated_is_an_error() {
    for (line, expected) in [
        ("-rouds 5", "did you mean \"-rounds\"?"),
        ("rounds 5", "is not an option"),
        (
            "-rounds many",
            "-rounds: \"many\"; expected a whole number from 1",
        ),
        (
            "-rounds -1",
            "-rounds: \"-1\"; expected a whole number from 1",
        ),
        (
            "-rounds 5 6",
            "-rounds: \"5 6\"; expected a whole number from 1",
        ),
        (
            "-srand 1.5",
            "-srand: \"1.5\"; expected a whole number from 0",
        ),
        ("-startup-ms -5", "expected a number of milliseconds"),
        ("-variant", "-variant: \"\"; expected one value: GAME"),
        ("-games 1", "-games: \"1\"; expected 2: games come in pairs"),
        (
            "-games 4 -rounds 9",
            "games come in pairs; expected -games 2",
        ),
        (
            "-games 4 -rounds 1",
            "games come in pairs; expected -games 2",
        ),
        (
            "-concurrency many",
            "-concurrency: \"many\"; expected a whole number",
        ),
        ("-repeat 3", "-repeat: \"3\"; expected 2"),
        ("-use-affinity 0-3", "taskset -c"),
        ("-log file=a colour=red", "unknown key"),
        ("-noswap", "games come in pairs"),
        ("-sprt 0 5", "is not KEY=VALUE"),
        (
            "-openings book.txt",
            "\"book.txt\" is not KEY=VALUE; expected file=FILE",
        ),
        ("-openings file=a colour=red", "unknown key"),
        ("-each tc=fast", "MINUTES"),
        ("-each tc=40/60+1", "one of them"),
        ("-pgnout notation=san", "expected file=FILE"),
    ] {
        let error = flags(line).unwrap_err().to_string();
        assert!(error.contains(expected), "{line}: {error}");
    }
}
