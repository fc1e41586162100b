"""The figures' panels, drawn from shipped results."""

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from cspa_explore.charts.html_page import html_page
from cspa_explore.charts.svg_renderer import sheet, svg
from cspa_explore.paper.figures import SETS, curve_panel, frame_of, plan_of, shipped_panels, sweep_panel
from cspa_explore.paper.published import LEARNERS, paper_set
from cspa_explore.paper.rendering import caption
from cspa_explore.paper.table import paper_table
from cspa_explore.ui.paper.cell_charts import cell_curves
from tests.paper.test_claims import swept
from tests.paper.test_table import GOOD, cell

WAITING = {1: (), 2: (), 3: (), 4: ("sensorless",)}  # not shipped
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("figure", SETS)
def test_every_shipped_panel_has_a_chart_or_says_how_to_get_it(figure):
    panels = shipped_panels(figure)
    assert [panel.dataset for panel in panels] == list(SETS[figure])
    for panel in panels:
        assert panel.note.endswith(".")
        if panel.chart is None:
            assert panel.dataset in WAITING[figure]
        else:
            assert panel.frame["data set"].unique().tolist() == [panel.title]
            assert len(panel.chart.series) == (4 if figure > 2 else len(set(panel.frame["sigma"])))
            assert bool(panel.chart.bands) == (figure <= 2)


@pytest.mark.parametrize("figure", SETS)
@pytest.mark.parametrize("window", [False, True])
def test_curves_and_lines_end_within_an_axis_that_is_not_much_longer(figure, window):
    for panel in shipped_panels(figure, window=window):
        if panel.chart is None:
            continue
        tops = [float(np.nanmax(one.y + np.nan_to_num(one.sd))) for one in panel.chart.series]
        highest = max(*tops, *(line.value for line in panel.chart.lines))
        assert min(1, highest) <= panel.chart.y.high <= max(0.1, 2.6 * highest), panel.dataset


def test_the_published_line_of_a_cell_is_within_the_axis():
    low = [cell(key, [[1] * 6], dataset="usps") for key in LEARNERS]
    assert curve_panel(3, "usps", low).chart.y.high == 0.1
    chart = cell_curves(paper_set(1, "usps"), low)
    assert chart.lines[-1].label == "CSPA in the paper"
    assert chart.y.high == 1


def test_curves_are_those_of_the_cells():
    cells = [cell(key, [GOOD]) for key in LEARNERS]
    panel = curve_panel(3, "vehicle", cells)
    np.testing.assert_array_equal(panel.chart.series[0].y, cells[0].curve.mean)
    window = curve_panel(3, "vehicle", cells, window=True)
    np.testing.assert_array_equal(window.chart.series[0].sd, cells[0].curve.window_sd)
    assert len(panel.frame) == 4 * 9
    assert len(frame_of([panel, window])) == 2 * 4 * 9


def test_one_trial_has_no_band_and_cells_with_different_numbers_of_trials_say_so():
    def first(one, trials):
        hits, windows = one.hits[:, :trials], one.windows[:trials]
        return replace(one, seeds=one.seeds[:trials], hits=hits, windows=windows)

    cells = [cell(key, [GOOD]) for key in LEARNERS]
    alone = curve_panel(3, "vehicle", [first(one, 1) for one in cells])
    assert alone.chart.x.label.endswith("one trial: no band")
    assert alone.note.startswith("1 trial; ")
    mixed = curve_panel(3, "vehicle", [first(one, 2 + place) for place, one in enumerate(cells)])
    assert mixed.chart.x.label.endswith("band ±1 sd over 2–5 trials")
    assert mixed.note.startswith("2–5 trials; ")
    assert caption(paper_table(1, [first(cells[0], 1)])).endswith("mean (sd) over 1 trial")
    assert caption(paper_table(1, [])).endswith("mean (sd) over no trials")
    assert sweep_panel(1, "gaussians4", swept(lambda sigma, beta: 0.9, trials=1)).note == "1 trial per point."
    assert sweep_panel(2, "news20", swept(lambda sigma, beta: 0.9, "news20", trials=1)).note.startswith(
        "4 β, 1 σ above 0 and 1 trial only"
    )


def test_sparse_sets_have_five_betas_two_noises_and_three_trials():
    plan = plan_of(2, "news20")
    assert (len(plan.values), sum(sigma > 0 for sigma in plan.sigmas), plan.trials) == (5, 2, 3)
    assert plan.sigmas[0] == 0
    assert len(plan_of(2, "vehicle").sigmas) == 4
    assert plan_of(1, "gaussians4").trials == 10


def test_an_svg_is_well_formed_and_has_every_curve_and_text():
    panel = curve_panel(3, "vehicle", [cell(key, [GOOD]) for key in LEARNERS])
    tree = ElementTree.fromstring(svg(panel.chart, "A & B"))
    texts = {node.text for node in tree.iter(f"{SVG}text")}
    assert {"A & B", panel.chart.x.label, *(one.name for one in panel.chart.series)} <= texts
    colours = {node.get("stroke") for node in tree.iter(f"{SVG}path")}
    assert {one.colour for one in panel.chart.series} <= colours
    assert len(list(tree.iter(f"{SVG}polygon"))) == 4
    assert tree.find(f"{SVG}desc").text == panel.chart.alt
    assert "nan" not in svg(panel.chart, "")


def test_a_sheet_has_all_panels_with_bands_and_a_page_is_interactive_offline():
    panel = sweep_panel(1, "gaussians4", swept(lambda sigma, beta: 0.9 - sigma * beta))
    tree = ElementTree.fromstring(sheet([(panel.title, panel.chart)] * 4, "Figure"))
    assert len(tree.findall(f"{SVG}svg")) == 4
    assert any(node.text.startswith("theory range") for node in tree.iter(f"{SVG}text"))
    page = html_page("Figure", [(panel.title, panel.chart, panel.note)] * 2)
    assert page.count("Plotly.newPlot(") == 2
    assert "cdn.plot.ly" not in page.split("Plotly.newPlot(")[1][:2000]
