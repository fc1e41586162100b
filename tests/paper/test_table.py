"""The table beside the paper's: boldface, differences, winners, deviations and the four forms."""

import csv
import io
from dataclasses import replace
from math import isnan, sqrt

import numpy as np
import pytest
from scipy import stats

from cspa_explore.learners import LearnerText
from cspa_explore.paper.cells import Candidate, Cell
from cspa_explore.paper.published import LEARNERS, paper_set
from cspa_explore.paper.reasons import UNEXPLAINED, WRONG_GRID
from cspa_explore.paper.rendering import FORMATS, as_html, as_latex, as_text
from cspa_explore.paper.table import paper_bold, paper_table, worse

ROUNDS = 846
GOOD, NEAR, BAD = [420, 410, 415, 425, 430, 405], [419, 408, 417, 420, 428, 400], [300, 310, 305, 295, 320, 290]


def cell(learner, rows, dataset="vehicle", table=1, variant="paper", rounds=ROUNDS):
    name = LearnerText.of(learner).spec.params[0].name
    texts = [LearnerText.of(learner, **{name: value}) for value in (0.1, 0.2)[: len(rows)]]
    hits = np.array(rows, np.int32)
    width = 1.0 if table == 2 else 0.0
    candidates = tuple(Candidate(text, width) for text in texts)
    made = Cell(table, dataset, learner, variant, candidates, 0, tuple(range(6)), rounds, hits, np.empty(0))
    ends = np.diff([*range(0, rounds, 100), rounds])
    best = hits[made.choice.hindsight]
    windows = np.array([np.floor(count * np.cumsum(ends) / rounds) for count in best])
    windows[:, -1] = best
    return replace(made, windows=np.diff(windows, prepend=0).astype(np.uint8))


@pytest.fixture
def table():
    cells = [
        cell("cspa", [BAD, GOOD]),
        cell("banditron", [BAD, BAD]),
        cell("confidit", [NEAR, BAD]),
        cell("bpa", [BAD]),
    ]
    return paper_table(1, cells, ["vehicle"])


def test_the_best_candidate_in_hindsight_is_reported_with_its_value(table):
    (row,) = table.rows
    entry = row.entry("cspa")
    assert entry.cell.mean == pytest.approx(np.mean(GOOD) / ROUNDS)
    assert entry.cell.sd == pytest.approx(np.std(GOOD, ddof=1) / ROUNDS)
    assert entry.cell.best_value == "β = 0.2"
    assert row.entry("confidit").cell.best_value == "η = 0.1"


def test_bold_is_the_best_and_what_a_welch_test_does_not_find_worse(table):
    (row,) = table.rows
    assert [one.learner for one in row.entries if one.bold] == ["cspa", "confidit"]
    assert (
        stats.ttest_ind(GOOD, NEAR, equal_var=False).pvalue > 0.05 > stats.ttest_ind(GOOD, BAD, equal_var=False).pvalue
    )
    assert worse(np.array([0.5, 0.5]), np.array([0.4, 0.4]))
    assert not worse(np.array([0.5]), np.array([0.5]))


def test_the_papers_boldface_by_the_same_test():
    assert paper_bold(paper_set(1, "vehicle")) == {"cspa", "bpa"}  # Confidit: p = 0.026
    assert paper_bold(paper_set(2, "vowel")) == {"cspa", "banditron"}
    assert paper_bold(paper_set(1, "shuttle")) == {"cspa"}


def test_the_difference_is_in_pooled_sd_and_far_ones_are_listed(table):
    (row,) = table.rows
    entry, paper = row.entry("banditron"), paper_set(1, "vehicle").results["banditron"]
    sd = sqrt((paper.sd**2 + (np.std(BAD, ddof=1) / ROUNDS) ** 2) / 2)
    assert entry.difference == pytest.approx((np.mean(BAD) / ROUNDS - 0.359) / sd)
    assert [one.learner for one in table.deviations] == [
        one.learner for one in sorted(row.main, key=lambda one: -abs(one.difference)) if abs(one.difference) > 2
    ]
    far = cell("confidit", [[400, 410, 405, 402, 407, 408]], "segment", table=2, rounds=500)
    (found,) = paper_table(2, [far], ["segment"], ["confidit"]).deviations
    assert found.reason == WRONG_GRID
    assert "unexplained" in " ".join(one.reason for one in table.deviations) or not table.deviations
    assert UNEXPLAINED == "unexplained"


def test_the_winner_is_compared_only_if_all_four_have_played(table):
    assert table.rows[0].same_winner is True
    assert table.headline == "1 of 1 sets of Table 1 have the same winner"
    assert paper_table(1, [cell("cspa", [GOOD])], ["vehicle"]).rows[0].same_winner is None


def test_a_set_that_is_absent_says_how_to_get_it_and_the_others_stay(table, monkeypatch, tmp_path):
    monkeypatch.setenv("CSPA_EXPLORE_DATA", str(tmp_path))
    found = paper_table(2, [], ["sensorless", "vowel"])
    here, absent = found.rows
    assert "python -m cspa_explore fetch sensorless" in absent.absence
    assert str(tmp_path) in absent.absence
    assert here.absence == ""
    assert isnan(absent.entry("cspa").difference)
    assert absent.absence in as_text(found)
    assert "92.6 (0.3)" in as_text(found)


def test_further_learners_and_variants_are_extra_entries():
    cells = [cell("cspa", [GOOD]), cell("confidit", [NEAR], variant="baseline")]
    found = paper_table(1, cells, ["vehicle"], (*LEARNERS, "linucb"), ("paper", "baseline"))
    labels = [one.label for one in found.rows[0].entries]
    assert labels == ["CSPA", "Banditron", "Confidit", "BPA", "LinUCB", "Confidit, as in the public baseline code"]
    assert found.rows[0].entry("linucb").paper is None
    unscaled = paper_table(1, [cell("cspa", [GOOD], variant="unscaled")], ["vehicle"], LEARNERS, ("unscaled",))
    assert unscaled.rows[0].main[0].bold


def test_all_four_forms_have_the_same_numbers(table):
    mean = f"{100 * np.mean(GOOD) / ROUNDS:.1f} ({100 * np.std(GOOD, ddof=1) / ROUNDS:.1f})"
    assert f"*{mean}" in as_text(table)
    assert f"<b>{mean}</b>" in as_html(table)
    assert rf"\textbf{{{mean}}}" in as_latex(table)
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"](table))))
    assert float(rows[0]["mean"]) == pytest.approx(np.mean(GOOD) / ROUNDS)
    assert rows[0]["command"] == table.rows[0].entries[0].cell.command
    assert rows[0]["best value"] == "β = 0.2"
    tex = as_latex(table)
    assert tex.count("{") == tex.count("}")
    assert tex.count(r"\begin{") == tex.count(r"\end{") == 2
