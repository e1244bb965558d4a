//! The page: header, sections, viewer, data and scripts.

use crate::report::display::utc;
use crate::report::html::parts::{Section, board_side, document, script, theme_button};
use crate::report::html::sample::GameSample;
use crate::report::html::{
    evaluation_sections, game_sections, progress_sections, standings_sections, time_sections,
};
use crate::report::match_report::MatchReport;
use maud::{Markup, PreEscaped, html};

/// With more engines than this, tables with a column for each engine take a whole row.
const MAX_NARROW: usize = 3;

/// The scripts in the order in which they use one another.
const SCRIPTS: &[&str] = &[
    include_str!("plot.js"),
    include_str!("games.js"),
    include_str!("viewer.js"),
    include_str!("refresh.js"),
    include_str!("start.js"),
];

/// The seconds after which the page of a running match loads itself again.
const REFRESH: u32 = 5;

/// The whole page. While the match is `running`, it loads itself again and again.
pub(crate) fn page(data: &MatchReport, running: bool) -> String {
    let heading = data.heading();
    let all = GameSample::default();
    let sample = data.sample.as_ref().unwrap_or(&all);
    let body = html! {
        (header(data, &heading, running))
        (standings_sections::results(data).render(false))
        @if let Some(stages) = standings_sections::stages(data) { (stages.render(false)) }
        (grid(data))
        (time_sections::time_table(data).render(false))
        @if let Some(evaluations) = evaluation_sections::evaluations(data) { (evaluations.render(false)) }
        (openings())
        (game_list(sample.len() as u64, data.statistics.games))
        (viewer(data))
        footer {
            "Made by Flipfive " (env!("CARGO_PKG_VERSION")) ". Error bars are 95 % intervals, \
             computed from pairs of games with the same opening and exchanged colours if there \
             are any. Black moves first, except from positions with White to move."
        }
        script type="application/json" id="data" { (PreEscaped(sample.table(data.engines()))) }
        script type="text/plain" id="lines" { (PreEscaped(sample.lines())) }
        (script(SCRIPTS))
    };
    document(&heading, running.then_some(REFRESH), &body)
}

fn header(data: &MatchReport, heading: &str, running: bool) -> Markup {
    let statistics = &data.statistics;
    let with_tie_breaks = data.stages().map(|stages| stages.scheduled);
    let mut facts = vec![
        match (with_tie_breaks.or(data.info.scheduled), statistics.games) {
            // A match that was resumed with fewer rounds may have more games.
            (Some(all), games) if u64::from(all) > games => format!("{games} of {all} games"),
            (_, 1) => "1 game".into(),
            (_, games) => format!("{games} games"),
        },
    ];
    let variants = statistics.variants.keys().take(3);
    facts.extend(variants.map(|(name, size)| format!("{name} {size}×{size}")));
    let [began, ended] = [statistics.began, statistics.ended].map(|time| time.and_then(utc));
    if let (Some(began), Some(ended)) = (began, ended) {
        let from = began.strftime("%Y-%m-%d %H:%M");
        facts.push(match began.date() == ended.date() {
            true => format!("{from}–{} UTC", ended.strftime("%H:%M")),
            false => format!("{from} – {} UTC", ended.strftime("%Y-%m-%d %H:%M")),
        });
    }
    let time = ("Time".to_owned(), data.info.time.clone());
    let settings: Vec<_> = [time]
        .iter()
        .filter(|(_, time)| !time.is_empty())
        .chain(&data.info.settings)
        .cloned()
        .collect();
    let links = [
        ("#results", "Results"),
        ("#terminations", "Terminations"),
        ("#time-table", "Time"),
        ("#evaluations", "Values"),
        ("#openings", "Openings"),
        ("#games", "Games"),
    ];
    html! {
        header {
            h1 { (heading) }
            (theme_button())
            p.sub {
                @if running { span.live { "running" } " · " }
                (facts.join(" · "))
            }
            @if !settings.is_empty() {
                dl.settings {
                    @for (name, value) in &settings { dt { (name) } dd { (value) } }
                }
            }
            nav id="sections" {
                @for (target, text) in links { a href=(target) { (text) } }
            }
        }
    }
}

/// The sections that stand beside each other where there is room. If their number is odd, the last one
/// takes a whole row.
fn grid(data: &MatchReport) -> Markup {
    let engines = data.engines().len();
    let many = engines > MAX_NARROW;
    let (test, history) = (
        data.sprt.as_ref().filter(|_| engines >= 2),
        (engines == 2).then(|| progress_sections::elo_history(data)),
    );
    let sections = [
        (standings_sections::crosstable(data.standings()), many),
        (
            test.map(|sprt| progress_sections::sequential_test(data, sprt)),
            false,
        ),
        (history.flatten(), false),
        (game_sections::game_lengths(data), false),
        (Some(game_sections::terminations(data)), many),
        (time_sections::move_times(data), false),
    ];
    let mut sections: Vec<(Section, bool)> = sections
        .into_iter()
        .filter_map(|(section, wide)| Some((section?, wide)))
        .collect();
    let narrow = sections.iter().filter(|(_, wide)| !wide).count();
    if narrow % 2 == 1
        && let Some((_, wide)) = sections.iter_mut().rfind(|(_, wide)| !wide)
    {
        *wide = true;
    }
    html! {
        div.grid {
            @for (section, wide) in &sections { (section.render(*wide)) }
        }
    }
}

fn openings() -> Markup {
    html! {
        section id="openings" hidden {
            h2 { "Openings " span.count id="opening-count" {} }
            p.note { "Black's score in each opening. A click shows its games." }
            div.listing id="opening-list" role="grid" aria-label="Openings" {}
        }
    }
}

/// The list of the games that the page shows out of all.
fn game_list(shown: u64, all: u64) -> Markup {
    html! {
        section id="games" {
            h2 { "Games " span.count id="game-count" {} }
            @if shown < all {
                p.note {
                    "A sample of " (shown) " of " (all) " games: some pairs, chosen at random, and games that \
                     ended by a fault. The tables and charts count all games; this list and the openings \
                     count the sample."
                }
            }
            noscript {
                p.note { "The list of games and the board need JavaScript, which is part of this file." }
            }
            div.filters id="filters" hidden {
                input type="search" id="find" placeholder="Search: engine, opening, termination, number"
                    aria-label="Search games";
                @for (id, label) in [
                    ("by-engine", "Engine"),
                    ("by-result", "Result"),
                    ("by-termination", "Termination"),
                ] {
                    select id=(id) aria-label=(label) {}
                }
                button type="button" id="clear" hidden { "Show all" }
            }
            div.listing id="game-list" role="grid" aria-label="Games" {}
        }
    }
}

/// The board with its buttons, and the curves and moves of the game.
fn viewer(data: &MatchReport) -> Markup {
    let variants = data.statistics.variants.keys();
    let boards = variants.map(|(name, size)| (name.as_str(), *size));
    html! {
        section id="viewer" hidden aria-label="Board" {
            div.viewer-head {
                h2 id="game-title" {}
                p.note id="game-note" {}
            }
            div.viewer {
                (board_side(boards))
                div.game-side {
                    div.plot-head {
                        span id="plot-title" {}
                        span.legend id="plot-legend" {}
                    }
                    div.plot id="values" {}
                    div.plot-head id="times-head" { span { "Time per move" } }
                    div.plot.small id="times" {}
                    div.moves id="move-list" tabindex="0" aria-label="Moves" {}
                }
            }
        }
    }
}
