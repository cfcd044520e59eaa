"""Runs a bot's program as a child process: its three pipes, its limits, and its end with all its processes."""

from __future__ import annotations

import contextlib
import json
import os
import select
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import psutil

from duskfall.bots.faults import Fault, FaultKind
from duskfall.bots.programs.memory_group import MemoryGroup
from duskfall.bots.programs.sandbox import Limits, as_nobody, check_sandbox, entrance, filter_fd, limited, stage, walls
from duskfall.errors import Refusal, Refused

LONGEST_LINE: Final = 256 << 10
"""Bytes in one line that a program writes."""

MOST_BYTES: Final = 1 << 20
"""Bytes that a program may write for one answer."""

LOG_BYTES: Final = 64 << 10
"""How much of a program's stderr is kept: the first half of this and the last half."""

_CHUNK: Final = 64 << 10
_MEMORY_CHECK_S: Final = 0.05
"""Seconds between two checks of the memory of a program while we wait for it. A check takes 3 ms on a machine with 120
processes."""
_SANDBOX_EXIT_S: Final = 5.0
"""Seconds that bubblewrap has to notice that all processes inside have ended."""


class Stderr:
    r"""Keeps the beginning and the end of a program's log.

    >>> log = Stderr(8)
    >>> log.add(b"abcdefghij"); log.add(b"klm")
    >>> log.text()
    'abcd\n[5 bytes left out]\njklm'
    """

    def __init__(self, most: int = LOG_BYTES) -> None:
        self._half = most // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._count = 0

    def add(self, data: bytes) -> None:
        """Add a chunk that the program wrote."""
        self._count += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:] if room < len(data) else b""
        del self._tail[: -self._half]

    def text(self) -> str:
        """The log, with a note of how many bytes were left out."""
        left_out = self._count - len(self._head) - len(self._tail)
        gap = b"\n[%d bytes left out]\n" % left_out if left_out else b""
        return bytes(self._head + gap + self._tail).decode(errors="replace")


