//! Charts of lines, steps and bars with intervals: as SVG on a light and a dark background, as PDF
//! and PNG, and as code of PGFPlots.

mod axis;
mod bars;
mod drawing;
mod legend;
#[cfg(feature = "pictures")]
mod letters;
mod marks;
#[cfg(feature = "pictures")]
mod outline;
#[cfg(feature = "pictures")]
mod pdf;
mod pgf;
#[cfg(feature = "pictures")]
mod png;
mod scatter;
mod svg;

use axis::{Axis, Ends};
use drawing::{Anchor, Colour, Drawing, Font, Shape, Stroke, Words};

/// A chart.
///
/// ```
/// use patience_study::chart::{Chart, Point, Series};
///
/// let points = [(1.0, 0.2), (2.0, 0.6)].map(|(x, y)| Point { x, y, interval: None }).to_vec();
/// let series = Series { name: "A*".to_owned(), points, ..Series::default() };
/// let chart = Chart { title: "Solved".to_owned(), series: vec![series], ..Chart::default() };
/// assert!(chart.svg(false).starts_with("<svg"));
/// ```
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
    /// The borders of a [scatter plot](Scatter), if it is one: points without lines.
    pub scatter: Option<Scatter>,
    /// The lines.
    pub series: Vec<Series>,
}

/// The borders of a scatter plot that compares two configurations by the same measure: the position
/// of points with an unknown value.
///
/// ```
/// use patience_study::chart::{Chart, Point, Scatter, Series};
///
/// let points = vec![Point { x: 3.0, y: 60.0, interval: None }];
/// let series = vec![Series { name: "deals".to_owned(), points, ..Series::default() }];
/// let scatter = Some(Scatter { x: 60.0, y: 60.0 });
/// let chart = Chart { series, scatter, log_x: true, log_y: true, ..Chart::default() };
/// assert_eq!(chart.svg(false).matches("stroke-dasharray").count(), 2, "a line for each limit");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scatter {
    /// The limit on the x axis.
    pub x: f64,
    /// The limit on the y axis.
    pub y: f64,
}

/// A line of a [`Chart`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points, in ascending order of x.
    pub points: Vec<Point>,
    /// Whether the value stays until the next point.
    pub step: bool,
    /// Whether it is dashed, like published figures.
    pub dashed: bool,
    /// Index of the series in the palette.
    pub colour: usize,
}

/// A point of a [`Chart`], perhaps with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The interval's ends.
    pub interval: Option<(f64, f64)>,
}

/// The colours for a background.
struct Theme {
    paper: Colour,
    ink: Colour,
    /// Labels.
    soft: Colour,
    grid: Colour,
    palette: [Colour; 8],
}

/// Wong's palette for the colour-blind (Nature Methods 8, 2011), its yellow and black replaced so
/// that every colour stands out on white; and the same hues, lighter, for a dark background.
const LIGHT: Theme = Theme {
    paper: "#ffffff",
    ink: "#1c1e21",
    soft: "#585d65",
    grid: "#e4e6ea",
    palette: [
        "#0072B2", "#D55E00", "#009E73", "#AA4499", "#B8860B", "#3BA3DB", "#5B5B5B", "#882255",
    ],
};
const DARK: Theme = Theme {
    paper: "#16181c",
    ink: "#e4e6ea",
    soft: "#a8adb5",
    grid: "#30343a",
    palette: [
        "#56B4E9", "#F28E4B", "#2FC79B", "#DE8CC9", "#E6C229", "#8CCBF2", "#B8B8B8", "#D9678F",
    ],
};

/// Width in pixels: small enough that labels stay legible on a phone, where the picture is 350
/// pixels wide, and in a column of a paper.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 330.0;
/// Distance from the top to the drawing area.
const ABOVE: f64 = 72.0;
const BELOW: f64 = 56.0;
/// Lines of at most this many points mark each point.
const MARKED: usize = 40;

