"""The probe that a link or the drawing asks for, corrected where needed."""

from hypothesis import given
from hypothesis import strategies as st

from cspa_explore.ui.microscope.probe import FARTHEST, Probe, asked_probe, probe_of
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
    assert probe.point is None or max(map(abs, probe.point)) <= FARTHEST
    assert all(note.endswith(".") for note in notes)


def test_x_moves_as_far_as_own_points_may_lie():
    probe, notes = probe_of({"x": "-750000_180"}, EXPERIMENT)
    assert (probe.point, notes) == ((-750000.0, 180.0), [])


def test_a_request_about_a_learner_that_was_removed_is_corrected_without_a_note_on_the_link():
    gone = {"who": 7, "t": 12, "x": "", "told": "", "again": 1}
    assert asked_probe(gone, {"who": "1"}, EXPERIMENT) == (Probe(0, 12), [])
    probe, notes = asked_probe({}, {"who": "7"}, EXPERIMENT)
    assert (probe.which, notes) == (0, ["who=7 in the link is now 0: the learners are 0 to 2."])
