"""More than 300 links as queries; links.json holds the frozen settings and the number of notes of each.

Branches near the last round of `linear(…)` with an imbalance are left out on purpose: there the number of rounds
depends on drawn labels, so the limit can be checked only when the run starts.
"""

import random

MANGLED = 60

# fmt: off
# One key at a time: good values, values at and beyond the ends of a range, and nonsense
ALONE = {
    "v": ["1", "0", "2", "", "1.0", "one", "x1" * 5000],
    "d": [
        "gaussians4", "gaussians3", "circle", "linear", "counter", "points", "vehicle", "shuttle", "usps", "pendigits",
        "satimage", "mnist", "letter", "segment", "vowel", "digits", "wine", "iris",
        "circle(m=3)", "circle(m=26)", "circle(m=2)", "circle(m=27)", "circle(6)", "circle(m=06)", "circle(m=5.0)",
        "circle(m=6, m=7)", "circle(n=5)", " circle ( m = 5 ) ", "circle(m=5", "linear(K=2, d=2)", "linear(d=7)",
        "linear(d=3,K=4)", "linear(K=100, d=500)", "linear(K=1, d=2)", "linear(k=5)", "Iris", "iriss", "iris()",
        "iris(m=3)", "irsi", "gaussians5", "gauss", "point(1 0 0)", "", " ", "?", "None", "<script>alert(1)</script>",
        "../../etc/passwd", "iris\0", "\uff49\uff52\uff49\uff53", "x1" * 5000,
        "points()", "points(1 0 0)", "points(1 0 0; 0 1 1; -1 -1 2)", "points( 1  0 0 ;; 0 1\t1 ; )",
        "points(0 0 0; 0 0 1)", "points(1 1 0; 2 2 25)", "points(1 1 26)", "points(1 1 -1)", "points(1 1 0; 1 1)",
        "points(1 1 0.5)", "points(nan 1 0)", "points(1e7 0 0)", "points(1,2,0)", "points(\u0661 0 \u0660; 0 1 1)",
        f"points({'; '.join(f'{i / 50:g} {1 - i / 50:g} {i % 3}' for i in range(100))})",
        f"points({'; '.join(['1 0 0'] * 501)})", f"points({'; '.join(['1.00000 0.00000 0'] * 2000)})",
    ],
    "sig": ["0", "0.5", "1e6", "1e-320", "-0.0", "-1", "1000001", "inf", "nan", "much", "", "1,5", "0x10", "½",
            "\u0661", " 0.5 ", "1_0", "1" * 400],
    "seed": ["0", "3", "1000000", "1000001", "-1", "2.6", "2.5", "9e99", "1e3", "nan", "seven", "0x7", ""],
    "n": ["1", "30", "50", "51", "0", "-3", "2.4", "ten", "1e1"],
    "T": ["0", "1", "2000", "100000", "100001", "1e9", "-5", "0.4", "many", "12,000", ""],
    "order": ["shuffled", "file", "class", "cyclic", "cycle", "Shuffled", "by class", "x", ""],
    "norm": ["0", "1", "yes", "2", ""],
    "bias": ["0", "1", "true", "01"],
    "kern": ["0", "0.5", "1e9", "1e-9", "1e-12", "-1", "2e9", "narrow"],
    "sup": ["1", "100", "20000", "20001", "0", "70.5", "all"],
    "flip": ["0", "0.1", "1", "1.5", "-0.1", "10%", "nan"],
    "imb": ["1", "10", "1e6", "0.5", "2e6", "1:10"],
    "a": [
        "", " ", "~", "~~", "cspa", "cspa()", "cspa(beta=1/6)", "cspa(beta=1/(2(K-1)))~uniform~spa", "cspa~cspa",
        "cspa( β = 1 / 6 )~confidit(η=2, A₀=1)", "cspa(beta=3)", "cspa(beta=0)", "cspa(beta=-1)", "cspa(beta=1/0)",
        "cspa(beta=K)", "cspa(beta=1/(K-4))", "cspa(beta=1/2(K-1))", "cspa(beta=)", "cspa(", "cspa(0.3)",
        "cspa(beta=0.1, beta=0.2)", "cspa(gamma=0.1)", "cspa(beta=1e999)", "cspa(beta=nan)", "cspa(beta=k-1)",
        "CSPA(beta=0.3)", "cpsa(beta=0.3)", "CSPA(beta=7)", "nobody", "nobody~cspa", "banditron(gamma=2)~bpa(gamma=-1)",
        "bpa(gamma=0)~exp_grad(gamma=0)", "cw(eta=0.5)", "cw(eta=1)", "scw1(C=0, eta=0.9)", "scw2(C=1e300)",
        "arow(r0=inf)", "pnewtron(gamma=0.01, alpha=5, beta=0.1, radius=2)~pnewtron_greedy",
        "soba(prior=0)~soba_adaptive(a=2)", "pa~pa1~pa2~spa1~spa2~perceptron~cwb", "cspa_as_printed(beta=K/8)",
        "uniform(x=1)", "uniform()",
        "cspa(beta=1/6)@600(beta=1)", "cspa(beta=1/6)@0(β=1)", "cspa@3999(beta=1)", "cspa@4000(beta=1)",
        "cspa@1e3(beta=1)", "cspa(beta=0.2)@999999999(beta=1)", "cspa@1234567890(beta=1)", "cspa@-1(beta=1)",
        "cspa(beta=0.2)@600", "cspa@600()", "cspa(beta=1/6)@600(beta=1/6)", "cspa(beta=0.2)@600(beta=2)",
        "cspa@600(gamma=1)", "cspa@600(1)",
        "cspa@600(beta=1, beta=0.5)", "confidit@50(prior=1)", "confidit@50(eta=0)", "cspa@9(beta=1)@20(beta=0.5)",
        "cspa(beta=3)@600(beta=1)", "cspa@600(beta=K)",
        "cspa(beta=0.1)~cspa(beta=0.2)~cspa(beta=0.3)~bpa~spa~pa~uniform",
        "cspa(beta=" + "0" * 290 + "1)", "cspa(beta=0." + "1" * 90 + ")", "x1" * 5000, "🙂" * 30, "\u202eapsc",
        "cspa\0",
    ],
    "zz": ["1"],
    "D": ["iris"],
}

