//! Analysis in the formats of Leela Zero and KataGo, for Sabaki, Lizzie and similar GUIs.

use crate::engine::Variant;
use crate::format::score_of_outcome;
use crate::game::{Move, Outcome, ParsedVertex, Side};
use crate::protocol::gtp::call::{Answer, Call, Command, Failure, InfoFormat, ReplyKind, command};
use crate::protocol::gtp::text::{name_lower_pass, words};
use crate::protocol::lexer::{
    MAX_SECONDS, ParseResult, Parser, alt, boolean, color, float, integer, keyword, many0,
    no_arguments, preceded, word, word_as,
};
use crate::search::{PvLine, Report};
use crate::session::{SearchMode, SearchOptions};
use nom::combinator::map_opt;
use std::cmp::Reverse;
use std::time::Duration;

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "lz-analyze", "[COLOR] [INTERVAL] [KEY VALUE]...", arguments => |call: &mut Call<'_>, arguments| {
            analyze(call, arguments, SearchMode::Analyze, false)
        };
        "Analyses until the next line arrives, in Leela Zero's format.";
        "COLOR is the side to move by default. Keys: `interval N`; `minmoves N` and `maxmoves N`, \
         the number of best moves (by default the option `lines`); `avoid COLOR VERTEX,... DEPTH` \
         and `allow COLOR VERTEX,... DEPTH`, moves to exclude or the only moves to consider at \
         the root. Other keys with the value `true` or `false` have no effect. Reply: `=` at once, \
         then a line for every completed iteration, with `info move VERTEX visits N winrate N prior N \
         lcb N order N pv VERTEX...` for each of the best moves. The `visits` of the lines add up to the \
         nodes of the search so far, but each is at least 10, since GUIs hide moves with fewer. The best move has \
         the most, since GUIs draw it the stronger; they are not the nodes that it took. \
         `winrate` is for COLOR, in ten-thousandths. `prior` is the same for all moves: the search has no \
         such number, but LizGoban draws the moves by it. Any line of input ends the reply, even an empty \
         one; a search that is complete leaves it open until then. INTERVAL is in hundredths of a second, at \
         least 10. After INTERVAL without a new line, the last one is repeated, since GUIs look only at a \
         line whether their time for a position is over. When the search is complete, each repetition has 100,000 \
         visits more, since GUIs wait for a number of them. The line of a finished game is a pass with the result.";
        "> flipfive-option depth 2\n< =\n> lz-analyze b 50 maxmoves 1\n< =\n< {infos}"
    },
    command! {
        "kata-analyze", "[COLOR] [INTERVAL] [KEY VALUE]...", arguments => |call: &mut Call<'_>, arguments| {
            analyze(call, arguments, SearchMode::Analyze, true)
        };
        "Analyses until the next line arrives, in KataGo's format.";
        "As `lz-analyze`. The key `rootInfo true` adds a summary to each line. KataGo's other keys, \
         such as `ownership`, `pvVisits` and `noResultValue`, have no effect. Numbers are fractions: \
         `winrate` from 0 to 1, `utility` from -1 to 1, and in Othello `scoreMean` and `scoreLead` \
         in discs.";
        "> flipfive-option depth 2\n< =\n> kata-analyze interval 50 rootInfo true\n< =\n< {infos}"
    },
    command! {
        "lz-genmove_analyze", "[COLOR] [INTERVAL] [KEY VALUE]...", arguments => |call: &mut Call<'_>, arguments| {
            analyze(call, arguments, SearchMode::Play, false)
        };
        "Searches for a move and plays it as `genmove` does, and shows the analysis.";
        "Arguments as for `lz-analyze`. Without `maxmoves` only the best move is shown, because each \
         further one costs time; `minmoves` has no effect. Reply: `=`, the lines of the analysis, and \
         finally `play VERTEX`, `play pass` or `play resign`; with `avoid` or `allow`, the engine \
         does not resign. Lines that arrive meanwhile wait, except `# interrupt`, `stop` and `quit`.";
        "> flipfive-option depth 2\n< =\n> lz-genmove_analyze b 50\n< =\n< {infos}\n< play {move}"
    },
    command! {
        "kata-genmove_analyze", "[COLOR] [INTERVAL] [KEY VALUE]...", arguments => |call: &mut Call<'_>, arguments| {
            analyze(call, arguments, SearchMode::Play, true)
        };
        "Searches for a move and plays it as `genmove` does, and shows the analysis in KataGo's \
         format.";
        "As `lz-genmove_analyze` and `kata-analyze`.";
        "> flipfive-option depth 2\n< =\n> kata-genmove_analyze b maxmoves 2\n< =\n< {infos}\n< play {move}"
    },
    command! {
        "stop", "", no_arguments => |_: &mut Call<'_>, ()| Ok(());
        "Stops the search.";
        "Reply: nothing. The engine first answers the running command with the best move found so \
         far. The command ends pondering, which other commands only interrupt.";
        "> stop\n< ="
    },
];

