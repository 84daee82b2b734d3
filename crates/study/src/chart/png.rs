//! Charts as PNG, for slides and word processors, which do not accept SVG.

use tiny_skia::{FillRule, LineJoin, Paint, Pixmap, StrokeDash, Transform};

use super::drawing::{Colour, Drawing, Stroke};
use super::outline::{outline, rgb};

/// PNG pixels per pixel of the drawing: about 300 per inch in a column of a paper.
const SCALE: f32 = 2.0;

/// The picture as PNG.
pub(super) fn png(drawing: &Drawing) -> Result<Vec<u8>, String> {
    let pixels = |side: f64| (side as f32 * SCALE).ceil() as u32;
    let mut picture = Pixmap::new(pixels(drawing.width), pixels(drawing.height))
        .ok_or("the picture has no size")?;
    let scaled = Transform::from_scale(SCALE, SCALE);
    for shape in drawing.shapes.iter().filter_map(outline) {
        if let Some(colour) = shape.fill {
            picture.fill_path(&shape.path, &paint(colour), FillRule::Winding, scaled, None);
        }
        if let Some(stroke) = shape.stroke {
            let paint = paint(stroke.colour);
            picture.stroke_path(&shape.path, &paint, &pen(&stroke), scaled, None);
        }
    }
    picture.encode_png().map_err(|error| error.to_string())
}

fn paint(colour: Colour) -> Paint<'static> {
    let [red, green, blue] = rgb(colour);
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, u8::MAX);
    paint
}

fn pen(stroke: &Stroke) -> tiny_skia::Stroke {
    let dashes = stroke.dashes.iter().map(|length| *length as f32).collect();
    tiny_skia::Stroke {
        width: stroke.width as f32,
        line_join: if stroke.is_round { LineJoin::Round } else { LineJoin::Miter },
        dash: StrokeDash::new(dashes, 0.0),
        ..tiny_skia::Stroke::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::chart::{Chart, Point, Series};

    #[test]
    fn letters_are_drawn_on_every_machine() {
        let png = |title: &str| {
            let points = vec![Point { x: 1.0, y: 2.0, interval: None }];
            let series = vec![Series { points, ..Series::default() }];
            Chart { title: title.to_owned(), series, ..Chart::default() }.png().unwrap()
        };
        let [with, without] = ["Solved \u{2265} 5 \u{2660}", ""].map(png);
        assert!(with.starts_with(b"\x89PNG\r\n\x1a\n") && with != without);
        assert_eq!(with, png("Solved \u{2265} 5 \u{2660}"));
    }
}
