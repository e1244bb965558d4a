//! The rules of Gomoku by the names that KataGo's engines for Gomoku have.

use crate::engine::Variant;
use crate::gomoku::Rule;
use crate::protocol::gtp::call::{Call, Command, Failure, command};
use crate::protocol::lexer::{no_arguments, rest_of_line, word};
use serde_json::{Value, json};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "kata-set-rules", "RULES", rest_of_line => set_rules;
        "Selects the rule of Gomoku as KataGo does, and keeps the game.";
        "RULES is `FREESTYLE`, `STANDARD`, `RENJU`, `CARO` or `CARO_NOSIX` (Caro with exactly five), in any case, or a JSON \
         object that names one of them as `basicrule`; its other fields have no effect. QLizzie sends such an object \
         after every `boardsize`; for its Reversi, give the program `--game othello --start mirrored`, which refuses such a rule and \
         keeps the game. Its Caro lets seven or more win beside `CARO_NOSIX`. `boardsize` keeps the rule; size 8 means Othello unless the user has chosen another game. Reply: nothing. On the board of Othello, a game of Gomoku begins, unless `set_game` or `--game` has chosen Othello. Errors: `unsupported \
         rules`, with the known ones, or because the chosen game is Othello; a game that is illegal under the rule.";
        "> boardsize 15\n< =\n> kata-set-rules {\"basicrule\":\"RENJU\",\"vcnrule\":\"NOVC\"}\n< =\n> \
         gogui-rules_game_id\n< = Renju\n> kata-set-rules chinese\n< ? unsupported rules, expected one of: FREESTYLE, \
         STANDARD, RENJU, CARO, CARO_NOSIX"
    },
    command! {
        "kata-set-rule", "NAME VALUE", (word, rest_of_line) => set_rule;
        "Selects the rule of Gomoku as one of KataGo's rules.";
        "The values of NAME `basicrule` are those of `kata-set-rules`; other names have no effect. Reply: nothing. Errors: as \
         for `kata-set-rules`.";
        "> boardsize 15\n< =\n> kata-set-rule basicrule RENJU\n< =\n> kata-get-rules\n< = {\"basicrule\":\"RENJU\"}"
    },
    command! {
        "kata-get-rules", "", no_arguments => get_rules;
        "Shows the rule of Gomoku as KataGo does.";
        "Reply: a JSON object with the field `basicrule`, see `kata-set-rules`; in Othello an empty object.";
        "> boardsize 15\n< =\n> kata-get-rules\n< = {\"basicrule\":\"FREESTYLE\"}"
    },
];

const fn name(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => "FREESTYLE",
        Rule::Standard => "STANDARD",
        Rule::Renju => "RENJU",
        Rule::Caro => "CARO",
        Rule::CaroExact => "CARO_NOSIX",
    }
}

fn set_rules(call: &mut Call<'_>, rules: &str) -> Result<(), Failure> {
    let json: Value = serde_json::from_str(rules).unwrap_or_default();
    let wanted = json["basicrule"].as_str().unwrap_or(rules);
    let found = Rule::ALL
        .into_iter()
        .find(|rule| name(*rule).eq_ignore_ascii_case(wanted));
    let Some(rule) = found else {
        let names = Rule::ALL.map(name).join(", ");
        return Err(format!("unsupported rules, expected one of: {names}").into());
    };
    call.session.check_game(Variant::Gomoku(rule))?;
    let is_othello_chosen = call.chosen_game() == Some(Variant::Othello);
    if is_othello_chosen && call.session.variant() == Variant::Othello {
        let reason = "unsupported rules: the game is Othello; set_game selects another one";
        return Err(reason.into());
    }
    call.session.set_rule(rule)?;
    call.state.rule = Some(rule);
    // On the board of a file, the rule is for that game only: the user's choice stays.
    if !is_othello_chosen {
        call.state.game_before = None;
    }
    Ok(())
}

fn set_rule(call: &mut Call<'_>, (name, value): (&str, &str)) -> Result<(), Failure> {
    match name.eq_ignore_ascii_case("basicrule") {
        true => set_rules(call, value),
        false => Ok(()),
    }
}

fn get_rules(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    let rules = match call.session.variant() {
        Variant::Othello => json!({}),
        Variant::Gomoku(rule) => json!({ "basicrule": name(rule) }),
    };
    Ok(rules.to_string())
}
