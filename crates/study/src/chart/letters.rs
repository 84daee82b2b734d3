//! Text as outlines, for formats that otherwise need a font of the reader's machine.
//!
//! The font is built into the program, so that a picture is the same on every machine.

use std::sync::OnceLock;

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, OutlineBuilder};

use super::drawing::{Anchor, Font, Words};

static LABELS: &[u8] = include_bytes!("../../fonts/plots.ttf");
static TITLES: &[u8] = include_bytes!("../../fonts/plots-Bold.ttf");

fn face(font: Font) -> &'static Face<'static> {
    static FACES: OnceLock<[Face<'static>; 2]> = OnceLock::new();
    let read = |data| Face::parse(data, 0).expect("the built-in font is valid");
    let [labels, titles] = FACES.get_or_init(|| [LABELS, TITLES].map(read));
    match font {
        Font::Label => labels,
        Font::Title => titles,
    }
}

/// The outlines of a string; `None` if it has none. Letters are set side by side without kerning. A
/// box replaces a letter that the font lacks.
pub(super) fn outlines(words: &Words) -> Option<Path> {
    let face = face(words.font);
    let scale = words.font.size() as f32 / f32::from(face.units_per_em());
    let glyphs = || words.text.chars().map(|letter| face.glyph_index(letter).unwrap_or_default());
    let advance = |glyph| scale * f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
    let width: f32 = glyphs().map(advance).sum();
    let (x, y) = (words.place.0 as f32, words.place.1 as f32);
    let left = match words.anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let mut pen = Pen { path: PathBuilder::new(), left, base: y, scale };
    for glyph in glyphs() {
        face.outline_glyph(glyph, &mut pen);
        pen.left += advance(glyph);
    }
    pen.path.finish()
}

/// Draws a letter at a position. The y axis of a font points up.
struct Pen {
    path: PathBuilder,
    left: f32,
    base: f32,
    scale: f32,
}

impl Pen {
    fn x(&self, x: f32) -> f32 {
        self.left + self.scale * x
    }

    fn y(&self, y: f32) -> f32 {
        self.base - self.scale * y
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x(x), self.y(y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x(x), self.y(y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.x(x1), self.y(y1), self.x(x), self.y(y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (one, other, end) =
            ((self.x(x1), self.y(y1)), (self.x(x2), self.y(y2)), (self.x(x), self.y(y)));
        self.path.cubic_to(one.0, one.1, other.0, other.1, end.0, end.1);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
