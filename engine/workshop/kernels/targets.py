"""Lists the machines that kernels are made for."""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """Describes a machine: the file of its kernels, LLVM's names for it, and the linker's options.

    Attributes:
        name: the name of the library.
        triple, layout: LLVM's name for the machine, and how its memory is laid out ("": as LLVM says).
        attributes: what each function says of the processor.
        linker: the command of the package ``ziglang``, and its options.
    """

    name: str
    triple: str
    attributes: dict[str, str]
    linker: tuple[str, ...]
    layout: str = ""


_ELF = ("ld.lld", "-shared", "--strip-all", "--hash-style=gnu", "--build-id=none", "-z", "noexecstack")
_LINUX = "x86_64-unknown-linux-gnu"
_DLL = ("lld-link", "/dll", "/noentry", "/Brepro", "/nodefaultlib")


def _macos(machine: str) -> tuple[str, ...]:
    return "cc", "-target", f"{machine}-macos.12.0", "-shared", "-nostdlib", "-Wl,-x"


def _x86(level: str, tune: str) -> dict[str, str]:
    return {"target-cpu": f"x86-64-{level}", "tune-cpu": tune}


TARGETS = (
    Target("linux-x86_64-v2.so", _LINUX, _x86("v2", "generic"), _ELF),
    Target("linux-x86_64-v3.so", _LINUX, _x86("v3", "znver3"), _ELF),
    Target("linux-x86_64-v4.so", _LINUX, _x86("v4", "znver4"), _ELF),
    Target("linux-aarch64.so", "aarch64-unknown-linux-gnu", {"target-cpu": "generic"}, _ELF),
    Target("macos-arm64.dylib", "arm64-apple-macosx12.0.0", {"target-cpu": "apple-m1"}, _macos("aarch64")),
    Target("macos-x86_64.dylib", "x86_64-apple-macosx12.0.0", _x86("v2", "generic"), _macos("x86_64")),
    Target("windows-x86_64.dll", "x86_64-pc-windows-msvc", _x86("v2", "generic"), _DLL),
)

WASM = Target(
    "wasm",
    "wasm32-unknown-unknown",
    # What every browser of the last years can do.
    {"target-features": "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"},
    ("wasm-ld", "--no-entry", "--import-memory", "--strip-all", "--stack-first", "-z", "stack-size=65536"),
    "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20",
)
