"""The kernel hash: it sees everything that is compiled, and not the prose around it."""

import shutil
from dataclasses import fields

import pytest

from cspa_explore.algorithms import AlgorithmSpec, Param
from cspa_explore.core.kernel_hash import PACKAGE, SHOWN, SOURCES, SWITCHES, kernel_hash, source_files

HARMLESS = {  # file, text, another text
    "a help text": ("algorithms/cspa.py", 'help="Share of the loss', 'help="How much of the loss'),
    "a help text of a changed copy": ("algorithms/cwb.py", "near 1 they are large", "near 1 they are huge"),
    "a citation": ("algorithms/cspa.py", 'cite="Kaneko', 'cite="T. Kaneko'),
    "a label": ("algorithms/soba.py", 'label="SOBA"', 'label="Second-order Banditron"'),
    "a summary": ("algorithms/uniform.py", 'summary="Guesses', 'summary="Draws'),
    "a note": ("algorithms/confidit.py", 'note="The diagonal', 'note="The usual, diagonal'),
    "the name of a loss": ("algorithms/pa.py", 'loss="ℓ: the hinge', 'loss="ℓ: the usual hinge'),
    "a grid of values": ("algorithms/banditron.py", 'default="0.05"', 'default="0.06"'),
    "the docstring of a rule": ("algorithms/cspa.py", '"""Write τ and return ℓ:', '"""Write τ, return ℓ:'),
    "the docstring of a module": ("core/vectors.py", '"""The K-vector functions', '"""All K-vector functions'),
    "a comment": ("core/loop.py", "# branchless:", "# no branch:"),
    "line numbers": ("core/loop.py", "@kernel\ndef play", "\n\n\n@kernel\ndef play"),
}
COMPILED = {
    "a formula": ("algorithms/cspa.py", "-alg.beta * loss / x2", "-alg.beta * loss / (1.0 * x2)"),
    "a helper of several rules": ("algorithms/confidence.py", "for _ in range(2):", "for _ in range(3):"),
    "a helper in the core": ("core/vectors.py", "return b if b > a else a", "return b if b >= a else a"),
    "a constant that a kernel reads": ("core/vectors.py", "TIE = 1e-10", "TIE = 1e-11"),
    "a constant of an unsuspicious module": ("core/gate.py", "LARGEST = 1e100", "LARGEST = 1e99"),
    "feedback=": ("algorithms/pa.py", 'feedback="full"', 'feedback="partial"'),
    "another rule in the Spec": ("algorithms/pa2.py", "coefficients=coefficients", "coefficients=propose"),
    "a geometry": ("algorithms/soba.py", "geometry=Ridge", "geometry=Ball"),
    "the fields of the hyper-parameters": ("algorithms/cspa.py", "    beta: float", "    gamma: float"),
    "an option of a decorator": (
        "core/geometry.py",
        "@dispatched(2, fastmath=True)\ndef add",
        "@dispatched(2)\ndef add",
    ),
    "an option of the compiler": ("core/jit.py", '"error_model": "numpy"', '"error_model": "python"'),
    "generated instructions": ("core/prefetch.py", "word(2)", "word(3)"),
}


@pytest.fixture
def package(tmp_path):
    """A copy of the hashed folders, and a function that edits one of its files."""
    for folder in SOURCES:
        shutil.copytree(PACKAGE / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))

    def edit(name, before, after):
        path = tmp_path / name
        text = path.read_text()
        assert before in text
        path.write_text(text.replace(before, after, 1))

    return tmp_path, edit


@pytest.mark.parametrize("what", HARMLESS)
def test_prose_is_not_hashed(what, package):
    folder, edit = package
    edit(*HARMLESS[what])
    assert kernel_hash(folder) == kernel_hash()


@pytest.mark.parametrize("what", COMPILED)
def test_code_is_hashed(what, package):
    folder, edit = package
    edit(*COMPILED[what])
    assert kernel_hash(folder) != kernel_hash()


def test_every_file_is_hashed(package):
    folder, _ = package
    seen = {kernel_hash(folder)}
    for path in source_files(folder):
        path.write_text(path.read_text() + "\nMORE = 1\n")
        seen.add(kernel_hash(folder))
    (folder / "algorithms" / "new.py").write_text("")
    seen.add(kernel_hash(folder))
    assert len(seen) == 2 + len(source_files())


@pytest.mark.parametrize("name", SWITCHES)
def test_the_settings_of_the_compiler_are_hashed(name, monkeypatch):
    before = kernel_hash()
    monkeypatch.setattr(f"numba.config.{name}", "another", raising=False)
    assert kernel_hash() != before


def test_only_fields_that_no_kernel_sees_are_left_out():
    declared = {field.name for kind in (AlgorithmSpec, Param) for field in fields(kind)}
    assert declared >= SHOWN
    assert not SHOWN & {"feedback", "hyper", "propose", "coefficients", "geometry", "prior"}
