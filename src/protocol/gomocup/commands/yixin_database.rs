//! The commands for Yixin-Board's database of positions. The engine has no database; the replies keep
//! the GUI working.

use crate::protocol::gomocup::call::{Answer, Call, Command, command};
use crate::protocol::lexer::{no_arguments, opt, rest_of_line};

/// A row of the table for a command that needs a database.
macro_rules! unsupported {
    ($name:literal, $arguments:literal $(then $payload:ident)?, $parser:expr; $summary:literal; $example:literal) => {
        command! {
            $name, $arguments $(then $payload)?, $parser => |_: &mut Call<'_>, _| Answer::line("MESSAGE there is no database");
            $summary;
            "Reply: `MESSAGE there is no database`.";
            $example
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
        "YXQUERYDATABASEONE", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| Answer::line("MESSAGE DATABASE ONE 0 0 0");
        "Shows the entry of a position.";
        "Reply: `MESSAGE DATABASE ONE` with the label, value and depth of an empty entry.";
        "> yxquerydatabaseone\n> done\n< MESSAGE DATABASE ONE 0 0 0"
    },
    command! {
        "YXQUERYDATABASETEXT", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| Answer::line("MESSAGE DATABASE TEXT \"\"");
        "Shows the comment of a position.";
        "Reply: `MESSAGE DATABASE TEXT` with an empty comment.";
        "> yxquerydatabasetext\n> done\n< MESSAGE DATABASE TEXT \"\""
    },
    unsupported! {
        "YXSETDATABASE", "" then FileName, no_arguments;
        "Selects the file of the database (not supported).";
        "> yxsetdatabase\n> yixin.db\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXSAVEDATABASE", "", no_arguments;
        "Saves the database (not supported).";
        "> yxsavedatabase\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXEDITTVDDATABASE", "MASK LABEL VALUE DEPTH" then Moves, rest_of_line;
        "Changes the entry of a position (not supported).";
        "> yxedittvddatabase 1 65 0 0\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXEDITLABELDATABASE", "LABEL" then Moves, opt(rest_of_line);
        "Changes the label of a position (not supported).";
        "> yxeditlabeldatabase A\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXDELETEDATABASEONE", "" then Moves, no_arguments;
        "Deletes the entry of a position (not supported).";
        "> yxdeletedatabaseone\n> done\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXDELETEDATABASEALL", "[wl | nonwl]" then Moves, opt(rest_of_line);
        "Deletes the entries below a position (not supported).";
        "> yxdeletedatabaseall wl\n> done\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXSETBESTMOVEDATABASE", "" then Moves, no_arguments;
        "Marks the last move as the best one (not supported).";
        "> yxsetbestmovedatabase\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXCLEARBESTMOVEDATABASE", "" then Moves, no_arguments;
        "Removes the mark of the best move (not supported).";
        "> yxclearbestmovedatabase\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXDBTOPOS", "" then FileName, no_arguments;
        "Exports the positions of the database (not supported).";
        "> yxdbtopos\n> out.pos\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXDBTOTXT", "" then FileName, no_arguments;
        "Exports the database as text (not supported).";
        "> yxdbtotxt\n> out.txt\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXTXTTODB", "" then FileName, no_arguments;
        "Imports the database from text (not supported).";
        "> yxtxttodb\n> in.txt\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXDBCHECK", "", no_arguments;
        "Checks the database (not supported).";
        "> yxdbcheck\n< MESSAGE there is no database"
    },
    unsupported! {
        "YXDBFIX", "", no_arguments;
        "Repairs the database (not supported).";
        "> yxdbfix\n< MESSAGE there is no database"
    },
];