class Process:
    """A program in a sandbox by bubblewrap, or with `trust` an ordinary process in a group of its own."""

    def __init__(self, program: Path, trust: bool = False, limits: Limits = Limits()) -> None:  # noqa: B008 -- frozen
        self.log = Stderr()
        self.limits = limits
        self.folder: Path | None = None
        self.namespace: int | None = None
        """The number of its pid namespace, which holds every process of the program."""
        self._init_fd = -1
        self._init: Any = None  # a psutil.Process
        self._group: MemoryGroup | None = None
        self._inbox = bytearray()
        self._outbox = bytearray()
        self._skipping = False
        self._closed = False
        self._dead = False
        self._memory_checked = 0.0
        self._killed_for = ""
        self._popen = self._start_trusted(program) if trust else self._start_sandboxed(program)
        self._pipes = selectors.DefaultSelector()
        for pipe, events in ((self._popen.stdout, selectors.EVENT_READ), (self._popen.stderr, selectors.EVENT_READ)):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)
                self._pipes.register(pipe, events)
        if self._popen.stdin is not None:
            os.set_blocking(self._popen.stdin.fileno(), False)

    # Starting

    def _start_trusted(self, program: Path) -> subprocess.Popen[bytes]:
        start = entrance(program)
        try:
            return subprocess.Popen(  # noqa: S603 -- the user trusts it
                [str(start.resolve())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=start.parent,
                start_new_session=True,
            )
        except OSError as error:
            raise Refused(Refusal.UNREADABLE, program, f"cannot be started ({error.strerror})") from error

    def _start_sandboxed(self, program: Path) -> subprocess.Popen[bytes]:
        tools = check_sandbox()
        self.folder = Path(tempfile.mkdtemp(prefix="duskfall-bot-"))
        info_reader, info_writer = os.pipe()
        go_reader, go_writer = os.pipe()
        try:
            name = stage(program, self.folder)
            with filter_fd() as calls:
                command = [*walls(tools, self.folder, calls), "--info-fd", str(info_writer)]
                command += ["--block-fd", str(go_reader), "--", *limited(tools, self.limits)]
                popen = subprocess.Popen(  # noqa: S603 -- our own command line; the program runs in the sandbox
                    [*command, f"/bot/{name}"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    cwd="/",
                    pass_fds=(info_writer, go_reader) if calls is None else (info_writer, go_reader, calls),
                    start_new_session=True,
                    **as_nobody(),
                )
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            os.close(info_reader)
            os.close(go_writer)
            raise
        finally:
            os.close(info_writer)
            os.close(go_reader)
        with os.fdopen(info_reader, "rb") as info, os.fdopen(go_writer, "wb", 0) as go, contextlib.suppress(OSError):
            self._find_init(info.read())
            self._bound_memory(popen.pid)
            go.write(b"\n")  # only now the program begins
        return popen

    def _find_init(self, info: bytes) -> None:
        """Find the first process of the sandbox: all others are its descendants, and end with it."""
        # If it has ended already, its pipes will say so.
        with contextlib.suppress(ValueError, KeyError, OSError, psutil.Error):
            facts = json.loads(info)
            self._init_fd = os.pidfd_open(facts["child-pid"])
            self.namespace = facts["pid-namespace"]
            self._init = psutil.Process(facts["child-pid"])

    def _bound_memory(self, sandbox: int) -> None:
        """Move the sandbox into a control group with the limit of memory, if there can be one."""
        self._group = MemoryGroup.new(self.limits.memory)
        if self._group is not None and self._init is not None:
            with contextlib.suppress(OSError):  # the processes may not be ours to move; the other limits hold
                self._group.add(sandbox)
                self._group.add(self._init.pid)

    # Reading and writing

    def send(self, data: bytes) -> None:
        """Queue bytes for the program; never blocks."""
        self._outbox += data
        self._flush()

    def line(self, until: float, budget: int = MOST_BYTES) -> bytes:
        """The next line of the program; a `Fault` if none has come by `until` on the monotonic clock."""
        while True:
            end = self._inbox.find(b"\n")
            if end >= 0:
                line = bytes(self._inbox[:end])
                del self._inbox[: end + 1]
                if not self._skipping:
                    return line
                self._skipping = False
                continue
            if len(self._inbox) > LONGEST_LINE:
                self._inbox.clear()
                was_skipping, self._skipping = self._skipping, True
                if not was_skipping:
                    raise Fault(FaultKind.MALFORMED, f"a line of more than {LONGEST_LINE} bytes")
            if budget <= 0:
                raise Fault(FaultKind.MALFORMED, f"more than {MOST_BYTES} bytes for one answer")
            budget -= self._read(until)

    def _read(self, until: float) -> int:
        """Wait for the pipes, read and write what is ready; gives the number of bytes of the program's answer."""
        if self._closed:
            raise Fault(FaultKind.SILENT, self._killed_for or "the program has ended or closed its stdout")
        left = until - time.monotonic()
        if left <= 0:
            raise Fault(FaultKind.LATE, "no answer in time")
        self._check_memory()
        received = 0
        for key, _ in self._pipes.select(min(left, _MEMORY_CHECK_S)):
            if key.fileobj is self._popen.stdin:
                self._flush()
                continue
            try:
                data = os.read(key.fd, _CHUNK)
            except BlockingIOError:
                continue
            if key.fileobj is self._popen.stderr:
                self.log.add(data)
            else:
                self._inbox += data
                received += len(data)
            if not data:
                self._pipes.unregister(key.fileobj)
                self._closed = self._closed or key.fileobj is self._popen.stdout
        return received

    def _flush(self) -> None:
        pipe = self._popen.stdin
        if pipe is None or pipe.closed:
            return
        try:
            while self._outbox:
                del self._outbox[: os.write(pipe.fileno(), self._outbox[:_CHUNK])]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._outbox.clear()
        waiting = pipe in self._pipes.get_map()
        if self._outbox and not waiting:
            self._pipes.register(pipe, selectors.EVENT_WRITE)
        elif waiting and not self._outbox:
            self._pipes.unregister(pipe)

    def _check_memory(self) -> None:
        """Kill a program whose processes together use too much memory; the kernel limits each one alone."""
        now = time.monotonic()
        if self._init is None or now - self._memory_checked < _MEMORY_CHECK_S:
            return
        self._memory_checked = now
        used = _resident_bytes(self._init)
        if used > self.limits.memory:
            self._killed_for = f"the program used more than {self.limits.memory >> 20} MiB of memory and was ended"
            self.kill()

    # Ending

    def kill(self) -> None:
        """Kill every process of the program and wait until they have ended."""
        if self._dead:
            return
        self._dead = True
        if self._init_fd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._init_fd, signal.SIGKILL)
            # The first process of a pid namespace ends last: the kernel kills and reaps all others before it.
            select.select([self._init_fd], [], [])
            os.close(self._init_fd)
            with contextlib.suppress(subprocess.TimeoutExpired):  # bubblewrap cleans up and exits by itself
                self._popen.wait(_SANDBOX_EXIT_S)
        if self._popen.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._popen.pid, signal.SIGKILL)
            self._popen.wait()
        self._closed = True

    def close(self, grace_s: float = 0.0) -> None:
        """Close the program's input, give it `grace_s` seconds to exit, then kill it and remove its folder."""
        if self._popen.stdin is not None and not self._popen.stdin.closed:
            if self._popen.stdin in self._pipes.get_map():
                self._pipes.unregister(self._popen.stdin)
            self._popen.stdin.close()
        self._drain(time.monotonic() + grace_s)
        self.kill()
        self._drain(time.monotonic())
        self._pipes.close()
        for pipe in (self._popen.stdout, self._popen.stderr):
            if pipe is not None:
                pipe.close()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
        if self._group is not None:
            self._group.close()

    def _drain(self, until: float) -> None:
        """Read the program's last output until then, so that its log is complete and a full pipe does not block it."""
        rest = MOST_BYTES
        while rest > 0 and self._pipes.get_map():
            ready = self._pipes.select(max(0.0, until - time.monotonic()))
            if not ready:
                return
            for key, _ in ready:
                data = os.read(key.fd, _CHUNK)
                rest -= len(data)
                if not data:
                    self._pipes.unregister(key.fileobj)
                elif key.fileobj is self._popen.stderr:
                    self.log.add(data)


def _resident_bytes(init: Any) -> int:
    """The resident memory of a process and all its descendants.

    Orphans in a pid namespace become children of its first process, so no process of a sandbox is missed.
    """
    used = 0
    with contextlib.suppress(psutil.NoSuchProcess):
        for process in (init, *init.children(recursive=True)):
            with contextlib.suppress(psutil.Error):  # it has ended meanwhile
                used += process.memory_info().rss
    return used
