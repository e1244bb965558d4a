//! Commands that show and set the options of the engine.

use crate::engine::{OPTIONS, OptionError, OptionKind, OptionSpec, Options, Variant};
use crate::protocol::gtp::call::{Answer, Call, Command, Failure, command};
use crate::protocol::gtp::text::{lines, words};
use crate::protocol::lexer::{integer, no_arguments, opt, rest_of_line, word};
use crate::session::Session;

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "flipfive-option", "[NAME [VALUE]]", (opt(word), opt(rest_of_line)) => option;
        "Shows or sets an option.";
        "Reply: without NAME, all options with their values, one per line; with NAME, its value; \
         with VALUE, nothing. Errors: an unknown name, with the known ones; an invalid value, \
         with the valid ones.";
        "> flipfive-option threads\n< = 1\n> flipfive-option threads 2\n< =\n> flipfive-option\n< = level \
         8\n< {lines}\n> flipfive-option threads many\n< ? invalid value \"many\" for option threads, \
         expected 1 to 256"
    },
    command! {
        "flipfive-options", "[NAME VALUE]", opt((word, rest_of_line)) => dialog;
        "Shows or sets options, as a dialogue of GoGui.";
        "Reply: lines for GoGui's analyze type `param`; with NAME and VALUE, nothing.";
        "> flipfive-options\n< = [list/1/2/3/4/5/6/7/8] level 8\n< {lines}\n> flipfive-options level 3\n< ="
    },
    command! {
        "flipfive-level", "[LEVEL]", opt(integer(0u32..=u32::MAX)) => level;
        "Shows or sets the level, from 1 to 8.";
        "Reply: the level and its name; with LEVEL, nothing. Errors: an unknown level.";
        "> flipfive-level 3\n< =\n> flipfive-level\n< = 3 {any}"
    },
    command! {
        "flipfive-levels", "", no_arguments => levels;
        "Lists the levels.";
        "Reply: a line for each level with its number, name and description.";
        "> flipfive-levels\n< = 1 {any}\n< {lines}"
    },
    command! {
        "flipfive-classic", "[NAME]", opt(word) => classic;
        "Shows or sets the classic player that plays instead of the engine.";
        "Reply: its name, or `none` for the engine itself; with NAME, nothing. Errors: a name \
         that the game does not have, with the valid ones.";
        "> flipfive-classic\n< = none\n> flipfive-classic nobody\n< ? unknown classic player \"nobody\", \
         expected none or one of: {any}"
    },
    command! {
        "flipfive-classics", "", no_arguments => classics;
        "Lists the classic players of the game.";
        "Reply: a line for each player with its name and description.";
        "> flipfive-classics\n< = {any}\n< {lines}"
    },
    command! {
        "kata-list-params", "", no_arguments => list_params;
        "Lists the names of the options.";
        "Reply: words.";
        "> kata-list-params\n< = level {any}"
    },
    command! {
        "kata-get-param", "NAME", word => get_param;
        "Shows an option.";
        "Reply: its value. Errors: an unknown name, with the known ones.";
        "> kata-get-param hash\n< = {int}"
    },
    command! {
        "kata-set-param", "NAME VALUE", (word, rest_of_line) => set_kata_param;
        "Sets an option.";
        "Reply: nothing. KataGo's `numSearchThreads` is the option `threads`, and `maxTime` is `move-time` in seconds; more than a day means its default. KataGo's \
         `analysisWideRootNoise`, `analysisIgnorePreRootHistory`, `antiMirror`, `maxPlayouts`, `maxVisits`, \
         `playoutDoublingAdvantage`, `playoutDoublingAdvantagePla` and `rootNumSymmetriesToSample` have no effect, whatever the \
         value. Errors: as for `flipfive-option`.";
        "> kata-set-param threads 1\n< =\n> kata-set-param analysisWideRootNoise 0.04\n< ="
    },
];

/// The greatest value of the option `move-time`, in seconds.
const MAX_SECONDS_OF_A_MOVE: f64 = 86_400.0;

/// Parameters of KataGo that hosts set without asking whether the engine has them.
const KATAGO_PARAMETERS: [&str; 8] = [
    "analysisWideRootNoise",
    "analysisIgnorePreRootHistory",
    "antiMirror",
    "maxPlayouts",
    "maxVisits",
    "playoutDoublingAdvantage",
    "playoutDoublingAdvantagePla",
    "rootNumSymmetriesToSample",
];

fn get(options: &Options, name: &str) -> Result<String, Failure> {
    let unknown = || OptionError::Unknown { name: name.into() };
    options
        .get(name)
        .ok_or_else(|| unknown().to_string().into())
}

