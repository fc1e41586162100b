"""The probe that a link or the drawing asks for, corrected where needed."""

from hypothesis import given
from hypothesis import strategies as st

from cspa_explore.ui.microscope.probe import probe_of
from tests.sample_experiments import experiment

EXPERIMENT = experiment(rounds=300)


@given(
    st.dictionaries(
        st.sampled_from(["who", "t", "x", "told"]),
        st.one_of(
            st.text(max_size=12), st.integers(-5, 10**12).map(str), st.sampled_from(["0.5_-0.5", "nan_1", "0_0"])
        ),
    )
)
def test_any_link_gives_a_valid_probe(asked):
    probe, notes = probe_of(asked, EXPERIMENT)
    assert 0 <= probe.which < 3
    assert 1 <= probe.t <= 300
    assert probe.point is None or max(map(abs, probe.point)) <= 100
    assert all(note.endswith(".") for note in notes)
