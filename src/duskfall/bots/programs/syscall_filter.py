"""Builds the seccomp filter of the sandbox: it denies the calls that get memory which no limit of a process counts.

Shared memory belongs to no process. Pages of it stay when a process lets go of its mapping, and are then counted
nowhere: neither by `RLIMIT_DATA` nor as the resident memory of anyone. So a program gets none: no System V memory,
queues or semaphores, no files in memory, no shared mappings, no rings of io_uring. Programs that ask for them are told
that the kernel does not have them, and most languages then do without.

The filter is a program for the kernel's own small machine (classic BPF), as data; bubblewrap loads it.
"""

from __future__ import annotations

import errno
import platform
import struct
from dataclasses import dataclass
from typing import Final

_LOAD: Final = 0x20
"""Load the 32 bits at an offset of `struct seccomp_data`."""
_IF_EQUAL, _IF_AT_LEAST, _IF_BITS = 0x15, 0x35, 0x45
_RETURN: Final = 0x06

_NUMBER_AT, _PROCESSOR_AT = 0, 4
_FLAGS_AT: Final = 16 + 3 * 8
"""Where the lower half of the fourth argument is, the flags of `mmap`, on a little-endian processor."""

_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_MISSING: Final = 0x00050000 | errno.ENOSYS
_FORBIDDEN: Final = 0x00050000 | errno.EPERM

_SHARED: Final = 0x01
"""A bit that `MAP_SHARED` and `MAP_SHARED_VALIDATE` have and `MAP_PRIVATE` has not."""
_X32: Final = 0x40000000
"""From here on the numbers of calls are those of a second interface of x86_64."""


@dataclass(frozen=True, slots=True)
class Processor:
    """Holds the numbers that differ between kinds of processors."""

    audit: int
    """The kernel's number for this kind (linux/audit.h)."""
    mmap: int
    denied: tuple[int, ...]
    """shmget, shmat, msgget, semget, mq_open, memfd_create, memfd_secret, io_uring_setup, perf_event_open, bpf and
    userfaultfd."""
    x32: bool = False


PROCESSORS: Final = {
    "x86_64": Processor(0xC000003E, 9, (29, 30, 68, 64, 240, 319, 447, 425, 298, 321, 323), x32=True),
    "aarch64": Processor(0xC00000B7, 222, (194, 196, 186, 190, 180, 279, 447, 425, 241, 280, 282)),
}
"""By the name that `uname -m` gives."""


def syscall_filter(machine: str | None = None) -> bytes | None:
    """Returns the filter for a kind of processor, this one's by default; None for one that is not known.

    Each instruction is 8 bytes: what to do, how many to skip if a condition holds and if not, and a number.

    >>> len(syscall_filter("x86_64") or b"") // 8, syscall_filter("pdp11") is None
    (22, True)
    """
    processor = PROCESSORS.get(machine or platform.machine())
    if processor is None:
        return None
    program = [
        (_LOAD, 0, 0, _PROCESSOR_AT),
        # Another processor's calls have other numbers: 32-bit programs on x86_64.
        (_IF_EQUAL, 1, 0, processor.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
    ]
    checks = [(_IF_AT_LEAST, _X32)] if processor.x32 else []
    checks += [(_IF_EQUAL, number) for number in processor.denied]
    # A check that holds skips the other checks and the next four instructions.
    program += [(condition, len(checks) - place + 3, 0, number) for place, (condition, number) in enumerate(checks)]
    program += [
        (_IF_EQUAL, 0, 2, processor.mmap),
        (_LOAD, 0, 0, _FLAGS_AT),
        (_IF_BITS, 2, 0, _SHARED),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _MISSING),
        (_RETURN, 0, 0, _FORBIDDEN),
    ]
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)