/// The options that reach the engine.
fn options(session: &Session) -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(|spec| session.has_option(spec.name))
}

fn option(
    call: &mut Call<'_>,
    (name, value): (Option<&str>, Option<&str>),
) -> Result<Answer, Failure> {
    match (name, value) {
        (Some(name), Some(value)) => set_param(call, (name, value)).map(Answer::from),
        (Some(name), None) => get_param(call, name).map(Answer::from),
        (None, _) => {
            let value = |name| call.session.options().get(name).unwrap_or_default();
            Ok(lines(
                options(call.session).map(|spec| format!("{} {}", spec.name, value(spec.name))),
            )
            .into())
        }
    }
}

fn dialog(call: &mut Call<'_>, change: Option<(&str, &str)>) -> Result<Answer, Failure> {
    if let Some(change) = change {
        return set_param(call, change).map(Answer::from);
    }
    let session = &*call.session;
    let list = |words: &mut dyn Iterator<Item = String>| {
        words.fold("[list".to_owned(), |list, word| list + "/" + &word) + "]"
    };
    Ok(lines(options(session).map(|spec| {
        let mut value = session.options().get(spec.name).unwrap_or_default();
        let kind = match spec.kind {
            OptionKind::Switch => {
                value = u8::from(value == "true").to_string();
                "[bool]".into()
            }
            OptionKind::Choice(words) => list(&mut words.iter().map(|&word| word.into())),
            OptionKind::Integer { min, max, .. } if max - min < 10 => {
                list(&mut (min..=max).map(|number| number.to_string()))
            }
            OptionKind::Name if spec.name == "classic" => {
                let names = session
                    .variant()
                    .classics()
                    .iter()
                    .map(|spec| spec.name.to_owned());
                list(&mut std::iter::once("none".to_owned()).chain(names))
            }
            OptionKind::Integer { .. } | OptionKind::Name => "[string]".into(),
        };
        format!("{kind} {} {value}", spec.name)
    }))
    .into())
}

fn level(call: &mut Call<'_>, level: Option<u32>) -> Result<Answer, Failure> {
    match level {
        Some(level) => set_param(call, ("level", &level.to_string())).map(Answer::from),
        None => {
            call.session.check_option("level")?;
            let level = call.session.options().level;
            let specs = call.session.variant().levels();
            let spec = specs.get(usize::from(level).wrapping_sub(1));
            Ok(format!("{level} {}", spec.map_or("", |spec| spec.name)).into())
        }
    }
}

fn levels(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    call.session.check_option("level")?;
    let specs = call.session.variant().levels();
    let text = |(n, spec): (usize, &crate::search::PlayerSpec)| {
        format!("{} {}: {}", n + 1, spec.name, spec.summary)
    };
    Ok(lines(specs.iter().enumerate().map(text)))
}

fn classic(call: &mut Call<'_>, name: Option<&str>) -> Result<Answer, Failure> {
    match name {
        Some(name) => set_param(call, ("classic", name)).map(Answer::from),
        None => get_param(call, "classic").map(Answer::from),
    }
}

fn classics(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    call.session.check_option("classic")?;
    let variant: Variant = call.session.variant();
    Ok(lines(
        variant
            .classics()
            .iter()
            .map(|spec| format!("{}: {}", spec.name, spec.summary)),
    ))
}

fn list_params(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    Ok(words(options(call.session).map(|spec| spec.name)))
}

fn get_param(call: &mut Call<'_>, name: &str) -> Result<String, Failure> {
    call.session.check_option(name)?;
    get(call.session.options(), name)
}

fn set_param(call: &mut Call<'_>, (name, value): (&str, &str)) -> Result<(), Failure> {
    call.session.check_option(name)?;
    Ok(call.session.set_option(name, value)?)
}

fn set_kata_param(call: &mut Call<'_>, (name, value): (&str, &str)) -> Result<(), Failure> {
    match name {
        "numSearchThreads" => set_param(call, ("threads", value)),
        "maxTime" => {
            let seconds = value.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
            let Some(seconds) = seconds else {
                return Err(format!("maxTime: {value:?}, expected a number of seconds").into());
            };
            // KataGo's 1e20 means no limit. Without one, searches take the default.
            let ms = match seconds <= MAX_SECONDS_OF_A_MOVE {
                true => (1000.0 * seconds).round() as u64,
                false => Options::default().move_time.as_millis() as u64,
            };
            set_param(call, ("move-time", &ms.to_string()))
        }
        _ if KATAGO_PARAMETERS.contains(&name) => Ok(()),
        _ => set_param(call, (name, value)),
    }
}