# Several keys: settings that go together, that exclude each other, that depend on the data set, and the pages' own keys
TOGETHER = [
    {},
    {"d": "circle(m=5)", "sig": "0.5", "a": "cspa~banditron(gamma=0.1)", "n": "3", "order": "cyclic", "bias": "1"},
    {"d": "iris", "sig": "0.1", "seed": "3", "n": "30", "T": "2000", "order": "class"},
    {"d": "wine", "norm": "0", "bias": "1", "flip": "0.1", "imb": "5", "a": "spa~pa1(C=0.1)"},
    {"d": "segment", "kern": "0.01", "sup": "200", "a": "cspa(beta=0.3)", "n": "1"},
    {"d": "linear(K=6, d=3)", "sig": "0", "a": "cspa(beta=1/(K-1))~soba", "seed": "11"},
    {"d": "linear(K=20, d=5)", "imb": "10", "a": "cspa@100(beta=1)"},
    {"d": "mnist", "T": "500", "n": "1", "sig": "20"},
    {"d": "shuttle", "imb": "100", "order": "file"},
    {"d": "counter", "a": "cspa@999(beta=1)"},
    {"d": "counter", "a": "cspa@1000(beta=1)"},
    {"d": "counter", "T": "0", "a": "cspa@3(beta=1)"},
    {"d": "counter", "T": "0", "a": "cspa(beta=0.1)@4(beta=1)"},
    {"d": "points(1 0 0; 0 1 1; -1 -1 2)", "T": "0", "a": "cspa(beta=0.1)@3(beta=1)~bpa@2(gamma=1)"},
    {"d": "points(1 0 0; 0 1 1)", "a": "cspa(beta=1/(K-1))~cspa(beta=1/(K-2))"},
    {"d": "points(1 0 0; 0 1 1)", "sig": "0.25", "seed": "1", "order": "file"},
    {"d": "linear(K=2, d=2)", "a": "cspa(beta=1/(K-2))"},
    {"d": "linear(K=2, d=2)", "a": "cspa(beta=K-1)~cspa(beta=K/2)"},
    {"d": "gaussians3", "imb": "10", "a": "cspa(beta=0.1)@1416(beta=1)"},
    {"d": "gaussians3", "imb": "10", "a": "cspa(beta=0.1)@1417(beta=1)"},
    {"d": "iris", "a": "cspa(beta=0.1)@149(beta=1)"},
    {"d": "iris", "a": "cspa(beta=0.1)@150(beta=1)~cspa@149(beta=0.9)"},
    {"T": "500", "a": "bpa~cspa(beta=1/6)@600(beta=1)"},
    {"T": "600", "a": "cspa(beta=1/6)@599(beta=1)"},
    {"T": "many", "a": "cspa(beta=1/6)@600(beta=1)"},
    {"bias": "1", "kern": "2"},
    {"kern": "2", "bias": "1", "sup": "50"},
    {"bias": "0", "kern": "2"},
    {"sig": "0.5", "d": "iris"},
    {"sig": "3", "d": "gaussians3"},
    {"T": "300", "d": "digits", "order": "file", "kern": "1"},
    {"d": "irys", "sig": "0.2", "T": "60"},
    {"d": "nowhere", "sig": "0.5", "a": "nobody"},
    {"d": "circle(m=99)", "sig": "-1", "n": "0", "T": "x", "order": "cycle", "norm": "yes", "a": "cspa(beta=3)"},
    {"v": "0", "d": "iris", "a": "cspa(beta=0.3)"},
    {"v": "2", "sig": "0.5", "future": "1"},
    {"v": "0", "sig": "loud"},
    {"seed": "1.5", "n": "1.5", "T": "1.5", "sup": "1.5"},
    {"seed": "1e400", "n": "1e400", "T": "1e400", "sup": "1e400", "sig": "1e400", "kern": "1e400", "flip": "1e400",
     "imb": "1e400"},
    {"seed": "", "n": "", "T": "", "sup": "", "sig": "", "kern": "", "flip": "", "imb": "", "d": "", "order": "",
     "norm": "", "bias": "", "a": "", "v": ""},
    {"flip": "1", "imb": "1e6", "order": "cyclic"},
    {"t": "17", "eye": "learner", "lin": "1", "last": "100"},
    {"t": "50", "who": "1", "x": "0.6_-0.8", "told": "0", "sig": "0.5"},
    {"lab": "cwb.eta", "fill": "quick", "alpha": "0.3", "d": "gaussians3"},
    {"utm_source": "mail", "D": "iris", "": "x", "A": "spa"},
]
# fmt: on