/// An argument. Leela Zero accepts them in any order.
#[derive(Clone, Debug)]
enum Key {
    Color(Side),
    Interval(Duration),
    MinMoves(usize),
    MaxMoves(usize),
    Avoid(Side, Vec<ParsedVertex>),
    Allow(Side, Vec<ParsedVertex>),
    RootInfo(bool),
    /// A key without effect.
    Ignored,
}

fn arguments(input: &str) -> ParseResult<'_, Vec<Key>> {
    many0(key).parse(input)
}

/// A time in hundredths of a second.
fn interval(input: &str) -> ParseResult<'_, Duration> {
    map_opt(float, |hundredths: f64| {
        Duration::try_from_secs_f64((hundredths / 100.0).min(MAX_SECONDS)).ok()
    })
    .parse(input)
}

fn key(input: &str) -> ParseResult<'_, Key> {
    let number = || integer(0usize..=100_000_000);
    let moves = || (color, word_as(vertices), integer(1u32..=u32::MAX));
    alt((
        color.map(Key::Color),
        interval.map(Key::Interval),
        preceded(keyword("interval"), interval).map(Key::Interval),
        preceded(keyword("minmoves"), number()).map(Key::MinMoves),
        preceded(keyword("maxmoves"), number()).map(Key::MaxMoves),
        preceded(keyword("avoid"), moves()).map(|(side, moves, _)| Key::Avoid(side, moves)),
        preceded(keyword("allow"), moves()).map(|(side, moves, _)| Key::Allow(side, moves)),
        preceded(keyword("rootInfo"), boolean).map(Key::RootInfo),
        // KataGo has such keys for what a line shows, and adds new ones.
        (word, alt((keyword("true"), keyword("false")))).map(|_| Key::Ignored),
    ))
    .parse(input)
}

fn vertices(word: &str) -> Option<Vec<ParsedVertex>> {
    word.split(',').map(ParsedVertex::parse).collect()
}

fn analyze(
    call: &mut Call<'_>,
    arguments: Vec<Key>,
    mode: SearchMode,
    kata: bool,
) -> Result<Answer, Failure> {
    let record = call.session.record();
    let color = arguments.iter().rev().find_map(|key| match key {
        Key::Color(side) => Some(*side),
        _ => None,
    });
    let side = color.unwrap_or_else(|| record.side());
    let mut options = SearchOptions::default();
    let mut root_info = false;
    let mut interval = None;
    let (mut min_moves, mut max_moves) = (0, None);
    let mut avoid: Vec<Move> = Vec::new();
    let mut allow: Option<Vec<Move>> = None;
    for key in arguments {
        match key {
            Key::MinMoves(count) => min_moves = count,
            Key::MaxMoves(count) => max_moves = Some(count),
            Key::Avoid(whose, moves) => {
                for named in moves {
                    let mv = call.mv(named)?;
                    avoid.extend((whose == side).then_some(mv));
                }
            }
            Key::Allow(whose, moves) => {
                for named in moves {
                    let mv = call.mv(named)?;
                    if whose == side {
                        allow.get_or_insert_default().push(mv);
                    }
                }
            }
            Key::RootInfo(wanted) => root_info = wanted,
            Key::Interval(time) => interval = Some(time),
            Key::Color(_) | Key::Ignored => {}
        }
    }
    // A move is searched with one line, since each further one costs time, unless the host limits their number. The least
    // number of lines that a host wants to show must not weaken it.
    let usual = match mode {
        SearchMode::Play => 1,
        _ => call.session.options().lines.max(min_moves),
    };
    options.lines = max_moves.unwrap_or(usual).clamp(1, MAX_LINES);
    if allow.is_some() || !avoid.is_empty() {
        let mut record = call.session.record_for(side)?;
        if record.pass_to(side).is_ok() && record.outcome().is_none() {
            let mut left = record.legal();
            left.retain(|mv| {
                allow.as_ref().is_none_or(|allow| allow.contains(mv)) && !avoid.contains(mv)
            });
            if left.is_empty() {
                return Err("the keys avoid and allow leave no legal move".into());
            }
            if allow.is_some() {
                options.only = left;
            } else {
                options.avoid = avoid;
            }
        }
    }
    let format = InfoFormat { kata, root_info };
    let reply_kind = match mode {
        SearchMode::Play => ReplyKind::StreamedMove(format),
        _ => ReplyKind::Analysis {
            format,
            interval: interval.map(|time| time.max(MIN_INTERVAL)),
        },
    };
    call.search(mode, side, &options, reply_kind)
}

