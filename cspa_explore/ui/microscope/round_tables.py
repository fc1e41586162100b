"""The Microscope's round as tables and files, for screen readers and for further computation."""

from typing import Any

import pandas as pd
import streamlit as st

from cspa_explore.experiments.command import run_command
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.explain.checks import number
from cspa_explore.results.csv_form import csv_of
from cspa_explore.results.json_form import write_record
from cspa_explore.ui.controls.downloads import settings_download
from cspa_explore.ui.markdown import escaped

LABELS = {"class": "class", "predicted": "prediction ŷ", "proposed": "proposal ỹ", "true": "true class in the run",
          "support": "in S (support classes)"}  # fmt: skip
SCORES = {"before": "score before", "tau": "step τ", "after": "score after",
          "learning before": "score of the learning weights before",
          "learning after": "score of the learning weights after"}  # fmt: skip


def class_table(look: dict[str, Any]) -> pd.DataFrame:
    """Return one row per class: scores, step, and which class was predicted, proposed, true and in the support."""
    K, support = look["K"], look["support"]
    marks = {"predicted": look["y_hat"], "proposed": look["y_tilde"], "true": look["y"]}
    columns = {
        "class": look["names"], "before": look["scores_before"], "tau": look["tau"], "after": look["scores_after"],
    }  # fmt: skip
    if learning := look["learning"]:
        columns |= {"learning before": learning["scores_before"], "learning after": learning["scores_after"]}
    columns |= {name: [k == mark for k in range(K)] for name, mark in marks.items()}
    return pd.DataFrame(columns | ({"support": support["inside"]} if support else {}))


def rule_table(look: dict[str, Any]) -> pd.DataFrame:
    """Return one row per equation with this round's numbers, and one row per invariant."""
    rows = [("rule", formula, numbers, result, holds) for formula, numbers, result, holds in look["equations"]]
    rows += [("must hold", name, value, None, holds) for name, value, holds in look["invariants"]]
    return pd.DataFrame(rows, columns=["kind", "what", "numbers", "result", "holds"])


def round_json(experiment: Experiment, shown: dict[str, Any]) -> str:
    """Return everything about the round as JSON."""
    look = shown["look"]
    from_scene = ("t", "moved", "told", "point")
    from_look = (
        "words", "branch", "x", "correct", "explored", "supposed", "full", "loss", "steps", "W_before", "W_after",
        "learning",
    )  # fmt: skip
    return write_record(
        "round", settings=str(experiment),
        **{name: shown[name] for name in from_scene}, **{name: look[name] for name in from_look},
        classes=class_table(look).to_dict("records"), rules=rule_table(look).to_dict("records"),
    )  # fmt: skip


def round_numbers(experiment: Experiment, shown: dict[str, Any]) -> None:
    """Offer the drawn round as tables, files, and the command line of its run."""
    more = st.expander("Data, CSV and command line", key="more_round", on_change="rerun")
    if not more.open:  # Streamlit runs the body of a closed expander too
        return
    look, file = shown["look"], f"microscope-{shown['learners'][shown['which']]['key']}-round-{shown['t']}"
    with more:
        st.markdown(escaped(f"Round {shown['t']:,} · {look['words']} · {look['branch']}"))
        table, rules = class_table(look), rule_table(look)
        short = {name: st.column_config.NumberColumn(label, format="%.4f") for name, label in SCORES.items()}
        st.dataframe(table, key="round_classes", hide_index=True, column_config={**LABELS, **short})
        results = ["" if pd.isna(value) else number(value) for value in rules["result"]]
        st.dataframe(rules.assign(result=results), key="round_rule", hide_index=True, height="content")
        csv, everything, config = st.columns(3)
        files = (
            (csv, "Table as CSV", csv_of(table), f"{file}.csv"),
            (everything, "Everything as JSON", round_json(experiment, shown), f"{file}.json"),
        )
        for place, label, content, name in files:
            key = f"get_round_{name.split('.')[-1]}"
            place.download_button(label, content, name, key=key, on_click="ignore", width="stretch")
        settings_download(experiment, config)
        st.markdown("The whole run from the command line:")
        st.code(run_command(experiment), language=None, wrap_lines=True)
