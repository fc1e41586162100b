"""The theory range of β, as a strip from 0 to 1 and a sentence below β's input."""

from html import escape

from cspa_explore.algorithms.expression import Expression
from cspa_explore.charts.colours import THEORY, faded
from cspa_explore.theory.ranges import figure_limit, needs_truth, proof_limit, where


def theory_sentence(K: int, beta: float) -> str:
    """Return where β lies: inside the theory range, beyond it but in reach of the proof, or outside both.

    >>> theory_sentence(4, 1 / 6)
    'Inside the theory range (β ≤ 1/3 for 4 classes). The proof extends to 2/3.'
    """
    edge, proof = figure_limit(K), proof_limit(K)
    end = "1" if proof > 1 else str(proof)  # β itself is at most 1
    place = where(K, beta)
    extent = f"only to {end}" if place == "outside" else f"to {end}"
    return f"{place.capitalize()} the theory range (β ≤ {edge} for {K} classes). The proof extends {extent}."


def band(K: int, beta: Expression, title: str = "", noisy: float = 0.0) -> str:
    """Return HTML: a strip, tinted up to 1/(K−1) and hatched up to 2/(K−1), with a mark at β, and the sentence.

    The title appears when the pointer rests on it. With noisy answers the theory says nothing, and the sentence why.
    """
    if noisy:
        return f'<div class="theory" title="{escape(title)}">{needs_truth(noisy)}</div>'
    value = beta(K)
    edge, proof = (100 * min(1.0, float(limit)) for limit in (figure_limit(K), proof_limit(K)))
    tint, stripe = faded(THEORY, 0.45), faded(THEORY, 0.6)
    hatch = f"repeating-linear-gradient(135deg, {stripe} 0 2px, transparent 2px 6px)"
    sentence = theory_sentence(K, value)
    return (
        f'<div class="theory" title="{escape(title)}"><div class="strip" aria-hidden="true">'
        f"{_part(0, edge, tint)}{_part(edge, proof, hatch)}"
        f'<i style="left:{100 * value:.2f}%"></i></div>{sentence}</div>'
    )


def _part(start: float, stop: float, fill: str) -> str:
    return f'<b style="left:{start:.2f}%;width:{stop - start:.2f}%;background:{fill}"></b>'
