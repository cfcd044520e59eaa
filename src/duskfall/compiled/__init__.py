"""How a rule is compiled, where machine code is kept, and who is told."""

from duskfall.compiled.announcements import announced
from duskfall.compiled.cache import kernel_folder
from duskfall.compiled.kernels import PLAIN, inline_kernel, kernel, number, word

__all__ = ["PLAIN", "announced", "inline_kernel", "kernel", "kernel_folder", "number", "word"]
