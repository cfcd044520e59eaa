"""Opponents: the built-in ones, your own classes, and programs in any language."""

from duskfall.bots.bot import Answer, Bot, Deadline, SeatInfo
from duskfall.bots.bot_match import BotMatch
from duskfall.bots.faults import IN_A_ROW, IN_ALL, Fault, FaultKind, Record
from duskfall.bots.names import BUILT_IN, bot_named, is_program, seat_bots, title_of
from duskfall.bots.program import Program
from duskfall.bots.sandbox import Limits, check_sandbox

__all__ = [
    "BUILT_IN",
    "IN_ALL",
    "IN_A_ROW",
    "Answer",
    "Bot",
    "BotMatch",
    "Deadline",
    "Fault",
    "FaultKind",
    "Limits",
    "Program",
    "Record",
    "SeatInfo",
    "bot_named",
    "check_sandbox",
    "is_program",
    "seat_bots",
    "title_of",
]
