//! Limits of memory. The table of the search shrinks, or the search is refused; the program does not die.

use super::{run, shell};

/// Asks for a table of 64 GB under a limit of the address space in kB.
fn limited(kilobytes: u32, arguments: &str, lines: &str) -> (i32, String, String) {
    let script =
        format!("printf '{lines}' | {{ ulimit -v {kilobytes}; exec \"$0\" {arguments}; }}");
    run(&mut shell(&script))
}

/// Conversations that search, and the beginning of a line of the answer. All of them ask for 64 GB.
const CONVERSATIONS: &[(&str, &str, &str)] = &[
    (
        "--hash 65536 --nodes 100 --book false",
        "genmove b\\nquit\\n",
        "= ",
    ),
    (
        "--game renju --nodes 100",
        "kata-set-param hash 65536\\ngenmove b\\nquit\\n",
        "= ",
    ),
    (
        "--protocol gomocup --nodes 100",
        "START 15\\nINFO hash_size 67108864\\nBEGIN\\nEND\\n",
        "7,7",
    ),
    (
        "--protocol nboard --hash 65536 --nodes 100",
        "nboard 2\\nset depth 1\\ngo\\n",
        "=== ",
    ),
    (
        "analysis --hash 65536",
        "{\"id\":\"a\",\"game\":\"othello\",\"moves\":[],\"maxVisits\":10}\\n",
        "{\"id\":\"a\"",
    ),
];

#[test]
fn a_table_larger_than_memory_is_made_smaller_or_refused() {
    let mut answered = 0;
    // From what the program just starts with to what it needs.
    for megabytes in [60, 95, 110, 150, 165, 190, 220, 300, 500, 1000] {
        for (arguments, lines, expected) in CONVERSATIONS {
            let verbose = format!("-v {arguments}");
            let (code, stdout, stderr) = limited(megabytes << 10, &verbose, lines);
            let place = format!("{arguments} with {megabytes} MB:\n{stdout}\n{stderr}");
            assert_eq!(code, 0, "{place}");
            let reasons = ["which a search needs", "cannot start the search thread"];
            let said = format!("{stdout}{stderr}");
            // NBoard gets a move even if the search fails.
            if reasons.iter().any(|reason| said.contains(reason)) {
                assert!(megabytes <= 300, "{place}");
            } else if stdout.lines().any(|line| line.starts_with(expected)) {
                answered += 1;
                let is_small = stderr.contains("does not grant a transposition table of 65536 MB");
                assert!(is_small || arguments.contains("analysis"), "{place}");
            } else {
                panic!("{place}");
            }
        }
    }
    assert!(answered >= 2 * CONVERSATIONS.len());
}

/// Piskvork reads the standard error of an engine as its standard output, so a warning would be taken for a move.
#[test]
fn a_smaller_table_is_no_warning() {
    for (arguments, lines, expected) in CONVERSATIONS {
        let (code, stdout, stderr) = limited(500 << 10, arguments, lines);
        assert_eq!((code, stderr.as_str()), (0, ""), "{arguments}");
        let is_answer = |line: &str| line.starts_with(expected);
        assert!(stdout.lines().any(is_answer), "{arguments}: {stdout}");
    }
}

#[test]
fn commands_that_search_say_that_memory_is_missing() {
    for arguments in [
        "best f5 --nodes 100",
        "bench --short",
        "match --engine nobody --engine nobody --rounds 1",
    ] {
        let (code, stdout, stderr) = limited(40 << 10, arguments, "");
        assert_eq!((code, stdout.as_str()), (1, ""), "{stderr}");
        let expected =
            "flipfive: the system grants less than 32 MB of memory, which a search needs\n";
        assert_eq!(stderr, expected, "{arguments}");
    }
    // Nothing else needs so much.
    let (code, _, stderr) = limited(40 << 10, "show f5", "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    let (code, _, stderr) = limited(40 << 10, "match merge all.jsonl nowhere", "");
    assert!(code == 1 && stderr.contains("nowhere"), "{stderr}");
}

/// Threads with the default size of stack cannot be started.
#[cfg(target_pointer_width = "64")]
#[test]
fn work_for_threads_that_cannot_be_started_is_done_without_them() {
    let folder = tempfile::tempdir().unwrap();
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for (name, arguments) in [
        (
            "puzzles/othello.txt",
            "puzzles othello.txt --empties 4-6 --threads 3",
        ),
        (
            "gomoku/first-claims.txt",
            "bench wins first-claims.txt --nodes 1 --jobs 3",
        ),
    ] {
        let file = data.join(name);
        std::fs::copy(&file, folder.path().join(file.file_name().unwrap())).unwrap();
        let mut command = super::flipfive(arguments);
        command.current_dir(&folder);
        let (code, expected, _) = run(&mut command);
        assert_eq!(code, 0, "{arguments}");
        let (code, stdout, stderr) = run(command.env("RUST_MIN_STACK", (1u64 << 62).to_string()));
        assert_eq!((code, stdout), (0, expected), "{arguments}: {stderr}");
        assert_eq!(stderr.matches("only 0 of 3 threads").count(), 1, "{stderr}");
    }
}
