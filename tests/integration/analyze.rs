//! `flipfive analyze` as a process.

use crate::support::browse;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const OTHELLO: &str = "(;GM[2]SZ[8];B[fe];W[df];B[cc];W[dc];B[cd])";
const GOMOKU: &str = "(;GM[4]SZ[15]RU[0];B[hh];W[aa];B[ih];W[ab];B[jh];W[oo];B[kh];W[oa];B[lh])";

/// Black's last move is a double three.
const RENJU: &str = "(;GM[4]SZ[15]RU[4];B[gh];W[ao];B[ih];W[am];B[hi];W[co];B[hg];W[eo];B[hh])";

/// Runs `flipfive analyze` in a folder, checks the exit code, and returns stdout and stderr.
fn analyze(folder: &Path, code: i32, arguments: &str) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .current_dir(folder)
        .arg("analyze")
        .args(arguments.split_whitespace())
        .args(["--depth", "2", "--hash", "1"])
        .output()
        .unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(code), "{arguments}: {stderr}");
    (stdout, stderr)
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn read(folder: &TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn the_table_has_every_move_and_how_the_players_did() {
    let folder = folder(&[("o.sgf", OTHELLO.as_bytes()), ("g.sgf", GOMOKU.as_bytes())]);
    let (text, stderr) = analyze(folder.path(), 0, "o.sgf g.sgf");
    assert_eq!(stderr, "");
    assert!(
        text.starts_with("o.sgf, game 1: Black – White, Othello 8x8\n"),
        "{text}"
    );
    assert!(text.contains("\n   5 B  c4 "), "{text}");
    assert!(
        text.contains("g.sgf, game 1: Black – White, Gomoku 15x15"),
        "{text}"
    );
    assert!(text.contains("wins in 1"), "{text}");
    assert!(
        text.contains("missed a win") || text.contains("did not answer the open three"),
        "{text}"
    );
    assert!(text.contains("\nWhite  accuracy "), "{text}");
}

#[test]
fn json_and_csv_have_an_entry_for_each_move() {
    let folder = folder(&[("g.sgf", GOMOKU.as_bytes())]);
    let (stdout, _) = analyze(folder.path(), 0, "g.sgf --json - --csv moves.csv --lines 2");
    let lines = json_lines(&stdout);
    assert_eq!(lines.len(), 10);
    let last = &lines[8];
    assert_eq!(
        (&last["ply"], &last["move"], &last["player"]),
        (&9.into(), &"l8".into(), &"black".into())
    );
    assert_eq!(
        (&last["value"]["proven"], &last["value"]["pliesToEnd"]),
        (&"win".into(), &1.into())
    );
    assert_eq!(last.get("lossDiscs"), None);
    assert_eq!(lines[2]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(lines[9]["variant"], "Gomoku");
    let black = &lines[9]["summary"]["black"];
    assert_eq!(black["moves"], 5);
    assert!(black["accuracy"].as_f64().unwrap() < 99.0, "{black}");
    let csv = read(&folder, "moves.csv");
    assert_eq!(csv.lines().count(), 10);
    assert!(csv.starts_with("file,game,ply,player,move,"));
}

#[test]
fn an_interrupted_run_goes_on() {
    let folder = folder(&[("a.sgf", OTHELLO.as_bytes()), ("b.sgf", OTHELLO.as_bytes())]);
    analyze(folder.path(), 0, ". --json moves.jsonl --csv whole.csv");
    let whole = read(&folder, "moves.jsonl");
    assert_eq!(json_lines(&whole).len(), 12);
    // The second game was interrupted in the middle of a line.
    let cut = whole.match_indices('\n').nth(8).unwrap().0 - 20;
    std::fs::write(folder.path().join("moves.jsonl"), &whole[..cut]).unwrap();
    let (text, _) = analyze(
        folder.path(),
        0,
        ". --json moves.jsonl --csv again.csv --resume",
    );
    assert_eq!(
        read(&folder, "moves.jsonl"),
        whole,
        "one thread and a depth are deterministic"
    );
    assert_eq!(read(&folder, "again.csv"), read(&folder, "whole.csv"));
    assert_eq!(text.matches("game 1:").count(), 2);
    // Other limits, another game, other moves, other files.
    let (_, stderr) = analyze(
        folder.path(),
        1,
        ". --json moves.jsonl --csv again.csv --resume --lines 1",
    );
    assert!(stderr.contains("was analysed with"), "{stderr}");
    assert_eq!(
        read(&folder, "again.csv"),
        read(&folder, "whole.csv"),
        "a refused run changes no file"
    );
    for (game, why) in [
        (GOMOKU, "was analysed as Othello on a board of size 8"),
        ("(;GM[2];B[f5])", "has other moves"),
    ] {
        std::fs::write(folder.path().join("a.sgf"), game).unwrap();
        let (_, stderr) = analyze(folder.path(), 1, ". --json moves.jsonl --resume");
        assert!(stderr.contains(why), "{stderr}");
    }
    let (_, stderr) = analyze(folder.path(), 0, "b.sgf --json a.sgf.new --resume");
    assert_eq!(stderr, "");
    std::fs::write(
        folder.path().join("moves.jsonl"),
        format!("no JSON\n{whole}"),
    )
    .unwrap();
    let (_, stderr) = analyze(folder.path(), 1, ". --json moves.jsonl --resume");
    assert!(
        stderr.contains("moves.jsonl:1: not a line of an analysis"),
        "{stderr}"
    );
    // A file of something else stays as it is. A shell makes such a line of `--json *.sgf`.
    std::fs::write(folder.path().join("a.sgf"), GOMOKU).unwrap();
    for output in ["--json", "--csv", "--html"] {
        let (_, stderr) = analyze(folder.path(), 1, &format!("{output} a.sgf b.sgf"));
        assert!(
            stderr.contains("a.sgf: this is a file of games"),
            "{stderr}"
        );
        assert_eq!(read(&folder, "a.sgf"), GOMOKU);
    }
}

#[test]
fn finished_games_are_not_lost() {
    let folder = folder(&[("a.sgf", OTHELLO.as_bytes()), ("b.sgf", OTHELLO.as_bytes())]);
    analyze(folder.path(), 0, ". --json moves.jsonl");
    let whole = read(&folder, "moves.jsonl");
    let (_, stderr) = analyze(folder.path(), 1, "a.sgf --json moves.jsonl --csv moves.csv");
    assert!(
        stderr.contains("moves.jsonl: the file has 2 finished games; --resume goes on with it"),
        "{stderr}"
    );
    assert_eq!(read(&folder, "moves.jsonl"), whole);
    assert!(!folder.path().join("moves.csv").exists());
    analyze(folder.path(), 0, "a.sgf --json moves.jsonl --force");
    assert_eq!(json_lines(&read(&folder, "moves.jsonl")).len(), 6);
    // Other files begin anew, and so do those of other contents.
    std::fs::write(folder.path().join("moves.jsonl"), "notes\n").unwrap();
    analyze(folder.path(), 0, "a.sgf --json moves.jsonl");
    // The output of another one that cannot be written changes nothing.
    let whole = read(&folder, "moves.jsonl");
    analyze(
        folder.path(),
        1,
        "a.sgf --json moves.jsonl --force --csv nowhere/moves.csv",
    );
    assert_eq!(read(&folder, "moves.jsonl"), whole);
}

/// Two runs with the same files would mix their games.
#[test]
fn files_of_a_running_analysis_are_in_use() {
    let folder = folder(&[("a.sgf", OTHELLO.as_bytes())]);
    let outputs = "--json o.jsonl --csv o.csv --sgf o.sgf --gogui go.sgf";
    analyze(folder.path(), 0, &format!("a.sgf {outputs}"));
    let names = ["o.jsonl", "o.csv", "o.sgf", "go.sgf"];
    let before = names.map(|name| read(&folder, name));
    for name in names {
        // As a run that is not over has it.
        let file = std::fs::File::options()
            .append(true)
            .open(folder.path().join(name))
            .unwrap();
        file.lock().unwrap();
        for how in ["--resume", "--force"] {
            let arguments = format!("a.sgf {outputs} {how}");
            let (text, stderr) = analyze(folder.path(), 1, &arguments);
            let expected = format!(
                "flipfive: {name}: another run writes this file; wait for its end, or give another name\n"
            );
            assert_eq!((text.as_str(), stderr), ("", expected), "{how}");
        }
        drop(file);
        assert_eq!(names.map(|name| read(&folder, name)), before);
    }
    analyze(folder.path(), 0, &format!("a.sgf {outputs} --resume"));
    assert_eq!(names.map(|name| read(&folder, name)), before);
}

/// Blank lines, the lines of another program, and joined files of interrupted runs.
#[test]
fn odd_lines_cost_no_finished_games() {
    let folder = folder(&[("a.sgf", OTHELLO.as_bytes()), ("b.sgf", OTHELLO.as_bytes())]);
    analyze(folder.path(), 0, ". --json moves.jsonl");
    let whole = read(&folder, "moves.jsonl");
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at).collect();
    let write = |text: &str| std::fs::write(folder.path().join("moves.jsonl"), text).unwrap();
    // A run was interrupted in its first, its third, or its ninth line, or before the last line feed.
    let cuts = [3, ends[1] + 30, ends[7] + 30, ends[11]].map(|cut| &whole[..cut]);
    for text in [&format!("{whole}\n"), &format!("\n{whole}")]
        .into_iter()
        .chain(&cuts.map(|cut| format!("{cut}{whole}")))
    {
        write(text);
        let (_, stderr) = analyze(folder.path(), 1, "a.sgf --json moves.jsonl");
        assert!(stderr.contains("finished games; --resume"), "{stderr}");
        assert_eq!(&read(&folder, "moves.jsonl"), text);
        analyze(folder.path(), 0, ". --json moves.jsonl --resume");
        assert_eq!(read(&folder, "moves.jsonl").trim_end(), text.trim_end());
    }
    // The last line feed is missing, and a game follows.
    write(&whole[..ends[5]]);
    analyze(folder.path(), 0, ". --json moves.jsonl --resume");
    assert_eq!(read(&folder, "moves.jsonl"), whole);
    let text = format!("no JSON\n{whole}");
    write(&text);
    let (_, stderr) = analyze(folder.path(), 1, "a.sgf --json moves.jsonl");
    let expected = "moves.jsonl: the file has 2 finished games, and line 1 is not one of";
    assert!(stderr.contains(expected), "{stderr}");
    assert_eq!(read(&folder, "moves.jsonl"), text);
    analyze(folder.path(), 0, "a.sgf --json moves.jsonl --force");
    assert_eq!(json_lines(&read(&folder, "moves.jsonl")).len(), 6);
}

#[test]
fn a_file_has_several_spellings_and_may_be_named_twice() {
    let folder = folder(&[("a.sgf", OTHELLO.as_bytes())]);
    analyze(folder.path(), 0, "a.sgf --json moves.jsonl");
    let whole = read(&folder, "moves.jsonl");
    for spelling in ["./a.sgf", ".", ".//./a.sgf"] {
        let arguments = format!("{spelling} --json moves.jsonl --resume");
        let (text, _) = analyze(folder.path(), 0, &arguments);
        assert_eq!(text.matches("game 1:").count(), 1, "{text}");
        assert_eq!(read(&folder, "moves.jsonl"), whole, "{spelling}");
    }
    analyze(folder.path(), 0, "a.sgf a.sgf --json twice.jsonl");
    let twice = read(&folder, "twice.jsonl");
    assert_eq!(twice, whole.repeat(2));
    analyze(folder.path(), 0, "a.sgf a.sgf --json twice.jsonl --resume");
    assert_eq!(read(&folder, "twice.jsonl"), twice);
}

/// A shell makes such lines of `--sgf *.sgf`.
#[test]
fn games_of_others_are_no_outputs() {
    let folder = folder(&[
        ("a.sgf", OTHELLO.as_bytes()),
        ("b.sgf", GOMOKU.as_bytes()),
        ("c.ggf", b"(;GM[Othello]B[F5];)"),
        ("empty.sgf", b""),
    ]);
    for output in ["--sgf a.sgf", "--gogui a.sgf", "--sgf c.ggf"] {
        let before = read(&folder, output.split(' ').next_back().unwrap());
        let (_, stderr) = analyze(folder.path(), 1, &format!("b.sgf {output}"));
        let expected = format!("{output}: the file has games that no analysis has written");
        assert!(stderr.contains(&expected), "{stderr}");
        assert_eq!(
            read(&folder, output.split(' ').next_back().unwrap()),
            before
        );
    }
    // An analysis may be repeated.
    for output in [
        "--sgf n.sgf",
        "--sgf n.sgf",
        "--gogui n.sgf",
        "--gogui n.sgf",
    ] {
        analyze(folder.path(), 0, &format!("b.sgf {output}"));
    }
    analyze(folder.path(), 0, "b.sgf --sgf empty.sgf");
    // What other commands write is no analysis.
    let converted = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .current_dir(folder.path())
        .args(["convert", "empty.sgf", "n.sgf", "--force"])
        .status();
    assert!(converted.unwrap().success());
    analyze(folder.path(), 1, "b.sgf --sgf n.sgf");
    analyze(folder.path(), 0, "b.sgf --sgf a.sgf --force");
    assert!(read(&folder, "a.sgf").contains("AP[Flipfive analyze:"));
}

#[test]
fn an_output_in_a_folder_of_games_is_no_input() {
    let folder = folder(&[("game.sgf", OTHELLO.as_bytes())]);
    for name in ["annotated.sgf", "zz.sgf"] {
        let (text, stderr) = analyze(folder.path(), 0, &format!(". --sgf {name}"));
        assert_eq!(stderr, "");
        assert_eq!(text.matches("game 1:").count(), 1, "{text}");
        std::fs::remove_file(folder.path().join(name)).unwrap();
    }
}

#[test]
fn no_input_is_written_and_no_output_twice() {
    let folder = folder(&[("a.sgf", OTHELLO.as_bytes()), ("b.sgf", OTHELLO.as_bytes())]);
    for arguments in ["a.sgf --sgf a.sgf", ". --csv x.csv --gogui ./b.sgf"] {
        let (_, stderr) = analyze(folder.path(), 2, arguments);
        assert!(stderr.contains("both an input and an output"), "{stderr}");
    }
    let (_, stderr) = analyze(folder.path(), 2, "a.sgf --sgf c.sgf --gogui ./c.sgf");
    assert!(stderr.contains("two outputs name this file"), "{stderr}");
    for name in ["a.sgf", "b.sgf"] {
        assert_eq!(read(&folder, name), OTHELLO);
    }
    assert!(!folder.path().join("x.csv").exists());
}

#[test]
fn sgf_has_marks_comments_and_variations_and_is_read_again() {
    let noted = GOMOKU.replace("B[ih]", "B[ih]C[my note]");
    let folder = folder(&[("g.sgf", noted.as_bytes()), ("o.sgf", OTHELLO.as_bytes())]);
    analyze(
        folder.path(),
        0,
        "g.sgf o.sgf --sgf notes.sgf --gogui go.sgf",
    );
    let text = read(&folder, "notes.sgf");
    assert!(text.contains("my note\n"), "{text}");
    assert!(text.contains("\n(;"), "variations: {text}");
    let marks = ["BM[", "DO[", "TE["];
    assert!(marks.iter().any(|mark| text.contains(mark)), "{text}");
    assert!(text.contains("best "), "{text}");
    // Values are Black's, also after a move of White's.
    let is_lost = |line: &str| line.starts_with(";W[") && line.contains("C[loses in ");
    let lost = text
        .lines()
        .find(|line| is_lost(line) && line.contains("V["));
    assert!(lost.is_some_and(|line| line.ends_with("V[1.00]")), "{text}");
    let moves = |files: &str| -> Vec<Value> {
        let (lines, _) = analyze(folder.path(), 0, &format!("{files} --json -"));
        let lines = json_lines(&lines);
        lines
            .iter()
            .filter_map(|line| line.get("move").cloned())
            .collect()
    };
    let again = moves("notes.sgf");
    assert_eq!(again.len(), 14);
    assert_eq!(again, moves("g.sgf o.sgf"));
    let go = read(&folder, "go.sgf");
    assert_eq!(go.matches("GM[1]").count(), 2, "{go}");
    assert_eq!(again, moves("go.sgf"));
}

#[test]
fn the_page_holds_all_games_and_loads_nothing() {
    let hostile = OTHELLO.replace("SZ[8]", "SZ[8]PB[</script><script>alert(1)</script>]");
    let folder = folder(&[("g.sgf", GOMOKU.as_bytes()), ("o.sgf", hostile.as_bytes())]);
    analyze(folder.path(), 0, "g.sgf o.sgf --html page.html");
    let page = read(&folder, "page.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("default-src 'none'"));
    assert!(!page.contains("<script>alert"), "names are escaped");
    for outside in ["src=\"", "href=\"http", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let begin = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let data = &page[begin..begin + page[begin..].find("</script>").unwrap()];
    let data: Value = serde_json::from_str(data).unwrap();
    let games = data["games"].as_array().unwrap();
    let length = |game: &Value| game["moves"].as_array().unwrap().len();
    assert_eq!(games.iter().map(length).collect::<Vec<_>>(), [9, 5]);
    assert_eq!(games[1]["black"], "</script><script>alert(1)</script>");
    assert_eq!(games[0]["remarks"].as_array().unwrap().len(), 9);
}

#[test]
fn games_and_shards_are_selected() {
    let files: Vec<String> = (1..=5).map(|number| format!("{number}.sgf")).collect();
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|name| (name.as_str(), OTHELLO.as_bytes()))
        .collect();
    let folder = folder(&files);
    let chosen = |arguments: &str| {
        let (text, _) = analyze(folder.path(), 0, arguments);
        let heads = text.lines().filter(|line| line.contains(", game 1: "));
        heads
            .map(|line| {
                line[..line.find(".sgf").unwrap()]
                    .rsplit(['/', '\\'])
                    .next()
                    .unwrap()
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(chosen(". --games 2-3,5"), ["2", "3", "5"]);
    assert_eq!(chosen(". --shard 2/2"), ["2", "4"]);
    let (_, stderr) = analyze(folder.path(), 1, ". --games 9");
    assert!(stderr.contains("there are games 1 to 5"), "{stderr}");
    // A game that cannot be read has a number, too, as in the outputs.
    let damaged = format!("(;GM[2];B[aa]){OTHELLO}");
    std::fs::write(folder.path().join("1.sgf"), damaged).unwrap();
    let (text, _) = analyze(folder.path(), 0, "1.sgf --games 2");
    assert!(text.contains("1.sgf, game 2: "), "{text}");
    analyze(folder.path(), 6, "1.sgf --games 1-2");
    for (arguments, reason) in [
        ("1.sgf --games 1", "1.sgf:1:"),
        ("none.sgf --games 1", "none.sgf"),
    ] {
        let (_, stderr) = analyze(folder.path(), 1, arguments);
        assert!(stderr.contains(reason), "{stderr}");
        assert!(!stderr.contains("select no game"), "{stderr}");
    }
    // A file that cannot be opened might hold games that are selected.
    let (_, stderr) = analyze(folder.path(), 6, "none.sgf 1.sgf --games 3");
    assert!(stderr.contains("none.sgf"), "{stderr}");
    analyze(folder.path(), 1, "none.sgf --shard 2/2");
    // A shard without a game of its own is joined with the others.
    analyze(
        folder.path(),
        6,
        "none.sgf 2.sgf --shard 3/3 --json p.jsonl",
    );
    assert_eq!(std::fs::read(folder.path().join("p.jsonl")).unwrap(), b"");
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_analysed() {
    let folder = folder(&[
        ("a.sgf", b"(;GM[2]SZ[8];B[aa])"),
        ("b.sgf", OTHELLO.as_bytes()),
        ("c.sgf", b"\xff\xfe(;\x00"),
        ("d.sgf", b""),
    ]);
    let (text, stderr) = analyze(folder.path(), 6, ". none.sgf");
    assert!(text.contains("b.sgf, game 1"), "{text}");
    for name in ["a.sgf:1:", "c.sgf", "d.sgf:1:", "none.sgf"] {
        assert!(stderr.contains(name), "{name}: {stderr}");
    }
    assert!(stderr.contains("cannot be analysed"), "{stderr}");
    let (_, stderr) = analyze(folder.path(), 2, "b.sgf --json - --csv -");
    assert!(stderr.contains("only one output"), "{stderr}");
    let (_, stderr) = analyze(folder.path(), 2, "b.sgf --json - --resume");
    assert!(stderr.contains("not stdout"), "{stderr}");
    analyze(folder.path(), 2, "b.sgf --resume");
    analyze(folder.path(), 2, "b.sgf --csv moves.csv --force");
    analyze(folder.path(), 1, "b.sgf --json nowhere/moves.jsonl");
}

#[test]
fn a_run_without_a_game_leaves_the_outputs_as_they_were() {
    let folder = folder(&[("o.sgf", OTHELLO.as_bytes()), ("d.sgf", b"(;GM[2];B[aa])")]);
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let outputs = [
        ("--json", "old.jsonl"),
        ("--csv", "old.csv"),
        ("--sgf", "old.sgf"),
        ("--gogui", "go.sgf"),
        ("--html", "old.html"),
    ];
    let flags = outputs.map(|(flag, name)| format!("{flag} {name}"));
    for (arguments, error) in [
        ("none.sgf", "none.sgf"),
        ("d.sgf", "d.sgf:1:"),
        ("empty", "there are no games to analyse"),
        ("o.sgf --games 9", "select no game"),
    ] {
        for (_, name) in outputs {
            std::fs::write(folder.path().join(name), "old").unwrap();
        }
        let arguments = format!("{arguments} {} --force", flags.join(" "));
        let (_, stderr) = analyze(folder.path(), 1, &arguments);
        assert!(stderr.contains(error), "{arguments}: {stderr}");
        for (_, name) in outputs {
            assert_eq!(read(&folder, name), "old", "{arguments}: {name}");
        }
    }
    // The file of a shard without games can be joined with the others.
    analyze(folder.path(), 0, "o.sgf --shard 2/2 --json part-2.jsonl");
    assert_eq!(read(&folder, "part-2.jsonl"), "");
}

/// What a user does on the page. Each step notes the text below the board and the number of shown discs.
const STEPS: &str = r##"<script>
const out = [];
const note = () => out.push(`${document.getElementById("position").textContent.split(" · ")[0]} ${location.hash}`);
const key = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const lineMove = (n) => document.querySelectorAll("#lines .line")[0].querySelectorAll("button")[n];
note();
key("Home"); note();
key("ArrowRight"); key("ArrowRight"); note();
key("End"); key("ArrowLeft"); note();
lineMove(0).click(); key("ArrowRight"); note();
key("Escape"); note();
document.querySelectorAll("#move-list .ply")[3].click(); note();
const plot = document.getElementById("values"), box = plot.getBoundingClientRect();
plot.setPointerCapture = () => {};
plot.dispatchEvent(new PointerEvent("pointerdown", { clientX: box.left + 0.4 * box.width, clientY: box.top + 5, bubbles: true }));
note();
const select = document.getElementById("game");
select.value = "1";
select.dispatchEvent(new Event("change"));
note();
select.value = "2";
select.dispatchEvent(new Event("change"));
note();
out.push(document.getElementById("position").textContent);
out.push(`width ${document.documentElement.scrollWidth <= window.innerWidth}`);
document.body.setAttribute("data-out", out.join("; "));
</script></body>"##;

#[test]
fn the_page_answers_keys_and_clicks() {
    let folder = folder(&[
        ("o.sgf", OTHELLO.as_bytes()),
        ("g.sgf", GOMOKU.as_bytes()),
        ("r.sgf", RENJU.as_bytes()),
    ]);
    analyze(folder.path(), 0, "o.sgf g.sgf r.sgf --html page.html");
    let page = read(&folder, "page.html").replace("</body>", STEPS);
    std::fs::write(folder.path().join("page.html"), page).unwrap();
    let Some(found) = browse(&folder, "page.html") else {
        return;
    };
    let expected = [
        "5. Black c4",
        "Start",
        "2. White d6",
        "4. White d3",
        "A line instead of 4. d3: move 2 of",
        "4. White d3",
        "3. Black c3",
        "2. White d6",
        "9. Black l8",
        "9. Black h8",
        "9. Black h8?? · ",
        "width true",
    ];
    let steps: Vec<&str> = found.split("; ").collect();
    assert_eq!(steps.len(), expected.len(), "{found}");
    for (step, expected) in steps.iter().zip(expected) {
        assert!(
            step.starts_with(expected),
            "{step}, expected {expected}: {found}"
        );
    }
    assert!(steps[8].ends_with("#game=2&amp;ply=9"), "{found}");
    assert!(steps[10].contains("forbidden: double three"), "{found}");
}

/// The lines of a file of JSON without their line feeds, in alphabetical order.
#[cfg(unix)]
fn sorted_lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(Into::into).collect();
    lines.sort();
    lines
}

/// `scripts/shards_local analyze`, with GNU parallel if it is installed.
#[cfg(unix)]
#[test]
fn shards_together_are_the_whole() {
    let names: Vec<String> = (1..=5).map(|number| format!("{number}.sgf")).collect();
    let texts = [OTHELLO, GOMOKU];
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .zip(texts.iter().cycle())
        .map(|(name, text)| (name.as_str(), text.as_bytes()))
        .collect();
    let folder = folder(&files);
    let here = folder.path();
    analyze(here, 0, ". --json whole.jsonl");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/shards_local");
    let run = || {
        let output = Command::new(&script)
            .current_dir(here)
            .env("FLIPFIVE", env!("CARGO_BIN_EXE_flipfive"))
            .args(["analyze", "3", "parts", ".", "--depth", "2", "--hash", "1"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    run();
    let whole = sorted_lines(&here.join("whole.jsonl"));
    assert_eq!(sorted_lines(&here.join("parts/moves.jsonl")), whole);
    // The same command goes on where a shard was interrupted.
    std::fs::write(here.join("parts/part-2.jsonl"), "").unwrap();
    run();
    assert_eq!(sorted_lines(&here.join("parts/moves.jsonl")), whole);
    // The joined file makes the other outputs without a search.
    std::fs::copy(here.join("parts/moves.jsonl"), here.join("joined.jsonl")).unwrap();
    analyze(here, 0, ". --json joined.jsonl --resume --csv joined.csv");
    analyze(here, 0, ". --csv whole.csv");
    assert_eq!(read(&folder, "joined.csv"), read(&folder, "whole.csv"));
    assert_eq!(sorted_lines(&here.join("joined.jsonl")), whole);
}
