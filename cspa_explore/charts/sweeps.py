"""Final ratio against a parameter, for several σ; and the σ × parameter map."""

import numpy as np
import plotly.graph_objects as go

from cspa_explore.charts.theme import GREY, add_band, faded, sigma_looks, with_settings
from cspa_explore.learners.text import param_of
from cspa_explore.results.sweep import SweepResult

BELOW = {"annotation_position": "bottom right"}  # where there are no curves


def sweep_curves(result: SweepResult, *, alpha: float | None = None) -> go.Figure:
    """Return mean ± sd in percent against the parameter, one curve a σ.

    For CSPA the range 0 < β ≤ 1/(K−1), in which the theorem's β = (1−α)/(K−1) lies, is shaded and the limit
    2(1−α)/(K−1) that the proof needs is drawn (α = 0 unless given).
    """
    figure = go.Figure()
    param = param_of(result.learner.spec, result.param)
    mean, sd, x = 100 * result.mean, 100 * result.sd, np.array(result.values)
    trials = len(result.seeds)
    looks = sigma_looks(result.sigmas, result.stream.spec.sigmas.figure)
    for i, sigma in enumerate(result.sigmas):
        colour, dash, symbol = looks[i]
        drawn = ~np.isnan(mean[i])
        spread = drawn & ~np.isnan(sd[i])
        add_band(figure, x[spread], mean[i][spread], sd[i][spread], colour)
        figure.add_scatter(
            x=x[drawn],
            y=mean[i][drawn],
            customdata=sd[i][drawn],
            mode="lines+markers",
            name=f"σ={sigma:g}",
            line={"color": colour, "dash": dash},
            marker={"symbol": symbol},
            hovertemplate="%{y:.1f} ± %{customdata:.1f} %" if trials > 1 else "%{y:.1f} %",
        )
    figure.add_hline(y=100 / result.stream.n_classes, line={"dash": "dot", "color": GREY}, annotation_text="chance")
    if result.learner.key == "cspa" and result.param == "beta":
        _theory(figure, result.stream.n_classes, alpha or 0.0)
    figure.update_layout(
        dragmode=False,
        hovermode="x unified",
        height=430,
        margin={"t": 50, "b": 10, "l": 10, "r": 20},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
        xaxis={
            "title": with_settings(f"{param.symbol} ({result.spread})", result.words),
            "type": "log" if _on_log_axis(result) else "linear",
        },
        yaxis={"title": f"right proposals after {result.stream.n_rounds:,} rounds, %", "range": [0, 100]},
    )
    return figure


def _on_log_axis(result: SweepResult) -> bool:
    return param_of(result.learner.spec, result.param).scale == "log" and min(result.values) > 0


def _theory(figure: go.Figure, K: int, alpha: float) -> None:
    figure.add_vrect(0, 1 / (K - 1), fillcolor=faded("#d55e00", 0.08), line_width=0, layer="below")
    point, limit = (1 - alpha) / (K - 1), 2 * (1 - alpha) / (K - 1)
    figure.add_vline(point, line={"dash": "dash", "color": GREY}, annotation_text="(1−α)/(K−1)", **BELOW)
    if limit <= 1:
        figure.add_vline(limit, line={"dash": "dot", "color": GREY}, annotation_text="2(1−α)/(K−1)", **BELOW)


def sweep_map(result: SweepResult) -> go.Figure:
    """Return the σ × parameter map of the mean in percent, with the ridge of the best value for each σ."""
    param = param_of(result.learner.spec, result.param)
    sigmas = [f"{sigma:g}" for sigma in result.sigmas]
    figure = go.Figure(
        go.Heatmap(
            x=result.values,
            y=sigmas,
            z=100 * result.mean,
            colorscale="Cividis",
            zmin=0,
            zmax=100,
            colorbar={"title": "right, %"},
            hovertemplate=f"{param.symbol}=%{{x:.3g}}, σ=%{{y}}: %{{z:.1f}} %<extra></extra>",
        )
    )
    figure.add_scatter(
        x=result.best(),
        y=sigmas,
        mode="lines+markers",
        name=f"best {param.symbol} for each σ",
        line={"color": "#d55e00", "width": 3},
        marker={"size": 11, "color": "white", "line": {"width": 2, "color": "#d55e00"}},
        showlegend=True,
    )
    figure.update_layout(
        dragmode=False,
        height=430,
        margin={"t": 50, "b": 10, "l": 10, "r": 20},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
        xaxis={"title": with_settings(param.symbol, result.words), "type": "log" if _on_log_axis(result) else "linear"},
        yaxis={"title": f"σ ({result.stream.spec.noise})", "type": "category"},
    )
    return figure
