"""The kernel hash: it identifies the code of core/ and algorithms/ that is compiled, and its compiler.

Numba's own cache looks at the file of the entry point and not at the functions that it calls. This hash covers all of
them: every module of the two folders as a syntax tree. It leaves out only what cannot reach a kernel:

* comments, blank lines and line numbers, which a syntax tree does not hold;
* docstrings;
* the fields of a Spec that are shown and never compiled (`SHOWN`): a help text, a citation, a grid of values.

Whatever is not on this list is hashed, so a mistake costs a recompilation and never serves stale code. Compiled
functions must live in the two folders: `expect_hashed` refuses others.
"""

import ast
import hashlib
import sys
from pathlib import Path

import llvmlite
import numba

PACKAGE = Path(__file__).resolve().parents[1]
SOURCES = ("core", "algorithms")  # folders whose functions are compiled into kernels
# A kernel cannot read these: it is handed numbers, and Numba refuses a Spec or a Param as a global.
DECLARATIONS = {"AlgorithmSpec", "Param", "replace"}
SHOWN = {"label", "summary", "cite", "note", "loss", "symbol", "default", "grid", "scale", "help", "look", "draws"}
# Of Numba's settings, those that change the machine code.
SWITCHES = ("BOUNDSCHECK", "OPT", "DEBUG", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "USING_SVML")


def source_files(package: Path = PACKAGE) -> list[Path]:
    """Return the files whose functions are compiled, in a fixed order."""
    return [path for folder in SOURCES for path in sorted((package / folder).glob("*.py"))]


def kernel_hash(package: Path = PACKAGE) -> str:
    """Return the hash of everything that is compiled into kernels, and of what compiles it."""
    digest = hashlib.blake2b(compiler().encode(), digest_size=8)
    for path in source_files(package):
        digest.update(f"\0{path.parent.name}/{path.name}\0{compiled_part(path.read_bytes())}".encode())
    return digest.hexdigest()


def compiler() -> str:
    """Return the versions and settings that the machine code depends on; Numba itself looks at the processor."""
    switches = [getattr(numba.config, name, None) for name in SWITCHES]
    return f"{numba.__version__} {llvmlite.__version__} {sys.version_info[:2]} {switches}"


def compiled_part(source: bytes) -> str:
    """Return a module's syntax tree as text, without docstrings and without the fields of a Spec that are shown.

    >>> compiled_part(b"x = 1  # a comment") == compiled_part(b"x = (1)")
    True
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and _is_text(node.body[:1]):
            node.body = node.body[1:]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DECLARATIONS:
            node.keywords = [keyword for keyword in node.keywords if keyword.arg not in SHOWN]
    return ast.dump(tree)


def _is_text(body: list[ast.stmt]) -> bool:
    return any(
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
        for first in body
    )


def expect_hashed(name: str, file: str) -> None:
    """Refuse to compile a function or type of a file that the hash does not cover: stale code could be served."""
    home = Path(file).resolve().parent
    if home not in [PACKAGE / folder for folder in SOURCES]:
        raise ValueError(
            f"Kernels are compiled from {PACKAGE.name}/{' and /'.join(SOURCES)} only, got {name} of {home}."
        )
