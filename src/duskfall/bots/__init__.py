"""Opponents: the built-in ones, your own classes, and programs in any language."""

from duskfall.bots.bot import Answer, Bot, Deadline, SeatInfo
from duskfall.bots.bot_match import BotMatch
from duskfall.bots.faults import IN_A_ROW, IN_ALL, Fault, FaultCount, FaultKind
from duskfall.bots.loading import BUILT_IN, bot_named, games_of, is_program, seat_bots, title_of
from duskfall.bots.programs import Limits, Program, check_sandbox

__all__ = [
    "BUILT_IN",
    "IN_ALL",
    "IN_A_ROW",
    "Answer",
    "Bot",
    "BotMatch",
    "Deadline",
    "Fault",
    "FaultCount",
    "FaultKind",
    "Limits",
    "Program",
    "SeatInfo",
    "bot_named",
    "check_sandbox",
    "games_of",
    "is_program",
    "seat_bots",
    "title_of",
]
