"""Charts without matplotlib."""

import math
import xml.etree.ElementTree as xml

import pytest
from patience_games.chart import Chart


def marks(chart):
    root = xml.fromstring(chart._repr_svg_())
    kinds = [each.tag.split("}")[1] for each in root.iter()]
    texts = [each.text for each in root.iter() if each.tag.endswith("text")]
    return kinds.count("circle"), kinds.count("path"), texts


def test_points_lines_and_names_are_drawn():
    chart = Chart("a < b", x="across", y="up", names=["one", "two"])
    chart.points([0, 1, 1], [10, 20, 20], sizes=[1, 2, 3], colour=7)
    chart.line([0, 1], [10, 20])
    circles, _, texts = marks(chart)
    assert circles == 3 and {"a < b", "across", "up", "one", "two", "10", "20"} <= set(texts)


@pytest.mark.parametrize("values", [[], [0], [5], [-3, 3], [1e-9, 1e9], [math.inf, math.nan, 2]])
@pytest.mark.parametrize("is_log", [True, False])
def test_every_range_has_axes(values, is_log):
    chart = Chart(log_y=is_log)
    chart.points(range(len(values)), values)
    finite = [value for value in values if math.isfinite(value) and (value > 0 or not is_log)]
    assert marks(chart)[0] == len(finite)


def test_logarithmic_axes_have_powers_of_ten():
    chart = Chart(log_x=True)
    chart.line([0, 1, 10, 1000], [1, 2, 3, 4])
    assert {"1", "10", "100", "1,000"} <= set(marks(chart)[2])


def test_unequal_lengths_are_an_error():
    with pytest.raises(ValueError):
        Chart().points([1, 2], [1])
