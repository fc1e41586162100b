"""Widgets that show the state: what the server made them show, and how much of it the browser has received.

With each click, the browser sends the values of all widgets. If a value that the server has set is still on its way,
the browser sends the one before, which must not count as the user's choice. So the sidebar has a hidden widget, the
receipt. The server writes the number of the last replaced value into it, and the browser sends back what it received.
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
