"""Prefetching, and the addresses of array elements in code that is being generated."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from cspa_explore.core.jit import INLINE


def prefetch(array: Any, at: Any) -> None:
    """Prefetch array[at] into the second-level cache; no number changes, and in plain Python it does nothing."""


def pointer(context: Any, builder: Any, array: tuple[Any, Any], at: list[tuple[Any, Any]]) -> Any:
    """Return the address of array[at] in generated code; array and indices are (type, value) each."""
    kind, value = array
    made = context.make_array(kind)(context, builder, value)
    places = [context.cast(builder, index, given, types.intp) for given, index in at]
    return cgutils.get_item_pointer(context, builder, kind, made, places, wraparound=False)


def parts(builder: Any, kind: Any, value: Any) -> list[tuple[Any, Any]]:
    """Return the (type, value) of each part of a tuple; of anything else, its own alone."""
    if not isinstance(kind, types.BaseTuple):
        return [(kind, value)]
    return [(part, builder.extract_value(value, m)) for m, part in enumerate(kind)]


@intrinsic
def _prefetch(typing: Any, array: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind, place = signature.args
        place = pointer(context, builder, (kind, args[0]), parts(builder, place, args[1]))
        word, address = ir.IntType(32), ir.IntType(8).as_pointer()
        hint = ir.FunctionType(ir.VoidType(), [address, word, word, word])
        function = builder.module.declare_intrinsic("llvm.prefetch", [address], hint)
        to_read, second_level, data = word(0), word(2), word(1)
        builder.call(function, [builder.bitcast(place, address), to_read, second_level, data])
        return context.get_dummy_value()

    return types.void(array, at), generate


@overload(prefetch, jit_options=INLINE)
def _use_prefetch(array, at):
    return lambda array, at: _prefetch(array, at)
