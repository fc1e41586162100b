"""JSON that people write: refusals name line, column and field."""

import pytest

from cspa_explore.errors import UserError
from cspa_explore.json_text import parsed_json, shown


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1,\n "b" 2}', "This is not JSON, line 2, column 6: a colon is missing."),
        ('{"a": [1 2]}', "This is not JSON, line 1, column 10: a comma or a closing bracket is missing."),
        ('{"a": 1} x', "This is not JSON, line 1, column 10: nothing may follow the list."),
        ('{"a": {"b": 1, "c": 2, "b": 1}}', 'The list: the field "b" is given twice in one object.'),
        ("9" * 5000, "This is not a list: it is nested too deeply or has a number that is too long."),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(text, why):
    with pytest.raises(UserError) as caught:
        parsed_json(text, "list")
    assert str(caught.value) == why


def test_equal_fields_of_different_objects_are_no_repetition():
    assert parsed_json('[{"a": 1}, {"a": {"a": NaN}}]', "list", constant=str) == [{"a": 1}, {"a": {"a": "NaN"}}]


def test_a_value_that_can_hardly_be_read_is_shown_all_the_same():
    value: list = []
    for _ in range(5000):
        value = [value]
    assert shown(value) == "a value that is nested too deeply"
