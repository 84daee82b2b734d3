//! Distinguishes series: by colour, stroke and mark.

use super::{Series, Theme};

/// The strokes: beyond the palette, colours repeat with the next stroke.
const DASHES: [&str; 5] = ["", "9 3", "2 3", "9 3 2 3", "14 4"];

impl Series {
    pub(super) fn colour(&self, theme: &Theme) -> &'static str {
        theme.palette[self.colour % theme.palette.len()]
    }

    /// The attributes of the line.
    pub(super) fn stroke(&self, theme: &Theme) -> String {
        let dashes = DASHES[(self.colour / theme.palette.len()) % DASHES.len()];
        let (width, dashes) = match self.dashed {
            true => (1.5, "5 3"),
            false => (2.0, dashes),
        };
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"{dashes}", self.colour(theme))
    }

    /// Returns the mark of a point: a disc, or a ring for published figures, so that both are
    /// visible if they agree.
    pub(super) fn mark(&self, x: f64, y: f64, theme: &Theme) -> Option<String> {
        let colour = self.colour(theme);
        (!self.step).then(|| match self.dashed {
            true => format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"none\" stroke=\"{colour}\"/>"
            ),
            false => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.8\" fill=\"{colour}\"/>"),
        })
    }

    /// A point of a scatter plot, hollow so that overlapping points stay visible. Its shape
    /// distinguishes it if colours do not.
    pub(super) fn point(&self, x: f64, y: f64, theme: &Theme) -> String {
        let shape = match self.colour % 4 {
            0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\""),
            1 => {
                format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6\" height=\"6\"", x - 3.0, y - 3.0)
            }
            place => {
                let [left, right, up, down] = [x - 3.5, x + 3.5, y - 3.5, y + 3.5];
                match place {
                    2 => format!("<path d=\"M{x:.1} {up:.1}L{right:.1} {down:.1}H{left:.1}Z\""),
                    _ => format!(
                        "<path d=\"M{left:.1} {up:.1}L{right:.1} {down:.1}M{right:.1} \
                         {up:.1}L{left:.1} {down:.1}\""
                    ),
                }
            }
        };
        format!("{shape} fill=\"none\" stroke=\"{}\"/>", self.colour(theme))
    }
}
