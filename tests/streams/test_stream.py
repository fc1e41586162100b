import numpy as np
import pytest

from cspa_explore.datasets.toys import best_on_circle, best_quadrant
from cspa_explore.errors import UserError
from cspa_explore.streams.stream import Stream


def test_equal_streams_are_equal_keys():
    a, b = (Stream("iris", seed=3, sigma=0.5) for _ in range(2))
    assert a == b
    assert len({a, b, Stream("iris", seed=4, sigma=0.5)}) == 2
    assert Stream(" circle ") == Stream("circle(m=6)")
    numpy = Stream("iris", seed=np.int64(3), sigma=np.float32(0.5), bias=np.True_)
    assert [type(v) for v in (numpy.seed, numpy.sigma, numpy.bias)] == [int, float, bool]


def test_a_stream_in_words():
    assert str(Stream("circle(m=5)", seed=1, sigma=0.1, rounds=200)) == (
        "Gaussians on a circle (m=5) · σ=0.1 (variance) · seed 1 · 200 rounds · shuffled · inputs scaled to length 1"
    )
    loud = Stream("iris", sigma=0.2, order="class", normalise=False, bias=True, flip=0.1, imbalance=5)
    assert str(loud) == (
        "Iris · σ=0.2 (sd) · seed 0 · 83 rounds · class by class · inputs not scaled · "
        "with a constant feature · 10 % of labels flipped · classes thinned out, the last to 1/5 of its instances"
    )


def test_order_and_rounds_default_to_the_data_sets():
    assert Stream("counter").order == "cyclic"
    assert Stream("iris").order == "shuffled"
    assert Stream("iris").n_rounds == 150


def test_the_number_of_features_follows_from_bias_and_kernel():
    assert Stream("iris").n_features == 4
    assert Stream("iris", bias=True).n_features == 5
    assert Stream("iris", kernel=1.0).n_features == 150, "at most one per instance"
    assert Stream("segment", kernel=1.0).n_features == 700


def test_the_best_possible_ratio_is_known_where_it_can_be():
    assert Stream("gaussians4", sigma=0.25).best == pytest.approx(best_quadrant(0.25))
    assert Stream("gaussians3", sigma=0.25).best == pytest.approx(best_on_circle(0.25, 3))
    assert Stream("circle(m=9)", sigma=0.25).best == pytest.approx(best_on_circle(0.25, 9))
    assert Stream("linear(K=9, d=4)").best == 1
    assert Stream("gaussians4", flip=0.1).best == pytest.approx(0.9)
    clean = best_quadrant(1.0)
    assert Stream("gaussians4", sigma=1.0, flip=0.3).best == pytest.approx(0.7 * clean + 0.1 * (1 - clean))
    for unknown in (Stream("iris"), Stream("linear", sigma=0.1), Stream("gaussians4", imbalance=2)):
        assert unknown.best is None
    assert Stream("points(0 1 0; 1 0 1)").best is None
    assert Stream("gaussians4", flip=0.9).best is None, "beyond (K−1)/K another rule is better"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"dataset": "irs"}, "There is no data set 'irs': did you mean 'iris'?"),
        ({"order": "shufled"}, "order must be one of shuffled, file, class, cyclic, got 'shufled'."),
        ({"seed": -1}, "seed must be a whole number from 0 to"),
        ({"seed": True}, "seed must be a whole number"),
        (
            {"rounds": 10**8},
            "rounds must be a whole number from 1 to 10,000,000 or 0 (each instance once), got 100000000",
        ),
        ({"sigma": -0.1}, "sigma must be a number from 0 to 1,000,000, got -0.1"),
        ({"sigma": float("nan")}, "sigma must be a number from 0 to 1,000,000, got nan"),
        ({"kernel": "x"}, "kernel must be 0 (none) or a number from 1e-09 to 1,000,000,000, got 'x'"),
        ({"support": 0}, "support must be a whole number from 1 to 20,000, got 0"),
        ({"flip": 1.5}, "flip must be a number from 0 to 1, got 1.5"),
        ({"imbalance": 0.5}, "imbalance must be a number from 1 to 1,000,000, got 0.5"),
        ({"normalise": "no"}, "normalise must be True or False, got 'no'"),
        ({"bias": 3}, "bias must be True or False, got 3"),
        ({"bias": True, "kernel": 1.0}, "bias and kernel exclude each other"),
    ],
)
def test_bad_values_are_refused_with_rule_and_value(values, sentence):
    with pytest.raises(UserError) as refusal:
        Stream(**values)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(("rounds", "words"), [(1, " · 1 round · "), (2, " · 2 rounds · ")])
def test_one_round_is_no_plural(rounds, words):
    assert words in str(Stream("gaussians4", rounds=rounds))
