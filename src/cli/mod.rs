//! The command line: flags, sub-commands and exit codes.
//!
//! Without a sub-command the program talks to a GUI or a runner on stdin and stdout.

mod analysis;
mod analyze;
mod arguments;
mod bench;
mod best;
mod book;
mod bridge;
mod completions;
mod compliance;
mod convert;
mod engine;
mod exit;
mod fastchess;
mod game_files;
mod input;
mod interrupts;
mod man;
mod manual;
mod matches;
mod mock;
mod perft;
mod play;
mod position;
mod progress_bar;
mod puzzles;
mod seed;
mod show;
mod sink;
mod solve;
mod stdout;
mod terminal;
mod train;
mod version;

use crate::engine::{OPTIONS, OptionKind};
use crate::util::kernel::KernelChoice;
use crate::util::memory::check_search_memory;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, Subcommand};
use exit::{ExitError, FAILURE, SUCCESS, USAGE, message};
use log::LevelFilter;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    let arguments = std::env::args_os().map(position::escape_board);
    let matches = match parse(fastchess::escape(arguments)) {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version go to stdout with success, everything else to stderr.
            let code = if error.use_stderr() { USAGE } else { SUCCESS };
            return match error.print() {
                Ok(()) => ExitCode::from(code),
                // A closed stderr does not change the exit code.
                Err(_) if code == USAGE => ExitCode::from(code),
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(code),
                Err(error) => {
                    complain(format_args!("standard output: {error}"));
                    ExitCode::from(FAILURE)
                }
            };
        }
    };
    start_logger(matches.get_count("verbose"));
    // What was written but for the end of its line is still in memory.
    let done = dispatch(&matches).and_then(|()| Ok(stdout::stdout().flush()?));
    interrupts::wait_for_end();
    match done {
        Ok(()) => ExitCode::from(SUCCESS),
        // A reader that has seen enough is no error.
        Err(error) if stdout::is_closed(&error) => ExitCode::from(SUCCESS),
        Err(error) => {
            complain(message(&error));
            let code = error
                .downcast_ref()
                .map_or(FAILURE, |error: &ExitError| error.code);
            ExitCode::from(code)
        }
    }
}

/// Reads a command line.
///
/// # Errors
/// Those of clap and of [`refuse_flags_before_subcommands`].
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<ArgMatches, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(arguments)?;
    refuse_flags_before_subcommands(&mut command, &matches)?;
    Ok(matches)
}

