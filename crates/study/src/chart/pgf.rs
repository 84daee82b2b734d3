//! Charts as code of PGFPlots, for papers in LaTeX that set their own fonts and sizes.

use std::fmt::Write;

use super::{Chart, LIGHT, Point, Series};
use crate::tex::escaped;

/// The marks of a scatter plot, in turn.
const MARKS: [&str; 6] = ["o", "square", "triangle", "diamond", "pentagon", "x"];
/// Lines of at most this many points mark each point.
const MARKED: usize = 40;

impl Chart {
    /// The chart as a `tikzpicture` for `\input`, which needs the package `pgfplots`.
    ///
    /// ```
    /// use patience_study::chart::{Chart, Point, Series};
    ///
    /// let points = vec![Point { x: 1.0, y: 0.5, interval: Some((0.25, 0.75)) }];
    /// let series = vec![Series { name: "A* & more".to_owned(), points, ..Series::default() }];
    /// let chart = Chart { title: "Solved".to_owned(), series, ..Chart::default() };
    /// assert!(chart.pgf().contains("(1,0.5) += (0,0.25) -= (0,0.25)"));
    /// assert!(chart.pgf().contains("\\addlegendentry{A* \\& more}"));
    /// ```
    pub fn pgf(&self) -> String {
        let mut out = String::from(
            "% \\usepackage{pgfplots} and \\pgfplotsset{compat=1.18} in the preamble; then \\input \
             this file.\n\\begin{tikzpicture}\n",
        );
        for (index, colour) in LIGHT.palette.iter().enumerate() {
            let colour = colour.trim_start_matches('#');
            let _ = writeln!(out, "\\definecolor{{patience{index}}}{{HTML}}{{{colour}}}");
        }
        let _ = writeln!(out, "\\begin{{axis}}[{}]", self.options().join(",\n  "));
        if let Some(borders) = self.scatter {
            self.write_borders(&mut out, borders.x, borders.y);
        }
        for (index, series) in self.series.iter().enumerate() {
            let places: String = match self.bars {
                true => series.points.first().map(|point| bar(point, index)).unwrap_or_default(),
                false => series.points.iter().map(|point| self.place(point)).collect(),
            };
            let _ = writeln!(
                out,
                "\\addplot[{}] coordinates {{\n{places}}};",
                self.style(series).join(", ")
            );
            if !self.bars {
                let _ = writeln!(out, "\\addlegendentry{{{}}}", escaped(&series.name));
            }
        }
        out + "\\end{axis}\n\\end{tikzpicture}\n"
    }

    fn options(&self) -> Vec<String> {
        let mut options = vec![format!("title={{{}}}", escaped(&self.title))];
        let mut label = |axis: &str, text: &str| {
            if !text.is_empty() {
                options.push(format!("{axis}label={{{}}}", escaped(text)));
            }
        };
        if self.bars {
            label("x", &self.y_label);
            let names: Vec<String> =
                self.series.iter().map(|series| format!("{{{}}}", escaped(&series.name))).collect();
            let places: Vec<String> = (0..names.len()).map(|place| place.to_string()).collect();
            options.extend(["xbar, bar shift=0pt, y dir=reverse, xmin=0".to_owned()]);
            options.push(format!("ytick={{{}}}", places.join(",")));
            options.push(format!("yticklabels={{{}}}", names.join(",")));
            return options;
        }
        label("x", &self.x_label);
        label("y", &self.y_label);
        options.extend(self.log_x.then(|| "xmode=log".to_owned()));
        options.extend(self.log_y.then(|| "ymode=log".to_owned()));
        options.push("legend style={at={(0.5,-0.2)}, anchor=north, draw=none}".to_owned());
        options.push("legend cell align=left, grid=major".to_owned());
        options
    }

    fn style(&self, series: &Series) -> Vec<String> {
        let colours = LIGHT.palette.len();
        let colour = format!("patience{}", series.colour % colours);
        if self.bars {
            return vec![format!("fill={colour}, draw={colour}"), ERRORS_X.to_owned()];
        }
        if self.scatter.is_some() {
            let mark = MARKS[(series.colour + series.colour / colours) % MARKS.len()];
            return vec![format!("only marks, mark={mark}"), colour];
        }
        let dashes = ["solid", "densely dashed", "densely dotted", "dashdotted"];
        let stroke = match series.dashed {
            true => "dashed",
            false => dashes[series.colour / colours % dashes.len()],
        };
        let has_marks = !series.step && series.points.len() <= MARKED;
        let mark = match (has_marks, series.dashed) {
            (false, _) => "none",
            (true, true) => "o",
            (true, false) => "*",
        };
        let mut style = vec![colour, "thick".to_owned(), stroke.to_owned()];
        style.push(format!("mark={mark}, mark size=1.2pt, mark options={{solid}}"));
        style.extend(series.step.then(|| "const plot".to_owned()));
        style.push(ERRORS_Y.to_owned());
        style
    }

