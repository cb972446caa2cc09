"""What kernels.py relies on of numba beside what numba documents, and whether the numba at hand is like one that was seen to work.

relied.json holds, for each function, hashes of its text in the releases that were tried. If any of them is another, kernels are compiled by
numba as it comes (stock.py), and one sentence says so. docs/compiling.md tells how a release is added.
"""

from __future__ import annotations

import hashlib
import json
import linecache
import os
from functools import reduce
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from typing import Any

from caverna_sim.compiling.cache import tell

STOCK = "CAVERNA_SIM_STOCK_NUMBA"
SEEN = Path(__file__).with_name("relied.json")
RELIED = {
    "numba.core.base": """
        BaseContext.declare_function BaseContext.get_function BaseContext.insert_user_function BaseContext.refresh BaseContext.subtarget
        BaseContext._compile_subroutine_no_cache BaseContext.compile_subroutine user_function
    """,
    "numba.core.bytecode": "FunctionIdentity.from_function",
    "numba.core.callconv": """
        CPUCallConv.call_function CPUCallConv.decorate_function CPUCallConv.get_arguments CPUCallConv.return_status_propagate
        CPUCallConv.return_user_exc CPUCallConv.return_value BaseCallConv.get_return_type BaseCallConv._get_arg_packer
    """,
    "numba.core.callwrapper": "PyCallWrapper.__init__ PyCallWrapper.build PyCallWrapper.build_wrapper",
    "numba.core.codegen": """
        CPUCodeLibrary.__init__ CPUCodeLibrary._optimize_functions CPUCodeLibrary._optimize_final_module CPUCodeLibrary.finalize
        CPUCodeLibrary._get_module_for_linking CPUCodeLibrary._finalize_final_module CPUCodeLibrary.serialize_using_object_code
        JITCodeLibrary.get_pointer_to_function JitEngine.is_symbol_defined JitEngine.add_module Codegen.create_library
        CPUCodegen.__init__ CPUCodegen._init CPUCodegen._module_pass_manager CPUCodegen._function_pass_manager CPUCodegen._pass_builder
        CPUCodegen.magic_tuple JITCPUCodegen.set_env
    """,
    "numba.core.compiler": "CompileResult._reduce CompileResult._rebuild compile_extra _make_subtarget",
    "numba.core.cpu": "CPUContext.create_cpython_wrapper CPUContext.get_executable CPUContext.load_additional_registries",
    "numba.core.dispatcher": """
        Dispatcher.__init__ Dispatcher.compile _DispatcherBase.add_overload _DispatcherBase.get_call_template
        _FunctionCompiler.__init__ _FunctionCompiler._compile_core _FunctionCompiler._customize_flags
        _FunctionCompiler._get_implementation _FunctionCompiler.fold_argument_types
    """,
    "numba.core.funcdesc": "FunctionDescriptor.__init__",
    "numba.np.arrayobj": "fix_integer_index",
}


def takes_stock() -> bool:
    """Whether kernels are compiled by numba as it comes: it was wished, or something else is not as it was seen to work."""
    if os.environ.get(STOCK, "") not in ("", "0"):
        return True
    if unknown := unknown_parts():
        import numba

        tell(
            f"numba {numba.__version__} is not among those that were tried ({unknown[0]} differs): the same games are played by slower "
            f"code, see docs/compiling.md; {STOCK}=1 says that this is known"
        )
    return bool(unknown)


def unknown_parts() -> list[str]:
    """Names of what is relied on that is there in no form that was seen to work."""
    seen = json.loads(SEEN.read_text(encoding="utf-8"))["texts"]
    return [name for name, text in present_parts().items() if text not in seen.get(name, ())]


def present_parts() -> dict[str, str]:
    """A hash of the text of each function that is relied on; "" for what is not there."""
    found = {}
    for module, names in RELIED.items():
        for name in names.split():
            try:
                found[f"{module}.{name}"] = hash_of(reduce(getattr, name.split("."), import_module(module)))
            except (AttributeError, ImportError, OSError):
                found[f"{module}.{name}"] = ""
    return found


def hash_of(function: Any) -> str:
    """A hash of the text of a function."""
    code = unwrap(getattr(function, "__func__", function)).__code__
    lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
    if not lines:
        raise OSError("no source")
    margin = len(lines[0]) - len(lines[0].lstrip())
    text: list[str] = []
    for line in lines:
        has_begun = any(one.lstrip().startswith(("def ", "class ")) for one in text)
        if has_begun and line.strip() and len(line) - len(line.lstrip()) <= margin and not line.lstrip().startswith(")"):
            break
        text.append(line)
    return hashlib.sha256("".join(text).strip().encode()).hexdigest()[:12]


def add_present() -> None:
    """Write down that the numba at hand was seen to work (`python -m benchmarks.releases`)."""
    import numba

    kept: dict[str, Any] = json.loads(SEEN.read_text(encoding="utf-8")) if SEEN.exists() else {"releases": [], "texts": {}}
    releases = sorted({*kept["releases"], numba.__version__})
    texts = {name: sorted({*kept["texts"].get(name, ()), text} - {""}) for name, text in present_parts().items()}
    SEEN.write_text(json.dumps({"releases": releases, "texts": texts}, indent=1) + "\n", encoding="utf-8")
