//! Horizontal bars, one below another.

use super::axis::{Axis, Ends};
use super::drawing::{Anchor, Colour, Shape, Stroke};
use super::{ABOVE, Area, BELOW, Chart, Point, Theme, WIDTH, shortened, widest};

/// A bar's height.
const HEIGHT: f64 = 16.0;
const ROW: f64 = 26.0;

impl Chart {
    /// Draws horizontal bars, one below another, with their names on the left. Returns the
    /// picture's height.
    pub(super) fn draw_bars(&self, out: &mut Vec<Shape>, theme: &Theme) -> f64 {
        let axis = Axis::new(self.values(), self.log_y, Ends::Ticks, 6);
        let names = widest(self.series.iter().map(|series| series.name.as_str())).min(0.35 * WIDTH);
        let area = Area {
            left: 24.0 + names,
            right: WIDTH - 32.0,
            top: ABOVE - 30.0,
            bottom: ABOVE - 30.0 + ROW * self.series.len() as f64,
        };
        draw_ticks(out, theme, &axis, &area);
        for (index, series) in self.series.iter().enumerate() {
            let middle = area.top + ROW * (index as f64 + 0.5);
            let name = shortened(&series.name, names);
            let place = (area.left - 8.0, middle + 5.0);
            out.push(Shape::label(name, place, Anchor::End, theme.ink));
            if let Some(point) = series.points.first().filter(|point| point.y.is_finite()) {
                let colour = theme.palette[series.colour % theme.palette.len()];
                draw_bar(out, theme, &axis, &area, middle, point, colour);
            }
        }
        let zero = area.x(&axis, 0.0);
        out.push(Shape::line(&[(zero, area.top), (zero, area.bottom)], Stroke::thin(theme.ink)));
        let below = ((area.left + area.right) / 2.0, area.bottom + 43.0);
        out.push(Shape::label(&self.y_label, below, Anchor::Middle, theme.soft));
        area.bottom + BELOW
    }
}

/// The lines of the grid with their values below.
fn draw_ticks(out: &mut Vec<Shape>, theme: &Theme, axis: &Axis, area: &Area) {
    for (value, label) in &axis.ticks {
        let x = area.x(axis, *value);
        out.push(Shape::line(&[(x, area.top), (x, area.bottom)], Stroke::thin(theme.grid)));
        out.push(Shape::label(label, (x, area.bottom + 21.0), Anchor::Middle, theme.soft));
    }
}

/// Draws a bar from zero to the point, with the point's interval.
fn draw_bar(
    out: &mut Vec<Shape>,
    theme: &Theme,
    axis: &Axis,
    area: &Area,
    middle: f64,
    point: &Point,
    colour: Colour,
) {
    let (zero, end) = (area.x(axis, 0.0), area.x(axis, point.y));
    out.push(Shape::Rectangle {
        corner: (zero.min(end), middle - HEIGHT / 2.0),
        size: ((end - zero).abs(), HEIGHT),
        fill: Some(colour),
        stroke: None,
    });
    if let Some((low, high)) = point.interval {
        let (low, high) = (area.x(axis, low), area.x(axis, high));
        let end = |x: f64| [(x, middle - 4.0), (x, middle + 4.0)];
        let whiskers = [[(low, middle), (high, middle)], end(low), end(high)];
        out.push(Shape::lines(&whiskers, Stroke { width: 1.5, ..Stroke::thin(theme.ink) }));
    }
}
