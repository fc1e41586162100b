"""The table beside the paper's: boldface, differences, winners, deviations and the four forms."""

import csv
import html
import io
import re
from dataclasses import replace
from math import isnan, sqrt

import numpy as np
import pytest
from scipy import stats

from cspa_explore.learners import LearnerText
from cspa_explore.paper import shipped
from cspa_explore.paper.cells import Candidate, Cell
from cspa_explore.paper.protocol import BEYOND, VARIANTS
from cspa_explore.paper.published import LEARNERS, paper_set
from cspa_explore.paper.reasons import UNEXPLAINED, WRONG_GRID
from cspa_explore.paper.rendering import BOLD, FORMATS, HEAD, as_html, as_latex, as_text, mean_sd
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
    """Every column of the text form is in the other forms, line by line, with the numbers of the cells."""
    wanted = [list(HEAD)]
    for one in table.rows[0].entries:
        ours, honest = mean_sd(one.cell.mean, one.cell.sd), mean_sd(one.cell.honest_mean, one.cell.honest_sd)
        gap, value = f"{one.difference:+.1f} sd".replace("-", "−"), one.cell.words_of(one.cell.honest_candidate)
        wanted.append([one.label, one.paper.words, ours, gap, one.cell.best_value, honest, value])
    assert wanted[1][2] == f"{100 * np.mean(GOOD) / ROUNDS:.1f} ({100 * np.std(GOOD, ddof=1) / ROUNDS:.1f})"
    winner = "same winner: CSPA"
    lines = as_text(table).splitlines()
    start = next(i for i, line in enumerate(lines) if winner in line) + 1
    assert [re.split(r" {2,}", line.strip().replace("*", "")) for line in lines[start : start + 5]] == wanted
    page, tex = as_html(table), as_latex(table)
    assert winner in page
    assert winner in tex
    found = [re.findall(r"<t[hd]>(.*?)</t[hd]>", line) for line in re.findall(r"<tr.*?</tr>", page)]
    assert [[re.sub("</?b>", "", text) for text in line] for line in found if line] == wanted
    rows = [line.removesuffix(r" \\").split(" & ") for line in tex.splitlines() if " & " in line]
    assert [[untex(text) for text in line] for line in rows] == wanted
    for one, line in zip(table.rows[0].entries, csv.DictReader(io.StringIO(FORMATS["csv"](table))), strict=True):
        mine = one.cell
        numbers = [float(line[name]) for name in ("paper mean", "mean", "sd", "difference in pooled sd", "honest mean")]
        assert numbers == pytest.approx([one.paper.mean, mine.mean, mine.sd, one.difference, mine.honest_mean])
        assert [line["best value"], line["honest value"]] == [mine.best_value, mine.words_of(mine.honest_candidate)]
        assert (line["same winner"], line["command"]) == ("True", mine.command)


def untex(text):
    """Return the text of a LaTeX cell, for the signs that the sample table has."""
    text = re.sub(r"\\textbf\{(.*)\}", r"\1", text)
    for tex, plain in ((r"$\beta$", "β"), (r"$\gamma$", "γ"), (r"$\eta$", "η"), ("$-$", "−"), ("--", "–")):
        text = text.replace(tex, plain)
    return text


def test_the_same_numbers_are_bold_in_text_html_and_latex(table):
    entries = table.rows[0].entries
    bold = [mean_sd(one.cell.mean, one.cell.sd) for one in entries if one.bold]
    bold = sorted(bold + [one.paper.words for one in entries if one.paper_bold])
    assert sorted(re.findall(r"\*([\d.]+ \([\d.]+\))", as_text(table))) == bold
    assert sorted(re.findall(r"<b>(.+?)</b>", as_html(table))) == bold
    assert sorted(re.findall(r"\\textbf\{(.+?)\}", as_latex(table))) == bold
    for text in (as_text(table), as_latex(table).replace(r"\%", "%"), html.unescape(as_html(table))):
        assert BOLD in text


def test_learners_beyond_the_paper_do_not_change_the_boldface(table):
    """As on the page, the paper's four are compared with each other, however good a further learner is."""
    better = [count + 200 for count in GOOD]
    more = [cell("linucb", [better]), cell("confidit", [better], variant="baseline")]
    cells = [*(one.cell for one in table.entries), *more]
    (row,) = paper_table(1, cells, ["vehicle"], (*LEARNERS, "linucb"), ("paper", "baseline")).rows
    assert [(one.learner, one.variant) for one in row.entries if one.bold] == [("cspa", "paper"), ("confidit", "paper")]


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_says_that_the_baseline_may_not_be_the_code_behind_the_tables(form):
    cells = [cell("cspa", [GOOD]), cell("confidit", [NEAR], variant="baseline")]
    write, words = FORMATS[form], "may not be the code behind the tables"
    assert words in write(paper_table(1, cells, ["vehicle"], LEARNERS, ("paper", "baseline"))).lower()
    assert words not in write(paper_table(1, cells, ["vehicle"])).lower()


def test_a_long_value_leaves_a_gap_before_the_next_column():
    cell = shipped.cell(2, "segment", "cspa_averaged")
    text = as_text(paper_table(2, [cell], ["segment"], BEYOND))
    assert f"  {cell.best_value}  {mean_sd(cell.honest_mean, cell.honest_sd)}  " in text


@pytest.mark.parametrize("number", [1, 2])
def test_the_latex_of_everything_that_is_shipped_is_ascii_and_balanced(number):
    tex = as_latex(paper_table(number, shipped.cells(number), (), (*LEARNERS, *BEYOND), tuple(VARIANTS)))
    assert tex.isascii()
    assert tex.count("{") == tex.count("}")
    assert tex.count(r"\begin{") == tex.count(r"\end{") == 2
    assert tex.count("$") % 2 == 0
    assert not re.search(r"(?<!\\)[#%~^_]", re.sub(r"\$.*?\$", "", tex)), "not escaped"
