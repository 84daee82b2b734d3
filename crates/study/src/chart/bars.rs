//! Bars that go right, one under another.

use std::fmt::Write;

use super::axis::{Axis, Ends};
use super::{ABOVE, Area, BELOW, Chart, Theme, WIDTH, escaped, shortened, widest};

impl Chart {
    /// Bars that go right, one under another, with their names on the left. Returns the picture's height.
    pub(super) fn draw_bars(&self, out: &mut String, theme: &Theme) -> f64 {
        let axis = Axis::new(self.values(), self.log_y, Ends::Ticks, 6);
        let names = widest(self.series.iter().map(|series| series.name.as_str())).min(0.35 * WIDTH);
        let row = 26.0;
        let area = Area {
            left: 24.0 + names,
            right: WIDTH - 32.0,
            top: ABOVE - 26.0,
            bottom: ABOVE - 26.0 + row * self.series.len() as f64,
        };
        let Theme { grid, ink, palette, .. } = theme;
        for (value, label) in &axis.ticks {
            let x = area.x(&axis, *value);
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"{grid}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                area.top,
                area.bottom,
                area.bottom + 19.0
            );
        }
        let zero = area.x(&axis, 0.0);
        for (index, series) in self.series.iter().enumerate() {
            let middle = area.top + row * (index as f64 + 0.5);
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{ink}\">{}</text>",
                area.left - 8.0,
                middle + 4.0,
                escaped(&shortened(&series.name, names))
            );
            let Some(point) = series.points.first().filter(|point| point.y.is_finite()) else { continue };
            let end = area.x(&axis, point.y);
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"16\" fill=\"{}\"/>",
                zero.min(end),
                middle - 8.0,
                (end - zero).abs(),
                palette[series.colour % palette.len()]
            );
            if let Some((low, high)) = point.interval {
                let (low, high) = (area.x(&axis, low), area.x(&axis, high));
                let _ = writeln!(
                    out,
                    "<path d=\"M{low:.1} {middle:.1}H{high:.1}M{low:.1} {:.1}v8M{high:.1} {:.1}v8\" stroke=\"{ink}\" \
                     stroke-width=\"1.5\"/>",
                    middle - 4.0,
                    middle - 4.0
                );
            }
        }
        let _ = writeln!(
            out,
            "<path d=\"M{zero:.1} {:.1}V{:.1}\" stroke=\"{ink}\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            area.top,
            area.bottom,
            (area.left + area.right) / 2.0,
            area.bottom + 38.0,
            escaped(&self.y_label)
        );
        area.bottom + BELOW
    }
}
