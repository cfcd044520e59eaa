"""Bots that are programs in any language, in a sandbox."""

from duskfall.bots.programs.program import Program
from duskfall.bots.programs.sandbox import Limits, check_sandbox

__all__ = ["Limits", "Program", "check_sandbox"]
