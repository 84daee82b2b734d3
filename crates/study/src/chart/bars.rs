//! Horizontal bars, one below another.

use std::fmt::Write;

use super::axis::{Axis, Ends};
use super::{ABOVE, Area, BELOW, Chart, Point, Theme, WIDTH, escaped, shortened, widest};

/// A bar's height.
const HEIGHT: f64 = 16.0;
const ROW: f64 = 26.0;

impl Chart {
    /// Draws horizontal bars, one below another, with their names on the left. Returns the
    /// picture's height.
    pub(super) fn draw_bars(&self, out: &mut String, theme: &Theme) -> f64 {
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
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{}\">{}</text>",
                area.left - 8.0,
                middle + 5.0,
                theme.ink,
                escaped(&shortened(&series.name, names))
            );
            if let Some(point) = series.points.first().filter(|point| point.y.is_finite()) {
                let colour = theme.palette[series.colour % theme.palette.len()];
                draw_bar(out, theme, &axis, &area, middle, point, colour);
            }
        }
        let _ = writeln!(
            out,
            "<path d=\"M{zero:.1} {:.1}V{:.1}\" stroke=\"{}\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            area.top,
            area.bottom,
            theme.ink,
            (area.left + area.right) / 2.0,
            area.bottom + 43.0,
            escaped(&self.y_label),
            zero = area.x(&axis, 0.0),
        );
        area.bottom + BELOW
    }
}

/// The lines of the grid with their values below.
fn draw_ticks(out: &mut String, theme: &Theme, axis: &Axis, area: &Area) {
    for (value, label) in &axis.ticks {
        let x = area.x(axis, *value);
        let _ = writeln!(
            out,
            "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"{}\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
             text-anchor=\"middle\">{label}</text>",
            area.top,
            area.bottom,
            theme.grid,
            area.bottom + 21.0
        );
    }
}

/// Draws a bar from zero to the point, with the point's interval.
fn draw_bar(
    out: &mut String,
    theme: &Theme,
    axis: &Axis,
    area: &Area,
    middle: f64,
    point: &Point,
    colour: &str,
) {
    let (zero, end) = (area.x(axis, 0.0), area.x(axis, point.y));
    let _ = writeln!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{HEIGHT}\" fill=\"{colour}\"/>",
        zero.min(end),
        middle - HEIGHT / 2.0,
        (end - zero).abs(),
    );
    if let Some((low, high)) = point.interval {
        let (low, high) = (area.x(axis, low), area.x(axis, high));
        let _ = writeln!(
            out,
            "<path d=\"M{low:.1} {middle:.1}H{high:.1}M{low:.1} {top:.1}v8M{high:.1} {top:.1}v8\" \
             stroke=\"{}\" stroke-width=\"1.5\"/>",
            theme.ink,
            top = middle - 4.0,
        );
    }
}
