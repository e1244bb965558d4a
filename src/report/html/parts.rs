//! Markup that several sections share.

use crate::engine::Variant;
use crate::format::{BOARD_STYLE, EmptyBoard};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What browsers may load: nothing that is not in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:";

const STYLE: PreEscaped<&str> = PreEscaped(include_str!("style.css"));

/// A whole page. With `refresh`, it loads itself again after that number of seconds.
pub(crate) fn document(title: &str, refresh: Option<u32>, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(title))
            body data-refresh=[refresh] { (body) }
        }
    };
    page.into_string()
}

/// The button that changes between light and dark.
pub(crate) fn theme_button() -> Markup {
    html! {
        button.theme type="button" id="theme" title="Light or dark" aria-label="Light or dark" hidden {}
    }
}

/// The scripts that every page has, in the order in which they use one another.
const SCRIPTS: [&str; 3] = [
    include_str!("list.js"),
    include_str!("controls.js"),
    include_str!("board.js"),
];

/// The script of a page: what every page has, and then `own`.
pub(crate) fn script(own: &[&str]) -> Markup {
    let parts = [&SCRIPTS[..], own].concat().concat();
    let text = format!("\"use strict\";\n(() => {{\n{parts}}})();\n");
    html! { script { (PreEscaped(text)) } }
}

/// The head of a page.
fn head(title: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta http-equiv="Content-Security-Policy" content=(POLICY);
            title { (title) }
            link rel="icon" href="data:,";
            style { (STYLE) (BOARD_STYLE) }
        }
    }
}

/// A section of the page.
pub(crate) struct Section {
    /// Its anchor.
    pub id: &'static str,
    pub heading: &'static str,
    pub body: Markup,
}

impl Section {
    /// The markup; a wide section takes a whole row of the grid.
    pub(crate) fn render(&self, wide: bool) -> Markup {
        html! {
            section id=(self.id) .wide[wide] {
                h2 { (self.heading) }
                (self.body)
            }
        }
    }
}

/// A paragraph in small type.
pub(crate) fn note(text: impl maud::Render) -> Markup {
    html! { p.note { (text) } }
}

/// The CSS variable with the colour of an engine.
pub(crate) fn color(engine: usize) -> String {
    format!("var(--e{})", engine % 8)
}

/// The name of an engine with its colour.
pub(crate) fn engine_name(engines: &[String], engine: usize) -> Markup {
    html! {
        i.dot style={ "background:" (color(engine)) } {}
        span.name { (engines[engine]) }
    }
}

/// A table cell with the name of an engine.
pub(crate) fn name_cell(engines: &[String], engine: usize) -> Markup {
    html! { td.name title=(engines[engine]) { (engine_name(engines, engine)) } }
}

/// Counts as one bar: each with its CSS class and its label. Counts of zero are left out, and a part is
/// labelled if it is at least `1 / narrow` of the bar.
pub(crate) fn stacked_bar(class: &str, parts: [(u64, &str, &str); 3], narrow: u64) -> Markup {
    let total: u64 = parts.iter().map(|part| part.0).sum();
    html! {
        div class=(class) {
            @for (count, class, label) in parts.into_iter().filter(|part| part.0 > 0) {
                span class=(class) style={ "flex:" (count) } title={ (count) " " (label) } {
                    @if count * narrow >= total { (count) " " (label) }
                }
            }
        }
    }
}

/// The board with its buttons, and the empty boards that it needs: the names of the games with the sizes.
pub(crate) fn board_side<'a>(boards: impl IntoIterator<Item = (&'a str, u8)>) -> Markup {
    let boards = boards.into_iter().map(|(variant, size)| EmptyBoard {
        is_othello: variant == Variant::Othello.name(),
        size,
    });
    let buttons = [
        (
            "first",
            "First position",
            "Home",
            "M3 3h2v10H3zM13 3v10L6 8z",
        ),
        ("back", "Back", "left arrow", "M11 3v10L4 8z"),
        ("play", "Play", "space bar", "M4 2v12l10-6z"),
        ("forward", "Forward", "right arrow", "M5 3v10l7-5z"),
        ("last", "Last position", "End", "M11 3h2v10h-2zM3 3v10l7-5z"),
    ];
    html! {
        div.board-side {
            (EmptyBoard::definitions(boards))
            svg id="board" role="img" aria-label="Position" {}
            div.steps {
                @for (id, name, key, icon) in buttons {
                    button type="button" id=(id) title={ (name) " (" (key) ")" } aria-label=(name) {
                        svg.icon viewBox="0 0 16 16" aria-hidden="true" { path d=(icon) {} }
                    }
                }
                label.numbers {
                    input type="checkbox" id="numbers" checked;
                    " numbers"
                }
            }
            input type="range" id="slider" min="0" value="0" aria-label="Position";
            p id="position" aria-live="polite" {}
        }
    }
}