/// The area in which values are drawn, in pixels.
#[derive(Clone, Copy)]
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    /// The position of a value on the horizontal axis.
    fn x(&self, axis: &Axis, value: f64) -> f64 {
        self.left + (self.right - self.left) * axis.place(value)
    }

    /// The position of a value on the vertical axis.
    fn y(&self, axis: &Axis, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * axis.place(value)
    }
}

impl Chart {
    /// Whether the chart has a point to draw.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.points.is_empty())
    }

    /// The chart as an SVG picture, on a light or dark background.
    pub fn svg(&self, dark: bool) -> String {
        let theme = if dark { &DARK } else { &LIGHT };
        svg::svg(&self.drawing(theme), theme.soft)
    }

    /// The chart as a PDF page of its size, for papers in LaTeX.
    ///
    /// # Errors
    ///
    /// The drawing cannot be packed; the error gives the reason.
    #[cfg(feature = "pictures")]
    pub fn pdf(&self) -> Result<Vec<u8>, String> {
        pdf::pdf(&self.drawing(&LIGHT))
    }

    /// The chart as a PNG picture, for slides and word processors.
    ///
    /// # Errors
    ///
    /// The picture cannot be packed; the error gives the reason.
    #[cfg(feature = "pictures")]
    pub fn png(&self) -> Result<Vec<u8>, String> {
        png::png(&self.drawing(&LIGHT))
    }

    fn drawing(&self, theme: &Theme) -> Drawing {
        let mut body = Vec::new();
        let height = match (self.bars, self.scatter) {
            (true, _) => self.draw_bars(&mut body, theme),
            (_, Some(borders)) => self.draw_scatter(&mut body, borders, theme),
            _ => self.draw_lines(&mut body, theme),
        };
        let paper = Shape::Rectangle {
            corner: (0.0, 0.0),
            size: (WIDTH, height),
            fill: Some(theme.paper),
            stroke: None,
        };
        let title = Shape::Words(Words {
            text: shortened(&self.title, WIDTH - 64.0),
            place: (16.0, 27.0),
            anchor: Anchor::Start,
            colour: theme.ink,
            font: Font::Title,
        });
        let shapes = [paper, title].into_iter().chain(body).collect();
        Drawing { width: WIDTH, height, shapes }
    }

    /// All values that the y axis, or the axis of bars, must show.
    fn values(&self) -> impl Iterator<Item = f64> {
        let shown = |series: &'_ Series| {
            if self.bars { series.points.len().min(1) } else { series.points.len() }
        };
        self.series.iter().flat_map(move |series| &series.points[..shown(series)]).flat_map(
            |point| {
                let (low, high) = point.interval.unwrap_or((point.y, point.y));
                [point.y, low, high]
            },
        )
    }

    /// Lines with a legend below. Returns the picture's height.
    fn draw_lines(&self, out: &mut Vec<Shape>, theme: &Theme) -> f64 {
        let up = Axis::new(self.values(), self.log_y, Ends::Ticks, 6);
        let across = self.series.iter().flat_map(|series| &series.points).map(|point| point.x);
        let across = Axis::new(across, self.log_x, Ends::Values, 7);
        let area = self.draw_frame(out, &across, &up, HEIGHT, theme);
        for series in &self.series {
            series.draw(out, area, &across, &up, theme);
        }
        self.draw_legend(out, HEIGHT, theme)
    }

    /// Draws the axes of a picture of the given height without its legend. Returns the area for the
    /// values.
    fn draw_frame(
        &self,
        out: &mut Vec<Shape>,
        across: &Axis,
        up: &Axis,
        height: f64,
        theme: &Theme,
    ) -> Area {
        let left = 24.0 + widest(up.ticks.iter().map(|(_, label)| label.as_str()));
        let right = WIDTH - 18.0;
        let area = Area { left, right, top: ABOVE, bottom: height - BELOW };
        // The lines keep a distance from the area's sides.
        let inner = Area { left: left + 10.0, right: right - 10.0, ..area };
        let Theme { grid, ink, soft, .. } = *theme;
        for (value, label) in &up.ticks {
            let y = area.y(up, *value);
            out.push(Shape::line(&[(left, y), (right, y)], Stroke::thin(grid)));
            out.push(Shape::label(label, (left - 8.0, y + 5.0), Anchor::End, soft));
        }
        let bottom = area.bottom;
        for (value, label) in &across.ticks {
            let x = inner.x(across, *value);
            out.push(Shape::line(&[(x, bottom), (x, bottom + 5.0)], Stroke::thin(ink)));
            out.push(Shape::label(label, (x, bottom + 21.0), Anchor::Middle, soft));
        }
        out.push(Shape::line(&[(left, bottom), (right, bottom)], Stroke::thin(ink)));
        let y_label = shortened(&self.y_label, WIDTH - 40.0);
        out.push(Shape::label(y_label, (16.0, ABOVE - 18.0), Anchor::Start, soft));
        let below = ((left + right) / 2.0, bottom + 43.0);
        let x_label = shortened(&self.x_label, right - left);
        out.push(Shape::label(x_label, below, Anchor::Middle, soft));
        inner
    }
}