GOOD = {
    "d": ["gaussians4", "gaussians3", "circle(m=5)", "iris", "wine", "counter", "points(1 0 0; 0 1 1; -1 -1 2)"],
    "sig": ["0", "0.25", "0.5", "1"],
    "seed": ["0", "7", "123"],
    "n": ["1", "10"],
    "T": ["50", "600", "4000"],
    "order": ["shuffled", "file", "class", "cyclic"],
    "norm": ["0", "1"],
    "bias": ["0", "1"],
    "kern": ["0", "0.5"],
    "sup": ["20", "700"],
    "flip": ["0", "0.1"],
    "imb": ["1", "5"],
    "a": ["cspa(beta=1/6)", "cspa(beta=1/(K-1))~banditron", "cspa(beta=1/6)@20(beta=1)", "spa~uniform", "scw2(C=2)"],
}
TYPOS = "()=,~@_;&%-+./ 09eKβσ\\\"'"


def mangled(number: int) -> dict[str, str]:
    """Return a link of valid values, about half of them with characters inserted, deleted or doubled."""
    rng = random.Random(number)

    def pick(items):
        return items[int(rng.random() * len(items))]  # random() alone is the same in every version of Python

    query = {}
    for key in (key for key in GOOD if rng.random() < 0.4):
        text = pick(GOOD[key])
        for _ in range(int(rng.random() * 4) if rng.random() < 0.7 else 0):
            at = int(rng.random() * len(text))
            text = text[:at] + pick([pick(TYPOS), "", text[at : at + 1] * 2]) + text[at + (rng.random() < 0.5) :]
        query[key] = text
    return query


LINKS = [
    *({key: value} for key, values in ALONE.items() for value in values),
    *TOGETHER,
    *map(mangled, range(MANGLED)),
]


def shown(query: dict[str, str]) -> str:
    """Return a readable link: long values are cut, non-printable characters are escaped."""
    values = {key: text if len(text) <= 80 else f"{text[:60]}… ({len(text)} characters)" for key, text in query.items()}
    line = "&".join(f"{key}={text}" for key, text in values.items())
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
