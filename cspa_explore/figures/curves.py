"""Ratio of right proposals against the round."""

import numpy as np
import plotly.graph_objects as go

from cspa_explore.experiments.trials import Curve
from cspa_explore.figures.theme import faded, look

POINTS = 300  # drawn a curve
GREY = "#808080"  # reads on white and on black


def ratio_curves(curves: list[Curve], *, chance: float) -> go.Figure:
    """Return cumulative ratios in percent with ±1 sd bands; the y axis is fixed to 0…100."""
    figure = go.Figure()
    for curve in curves:
        trials, T = curve.ratio.shape
        at = np.unique(np.linspace(0, T - 1, POINTS).astype(int))
        colour, dash = look(curve.learner.key)
        mean, sd = 100 * curve.mean[at], 100 * curve.sd[at]
        if trials > 1:
            figure.add_scatter(
                x=np.concatenate([at + 1, at[::-1] + 1]),
                y=np.concatenate([mean + sd, (mean - sd)[::-1]]),
                fill="toself",
                fillcolor=faded(colour, 0.18),
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
            hovertemplate="%{y:.1f} ± %{customdata:.1f} %",
        )
    figure.add_hline(
        y=100 * chance, line={"dash": "dot", "width": 1, "color": GREY}, annotation_text="chance"
    )
    band = f", band: ±1 sd over {trials} trials" if trials > 1 else ""
    figure.update_layout(
        hovermode="x unified",
        height=420,
        margin={"t": 60, "b": 10, "l": 10, "r": 10},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
        xaxis={"title": "round", "range": [0, T]},
        yaxis={"title": f"right proposals so far, % (mean{band})", "range": [0, 100]},
    )
    return figure
