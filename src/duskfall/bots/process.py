"""A program that runs beside us: its three pipes, its end, and the certainty that nothing of it is left."""

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
from typing import Final

from duskfall.bots.faults import Fault, FaultKind
from duskfall.bots.sandbox import Limits, as_nobody, check_sandbox, entrance, limited, stage, walls
from duskfall.errors import Refusal, Refused

LONGEST_LINE: Final = 256 << 10
"""Bytes in one line of a program."""

MOST_BYTES: Final = 1 << 20
"""Bytes that a program may write for one answer."""

LOG_BYTES: Final = 64 << 10
"""How much of a program's stderr is kept: the first half of this and the last half."""

_CHUNK: Final = 64 << 10
_GLANCE_S: Final = 0.05
"""Seconds between two looks at the memory of a program that is being waited for."""


_BURIAL_S: Final = 5.0
"""Seconds that bubblewrap has to notice that all it started is gone."""


class Stderr:
    r"""What a program wrote to its log, within bounds: the beginning and the end.

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
        """Keep what the program wrote now."""
        self._count += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:] if room < len(data) else b""
        del self._tail[: -self._half]

    def text(self) -> str:
        """The log as far as it was kept."""
        left_out = self._count - len(self._head) - len(self._tail)
        gap = b"\n[%d bytes left out]\n" % left_out if left_out else b""
        return bytes(self._head + gap + self._tail).decode(errors="replace")


class Process:
    """A program under bubblewrap, or with `trust` as an ordinary process in a group of its own."""

    def __init__(self, program: Path, trust: bool = False, limits: Limits = Limits()) -> None:  # noqa: B008 -- frozen
        self.log = Stderr()
        self.limits = limits
        self.folder: Path | None = None
        self.namespace: int | None = None
        """The number of its pid namespace; every process of the program is in it."""
        self._first = -1
        self._inbox = bytearray()
        self._outbox = bytearray()
        self._skipping = False
        self._closed = False
        self._dead = False
        self._glanced = 0.0
        self._killed_for = ""
        self._popen = self._start_trusted(program) if trust else self._start_walled(program)
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

    def _start_walled(self, program: Path) -> subprocess.Popen[bytes]:
        made_by = check_sandbox()
        self.folder = Path(tempfile.mkdtemp(prefix="duskfall-bot-"))
        told, tell = os.pipe()
        try:
            name = stage(program, self.folder)
            command = [*walls(made_by, self.folder), "--info-fd", str(tell), "--"]
            popen = subprocess.Popen(  # noqa: S603 -- our own command line; what it starts is behind the wall
                [*command, *limited(made_by, self.limits), f"/bot/{name}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                pass_fds=(tell,),
                start_new_session=True,
                **as_nobody(),
            )
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            os.close(told)
            raise
        finally:
            os.close(tell)
        with os.fdopen(told, "rb") as info:
            self._meet(info.read())
        return popen

    def _meet(self, info: bytes) -> None:
        """Take hold of the first process inside: when it is gone, all of them are."""
        with contextlib.suppress(ValueError, KeyError, OSError):  # it is gone already, which its pipes will say
            facts = json.loads(info)
            self._first = os.pidfd_open(facts["child-pid"])
            self.namespace = facts["pid-namespace"]

    # Talking

    def send(self, data: bytes) -> None:
        """Write to the program as soon as it reads; nothing waits here."""
        self._outbox += data
        self._pump_out()

    def line(self, until: float, budget: int = MOST_BYTES) -> bytes:
        """The program's next line; a fault if none has come by the time `until` of the monotonic clock."""
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
        """Wait for the pipes and move what can be moved; gives how many bytes the program wrote to us."""
        if self._closed:
            raise Fault(FaultKind.SILENT, self._killed_for or "the program has ended or closed its stdout")
        left = until - time.monotonic()
        if left <= 0:
            raise Fault(FaultKind.LATE, "no answer in time")
        self._watch_memory()
        came = 0
        for key, _ in self._pipes.select(min(left, _GLANCE_S)):
            if key.fileobj is self._popen.stdin:
                self._pump_out()
                continue
            try:
                data = os.read(key.fd, _CHUNK)
            except BlockingIOError:
                continue
            if key.fileobj is self._popen.stderr:
                self.log.add(data)
            else:
                self._inbox += data
                came += len(data)
            if not data:
                self._pipes.unregister(key.fileobj)
                self._closed = self._closed or key.fileobj is self._popen.stdout
        return came

    def _pump_out(self) -> None:
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

    def _watch_memory(self) -> None:
        """End a program whose processes together hold more than they may; each alone is limited by the kernel."""
        now = time.monotonic()
        if self.namespace is None or now - self._glanced < _GLANCE_S:
            return
        self._glanced = now
        used = sum(map(resident, processes_in(self.namespace)))
        if used > self.limits.memory:
            self._killed_for = f"the program used more than {self.limits.memory >> 20} MiB of memory and was ended"
            self.kill()

    # Ending

    def kill(self) -> None:
        """End every process of the program and wait until they are gone."""
        if self._dead:
            return
        self._dead = True
        if self._first >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._first, signal.SIGKILL)
            # The first process of a namespace goes last: the kernel ends and buries all others before it.
            select.select([self._first], [], [])
            os.close(self._first)
            with contextlib.suppress(subprocess.TimeoutExpired):  # bubblewrap leaves by itself, and tidies up before
                self._popen.wait(_BURIAL_S)
        if self._popen.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._popen.pid, signal.SIGKILL)
            self._popen.wait()
        self._closed = True

    def close(self, grace_s: float = 0.0) -> None:
        """Let the program read to the end of its input and leave, then end what is still there and tidy up."""
        if self._popen.stdin is not None and not self._popen.stdin.closed:
            if self._popen.stdin in self._pipes.get_map():
                self._pipes.unregister(self._popen.stdin)
            self._popen.stdin.close()
        self._listen(time.monotonic() + grace_s)
        self.kill()
        self._listen(time.monotonic())
        self._pipes.close()
        for pipe in (self._popen.stdout, self._popen.stderr):
            if pipe is not None:
                pipe.close()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _listen(self, until: float) -> None:
        """Read what the program still says, at most until then: its log is worth having, and it must not block."""
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


def processes_in(namespace: int) -> list[int]:
    """The processes that live in a pid namespace."""
    wanted, found = f"pid:[{namespace}]", []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):  # it has ended, or is not ours to look at
                if str((entry / "ns/pid").readlink()) == wanted:
                    found.append(int(entry.name))
    return found


def resident(process: int) -> int:
    """Bytes of memory that a process holds; 0 when it has ended."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
