"""CSPA Explorer: `streamlit run app.py`."""

from pathlib import Path

import streamlit as st

if __name__ == "__main__":  # Streamlit runs this in every script run
    from cspa_explore.ui.arena import link_keys as arena
    from cspa_explore.ui.classroom import page as classroom
    from cspa_explore.ui.data import page as data
    from cspa_explore.ui.guide import link_keys as guide
    from cspa_explore.ui.lab import controls as lab
    from cspa_explore.ui.microscope import probe as microscope
    from cspa_explore.ui.paper import controls as paper
    from cspa_explore.ui.shell import alias, frame, open_page
    from cspa_explore.ui.theory import controls as theory
    from cspa_explore.ui.your_turn import link_keys as your_turn

    frame()
    pages = {
        "arena": st.Page("pages/arena.py", title="Arena", url_path="start", default=True),
        "microscope": st.Page("pages/microscope.py", title="Microscope", url_path="microscope"),
        "beta_lab": st.Page("pages/beta_lab.py", title="β Lab", url_path="beta_lab"),
        "theory": st.Page("pages/theory.py", title="Theory", url_path="theory"),
        "paper": st.Page("pages/paper.py", title="Paper", url_path="paper"),
        "data": st.Page("pages/data.py", title="Data", url_path="data"),
        "your_turn": st.Page("pages/your_turn.py", title="Your turn", url_path="your_turn"),
        "classroom": st.Page("pages/classroom.py", title="Classroom", url_path="classroom"),
    }
    links = {
        "arena": arena.LINK_KEYS,
        "microscope": microscope.LINK_KEYS,
        "beta_lab": lab.LINK_KEYS,
        "theory": theory.LINK_KEYS,
        "paper": paper.LINK_KEYS,
        "data": data.LINK_KEYS,
        "your_turn": your_turn.LINK_KEYS,
        "classroom": classroom.LINK_KEYS,
        "guide": guide.LINK_KEYS,  # on every page
    }
    open_page(st.navigation([*pages.values(), alias("arena", pages["arena"])], position="top"), pages, links)
else:  # the server imports this file once
    from cspa_explore.ui.server import routes

    app = st.App(__file__, routes=routes(path.stem for path in Path(__file__).with_name("pages").glob("*.py")))
