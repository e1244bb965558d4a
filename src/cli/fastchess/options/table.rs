//! The options of fastchess, and what is done about each.

use anyhow::{bail, ensure};

/// An option without its dash, the words that follow it, and what is done about it.
type OptionRow = (&'static str, &'static str, Effect);

/// What is done about an option.
pub(super) enum Effect {
    Translated,
    /// Nothing, for this reason.
    Ignored(&'static str),
    /// An error with this advice.
    Refused(&'static str),
}

use Effect::{Ignored, Refused, Translated};

const CHESS: &str = "it is about chess";
const STARTUP: &str = "-startup-ms is the limit for all commands that are not searches";

const OPTIONS: &[OptionRow] = &[
    ("engine", "KEY=VALUE...", Translated),
    ("each", "KEY=VALUE...", Translated),
    ("variant", "GAME", Translated),
    ("size", "N", Translated),
    ("rounds", "N", Translated),
    ("games", "2", Translated),
    ("repeat", "", Translated),
    ("tournament", "roundrobin|gauntlet", Translated),
    ("seeds", "N", Translated),
    ("concurrency", "N", Translated),
    ("use-affinity", "", Translated),
    (
        "openings",
        "file=FILE format=FORMAT order=ORDER plies=N start=N",
        Translated,
    ),
    ("srand", "SEED", Translated),
    (
        "sprt",
        "elo0=ELO elo1=ELO alpha=P beta=P model=MODEL",
        Translated,
    ),
    ("resign", "movecount=N score=N twosided=BOOL", Translated),
    ("draw", "movenumber=N movecount=N score=N", Translated),
    ("maxmoves", "N", Translated),
    ("recover", "", Translated),
    ("startup-ms", "N", Translated),
    ("event", "NAME", Translated),
    ("config", "file=FILE outname=FILE", Translated),
    ("pgnout", "file=FILE", Translated),
    ("log", "file=FILE engine=true", Translated),
    ("output", "format=fastchess|cutechess", Translated),
    ("ratinginterval", "N", Translated),
    ("scoreinterval", "N", Translated),
    ("testEnv", "", Ignored("nothing depends on it")),
    (
        "force-concurrency",
        "",
        Ignored("the number of games at a time is not limited"),
    ),
    ("report", "", Ignored("game pairs are always counted")),
    (
        "show-latency",
        "",
        Ignored("reports have the times of the engines"),
    ),
    ("crc32", "", Ignored("files have no checksums")),
    ("site", "", Ignored("records have no site")),
    (
        "autosaveinterval",
        "",
        Ignored("the journal has every game when it ends"),
    ),
    ("ping-ms", "", Ignored(STARTUP)),
    ("ucinewgame-ms", "", Ignored(STARTUP)),
    ("check-mate-pvs", "", Ignored(CHESS)),
    ("tb", "", Ignored(CHESS)),
    ("tbpieces", "", Ignored(CHESS)),
    ("tbignore50", "", Ignored(CHESS)),
    ("tbadjudicate", "", Ignored(CHESS)),
    (
        "noswap",
        "",
        Refused("games come in pairs with reversed colours"),
    ),
    (
        "reverse",
        "",
        Refused("the first engine has Black in the first game of a pair"),
    ),
    ("wait", "", Refused("games follow one another at once")),
    (
        "epdout",
        "",
        Refused("use -pgnout, or `flipfive match report` with the journal"),
    ),
    (
        "strict",
        "",
        Refused("use `flipfive compliance` to check an engine"),
    ),
    ("quick", "", Refused("use -engine, -each and -openings")),
];

/// The list of options, for `--help`.
pub(in crate::cli::fastchess) fn help() -> String {
    let list = |wanted: fn(&Effect) -> bool| -> Vec<String> {
        let rows = OPTIONS.iter().filter(|(_, _, effect)| wanted(effect));
        rows.map(|(name, words, _)| format!("-{name} {words}").trim_end().to_owned())
            .collect()
    };
    format!(
        "Options:\n  {}\n\nIgnored: {}\nNot supported: {}\n\n\
         Keys of an engine: cmd, args, name, dir, proto, tc, st, timemargin, nodes, depth or plies, restart, \
         option.NAME, and those of `flipfive match`. `proto=uci` means that the protocol is detected. Scores \
         are hundredths of a disc, or of an evaluation unit. The variant `standard` is Othello; the others \
         are the names after `flipfive match --game`. Points have the letter I, which GTP leaves out. \
         -help and -version may stand anywhere. docs/matches.md has an example.",
        list(|effect| matches!(effect, Translated)).join("\n  "),
        list(|effect| matches!(effect, Ignored(_))).join(", "),
        list(|effect| matches!(effect, Refused(_))).join(", "),
    )
}

/// Whether a word is an option: a dash, and no number.
pub(super) fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && word.parse::<f64>().is_err()
}

/// The option with this name, and what is done about it.
pub(super) fn find(word: &str) -> anyhow::Result<(&'static str, &'static Effect)> {
    ensure!(
        is_option(word),
        "{word:?} is not an option; expected one with a dash"
    );
    let wanted = word.trim_start_matches('-');
    let row = OPTIONS.iter().find(|(name, ..)| *name == wanted);
    let Some((name, _, effect)) = row else {
        let nearest = OPTIONS
            .iter()
            .min_by_key(|(name, ..)| strsim::damerau_levenshtein(name, wanted));
        let nearest = nearest.map_or("", |(name, ..)| name);
        bail!("unknown option {word:?}; did you mean \"-{nearest}\"?");
    };
    Ok((name, effect))
}
