"""Translates a kernel that Numba has compiled into an object file for WebAssembly.

Numba keeps the optimised LLVM code of each kernel. The code names the host's processor, and holds a wrapper for Python
and the counts of references to arrays. A kernel borrows its arrays, allocates nothing and raises nothing, so all of
that is taken away. The rest is compiled a second time for another machine.

In the page, ``kernel(result, error, *arguments) -> status`` is called with addresses of 32 bits. An array is passed as
(0, 0, items, item size, address, shape, strides), of which items, item size, shape and strides are 64-bit numbers.
"""

import re
from functools import cache
from typing import Any

import llvmlite.binding as llvm

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
"""What every browser of the last years can do. The vector steps use the features only if each function names them."""

_COUNTS = re.compile(r"^.*call void @NRT_(?:in|de)cref\(.*\n", re.MULTILINE)
_ATTRIBUTES = re.compile(r"^attributes #\d+ = .*\n", re.MULTILINE)
_ATTRIBUTE = re.compile(r" #\d+\b")
_METADATA = re.compile(r"^![\w.]+ = .*\n", re.MULTILINE)
_METADATUM = re.compile(r",? ![\w.]+ !\d+")
_TARGET = re.compile(r'^target (?:datalayout|triple) = ".*"\n', re.MULTILINE)
_DEFINE = re.compile(r"^(define .*) \{$", re.MULTILINE)


def code_of(kernel: Any) -> tuple[str, str]:
    """Returns the optimised LLVM code around a kernel with one signature, and the kernel's name there."""
    (compiled,) = kernel.overloads.values()
    return str(compiled.library._get_module_for_linking()), compiled.fndesc.llvm_func_name


def object_of(name: str, kernel: Any) -> bytes:
    """Returns the object file with the kernel as the function ``name`` and nothing else for a linker to see."""
    text, symbol = code_of(kernel)
    if text.count(f'"{symbol}"') + text.count(f"@{symbol}(") == 0:
        raise ValueError(f"the code of {name} does not hold the kernel {symbol}")
    module = llvm.parse_assembly(_for_wasm(text))
    for function in module.functions:
        if function.name == symbol:
            function.name = name
            function.linkage = "external"
        elif not function.is_declaration:
            function.linkage = "internal"
    for value in module.global_variables:
        if not value.is_declaration:
            value.linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(module, llvm.create_pass_builder(_machine(), llvm.create_pipeline_tuning_options(speed_level=3)))
    left = [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]
    if left:
        raise ValueError(f"the kernel {name} calls what no page has: {', '.join(left)}")
    emitted: bytes = _machine().emit_object(module)
    return emitted


def _for_wasm(text: str) -> str:
    """Returns LLVM code without reference counts and without what names the host's processor."""
    for pattern in (_COUNTS, _ATTRIBUTES, _ATTRIBUTE, _METADATA, _METADATUM, _TARGET):
        text = pattern.sub("", text)
    text = _DEFINE.sub(rf'\1 "target-features"="{FEATURES}" {{', text)
    return f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n{text}'


@cache
def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
