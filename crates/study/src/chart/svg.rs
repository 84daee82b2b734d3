//! Charts as SVG.

use std::fmt::Write;

use super::drawing::{Anchor, Colour, Drawing, Font, Shape, Step, Stroke, Words};
use super::escaped;

/// The picture as SVG; `soft` is the colour of labels.
pub(super) fn svg(drawing: &Drawing, soft: Colour) -> String {
    let Drawing { width, height, .. } = drawing;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, Helvetica, Arial, \
         sans-serif\" font-size=\"{}\" fill=\"{soft}\">\n",
        Font::Label.size()
    );
    for shape in &drawing.shapes {
        let _ = writeln!(out, "{}", element(shape, soft));
    }
    out + "</svg>\n"
}

fn element(shape: &Shape, soft: Colour) -> String {
    match shape {
        Shape::Path { steps, fill, stroke } => {
            format!("<path d=\"{}\"{}/>", outline(steps), style(*fill, *stroke))
        }
        Shape::Circle { centre: (x, y), radius, fill, stroke } => {
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"{}/>", style(*fill, *stroke))
        }
        Shape::Rectangle { corner: (x, y), size: (width, height), fill, stroke } => format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"{}/>",
            style(*fill, *stroke)
        ),
        Shape::Words(words) => text(words, soft),
    }
}

/// The commands of a path. Steps along an axis need one coordinate.
fn outline(steps: &[Step]) -> String {
    let mut out = String::new();
    let mut at = (f64::NAN, f64::NAN);
    for step in steps {
        let _ = match *step {
            Step::Move(x, y) => write!(out, "M{x:.1} {y:.1}"),
            Step::Line(x, y) if y == at.1 => write!(out, "H{x:.1}"),
            Step::Line(x, y) if x == at.0 => write!(out, "V{y:.1}"),
            Step::Line(x, y) => write!(out, "L{x:.1} {y:.1}"),
            Step::Close => write!(out, "Z"),
        };
        if let Step::Move(x, y) | Step::Line(x, y) = *step {
            at = (x, y);
        }
    }
    out
}

fn style(fill: Option<Colour>, stroke: Option<Stroke>) -> String {
    let mut out = format!(" fill=\"{}\"", fill.unwrap_or("none"));
    let Some(Stroke { colour, width, dashes, is_round }) = stroke else { return out };
    let _ = write!(out, " stroke=\"{colour}\"");
    if width != 1.0 {
        let _ = write!(out, " stroke-width=\"{width}\"");
    }
    if !dashes.is_empty() {
        let dashes: Vec<String> = dashes.iter().map(f64::to_string).collect();
        let _ = write!(out, " stroke-dasharray=\"{}\"", dashes.join(" "));
    }
    if is_round {
        out += " stroke-linejoin=\"round\"";
    }
    out
}

fn text(words: &Words, soft: Colour) -> String {
    let Words { text, place: (x, y), anchor, colour, font } = words;
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let font = match font {
        Font::Label => String::new(),
        Font::Title => format!(" font-size=\"{}\" font-weight=\"600\"", font.size()),
    };
    let colour = if *colour == soft { String::new() } else { format!(" fill=\"{colour}\"") };
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\"{font}{anchor}{colour}>{}</text>", escaped(text))
}
