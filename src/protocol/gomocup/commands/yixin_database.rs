//! Yixin-Board's database of positions: there is none here, but the GUI has to go on.

use crate::protocol::command::{Failure, command};
use crate::protocol::gomocup::call::{Answer, Call, Command};
use crate::protocol::lexer::{no_arguments, rest_of_line};
use nom::combinator::opt;

pub const COMMANDS: &[Command] = &[
    command! {
        "YXQUERYDATABASEALL", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| Ok(Answer::Lines(vec![
            "MESSAGE DATABASE REFRESH".into(),
            "MESSAGE DATABASE DONE".into(),
        ]));
        "Labels of the moves in a position.";
        "Reply: the frame of an empty list.";
        "> yxquerydatabaseall\n> 7,7\n> done\n< MESSAGE DATABASE REFRESH\n< MESSAGE DATABASE DONE"
    },
    command! {
        "YXQUERYDATABASEONE", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| Answer::line("MESSAGE DATABASE ONE 0 0 0");
        "The entry of a position.";
        "Reply: label, value and depth of an empty entry.";
        "> yxquerydatabaseone\n> done\n< MESSAGE DATABASE ONE 0 0 0"
    },
    command! {
        "YXQUERYDATABASETEXT", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| Answer::line("MESSAGE DATABASE TEXT \"\"");
        "The comment of a position.";
        "Reply: an empty one.";
        "> yxquerydatabasetext\n> done\n< MESSAGE DATABASE TEXT \"\""
    },
    command! {
        "YXSETDATABASE", "" then FileName, no_arguments => |_: &mut Call<'_>, ()| none();
        "The file of the database.";
        "Reply: a MESSAGE that there is none.";
        "> yxsetdatabase\n> yixin.db\n< MESSAGE there is no database"
    },
    command! {
        "YXSAVEDATABASE", "", no_arguments => |_: &mut Call<'_>, ()| none();
        "Writes the database.";
        "Reply: a MESSAGE that there is none.";
        "> yxsavedatabase\n< MESSAGE there is no database"
    },
    command! {
        "YXEDITTVDDATABASE", "MASK LABEL VALUE DEPTH" then Moves, rest_of_line => |_: &mut Call<'_>, _: &str| none();
        "Changes the entry of a position.";
        "Reply: a MESSAGE that there is none.";
        "> yxedittvddatabase 1 65 0 0\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXEDITLABELDATABASE", "LABEL" then Moves, opt(rest_of_line) => |_: &mut Call<'_>, _: Option<&str>| none();
        "Changes the label of a position.";
        "Reply: a MESSAGE that there is none.";
        "> yxeditlabeldatabase A\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXDELETEDATABASEONE", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| none();
        "Deletes the entry of a position.";
        "Reply: a MESSAGE that there is none.";
        "> yxdeletedatabaseone\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXDELETEDATABASEALL", "[wl | nonwl]" then Moves, opt(rest_of_line) => |_: &mut Call<'_>, _: Option<&str>| none();
        "Deletes the entries below a position.";
        "Reply: a MESSAGE that there is none.";
        "> yxdeletedatabaseall wl\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXSETBESTMOVEDATABASE", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| none();
        "Marks the last move as the best one.";
        "Reply: a MESSAGE that there is none.";
        "> yxsetbestmovedatabase\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXCLEARBESTMOVEDATABASE", "" then Moves, no_arguments => |_: &mut Call<'_>, ()| none();
        "Takes that mark away.";
        "Reply: a MESSAGE that there is none.";
        "> yxclearbestmovedatabase\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXDBTOPOS", "" then FileName, no_arguments => |_: &mut Call<'_>, ()| none();
        "Writes the positions of the database to a file.";
        "Reply: a MESSAGE that there is none.";
        "> yxdbtopos\n> out.pos\n< MESSAGE there is no database"
    },
    command! {
        "YXDBTOTXT", "" then FileName, no_arguments => |_: &mut Call<'_>, ()| none();
        "Writes the database as a text.";
        "Reply: a MESSAGE that there is none.";
        "> yxdbtotxt\n> out.txt\n< MESSAGE there is no database"
    },
    command! {
        "YXTXTTODB", "" then FileName, no_arguments => |_: &mut Call<'_>, ()| none();
        "Reads the database from a text.";
        "Reply: a MESSAGE that there is none.";
        "> yxtxttodb\n> in.txt\n< MESSAGE there is no database"
    },
    command! {
        "YXDBCHECK", "", no_arguments => |_: &mut Call<'_>, ()| none();
        "Checks the database.";
        "Reply: a MESSAGE that there is none.";
        "> yxdbcheck\n< MESSAGE there is no database"
    },
    command! {
        "YXDBFIX", "", no_arguments => |_: &mut Call<'_>, ()| none();
        "Repairs the database.";
        "Reply: a MESSAGE that there is none.";
        "> yxdbfix\n< MESSAGE there is no database"
    },
];

fn none() -> Result<Answer, Failure> {
    Answer::line("MESSAGE there is no database")
}
