use super::*;

fn series(name: &str, points: &[(f64, f64)]) -> Series {
    let points =
        points.iter().map(|&(x, y)| Point { x, y, interval: Some((y / 2.0, 2.0 * y)) }).collect();
    Series { name: name.to_owned(), points, ..Series::default() }
}

/// Every coordinate in the attributes.
fn coordinates(svg: &str) -> Vec<f64> {
    let attributes = [" d=\"", " x=\"", " y=\"", " cx=\"", " cy=\"", " width=\"", " height=\""];
    let values = attributes
        .iter()
        .flat_map(|name| svg.split(name).skip(1))
        .map(|rest| rest.split('"').next().unwrap());
    let separate = |c: char| c.is_ascii_alphabetic() || c == ' ';
    values
        .flat_map(|value| value.split(separate))
        .filter(|text| !text.is_empty())
        .map(|n| n.parse().unwrap())
        .collect()
}

/// Every drawing is well-formed and inside the picture.
#[test]
fn all_is_inside_the_picture() {
    let line: &[(f64, f64)] = &[(1.0, 3.0), (2.0, 1e4), (40.0, 0.5)];
    let hostile = "</svg><script>\"&";
    let cases: &[(&str, Vec<Series>)] = &[
        ("lines", vec![series("a", line), series("b", &[(5.0, 7.0)])]),
        ("nothing", vec![series("a", &[])]),
        ("one point", vec![series("a", &[(0.0, 0.0)])]),
        ("no numbers", vec![series("a", &[(f64::NAN, 1.0), (1.0, f64::INFINITY), (2.0, 2.0)])]),
        ("below zero", vec![series("a", &[(-3.0, -4.0), (2.0, 5.0)])]),
        ("names", vec![series(hostile, line), series(&"very long ".repeat(40), line)]),
        ("many", (0..60).map(|index| Series { colour: index, ..series("m", line) }).collect()),
    ];
    for (name, series) in cases {
        for bits in 0..32 {
            let [log_x, log_y, bars, dashed, scattered] =
                [1, 2, 4, 8, 16].map(|bit| bits & bit != 0);
            let scatter = scattered.then_some(Scatter { x: 60.0, y: 7.0 });
            let series =
                series.iter().map(|one| Series { dashed, step: log_x, ..one.clone() }).collect();
            let title = hostile.to_owned();
            let chart = Chart { title, log_x, log_y, bars, scatter, series, ..Chart::default() };
            let svg = chart.svg(dashed);
            let height: f64 =
                svg.split("height=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
            for value in coordinates(&svg) {
                assert!(
                    (0.0..=WIDTH.max(height)).contains(&value),
                    "{name} {bits}: {value} in {svg}"
                );
            }
            let (open, close) = (svg.matches('<').count(), svg.matches('>').count());
            let ends = svg.matches("/>").count() + 2 * svg.matches("</").count();
            assert!(
                open == close && open == ends && !svg.contains("<script"),
                "{name} {bits}: {svg}"
            );
        }
    }
}

#[test]
fn values_stand_where_the_axes_say() {
    let chart =
        Chart { series: vec![series("a", &[(11.0, 0.0), (13.0, 30.0)])], ..Chart::default() };
    let svg = chart.svg(false);
    let line = svg.split("<path d=\"M").find(|path| path.contains("stroke-linejoin")).unwrap();
    let ends = coordinates(&format!(" d=\"{line}"));
    let tick = |label: &str| {
        let text = svg.split("<text ").find(|text| text.contains(&format!(">{label}<"))).unwrap();
        let at = coordinates(&format!(" {}", text.split('>').next().unwrap()));
        (at[0], at[1] - 5.0)
    };
    assert_eq!((ends[0], ends[1]), (tick("11").0, tick("0").1));
    // The interval's end, 60, is the highest tick, so 30 is half way up.
    assert_eq!(ends[2], tick("13").0);
    assert!((ends[3] - (tick("0").1 + tick("60").1) / 2.0).abs() < 0.06);
}

#[test]
fn thinning_keeps_both_ends() {
    let points: Vec<Point> =
        (0..1000).map(|x| Point { x: f64::from(x), y: 0.0, interval: None }).collect();
    let thin = thinned(points.iter().copied(), 10);
    assert_eq!((thin.len(), thin[0], thin[9]), (10, points[0], points[999]));
    assert_eq!((thin[1], thin[8]), (points[111], points[888]));
    assert_eq!(thinned(points[..5].iter().copied(), 10), points[..5]);
}
