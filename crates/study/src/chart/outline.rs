//! The shapes of a drawing as outlines, which PDF and PNG have in common.

use tiny_skia::{Path, PathBuilder, Rect};

use super::drawing::{Colour, Shape, Step, Stroke};
use super::letters;

/// An outline with its style.
pub(super) struct Outline {
    pub path: Path,
    pub fill: Option<Colour>,
    pub stroke: Option<Stroke>,
}

/// The outline of a shape; `None` if it is invisible, such as empty text.
pub(super) fn outline(shape: &Shape) -> Option<Outline> {
    let (path, fill, stroke) = match shape {
        Shape::Path { steps, fill, stroke } => (path(steps)?, *fill, *stroke),
        Shape::Circle { centre: (x, y), radius, fill, stroke } => {
            let path = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32)?;
            (path, *fill, *stroke)
        }
        Shape::Rectangle { corner: (x, y), size: (width, height), fill, stroke } => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(|value| value as f32);
            (PathBuilder::from_rect(Rect::from_xywh(x, y, width, height)?), *fill, *stroke)
        }
        Shape::Words(words) => (letters::outlines(words)?, Some(words.colour), None),
    };
    Some(Outline { path, fill, stroke })
}

fn path(steps: &[Step]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move(x, y) => path.move_to(x as f32, y as f32),
            Step::Line(x, y) => path.line_to(x as f32, y as f32),
            Step::Close => path.close(),
        }
    }
    path.finish()
}

/// Red, green and blue.
pub(super) fn rgb(colour: Colour) -> [u8; 3] {
    [1, 3, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).expect("a palette colour"))
}
