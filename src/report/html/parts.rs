//! Markup that several sections share.

use maud::{Markup, html};

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