    /// A point; `None` if an axis cannot show it.
    fn place(&self, point: &Point) -> String {
        let fits = |value: f64, log: bool| value.is_finite() && (!log || value > 0.0);
        if !fits(point.x, self.log_x) || !fits(point.y, self.log_y) {
            return String::new();
        }
        let ends = point.interval.filter(|(low, high)| fits(*low, self.log_y) && high.is_finite());
        let errors = ends.map_or(String::new(), |(low, high)| {
            format!(" += (0,{}) -= (0,{})", high - point.y, point.y - low)
        });
        format!("({},{}){errors}\n", point.x, point.y)
    }

    /// The diagonal of a scatter plot, and a line for each limit.
    fn write_borders(&self, out: &mut String, x: f64, y: f64) {
        let values = self.series.iter().flat_map(|series| &series.points);
        let values = values.flat_map(|point| [point.x, point.y]).chain([x, y]);
        let is_shown = |value: &f64| value.is_finite() && (!self.log_x || *value > 0.0);
        let (low, high) = values
            .filter(is_shown)
            .fold((f64::INFINITY, 0.0), |(low, high), value| (value.min(low), value.max(high)));
        if low > high {
            return;
        }
        for (style, from, to) in [
            ("gray", (low, low), (high, high)),
            ("gray, dashed", (x, low), (x, high)),
            ("gray, dashed", (low, y), (high, y)),
        ] {
            let _ = writeln!(
                out,
                "\\addplot[{style}, no marks, forget plot] coordinates {{({},{}) ({},{})}};",
                from.0, from.1, to.0, to.1
            );
        }
    }
}

const ERRORS_X: &str = "error bars/.cd, x dir=both, x explicit";
const ERRORS_Y: &str = "error bars/.cd, y dir=both, y explicit";

/// The bar of a series, with its interval.
fn bar(point: &Point, index: usize) -> String {
    if !point.y.is_finite() {
        return String::new();
    }
    let ends = point.interval.filter(|(low, high)| low.is_finite() && high.is_finite());
    let errors = ends.map_or(String::new(), |(low, high)| {
        format!(" += ({},0) -= ({},0)", high - point.y, point.y - low)
    });
    format!("({},{index}){errors}\n", point.y)
}

#[cfg(test)]
mod tests {
    use crate::chart::{Chart, Point, Scatter, Series};

    fn chart() -> Chart {
        let point = |x, y| Point { x, y, interval: Some((y / 2.0, 2.0 * y)) };
        let points = vec![point(1.0, 0.0), point(2.0, 4.0), point(f64::NAN, 1.0)];
        let series = |name: &str| Series {
            name: name.to_owned(),
            points: points.clone(),
            ..Series::default()
        };
        Chart { series: vec![series("a_b"), series("c")], log_y: true, ..Chart::default() }
    }

    #[test]
    fn points_without_a_place_are_left_out() {
        let pgf = chart().pgf();
        assert_eq!(pgf.matches("(2,4) += (0,4) -= (0,2)\n").count(), 2);
        assert!(
            !pgf.contains("(1,0)") && !pgf.contains("NaN") && pgf.contains("ymode=log"),
            "{pgf}"
        );
        assert!(pgf.contains("\\addlegendentry{a\\_b}"));
        assert_eq!(pgf.matches('{').count(), pgf.matches('}').count());
    }

    #[test]
    fn bars_and_scatter_plots_have_their_own_form() {
        let bars = Chart { bars: true, log_y: false, ..chart() }.pgf();
        assert!(
            bars.contains("yticklabels={{a\\_b},{c}}") && bars.contains("(0,1) += (0,0)"),
            "{bars}"
        );
        let scatter = Some(Scatter { x: 9.0, y: 8.0 });
        let scatter = Chart { scatter, log_x: true, ..chart() }.pgf();
        assert_eq!(scatter.matches("forget plot").count(), 3);
        assert!(scatter.contains("{(9,1) (9,9)}") && scatter.contains("only marks"), "{scatter}");
    }
}
