"""The theory range of β, drawn below its slider."""

from cspa_explore.algorithms.expression import Expression
from cspa_explore.theory.ranges import figure_limit, proof_limit
from cspa_explore.ui.controls.choices import position

THUMB = 0.5  # rem; the slider's track begins and ends half a thumb inside its box
ROUNDING = 1e-12  # tolerance of a comparison of a float β, such as 1/3, with an exact limit


def band(options: list[str], K: int, beta: str) -> str:
    """Return HTML: a strip, filled for 0 < β ≤ 1/(K−1) and hatched up to 2/(K−1), and a sentence below it."""
    edge, proof = figure_limit(K), proof_limit(K)
    left, middle = (100 * position(options, K, min(1.0, float(limit))) for limit in (edge, proof))
    fill = "color-mix(in srgb, currentColor 45%, transparent)"
    hatch = f"repeating-linear-gradient(135deg, {fill} 0 2px, transparent 2px 6px)"
    value = Expression.parse(beta)(K)
    where = "inside" if value <= edge + ROUNDING else "beyond" if value < proof - ROUNDING else "outside"
    hatched = "▨ up to 1" if proof > 1 else f"▨ below {proof}"  # β itself is at most 1
    more = {
        "inside": f"; its proof still works in {hatched}",
        "beyond": f", but in {hatched}, where its proof still works",
        "outside": f" and {hatched}, where its proof still works",
    }[where]
    return (
        f'<div style="margin:-0.6rem {THUMB}rem 0.4rem;font-size:0.8rem;line-height:1.3">'
        f'<div style="position:relative;height:10px;border:1px solid {fill};border-radius:3px" '
        f'role="img" aria-label="Range of the theory: β up to {edge}">'
        f"{_part(0, left, fill)}{_part(left, middle, hatch)}"
        f"</div>β = {beta} is <b>{where}</b> ▇ 0 &lt; β ≤ 1/(K−1) = {edge}, the widest range of the theory "
        f"(α → 0){more}.</div>"
    )


def _part(start: float, stop: float, fill: str) -> str:
    place = f"left:{start:.2f}%;width:{stop - start:.2f}%"
    return f'<div style="position:absolute;height:100%;{place};background:{fill}"></div>'
