"""Vector instructions for sparse scores and updates: eight classes of a feature's weights at a time.

A cache line holds eight doubles, and so does the widest register; compilers do not vectorise these loops where K is not
a multiple of eight. The rows of W start on a cache line and are padded with zeros to whole lines, as is the memory of
every K-vector (`aligned`): loops run in steps of `LANES`, and beyond K they add 0 to 0.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from cspa_explore.core.jit import INLINE
from cspa_explore.core.memory import LINE
from cspa_explore.core.prefetch import parts, pointer

LANES = LINE // 8
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_FUSED = ("contract",)  # fused multiply-add


def padded(K: int) -> int:
    """Return K rounded up to whole cache lines.

    >>> padded(20), padded(105), padded(8)
    (24, 112, 8)
    """
    return -(-K // LANES) * LANES


def collect(s: Any, k: int, W: Any, f: tuple, x: tuple) -> None:
    """Add x_0 W[f_0] + x_1 W[f_1] + … to s, for the classes k to k+7; one or four features."""
    for c in range(k, min(k + LANES, len(s))):
        terms = [x[m] * W[f[m], c] for m in range(len(f))]
        s[c] += terms[0] if len(f) == 1 else (terms[0] + terms[1]) + (terms[2] + terms[3])


def spread(W: Any, f: tuple, k: int, tau: Any, x: tuple) -> None:
    """Add x_0 τ to W[f_0], x_1 τ to W[f_1], …, for the classes k to k+7."""
    for m in range(len(f)):
        for c in range(k, min(k + LANES, len(tau))):
            W[f[m], c] += x[m] * tau[c]


@intrinsic
def _collect(typing: Any, s: Any, k: Any, W: Any, f: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        s, k, W, f, x = zip(signature.args, args, strict=True)
        here = _lanes(context, builder, s, [k])
        features, values = parts(builder, *f), parts(builder, *x)
        terms = [
            builder.fmul(
                builder.load(_lanes(context, builder, W, [feature, k]), align=LINE),
                _broadcast(builder, value),
                flags=_FUSED,
            )
            for feature, (_, value) in zip(features, values, strict=True)
        ]
        while len(terms) > 1:
            terms = [builder.fadd(a, b, flags=_FUSED) for a, b in zip(terms[::2], terms[1::2], strict=True)]
        builder.store(builder.fadd(builder.load(here, align=LINE), terms[0], flags=_FUSED), here, align=LINE)
        return context.get_dummy_value()

    return types.void(s, k, W, f, x), generate


@intrinsic
def _spread(typing: Any, W: Any, f: Any, k: Any, tau: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        W, f, k, tau, x = zip(signature.args, args, strict=True)
        step = builder.load(_lanes(context, builder, tau, [k]), align=LINE)
        for feature, (_, value) in zip(parts(builder, *f), parts(builder, *x), strict=True):
            here = _lanes(context, builder, W, [feature, k])
            product = builder.fmul(step, _broadcast(builder, value), flags=_FUSED)
            builder.store(builder.fadd(builder.load(here, align=LINE), product, flags=_FUSED), here, align=LINE)
        return context.get_dummy_value()

    return types.void(W, f, k, tau, x), generate


def _lanes(context: Any, builder: Any, array: Any, at: list) -> Any:
    """Return the address of array[at] as a pointer to a vector."""
    return builder.bitcast(pointer(context, builder, array, at), _VECTOR.as_pointer())


def _broadcast(builder: Any, value: Any) -> Any:
    """Return a vector with the number in every lane."""
    word, nothing = ir.IntType(32), ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, value, word(0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(word, LANES), [0] * LANES))


@overload(collect, jit_options=INLINE)
def _use_collect(s, k, W, f, x):
    return lambda s, k, W, f, x: _collect(s, k, W, f, x)


@overload(spread, jit_options=INLINE)
def _use_spread(W, f, k, tau, x):
    return lambda W, f, k, tau, x: _spread(W, f, k, tau, x)
