"""Small charts as SVG, for notebooks without matplotlib, as in a browser."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

_COLOURS = ("#2f6f9f", "#d1495b", "#3f8f5f", "#8a6bbf", "#c98a2b", "#6b7280")
_LEFT, _TOP, _RIGHT, _BOTTOM = 52, 26, 10, 40


class Chart:
    """One pair of axes with points and lines; a notebook draws it.

    ``names`` are labels at 0, 1, … on the horizontal axis, instead of numbers.

    >>> from patience_games.chart import Chart
    >>> chart = Chart("squares", x="n", y="n²")
    >>> chart.points([1, 2, 3], [1, 4, 9])
    >>> chart._repr_svg_().count("<circle")
    3
    """

    def __init__(
        self,
        title: str = "",
        *,
        x: str = "",
        y: str = "",
        names: Sequence[str] = (),
        log_x: bool = False,
        log_y: bool = False,
        size: tuple[int, int] = (360, 260),
    ) -> None:
        self.title, self.x, self.y, self.names = title, x, y, names
        self.log_x, self.log_y, self.size = log_x, log_y, size
        self._series: list[tuple[bool, list[tuple[float, float, float]], str]] = []

    def points(
        self,
        x: Iterable[float],
        y: Iterable[float],
        *,
        sizes: Iterable[float] | None = None,
        colour: int = 0,
    ) -> None:
        """Adds points; ``sizes`` are their areas, ``colour`` the number of one of six colours."""
        pairs = list(zip(x, y, strict=True))
        areas = [20.0] * len(pairs) if sizes is None else list(sizes)
        triples = [(*pair, area) for pair, area in zip(pairs, areas, strict=True)]
        self._series.append((False, triples, _COLOURS[colour % len(_COLOURS)]))

    def line(self, x: Iterable[float], y: Iterable[float], *, colour: int = 5) -> None:
        """Adds a line."""
        triples = [(*pair, 0.0) for pair in zip(x, y, strict=True)]
        self._series.append((True, triples, _COLOURS[colour % len(_COLOURS)]))

    def _drawn(self, triples: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
        """The points that can be drawn: a logarithmic axis has no place for 0."""
        return [
            (x, y, area)
            for x, y, area in triples
            if math.isfinite(x + y) and (x > 0 or not self.log_x) and (y > 0 or not self.log_y)
        ]

    def _repr_svg_(self) -> str:
        width, height = self.size
        series = [(is_line, self._drawn(each), colour) for is_line, each, colour in self._series]
        all_x = [x for _, triples, _ in series for x, _, _ in triples]
        all_y = [y for _, triples, _ in series for _, y, _ in triples]
        if self.names:
            all_x = [-0.5, len(self.names) - 0.5]
        horizontal = _Axis(all_x, self.log_x, _LEFT, width - _RIGHT)
        vertical = _Axis(all_y, self.log_y, height - _BOTTOM, _TOP)
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" role="img" font-family="sans-serif"'
            f' font-size="11" fill="#374151"><rect width="{width}" height="{height}" fill="#fff"/>'
        ]

        def text(x: float, y: float, words: str, more: str = "") -> None:
            middle = 'text-anchor="middle"'
            out.append(f'<text x="{x:.1f}" y="{y:.1f}" {middle} {more}>{escape(words)}</text>')

        text(width / 2, 16, self.title, 'font-size="13"')
        text((_LEFT + width - _RIGHT) / 2, height - 6, self.x)
        at = (_TOP + height - _BOTTOM) / 2
        text(12, at, self.y, f'transform="rotate(-90 12 {at})"')
        ticks = [(index, name) for index, name in enumerate(self.names)] or horizontal.ticks()
        for value, words in ticks:
            text(horizontal.place(value), height - _BOTTOM + 15, words)
        for value, words in vertical.ticks():
            y = vertical.place(value)
            out.append(f'<path d="M{_LEFT} {y:.1f}H{width - _RIGHT}" stroke="#e6e6e6"/>')
            out.append(f'<text x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{words}</text>')
        for is_line, triples, colour in series:
            placed = [(horizontal.place(x), vertical.place(y), a) for x, y, a in triples]
            if is_line and placed:
                way = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in placed)
                out.append(f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
                continue
            out += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{math.sqrt(max(a, 0) / math.pi):.1f}"'
                f' fill="{colour}" fill-opacity="0.6"/>'
                for x, y, a in placed
            ]
        return "".join(out) + "</svg>"


class _Axis:
    """Places numbers between two ends of a drawing."""

    def __init__(self, values: Sequence[float], is_log: bool, begin: float, end: float) -> None:
        self.is_log, self.begin, self.end = is_log, begin, end
        scaled = [self._scaled(value) for value in values] or [0.0, 1.0]
        self.low, self.high = min(scaled), max(scaled)
        if self.low == self.high:
            self.low, self.high = self.low - 0.5, self.high + 0.5
        margin = 0.04 * (self.high - self.low)
        self.low, self.high = self.low - margin, self.high + margin

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self.is_log else float(value)

    def place(self, value: float) -> float:
        share = (self._scaled(value) - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> list[tuple[float, str]]:
        if self.is_log:
            powers = range(math.ceil(self.low), math.floor(self.high) + 1)
            some = powers[:: 1 + len(powers) // 7]
            return [(10.0**power, f"{10.0**power:,g}") for power in some]
        rough = (self.high - self.low) / 5
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
        first = math.ceil(self.low / step)
        values = [step * number for number in range(first, math.floor(self.high / step) + 1)]
        return [(value, f"{value:g}") for value in values]
