"""Whole-record operations of the CPU target: one memcpy or memset, where Numba's own takes seconds to compile."""

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


def _fill_with(byte):
    @intrinsic
    def fill(context, state):
        if not isinstance(state, types.Record):
            return None

        def generate(context, builder, signature, arguments):
            size = context.get_constant(types.intp, state.size)
            cgutils.memset(builder, arguments[0], size, byte)
            return context.get_dummy_value()

        return types.void(state), generate

    return fill


blank, veil = _fill_with(0), _fill_with(0xFF)
