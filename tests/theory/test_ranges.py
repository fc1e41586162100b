"""The ranges of β: by hand, and what must hold for any K and α."""

import ast
import re
from fractions import Fraction

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.algorithms.expression import Expression
from cspa_explore.theory.ranges import alpha_limit, figure_limit, gamma_of, landmarks, proof_limit, theorem_beta
from tests.test_imports import ROOT

QUARTER = Fraction(1, 4)
MANY = [(K, Fraction(a, 20)) for K in (2, 3, 4, 5, 10, 26, 105) for a in range(20)]


@pytest.mark.parametrize(
    ("K", "alpha", "theorem", "figure", "proof"),
    [
        (2, 0, "1", "1", "2"),
        (3, 0, "1/2", "1/2", "1"),
        (4, 0, "1/3", "1/3", "2/3"),
        (10, 0, "1/9", "1/9", "2/9"),
        (2, QUARTER, "3/4", "1", "3/2"),
        (3, QUARTER, "3/8", "1/2", "3/4"),
        (4, QUARTER, "1/4", "1/3", "1/2"),
        (10, QUARTER, "1/12", "1/9", "1/6"),
    ],
)
def test_the_ranges_by_hand(K, alpha, theorem, figure, proof):
    assert (str(theorem_beta(K, alpha)), str(figure_limit(K)), str(proof_limit(K, alpha))) == (theorem, figure, proof)


@pytest.mark.parametrize(("K", "wanted"), [(2, "1/2 1 2"), (3, "1/4 1/2 1"), (4, "1/6 1/3 2/3"), (10, "1/18 1/9 2/9")])
def test_the_landmarks_by_hand(K, wanted):
    assert " ".join(map(str, landmarks(K))) == wanted


def test_a_float_alpha_gives_the_same_numbers():
    assert float(theorem_beta(4, 0.25)) == 0.25
    assert float(proof_limit(3, 0.25)) == 0.75
    assert float(figure_limit(4)) == 1 / 3, "rounded once, like the division of two floats"


@pytest.mark.parametrize(("K", "alpha"), MANY)
def test_the_theorems_beta_lies_in_the_figures_range_and_halfway_to_the_proofs_limit(K, alpha):
    beta = theorem_beta(K, alpha)
    assert 0 < beta <= figure_limit(K) <= 1
    assert proof_limit(K, alpha) == 2 * beta
    gamma = 2 * (1 - alpha) - (K - 1) * beta
    assert gamma == 1 - alpha > 0
    assert 2 * (1 - alpha) - (K - 1) * proof_limit(K, alpha) == 0, "where the proof's γ vanishes"


@pytest.mark.parametrize(("K", "alpha"), MANY)
def test_the_ranges_shrink_with_more_classes_and_with_alpha(K, alpha):
    assert theorem_beta(K + 1, alpha) < theorem_beta(K, alpha)
    assert proof_limit(K + 1, alpha) < proof_limit(K, alpha)
    assert alpha == 0 or theorem_beta(K, alpha) < theorem_beta(K)


@pytest.mark.parametrize("K", [2, 3, 4, 10, 26])
def test_the_default_beta_of_cspa_is_the_papers_landmark(K):
    default = ALGORITHMS["cspa"].params[0].default
    assert Expression.parse(default)(K) == float(landmarks(K)[0])


@pytest.mark.parametrize(("K", "alpha", "said"), [(1, 0, "K must be"), (4, 1, "alpha must be"), (4, -0.1, "alpha")])
def test_what_has_no_range_is_refused(K, alpha, said):
    with pytest.raises(ValueError, match=said):
        proof_limit(K, alpha)


@pytest.mark.parametrize(("K", "alpha"), MANY)
def test_gamma_vanishes_where_the_proof_ends(K, alpha):
    assert gamma_of(K, alpha, proof_limit(K, alpha)) == 0
    assert gamma_of(K, alpha, theorem_beta(K, alpha)) == 1 - alpha
    assert alpha_limit(K, float(proof_limit(K, alpha))) == pytest.approx(float(alpha))


# 1 − α, whatever α is called, and 1 or 2 divided by K − 1
PYTHON_COPY = re.compile(r"1 - [\w.]*alpha(\.value)?|[12](\.0)? / \([\w.]*(K|n_classes) - 1\)")
JAVASCRIPT_COPY = re.compile(r"\b1 ?- ?[\w.]*alpha\b|\b[12] ?/ ?\(\w*K ?- ?1\)")


def copies(code):
    """Return the expressions of Python code that compute an end of a range; comments and texts do not count."""
    found = [ast.unparse(node) for node in ast.walk(ast.parse(code)) if isinstance(node, ast.BinOp)]
    return [text for text in found if PYTHON_COPY.fullmatch(text)]


def test_a_copy_of_a_range_is_recognised():
    assert copies("limit = 2*(1-alpha)/(K-1)") == ["1 - alpha"]
    assert copies("theirs = (1 - chosen.alpha.value) / (K - 1)") == ["1 - chosen.alpha.value"]
    assert copies("edge = 1/(stream.n_classes - 1)") == ["1 / (stream.n_classes - 1)"]
    assert not copies('label = "(1 - alpha)/(K - 1)"  # 1 - alpha')
    assert JAVASCRIPT_COPY.search("const left = 1 - alpha")


def test_ranges_are_computed_in_one_place_in_python_and_scaled_in_one_place_in_the_browser():
    package = ROOT / "cspa_explore"
    python = [path for path in [*package.rglob("*.py"), *(ROOT / "pages").glob("*.py")] if copies(path.read_text())]
    assert [path.relative_to(package).as_posix() for path in python] == ["theory/ranges.py"]
    scripts = [path for path in (package / "player" / "front").glob("*.js") if JAVASCRIPT_COPY.search(path.read_text())]
    assert [path.name for path in scripts] == ["theory_range.js"]
    assert len(JAVASCRIPT_COPY.findall((package / "player" / "front" / "theory_range.js").read_text())) == 1
