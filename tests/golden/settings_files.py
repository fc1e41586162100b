"""Settings files as texts; settings_files.json holds the frozen fields of each, or null if it is refused."""

import json

FIELDS = {
    "version": 1, "kind": "settings",
    "dataset": "gaussians4", "seed": 7, "rounds": 0, "order": "shuffled", "sigma": 0.25, "normalise": True,
    "bias": False, "kernel": 0.0, "support": 700, "flip": 0.0, "imbalance": 1.0,
    "learners": ["cspa(beta=1/6)", "banditron"], "trials": 10,
}  # fmt: skip
PLAN = {"learner": "cspa", "param": "β", "values": [0.1, 1], "sigmas": [0, 0.25], "trials": 3}


def changed(**values) -> str:
    return json.dumps(FIELDS | values)


def without(*names: str) -> str:
    return json.dumps({name: value for name, value in FIELDS.items() if name not in names})


FILES = {
    # Read
    "as a page writes it": json.dumps(FIELDS, indent=2, ensure_ascii=False),
    "fields in another order": json.dumps(dict(sorted(FIELDS.items(), reverse=True))),
    "plan of a sweep": changed(plan=PLAN),
    "plan: null": changed(plan=None),
    "whole numbers for decimals": changed(sigma=1, kernel=2, flip=0, imbalance=3, rounds=500),
    "texts in other spellings": changed(
        dataset=" circle ", order="", learners=["cspa( β = 1 / 6 )", "confidit@50(η=0)"]),
    "own points": changed(dataset="points( 1 0 0;0  1 1 ;; -1 -1 2)", learners=[]),
    "counter-example, its own order": changed(dataset="counter", order=""),
    "largest values": changed(
        seed=2**63 - 1, rounds=10_000_000, trials=10_000, sigma=1e6, support=20_000, imbalance=1e6, kernel=1e9, flip=1),
    "learners that do not fit the experiment": changed(
        learners=["cspa(beta=K)", "cspa@9000(beta=1)", "uniform", "uniform"]),
    "more learners than a page has": changed(learners=["cspa"] * 9),
    # Missing fields take their defaults
    "missing: bias": without("bias"),
    "missing: everything": json.dumps({"version": 1, "kind": "settings"}),
    # Refused
    "a field given twice": changed()[:-1] + ', "seed": 8}',
    "empty": "",
    "no object": "[1]",
    "brackets": "[" * 20_000,
    "byte order mark": "\ufeff" + changed(),
    "another kind": changed(kind="run"),
    "without a kind": without("kind"),
    "a version from the future": changed(version=99),
    "version as text": changed(version="1"),
    "without a version": without("version"),
    "unknown field": changed(sead=1),
    "unknown data set": changed(dataset="irys"),
    "size out of range": changed(dataset="circle(m=99)"),
    "unknown order": changed(order="cycle"),
    "order that is no text": changed(order=3),
    "sigma NaN": changed(sigma=float("nan")),
    "sigma as text": changed(sigma="0.25"),
    "seed with decimals": changed(seed=7.0),
    "bias as a number": changed(bias=1),
    "bias and kernel": changed(bias=True, kernel=1.0),
    "kernel too narrow": changed(kernel=1e-12),
    "imbalance below 1": changed(imbalance=0.5),
    "no trials": changed(trials=0),
    "trials: true": changed(trials=True),
    "learners as one text": changed(learners="cspa"),
    "learner out of range": changed(learners=["cspa(beta=2)"]),
    "unknown learner": changed(learners=["cpsa"]),
    "plan that is a list": changed(plan=[]),
    "plan without values": changed(plan=PLAN | {"values": []}),
    "plan of a parameter that does not exist": changed(plan=PLAN | {"param": "gamma"}),
}  # fmt: skip
