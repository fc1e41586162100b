"""Arithmetic in K, the number of classes, as text: `1/(2(K-1))`. Parsed by hand, never evaluated as code.

    sum     := product (("+" | "-") product)*
    product := power (("*" | "/" | nothing) power)*
    power   := ("-" | "+") power | atom (("^" | "**") power)?
    atom    := number | "K" | "(" sum ")"

A factor may follow without a sign, 2(K-1), but not after a division: 1/2(K-1) is ambiguous.
"""

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from cspa_explore.errors import UserError

LONGEST = 80
TOKEN = re.compile(r"\s*(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\*\*|[-+*/^()K])\s*")
OPERATORS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
}
Value = Callable[[float], float]  # of K


@dataclass(frozen=True)
class Expression:
    """A number that may depend on K; equal texts are equal expressions.

    >>> print(Expression.parse(" 1 / (2 (K-1)) "), Expression.parse("1/(2(K-1))")(4))
    1/(2(K-1)) 0.16666666666666666
    """

    text: str

    @classmethod
    def parse(cls, text: str) -> "Expression":
        """Return the expression; UserError says what is wrong with the text."""
        if len(text) > LONGEST:
            raise UserError(f"'{text[:20]}…' is too long: a value has at most {LONGEST} characters.")
        _value(text)
        return cls("".join(_tokens(text)))

    @classmethod
    def number(cls, value: float) -> "Expression":
        """Return the expression that is this number."""
        if not math.isfinite(value):
            raise UserError(f"'{value}' is not a finite number.")
        return cls(_shortest(float(value)))

    @property
    def depends_on_K(self) -> bool:
        """Say whether K occurs in it."""
        return "K" in self.text

    def __call__(self, K: int) -> float:
        """Return the value for K classes, a finite float."""
        where = f" for K = {K}" if self.depends_on_K else ""
        try:
            value = _value(self.text)(float(K))
        except ZeroDivisionError:
            raise UserError(f"'{self.text}' divides by zero{where}.") from None
        except OverflowError:
            value = math.inf
        if isinstance(value, complex) or not math.isfinite(value):
            raise UserError(f"'{self.text}' is not a finite number{where}.")
        return value

    def __str__(self) -> str:
        return self.text


class _Parser:
    """Recursive descent over the tokens; each method returns a function of K."""

    def __init__(self, text: str, tokens: list[str]) -> None:
        self.text, self.tokens, self.at = text, tokens, 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def unexpected(self) -> UserError:
        what = f"unexpected '{self.peek()}'" if self.peek() else "it ends too early"
        return UserError(f"'{self.text.strip()}' is not an expression in K: {what}.")

    def sum(self) -> Value:
        value = self.product()
        while self.peek() in ("+", "-"):
            value = _combine(self.take(), value, self.product())
        return value

    def product(self) -> Value:
        value, divided = self.power(), False
        while self.peek() and self.peek() not in "+-)":
            if self.peek() in ("*", "/"):
                sign = self.take()
                divided = divided or sign == "/"
            elif _is_number(self.peek()):
                raise self.unexpected()
            elif divided:
                raise UserError(f"'{self.text.strip()}' can be read in two ways: add parentheses or '*'.")
            else:
                sign = "*"
            value = _combine(sign, value, self.power())
        return value

    def power(self) -> Value:
        if self.peek() in ("-", "+"):
            return _combine(self.take(), lambda K: 0.0, self.power())
        value = self.atom()
        if self.peek() == "^":
            return _combine(self.take(), value, self.power())
        return value

    def atom(self) -> Value:
        token = self.peek()
        if token == "K":
            self.at += 1
            return lambda K: K
        if token and _is_number(token):
            self.at += 1
            return lambda K: float(token)
        if token != "(":
            raise self.unexpected()
        self.at += 1
        value = self.sum()
        if self.peek() != ")":
            raise self.unexpected()
        self.at += 1
        return value


@lru_cache(maxsize=1024)
def _value(text: str) -> Value:
    """Return the whole text as a function of K."""
    parser = _Parser(text, _tokens(text))
    value = parser.sum()
    if parser.peek():
        raise parser.unexpected()
    return value


def _combine(sign: str, left: Value, right: Value) -> Value:
    apply = OPERATORS[sign]
    return lambda K: apply(left(K), right(K))


def _tokens(text: str) -> list[str]:
    plain = text.replace("−", "-").replace("·", "*").replace("×", "*")
    tokens, at = [], 0
    while at < len(plain):
        match = TOKEN.match(plain, at)
        if match is None:
            rest = plain[at:].strip()
            if not rest:
                break
            hint = ", write K" if rest[0] == "k" else ""
            raise UserError(f"'{text.strip()}' is not an expression in K: unexpected '{rest[0]}'{hint}.")
        tokens.append(_canonical(match[1]))
        at = match.end()
    return tokens


def _canonical(token: str) -> str:
    if not _is_number(token):
        return "^" if token == "**" else token
    if math.isinf(float(token)):
        raise UserError(f"'{token}' is not a finite number.")
    return _shortest(float(token))


def _is_number(token: str) -> bool:
    return token[0] in ".0123456789"


def _shortest(value: float) -> str:
    """Return the shortest text that gives the same float back: 0.3, 4, 1e-05."""
    return repr(value).removesuffix(".0")
