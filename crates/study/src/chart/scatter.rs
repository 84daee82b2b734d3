//! Scatter plots of two series by the same measure, with the limits as borders.

use super::axis::{Axis, Ends};
use super::drawing::{Shape, Stroke};
use super::{Chart, Scatter, Theme, WIDTH};

impl Chart {
    /// Draws the points, the diagonal of equal values, and a line for each limit, on which
    /// undecided instances lie. Returns the picture's height.
    pub(super) fn draw_scatter(
        &self,
        out: &mut Vec<Shape>,
        borders: Scatter,
        theme: &Theme,
    ) -> f64 {
        let points = || self.series.iter().flat_map(|series| &series.points);
        // Both axes have the same range, so that equal values lie on the diagonal.
        let values = || points().flat_map(|point| [point.x, point.y]).chain([borders.x, borders.y]);
        let up = Axis::new(values(), self.log_y, Ends::Ticks, 7);
        let across = Axis::new(values(), self.log_x, Ends::Ticks, 7);
        let height = WIDTH;
        let area = self.draw_frame(out, &across, &up, height, theme);
        let (x, y) = (area.x(&across, borders.x), area.y(&up, borders.y));
        let corners = [(area.left, area.bottom), (area.right, area.top)];
        out.push(Shape::line(&corners, Stroke::thin(theme.grid)));
        let limit = Stroke { dashes: &[3.0, 3.0], ..Stroke::thin(theme.soft) };
        out.push(Shape::line(&[(x, area.top), (x, area.bottom)], limit));
        out.push(Shape::line(&[(area.left, y), (area.right, y)], limit));
        for series in &self.series {
            for point in
                series.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite())
            {
                let (x, y) = (area.x(&across, point.x), area.y(&up, point.y));
                out.push(series.point(x, y, theme));
            }
        }
        self.draw_legend(out, height, theme)
    }
}
