"""What the Arena does when the player asks for something."""

from dataclasses import replace

import streamlit as st

from cspa_explore.charts.curves import ratio_curves
from cspa_explore.errors import UserError
from cspa_explore.experiments.command import run_command
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import Branch
from cspa_explore.results.comparisons import paired_difference
from cspa_explore.results.run import RunResult
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.streams.blocks import zero_rounds
from cspa_explore.ui.arena.runs import Computed
from cspa_explore.ui.controls.choices import choices
from cspa_explore.ui.controls.downloads import settings_download
from cspa_explore.ui.markdown import plain
from cspa_explore.ui.session import state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import LEARNER, ROUND, one_of

LINK_KEYS = (
    ROUND,
    LinkKey("eye", one_of(("god", "learner"))),
    LinkKey("lin", one_of(("0", "1"))),
    LinkKey("last", one_of(("100",))),
    LEARNER,
)
INSTRUCTIVE = {
    "CSPA β=1/6": "cspa(beta=1/6)",
    "CSPA β=1": "cspa(beta=1)",
    "Banditron γ=0.05": "banditron(gamma=0.05)",
}


def answer() -> None:
    """Answer the player's question: pin, branch, or the Microscope at this round."""
    question = st.session_state.player.get("question") or {}
    kind, t, learners = question.get("kind"), int(question.get("t", 0)), state.experiment().texts
    if kind != "pin" and question.get("learner") not in learners:
        return  # the picture is still that of other settings
    which = 0 if kind == "pin" else learners.index(question["learner"])
    if kind == "pin":
        state.pin(None if state.pinned() else state.experiment())
    elif kind == "branch":
        state.change(lambda settings: branched(settings, which, t))
    elif kind == "microscope":
        query = st.query_params.to_dict() | {"who": str(which), "t": str(max(1, t))}
        if not which:
            del query["who"]  # as the player writes it: with another query Streamlit adds another history entry
        st.session_state.go = ("microscope", query)


def branched(settings: Experiment, which: int, t: int) -> Experiment:
    """Return the settings with one more learner: the one asked for, with another parameter from round t on.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> branched(FIRST, 0, 600).texts[-1]
    'cspa(beta=1/6)@600(beta=1)'
    """
    item = settings.learners[min(max(which, 0), len(settings.learners) - 1)]
    parent = item.learner if isinstance(item, Branch) else item
    free = [place for place, param in enumerate(parent.spec.params) if not param.initial]
    if not free:
        raise UserError(f"{parent.words} has no parameter that can change in mid-run.")
    place = free[0]
    param, now = parent.spec.params[place], str(parent.values[place])
    values = choices(param, settings.stream.n_classes, now)
    other = values[-1] if values[-1] != now else values[len(values) // 6]
    branch = str(Branch(parent, t, parent.replace(**{param.name: other})))
    kept = [text for text in settings.texts if "@" not in text or text == branch]  # one branch at a time
    if branch in kept:
        return settings
    if len(kept) == MOST_LEARNERS:
        raise UserError(f"A branch is one more learner, and at most {MOST_LEARNERS} play together: take one out.")
    return settings.but(learners=(*kept, branch))


def result_line(result: RunResult) -> str:
    """Return the ratios after the last round, and how far CSPA is ahead of each other learner on the same rows.

    The first CSPA is meant; if none plays, the first learner.
    """
    first = next((r for r in result.results if r.learner.key == "cspa"), result.results[0])
    others = [r for r in result.results if r is not first]
    names = {id(r): plain(r.learner.words) for r in result.results}
    words = ", ".join(f"**{names[id(r)]}: {r.words}**" for r in result.results)
    n = len(result.seeds)
    spread = f"mean ± sd over {n} seeds" if n > 1 else "one seed, so no spread is known"
    gains = [f"{names[id(first)]} minus {names[id(r)]}: {paired_difference(first, r).words}" for r in others]
    paired = f" On the same rows, {'; '.join(gains)}." if gains else ""
    zero = zero_rounds(replace(result.stream, seed=result.seeds[0]))
    empty = f" {zero:,} rounds of the watched run show a zero row: they count, but teach nothing." if zero else ""
    return f"Right proposals after {result.stream.n_rounds:,} rounds ({spread}): {words}.{paired}{empty}"


def pinned_line(pinned: RunResult) -> str:
    """Return what the pinned run is and what it came to."""
    ratios = ", ".join(f"**{plain(r.learner.words)}: {r.words}**" for r in pinned.results)
    return f"Pinned, in grey: {ratios} ({plain(pinned.words)})."


def numbers(shown: Computed) -> None:
    """Offer the curves as an ordinary chart, the table behind it, and everything to take away."""
    more = st.expander("The same curves as a chart, and the numbers behind them", key="more_numbers", on_change="rerun")
    if not more.open:  # closed, it would be drawn all the same
        return
    from cspa_explore.charts.plotly_renderer import figure  # Plotly is imported when it is needed

    result = shown.result
    with more:
        recent = st.toggle("Ratio of the last 100 rounds", key="chart_recent")
        chart = ratio_curves(result, shown.lines, recent, [shown.pinned] if shown.pinned else [])
        st.plotly_chart(figure(chart), key="curves", alt=chart.alt)
        st.dataframe(chart.table(), key="numbers", hide_index=True)
        trials, curves, everything, config = st.columns(4)
        files = (
            (trials, "Table as CSV", result.to_frame().to_csv(index=False), "trials.csv"),
            (curves, "Curves as CSV", result.curves_frame().to_csv(index=False), "curves.csv"),
            (everything, "Everything as JSON", result.to_json(), "run.json"),
        )
        for place, label, content, name in files:
            place.download_button(label, content, name, key=f"get_{name}", on_click="ignore", width="stretch")
        settings_download(shown.settings, config)
        all_of_them = f"From the command line, all {shown.settings.trials} seeds to the end:"
        st.markdown(all_of_them if shown.partial else "The same numbers from the command line:")
        st.code(run_command(shown.settings), language=None, wrap_lines=True)


def no_learner() -> None:
    """Say that somebody has to play, and offer the most instructive ones."""
    st.info("Pick at least one learner: in the sidebar, or one of these.")
    for column, (words, text) in zip(st.columns(len(INSTRUCTIVE)), INSTRUCTIVE.items(), strict=True):
        column.button(words, key=f"pick_{text}", width="stretch", on_click=_pick, args=(text,))


def _pick(text: str) -> None:
    state.change(learners=(text,))
