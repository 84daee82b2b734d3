//! Texts in LaTeX.

/// Escapes a string for LaTeX; characters that seven-bit fonts lack become commands.
pub(crate) fn escaped(text: &str) -> String {
    let mut tex = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => tex += "\\textbackslash{}",
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => tex.extend(['\\', c]),
            '^' => tex += "\\textasciicircum{}",
            '~' => tex += "\\textasciitilde{}",
            '<' => tex += "$<$",
            '>' => tex += "$>$",
            '|' => tex += "$|$",
            '≈' => tex += "$\\approx$",
            '≤' => tex += "$\\le$",
            '≥' => tex += "$\\ge$",
            '×' => tex += "$\\times$",
            '±' => tex += "$\\pm$",
            '♠' => tex += "$\\spadesuit$",
            '♥' => tex += "$\\heartsuit$",
            '♦' => tex += "$\\diamondsuit$",
            '♣' => tex += "$\\clubsuit$",
            '\u{2013}' => tex += "--",
            '\u{2026}' => tex += "\\dots{}",
            c => tex.push(c),
        }
    }
    tex
}
