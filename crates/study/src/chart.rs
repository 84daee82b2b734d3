//! Charts: what is drawn, and the one place that knows the plotting library.

use std::sync::Arc;

use kuva::plot::{BarPlot, LinePlot, LineStyle};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::theme::Theme;

/// A chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The label of the x axis.
    pub x_label: String,
    /// The label of the y axis.
    pub y_label: String,
    /// Whether the x axis is logarithmic.
    pub log_x: bool,
    /// Whether the y axis is logarithmic.
    pub log_y: bool,
    /// Whether each series is one bar, its first point.
    pub bars: bool,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points, x rising.
    pub points: Vec<Point>,
    /// Whether the value stays until the next point.
    pub step: bool,
    /// Whether it is dashed, as published figures are.
    pub dashed: bool,
    /// Its place in the palette.
    pub colour: usize,
}

/// A point, perhaps with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The interval's ends.
    pub interval: Option<(f64, f64)>,
}

/// Wong's palette for the colour-blind (Nature Methods 8, 2011), its yellow and black replaced so that every colour
/// stands out on white; and the same hues lighter, for dark paper.
const LIGHT: [&str; 8] = ["#0072B2", "#D55E00", "#009E73", "#AA4499", "#B8860B", "#3BA3DB", "#5B5B5B", "#882255"];
const DARK: [&str; 8] = ["#56B4E9", "#F28E4B", "#2FC79B", "#DE8CC9", "#E6C229", "#8CCBF2", "#B8B8B8", "#D9678F"];

fn theme(dark: bool) -> Theme {
    let (background, ink, grid, border) = match dark {
        false => ("#ffffff", "#1c1e21", "#e4e6ea", "#c9ccd1"),
        true => ("#16181c", "#e4e6ea", "#30343a", "#4a4f57"),
    };
    let mut theme = if dark { Theme::dark() } else { Theme::light() };
    theme.background = background.to_owned();
    theme.axis_color = ink.to_owned();
    theme.tick_color = ink.to_owned();
    theme.text_color = ink.to_owned();
    theme.grid_color = grid.to_owned();
    theme.legend_bg = background.to_owned();
    theme.legend_border = border.to_owned();
    theme.font_family = Some("system-ui, Helvetica, Arial, sans-serif".to_owned());
    theme
}

/// A tick of a logarithmic axis, short at both ends: `0.01`, `100`, `1e5`.
fn power(value: f64) -> String {
    let exponent = value.log10().round();
    match value {
        _ if (value.log10() - exponent).abs() > 1e-9 => value.to_string(),
        0.005..5000.0 => format!("{value:.*}", (-exponent).max(0.0) as usize),
        _ => format!("1e{exponent}"),
    }
}

impl Chart {
    /// The chart as an SVG picture for light or dark paper.
    pub fn svg(&self, dark: bool) -> String {
        let palette = if dark { &DARK } else { &LIGHT };
        let colour = |series: &Series| palette[series.colour % palette.len()];
        let plots: Vec<Plot> = match self.bars {
            true => vec![self.bar_plot(&colour, if dark { "#e4e6ea" } else { "#1c1e21" })],
            false => self.series.iter().map(|series| self.line(series, colour(series))).collect(),
        };
        let mut layout = Layout::auto_from_plots(&plots)
            .with_title(self.title.as_str())
            .with_x_label(self.x_label.as_str())
            .with_y_label(self.y_label.as_str())
            .with_width(560.0)
            .with_height(340.0)
            // Its box would cover the last tick.
            .with_legend_box(false)
            .with_theme(theme(dark));
        let powers = TickFormat::Custom(Arc::new(power));
        if self.log_x && !self.bars {
            layout = layout.with_log_x().with_x_tick_format(powers.clone());
        }
        layout = match self.log_y {
            true => layout.with_log_y().with_y_tick_format(powers),
            false => layout.with_y_axis_min(0.0),
        };
        // The library looks at the points alone.
        let ends = self.series.iter().flat_map(|series| &series.points).filter_map(|point| Some(point.interval?.1));
        if let Some(highest) = ends.reduce(f64::max) {
            layout = layout.with_y_axis_max(1.02 * highest);
        }
        kuva::render_to_svg(plots, layout)
    }

    fn line(&self, series: &Series, colour: &str) -> Plot {
        // A logarithmic axis has no place for zero.
        let on_axis = |value: f64, log: bool| if log { value.max(1e-9) } else { value };
        let points: Vec<(f64, f64)> =
            series.points.iter().map(|point| (on_axis(point.x, self.log_x), on_axis(point.y, self.log_y))).collect();
        let mut line = LinePlot::new()
            .with_data(points)
            .with_color(colour)
            .with_stroke_width(if series.dashed { 1.4 } else { 2.0 })
            .with_legend(series.name.as_str());
        if series.points.iter().any(|point| point.interval.is_some()) {
            let ends = |point: &Point| point.interval.map_or((0.0, 0.0), |(low, high)| (point.y - low, high - point.y));
            line = line.with_y_err_asymmetric(series.points.iter().map(ends));
        }
        if series.step {
            line = line.with_step();
        }
        // Beyond the palette the same colours come again with other strokes.
        if series.dashed || series.colour / LIGHT.len() == 1 {
            // Short enough that the legend's swatch shows it, too.
            line = line.with_line_style(LineStyle::Custom("4 3".to_owned()));
        } else if series.colour / LIGHT.len() > 1 {
            line = line.with_dotted();
        }
        Plot::Line(line)
    }

    fn bar_plot(&self, colour: &dyn Fn(&Series) -> &'static str, ink: &str) -> Plot {
        let mut bars = BarPlot::new();
        let mut errors = Vec::new();
        for series in &self.series {
            let Some(point) = series.points.first() else { continue };
            bars = bars.with_colored_bar(series.name.as_str(), point.y, colour(series));
            errors.push(point.interval.map_or((0.0, 0.0), |(low, high)| (point.y - low, high - point.y)));
        }
        if errors.iter().any(|error| *error != (0.0, 0.0)) {
            bars = bars.with_asymmetric_error(errors).with_error_color(ink);
        }
        Plot::Bar(bars)
    }

    /// Whether there is anything to draw.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.points.is_empty())
    }
}

/// A line of many points with no more than `most` of them, the first and last among them.
pub fn thinned(points: Vec<Point>, most: usize) -> Vec<Point> {
    let count = points.len();
    if count <= most {
        return points;
    }
    (0..most).map(|index| points[index * (count - 1) / (most - 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::power;

    #[test]
    fn powers_of_ten_are_short() {
        let powers = [-6, -3, -2, -1, 0, 2, 3, 4, 12].map(|exponent| power(10f64.powi(exponent)));
        assert_eq!(powers, ["1e-6", "1e-3", "0.01", "0.1", "1", "100", "1000", "1e4", "1e12"]);
        assert_eq!(power(20.0), "20");
    }
}
