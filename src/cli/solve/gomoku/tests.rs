use super::*;
use crate::format::puzzle;
use crate::search::Score;

/// The puzzle of a line.
fn read(line: &str) -> Puzzle {
    puzzle::read("test", line).unwrap().remove(0).content
}

fn task(goal: solve::Goal, time: Duration) -> Task {
    Task {
        goal,
        time,
        attacks: 10,
        depth: 1,
        hash_mb: 1,
        threads: 1,
    }
}

#[test]
fn contradictions_are_found() {
    let line = "freestyle 15 black B H8 J8 K8 I7 L7 I6 W H9 L8 J7 K6 I5 L5";
    let task = task(solve::Goal::Threats, Duration::from_secs(60));
    for (facts, mistakes, solved) in [
        ("vcf 3", 0, Some(true)),
        ("vcf 4", 1, Some(false)),
        ("vcf none 2", 0, Some(true)),
        ("vcf none 3", 1, Some(false)),
        ("vcf none 20", 1, Some(false)),
        ("vcf 3; vcf none 2", 0, Some(true)),
        ("vcf 3; vcf none 3", 1, Some(false)),
        ("vct", 0, Some(true)),
        ("vcf 3; best i8", 0, Some(true)),
        ("vcf 3; best a1", 1, Some(false)),
        ("best a1", 0, None),
    ] {
        let puzzle = read(&format!("{line}; {facts}"));
        let mut answer = Answer::find(&puzzle.position, &task, &StopToken::new());
        assert_eq!(answer.finding, Finding::Fours(3), "{facts}");
        let checked = check(&puzzle, &answer, &task);
        assert_eq!(checked.mistakes.len(), mistakes, "{facts}: {checked:?}");
        assert_eq!(checked.solved, solved, "{facts}");
        // A line that stops short is noticed.
        answer.line.pop();
        let checked = check(&puzzle, &answer, &task);
        assert_eq!(checked.mistakes.len(), mistakes + 1, "{facts}");
    }
}

#[test]
fn limits_of_the_search_contradict_nothing() {
    for (goal, facts, attacks, depth, mistakes) in [
        (solve::Goal::Threats, "vct", 10, MAX_THREAT_DEPTH, 1),
        (solve::Goal::Threats, "vct", 10, 1, 0),
        (solve::Goal::Fours, "vct", 10, MAX_THREAT_DEPTH, 0),
        (solve::Goal::Fours, "vcf 4", 4, 1, 1),
        (solve::Goal::Fours, "vcf 4", 3, 1, 0),
    ] {
        // Nothing at all on an empty board, and no claim of a win.
        let puzzle = read(&format!("freestyle 15 black B W; {facts}"));
        let task = Task {
            attacks,
            depth,
            ..task(goal, Duration::from_secs(60))
        };
        let answer = Answer::find(&puzzle.position, &task, &StopToken::new());
        assert_eq!(answer.finding, Finding::None);
        let checked = check(&puzzle, &answer, &task);
        assert_eq!(
            checked.mistakes.len(),
            mistakes,
            "{facts}, {attacks}, {depth}"
        );
        let solved = (facts != "vct" || goal != solve::Goal::Fours).then_some(false);
        assert_eq!(checked.solved, solved);
    }
}

/// The fact is stated for every goal, so `wrong` cannot exceed `stated`.
#[test]
fn that_there_is_no_win_by_fours_is_a_stated_answer() {
    let open_three = "freestyle 15 moves h8 a1 i8 a2 j8 a4";
    let nothing = "freestyle 15 moves h8 a1";
    for (position, most, solved) in [
        (nothing, 5, Some(true)),
        // The task goes to 10 attacks.
        (nothing, 10, Some(true)),
        (nothing, 11, None),
        (open_three, 5, Some(false)),
    ] {
        let puzzle = read(&format!("{position}; vcf none {most}"));
        for goal in [solve::Goal::Fours, solve::Goal::Threats] {
            let task = task(goal, Duration::from_secs(60));
            let answer = Answer::find(&puzzle.position, &task, &StopToken::new());
            let checked = check(&puzzle, &answer, &task);
            assert_eq!(checked.solved, solved, "{position}, {most}, {goal:?}");
            let contradiction =
                "there is a win by fours with 1 attack; the file states none with up to 5";
            let mistakes = if solved == Some(false) {
                vec![contradiction]
            } else {
                Vec::new()
            };
            assert_eq!(checked.mistakes, mistakes, "{position}, {most}, {goal:?}");
        }
    }
}

