//! A line chart as SVG.

use std::fmt::Write;

const COLOURS: [&str; 5] = ["#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#a463f2"];
const SIZE: (f64, f64) = (720.0, 440.0);
/// Left, top, right and bottom of what is plotted.
const FRAME: (f64, f64, f64, f64) = (90.0, 40.0, 600.0, 390.0);

/// Lines over 1, 2, 3, …, each with its name at its end.
pub fn lines(title: &str, across: &str, up: &str, lines: &[(String, Vec<f64>)]) -> String {
    let (left, top, right, bottom) = FRAME;
    let count = lines.iter().map(|(_, values)| values.len()).max().unwrap_or(1).max(2);
    let most = lines.iter().flat_map(|(_, values)| values).copied().fold(1.0, f64::max);
    let step = nice(most / 5.0);
    let ceiling = (most / step).ceil() * step;
    let x = |index: usize| left + (right - left) * index as f64 / (count - 1) as f64;
    let y = |value: f64| bottom - (bottom - top) * value / ceiling;
    let mut svg = String::new();
    let (width, height) = SIZE;
    // Writing to a string does not fail.
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">
<title>{title}</title>
<rect width="100%" height="100%" fill="white"/>
<text x="{left}" y="24" font-size="16">{title}</text>
<text x="{}" y="{}" text-anchor="middle">{across}</text>
<text transform="translate(18 {}) rotate(-90)" text-anchor="middle">{up}</text>"#,
        (left + right) / 2.0,
        height - 12.0,
        (top + bottom) / 2.0,
    );
    let mut tick = 0.0;
    while tick <= ceiling {
        let at = y(tick);
        let _ = writeln!(
            svg,
            r##"<path d="M{left} {at:.1}H{right}" stroke="#ddd"/><text x="{}" y="{:.1}" text-anchor="end">{tick}</text>"##,
            left - 8.0,
            at + 4.0
        );
        tick += step;
    }
    for index in (0..=count).step_by(10).skip(1) {
        let _ = writeln!(
            svg,
            r#"<text x="{:.1}" y="{}" text-anchor="middle">{index}</text>"#,
            x(index - 1),
            bottom + 18.0
        );
    }
    // Names are pushed apart where lines end close together, the lowest first.
    let mut ends: Vec<(usize, f64)> = lines
        .iter()
        .enumerate()
        .map(|(line, (_, values))| (line, y(values.last().copied().unwrap_or(0.0))))
        .collect();
    ends.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut free = f64::INFINITY;
    for (line, end) in ends {
        let (name, values) = &lines[line];
        let colour = COLOURS[line % COLOURS.len()];
        let points: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(index, value)| format!("{:.1},{:.1}", x(index), y(*value)))
            .collect();
        let label = end.min(free);
        free = label - 16.0;
        let _ = writeln!(
            svg,
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2"/><text x="{}" y="{:.1}" fill="{colour}">{name}</text>"#,
            points.join(" "),
            right + 8.0,
            label + 4.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The next of 1, 2, 5, 10, 20, … from a value.
fn nice(value: f64) -> f64 {
    let mut step = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if step * factor >= value {
                return step * factor;
            }
        }
        step *= 10.0;
    }
}