impl Series {
    fn draw(&self, out: &mut Vec<Shape>, area: Area, across: &Axis, up: &Axis, theme: &Theme) {
        let finite = self.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite());
        let places: Vec<(f64, f64, &Point)> =
            finite.map(|point| (area.x(across, point.x), area.y(up, point.y), point)).collect();
        let mut line: Vec<(f64, f64)> = Vec::with_capacity(places.len());
        for (x, y, _) in &places {
            if let Some(&(_, before)) = line.last().filter(|_| self.step) {
                line.push((*x, before));
            }
            line.push((*x, *y));
        }
        out.push(Shape::line(&line, Stroke { is_round: true, ..self.stroke(theme) }));
        for (x, y, point) in &places {
            if let Some((low, high)) =
                point.interval.filter(|(low, high)| low.is_finite() && high.is_finite())
            {
                let (low, high) = (area.y(up, low), area.y(up, high));
                let end = |y: f64| [(x - 4.0, y), (x + 4.0, y)];
                let whiskers = [[(*x, low), (*x, high)], end(low), end(high)];
                out.push(Shape::lines(&whiskers, Stroke::thin(self.colour(theme))));
            }
            if places.len() <= MARKED {
                out.extend(self.mark(*x, *y, theme));
            }
        }
    }
}

/// The approximate width of a string at label size, in pixels.
fn text_width(text: &str) -> f64 {
    text.chars()
        .map(|c| if matches!(c, 'i' | 'j' | 'l' | 'f' | 't' | ' ' | '.' | ',') { 5.2 } else { 8.8 })
        .sum()
}

fn widest<'t>(texts: impl Iterator<Item = &'t str>) -> f64 {
    texts.map(text_width).fold(0.0, f64::max)
}

/// A string, cut to the given width in pixels.
fn shortened(text: &str, width: f64) -> String {
    let mut text = text.to_owned();
    if text_width(&text) > width {
        while text_width(&text) > width - 8.0 && text.pop().is_some() {}
        text.push('…');
    }
    text
}

/// Escapes a string for HTML and SVG.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Thins a line to at most `most` points, including the first and last.
///
/// ```
/// use patience_study::chart::{Point, thinned};
///
/// let points = (0..1000).map(|x| Point { x: f64::from(x), y: 0.0, interval: None });
/// assert!(thinned(points, 100).len() <= 100);
/// ```
pub fn thinned(points: impl Iterator<Item = Point> + Clone, most: usize) -> Vec<Point> {
    let count = points.clone().count();
    if count <= most {
        return points.collect();
    }
    let mut taken = 0;
    let mut is_wanted = |place: usize| {
        let is_next = place == taken * (count - 1) / (most - 1);
        taken += usize::from(is_next);
        is_next
    };
    points.enumerate().filter(|(place, _)| is_wanted(*place)).map(|(_, point)| point).collect()
}

#[cfg(test)]
mod tests;
