"""The decision from a sweep at one σ: which value to take, how sure that is, and what another value costs."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cspa_explore.learners.text import param_of
from cspa_explore.results.choice import Choice, choose
from cspa_explore.results.comparisons import Difference
from cspa_explore.results.points import NEGLIGIBLE, cost_words, interval_words, mean_words
from cspa_explore.results.sentences import FLAT, runs, value_names
from cspa_explore.results.sweep import SweepResult
from cspa_explore.theory.ranges import figure_limit, needs_truth, where
from cspa_explore.wording import counted


@dataclass(frozen=True, eq=False)
class Decision:
    """The choice among the values of a sweep at one σ; `yours` is the index of the user's value, if it was played."""

    result: SweepResult
    sigma: float
    choice: Choice
    yours: int | None = None
    yours_text: str = ""  # as the user wrote the value; by default, from the number

    @property
    def symbol(self) -> str:
        """Return the letter of the parameter."""
        return param_of(self.result.learner.spec, self.result.param).symbol

    @property
    def value(self) -> float:
        """Return the recommended value."""
        return self.result.values[self.choice.picked]

    @property
    def seeds(self) -> int:
        """Return the number of seeds behind the decision."""
        return self.choice.ratio.shape[1]

    @property
    def flat(self) -> bool:
        """Say whether all means lie so close together that the parameter hardly matters."""
        mean = self.choice.ratio.mean(axis=1)
        return bool(mean.max() - mean.min() <= FLAT)

    @property
    def any_will_do(self) -> bool:
        """Say whether no value is shown to be better: the parameter hardly matters, or all values are tied."""
        return self.flat or len(self.choice.tied) == len(self.result.values)

    @cached_property
    def cost(self) -> Difference | None:
        """Return what the user's value loses to the honest choice."""
        return None if self.yours is None else self.choice.cost_of(self.yours)

    @property
    def unsure(self) -> bool:
        """Say whether too few seeds were played to know that the user's value costs anything."""
        return self.cost is not None and self.choice.provisional and not self.cost.low > 0

    def named(self, j: int) -> str:
        """Return a value as text: the user's own as written, parts of the theory range as fractions."""
        if j == self.yours and self.yours_text:
            return self.yours_text
        return value_names(self.result.plan)[j]

    @property
    def _theory(self) -> bool:
        return (self.result.learner.key, self.result.param) == ("cspa", "beta")

    # Words

    @property
    def title(self) -> str:
        """Return "Take β ≈ 0.25"; "β ≈ 0.25 will do" if no value is shown to be better than the others."""
        value = f"{self.symbol} ≈ {self.named(self.choice.picked)}"
        return f"{value} will do" if self.any_will_do else f"Take {value}"

    @property
    def tied_words(self) -> str:
        """Return which values are tied with the best: "0.2 to 0.35 are statistically tied"."""
        if self.choice.provisional:
            return f"Provisional: {counted(self.seeds, 'seed')}, chosen in hindsight"
        groups = runs(self.choice.tied)
        if len(self.choice.tied) == 1:
            alone = self.choice.tied[0] == self.choice.picked
            return (
                "No other value is statistically tied"
                if alone
                else f"Statistically, {self.named(groups[0][0])} is best"
            )
        listed = [self.named(a) if a == b else f"{self.named(a)} to {self.named(b)}" for a, b in groups]
        return f"{' and '.join([', '.join(listed[:-1]), listed[-1]] if listed[1:] else listed)} are statistically tied"

    @property
    def matters_words(self) -> str:
        """Return a sentence if the parameter hardly matters, else ""."""
        mean = self.choice.ratio.mean(axis=1)
        low, high = f"{100 * mean.min():.1f}", f"{100 * mean.max():.1f}"
        extent = f"{low} % at every value" if low == high else f"{low} to {high} % over all values"
        return f"{self.symbol} hardly matters here: {extent}" if self.flat else ""

    @property
    def end_words(self) -> str:
        """Return that the value is an end of the values tried, but not of the parameter's range; else ""."""
        param, values = param_of(self.result.learner.spec, self.result.param), self.result.values
        name = self.named(self.choice.picked)
        if self.flat or len(values) < 2:
            return ""
        if self.value == values[0] and not (param.low_allowed and self.value <= param.low):
            return f"{name} is the smallest value tried: smaller ones may be better"
        if self.value == values[-1] and not (param.high_allowed and self.value >= param.high):
            return f"{name} is the largest value tried: larger ones may be better"
        return ""

    @property
    def theory_words(self) -> str:
        """Return where the recommended β lies, and what the best β inside the theory range costs; "" for others."""
        if not self._theory:
            return ""
        if self.result.stream.noisy:
            return needs_truth(self.result.stream.noisy).removesuffix(".")
        K, mean = self.result.stream.n_classes, self.choice.ratio.mean(axis=1)
        edge = f"theory range (β ≤ {figure_limit(K)})"
        place = f"{where(K, self.value).capitalize()} the {edge}"
        if where(K, self.value) == "inside":
            return place
        inside = [j for j, value in enumerate(self.result.values) if where(K, value) == "inside"]
        if not inside:
            return place
        best = max(inside, key=lambda j: mean[j])
        lost = self.choice.cost_of(best).mean
        return f"{place}, whose best β, {self.named(best)}, costs {cost_words(lost)}"

    @property
    def cost_words(self) -> tuple[str, str, str]:
        """Return what the user's value costs, as three short lines; empty texts if it was not played."""
        if self.cost is None or self.yours is None:
            return "", "", ""
        name = f"Your {self.symbol} = {self.named(self.yours)}"
        best = abs(self.cost.mean) < NEGLIGIBLE or self.choice.tied == (self.yours,)
        if self.yours == self.choice.picked and best:
            return name, "is the best choice", f"on {counted(self.seeds, 'seed')}"
        amount = cost_words(self.cost.mean)
        halves = f"against the picks of the halves: {interval_words(self.cost)}"
        if self.yours == self.choice.picked:  # a half picks another
            return name, "is the recommended value", f"costs {amount} {halves}"
        if self.yours in self.choice.tied:
            return name, "is statistically tied", f"costs {amount}: {interval_words(self.cost)}"
        if self.unsure:
            return name, "cannot be judged yet", f"costs {amount}: {interval_words(self.cost)}"
        if not self.cost.low > 0:  # one value is better, but the values that the halves pick may not be
            costs = f"{'costs' if self.cost.mean < NEGLIGIBLE else 'probably costs'} {amount}"
            return name, "is not tied with the best", f"{costs} {halves}"
        return f"{name} costs", amount, interval_words(self.cost)

    @property
    def score_words(self) -> tuple[str, str]:
        """Return the honest score and the hindsight score, each with what it is."""
        found, n = self.choice, counted(self.seeds, "seed")
        best = self.named(found.hindsight)
        hindsight = f"In hindsight, as in the paper: {mean_words(found.hindsight_score, found.hindsight_sd)}"
        hindsight += f" at {self.symbol} = {best}"
        if found.provisional:
            return "", f"{hindsight} ({n})"
        flatters = f", {100 * found.flattery:.1f} points too high" if found.flattery >= NEGLIGIBLE else ""
        return f"Picked and scored on different seeds: {mean_words(found.score, found.score_sd)}", hindsight + flatters

    @property
    def how_words(self) -> str:
        """Return how the value was chosen."""
        if self.choice.provisional:
            return "Too few seeds to choose on one half and to score on the other."
        first, second = map(self.named, self.choice.picks)
        both = f"they pick {first} and {second}, and the one with the higher mean over all seeds is recommended"
        picks = f"both pick {first}" if first == second else both
        return f"Each half of the {self.seeds} seeds picks its {self.symbol}, the other half scores it; {picks}."

    @property
    def sentence(self) -> str:
        """Return the decision in one sentence."""
        start = f"On {self.result.stream.info.title} at σ={self.sigma:g}"
        parts = [f"{start}, {self.title}" if self.any_will_do else f"{start} {_small(self.title)}"]
        paired = "" if self.choice.provisional else f" (paired over {counted(self.seeds, 'seed')})"
        parts.append(f"{_small(self.tied_words)}{paired}")
        if self.cost is not None and self.yours is not None:
            name, amount, more = self.cost_words
            parts.append(f"{_small(name)} {amount} ({more})")
        return f"{'; '.join(parts)}."

    def fields(self) -> dict[str, Any]:
        """Return the decision as numbers and words for JSON; ratios in percent."""
        found, values = self.choice, self.result.values
        cost = self.cost and {"mean": _percent(self.cost.mean), "low": _percent(self.cost.low),
                              "high": _percent(self.cost.high), "seeds": self.cost.trials}  # fmt: skip
        return {
            "sentence": self.sentence,
            "param": self.result.param,
            "sigma": self.sigma,
            "value": self.value,
            "provisional": found.provisional,
            "picks": [values[j] for j in found.picks],
            "tied": [values[j] for j in found.tied],
            "honest": {"mean": _percent(found.score), "sd": _percent(found.score_sd)},
            "hindsight": {
                "value": values[found.hindsight],
                "mean": _percent(found.hindsight_score),
                "sd": _percent(found.hindsight_sd),
            },
            "flattery": _percent(found.flattery),
            "yours": None if self.yours is None else values[self.yours],
            "cost": cost,
        }


def decide(result: SweepResult | None, sigma: float, yours: int | None = None, yours_text: str = "") -> Decision | None:
    """Return the decision at this σ; None if no trial has been played with every value.

    While a sweep is incomplete, the trials that were played with every value count.
    """
    if result is None or sigma not in result.sigmas:
        return None
    ratio = result.ratio[result.sigmas.index(sigma)]
    whole = ~np.isnan(ratio).any(axis=0)
    return Decision(result, sigma, choose(ratio[:, whole]), yours, yours_text) if whole.any() else None


def _percent(share: float) -> float | None:
    """Return the share in percent; None if it is NaN, which JSON does not have."""
    return None if np.isnan(share) else 100 * share


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
