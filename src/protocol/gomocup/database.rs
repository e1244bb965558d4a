//! Yixin-Board's database of positions: there is none here, but the GUI has to go on.

use crate::protocol::gomocup::command::{Answer, Call, Command, Failure, command};
use crate::protocol::lexer::{nothing, rest};
use nom::combinator::opt;

pub(super) const COMMANDS: &[Command] = &[
    command! {
        "YXQUERYDATABASEALL", "", Moves, nothing => |_: &mut Call<'_>, ()| Ok(Answer::Lines(vec![
            "MESSAGE DATABASE REFRESH".into(),
            "MESSAGE DATABASE DONE".into(),
        ]));
        "Labels of the moves in a position.";
        "Reply: the frame of an empty list.";
        "> yxquerydatabaseall\n> 7,7\n> done\n< MESSAGE DATABASE REFRESH\n< MESSAGE DATABASE DONE"
    },
    command! {
        "YXQUERYDATABASEONE", "", Moves, nothing => |_: &mut Call<'_>, ()| Answer::line("MESSAGE DATABASE ONE 0 0 0");
        "The entry of a position.";
        "Reply: label, value and depth of an empty entry.";
        "> yxquerydatabaseone\n> done\n< MESSAGE DATABASE ONE 0 0 0"
    },
    command! {
        "YXQUERYDATABASETEXT", "", Moves, nothing => |_: &mut Call<'_>, ()| Answer::line("MESSAGE DATABASE TEXT \"\"");
        "The comment of a position.";
        "Reply: an empty one.";
        "> yxquerydatabasetext\n> done\n< MESSAGE DATABASE TEXT \"\""
    },
    command! {
        "YXSETDATABASE", "", Path, nothing => |_: &mut Call<'_>, ()| none();
        "The file of the database.";
        "Reply: a MESSAGE that there is none.";
        "> yxsetdatabase\n> yixin.db\n< MESSAGE there is no database"
    },
    command! {
        "YXSAVEDATABASE", "", Nothing, nothing => |_: &mut Call<'_>, ()| none();
        "Writes the database.";
        "Reply: a MESSAGE that there is none.";
        "> yxsavedatabase\n< MESSAGE there is no database"
    },
    command! {
        "YXEDITTVDDATABASE", "MASK LABEL VALUE DEPTH", Moves, rest => |_: &mut Call<'_>, _: &str| none();
        "Changes the entry of a position.";
        "Reply: a MESSAGE that there is none.";
        "> yxedittvddatabase 1 65 0 0\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXEDITLABELDATABASE", "LABEL", Moves, opt(rest) => |_: &mut Call<'_>, _: Option<&str>| none();
        "Changes the label of a position.";
        "Reply: a MESSAGE that there is none.";
        "> yxeditlabeldatabase A\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXDELETEDATABASEONE", "", Moves, nothing => |_: &mut Call<'_>, ()| none();
        "Deletes the entry of a position.";
        "Reply: a MESSAGE that there is none.";
        "> yxdeletedatabaseone\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXDELETEDATABASEALL", "[wl | nonwl]", Moves, opt(rest) => |_: &mut Call<'_>, _: Option<&str>| none();
        "Deletes the entries below a position.";
        "Reply: a MESSAGE that there is none.";
        "> yxdeletedatabaseall wl\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXSETBESTMOVEDATABASE", "", Moves, nothing => |_: &mut Call<'_>, ()| none();
        "Marks the last move as the best one.";
        "Reply: a MESSAGE that there is none.";
        "> yxsetbestmovedatabase\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXCLEARBESTMOVEDATABASE", "", Moves, nothing => |_: &mut Call<'_>, ()| none();
        "Takes that mark away.";
        "Reply: a MESSAGE that there is none.";
        "> yxclearbestmovedatabase\n> 7,7\n> done\n< MESSAGE there is no database"
    },
    command! {
        "YXDBTOPOS", "", Path, nothing => |_: &mut Call<'_>, ()| none();
        "Writes the positions of the database to a file.";
        "Reply: a MESSAGE that there is none.";
        "> yxdbtopos\n> out.pos\n< MESSAGE there is no database"
    },
    command! {
        "YXDBTOTXT", "", Path, nothing => |_: &mut Call<'_>, ()| none();
        "Writes the database as a text.";
        "Reply: a MESSAGE that there is none.";
        "> yxdbtotxt\n> out.txt\n< MESSAGE there is no database"
    },
    command! {
        "YXTXTTODB", "", Path, nothing => |_: &mut Call<'_>, ()| none();
        "Reads the database from a text.";
        "Reply: a MESSAGE that there is none.";
        "> yxtxttodb\n> in.txt\n< MESSAGE there is no database"
    },
    command! {
        "YXDBCHECK", "", Nothing, nothing => |_: &mut Call<'_>, ()| none();
        "Checks the database.";
        "Reply: a MESSAGE that there is none.";
        "> yxdbcheck\n< MESSAGE there is no database"
    },
    command! {
        "YXDBFIX", "", Nothing, nothing => |_: &mut Call<'_>, ()| none();
        "Repairs the database.";
        "Reply: a MESSAGE that there is none.";
        "> yxdbfix\n< MESSAGE there is no database"
    },
];

fn none() -> Result<Answer, Failure> {
    Answer::line("MESSAGE there is no database")
}
