#!/usr/bin/env python3
"""Draws a terminal's screen as SVG: `tmux capture-pane -e -p | scripts/terminal-picture.py >docs/images/terminal.svg`.

Reads the colours of SGR sequences (16, 256 and direct colours, bold, dim, reverse); other sequences are dropped.
"""
import re
import sys
import unicodedata
from html import escape

CELL, LINE, SIZE, MARGIN = 8.4, 18, 14, 12
FOREGROUND, BACKGROUND = "#d8dee9", "#1d2128"
BASIC = ["#2e3440", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9",
         "#7f8794", "#ff7b86", "#b1d98f", "#ffd68a", "#7cc4ff", "#dd93f5", "#71d5e2", "#ffffff"]


def indexed(number):
    if number < 16:
        return BASIC[number]
    if number >= 232:
        level = 8 + 10 * (number - 232)
        return f"#{level:02x}{level:02x}{level:02x}"
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#" + "".join(f"{steps[number // unit % 6]:02x}" for unit in (36, 6, 1))


def restyled(style, codes):
    codes = [int(code or 0) for code in codes.split(";")]
    while codes:
        code = codes.pop(0)
        if code == 0:
            style = {}
        elif code in (38, 48) and codes:
            direct = codes.pop(0) == 2
            colour = "#" + "".join(f"{codes.pop(0):02x}" for _ in range(3)) if direct else indexed(codes.pop(0))
            style = {**style, "fg" if code == 38 else "bg": colour}
        elif code in (39, 49):
            style = {key: value for key, value in style.items() if key != ("fg" if code == 39 else "bg")}
        elif code in (1, 2, 7):
            style = {**style, {1: "bold", 2: "dim", 7: "reverse"}[code]: True}
        elif 30 <= code % 100 <= 37 or 90 <= code <= 97:
            style = {**style, "fg": BASIC[code - 30 if code < 40 else code - 82]}
        elif 40 <= code <= 47 or 100 <= code <= 107:
            style = {**style, "bg": BASIC[code - 40 if code < 50 else code - 92]}
    return style


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    columns, shapes, texts = 0, [], []
    style = {}
    for row, line in enumerate(lines):
        column = 0
        for piece in re.split(r"(\x1b\[[0-9;]*[A-Za-z])", line):
            if piece.startswith("\x1b["):
                style = restyled(style, piece[2:-1]) if piece.endswith("m") else style
                continue
            for run in re.findall(r" +|[!-~]+|[^ -~]", piece):
                width = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in run)
                fg, bg = style.get("fg", FOREGROUND), style.get("bg")
                if style.get("reverse"):
                    fg, bg = bg or BACKGROUND, fg
                x, y = MARGIN + column * CELL, MARGIN + row * LINE
                if bg and shapes and shapes[-1][1:] == [row, column, bg]:
                    shapes[-1][2] += width
                elif bg:
                    shapes.append([column, row, column + width, bg])
                if run.strip():
                    weight = ' font-weight="bold"' if style.get("bold") else ""
                    dim = ' opacity="0.6"' if style.get("dim") else ""
                    texts.append(f'<text x="{x:.1f}" y="{y + 14}" textLength="{width * CELL:.1f}" lengthAdjust="spacingAndGlyphs" fill="{fg}"{weight}{dim}>'
                                 f"{escape(run)}</text>")
                column += width
        columns = max(columns, column)
    width, height = columns * CELL + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" '
          f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}">')
    print(f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>')
    for first, row, end, fill in shapes:
        print(f'<rect x="{MARGIN + first * CELL:.1f}" y="{MARGIN + row * LINE}" width="{(end - first) * CELL:.1f}" '
              f'height="{LINE}" fill="{fill}"/>')
    print("\n".join(texts))
    print("</svg>")


if __name__ == "__main__":
    main()
