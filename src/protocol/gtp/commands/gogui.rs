//! The extensions of GoGui: the rules for its board, set-up, the analyze menu.

use crate::engine::Variant;
use crate::game::{Ending, ParsedVertex, Side};
use crate::gomoku::Rule;
use crate::protocol::gtp::board_text;
use crate::protocol::gtp::call::{Call, Command, Failure, command};
use crate::protocol::gtp::commands::board::{play_sequence, set_position};
use crate::protocol::gtp::text::{lines, name_lower_pass, words};
use crate::protocol::lexer::{color, many0, no_arguments, rest_of_line, vertex};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "gogui-version", "VERSION", rest_of_line => version;
        "Tells the engine that the host is GoGui.";
        "Reply: nothing. From now on, searches draw live graphics on GoGui's board (option \
         `graphics`), and `showboard` has rank 1 at the bottom, as GoGui's board has (option \
         `rows`). The same holds after `gogui-title` and `gogui-analyze_commands`, since only GoGui \
         after 1.6.0 sends `gogui-version`.";
        "> gogui-version 1.6.0\n< ="
    },
    command! {
        "gogui-title", "", no_arguments => title;
        "Shows the title for the window.";
        "Reply: the name of the program and of the game. The command tells the engine that the host \
         is GoGui.";
        "> gogui-title\n< = Flipfive: Othello"
    },
    command! {
        "gogui-interrupt", "", no_arguments => |_: &mut Call<'_>, ()| Ok(());
        "Shows whether the line `# interrupt` stops a search.";
        "Reply: nothing, which means yes. An interrupted `genmove` plays the best move found so \
         far.";
        "> gogui-interrupt\n< ="
    },
    command! {
        "gogui-analyze_commands", "", no_arguments => analyze_commands;
        "Lists the entries of the analyze menu for the current game.";
        "Reply: lines with type, label and command. GoGui reads them when it starts the program, \
         so select the game with `--game` there. The command tells the engine that the host is GoGui.";
        "> gogui-analyze_commands\n< = gfx/Best Moves/flipfive-hint\n< {lines}"
    },
    command! {
        "gogui-play_sequence", "[COLOR VERTEX]...", many0((color, vertex)) => play_sequence;
        "Plays several moves.";
        "Reply: nothing. Errors: those of `play`. After an error, none of the moves is played.";
        "> gogui-play_sequence B D3 W C5\n< ="
    },
    command! {
        "gogui-setup", "[COLOR VERTEX]...", many0((color, vertex)) => setup;
        "Sets up a position before the first move.";
        "Reply: nothing. The arguments are the whole position, also in Othello. The side to move \
         is that of `set_position`. Errors: `board not empty` after a move, and those of \
         `set_position`.";
        "> gogui-setup B D4 W E4 W D5 B E5\n< =\n> play b D6\n< =\n> gogui-setup B D4\n< ? board not \
         empty: moves have been played"
    },
    command! {
        "gogui-setup_player", "COLOR", color => setup_player;
        "Sets the side to move.";
        "Reply: nothing. If the side changes, the move history starts here.";
        "> gogui-setup_player w\n< =\n> gogui-rules_side_to_move\n< = white"
    },
    command! {
        "gogui-rules_game_id", "", no_arguments => |call: &mut Call<'_>, ()| Ok(call.session.variant().game_id().to_owned());
        "Shows which game is played.";
        "Reply: `Othello`, `Gomoku` or `Renju`. The standard and Caro rules are also `Gomoku`.";
        "> gogui-rules_game_id\n< = Othello"
    },
    command! {
        "gogui-rules_board_size", "", no_arguments => |call: &mut Call<'_>, ()| Ok(call.session.record().size().to_string());
        "Shows the board size.";
        "Reply: one number.";
        "> gogui-rules_board_size\n< = 8"
    },
    command! {
        "gogui-rules_board", "", no_arguments => board;
        "Shows the board, the highest rank first.";
        "Reply: `X` for black, `O` for white, `.` for empty.";
        "> gogui-rules_board\n< = . . . . . . . .\n< . . . . . . . .\n< . . . . . . . .\n< . . . X O . . .\n< . . . O \
         X . . .\n< . . . . . . . .\n< . . . . . . . .\n< . . . . . . . ."
    },
    command! {
        "gogui-rules_side_to_move", "", no_arguments => |call: &mut Call<'_>, ()| Ok(call.session.record().side().to_string());
        "Shows the side to move.";
        "Reply: `black` or `white`.";
        "> gogui-rules_side_to_move\n< = black"
    },
    command! {
        "gogui-rules_legal_moves", "", no_arguments => legal_moves;
        "Lists the legal moves of the side to move.";
        "Reply: points in upper case; `pass` if there is no other move; nothing after the end of \
         the game.";
        "> gogui-rules_legal_moves\n< = D3 C4 F5 E6"
    },
    command! {
        "gogui-rules_final_result", "", no_arguments => final_result;
        "Describes the result.";
        "Reply: one line. Errors: `the game is not over`.";
        "> set_game gomoku\n< =\n> play_sequence W A1 W B1 W C1 W D1 W E1\n< =\n> gogui-rules_final_result\n< \
         = White wins with five in a row\n> undo\n< =\n> gogui-rules_final_result\n< ? the game is not over"
    },
];

