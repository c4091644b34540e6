"""Translates a kernel that Numba has compiled into an object file for any machine.

Numba keeps the optimised LLVM code of each kernel. The code names the host's processor, and holds a wrapper for Python
and the counts of references to arrays. A kernel borrows its arrays, allocates nothing and raises nothing, so all of
that is taken away. The rest is compiled a second time for another machine.

A library's function takes one array of words (:mod:`engine.kernels.calls`). In the page,
``kernel(result, error, *arguments) -> status`` is called with addresses of 32 bits. There an array is passed as
(0, 0, items, item size, address, shape, strides), of which items, item size, shape and strides are 64-bit numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import accumulate
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from engine.kernels import Kernel
from engine.kernels.calls import Array, Kind, read_signature
from engine.kernels.compiling import compiled
from engine.workshop.kernels.targets import WASM, Target

_COUNTS = re.compile(r"^.*call void @NRT_(?:in|de)cref\(.*\n", re.MULTILINE)
_ATTRIBUTES = re.compile(r"^attributes #\d+ = .*\n", re.MULTILINE)
_ATTRIBUTE = re.compile(r" #\d+\b")
_METADATA = re.compile(r"^![\w.]+ = .*\n", re.MULTILINE)
_METADATUM = re.compile(r",? ![\w.]+ !\d+")
_TARGET = re.compile(r'^target (?:datalayout|triple) = ".*"\n', re.MULTILINE)
_DEFINE = re.compile(r"^(define .*) \{$", re.MULTILINE)
_LOADS = {"int64": "i64", "uint64": "i64", "float64": "i64", "boolean": "i8"}


def object_of(name: str, kernel: Kernel, target: Target) -> bytes:
    """Returns the object file with the kernel as the function ``name`` and nothing else for a linker to see. Raises
    ValueError if the kernel allocates, raises, or calls what the machine has not."""
    (made,) = compiled(kernel).overloads.values()
    symbol, text = made.fndesc.llvm_func_name, str(made.library._get_module_for_linking())
    text = _for_machine(text, target)
    if target is not WASM:
        text += _words_in(name, kernel, symbol, text)
    module = llvm.parse_assembly(text)
    for function in module.functions:
        if target is WASM and function.name == symbol:
            function.name = name
        if not function.is_declaration:
            function.linkage = "external" if function.name == name else "internal"
            if function.name == name and "windows" in target.triple:
                function.storage_class = "dllexport"
    for value in module.global_variables:
        if not value.is_declaration:
            value.linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    machine = _machine(target.triple, target.attributes.get("target-cpu", ""))
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3)))
    left = [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]
    if left:
        raise ValueError(f"the kernel {name} calls what no library has: {', '.join(left)}")
    emitted: bytes = machine.emit_object(module)
    return emitted


def _for_machine(text: str, target: Target) -> str:
    """Returns LLVM code without reference counts and without what names the host's processor."""
    for pattern in (_COUNTS, _ATTRIBUTES, _ATTRIBUTE, _METADATA, _METADATUM, _TARGET):
        text = pattern.sub("", text)
    said = " ".join(f'"{name}"="{value}"' for name, value in target.attributes.items())
    text = _DEFINE.sub(rf"\1 {said} {{", text)
    layout = target.layout or str(_machine(target.triple, target.attributes.get("target-cpu", "")).target_data)
    return f'target datalayout = "{layout}"\ntarget triple = "{target.triple}"\n{text}'


def _words_in(name: str, kernel: Kernel, symbol: str, text: str) -> str:
    """Returns LLVM code of ``name(words)``: it calls the kernel by its words, and the first word takes the result."""
    result, kinds = read_signature(kernel.signature)
    (head,) = re.findall(rf'^define [^\n]*@"?{re.escape(symbol)}"?\((.*)\) [^\n]*{{$', text, re.MULTILINE)
    while "(" in head:
        head = re.sub(r"\([^()]*\)", "", head)  # attributes of arguments, as captures(none)
    types = [one.split()[0] for one in head.split(",")[2:]]
    lines = list[str]()
    values = _values(kinds, kernel, lines, iter(range(1, 1 << 20)))
    passed = list[str]()
    for number, (kind, value) in enumerate(zip(types, values, strict=True)):
        if kind != "i64":
            cast = {"ptr": "inttoptr", "double": "bitcast"}.get(kind, "trunc")
            lines.append(f"%a{number} = {cast} i64 {value} to {kind}")
            value = f"%a{number}"
        passed.append(f"{kind} {value}")
    lines.append(f'%status = call i32 @"{symbol}"(ptr %result, ptr %result, {", ".join(passed)})')
    if result in _LOADS:
        lines.append(f"%got = load {_LOADS[result]}, ptr %result, align 8")
        lines.append("%wide = zext i8 %got to i64" if result == "boolean" else "%wide = add i64 %got, 0")
        lines.append("store i64 %wide, ptr %words, align 8")
    said = re.findall(r'("target-cpu"[^{]*) {$', text, re.MULTILINE)[0]
    body = "\n  ".join(["%result = alloca [8 x i64], align 8", *lines, "ret void"])
    return f"\ndefine void @{name}(ptr %words) {said} {{\n  {body}\n}}\n"


def _values(kinds: Sequence[Kind], kernel: Kernel, lines: list[str], words: Iterator[int]) -> list[str]:
    """Returns the kernel's arguments for LLVM, as numbers of 64 bits. Adds the ``lines`` that read the ``words``."""
    found = list[str]()

    def read() -> str:
        at = next(words)
        lines.append(f"%p{at} = getelementptr i64, ptr %words, i64 {at}")
        lines.append(f"%w{at} = load i64, ptr %p{at}, align 8")
        return f"%w{at}"

    def times(one: str, other: str) -> str:
        lines.append(f"%m{len(lines)} = mul i64 {one}, {other}")
        return f"%m{len(lines) - 1}"

    for kind in kinds:
        if isinstance(kind, Array):
            address, shape = read(), [read() for _ in range(kind.axes)]
            size = str(_bytes_of(kind.item, kernel))
            strides = list(accumulate(reversed(shape[1:]), times, initial=size))[::-1]
            found += ["0", "0", reduce(times, shape), size, address, *shape, *strides]
        elif isinstance(kind, tuple):
            found += _values(kind, kernel, lines, words)
        else:
            found.append("0" if kind == "none" else read())
    return found


def _bytes_of(item: str, kernel: Kernel) -> int:
    record = kernel.records.get(item)
    return int((record or np.dtype(item.replace("boolean", "bool"))).itemsize)


@cache
def _machine(triple: str, processor: str) -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    reloc = "static" if triple == WASM.triple else "pic"
    features = WASM.attributes["target-features"] if triple == WASM.triple else ""
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=processor, opt=3, reloc=reloc, features=features)
