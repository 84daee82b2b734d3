//! Pictures as PDF, for papers in LaTeX: lines stay lines at any size. Letters are outlines, so a
//! reader needs no font.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref};
use resvg::tiny_skia::{Path, PathSegment, Point, Transform};
use resvg::usvg::{FillRule, Group, LineCap, LineJoin, Node, Paint, Tree};

/// Points of PDF per pixel of SVG.
const SCALE: f32 = 0.75;

/// Converts one of our SVG pictures to PDF. They consist of opaque shapes of one colour.
pub(crate) fn pdf(svg: &str) -> Result<Vec<u8>, String> {
    let tree = super::png::tree(svg)?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|side| side * SCALE);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&drawing(&tree, height)).map_err(|error| error.to_string())?;
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

/// The operators that draw a picture of a height.
fn drawing(tree: &Tree, height: f32) -> Vec<u8> {
    let mut content = Content::new();
    // The y axis of SVG points down.
    content.transform([SCALE, 0.0, 0.0, -SCALE, 0.0, height]);
    group(&mut content, tree.root());
    content.finish().into_vec()
}

fn group(content: &mut Content, of: &Group) {
    for node in of.children() {
        match node {
            Node::Group(inner) => group(content, inner),
            Node::Text(text) => group(content, text.flattened()),
            Node::Path(path) if path.is_visible() => draw(content, path),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

fn draw(content: &mut Content, path: &resvg::usvg::Path) {
    let transform = path.abs_transform();
    if let Some(fill) = path.fill()
        && let Some([red, green, blue]) = colour(fill.paint())
    {
        content.set_fill_rgb(red, green, blue);
        trace(content, path.data(), transform);
        match fill.rule() {
            FillRule::NonZero => content.fill_nonzero(),
            FillRule::EvenOdd => content.fill_even_odd(),
        };
    }
    if let Some(stroke) = path.stroke()
        && let Some([red, green, blue]) = colour(stroke.paint())
    {
        content.set_stroke_rgb(red, green, blue);
        content.set_line_width(stroke.width().get());
        content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        content.set_line_join(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        let dashes = stroke.dasharray().unwrap_or_default().iter().copied();
        content.set_dash_pattern(dashes, stroke.dashoffset());
        trace(content, path.data(), transform);
        content.stroke();
    }
}

fn colour(paint: &Paint) -> Option<[f32; 3]> {
    let Paint::Color(colour) = paint else { return None };
    Some([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0))
}

/// Adds the outline of a path.
fn trace(content: &mut Content, path: &Path, transform: Transform) {
    let place = |mut point: Point| {
        transform.map_point(&mut point);
        point
    };
    let mut from = Point::zero();
    for segment in path.segments() {
        from = match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(place(to).x, place(to).y);
                to
            }
            PathSegment::LineTo(to) => {
                content.line_to(place(to).x, place(to).y);
                to
            }
            // PDF has cubic curves only.
            PathSegment::QuadTo(bend, to) => {
                let third = |end: Point| {
                    Point::from_xy((end.x + 2.0 * bend.x) / 3.0, (end.y + 2.0 * bend.y) / 3.0)
                };
                curve(content, [third(from), third(to), to].map(place));
                to
            }
            PathSegment::CubicTo(one, other, to) => {
                curve(content, [one, other, to].map(place));
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
    use super::*;
    use crate::chart::{Chart, Scatter, Series};

    #[test]
    fn shapes_and_letters_become_outlines() {
        let points = vec![crate::chart::Point { x: 1.0, y: 2.0, interval: None }];
        let series = vec![Series { points, ..Series::default() }];
        let scatter = Some(Scatter { x: 9.0, y: 9.0 });
        let chart = |title: &str| {
            let (title, series) = (title.to_owned(), series.clone());
            Chart { title, series, scatter, ..Chart::default() }.svg(false)
        };
        let [with, without] = ["Solved", ""].map(|title| {
            let svg = chart(title);
            let file = pdf(&svg).unwrap();
            assert!(file.starts_with(b"%PDF-") && file.trim_ascii_end().ends_with(b"%%EOF"));
            assert!(!file.windows(5).any(|word| word == b"/Font"), "a reader needs no font");
            String::from_utf8(drawing(&super::super::png::tree(&svg).unwrap(), 300.0)).unwrap()
        });
        let count = |file: &str, operator: &str| {
            file.lines().filter(|line| line.ends_with(operator)).count()
        };
        assert!(count(&with, " c") > count(&without, " c"), "letters have curves");
        assert_eq!(count(&with, "[3 3] 0 d"), 2, "a dashed line for each limit");
        assert!(pdf("<svg").is_err());
    }
}
