"""Which axes are logarithmic, how far they reach, and where their ticks are."""

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.charts.axes import cell_edges, other_scale, param_axis, round_axis, share_axis
from cspa_explore.learners.text import param_of


def axis(key, name, values, **options):
    return param_axis(param_of(ALGORITHMS[key], name), values, ALGORITHMS[key].label, **options)


@pytest.mark.parametrize(
    ("key", "name", "values", "scale"),
    [
        ("cspa", "beta", (0.1, 0.5, 1.0), "linear"),
        ("cspa", "beta", (0.01, 0.1, 1.0), "log"),  # two decades
        ("cspa", "beta", (0.011, 0.1, 1.0), "linear"),
        ("cw", "eta", (0.55, 0.75, 0.95), "linear"),
        ("banditron", "gamma", (0.2, 0.3), "log"),  # its own scale
        ("soba", "gamma", (0.0, 0.001, 0.5), "linear"),  # a log axis has no 0
    ],
)
def test_an_axis_is_logarithmic_by_the_parameters_scale_or_over_two_decades(key, name, values, scale):
    assert axis(key, name, values).scale == scale
    assert axis(key, name, values, scale="linear").scale == "linear"
    assert (" (log)" in axis(key, name, values).label) == (scale == "log")


def test_a_linear_axis_shows_the_range_from_0_to_1_if_that_is_the_parameters():
    beta = axis("cspa_as_printed", "beta", (0.1, 0.4))
    assert (beta.low, beta.high, beta.texts) == (0, 1, ("0", "0.25", "0.5", "0.75", "1"))
    eta = axis("cw", "eta", (0.55, 0.6, 0.75, 0.8, 0.95))
    assert (eta.low, eta.high, eta.texts) == (0.55, 0.95, ("0.55", "0.75", "0.95"))


def test_ticks_are_decades_or_within_a_decade_some_values():
    assert axis("banditron", "gamma", (0.001, 0.005, 0.6)).texts == ("0.001", "0.01", "0.1")
    assert axis("banditron", "gamma", (0.2, 0.3, 0.6)).ticks == (0.2, 0.3, 0.6)
    assert axis("confidit", "eta", (0.0001, 1.0, 100000.0)).texts[-1] == "100,000"
    assert axis("linucb", "alpha", (0.0, 0.1, 4.5, 10.0)).texts == ("0", "2", "4", "6", "8", "10")


def test_values_may_come_in_any_order():
    assert axis("banditron", "gamma", (0.6, 0.001, 0.1)) == axis("banditron", "gamma", (0.001, 0.1, 0.6))


def test_one_value_stands_in_the_middle():
    one = axis("confidit", "prior", (4.0,))
    assert (one.low, one.high, one.ticks) == (2, 8, (4.0,))


@pytest.mark.parametrize(("T", "linear", "log"), [(1, (1,), (1,)), (2, (1, 2), (1, 2)), (10, (2, 5, 8, 10), (1, 10))])
def test_the_ticks_of_short_runs(T, linear, log):
    assert round_axis(T, "").ticks == linear
    assert round_axis(T, "", log=True).ticks == log


def test_shares_are_shown_in_percent():
    ratio = share_axis("% right")
    assert (ratio.high, ratio.factor, ratio.texts[-1]) == (1, 100, "100")


@pytest.mark.parametrize(
    ("largest", "texts"),
    [
        (0.08, ("0", "2", "4", "6", "8", "10")),
        (0.1, ("0", "2", "4", "6", "8", "10")),
        (0.11, ("0", "5", "10", "15", "20")),
        (0.49, ("0", "10", "20", "30", "40", "50")),
        (0.51, ("0", "25", "50", "75", "100")),
        (1.02, ("0", "25", "50", "75", "100")),  # a mean with its spread
    ],
)
def test_the_axis_of_shares_ends_where_the_largest_share_fits(largest, texts):
    ratio = share_axis("% right", largest)
    assert (ratio.high, ratio.texts) == (ratio.ticks[-1], texts)


def test_the_other_scale_is_offered_where_a_log_axis_exists():
    values = (0.005, 0.04, 1.0)
    beta = param_of(ALGORITHMS["cspa"], "beta")
    log = param_axis(beta, values, "CSPA", scale="log")
    assert (log.scale, log.low, log.high) == ("log", 0.005, 1.0)
    assert log.texts == ("0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1")
    other = other_scale(beta, values, log, "CSPA")
    assert (other.scale, other.low, other.high) == ("linear", 0.0, 1.0)
    assert other_scale(beta, values, other, "CSPA") == log
    assert other_scale(beta, (0.0, 1.0), other, "CSPA") is None


def test_the_edges_of_cells_by_hand():
    beta = param_of(ALGORITHMS["cspa"], "beta")
    linear, log = (param_axis(beta, (0.01, 0.1, 1.0), "CSPA", scale=scale) for scale in ("linear", "log"))
    assert cell_edges((0.01, 0.1, 1.0), log) == pytest.approx((0.01, 10**-1.5, 10**-0.5, 1.0)), (
        "half a cell at the ends"
    )
    assert cell_edges((0.01, 0.1, 1.0), linear) == pytest.approx((0.0, 0.055, 0.55, 1.0)), "never beyond the axis"
    assert cell_edges((0.5,), linear) == (0.0, 1.0)
