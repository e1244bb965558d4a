//! The options of fastchess, and what is done about each.

use crate::cli::fastchess::options::translation::Translation;
use crate::cli::fastchess::options::values::Values;
use anyhow::{anyhow, ensure};

/// What stands for an option that is translated.
type Translate = fn(&mut Translation, &Values<'_>) -> anyhow::Result<()>;

/// An option.
pub(super) struct OptionRow {
    /// Its name without the dash.
    pub name: &'static str,
    /// The words that follow it.
    pub form: &'static str,
    pub effect: Effect,
}

/// What is done about an option.
pub(super) enum Effect {
    /// It is translated by this function.
    Translated(Translate),
    /// Nothing, for this reason.
    Ignored(&'static str),
    /// An error with this advice.
    Refused(&'static str),
}

use Effect::{Ignored, Refused, Translated};

const fn row(name: &'static str, form: &'static str, effect: Effect) -> OptionRow {
    OptionRow { name, form, effect }
}

const CHESS: &str = "it is about chess";
const STARTUP: &str = "-startup-ms is the limit for all commands that are not searches";

const OPTIONS: &[OptionRow] = &[
    row("engine", "KEY=VALUE...", Translated(Translation::engine)),
    row("each", "KEY=VALUE...", Translated(Translation::each)),
    row("variant", "GAME", Translated(Translation::variant)),
    row("size", "N", Translated(Translation::size)),
    row("rounds", "N", Translated(Translation::rounds)),
    row("games", "N", Translated(Translation::games)),
    row("repeat", "", Translated(Translation::repeat)),
    row(
        "tournament",
        "roundrobin|gauntlet",
        Translated(Translation::tournament),
    ),
    row("seeds", "N", Translated(Translation::seeds)),
    row("concurrency", "N", Translated(Translation::concurrency)),
    row("use-affinity", "", Translated(Translation::use_affinity)),
    row(
        "openings",
        "file=FILE format=FORMAT order=ORDER plies=N start=N",
        Translated(Translation::openings),
    ),
    row("srand", "SEED", Translated(Translation::srand)),
    row(
        "sprt",
        "elo0=ELO elo1=ELO alpha=P beta=P model=MODEL",
        Translated(Translation::sprt),
    ),
    row(
        "resign",
        "movecount=N score=N twosided=BOOL",
        Translated(Translation::resign),
    ),
    row(
        "draw",
        "movenumber=N movecount=N score=N",
        Translated(Translation::draw),
    ),
    row("maxmoves", "N", Translated(Translation::maxmoves)),
    row("recover", "", Translated(Translation::recover)),
    row("startup-ms", "N", Translated(Translation::startup_ms)),
    row("event", "NAME", Translated(Translation::event)),
    row(
        "config",
        "file=FILE outname=FILE",
        Translated(Translation::config),
    ),
    row("pgnout", "file=FILE", Translated(Translation::pgnout)),
    row("log", "file=FILE engine=true", Translated(Translation::log)),
    row(
        "output",
        "format=fastchess|cutechess",
        Translated(Translation::output),
    ),
    row(
        "ratinginterval",
        "N",
        Translated(Translation::rating_interval),
    ),
    row(
        "scoreinterval",
        "N",
        Translated(Translation::score_interval),
    ),
    row("testEnv", "", Ignored("nothing depends on it")),
    row(
        "force-concurrency",
        "",
        Ignored("the number of games at a time is not limited"),
    ),
    row("report", "", Ignored("game pairs are always counted")),
    row(
        "show-latency",
        "",
        Ignored("reports have the measured times of the engines"),
    ),
    row("crc32", "", Ignored("files have no checksums")),
    row("site", "", Ignored("records have no site")),
    row(
        "autosaveinterval",
        "",
        Ignored("the journal has every game when it ends"),
    ),
    row("ping-ms", "", Ignored(STARTUP)),
    row("ucinewgame-ms", "", Ignored(STARTUP)),
    row("check-mate-pvs", "", Ignored(CHESS)),
    row("tb", "", Ignored(CHESS)),
    row("tbpieces", "", Ignored(CHESS)),
    row("tbignore50", "", Ignored(CHESS)),
    row("tbadjudicate", "", Ignored(CHESS)),
    row(
        "noswap",
        "",
        Refused("games come in pairs with reversed colours"),
    ),
    row(
        "reverse",
        "",
        Refused("the first engine has Black in the first game of a pair"),
    ),
    row("wait", "", Refused("games follow one another at once")),
    row(
        "epdout",
        "",
        Refused("use -pgnout, or `flipfive match report` with the journal"),
    ),
    row(
        "strict",
        "",
        Refused("use `flipfive compliance` to check an engine"),
    ),
    row("quick", "", Refused("use -engine, -each and -openings")),
];

/// The list of options, for `--help`.
pub(in crate::cli::fastchess) fn help() -> String {
    let list = |wanted: fn(&Effect) -> bool| -> Vec<String> {
        let rows = OPTIONS.iter().filter(|row| wanted(&row.effect));
        rows.map(|row| format!("-{} {}", row.name, row.form).trim_end().to_owned())
            .collect()
    };
    format!(
        "Options:\n  {}\n\nIgnored: {}\nNot supported: {}\n\n\
         Keys of an engine: cmd, args, name, dir, proto, tc, st, timemargin, nodes, depth or plies, restart, \
         option.NAME, and those of `flipfive match`. `proto=uci` means that the protocol is detected. Scores \
         are hundredths of a disc, or of an evaluation unit. The variant `standard` is Othello, and \
         `gomoku-standard` the standard rule of Gomoku; the others are the names after `flipfive match --game`. Points have the letter I, which GTP leaves out. \
         -help and -version may stand anywhere. docs/matches.md has an example.",
        list(|effect| matches!(effect, Translated(_))).join("\n  "),
        list(|effect| matches!(effect, Ignored(_))).join(", "),
        list(|effect| matches!(effect, Refused(_))).join(", "),
    )
}

/// Whether a word is an option: a dash, and no number.
pub(super) fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && word.parse::<f64>().is_err()
}

/// The option with this name.
pub(super) fn find(word: &str) -> anyhow::Result<&'static OptionRow> {
    ensure!(
        is_option(word),
        "{word:?} is not an option; expected one with a dash"
    );
    let wanted = word.trim_start_matches('-');
    OPTIONS
        .iter()
        .find(|row| row.name == wanted)
        .ok_or_else(|| {
            let nearest = OPTIONS
                .iter()
                .min_by_key(|row| strsim::damerau_levenshtein(row.name, wanted));
            let nearest = nearest.map_or("", |row| row.name);
            anyhow!("unknown option {word:?}; did you mean \"-{nearest}\"?")
        })
}