/// Refuses flags that a sub-command would not see: `flipfive --game renju bench`.
///
/// `Command::args_conflicts_with_subcommands` would refuse `-v` as well, which every sub-command has.
fn refuse_flags_before_subcommands(
    command: &mut Command,
    matches: &ArgMatches,
) -> Result<(), clap::Error> {
    let Some((name, inner)) = matches.subcommand() else {
        return Ok(());
    };
    let given = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        !arg.is_global_set() && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    let arg = command.get_arguments().find(given).cloned();
    if let Some(arg) = arg {
        let has_own = command.find_subcommand(name).is_some_and(|subcommand| {
            let mut own = subcommand.get_arguments();
            own.any(|own| own.get_long() == arg.get_long())
        });
        let message = match has_own {
            true => format!("'{arg}' belongs after the subcommand '{name}'"),
            false => format!("the subcommand '{name}' cannot be used with '{arg}'"),
        };
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    let subcommand = command.find_subcommand_mut(name);
    subcommand.map_or(Ok(()), |command| {
        refuse_flags_before_subcommands(command, inner)
    })
}

fn dispatch(matches: &ArgMatches) -> anyhow::Result<()> {
    KernelChoice::forced().map_err(|error| exit::exit_error(USAGE, error))?;
    let Some((_, flags)) = matches.subcommand() else {
        return if matches.get_flag("version") {
            version::run(matches.get_count("verbose") > 0)
        } else {
            engine::run(matches)
        };
    };
    let chosen = SubCommand::from_arg_matches(matches)?;
    if chosen.searches() {
        check_search_memory()?;
    }
    match chosen {
        SubCommand::Perft(args) => perft::run(&args),
        SubCommand::Bench(args) => bench::run(&args),
        SubCommand::Solve(args) => solve::run(&args),
        SubCommand::Best(args) => best::run(&args),
        SubCommand::Show(args) => show::run(&args),
        SubCommand::Book(args) => book::run(&args),
        SubCommand::Convert(args) => convert::run(&args),
        SubCommand::Play(args) => play::run(&args),
        SubCommand::Analyze(args) => analyze::run(&args),
        SubCommand::Analysis(args) => analysis::run(&args),
        SubCommand::Puzzles(args) => puzzles::run(&args),
        SubCommand::Bridge(args) => bridge::run(&args),
        SubCommand::Compliance(args) => compliance::run(&args),
        SubCommand::Mock(args) => mock::run(&args),
        SubCommand::Match(args) => matches::run(&args, flags),
        SubCommand::Fastchess(args) => fastchess::run(&args),
        SubCommand::Train(args) => train::run(&args),
        SubCommand::Manual(args) => manual::run(&args),
        SubCommand::Man(args) => man::run(&args, command()),
        SubCommand::Completions(args) => completions::run(&args, &mut command()),
    }
}

// The variants have no documentation here, since it would replace that of the arguments in `--help`.
#[derive(clap::Subcommand)]
enum SubCommand {
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Solve(solve::SolveArgs),
    Best(best::BestArgs),
    Show(show::ShowArgs),
    Book(book::BookArgs),
    Convert(convert::ConvertArgs),
    Play(play::PlayArgs),
    Analyze(Box<analyze::AnalyzeArgs>),
    Analysis(analysis::AnalysisArgs),
    Puzzles(puzzles::PuzzlesArgs),
    Bridge(bridge::BridgeArgs),
    Compliance(compliance::ComplianceArgs),
    #[command(alias = "dummy")]
    Mock(mock::MockArgs),
    Match(Box<matches::MatchArgs>),
    Fastchess(fastchess::FastchessArgs),
    Train(train::TrainArgs),
    Manual(manual::ManualArgs),
    Man(man::ManArgs),
    Completions(completions::CompletionsArgs),
}

impl SubCommand {
    /// Whether the main thread or its helpers may search.
    fn searches(&self) -> bool {
        match self {
            Self::Match(args) => args.plays(),
            other => matches!(
                other,
                Self::Bench(_)
                    | Self::Solve(_)
                    | Self::Best(_)
                    | Self::Book(_)
                    | Self::Analyze(_)
                    | Self::Puzzles(_)
                    | Self::Fastchess(_)
                    | Self::Train(_)
            ),
        }
    }
}

/// The whole command line.
pub fn command() -> Command {
    let mut command = Command::new("flipfive")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Plays Othello and Gomoku for GUIs, match runners and shells")
        .long_about(
            "Plays Othello and Gomoku (freestyle, standard, Renju, Caro).\n\n\
             Without a sub-command it talks to a GUI or a match runner on stdin and stdout. The first \
             line selects the protocol: GTP with the extensions of GoGui, Quarry, Sabaki and \
             KataGo, Gomocup's with the extension of Yixin-Board, or NBoard's. Under a name that \
             begins with `pbrain-` it is Gomocup's. `flipfive manual` prints the manual.",
        )
        .after_long_help(
            "Exit codes:\n  \
             0        done\n  \
             1        an input, an answer or a check is wrong, or a file cannot be read or written\n  \
             2        wrong command line; `match`: it could not begin\n  \
             3, 4, 5  `match`: an engine ended it; its test accepted H0; its test is undecided\n  \
             6        `analyze`, `puzzles`: some games could not be read\n  \
             130      `match`, `bridge`, `compliance`: interrupted\n\n\
             Environment:\n  \
             FLIPFIVE_DATA_DIR  folder of the score table of `play`\n  \
             FLIPFIVE_KERNEL    kernel: portable, avx2, avx512 [default: the fastest]\n  \
             NO_COLOR           no colours in `play`\n  \
             RUST_LOG           what is logged, such as `flipfive=debug`",
        )
        .subcommand_negates_reqs(true)
        .disable_version_flag(true)
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .action(ArgAction::SetTrue)
                .help("Print the version; with --verbose the commit, the target and the kernel, too"),
        )
        .arg(
            Arg::new("verbose")
                .short('v')
                .long("verbose")
                .action(ArgAction::Count)
                .global(true)
                .help("Log more on stderr (twice for details); RUST_LOG sets it finely"),
        )
        .arg(
            Arg::new("game")
                .long("game")
                .value_name("NAME")
                .help("Game to start with: othello, gomoku, standard, renju, caro, caro-exact"),
        )
        .arg(
            Arg::new("size")
                .long("size")
                .value_name("N")
                .value_parser(clap::value_parser!(u8))
                .help("Board size to start with"),
        )
        .arg(
            Arg::new("protocol")
                .long("protocol")
                .value_name("NAME")
                .help("Protocol to speak: gtp, gomocup, nboard [default: selected by the first line]"),
        )
        .arg(
            Arg::new("book-file")
                .long("book-file")
                .value_name("FILE")
                .value_parser(clap::value_parser!(std::path::PathBuf))
                .help("Othello's opening book [default: the built-in book]; `flipfive book build` makes one"),
        )
        .arg(
            // Yixin-Board 3.0 on Windows passes this flag to every engine. All input is UTF-8 anyway.
            Arg::new("force-utf8")
                .long("force-utf8")
                .action(ArgAction::SetTrue)
                .hide(true),
        );
    command = SubCommand::augment_subcommands(command);
    for spec in OPTIONS {
        let value = match spec.kind {
            OptionKind::Integer { unit: "ms", .. } => "MS",
            OptionKind::Integer { unit: "MB", .. } => "MB",
            OptionKind::Integer { .. } => "N",
            OptionKind::Switch => "BOOL",
            OptionKind::Choice(_) => "WORD",
            OptionKind::Name => "NAME",
        };
        let (summary, default) = (capitalised(spec.summary), spec.default_value());
        let (details, values) = (spec.details, spec.kind.describe());
        command = command.arg(
            Arg::new(spec.name)
                .long(spec.name)
                .value_name(value)
                .help(format!("{summary} [default: {default}]"))
                .long_help(format!(
                    "{summary}. {details} Values: {values}. [default: {default}]"
                )),
        );
    }
    command
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

fn start_logger(verbosity: u8) {
    let env = env_logger::Env::default().default_filter_or("warn");
    let mut logger = env_logger::Builder::from_env(env);
    // A flag has precedence over the environment, which may be meant for another program.
    let level = match verbosity {
        0 => None,
        1 => Some(LevelFilter::Info),
        _ => Some(LevelFilter::Debug),
    };
    if let Some(level) = level {
        logger.filter_module("flipfive", level);
    }
    // GoGui reads graphics from stderr, so a record is one line that begins with its level.
    logger
        .format(|out, record| {
            let text = record.args().to_string().replace('\n', " | ");
            writeln!(
                out,
                "{}: {}: {text}",
                record.level().as_str().to_lowercase(),
                record.target()
            )
        })
        .init();
}

/// Writes an error to stderr. A closed stderr does not change the exit code.
fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "flipfive: {message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    /// Yixin-Board 3.0 starts `engine.exe --force-utf8` on Windows.
    #[test]
    fn the_flag_of_yixin_board_is_accepted_and_hidden() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert!(parse(words("engine.exe --force-utf8")).is_ok());
        assert!(parse(words("engine.exe --force-utf8 --level 3")).is_ok());
        let help = command().render_long_help().to_string();
        assert!(!help.contains("force-utf8"), "{help}");
    }

    #[test]
    fn every_subcommand_can_be_verbose_from_either_side() {
        // The shortest arguments that a sub-command accepts.
        let commands = [
            "perft othello 3",
            "bench",
            "bench wins FILE",
            "solve FILE",
            "best f5",
            "show f5",
            "book show",
            "convert IN OUT",
            "play",
            "analyze FILE",
            "puzzles FILE",
            "analysis",
            "bridge --engine PROGRAM --to gtp",
            "compliance PROGRAM",
            "mock",
            "match",
            "match report FILE",
            "match merge OUT IN",
            "fastchess -variant",
            "train othello report --games FOLDER",
            "manual",
            "man FOLDER",
            "completions bash",
        ];
        let verbosity = |line: String| {
            let words = line.split_whitespace().map(OsString::from);
            parse(fastchess::escape(words)).map(|matches| matches.get_count("verbose"))
        };
        let mut seen = Vec::new();
        for line in commands {
            let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
            seen.push(name);
            for line in [
                format!("flipfive -v {line}"),
                format!("flipfive {name} -v {arguments}"),
            ] {
                assert_eq!(verbosity(line.clone()).unwrap(), 1, "{line}");
            }
            let refused = verbosity(format!("flipfive --size 9 {line}")).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::ArgumentConflict, "{line}");
        }
        for subcommand in command().get_subcommands() {
            assert!(
                seen.contains(&subcommand.get_name()),
                "{}",
                subcommand.get_name()
            );
        }
        for (line, expected) in [
            ("match --games 2 report FILE", "subcommand 'report' cannot"),
            ("--game renju play", "belongs after the subcommand 'play'"),
        ] {
            let refused = verbosity(format!("flipfive {line}")).unwrap_err();
            assert!(refused.to_string().contains(expected), "{refused}");
        }
    }

    #[test]
    fn every_option_has_a_flag_that_takes_its_default() {
        for spec in OPTIONS {
            let (flag, value) = (format!("--{}", spec.name), spec.default_value());
            let matches = command().try_get_matches_from(["flipfive", &flag, &value]);
            assert_eq!(matches.unwrap().get_one(spec.name), Some(&value));
        }
    }
}
