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
