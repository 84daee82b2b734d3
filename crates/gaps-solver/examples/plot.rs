//! Draws the share of decided deals against time, one curve for each file of `patience solve --json` or of the example
//! `decide` (whose times are CPU times), as SVG on the standard output.
//!
//! `plot LABEL=FILE...`

/// Seconds at the left and right border.
const RANGE: (f64, f64) = (0.001, 200.0);
const COLOURS: [&str; 4] = ["#1f5fa8", "#b3541e", "#3b7d3b", "#6b4a8c"];
/// Left, top, width and height of the drawing area.
const AREA: (f64, f64, f64, f64) = (60.0, 20.0, 560.0, 300.0);

fn x(seconds: f64) -> f64 {
    let (from, to) = (RANGE.0.ln(), RANGE.1.ln());
    AREA.0 + AREA.2 * ((seconds.max(RANGE.0).ln() - from) / (to - from)).clamp(0.0, 1.0)
}

fn y(share: f64) -> f64 {
    AREA.1 + AREA.3 * (1.0 - share)
}

/// The times of the decided deals in ascending order, the number of all deals, and how long the longest one took, decided
/// or given up: where the curve ends.
fn times(text: &str) -> (Vec<f64>, usize, f64) {
    let after = |line: &str, name: &str| line.split(name).nth(1)?.split(',').next()?.parse().ok();
    let seconds = |line: &str| after(line, "\"cpu_seconds\": ").or_else(|| after(line, "\"seconds\":"));
    let decided = text.lines().filter(|line| !line.contains("\"unknown"));
    let mut times: Vec<f64> = decided.filter_map(seconds).collect();
    times.sort_by(f64::total_cmp);
    (times, text.lines().count(), text.lines().filter_map(seconds).fold(0.0, f64::max))
}

fn main() {
    let (left, top, width, height) = AREA;
    println!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 370\" font-family=\"sans-serif\" font-size=\"12\">"
    );
    println!("<rect width=\"640\" height=\"370\" fill=\"#fff\"/>");
    for tenth in (0..=10).step_by(2) {
        let at = y(f64::from(tenth) / 10.0);
        println!("<path d=\"M{left} {at:.1}h{width}\" stroke=\"#ddd\"/>");
        println!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{} %</text>", left - 6.0, at + 4.0, tenth * 10);
    }
    for seconds in [0.001, 0.01, 0.1, 1.0, 10.0, 100.0] {
        let at = x(seconds);
        println!("<path d=\"M{at:.1} {top}v{height}\" stroke=\"#ddd\"/>");
        println!("<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{seconds}</text>", top + height + 16.0);
    }
    println!("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">seconds</text>", left + width / 2.0, top + height + 36.0);
    for (index, argument) in std::env::args().skip(1).enumerate() {
        let (label, path) = argument.split_once('=').expect("LABEL=FILE");
        let (times, all, end) = times(&std::fs::read_to_string(path).expect("a file of results"));
        let mut line = format!("M{:.1} {:.1}", x(RANGE.0), y(0.0));
        for (count, &seconds) in times.iter().enumerate() {
            line += &format!("H{:.1}V{:.1}", x(seconds), y((count + 1) as f64 / all as f64));
        }
        let colour = COLOURS[index % COLOURS.len()];
        println!("<path d=\"{line}H{:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>", x(end));
        let at = top + 16.0 + 18.0 * index as f64;
        println!("<text x=\"{}\" y=\"{at}\" fill=\"{colour}\">{label} ({all} deals)</text>", left + 12.0);
    }
    println!("</svg>");
}
