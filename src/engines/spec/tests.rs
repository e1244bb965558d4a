use super::*;

fn read(text: &str) -> EngineSpec {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_command_line_form() {
    let spec = read(
        "name='My engine' cmd=\"./a --x 'y z'\" proto=Gomocup dir=/tmp depth=5 nodes=1000 memory=64 \
         threads=2 timeodds=0.5 env.A=b env.LANG= option.K=V 'option.a b=c d' init=\"INFO x 1\" init=y \
         stderr=e.txt level=3 startup-timeout=2.5 quit-timeout=0.5 ponder=on memory-limit=350 restart=on analysis=yes",
    );
    assert_eq!(spec.name, "My engine");
    let words = spec.argv().unwrap();
    assert!(Path::new(&words[0]).is_absolute() && words[0].to_string_lossy().ends_with('a'));
    assert_eq!(words[1..], ["--x", "y z"]);
    assert_eq!(spec.protocol, Some(ProtocolKind::Gomocup));
    assert_eq!(spec.directory.as_deref(), Some(Path::new("/tmp")));
    assert_eq!(spec.environment["A"], "b");
    assert_eq!(spec.environment["LANG"], "");
    assert_eq!((&*spec.options["K"], &*spec.options["a b"]), ("V", "c d"));
    assert_eq!(spec.init, ["INFO x 1", "y"]);
    assert_eq!((spec.depth, spec.nodes), (Some(5), Some(1000)));
    let limits = (spec.memory, spec.threads, spec.level);
    assert_eq!(limits, (Some(64), Some(2), Some(3)));
    assert_eq!(spec.startup_timeout(), Duration::from_millis(2500));
    assert_eq!(spec.quit_timeout(), Duration::from_millis(500));
    assert!(spec.is_restarted() && spec.is_analysed());
    assert_eq!((spec.ponders(), spec.memory_limit), (true, Some(350)));
    let half = spec.clock(ClockRule::PerMove(Duration::from_secs(3)));
    assert_eq!(half, ClockRule::PerMove(Duration::from_millis(1500)));
}

#[test]
fn a_command_alone_is_enough() {
    let spec = read("  engines/rhino.exe --quiet ");
    assert_eq!(spec.name, "rhino");
    for version in ["./engine-1.2", "./engine-1.2.exe", "a.b/engine-1.2"] {
        assert_eq!(read(version).name, "engine-1.2", "{version}");
    }
    assert_eq!(spec.command, "engines/rhino.exe --quiet");
    assert_eq!(read("cmd=gnugo").argv().unwrap(), ["gnugo"]);
    let spec = read("./ff --level=1 'a=b c'");
    assert_eq!(spec.name, "ff");
    assert_eq!(spec.argv().unwrap()[1..], ["--level=1", "a=b c"]);
}

#[test]
fn errors_say_what_is_wrong() {
    let none = "the engine has no command; expected cmd=\"PROGRAM ARGUMENTS\"";
    for (text, message) in [
        ("", none),
        ("name=a", none),
        ("cmd=a fast", "\"fast\" is not KEY=VALUE; quote"),
        ("./ff level=1", "\"./ff\" is not KEY=VALUE; quote"),
        ("./ff option.x=1", "\"./ff\" is not KEY=VALUE; quote"),
        ("cmd=a cmd=b", "cmd is given twice"),
        ("cmd=a command=b", "command is given twice"),
        ("cmd=a env.X=1 env.X=2", "env.X is given twice"),
        ("cmd=a level=9", "\"9\" for level: expected 1 to 8"),
        (
            "cmd=a depth=-1",
            "\"-1\" for depth: expected a whole number from 0 to",
        ),
        (
            "cmd=a timeodds=0",
            "\"0\" for timeodds: expected a factor above 0, up to 1000",
        ),
        (
            "cmd=a timeodds=nan",
            "\"NaN\" for timeodds: expected a factor above 0, up to 1000",
        ),
        (
            "cmd=a startup-timeout=0",
            "\"0\" for startup-timeout: expected seconds above 0, up to 86400",
        ),
        (
            "cmd=a memory-limit=0",
            "\"0\" for memory-limit: expected 1 MB or more",
        ),
        (
            "cmd=a quit-timeout=-1",
            "\"-1\" for quit-timeout: expected 0 to 86400 seconds",
        ),
        (
            "cmd=a proto=uci",
            "unknown protocol \"uci\"; expected gtp, gomocup or nboard",
        ),
        (
            "cmd=a restart=maybe",
            "\"maybe\" for restart: expected on or off",
        ),
        (
            "cmd=a colour=red",
            "unknown key \"colour\"; expected one of: cmd=COMMAND, name=NAME,",
        ),
        (
            "cmd='a",
            "the engine \"cmd='a\" has an unclosed quotation mark",
        ),
        (
            "cmd=\"'a\"",
            "the command \"'a\" has an unclosed quotation mark",
        ),
    ] {
        let error = text.parse::<EngineSpec>().unwrap_err().to_string();
        let error = error.strip_prefix("invalid value ").unwrap_or(&error);
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn old_keys_are_still_read() {
    let old = read("cmd=a odds=2 patience=3 farewell=4 thoughts=on");
    assert_eq!(
        old,
        read("cmd=a timeodds=2 startup-timeout=3 quit-timeout=4 analysis=on")
    );
}

#[test]
fn the_help_shows_keys_that_are_read() {
    for key in EngineSpec::KEYS {
        let is_short = key.help.iter().all(|line| line.len() <= 71);
        assert!(is_short, "{}", key.usage);
        let (name, _) = key.usage.split_once('=').unwrap();
        let text = format!("cmd=a {name}=1");
        let read = text.parse::<EngineSpec>();
        assert!(!matches!(read, Err(SpecError::UnknownKey(_))), "{text}");
    }
}

#[test]
fn match_files_have_the_same_fields() {
    let text = "name = 'a'\ncmd = 'x y'\nproto = 'gtp'\ninit = ['komi 0']\ntimeodds = 2\n\
                options = { hash = 64, ponder = false, style = 'wild' }\nenv = { A = 1 }\n";
    let spec: EngineSpec = toml::from_str(text).unwrap();
    let spec = spec.checked().unwrap();
    assert_eq!(spec.options["hash"], "64");
    assert_eq!(spec.options["ponder"], "false");
    assert_eq!(spec.timeodds, Some(2.0));
    assert_eq!(spec.protocol, Some(ProtocolKind::Gtp));
    let back: EngineSpec = toml::from_str(&toml::to_string(&spec).unwrap()).unwrap();
    assert_eq!(back, spec);
    for (wrong, part) in [
        ("colour = 1", "colour"),
        ("protocol = 'uci'", "expected gtp, gomocup or nboard"),
        ("options = { a = [1] }", "a text, a number or a switch"),
    ] {
        let wrong = &format!("cmd = 'x'\n{wrong}");
        let error = toml::from_str::<EngineSpec>(wrong).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn odds_scale_every_time_of_a_clock() {
    let rule = |text: &str| text.parse::<TimeControl>().unwrap().rule;
    for (clock, half) in [
        ("180+2/30", "90+1/15"),
        ("canadian:10:60:25", "canadian:5:30:25"),
        ("byoyomi:10:4:3", "byoyomi:5:2:3"),
    ] {
        let scaled = read("cmd=a timeodds=0.5").clock(rule(clock));
        assert_eq!(scaled, rule(half), "{clock}");
    }
}
