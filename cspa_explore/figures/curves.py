"""Ratio of right proposals against the round."""

import numpy as np
import plotly.graph_objects as go

from cspa_explore.experiments.trials import Curve
from cspa_explore.figures.theme import GREY, faded, look

POINTS = 300  # drawn a curve, besides the first rounds


def ratio_curves(curves: list[Curve], *, chance: float) -> go.Figure:
    """Return cumulative ratios in percent with ±1 sd bands; the y axis is fixed to 0…100."""
    figure = go.Figure()
    trials, T = curves[0].ratio.shape
    at = np.union1d(np.arange(min(T, 100)), np.linspace(0, T - 1, POINTS).astype(int))
    for curve in curves:
        colour, dash = look(curve.learner.key)
        mean, sd = 100 * curve.mean[at], 100 * curve.sd[at]
        if trials > 1:
            figure.add_scatter(
                x=np.concatenate([at + 1, at[::-1] + 1]),
                y=np.clip(np.concatenate([mean + sd, (mean - sd)[::-1]]), 0, 100),
                fill="toself",
                fillcolor=faded(colour, 0.2),
                line={"width": 0},
                hoverinfo="skip",
                showlegend=False,
            )
        figure.add_scatter(
            x=at + 1,
            y=mean,
            customdata=sd,
            name=curve.learner.words,
            line={"color": colour, "dash": dash, "width": 2.5},
            hovertemplate="%{y:.1f} ± %{customdata:.1f} %" if trials > 1 else "%{y:.1f} %",
        )
    line = {"dash": "dot", "width": 1, "color": GREY}
    figure.add_hline(y=100 * chance, line=line, annotation_text="chance")
    band = f" (band: ±1 sd over {trials} trials)" if trials > 1 else ""
    figure.update_layout(
        dragmode=False,  # a swipe scrolls the page; the tool bar zooms
        hovermode="x unified",
        height=400,
        margin={"t": 50, "b": 10, "l": 10, "r": 20},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
        xaxis={"title": f"round{band}", "range": [0, T], "dtick": T // 4},
        xaxis_unifiedhovertitle_text="round %{x}",
        yaxis={"title": "right proposals so far, %", "range": [0, 100]},
    )
    return figure
