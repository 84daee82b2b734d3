//! Charts as PDF, for papers in LaTeX: lines stay lines at any size. Letters are outlines, so a
//! reader needs no font.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref};
use tiny_skia::{Path, PathSegment, Point};

use super::drawing::{Colour, Drawing};
use super::outline::{Outline, outline, rgb};

/// Points of PDF per pixel of the drawing.
const SCALE: f32 = 0.75;

/// The picture as PDF.
pub(super) fn pdf(drawing: &Drawing) -> Result<Vec<u8>, String> {
    let [width, height] = [drawing.width, drawing.height].map(|side| side as f32 * SCALE);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&operators(drawing)).map_err(|error| error.to_string())?;
    let packed = packed.finish().map_err(|error| error.to_string())?;
    let [catalog, pages, page, contents] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut sheet = pdf.page(page);
    sheet.parent(pages).media_box(Rect::new(0.0, 0.0, width, height)).contents(contents);
    sheet.resources();
    sheet.finish();
    pdf.stream(contents, &packed).filter(Filter::FlateDecode);
    Ok(pdf.finish())
}

/// The operators that draw a picture.
fn operators(drawing: &Drawing) -> Vec<u8> {
    let mut content = Content::new();
    // The y axis of PDF points up.
    content.transform([SCALE, 0.0, 0.0, -SCALE, 0.0, drawing.height as f32 * SCALE]);
    for shape in drawing.shapes.iter().filter_map(outline) {
        draw(&mut content, &shape);
    }
    content.finish().into_vec()
}

fn draw(content: &mut Content, shape: &Outline) {
    if let Some(colour) = shape.fill {
        let [red, green, blue] = parts(colour);
        content.set_fill_rgb(red, green, blue);
        trace(content, &shape.path);
        content.fill_nonzero();
    }
    if let Some(stroke) = shape.stroke {
        let [red, green, blue] = parts(stroke.colour);
        content.set_stroke_rgb(red, green, blue);
        content.set_line_width(stroke.width as f32);
        content.set_line_join(match stroke.is_round {
            true => LineJoinStyle::RoundJoin,
            false => LineJoinStyle::MiterJoin,
        });
        content.set_dash_pattern(stroke.dashes.iter().map(|length| *length as f32), 0.0);
        trace(content, &shape.path);
        content.stroke();
    }
}

/// Red, green and blue, each from 0 to 1.
fn parts(colour: Colour) -> [f32; 3] {
    rgb(colour).map(|part| f32::from(part) / 255.0)
}

/// Adds the outline of a path.
fn trace(content: &mut Content, path: &Path) {
    let mut from = Point::zero();
    for segment in path.segments() {
        from = match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                to
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                to
            }
            // PDF has cubic curves only.
            PathSegment::QuadTo(bend, to) => {
                let third = |end: Point| {
                    Point::from_xy((end.x + 2.0 * bend.x) / 3.0, (end.y + 2.0 * bend.y) / 3.0)
                };
                curve(content, [third(from), third(to), to]);
                to
            }
            PathSegment::CubicTo(one, other, to) => {
                curve(content, [one, other, to]);
                to
            }
            PathSegment::Close => {
                content.close_path();
                from
            }
        };
    }
}

fn curve(content: &mut Content, [one, other, to]: [Point; 3]) {
    content.cubic_to(one.x, one.y, other.x, other.y, to.x, to.y);
}

#[cfg(test)]
mod tests {
    use super::operators;
    use crate::chart::{Chart, LIGHT, Point, Scatter, Series};

    #[test]
    fn shapes_and_letters_become_outlines() {
        let points = vec![Point { x: 1.0, y: 2.0, interval: None }];
        let series = vec![Series { points, ..Series::default() }];
        let scatter = Some(Scatter { x: 9.0, y: 9.0 });
        let [with, without] = ["Solved", ""].map(|title| {
            let (title, series) = (title.to_owned(), series.clone());
            let chart = Chart { title, series, scatter, ..Chart::default() };
            let file = chart.pdf().unwrap();
            assert!(file.starts_with(b"%PDF-") && file.trim_ascii_end().ends_with(b"%%EOF"));
            assert!(!file.windows(5).any(|word| word == b"/Font"), "a reader needs no font");
            String::from_utf8(operators(&chart.drawing(&LIGHT))).unwrap()
        });
        let count = |file: &str, operator: &str| {
            file.lines().filter(|line| line.ends_with(operator)).count()
        };
        assert!(count(&with, " c") > count(&without, " c"), "letters have curves");
        assert_eq!(count(&with, "[3 3] 0 d"), 2, "a dashed line for each limit");
    }
}
