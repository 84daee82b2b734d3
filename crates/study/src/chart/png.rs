//! Pictures as PNG, for slides and word processors, which do not accept SVG.
//!
//! The font is built into the program, so that a picture is the same on every machine.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// PNG pixels per SVG pixel: about 300 per inch in a column of a paper.
const SCALE: f32 = 2.0;

static FONTS: [&[u8]; 2] =
    [include_bytes!("../../fonts/plots.ttf"), include_bytes!("../../fonts/plots-Bold.ttf")];

/// Converts one of our SVG pictures to PNG.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, String> {
    let tree = tree(svg)?;
    let size = tree.size();
    let [width, height] = [size.width(), size.height()].map(|side| (side * SCALE).ceil() as u32);
    let mut picture = Pixmap::new(width, height).ok_or("the picture has no size")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    picture.encode_png().map_err(|error| error.to_string())
}

/// The shapes of one of our SVG pictures.
pub(super) fn tree(svg: &str) -> Result<Tree, String> {
    let options = Options { fontdb: fonts(), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| error.to_string())
}

fn fonts() -> Arc<fontdb::Database> {
    static LOADED: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        for font in FONTS {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
        }
        fonts.set_sans_serif_family("Patience Plots");
        Arc::new(fonts)
    };
    Arc::clone(LOADED.get_or_init(load))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Chart, Point, Series};

    #[test]
    fn letters_are_drawn_on_every_machine() {
        let chart = |title: &str| {
            let points = vec![Point { x: 1.0, y: 2.0, interval: None }];
            let series = vec![Series { points, ..Series::default() }];
            Chart { title: title.to_owned(), series, ..Chart::default() }.svg(false)
        };
        let [with, without] =
            ["Solved \u{2265} 5 \u{2660}", ""].map(|title| png(&chart(title)).unwrap());
        assert!(with.starts_with(b"\x89PNG\r\n\x1a\n") && with != without);
        assert_eq!(with, png(&chart("Solved \u{2265} 5 \u{2660}")).unwrap());
        assert!(png("<svg").is_err());
    }
}
