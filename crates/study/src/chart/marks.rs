//! Distinguishes series: by colour, stroke and mark.

use super::drawing::{Colour, Shape, Step, Stroke};
use super::{Series, Theme};

/// The strokes: beyond the palette, colours repeat with the next stroke.
const DASHES: [&[f64]; 5] = [&[], &[9.0, 3.0], &[2.0, 3.0], &[9.0, 3.0, 2.0, 3.0], &[14.0, 4.0]];

impl Series {
    pub(super) fn colour(&self, theme: &Theme) -> Colour {
        theme.palette[self.colour % theme.palette.len()]
    }

    /// The stroke of the line.
    pub(super) fn stroke(&self, theme: &Theme) -> Stroke {
        let dashes = DASHES[(self.colour / theme.palette.len()) % DASHES.len()];
        let (width, dashes) = match self.dashed {
            true => (1.5, &[5.0, 3.0][..]),
            false => (2.0, dashes),
        };
        Stroke { width, dashes, ..Stroke::thin(self.colour(theme)) }
    }

    /// Returns the mark of a point: a disc, or a ring for published figures, so that both are
    /// visible if they agree.
    pub(super) fn mark(&self, x: f64, y: f64, theme: &Theme) -> Option<Shape> {
        let colour = self.colour(theme);
        let (radius, fill, stroke) = match self.dashed {
            true => (4.5, None, Some(Stroke::thin(colour))),
            false => (2.8, Some(colour), None),
        };
        (!self.step).then_some(Shape::Circle { centre: (x, y), radius, fill, stroke })
    }

    /// A point of a scatter plot, hollow so that overlapping points stay visible. Its shape
    /// distinguishes it if colours do not.
    pub(super) fn point(&self, x: f64, y: f64, theme: &Theme) -> Shape {
        let (fill, stroke) = (None, Some(Stroke::thin(self.colour(theme))));
        let [left, right, up, down] = [x - 3.5, x + 3.5, y - 3.5, y + 3.5];
        match self.colour % 4 {
            0 => Shape::Circle { centre: (x, y), radius: 3.5, fill, stroke },
            1 => {
                let (corner, size) = ((x - 3.0, y - 3.0), (6.0, 6.0));
                Shape::Rectangle { corner, size, fill, stroke }
            }
            2 => {
                let [top, corner, other] =
                    [Step::Move(x, up), Step::Line(right, down), Step::Line(left, down)];
                Shape::Path { steps: vec![top, corner, other, Step::Close], fill, stroke }
            }
            _ => {
                let cross = [[(left, up), (right, down)], [(right, up), (left, down)]];
                Shape::lines(&cross, Stroke::thin(self.colour(theme)))
            }
        }
    }
}