/// The maximum number of lines (multi-PV).
const MAX_LINES: usize = 64;

/// The least time after which a line is repeated.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// The least `visits`. Lizzie hides moves without visits, such as a win at once, which takes no node; Sabaki shows no value
/// of a move with fewer than ten.
const MIN_VISITS: u64 = 10;

/// The greatest sum of `visits`. Lizzie adds them up in 32 bits.
const MAX_VISITS: u64 = i32::MAX as u64;

/// The visits that each repetition of the line about a complete search adds. GUIs wait for a number of visits before they
/// play a move or go to the next position, and a win at once takes hardly any node.
pub(crate) const REPEATED_VISITS: u64 = 100_000;

/// The `visits` of each line: a share of the nodes of the whole search. Their sum never falls from one report to the
/// next, since Lizzie ignores a report whose sum has not grown. A better line has no fewer than a worse one, whatever nodes
/// it took: Sabaki and Lizzie draw a move the stronger, the more visits it has.
fn visits(report: &Report) -> Vec<u64> {
    let least = MIN_VISITS * report.lines.len() as u64;
    let rest = report.nodes.min(MAX_VISITS).saturating_sub(least);
    // The nodes of the last iteration, at least one for each line, so that their sum is not zero.
    let weight = |line: &PvLine| u128::from(line.nodes.max(1));
    let mut weights: Vec<u128> = report.lines.iter().map(weight).collect();
    weights.sort_unstable_by_key(|&weight| Reverse(weight));
    let total: u128 = weights.iter().sum();
    let shares = weights
        .iter()
        .map(|weight| (u128::from(rest) * weight / total) as u64);
    // What is lost by rounding.
    let mut remainder = rest - shares.clone().sum::<u64>();
    shares
        .map(|share| MIN_VISITS + share + std::mem::take(&mut remainder))
        .collect()
}

/// A report of a finished game, whose move is a pass: GUIs that go through a game wait for a line about its last position,
/// too.
pub(crate) fn report_of_outcome(outcome: Outcome, side: Side, variant: Variant) -> Report {
    Report {
        depth: 0,
        selectivity: 100,
        lines: vec![PvLine {
            score: score_of_outcome(outcome, variant, side),
            depth: 0,
            nodes: 0,
            moves: vec![Move::Pass],
        }],
        nodes: 0,
        elapsed: Duration::ZERO,
        hashfull: 0,
    }
}

/// The line about a completed iteration.
pub(crate) fn info(report: &Report, stream: InfoFormat, variant: Variant) -> String {
    // The score lead is a number of discs; Gomoku has no score.
    let lead = |lead: f32| match variant {
        Variant::Othello => format!(" scoreMean {lead:.3} scoreLead {lead:.3}"),
        Variant::Gomoku(_) => String::new(),
    };
    let mut parts: Vec<String> = Vec::new();
    for ((order, line), visits) in report.lines.iter().enumerate().zip(visits(report)) {
        let mv = name_lower_pass(line.moves[0]);
        let pv = words(line.moves.iter().copied().map(name_lower_pass));
        let rate = line.score.win_rate.clamp(0.0, 1.0);
        let prior = 1.0 / report.lines.len() as f32;
        parts.push(if stream.kata {
            format!(
                "info move {mv} visits {visits} utility {:.6} winrate {rate:.6}{} prior {prior:.6} \
                 lcb {rate:.6} order {order} pv {pv}",
                2.0 * rate - 1.0,
                lead(line.score.lead()),
            )
        } else {
            let [rate, prior] = [rate, prior].map(|share| (share * 10_000.0).round() as u32);
            format!(
                "info move {mv} visits {visits} winrate {rate} prior {prior} lcb {rate} order {order} \
                 pv {pv}"
            )
        });
    }
    if let Some(best) = report.lines.first()
        && stream.kata
        && stream.root_info
    {
        let rate = best.score.win_rate.clamp(0.0, 1.0);
        parts.push(format!(
            "rootInfo visits {} utility {:.6} winrate {rate:.6}{}",
            report.nodes.min(MAX_VISITS),
            2.0 * rate - 1.0,
            lead(best.score.lead()),
        ));
    }
    parts.join(" ")
}
