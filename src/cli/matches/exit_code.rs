//! The exit code of a match.

use crate::cli::exit::{ENGINE_FAILED, H0_ACCEPTED, UNDECIDED, exit_error};
use crate::tournament::{MatchOutcome, SprtResult};
use anyhow::bail;
use std::path::Path;

/// Success, or the error that a match ends with. `is_stopped`: something ended the match early, such as an interrupt.
/// `journal` is the journal that stays after the match.
pub(super) fn exit_result(
    outcome: &MatchOutcome,
    is_stopped: bool,
    journal: Option<&Path>,
) -> anyhow::Result<()> {
    if let Some(failure) = &outcome.failure {
        return Err(exit_error(ENGINE_FAILED, failure));
    }
    let test = outcome.sprt.map(|status| status.verdict);
    match test {
        Some(SprtResult::AcceptH1) => return Ok(()),
        Some(SprtResult::AcceptH0) => return Err(exit_error(H0_ACCEPTED, "the test accepted H0")),
        Some(SprtResult::Continue) | None => {}
    }
    if is_stopped && !outcome.complete {
        match journal {
            Some(path) => bail!(
                "interrupted; the finished games are in {}, continue with --resume",
                path.display()
            ),
            None => bail!("interrupted"),
        }
    }
    let undecided = "the test is undecided";
    // With --recover, or because of an opening that cannot be played.
    if outcome.never_began > 0 {
        let end = match (test, journal) {
            // They may decide the test.
            (Some(_), Some(_)) => format!("{undecided}; --resume plays them again"),
            (Some(_), None) => undecided.to_owned(),
            (None, Some(_)) => "--resume plays them again".to_owned(),
            (None, None) => "they count for nobody".to_owned(),
        };
        let message = format!("games that never began: {}; {end}", outcome.never_began);
        return Err(exit_error(ENGINE_FAILED, message));
    }
    match test {
        Some(_) => Err(exit_error(UNDECIDED, undecided)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::exit::{ExitError, FAILURE, SUCCESS};
    use crate::tournament::SprtStatus;

    fn outcome(test: Option<SprtResult>, never_began: usize) -> MatchOutcome {
        let status = |verdict| SprtStatus {
            llr: 0.0,
            lower: -2.94,
            upper: 2.94,
            verdict,
            paired: true,
        };
        MatchOutcome {
            complete: true,
            never_began,
            sprt: test.map(status),
            ..MatchOutcome::default()
        }
    }

    /// The exit code of a match with a journal, and its message.
    fn ending(outcome: &MatchOutcome, is_stopped: bool) -> (u8, String) {
        match exit_result(outcome, is_stopped, Some(Path::new("j.jsonl"))) {
            Ok(()) => (SUCCESS, String::new()),
            Err(error) => {
                let exit = error.downcast_ref::<ExitError>();
                (exit.map_or(FAILURE, |exit| exit.code), error.to_string())
            }
        }
    }

    #[test]
    fn every_end_has_its_exit_code() {
        let (h0, h1) = (SprtResult::AcceptH0, SprtResult::AcceptH1);
        let undecided = SprtResult::Continue;
        for (test, never_began, code) in [
            (None, 0, SUCCESS),
            (None, 2, ENGINE_FAILED),
            (Some(h1), 0, SUCCESS),
            (Some(h1), 2, SUCCESS),
            (Some(h0), 0, H0_ACCEPTED),
            (Some(h0), 2, H0_ACCEPTED),
            (Some(undecided), 0, UNDECIDED),
            // The games that are missing may decide the test.
            (Some(undecided), 2, ENGINE_FAILED),
        ] {
            let outcome = outcome(test, never_began);
            for is_stopped in [false, true] {
                let (found, message) = ending(&outcome, is_stopped);
                assert_eq!(found, code, "{test:?} {never_began}: {message}");
            }
        }
        let (_, message) = ending(&outcome(Some(undecided), 2), false);
        assert_eq!(
            message,
            "games that never began: 2; the test is undecided; --resume plays them again"
        );
    }

    #[test]
    fn an_interrupt_comes_before_a_test_that_is_undecided() {
        for test in [None, Some(SprtResult::Continue)] {
            let outcome = MatchOutcome {
                complete: false,
                ..outcome(test, 1)
            };
            let (code, message) = ending(&outcome, true);
            assert_eq!(code, FAILURE);
            assert!(
                message.contains("j.jsonl, continue with --resume"),
                "{message}"
            );
            let without = exit_result(&outcome, true, None).unwrap_err();
            assert_eq!(without.to_string(), "interrupted");
        }
        let decided = MatchOutcome {
            complete: false,
            ..outcome(Some(SprtResult::AcceptH0), 0)
        };
        assert_eq!(ending(&decided, true).0, H0_ACCEPTED);
    }

    #[test]
    fn an_engine_that_ends_the_match_decides_the_exit_code() {
        let outcome = MatchOutcome {
            failure: Some("b failed 3 times in a row".into()),
            ..outcome(Some(SprtResult::AcceptH0), 1)
        };
        let expected = (ENGINE_FAILED, "b failed 3 times in a row".to_owned());
        assert_eq!(ending(&outcome, true), expected);
    }
}
