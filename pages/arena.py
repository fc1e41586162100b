"""Arena: CSPA and Banditron on the four Gaussians, told only right or wrong."""

import streamlit as st

from cspa_explore.experiments.result import RunResult
from cspa_explore.experiments.run import run
from cspa_explore.experiments.stream import Stream
from cspa_explore.experiments.summary import References, paired_difference, references
from cspa_explore.figures.curves import ratio_curves
from cspa_explore.learners import LearnerText
from cspa_explore.ui.shell import inside

inside()


@st.cache_data(show_spinner="Playing… (the first start compiles the kernels, a few seconds)", max_entries=64)
def play(texts: tuple[str, ...], sigma: float, seed: int, trials: int) -> tuple[RunResult, References]:
    """Return the result and its reference lines, computed once for the same settings."""
    stream = Stream("gaussians4", seed=seed, sigma=sigma)
    result = run([LearnerText.parse(text) for text in texts], stream, trials)
    return result, references(result)


with st.sidebar:
    sigma = st.select_slider(
        "σ, noise (variance)", [0.05, 0.1, 0.25, 0.5, 1.0, 2.0], value=0.25, key="sigma",
        format_func="{:g}".format,
        help="The paper's σ: the variance, in each direction, of the four Gaussians around (±1, ±1).",
    )  # fmt: skip
    beta = st.select_slider(
        "β of CSPA", ["0.02", "0.05", "0.1", "1/6", "0.25", "1/3", "0.5", "2/3", "0.8", "1"], value="1/6",
        key="beta",
        help="The share of its loss that a wrong proposal removes. The paper's theory speaks of β up to "
        "1/(K−1), that is 1/3 for these K = 4 classes.",
    )  # fmt: skip
    gamma = st.select_slider(
        "γ of Banditron", ["0.001", "0.01", "0.025", "0.05", "0.1", "0.2", "0.4"], value="0.05", key="gamma",
        help="With probability γ the class is drawn at random from all K, so a share γ(K−1)/K of the "
        "proposals is not the best guess.",
    )  # fmt: skip
    trials = st.slider("Trials", 1, 30, 10, key="trials", help="Each draws new points and a new order.")
    seed = st.number_input("Seed, 0 to 1,000,000", 0, 10**6, 7, key="seed", help="The same seed gives the same run.")

st.header("Learning from *right* or *wrong*")
st.markdown(
    "Points of four classes come one at a time. A learner proposes a class and hears *right* or *wrong*; "
    "when it was wrong, nobody says which class it was. **CSPA** always proposes its best guess and learns "
    "from either answer; **Banditron** guesses at random now and then."
)
result, lines = play((f"cspa(beta={beta})", f"banditron(gamma={gamma})"), sigma, int(seed), trials)
ratios = [f"{r.learner.words}: {r.words}" for r in result.results]
gain = paired_difference(*result.results)
st.markdown(
    f"Right proposals after {result.stream.n_rounds:,} rounds: **{ratios[0]}**, **{ratios[1]}** "
    + (f"(mean ± sd over {trials} trials). " if trials > 1 else "(one trial, so no spread is known). ")
    + f"CSPA minus Banditron, on the same points: {gain.words}."
)
st.plotly_chart(ratio_curves(result, lines=lines), key="curves", alt="Right proposals so far: " + ", ".join(ratios))
st.caption(f"{result.words}.")
