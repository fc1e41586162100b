"""The guide: seven steps, each with one action, the control for it, and the consequence with numbers of the run."""

from typing import NamedTuple

LONGEST = 35  # words of a step


class Step(NamedTuple):
    """A step opens its page with its query, asks for one action, and tells its consequence."""

    title: str
    page: str
    query: dict[str, str]  # of its link, without the step
    text: str
    control: str  # CSS: the one control that is highlighted
    inside: str  # key of the drawing that has the control; "" if Streamlit draws it
    named: str  # how the text calls the control
    when: dict[str, str | tuple[float, float]]  # the action is done: facts of the page, as text or from–to
    then: str  # the consequence, with facts of the page in braces
    sight: str = ""  # CSS: what else the text speaks of, scrolled into sight


STEPS = (
    Step(
        title="The game",
        page="arena",
        query={"t": "0", "eye": "learner"},
        text="You see what the learners see: points without classes. In every round each learner proposes a class and "
        "hears ✓ or ✗. Press Play.",
        control=".play", inside="player", named="Play",
        when={"round": (1, 1e9)},
        then="By round {round}, {who} has heard {right} ✓ and {wrong} ✗, and nothing else.",
    ),
    Step(
        title="A wrong guess still teaches",
        page="microscope",
        query={"t": "2"},
        text="Round 2: CSPA proposes class 1 and hears ✗. It knows only that 1 is wrong. Press Beat by beat and watch "
        "the update.",
        control="[data-act=beats]", inside="scope", named="Beat by beat",
        when={"beats": "on", "round": (2, 2)},
        then="The score of class {proposal} changes by {change}, that of every other class by {others}.",
    ),
    Step(
        title="A right guess teaches more",
        page="microscope",
        query={"t": "5"},
        text="Round 5: CSPA proposes class 3 and hears ✓. Now it knows the class. Under “what if it were told” "
        "choose ✗ wrong.",
        control="label:has(.told)", inside="scope", named="what if it were told",
        when={"told": "✗", "round": (5, 5)},
        then="Told ✗, class {proposal} moves by {change} along x. Told ✓, it moved by +0.723.",
    ),
    Step(
        title="No dice needed",
        page="arena",
        query={"t": "600", "who": "2"},
        text="Now and then Banditron ignores its prediction and proposes a random class: a dot on its tape. CSPA never "
        "does. Press next ●.",
        control="[data-with=exploration]", inside="player", named="next ●",
        when={"round": (601, 4000)},
        then="By round {round}, Banditron has explored {explored} times and is right in {ratio2} %. CSPA β=1/6 never "
        "explores and is right in {ratio0} %.",
        sight=".tape",
    ),
    Step(
        title="Turn up the noise",
        page="arena",
        query={"sig": "0.05", "t": "4000"},
        text="With noise σ=0.05 the classes hardly overlap, and CSPA β=1/6 is right in 99.9 % of the rounds. Drag "
        "Noise σ to 0.25.",
        control="[data-handle=sigma]", inside="player", named="Noise σ",
        when={"sigma": (0.1, 1e9)},
        then="At σ={sigma}, {name0} is right in {ratio0} %, {name1} in {ratio1} %, {name2} in {ratio2} %.",
    ),
    Step(
        title="Too eager",
        page="arena",
        query={"a": "cspa(beta=1/6)", "t": "4000"},
        text="β is the share of its loss that CSPA removes after ✗. At β=1/6 it redraws 0.7 % of its map per round. "
        "Drag Step size β to 1.",
        control="[data-handle=param]", inside="player", named="Step size β",
        when={"step_size": (0.5, 1)},
        then="{who} redraws {redraws} % of its map per round and is right in {ratio0} %.",
    ),
    Step(
        title="What theory promises",
        page="theory",
        query={"sig": "0", "a": "cspa(beta=1/3)"},
        text="β=1/3 is the end of the theory range, yet on four Gaussians the bound exceeds the number of rounds: it "
        "is vacuous. Press Three at 120°.",
        control=".st-key-preset_bites button", inside="", named="Three at 120°",
        when={"badge": "bites"},
        then="{reason}",
    ),
)  # fmt: skip

END = "end"
END_TITLE = "Three open questions"
QUESTIONS = (
    "How should β follow the noise, if all one hears is ✓ or ✗?",
    "Averaged CSPA hardly depends on β. Is there a bound for it?",
    "Is there a theorem that promises something on the four Gaussians?",
)
NEXT_PAGES = (
    ("your_turn", "Your turn: be the learner"),
    ("classroom", "Classroom: predict first"),
)  # offered at the end, if the pages are there
OFFER = "New here? A guide in seven short steps shows what these learners do."
PLACES = (*map(str, range(1, len(STEPS) + 1)), END)  # in links: guide=3


def query_of(place: str) -> dict[str, str]:
    """Return the whole query of a step's link.

    >>> query_of("1")
    {'v': '2', 't': '0', 'eye': 'learner', 'guide': '1'}
    """
    return {"v": "2", **STEPS[int(place) - 1].query, "guide": place}
