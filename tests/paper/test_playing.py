"""Cells: the protocol's candidates, pieces that share kernel features, and the same numbers whatever plays them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText
from cspa_explore.paper.cells import Cell
from cspa_explore.paper.pieces import play_widths
from cspa_explore.paper.playing import Job, jobs_of, reproduce
from cspa_explore.paper.protocol import BEYOND, VARIANTS, experiment_of, grid_of, left_out, table_of, variant_of
from cspa_explore.paper.published import LEARNERS, TABLES
from cspa_explore.running.contest import ContestPlan, contest
from cspa_explore.running.play import play
from cspa_explore.store import Store
from cspa_explore.streams.blocks import chunks, kernel_chunks
from cspa_explore.streams.stream import Stream

KERNEL = Job(2, "vowel", "paper", ("cspa", "banditron"), trials=2)
LINEAR = Job(1, "vehicle", "paper", ("cspa", "confidit"), trials=3)
GS = (0.1, 10.0)


@pytest.fixture(scope="module")
def linear():
    return reproduce([LINEAR])


@pytest.fixture(scope="module")
def kernel():
    return reproduce([KERNEL])


def test_table_1_has_2400_runs_and_table_2_the_papers_grids():
    jobs = [Job(1, row.key, "paper", LEARNERS) for row in TABLES[1]]
    assert sum(job.runs for job in jobs) == 2400
    counts = {key: len(grid_of(2, "paper", key, 10)) for key in LEARNERS}
    assert counts == {"cspa": 5, "banditron": 6, "confidit": 5, "bpa": 6}
    assert [text.hyper(11).beta for text in grid_of(2, "paper", "cspa", 11)] == [0.05, 0.1, 0.3, 0.5, 0.7]
    assert all(text.hyper(4).prior == 4 for table in (1, 2) for text in grid_of(table, "paper", "confidit", 4))


def test_the_baseline_code_tunes_over_gamma_and_fixes_eta_with_a_kernel():
    linear = grid_of(1, "baseline", "confidit", 4)
    assert [text.hyper(4).eta for text in linear] == [0.001, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    assert [tuple(text.hyper(4)) for text in grid_of(2, "baseline", "confidit", 4)] == [(100.0, 2.0)]
    assert Job(2, "satimage", "baseline", ("confidit",)).stream.support == 500
    assert "may not be the code behind the tables" in VARIANTS["baseline"].note.lower()
    assert not Job(1, "vehicle", "unscaled", ("cspa",)).stream.normalise


def test_learners_with_large_matrices_are_left_out():
    assert left_out(1, "vehicle", "linucb") == ""
    assert "MB" in left_out(2, "vowel", "linucb")
    (job,) = jobs_of(2, ["vowel"], BEYOND)
    assert "linucb" not in job.learners


def test_a_wrong_name_is_refused_with_a_sentence():
    with pytest.raises(UserError, match=r"Table 1 has no data set 'vehicel': did you mean 'vehicle'\?"):
        table_of(1, ("vehicel",))
    with pytest.raises(UserError, match=r"There is no variant 'papre': did you mean 'paper'\?"):
        variant_of("papre")


def test_chunks_of_several_kernels_are_bit_for_bit_those_of_each_kernel():
    stream = Stream("segment", seed=3, kernel=GS[0], rounds=900)
    together = list(kernel_chunks(stream, GS, 300))
    for which, g in enumerate(GS):
        alone = list(chunks(replace(stream, kernel=g), 300))
        mine = [block for number, block in together if number == which]
        assert len(mine) == len(alone)
        for a, b in zip(mine, alone, strict=True):
            np.testing.assert_array_equal(a.rows.X[a.order], b.rows.X[b.order])
            np.testing.assert_array_equal(a.y[a.order], b.y[b.order])
            np.testing.assert_array_equal(a.u, b.u)


def test_chunks_of_several_kernels_of_sparse_rows(sparse_set):
    stream = replace(sparse_set, kernel=GS[0], support=20)
    alone = list(chunks(replace(stream, kernel=GS[1])))
    mine = [block for number, block in kernel_chunks(stream, GS) if number == 1]
    np.testing.assert_array_equal(mine[0].rows.X, alone[0].rows.X)


def test_playing_several_kernels_gives_the_traces_of_each():
    learners = [LearnerText.parse("cspa(beta=0.3)"), LearnerText.parse("banditron(gamma=0.1)")]
    stream = Stream("vowel", seed=2, kernel=GS[0])
    for g, traces in zip(GS, play_widths(learners, stream, GS), strict=True):
        for mine, alone in zip(traces, play(learners, replace(stream, kernel=g)), strict=True):
            np.testing.assert_array_equal(mine.y_tilde, alone.y_tilde)


def test_a_linear_cell_has_the_ratios_of_a_contest(linear):
    for cell in linear.cells:
        texts = [one.learner for one in cell.candidates]
        experiment = replace(ContestPlan.of(_experiment(LINEAR), [cell.learner]).experiment, learners=tuple(texts))
        found = contest(ContestPlan(experiment))
        np.testing.assert_allclose(cell.ratio, found.ratio, rtol=0, atol=1e-12)
        assert cell.seeds == found.seeds


def _experiment(job):
    return experiment_of(job.table, job.dataset, job.variant, job.learners[0], job.trials)


def test_threads_do_not_change_a_number(linear, kernel):
    with ThreadPoolExecutor(2) as pool:
        again = reproduce([LINEAR, KERNEL], executor=pool)
    for mine, other in zip(again.cells, (*linear.cells, *kernel.cells), strict=True):
        assert mine.name == other.name
        np.testing.assert_array_equal(mine.hits, other.hits)
        np.testing.assert_array_equal(mine.windows, other.windows)


def test_the_curve_ends_at_the_mean_and_its_windows_add_up(kernel):
    for cell in kernel.cells:
        curve = cell.curve
        assert curve.rounds.tolist() == [100, 200, 300, 400, 500, 528]
        assert curve.mean[-1] == pytest.approx(cell.mean)
        assert curve.sd[-1] == pytest.approx(cell.sd)
        lengths = np.diff(curve.rounds, prepend=0)
        assert (curve.window_mean * lengths).sum() / 528 == pytest.approx(cell.mean)
        trace = play([cell.chosen.learner], replace(cell.stream, seed=cell.seeds[0]))[0]
        assert cell.windows[0, 0] == trace.hit[:100].sum()


def test_what_is_stored_is_not_played_again(kernel, tmp_path):
    store = Store(tmp_path)
    first = reproduce([replace(KERNEL, learners=("cspa",))], store=store)
    second = reproduce([KERNEL], store=store)
    assert first.rounds + second.rounds == KERNEL.rounds == kernel.rounds
    assert reproduce([KERNEL], store=store).rounds == 0
    for mine, other in zip(second.cells, kernel.cells, strict=True):
        np.testing.assert_array_equal(mine.hits, other.hits)
        np.testing.assert_array_equal(mine.windows, other.windows)


def test_a_cancelled_reproduction_keeps_whole_trials_and_resumes(linear, tmp_path):
    store = Store(tmp_path)

    def three_pieces():
        return sum(len(path.read_text().splitlines()) - 2 for path in tmp_path.glob("*.csv")) >= 3 * 10

    found = reproduce([LINEAR], store=store, should_stop=three_pieces)
    cspa, confidit = found.cells
    assert (len(cspa.played), len(confidit.played)) == (2, 1)
    assert cspa.partial
    assert (cspa.hits[:, 2] == -1).all()
    assert 0.2 < cspa.mean < 0.6
    rest = reproduce([LINEAR], store=store)
    assert found.rounds + rest.rounds == LINEAR.rounds
    np.testing.assert_array_equal(rest.cells[1].hits, linear.cells[1].hits)


def test_a_record_comes_back(kernel):
    cell = kernel.cells[0]
    again = Cell.from_record(cell.to_record())
    np.testing.assert_array_equal(again.hits, cell.hits)
    np.testing.assert_array_equal(again.windows, cell.windows)
    assert (again.name, again.candidates, again.provenance) == (cell.name, cell.candidates, cell.provenance)
    broken = cell.to_record() | {"windows": (cell.windows + 1).tolist()}
    with pytest.raises(UserError, match="damaged"):
        Cell.from_record(broken)
