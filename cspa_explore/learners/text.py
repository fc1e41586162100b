"""The one text form of a learner, parsed and printed here: `cspa(beta=1/6)`, `cspa(beta=1/(2(K-1)))`.

    learner := key | key "(" [name "=" expression ("," name "=" expression)*] ")"

Parameters that are left out take their defaults; printing always names all of them, so a stored text
keeps its meaning when a default changes. The paper's letter may stand for the name: `cspa(β=1/6)`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from cspa_explore.algorithms import ALGORITHMS, AlgorithmSpec, Param
from cspa_explore.algorithms.expression import Expression
from cspa_explore.calls import parse_call
from cspa_explore.errors import UserError, suggestion

LONGEST = 300
POWER = re.compile(r"10\^(-[1-4]|[1-5])")  # a power of ten that is short as a number
MOST_PARTS = 1000  # the largest denominator of a value that is shown as a fraction


@dataclass(frozen=True)
class LearnerText:
    """An algorithm with its parameters as expressions in K, in the order of its Spec.

    >>> text = LearnerText.parse("cspa( beta = 1/(2(K-1)) )")
    >>> print(text, text.hyper(4))
    cspa(beta=1/(2(K-1))) CSPA(beta=0.16666666666666666)
    """

    key: str
    values: tuple[Expression, ...]

    @classmethod
    def parse(cls, text: str) -> "LearnerText":
        """Return the learner that the text names; UserError says what is wrong."""
        call = parse_call(text, "A learner", "cspa(beta=1/6)", LONGEST)
        spec = spec_of(call.key)
        found: dict[str, str] = {}
        for name, value in call.arguments():
            if not name and spec.params:
                example = f"{spec.params[0].name}={spec.params[0].default}"
                raise UserError(f"{call.key}: parameters are named, like {example}, got '{value}'.")
            param = param_of(spec, name or value)
            if param.name in found:
                raise UserError(f"{call.key}: {param.name} is given twice.")
            found[param.name] = value
        return cls.of(call.key, **found)

    @classmethod
    def of(cls, key: str, **params: Any) -> "LearnerText":
        """Return the learner by name and parameters, each a number or an expression as text."""
        spec = spec_of(key)
        return cls(spec.key, tuple(Expression.parse(p.default) for p in spec.params)).replace(**params)

    def replace(self, **params: Any) -> "LearnerText":
        """Return this learner with some parameters changed."""
        values = dict(zip((p.name for p in self.spec.params), self.values, strict=True))
        for name, value in params.items():
            param = param_of(self.spec, name)
            values[param.name] = self._checked(param, value)
        return LearnerText(self.key, tuple(values.values()))

    def hyper(self, n_classes: int) -> Any:
        """Return the hyper-parameters for K classes: the NamedTuple that the kernels dispatch on."""
        if n_classes not in self._known:
            pairs = zip(self.spec.params, self.values, strict=True)
            self._known[n_classes] = self.spec.hyper(*(self._number(param, value, n_classes) for param, value in pairs))
        return self._known[n_classes]

    @cached_property
    def _known(self) -> dict[int, Any]:
        """Return the cache of hyper-parameters by K: every trial asks for them."""
        return {}

    @property
    def spec(self) -> AlgorithmSpec:
        """Return the algorithm's Spec."""
        return ALGORITHMS[self.key]

    def _checked(self, param: Param, value: Any) -> Expression:
        """Return the value as an expression; a number is checked now, an expression with K when K is known."""
        if not isinstance(value, str | int | float | np.integer | np.floating) or isinstance(value, bool):
            raise UserError(f"{self.key}: {param.name} must be a number in {param.interval}, got {value!r}.")
        try:
            expression = Expression.parse(value) if isinstance(value, str) else Expression.number(float(value))
        except UserError as error:
            raise UserError(f"{self.key}: {param.name}: {error}") from None
        if not expression.depends_on_K:
            self._number(param, expression, 2)
        return expression

    def _number(self, param: Param, value: Expression, n_classes: int) -> float:
        """Return the value for K classes, if it exists and lies in the parameter's range."""
        try:
            number = value(n_classes)
        except UserError as error:
            raise UserError(f"{self.key}: {param.name}: {error}") from None
        if param.allows(number):
            return float(number)
        given = f"{value} = {number:g} for K = {n_classes}" if value.depends_on_K else str(value)
        try:
            return param.check(number, given)
        except UserError as error:
            raise UserError(f"{self.key}: {error}") from None

    @property
    def words(self) -> str:
        """Return the learner as a person writes it; options that are off (0, which is their default) are left out.

        >>> LearnerText.of("cspa_averaged").words, LearnerText.of("cspa_averaged", forget=0.01).words
        ('Averaged CSPA β=1', 'Averaged CSPA β=1, ϱ=0.01')
        """
        return self._named(written)

    def words_for(self, n_classes: int) -> str:
        """Return the words with every expression in K as its value.

        >>> LearnerText.of("cspa").words_for(26)
        'CSPA β=1/50'
        """
        return self._named(lambda value: value_for(value, n_classes))

    def _named(self, write: Callable[[Expression], str]) -> str:
        pairs = zip(self.spec.params, self.values, strict=True)
        said = [f"{p.symbol}={write(v)}" for p, v in pairs if not p.default == str(v) == "0"]
        return " ".join([self.spec.label, ", ".join(said)]).strip()

    def __str__(self) -> str:
        if not self.values:
            return self.key
        pairs = zip(self.spec.params, self.values, strict=True)
        return f"{self.key}({', '.join(f'{p.name}={v}' for p, v in pairs)})"


def value_for(value: Expression, n_classes: int) -> str:
    """Return an expression in K as its value for K classes, a fraction if its denominator is small; others as written.

    >>> value_for(Expression.parse("1/(K-1)"), 4), value_for(Expression.parse("K^0.5"), 3)
    ('1/3', '1.73')
    """
    if not value.depends_on_K:
        return written(value)
    number = value(n_classes)
    near = Fraction(number).limit_denominator(MOST_PARTS)
    return str(near) if abs(float(near) - number) <= 1e-12 * abs(number) else f"{number:.3g}"


def written(value: Expression) -> str:
    """Return an expression as a person writes it: a power of ten, as in the paper's grids, as a number.

    >>> [written(Expression.parse(text)) for text in ("10^-2", "10^5", "1/(K-1)", "10^9")]
    ['0.01', '100000', '1/(K-1)', '10^9']
    """
    power = POWER.fullmatch(str(value))
    return f"{10.0 ** int(power[1]):.12g}" if power else str(value)


def spec_of(key: str) -> AlgorithmSpec:
    """Return the Spec of a registered algorithm; a near miss is suggested."""
    if key not in ALGORITHMS:
        raise UserError(f"There is no learner '{key}'{suggestion(key, ALGORITHMS)}")
    return ALGORITHMS[key]


def param_of(spec: AlgorithmSpec, name: str) -> Param:
    """Return the parameter by its name or its letter; a near miss is suggested."""
    for param in spec.params:
        if name in (param.name, param.symbol):
            return param
    if not spec.params:
        raise UserError(f"{spec.key} takes no parameters, got '{name}'.")
    raise UserError(f"{spec.key} has no parameter '{name}'{suggestion(name, [p.name for p in spec.params])}")
