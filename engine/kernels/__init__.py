"""Runs the kernels: functions of whole numbers and arrays that the package holds as machine code.

Each kernel has one source, a Python function written for Numba. ``python -m engine.workshop.kernels`` makes machine
code of it for every platform, and WebAssembly for the page. Here a kernel is looked up in the library of this platform
and called. Where Numba is installed (the extra ``compile``), a kernel whose source was changed, or a kernel of a board
that does not ship, is compiled on its first call.
"""

from engine.kernels.kernel import Instruction, Kernel, instruction, kernel
from engine.kernels.library import KernelError

__all__ = ["Instruction", "Kernel", "KernelError", "instruction", "kernel"]
