//! `flipfive fastchess`: a match in the words of fastchess, for scripts and test frameworks written for it.
//!
//! The options become flags of `flipfive match`. Options that mean the same are translated. Those that change
//! nothing about the result, or belong to chess alone, are ignored with a warning. Those that would change the
//! result in a way that `flipfive match` cannot are refused.

mod options;

use crate::cli::exit::{
    ENGINE_FAILED, ExitError, H0_ACCEPTED, UNDECIDED, USAGE, exit_error, usage,
};
use crate::cli::matches;
use clap::{Args, Command, FromArgMatches};
use std::ffi::OsString;

/// Separates the options of fastchess from our own flags, which come first: `-variant` is not `-v`. Help and the
/// version may stand anywhere.
pub(super) fn escape(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    const HELP: [&str; 2] = ["-help", "--help"];
    const VERSION: [&str; 2] = ["-version", "--version"];
    const OWN: [&str; 5] = ["-h", "--help", "-v", "-vv", "--verbose"];
    let mut arguments: Vec<OsString> = arguments.collect();
    let is_own = |word: &OsString| OWN.iter().any(|own| word == own);
    // Only our own flags may come before a sub-command.
    let command = arguments.iter().skip(1).position(|word| !is_own(word));
    if let Some(name) = command.map(|index| index + 1)
        && arguments[name] == "fastchess"
    {
        let options = &arguments[name + 1..];
        let has = |names: [&str; 2]| {
            options
                .iter()
                .any(|word| names.iter().any(|name| word == name))
        };
        let first = options.iter().position(|word| !is_own(word));
        if has(HELP) {
            arguments.truncate(name + 1);
            arguments.push("--help".into());
        } else if has(VERSION) {
            arguments.truncate(name);
            arguments.push("--version".into());
        } else if let Some(first) = first {
            arguments.insert(name + 1 + first, "--".into());
        }
    }
    arguments
}

/// Play a match by the options of fastchess
#[derive(clap::Args, Debug)]
#[command(after_long_help = options::help())]
pub(super) struct FastchessArgs {
    /// Options of fastchess, with one dash
    #[arg(
        required = true,
        value_name = "OPTION",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<String>,
}

pub(super) fn run(args: &FastchessArgs) -> anyhow::Result<()> {
    let flags = options::match_flags(&args.words).map_err(usage)?;
    log::info!(
        "the same as: flipfive match {}",
        shlex::try_join(flags.iter().map(String::as_str))?
    );
    let command = matches::MatchArgs::augment_args(Command::new("match").no_binary_name(true));
    let parsed = command.try_get_matches_from(&flags);
    let recovers = flags.iter().any(|flag| flag == "--recover");
    let flags = parsed.map_err(|error| exit_error(USAGE, without_frame(&error)))?;
    let result = matches::run(&matches::MatchArgs::from_arg_matches(&flags)?, &flags);
    result.or_else(|error| match error.downcast_ref::<ExitError>() {
        // fastchess ends with success whatever its test says, and after games that never began.
        Some(exit) if [H0_ACCEPTED, UNDECIDED].contains(&exit.code) => Ok(()),
        Some(exit) if exit.code == ENGINE_FAILED && recovers => Ok(()),
        _ => Err(error),
    })
}

/// The message of an error of clap, without the words around it: `--help` is a flag of `flipfive match`.
fn without_frame(error: &clap::Error) -> String {
    let text = error.to_string();
    let end = text.find("\n\nFor more information");
    let text = &text[..end.unwrap_or(text.len())];
    let text = text.strip_prefix("error: ").unwrap_or(text);
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_sub_command_is_escaped() {
        let escaped = |line: &str| {
            let words = escape(line.split(' ').map(OsString::from));
            words.join(&OsString::from(" ")).into_string().unwrap()
        };
        assert_eq!(
            escaped("flipfive fastchess -engine cmd=a"),
            "flipfive fastchess -- -engine cmd=a"
        );
        assert_eq!(
            escaped("flipfive -v fastchess -v -variant othello"),
            "flipfive -v fastchess -v -- -variant othello"
        );
        for (line, expected) in [
            ("-rounds 5 --help", "flipfive fastchess --help"),
            ("-v -help", "flipfive fastchess --help"),
            ("-version", "flipfive --version"),
            ("-rounds 5 --version", "flipfive --version"),
        ] {
            assert_eq!(escaped(&format!("flipfive fastchess {line}")), expected);
        }
        for line in [
            "flipfive match --output fastchess --engine ./a",
            "fastchess match --name fastchess --rounds 2",
        ] {
            assert_eq!(escaped(line), line);
        }
    }
}
