"""The Arena's badges: those of the Theory page, and where they are computed."""

from threading import current_thread

import pytest

from cspa_explore.errors import CancelledError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.theory import badge
from cspa_explore.ui.theory.badge import badge_of, badge_work
from cspa_explore.ui.theory.presets import PRESETS


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        (PRESETS["bites"].settings, "bites"),
        (PRESETS["vacuous"].settings, "vacuous"),
        (PRESETS["violated"].settings, "vacuous"),  # the corrected statement promises nothing there
        ({"learners": ("cspa(beta=1)",)}, "does not apply"),
        ({"normalise": False, "learners": ("cspa(beta=1/6)",)}, "does not apply"),
    ],
)
def test_a_badge_is_that_of_the_theory_page(settings, wanted):
    assert badge_of(Experiment.of(**settings)) == wanted


LARGE = ["pendigits", *(pytest.param(key, marks=pytest.mark.long) for key in ("shuttle", "letter", "usps", "mnist"))]


@pytest.mark.parametrize("dataset", LARGE)
def test_a_large_run_has_a_badge_too(dataset):
    experiment = Experiment.of(dataset=dataset, sigma=0.0, learners=("cspa",))
    assert experiment.stream.n_rounds * experiment.stream.n_classes * experiment.stream.n_features > 400_000
    assert badge_of(experiment) in ("vacuous", "undecided"), "undecided if the search reaches its limit"


def found(work, stop=lambda: False):
    """Return what the work shows while it goes on, and its result."""
    parts = []
    return parts, work.work(lambda progress: None, parts.append, stop)


def test_the_badges_are_pieces_of_work_for_the_pool_and_cached_one_by_one(monkeypatch):
    threads = []

    def stand_in(experiment, stop):
        threads.append(current_thread().name)
        return badge.Badge(f"badge of {experiment.learners[0]}")

    monkeypatch.setattr(badge, "badge_of", stand_in)
    badge.cached_badges().clear()
    first = badge_work(Experiment.of(learners=("cspa(beta=1/6)", "banditron", "cspa(beta=1)")))
    assert len(first.key) == 2
    parts, result = found(first)
    assert result == ("badge of cspa(beta=1/6)", "badge of cspa(beta=1)")
    assert parts == [result[:1], result]
    assert len(threads) == 2
    assert all(name.startswith("pool-") for name in threads)
    assert first.cache.get(first.key) == result
    other = badge_work(Experiment.of(learners=("cspa(beta=1)", "cspa(beta=0.5)")))
    assert other.cache.get(other.key) is None
    found(other)
    assert len(threads) == 3, "β = 1 was known"
    badge.cached_badges().clear()


def test_a_job_that_is_stopped_returns_nothing():
    badge.cached_badges().clear()
    work = badge_work(Experiment.of(learners=("cspa(beta=1/6)",)))
    assert found(work, stop=lambda: True) == ([], None)
    assert work.cache.get(work.key) is None


def test_a_search_that_was_stopped_gives_no_badge(monkeypatch):
    stopped = []
    monkeypatch.setattr(badge, "search", lambda *args, **options: stopped.append(True))
    with pytest.raises(CancelledError):
        badge_of(Experiment.of(learners=("cspa(beta=1/6)",)), lambda: bool(stopped))