fn version(call: &mut Call<'_>, _: &str) -> Result<(), Failure> {
    call.state.is_gogui = true;
    Ok(())
}

fn title(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    call.state.is_gogui = true;
    Ok(format!("Flipfive: {}", call.session.variant()))
}

/// The entries of the analyze menu for the current game.
fn analyze_commands(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    call.state.is_gogui = true;
    let variant = call.session.variant();
    let (othello, gomoku, renju) = match variant {
        Variant::Othello => (true, false, false),
        Variant::Gomoku(rule) => (false, true, rule == Rule::Renju),
    };
    let has_option = |name| call.session.has_option(name);
    let menu = [
        (true, "gfx/Best Moves/flipfive-hint"),
        (true, "sboard/Move Values/flipfive-moves"),
        (true, "dboard/Move Shades/flipfive-shades"),
        (true, "var/Principal Variation/flipfive-pv"),
        (true, "string/Evaluation/flipfive-eval"),
        (true, "hstring/Best Lines/flipfive-best"),
        (true, "plist/Legal Moves/gogui-rules_legal_moves"),
        (othello, "plist/Flipped Discs/flipfive-flips %p"),
        (othello, "plist/Stable Discs/flipfive-stable"),
        (othello, "string/Discs/flipfive-discs"),
        (othello, "string/Mobility/flipfive-mobility"),
        (gomoku, "gfx/Threats/flipfive-threats_gfx"),
        (gomoku, "hpstring/List of Threats/flipfive-threats"),
        (gomoku, "plist/Winning Line/flipfive-winning_line"),
        (renju, "pspairs/Forbidden Points/flipfive-forbidden"),
        (true, "param/Options/flipfive-options"),
        (has_option("level"), "string/Level/flipfive-level"),
        (has_option("level"), "string/List of Levels/flipfive-levels"),
        (
            has_option("classic"),
            "string/List of Classic Players/flipfive-classics",
        ),
        (true, "string/Time for Next Move/flipfive-time"),
    ];
    let shown = menu.into_iter().filter(|&(shown, _)| shown);
    Ok(lines(shown.map(|(_, entry)| entry)))
}

fn setup(call: &mut Call<'_>, named: Vec<(Side, ParsedVertex)>) -> Result<(), Failure> {
    if !call.session.record().moves().is_empty() {
        return Err("board not empty: moves have been played".into());
    }
    set_position(call, named)
}

fn setup_player(call: &mut Call<'_>, side: Side) -> Result<(), Failure> {
    Ok(call.session.set_side(side)?)
}

fn board(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    let record = call.session.record();
    let picture = board_text::for_programs(call.session, |vertex| {
        board_text::symbol(record.stone(vertex)).to_string()
    });
    Ok(picture)
}

fn legal_moves(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    Ok(words(
        call.session
            .record()
            .legal()
            .into_iter()
            .map(name_lower_pass),
    ))
}

fn final_result(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    let Some(outcome) = call.session.record().outcome() else {
        return Err("the game is not over".into());
    };
    let now = call.session.record().current();
    let count = |side| now.stones_of(side).count();
    let discs = |first| format!("{} - {}", count(first), count(first.other()));
    let name = Side::capitalised;
    Ok(match (outcome.ending, outcome.winner) {
        (Ending::Counted, Some(winner)) => format!("{} wins {}", name(winner), discs(winner)),
        (Ending::Counted, None) => format!("Draw {}", discs(Side::Black)),
        (Ending::Five, Some(winner)) => format!("{} wins with five in a row", name(winner)),
        (Ending::Foul, Some(winner)) => {
            format!("{} wins by a forbidden move of Black", name(winner))
        }
        (_, Some(winner)) => format!("{} wins", name(winner)),
        (_, None) => "Draw".into(),
    })
}
