"""How kernels call each other: as plain functions, which hand their result back in a register and cannot fail.

Numba's functions write their result to a place that the caller has made for it and return whether they raised something, and every
caller asks. A kernel raises nothing (tests/test_layers.py), and calls millions of others in a second: so here it takes its arguments and
returns its value, as a function in C does. What it only reads is said to be so, and is not read again after every store. And nothing in
a kernel counts from the end, so no index is asked whether it is negative. A division by 0 gives 0, or infinity, and raises nothing; what
else would raise, such as arrays that do not fit each other, ends the program.

All of this holds for kernels only, which kernels.py marks and compiles by a context of their own; functions of users, and numba's own, keep
numba's ways, and may call kernels. With NUMBA_BOUNDSCHECK kernels do raise, so they are called in numba's way; an index below 0 is as wrong
there as one too high.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import callconv, cgutils, config, cpu, types
from numba.core.callwrapper import PyCallWrapper
from numba.np import arrayobj

READ_ONLY = ("rules", "bot")  # arguments that no kernel writes to, by whatever name

_kernels: set[str] = set()  # by their names in LLVM
_plain: set[str] = set()  # those of them that are called as plain functions
_fix_integer_index = arrayobj.fix_integer_index


def as_plain(flags: Any) -> Any:
    """Mark what is compiled as a kernel, by an option that numba hands on with a function and uses for nothing itself."""
    flags.noalias = True
    return flags


def is_plain(described: Any) -> bool:
    """Whether a function that numba describes is called as a plain function; with checked indices it may raise."""
    optional = types.Optional  # type: ignore[attr-defined]  # numba lists its types as it is imported
    return bool(described.noalias) and not config.BOUNDSCHECK and not isinstance(described.restype, optional)


def _index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    if builder.function.name in _kernels:
        return context.cast(builder, index, kind, types.intp)
    return _fix_integer_index(context, builder, kind, index, size)


class PlainCalls(callconv.CPUCallConv):
    """Numba's way of calling, but for plain functions."""

    def plain_type(self, described: Any) -> Any:
        """The type of a plain function."""
        arguments = self._get_arg_packer(described.argtypes).argument_types
        return ir.FunctionType(self.get_return_type(described.restype).pointee, list(arguments))

    def decorate_function(self, fn: Any, args: Any, fe_argtypes: Any, noalias: bool = False) -> None:
        super().decorate_function(fn, args, fe_argtypes)  # the mark is not meant as numba's word

    def decorate_plain(self, function: Any, described: Any) -> None:
        """Say what is known of its arguments."""
        _plain.add(function.name)
        self._get_arg_packer(described.argtypes).assign_names(function.args, [f"arg.{name}" for name in described.args])
        function.attributes.add("nounwind")
        kinds = dict(zip(described.args, described.argtypes, strict=True))
        read_only = {f"arg.{name}" for name in READ_ONLY if isinstance(kinds.get(name), types.Record)}
        for argument in function.args:
            if argument.name in read_only:
                argument.add_attribute("noalias")
                set.add(argument.attributes, "readonly")  # llvmlite does not know this one

    def get_arguments(self, func: Any) -> Any:
        return func.args if func.name in _plain else super().get_arguments(func)

    def return_value(self, builder: Any, retval: Any) -> None:
        if builder.function.name in _plain:
            builder.ret(retval)
        else:
            super().return_value(builder, retval)

    def return_user_exc(self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None) -> None:
        if builder.function.name in _plain:
            _stop(builder)
        else:
            super().return_user_exc(builder, exc, exc_args, loc, func_name)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        if builder.function.name in _plain:
            _stop(builder)
        else:
            super().return_status_propagate(builder, status)

    def call_function(self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None) -> Any:
        if callee.name not in _plain:
            return super().call_function(builder, callee, resty, argtys, args, attrs)
        given = self._get_arg_packer(argtys).as_arguments(builder, args)
        returned = builder.call(callee, list(given), attrs=() if attrs is None else tuple(attrs))
        status = self._get_return_status(builder, callconv.RETCODE_OK, ir.Constant(callconv.excinfo_ptr_t, None))
        return status, self.context.get_returned_value(builder, resty, returned)


class KernelContext(cpu.CPUContext):
    """Numba's processor, as kernels see it: a copy that shares what is known of functions (kernels.py)."""

    numbas: Any  # the context that it was copied from

    def refresh(self) -> None:
        self.numbas.refresh()

    @property
    def call_conv(self) -> Any:
        return PlainCalls(self)

    def declare_function(self, module: Any, described: Any) -> Any:
        if described.noalias:
            _kernels.add(described.mangled_name)
        return _declare_plain(self, module, described) if is_plain(described) else super().declare_function(module, described)

    def insert_user_function(self, function: Any, described: Any, libraries: Any = ()) -> None:
        """How a kernel is called, by other kernels and by functions of users."""
        if is_plain(described):
            self._defns[function].append(_plain_call(described, libraries), described.argtypes)
        else:
            super().insert_user_function(function, described, libraries)

    def create_cpython_wrapper(self, library: Any, described: Any, env: Any, call_helper: Any, release_gil: bool = False) -> None:
        if is_plain(described):
            module = self.create_module("wrapper")
            PyCallWrapper(self, module, self.declare_function(module, described), described, env, call_helper, release_gil).build()
            library.add_ir_module(module)
        else:
            super().create_cpython_wrapper(library, described, env, call_helper, release_gil)


def _declare_plain(context: Any, module: Any, described: Any) -> Any:
    calls = PlainCalls(context)
    function = cgutils.get_or_insert_function(module, calls.plain_type(described), described.mangled_name)
    calls.decorate_plain(function, described)
    if described.inline:
        function.attributes.add("alwaysinline")
    return function


def _plain_call(described: Any, libraries: Any) -> Any:
    """What a call of a kernel is compiled to, whoever calls."""

    def called(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        function = _declare_plain(context, builder.module, described)
        returned = builder.call(function, list(context.get_arg_packer(described.argtypes).as_arguments(builder, given)))
        return context.get_returned_value(builder, described.restype, returned)

    called.signature, called.libs = described.argtypes, tuple(libraries)  # type: ignore[attr-defined]
    return called


def _stop(builder: Any) -> None:
    """What cannot happen ends the program."""
    trap = builder.module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ()))
    builder.call(trap, ())
    builder.unreachable()


arrayobj.fix_integer_index = _index_as_it_is  # the one function of numba's that is exchanged; it asks whose code it is in
