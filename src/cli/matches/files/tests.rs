use super::*;
use crate::game::Side;
use crate::tournament::fixture::result;

/// Continues a match of two games, of which the journal has the first.
fn continue_match(files: &Files) {
    let info = MatchInfo::default();
    let mut open = files.open(&info).unwrap();
    open.add_known(&result(0, 0, "a", "b", Some(Side::Black)));
    open.add(&result(1, 0, "b", "a", None));
    open.finish(&MatchReport::new(info, None, false)).unwrap();
}

#[test]
fn a_new_file_gets_the_games_of_the_journal_and_an_old_one_only_new_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("empty.csv"), "").unwrap();
    fs::write(path("old.jsonl"), "old\n").unwrap();
    fs::create_dir(path("old")).unwrap();
    fs::write(path("old/1_1_2.psq"), "old").unwrap();
    let names = |folder: &str| {
        let files = fs::read_dir(path(folder)).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let lines = |name: &str| fs::read_to_string(path(name)).unwrap().lines().count();
    let mut files = Files {
        append: true,
        pgn: Some(path("new.pgn")),
        csv: Some(path("empty.csv")),
        jsonl: Some(path("old.jsonl")),
        psq: Some(path("new")),
        ..Files::default()
    };
    continue_match(&files);
    let pgn = fs::read_to_string(path("new.pgn")).unwrap();
    assert_eq!(pgn.matches("[Result ").count(), 2);
    assert_eq!(lines("empty.csv"), 3);
    assert_eq!(lines("old.jsonl"), 2);
    assert_eq!(names("new"), ["1_1_2.psq", "1_2_1.psq"]);
    // A folder that has games keeps them.
    files.psq = Some(path("old"));
    continue_match(&files);
    assert_eq!(names("old"), ["1_1_2.psq", "1_1_2_2.psq"]);
    // Without --append everything is written anew.
    files.append = false;
    continue_match(&files);
    assert_eq!((lines("empty.csv"), lines("old.jsonl")), (3, 2));
}

#[test]
fn a_file_gets_the_games_that_a_killed_run_wrote_only_to_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let files = Files {
        append: true,
        pgn: Some(path("games.pgn")),
        csv: Some(path("games.csv")),
        jsonl: Some(path("games.jsonl")),
        ..Files::default()
    };
    let games = [0, 1, 2, 3].map(|game| result(game, game / 2, "a", "b", Some(Side::Black)));
    let info = MatchInfo::default();
    let run = |known: &[GameResult], new: &[GameResult]| {
        let mut open = files.open(&info).unwrap();
        known.iter().for_each(|game| open.add_known(game));
        open.add_missing();
        new.iter().for_each(|game| open.add(game));
        let report = MatchReport::new(info.clone(), None, false);
        open.finish(&report).unwrap();
        let names = ["games.pgn", "games.csv", "games.jsonl"];
        names.map(|name| fs::read_to_string(path(name)).unwrap())
    };
    let all = run(&[], &games);
    files
        .paths()
        .iter()
        .for_each(|file| fs::remove_file(file).unwrap());
    // One game of two is missing, then none.
    run(&[], &games[..1]);
    run(&games[..2], &games[2..3]);
    assert_eq!(run(&games[..3], &games[3..]), all);
    // Behind the games of another match, nobody knows what is missing.
    fs::write(path("games.csv"), "other\n").unwrap();
    let [pgn, csv, _] = run(&games, &[]);
    assert_eq!((pgn.as_str(), csv.as_str()), (all[0].as_str(), "other\n"));
}

#[test]
fn the_files_of_another_match_in_a_folder_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let info = MatchInfo::default();
    fs::write(path("9_1_2.psq"), "old").unwrap();
    let files = Files {
        psq: Some(folder.path().to_owned()),
        ..Files::default()
    };
    for _ in 0..2 {
        let mut open = files.open(&info).unwrap();
        open.add(&result(0, 0, "a", "b", Some(Side::Black)));
        let others = &open.psq.as_ref().unwrap().others;
        assert!(others.iter().eq(["9_1_2.psq"]), "{others:?}");
        assert!(path("1_1_2.psq").exists() && path("9_1_2.psq").exists());
    }
}
