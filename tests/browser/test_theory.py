"""The Theory page in a real browser."""

import pytest

from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.bounds import STATEMENTS
from cspa_explore.theory.cover import cover, search
from cspa_explore.ui.theory.presets import PRESETS
from tests.browser.arena import labels_apart
from tests.browser.server import page_of
from tests.browser.test_every_page import drawing
from tests.browser.waiting import frames, rests, says

pytestmark = pytest.mark.browser
FIND = drawing("theory")


def shown(page, words=""):
    """Wait until a run whose reason contains the words is drawn; return the drawn state."""
    page.wait_for_function(
        f"(words) => {{ const v = {FIND}; return v?.frames > 0 && v.data.reason.includes(words); }}",
        arg=words,
        timeout=60_000,
    )
    rests(page)
    frames(page)
    return page.evaluate(f"() => {FIND}.state()")


def test_each_preset_shows_its_badge_and_pythons_numbers(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/theory")
        assert shown(page)["badge"] == "VACUOUS"
        for name, preset in PRESETS.items():
            played = first_trial(preset.experiment)
            statement = STATEMENTS[preset.view.get("stated", "corrected")]
            expected = cover(statement, played, preset.view.get("u", "best"), best=search(statement, played))
            page.get_by_role("button", name=preset.label).click()
            found = shown(page, expected.verdict.reason)
            assert found["badge"] == name.upper()
            assert page.locator(".theory .reason").text_content() == expected.verdict.reason
            ends = [expected.chosen.bound, played.squares[-1], played.mistakes[-1]]
            assert found["values"] == pytest.approx(ends, rel=1e-12)
            labels_apart(found["labels"])
            assert page.locator(".theory .why li").count() == (3 if name == "vacuous" else 0)
        says(page, stated="printed", u="counter", d="counter")
        below = page.locator(".st-key-theory_formulas")
        below.get_by_text("The statement claims Σℓ² ≤ 270.1; the run has 287.9, so it is false.").wait_for()
        for width in (1280, 1024, 400):
            page.set_viewport_size({"width": width, "height": 800})
            cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
            assert below.locator(".katex-display").evaluate_all(cut) == 0, width


def test_rounds_and_alpha_play_and_the_worst_x_appears_in_its_round(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/theory?d=gaussians3&sig=0.0001&seed=7&a=cspa(beta=0.485)")
        page.wait_for_function(f"() => {FIND}?.playing === 'rounds'", timeout=60_000)  # once on its own
        page.wait_for_function(f"() => !{FIND}.playing && {FIND}.t === 3000", timeout=20_000)
        worst = page.evaluate(f"() => {FIND}.data.disc.round")
        assert page.evaluate(f"() => {FIND}.state().mark")
        page.locator(".theory .scrub.rounds").fill("200")
        frames(page)
        before = page.evaluate(f"() => {FIND}.state()")
        assert before["t"] < worst
        assert before["mark"] is None
        assert before["values"][1] < 3.2
        page.locator(".theory .scrub.alpha").fill("50")
        frames(page)
        assert page.locator(".theory .row.theorem .value").text_content() == "= 0.25"
        assert (
            "is beyond the theory range, within the proof, at α = 0.50"
            in page.locator(".theory .ranges h2").text_content()
        )
        page.locator(".theory .scrub.alpha").fill("60")
        frames(page)
        assert "is outside the theory range at α = 0.60" in page.locator(".theory .ranges h2").text_content()
        t = page.evaluate(f"() => {FIND}.t")
        says(page, t=str(t), alpha="0.60")
        page.reload()  # the link restores both, and nothing plays by itself
        page.wait_for_function(f"() => {FIND}?.frames > 0", timeout=60_000)
        assert page.evaluate(f"() => [{FIND}.t, {FIND}.alpha, {FIND}.playing]") == [t, 0.6, ""]
        page.locator(".theory .scrub.rounds").fill("100")
        earlier = page.evaluate(f"() => {FIND}.t")
        says(page, t=str(earlier))
        page.get_by_text("Zero", exact=True).click()  # α belongs to u: another u shows its own; the round stays
        page.wait_for_function(f"() => {FIND}.data.comparator === 'zero'")
        rests(page)
        assert page.evaluate(f"() => [{FIND}.t, {FIND}.alpha]") == [earlier, 0]
        page.go_back()
        page.wait_for_function(f"() => {FIND}.data.comparator !== 'zero'")
        assert page.evaluate(f"() => [{FIND}.t, {FIND}.alpha]") == [earlier, 0.6]
        page.locator(".theory [data-play=alpha]").click()
        page.wait_for_function(f"() => {FIND}.alpha > 0.7")


def test_terms_explain_themselves_and_comparators_change_the_bound(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/theory?d=gaussians3&sig=0.0001&seed=7&a=cspa(beta=0.485)")
        best = shown(page)["values"][0]
        page.locator(".theory .term", has_text="‖u‖").focus()
        assert "The length of u" in page.locator(".theory .explained").text_content()
        page.get_by_text("Class means", exact=True).click()
        page.wait_for_function(f"() => {FIND}.data.comparator.startsWith('class means')")
        rests(page)
        assert shown(page)["values"][0] > best
        says(page, u="means")
        page.locator(".theory [data-picture=svg]").click()
        page.locator(".theory .notice", has_text="theory.svg is saved.").wait_for()


def test_an_erratum_runs_with_a_click(browser, server):
    with page_of(browser, 1280, 1800, motion="reduce") as page:
        page.goto(f"{server}/theory?T=300")
        shown(page)
        page.get_by_role("button", name="Run it").nth(1).click()
        page.get_by_text("after 300 rounds Σℓ² = 287.9").wait_for()


def test_the_arenas_link_opens_the_page(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(server)
        link = page.get_by_role("link", name="Does the theorem cover this run?")
        link.wait_for(timeout=60_000)
        rests(page)
        link.click()
        page.wait_for_function(f"() => {FIND}?.frames > 0 && {FIND}.root.isConnected", timeout=60_000)
        assert shown(page)["badge"] == "VACUOUS"
