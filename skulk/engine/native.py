"""Whole-record operations of the CPU target: memcpy and memset, where Numba's own takes seconds to compile."""

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def copy(context, target, source):
    """Copy one record onto another."""
    if not (isinstance(target, types.Record) and target == source):
        return None

    def generate(context, builder, signature, arguments):
        size = context.get_constant(types.intp, target.size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1, align=8)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic
def blank(context, state):
    """All zeros."""
    if not isinstance(state, types.Record):
        return None

    def generate(context, builder, signature, arguments):
        cgutils.memset(builder, arguments[0], context.get_constant(types.intp, state.size), 0)
        return context.get_dummy_value()

    return types.void(state), generate


def veil_but(public):
    """veil(seen, state), where all may see the fields of `public`: UNKNOWN, then a copy of each stretch of these."""

    @intrinsic
    def veil(context, seen, state):
        if not (isinstance(seen, types.Record) and seen == state):
            return None

        def generate(context, builder, signature, arguments):
            cgutils.memset(builder, arguments[0], context.get_constant(types.intp, seen.size), 0xFF)
            for start, end in _stretches(public):
                place, source = (cgutils.pointer_add(builder, pointer, start) for pointer in arguments)
                cgutils.raw_memcpy(builder, place, source, context.get_constant(types.intp, end - start), 1)
            return context.get_dummy_value()

        return types.void(seen, state), generate

    return veil


def _stretches(part: np.dtype) -> list[tuple[int, int]]:
    """Where the fields of a part of a record lie, as (start, end); those side by side are one."""
    found: list[tuple[int, int]] = []
    for kind, start, *_ in sorted((part.fields or {}).values(), key=lambda field: field[1]):
        begun = found.pop()[0] if found and found[-1][1] == start else start
        found.append((begun, start + kind.itemsize))
    return found
