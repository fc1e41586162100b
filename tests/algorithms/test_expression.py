import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore.algorithms.expression import LONGEST, Expression
from cspa_explore.errors import UserError


@pytest.mark.parametrize(
    ("text", "printed", "at_4"),
    [
        ("0.30", "0.3", 0.3),
        ("1e-3", "0.001", 0.001),
        (" 1 / 6 ", "1/6", 1 / 6),
        ("1/(2(K-1))", "1/(2(K-1))", 1 / 6),
        ("1/(2*(K−1))", "1/(2*(K-1))", 1 / 6),
        ("2K", "2K", 8),
        ("K(K-1)", "K(K-1)", 12),
        ("2**-3", "2^-3", 0.125),
        ("-2^2", "-2^2", -4),
        ("2^3^2", "2^3^2", 512),
        ("10-4-3", "10-4-3", 3),
        ("8/4/2", "8/4/2", 1),
        ("+.5", "+0.5", 0.5),
        ("(1/2)(K-1)", "(1/2)(K-1)", 1.5),
    ],
)
def test_texts_have_the_value_of_the_mathematics(text, printed, at_4):
    expression = Expression.parse(text)
    assert str(expression) == printed
    assert expression(4) == pytest.approx(at_4, abs=1e-15)
    assert Expression.parse(printed) == expression


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it ends too early"),
        ("1+", "it ends too early"),
        ("(1", "it ends too early"),
        ("1)", r"unexpected '\)'"),
        ("2 3", "unexpected '3'"),
        ("k-1", "unexpected 'k'"),
        ("__import__('os')", "unexpected '_'"),
        ("1/2(K-1)", "can be read in two ways"),
        ("1" * (LONGEST + 1), "too long"),
        ("nan", "unexpected 'n'"),
        ("1e999", "'1e999' is not a finite number"),
    ],
)
def test_what_is_not_an_expression_is_refused(text, sentence):
    with pytest.raises(UserError, match=sentence):
        Expression.parse(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1/(K-4)", "divides by zero for K = 4"),
        ("1/0", "divides by zero\\."),
        ("9^9^9^9", "not a finite number"),
        ("(-1)^0.5", "not a finite number"),
    ],
)
def test_values_that_do_not_exist_are_refused(text, sentence):
    with pytest.raises(UserError, match=sentence):
        Expression.parse(text)(4)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_survives_printing_to_the_last_bit(value):
    assert Expression.parse(str(Expression.number(value)))(2) == value


@given(st.text(alphabet="0123456789.eK+-*/^() −", max_size=LONGEST))
def test_any_text_is_an_expression_or_refused(text):
    try:
        expression = Expression.parse(text)
    except UserError:
        return
    again = Expression.parse(str(expression))
    assert again == expression
    try:
        value = expression(5)
    except UserError:
        return
    assert math.isfinite(value)
    assert again(5) == value


def test_deep_nesting_does_not_crash():
    text = "(" * 39 + "1" + ")" * 39
    assert Expression.parse(text)(2) == 1