#[test]
fn that_there_is_no_win_by_fours_contradicts_one_for_every_goal() {
    // A win by threats.
    let puzzle = read("freestyle 15 moves h8 h9 i8 i9 j8; vcf 4");
    for goal in [solve::Goal::Fours, solve::Goal::Threats, solve::Goal::Best] {
        let task = task(goal, Duration::from_secs(1));
        let answer = Answer::find(&puzzle.position, &task, &StopToken::new());
        let checked = check(&puzzle, &answer, &task);
        assert_eq!(checked.mistakes.len(), 1, "{goal:?}: {answer:?}");
    }
}

#[test]
fn the_best_move_is_searched_for_where_no_win_is_found() {
    let puzzle = read("freestyle 15 moves h8 h9 i8 i9 j8; best f8 g8 k8 l8");
    let task = task(solve::Goal::Best, Duration::from_millis(200));
    let answer = Answer::find(&puzzle.position, &task, &StopToken::new());
    assert!(matches!(answer.finding, Finding::Value(_)), "{answer:?}");
    let checked = check(&puzzle, &answer, &task);
    assert_eq!(checked.solved, Some(true), "{answer:?}");
}

#[test]
fn an_answer_that_begins_with_no_stated_best_move_is_a_mistake() {
    let open_three = "freestyle 15 moves h8 a1 i8 a2 j8 a4";
    for (position, facts, goal, correct) in [
        // Both ends of the three win as fast, so either may be stated.
        (
            open_three,
            "vcf 1; best g8",
            solve::Goal::Threats,
            Some(true),
        ),
        (
            open_three,
            "vcf 1; best k8",
            solve::Goal::Threats,
            Some(true),
        ),
        (
            open_three,
            "vcf 1; best o15",
            solve::Goal::Threats,
            Some(false),
        ),
        (
            open_three,
            "vcf 1; best o15",
            solve::Goal::Fours,
            Some(false),
        ),
        (
            open_three,
            "vcf 1; best o15",
            solve::Goal::Best,
            Some(false),
        ),
        (open_three, "best k8", solve::Goal::Best, Some(true)),
        (open_three, "best o15", solve::Goal::Best, Some(false)),
        // The file does not state that the best move begins a win by fours.
        (open_three, "best o15", solve::Goal::Fours, None),
        // The engine plays next to the stones.
        (
            "freestyle 15 moves h8 h9 i8 i9 j8",
            "best a1",
            solve::Goal::Best,
            Some(false),
        ),
    ] {
        let puzzle = read(&format!("{position}; {facts}"));
        let task = task(goal, Duration::from_millis(400));
        let answer = Answer::find(&puzzle.position, &task, &StopToken::new());
        let checked = check(&puzzle, &answer, &task);
        assert_eq!(checked.solved, correct, "{facts} {goal:?}: {answer:?}");
        let mistakes = usize::from(correct == Some(false));
        assert_eq!(checked.mistakes.len(), mistakes, "{facts}: {checked:?}");
    }
}

#[test]
fn a_claim_solves_nothing() {
    let puzzle = read("freestyle 15 moves h8 h9 i8 i9 j8; vct");
    let task = task(solve::Goal::Best, Duration::ZERO);
    for (proven, text, solved) in [(true, "win", true), (false, "claimed win", false)] {
        let answer = Answer {
            finding: Finding::Value(Score::new(Value::WinIn { plies: 9, proven }, 1.0)),
            excludes_fours: false,
            line: Vec::new(),
            nodes: 1,
            elapsed: Duration::ZERO,
        };
        let checked = check(&puzzle, &answer, &task);
        assert_eq!((checked.mistakes.len(), checked.solved), (0, Some(solved)));
        assert_eq!(result(&answer), (text.into(), Some(9)));
    }
}
