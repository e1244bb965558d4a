//! The commands for Yixin-Board's database of positions. The engine has no database; the replies keep
//! the GUI working.

use crate::protocol::gomocup::call::{Answer, Call, Command, command};
use crate::protocol::lexer::{no_arguments, opt, rest_of_line};

/// A command that needs a database: its name, its arguments and their parser, a summary, and an example.
macro_rules! unsupported {
    ($name:literal, $arguments:literal $(then $payload:ident)?, $parser:expr; $summary:literal; $example:literal) => {
        command! {
            $name, $arguments $(then $payload)?, $parser => |_: &mut Call<'_>, _| Answer::line("MESSAGE there is no database");
            concat!($summary, " (not supported).");
            "Reply: `MESSAGE there is no database`.";
            concat!($example, "\n< MESSAGE there is no database")
        }
    };
}

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "YXQUERYDATABASEALL", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| Ok(Answer::Lines(vec![
            "MESSAGE DATABASE REFRESH".into(),
            "MESSAGE DATABASE DONE".into(),
        ]));
        "Lists the labels of the moves in a position.";
        "The engine has no database. Reply: the two lines of an empty list.";
        "> yxquerydatabaseall\n> 7,7\n> done\n< MESSAGE DATABASE REFRESH\n< MESSAGE DATABASE DONE"
    },
    command! {
        "YXQUERYDATABASEALLT", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| Ok(Answer::Lines(vec![
            "MESSAGE DATABASE REFRESH".into(),
            "MESSAGE DATABASE DONE".into(),
            "MESSAGE DATABASE TEXT \"\"".into(),
        ]));
        "Lists the labels of the moves in a position, and shows its comment.";
        "As YXQUERYDATABASEALL and YXQUERYDATABASETEXT.";
        "> yxquerydatabaseallt\n> 7,7\n> done\n< MESSAGE DATABASE REFRESH\n< MESSAGE DATABASE DONE\n< MESSAGE \
         DATABASE TEXT \"\""
    },
    command! {
        "YXQUERYDATABASEONE", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| Answer::line("MESSAGE DATABASE ONE 0 0 0 0");
        "Shows the entry of a position.";
        "Reply: `MESSAGE DATABASE ONE` with the label, value, depth and bound of an empty entry.";
        "> yxquerydatabaseone\n> done\n< MESSAGE DATABASE ONE 0 0 0 0"
    },
    command! {
        "YXQUERYDATABASETEXT", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| Answer::line("MESSAGE DATABASE TEXT \"\"");
        "Shows the comment of a position.";
        "Reply: `MESSAGE DATABASE TEXT` with an empty comment.";
        "> yxquerydatabasetext\n> done\n< MESSAGE DATABASE TEXT \"\""
    },
    unsupported! { "YXSETDATABASE", "" then FileName, no_arguments; "Selects the file of the database";
    "> yxsetdatabase\n> yixin.db" },
    unsupported! { "YXSAVEDATABASE", "", no_arguments; "Saves the database"; "> yxsavedatabase" },
    unsupported! { "YXEDITTVDDATABASE", "MASK LABEL VALUE DEPTH" then Moves, rest_of_line; "Changes the entry of a position";
    "> yxedittvddatabase 1 65 0 0\n> 7,7\n> done" },
    unsupported! { "YXEDITTEXTDATABASE", "\"TEXT\"" then TextAndMoves, opt(rest_of_line); "Changes the comment of a position";
    "> yxedittextdatabase \"a comment\"7,7\n> done" },
    unsupported! { "YXEDITLABELDATABASE", "LABEL" then Moves, opt(rest_of_line); "Changes the label of a position";
    "> yxeditlabeldatabase A\n> 7,7\n> done" },
    unsupported! { "YXDELETEDATABASEONE", "" then Moves, no_arguments; "Deletes the entry of a position";
    "> yxdeletedatabaseone\n> done" },
    unsupported! { "YXDELETEDATABASEALL", "[wl | nonwl]" then Moves, opt(rest_of_line); "Deletes the entries below a position";
    "> yxdeletedatabaseall wl\n> done" },
    unsupported! { "YXSETBESTMOVEDATABASE", "" then Moves, no_arguments; "Marks the last move as the best one";
    "> yxsetbestmovedatabase\n> 7,7\n> done" },
    unsupported! { "YXCLEARBESTMOVEDATABASE", "" then Moves, no_arguments; "Removes the mark of the best move";
    "> yxclearbestmovedatabase\n> 7,7\n> done" },
    unsupported! { "YXDBTOPOS", "" then FileName, no_arguments; "Exports the positions of the database";
    "> yxdbtopos\n> out.pos" },
    unsupported! { "YXDBTOTXT", "" then FileName, no_arguments; "Exports the database as text";
    "> yxdbtotxt\n> out.txt" },
    unsupported! { "YXDBTOTXTALL", "" then FileName, no_arguments; "Exports the database for all board sizes and rules as text";
    "> yxdbtotxtall\n> out.txt" },
    unsupported! { "YXTXTTODB", "" then FileName, no_arguments; "Imports the database from text";
    "> yxtxttodb\n> in.txt" },
    unsupported! { "YXLIBTODB", "" then FileName, no_arguments; "Imports a RenLib file into the database";
    "> yxlibtodb\n> in.lib" },
    unsupported! { "YXDBSPLIT", "" then FileName, no_arguments; "Copies the entries below a position into another database";
    "> yxdbsplit\n> part.db" },
    unsupported! { "YXDBMERGE", "" then FileName, no_arguments; "Adds the entries of another database";
    "> yxdbmerge\n> other.db" },
    unsupported! { "YXDBCHECK", "", no_arguments; "Checks the database"; "> yxdbcheck" },
    unsupported! { "YXDBFIX", "", no_arguments; "Repairs the database"; "> yxdbfix" },
];
