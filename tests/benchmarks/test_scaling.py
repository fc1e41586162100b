"""How the cost grows: the fit, and that the measurement has every learner and letter."""

import numpy as np
import pytest

from cspa_explore.benchmarks import scaling


def test_the_exponent_is_the_slope_on_log_axes():
    assert scaling.exponent([[10, 5.0], [100, 5.0], [1000, 5.0]]) == pytest.approx(0, abs=1e-12)
    assert scaling.exponent([[1, 2.0], [10, 200.0]]) == pytest.approx(2)


def test_it_measures_and_prints_all_three(monkeypatch, capsys):
    monkeypatch.setattr(scaling, "CLASSES", (2, 4))
    monkeypatch.setattr(scaling, "DIMENSIONS", (2, 4))
    monkeypatch.setattr(scaling, "REPEATS", 1)
    found = scaling.scaling(["cspa"], (10**4, 2 * 10**4))
    assert set(found["times"]["cspa"]) == set(found["exponents"]["cspa"]) == {"T", "K", "d"}
    assert np.array(found["times"]["cspa"]["T"])[:, 0].tolist() == [10**4, 2 * 10**4]
    assert capsys.readouterr().out.count("exponent ") >= 3
