//! The parts of a chart: shapes and words, in pixels. SVG, PDF and PNG are written from it.

/// A picture; its y axis points down.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub width: f64,
    pub height: f64,
    /// From the back to the front.
    pub shapes: Vec<Shape>,
}

#[derive(Clone, Debug)]
pub(super) enum Shape {
    Path {
        steps: Vec<Step>,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    },
    Circle {
        centre: (f64, f64),
        radius: f64,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    },
    Rectangle {
        /// The upper left corner.
        corner: (f64, f64),
        size: (f64, f64),
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    },
    Words(Words),
}

/// `#` and six digits of base 16.
pub(super) type Colour = &'static str;

/// A step of a pen.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Move(f64, f64),
    Line(f64, f64),
    Close,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub colour: Colour,
    pub width: f64,
    /// Lengths of dashes and the distances between them in turn; empty for a line without gaps.
    pub dashes: &'static [f64],
    /// Whether corners are round.
    pub is_round: bool,
}

/// A string on one line.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub text: String,
    /// The end that `anchor` names, on the baseline of the letters.
    pub place: (f64, f64),
    pub anchor: Anchor,
    pub colour: Colour,
    pub font: Font,
}

/// The part of a string that is at its coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Label,
    Title,
}

impl Font {
    /// The size, in pixels.
    pub fn size(self) -> f64 {
        match self {
            Font::Label => 14.0,
            Font::Title => 16.0,
        }
    }
}

impl Stroke {
    /// A thin line.
    pub fn thin(colour: Colour) -> Self {
        Stroke { colour, width: 1.0, dashes: &[], is_round: false }
    }
}

impl Shape {
    /// A line through points.
    pub fn line(points: &[(f64, f64)], stroke: Stroke) -> Self {
        let steps = points.iter().enumerate().map(|(index, &(x, y))| match index {
            0 => Step::Move(x, y),
            _ => Step::Line(x, y),
        });
        Shape::Path { steps: steps.collect(), fill: None, stroke: Some(stroke) }
    }

    /// Lines, each from one point to another.
    pub fn lines(ends: &[[(f64, f64); 2]], stroke: Stroke) -> Self {
        let steps =
            ends.iter().flat_map(|[from, to]| [Step::Move(from.0, from.1), Step::Line(to.0, to.1)]);
        Shape::Path { steps: steps.collect(), fill: None, stroke: Some(stroke) }
    }

    /// A label.
    pub fn label(
        text: impl Into<String>,
        place: (f64, f64),
        anchor: Anchor,
        colour: Colour,
    ) -> Self {
        Shape::Words(Words { text: text.into(), place, anchor, colour, font: Font::Label })
    }
}
