"""The glossary: the words and symbols of the pages, each explained once."""

from typing import NamedTuple


class Word(NamedTuple):
    """A word of the glossary."""

    key: str  # in links: word=margin
    term: str
    text: str
    forms: tuple[str, ...]  # as it occurs in texts


GLOSSARY = (
    Word("learner", "learner", "An algorithm that proposes a class for every input and learns from the answer.",
         ("learner", "learners")),
    Word("round", "round", "One turn of the game: the learner sees an input x, proposes a class, is answered, and "
         "updates its weights.", ("round", "rounds")),
    Word("prediction", "prediction (ŷ)", "The class whose weights give x the highest score.",
         ("prediction", "predictions", "ŷ")),
    Word("proposal", "proposal (ỹ)", "The class that the learner says aloud. It is the prediction, unless the learner "
         "explores.", ("proposal", "proposals", "ỹ")),
    Word("partial_feedback", "partial feedback", "The learner is told only whether its proposal was right (✓) or "
         "wrong (✗). After ✗ it does not learn which class was right.", ("partial feedback",)),
    Word("full_feedback", "full feedback", "The learner is told the true class after every round.",
         ("full feedback",)),
    Word("exploration", "exploration (●)", "A round in which the learner proposes something other than its "
         "prediction, to find out whether it is right.", ("exploration", "explores", "explored")),
    Word("score", "score", "How strongly the weights of a class favour x: their product w·x.", ("score", "scores")),
    Word("margin", "margin", "How far the score of a class lies above the highest score of the other classes.",
         ("margin", "margins")),
    Word("loss", "loss (ℓ)", "How much the margin falls short of 1. Told ✓, the proposal should lead by 1; told ✗, "
         "another class should lead it by 1.", ("loss", "losses", "ℓ")),
    Word("step", "step (τ)", "How far the weights of a class move along x in an update.", ("τ",)),
    Word("support_class", "support class (S)", "A rival whose score comes too close to that of the right class. After "
         "✓, CSPA pushes exactly these rivals down.", ("support class", "support classes")),
    Word("beta", "β, step size", "The share of the loss that CSPA removes after ✗: near 0 it is careful, at 1 it is "
         "eager.", ("β", "step size")),
    Word("alpha", "α", "A property of the data and of the weights u that the theorem compares with: how far a wrong "
         "class lies above the average wrong class. The theorem needs α below 1.", ("α",)),
    Word("theory_range", "theory range", "The values of β up to 1/(K−1) for K classes, where the theorem can hold.",
         ("theory range",)),
    Word("territory", "territory", "The part of the plane in which the learner predicts a class.",
         ("territory", "territories")),
    Word("map", "map", "The territories of all classes of one learner. An update redraws a part of it.", ("map",)),
    Word("sigma", "σ, noise", "How much noise is added to the inputs: the variance on toy data, the standard deviation "
         "on real data.", ("σ",)),
    Word("trial", "trial, seed", "One repetition with its own noise and order, drawn from its seed. The same seed "
         "gives the same run.", ("trial", "trials", "seed", "seeds")),
)  # fmt: skip
