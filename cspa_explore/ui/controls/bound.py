"""Widgets that show the session state, and the detection of stale values.

With each click, the browser sends the values of all widgets. If the server has replaced a value and the new one has not
arrived yet, the browser sends the old one, which must not count as the user's choice. So the sidebar has a hidden
widget, the receipt: the server numbers the values that it replaces and writes the last number into the receipt, and the
browser sends back the number that it has received.
"""

import streamlit as st

RECEIPT = "receipt"
LAST = "last_replaced"  # the number of the last replaced value
REPLACED = "replaced"  # by widget: the values that the server replaced, with their numbers
KEPT = 10  # of them: more are never on their way


def bound(name: str, value: object) -> str:
    """Make a widget show the value; return its key.

    The value is also the widget's default. Otherwise a remounted widget reports 0.
    """
    key = f"w_{name}"
    if st.session_state.get(key) != value or st.session_state.renew:
        if key in st.session_state:
            _replace(key)
        st.session_state[key] = value
    return key


def _replace(key: str) -> None:
    st.session_state[LAST] = _last() + 1
    replaced = st.session_state.setdefault(REPLACED, {})
    replaced[key] = [*replaced.get(key, [])[1 - KEPT :], (_last(), st.session_state[key])]


def outdated(key: str) -> bool:
    """Say whether the server had replaced the widget's value before the browser sent it."""
    received = int(st.session_state.get(RECEIPT, _last()))
    replaced = st.session_state.get(REPLACED, {}).get(key, [])
    return any(number > received and value == st.session_state[key] for number, value in replaced)


def receipt() -> None:
    """Draw the hidden widget; it comes after those that `outdated` is asked about."""
    number = str(_last())
    if st.session_state.get(RECEIPT) != number or st.session_state.renew:
        st.session_state[RECEIPT] = number
    st.text_input("Receipt", number, key=RECEIPT)


def _last() -> int:
    return int(st.session_state.get(LAST, 0))
