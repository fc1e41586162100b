"""What the player's two handles need: each learner's parameters and σ, with their values and places on a slider."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cspa_explore.algorithms import Param
from cspa_explore.algorithms.expression import Expression
from cspa_explore.charts.axes import fifths
from cspa_explore.charts.colours import THEORY
from cspa_explore.datasets.spec import Sigmas
from cspa_explore.learners.branch import AnyLearner, Branch
from cspa_explore.learners.text import param_of, value_for
from cspa_explore.running.film_values import film_sigmas, handle_values, places
from cspa_explore.streams.stream import Stream
from cspa_explore.theory.ranges import IN_WORDS, figure_limit, landmarks, proof_limit, where

WORDS = {"beta": "Step size", "gamma": "Exploration"}  # of linear β, of γ; other parameters are named by their letter


def parameter_label(learners: Sequence[AnyLearner], place: int, param: Param) -> str:
    """Return the name of a learner's parameter; learners with the same algorithm are numbered.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> first = FIRST.learners
    >>> parameter_label(first, 1, first[1].spec.params[0]), parameter_label(first, 2, first[2].spec.params[0])
    ('Step size β (CSPA 2)', 'Exploration γ (Banditron)')
    """
    item = learners[place]
    same = [i for i, other in enumerate(learners) if other.key == item.key]
    who = f"{item.spec.label} {same.index(place) + 1}" if len(same) > 1 else item.spec.label
    words = WORDS.get(param.name, "") if param.scale == "linear" or param.name == "gamma" else ""
    return f"{words} {param.symbol} ({who})".strip()


def handles(learners: Sequence[AnyLearner], place: int, K: int, theory: bool = True) -> list[dict[str, Any]]:
    """Return one entry per parameter of a learner that a handle can change; in a branch, for the rounds after it.

    Without `theory`, where it says nothing, β has no theory range.
    """
    item = learners[place]
    after = f" after round {item.at:,}" if isinstance(item, Branch) else ""
    labels = {param.name: f"{parameter_label(learners, place, param)}{after}" for param in item.spec.params}
    return [{**entry, "label": labels[entry["name"]]} for entry in _handles(item, K, theory)]


@lru_cache(maxsize=256)
def _handles(item: AnyLearner, K: int, theory: bool) -> list[dict[str, Any]]:
    text = item.then if isinstance(item, Branch) else item
    free = [param for param in text.spec.params if not (isinstance(item, Branch) and param.initial)]
    now = dict(zip((param.name for param in text.spec.params), map(str, text.values), strict=True))
    return [
        {
            "name": param.name, "symbol": param.symbol, "value": now[param.name],
            **slider(item, param.name, K, handle_values(item, param.name, K), theory),
            **_scale(item, param, K, theory),
        }
        for param in free
    ]  # fmt: skip


def slider(item: AnyLearner, name: str, K: int, values: tuple[str, ...], theory: bool = True) -> dict[str, Any]:
    """Return the values as texts, as shown, their places on the slider and, of CSPA's β, where they lie in words."""
    param = param_of(item.spec, name)
    numbers = [Expression.parse(text)(K) for text in values]
    high = param.high if param.scale == "linear" else max(numbers)
    shown = [value_for(Expression.parse(text), K) for text in values]
    at = places(numbers, param.scale, param.low, high)
    known = theory and _in_theory(item, param)
    words = [IN_WORDS[where(K, beta)] for beta in numbers] if known else [""] * len(numbers)
    return {"values": list(values), "shown": shown, "at": [round(place, 9) for place in at], "where": words}


def sigma_handle(stream: Stream) -> dict[str, Any]:
    """Return the entry of σ."""
    values = film_sigmas(stream.info, stream.sigma)
    return {"value": stream.sigma, "noise": stream.spec.noise, **sigma_slider(stream.info.sigmas, values)}


def sigma_slider(sigmas: Sigmas, values: Iterable[float]) -> dict[str, Any]:
    """Return values of σ, their places on a slider that begins at 0, and its ticks."""
    found = list(values)
    high = max(*found, sigmas.high)
    ticks = sorted({0.0, high, *sigmas.figure})
    return {
        "values": found,
        "at": [round(place, 9) for place in places(found, "linear", 0.0, high)],
        "ticks": [[value / high, f"{value:g}"] for value in ticks],
    }


def _in_theory(item: AnyLearner, param: Param) -> bool:
    """Say whether the theory has a range for the parameter."""
    return item.key == "cspa" and param.name == "beta"


def _scale(item: AnyLearner, param: Param, K: int, theory: bool) -> dict[str, Any]:
    """Return the ticks and, of CSPA's β, the places and the colour of the theory range and of its proof."""
    found = {"ticks": _ticks(item, param, K, theory)}
    if not theory or not _in_theory(item, param):
        return found
    ends = [min(1.0, float(limit(K))) for limit in (figure_limit, proof_limit)]
    return found | {"colour": THEORY, "theory": ends}


def _ticks(item: AnyLearner, param: Param, K: int, theory: bool) -> list[list[Any]]:
    """Return places and texts of the ticks, the most important first: where they would overlap, the first is kept."""
    if _in_theory(item, param):
        half, edge, proof = landmarks(K)
        ends = (f"{edge}: theory range", f"{proof}: proof") if theory else (str(edge), str(proof))
        named = [(edge, ends[0]), (Fraction(1), "1"), (proof, ends[1]), (half, str(half))]
        return [[float(at), text] for at, text in named if at <= 1]
    found = slider(item, param.name, K, handle_values(item, param.name, K))
    pairs = list(zip(found["at"], found["values"], strict=True))
    numbers = [Expression.parse(text)(K) for _, text in pairs]
    if ticks := fifths(param, numbers):
        return [list(pair) for pair, number in zip(pairs, numbers, strict=True) if round(number, 12) in ticks]
    if param.scale == "linear":
        return [list(pairs[0]), list(pairs[-1]), *map(list, pairs[4:-1:5])]
    tens = [[at, text] for at, text in pairs if text.strip("0.") in ("1", "") or text in ("10", "100", "1000")]
    return [list(pairs[0]), list(pairs[-1]), *tens]
