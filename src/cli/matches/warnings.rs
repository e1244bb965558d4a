//! Warnings before a match: flags that change nothing, and settings that make it say less than it seems to.

use crate::cli::matches::files::Files;
use crate::cli::matches::lines::Lines;
use crate::cli::matches::match_file::RunArgs;
use crate::tournament::{Match, Shard, TournamentFormat, TournamentKind};

/// The flags that change nothing, as warnings.
pub(super) fn flags_without_effect(
    run: RunArgs,
    files: &Files,
    lines: &Lines,
    has_journal: bool,
) -> Vec<&'static str> {
    let mut warnings = lines.flags_without_effect();
    if files.append_nothing() {
        warnings.push("--append has no effect without a record of the games, such as --sgf FILE");
    }
    if run.resumes() && !has_journal {
        warnings.push("--resume and --force-resume have no effect without a journal");
    }
    warnings
}

/// Warns about settings that make a match say less than it seems to.
pub(super) fn warn_about(game: &Match, files: &Files) {
    let openings = game.openings.count();
    // With an opening rule the engines make the openings.
    let openings = openings.filter(|_| game.settings.opening_rule.is_none());
    if let Some(what) = openings.and_then(|count| repetition(game.schedule.format(), count)) {
        log::warn!(
            "{what}, so engines may repeat games; give more --openings, or --generate-openings"
        );
    }
    let mut silent = game
        .participants
        .iter()
        .filter(|engine| !engine.may_announce);
    if game.settings.adjudication.proof
        && let Some(engine) = silent.next()
    {
        log::warn!(
            "--proof never decides a game of {}, since only Gomocup's protocol announces wins",
            engine.name
        );
    }
    if game.shard != Shard::WHOLE {
        for warning in shard_warnings(game, !files.are_none()) {
            log::warn!("{warning}");
        }
    }
}

/// What the settings of a shard do not do.
pub(super) fn shard_warnings(game: &Match, has_files: bool) -> Vec<&'static str> {
    let all = [
        (
            game.sprt.is_some(),
            "the test does not end a single shard; its result is in the report of the merged journal",
        ),
        (
            has_files,
            "reports and records of a shard have its own games only, and shards with the same files empty them for one \
             another; write them from the merged journal with flipfive match report",
        ),
        (
            !game.cpus.is_empty(),
            "--affinity binds the engines of all shards on a machine to the same processors; give each shard its own, \
             such as with taskset",
        ),
    ];
    let given = all.into_iter().filter(|(is_given, _)| *is_given);
    given.map(|(_, warning)| warning).collect()
}

/// What is wrong if there are `count` openings and the same two engines play more game pairs.
pub(super) fn repetition(format: TournamentFormat, count: usize) -> Option<String> {
    let exceeds = |pairs: u32| pairs as usize > count;
    if !exceeds(format.most_pairs()) {
        return None;
    }
    let is_certain = format.kind != TournamentKind::Knockout || exceeds(format.rounds);
    Some(match count {
        1 if is_certain => "every game starts from the same position".to_owned(),
        1 => "tie-breaks start from the same position as the other games of the tie".to_owned(),
        _ if is_certain => format!("from round {} on, the {count} openings repeat", count + 1),
        _ => format!(
            "a tie has up to {} game pairs, but there are {count} openings",
            format.most_pairs()
        ),
    })
}
