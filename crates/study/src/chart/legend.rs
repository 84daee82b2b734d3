//! The legend below the picture, with as many names per line as fit.

use super::drawing::{Anchor, Shape};
use super::{Chart, MARKED, Series, Theme, WIDTH, shortened, text_width};

/// Distance between two lines of the legend.
const LINE: f64 = 22.0;
/// Length of a legend's stroke.
const SWATCH: f64 = 24.0;
/// Distance between two names of a line.
const GAP: f64 = 18.0;
const LEFT: f64 = 16.0;

impl Chart {
    /// Adds the stroke or mark and the name of each series below a picture of the given height.
    /// Returns the new height.
    pub(super) fn draw_legend(&self, out: &mut Vec<Shape>, height: f64, theme: &Theme) -> f64 {
        let most = WIDTH - 2.0 * LEFT - SWATCH - 8.0;
        let (mut x, mut y) = (LEFT, height + 6.0);
        for series in &self.series {
            let name = shortened(&series.name, most);
            let width = SWATCH + 8.0 + text_width(&name);
            if x > LEFT && x + width > WIDTH - LEFT {
                (x, y) = (LEFT, y + LINE);
            }
            out.extend(self.swatch(series, x, y, theme));
            let place = (x + SWATCH + 8.0, y + 5.0);
            out.push(Shape::label(name, place, Anchor::Start, theme.ink));
            x += width + GAP;
        }
        if self.series.is_empty() { height } else { y + 16.0 }
    }

    fn swatch(&self, series: &Series, x: f64, y: f64, theme: &Theme) -> Vec<Shape> {
        let middle = x + SWATCH / 2.0;
        if self.scatter.is_some() {
            return vec![series.point(middle, y, theme)];
        }
        let line = Shape::line(&[(x, y), (x + SWATCH, y)], series.stroke(theme));
        let mark = series.mark(middle, y, theme).filter(|_| series.points.len() <= MARKED);
        [line].into_iter().chain(mark).collect()
    }
}
