"""The Arena's numbers as sentences, as a chart, as a table and as files."""

from dataclasses import replace

import streamlit as st

from cspa_explore.charts.curves import ratio_curves
from cspa_explore.experiments.command import replay_command, run_command
from cspa_explore.results.comparisons import paired_difference
from cspa_explore.results.csv_form import csv_of
from cspa_explore.results.guided import drift_reading
from cspa_explore.results.run import RunResult
from cspa_explore.results.sentences import slow_theory, truly_told
from cspa_explore.streams.blocks import zero_rounds
from cspa_explore.ui.arena.runs import ArenaRun
from cspa_explore.ui.controls.downloads import settings_download
from cspa_explore.ui.markdown import escaped
from cspa_explore.wording import counted


def result_line(result: RunResult) -> str:
    """Return the ratios after the last round, and the paired differences between one learner and each of the others.

    That learner is the first CSPA, or the first learner if no CSPA plays.
    """
    first = next((r for r in result.results if r.learner.key == "cspa"), result.results[0])
    others = [r for r in result.results if r is not first]
    names = {id(r): escaped(name) for r, name in zip(result.results, result.names, strict=True)}
    words = ", ".join(f"**{names[id(r)]}: {r.words}**" for r in result.results)
    n = len(result.seeds)
    spread = f"mean ± sd over {n} seeds" if n > 1 else "one seed, so no spread is known"
    gains = [f"{names[id(first)]} minus {names[id(r)]}: {paired_difference(first, r).words}" for r in others]
    paired = f" On the same rows, {'; '.join(gains)}." if gains else ""
    zero = zero_rounds(replace(result.stream, seed=result.seeds[0]))
    one, many = "shows a zero row: it counts, but teaches nothing", "show zero rows: they count, but teach nothing"
    empty = f" {counted(zero, 'round')} of the watched run {one if zero == 1 else many}."
    truly = f" {escaped(sentence)}" if (sentence := truly_told(result.stream, result.experiment.learners)) else ""
    slow = f"\n\n{escaped(sentence)}" if (sentence := slow_theory(result)) else ""
    drift = f"\n\n{escaped(sentence)}" if (sentence := drift_reading(result)) else ""
    rounds = counted(result.stream.n_rounds, "round")
    return f"Right proposals after {rounds} ({spread}): {words}.{paired}{empty if zero else ''}{truly}{drift}{slow}"


def pinned_line(pinned: RunResult) -> str:
    """Return the ratios and the settings of the pinned run."""
    pairs = zip(pinned.names, pinned.results, strict=True)
    ratios = ", ".join(f"**{escaped(name)}: {r.words}**" for name, r in pairs)
    return f"Pinned, in grey: {ratios} ({escaped(pinned.words)})."


def seed_words(result: RunResult) -> str:
    """Return how the seeds in the table of trials follow from the seed on the screen."""
    n, seed = len(result.seeds), result.stream.seed
    if n == 1:
        return f"Seed on the screen: {seed}. The one trial has a seed derived from it, which the table lists."
    return (
        f"Seed on the screen: {seed}. Each of the {n} trials has a seed derived from it, which the table lists; "
        "the player shows trial 0."
    )


def numbers(shown: ArenaRun) -> None:
    """Offer the curves as a Plotly chart, the table behind it, files, and the command line."""
    more = st.expander("Data, CSV and command line", key="more_numbers", on_change="rerun")
    if not more.open:  # Streamlit runs the body of a closed expander too
        return
    from cspa_explore.charts.plotly_renderer import figure  # imported lazily, because Plotly is slow to import

    result = shown.result
    with more:
        recent = st.toggle("Ratio of the last 100 rounds", key="chart_recent")
        chart = ratio_curves(result, shown.lines, recent, [shown.pinned] if shown.pinned else [])
        st.plotly_chart(figure(chart), key="curves", alt=chart.alt)
        st.caption(seed_words(result))
        st.dataframe(chart.table(), key="numbers", hide_index=True)
        trials, curves, everything, config = st.columns(4)
        files = (
            (trials, "Table as CSV", csv_of(result.to_frame()), "trials.csv"),
            (curves, "Curves as CSV", csv_of(result.curves_frame()), "curves.csv"),
            (everything, "Everything as JSON", result.to_json(), "run.json"),
        )
        for place, label, content, name in files:
            place.download_button(label, content, name, key=f"get_{name}", on_click="ignore", width="stretch")
        settings_download(shown.experiment, config)
        complete = f"The complete run of {counted(shown.experiment.trials, 'seed')} from the command line:"
        st.markdown(complete if shown.partial else "The same numbers from the command line:")
        st.code(run_command(shown.experiment), language=None, wrap_lines=True)
        st.markdown("The same run as one HTML file that plays without Python (in the player: ⋯, Replay file):")
        st.code(replay_command(shown.experiment), language=None, wrap_lines=True)
