"""Compiles the rules in the background while the server answers already, and tells how far it is."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from duskfall.compiled import PLAIN
from duskfall.server.live.compiler_process import DONE, KERNEL
from duskfall.server.live.warmup import PARTS, Part, World, is_compiled, is_used, use
from duskfall.server.transport.problems import closing

COMMAND: Final = (sys.executable, "-m", "duskfall.server.live.compiler_process")

OnProgress = Callable[[float], None]
"""Called with the share of the rules that is compiled, from 0 to 1; never when nothing has to be compiled."""

_log = logging.getLogger(__name__)


def _cores() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class RuleCompilation:
    """Makes the rules of each world ready, the most urgent first, and says when they are.

    Parts that are not in the cache are compiled by other processes, as many as there are processors; then this process
    loads them in a thread. A part that cannot be compiled there is compiled by the first who needs it.
    """

    def __init__(self, on_progress: OnProgress | None = None) -> None:
        self._on_progress = on_progress
        self._kernels = dict.fromkeys(PARTS, 0)
        """Kernels that were begun, by part."""
        self._to_compile: list[Part] = []
        self._queue: deque[Part] = deque()
        self._ready: dict[World, asyncio.Future[None]] = {}
        self._unloaded: dict[World, int] = {}
        """Parts of each world that this process has not loaded yet."""
        self._prepare: dict[World, Callable[[], Awaitable[None]]] = {}
        self._processes: set[Process] = set()
        self._task: asyncio.Task[None] | None = None
        self._waiting: set[asyncio.Future[None]] = set()
        """What requests wait for."""
        self._stopped = False

    @property
    def progress(self) -> float:
        """Give the share of the rules that is compiled or loaded, from 0 to 1; it never falls."""
        if self.done:
            return 1.0
        done = sum(min(self._kernels[part], part.kernels) for part in self._to_compile)
        return min(0.99, done / max(1, sum(part.kernels for part in self._to_compile)))

    @property
    def done(self) -> bool:
        """Tell whether the rules of all worlds are ready."""
        return all(future.done() for future in self._ready.values())

    @property
    def compiling(self) -> bool:
        """Tell whether something has to be compiled, not only loaded, and is not yet."""
        return bool(self._to_compile) and not self.done

    @property
    def ready_worlds(self) -> tuple[World, ...]:
        """Name the worlds whose rules are ready."""
        return tuple(world for world, future in self._ready.items() if future.done())

    def waiting_for(self, world: World) -> asyncio.Future[None] | None:
        """Give a future that is done when the rules of a world are ready; None if they are."""
        future = self._ready.get(world)
        return None if future is None or future.done() else future

    async def ready(self, world: World) -> None:
        """Wait until the rules of a world are ready; refused when the server stops before that."""
        future = self.waiting_for(world)
        if future is None:
            return
        if self._stopped:
            raise closing("the rules")
        waiting = asyncio.shield(future)
        self._waiting.add(waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            raise closing("the rules") from None
        finally:
            self._waiting.discard(waiting)

    def start(self, prepare: dict[World, Callable[[], Awaitable[None]]]) -> None:
        """Begin; `prepare` has work that has to be done besides before a world is ready."""
        loop = asyncio.get_running_loop()
        unused = [] if PLAIN else [part for part in PARTS if not is_used(part)]
        self._prepare = prepare
        self._to_compile = [part for part in unused if not is_compiled(part)]
        self._queue = deque(self._to_compile)
        for part in PARTS:
            self._ready.setdefault(part.world, loop.create_future())
            self._unloaded[part.world] = self._unloaded.get(part.world, 0) + (part in unused)
        if self._to_compile and self._on_progress is not None:
            self._on_progress(0.0)
        self._task = loop.create_task(self._run([part for part in unused if part not in self._to_compile]))

    def refuse_waiting(self) -> None:
        """Let nobody wait any more, because the server is about to stop."""
        self._stopped = True
        for waiting in self._waiting:
            waiting.cancel()

    def stop(self) -> None:
        """End the processes, because the server stops."""
        if self._task is not None:
            self._task.cancel()
        for process in self._processes:
            if process.returncode is None:
                process.kill()

    async def _run(self, cached: list[Part]) -> None:
        compilers = [self._compile() for _ in range(min(_cores(), len(self._queue)))]
        loaded = [self._finish(world) for world, parts in self._unloaded.items() if not parts]
        await asyncio.gather(*loaded, self._load(cached), *compilers)

    async def _compile(self) -> None:
        """Let a process compile parts until none is left."""
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE)
        self._processes.add(process)
        assert process.stdin is not None  # noqa: S101  # it was asked for
        async with asyncio.TaskGroup() as loading:
            while self._queue:
                part = self._queue.popleft()
                process.stdin.write(f"{part.name}\n".encode())
                await self._follow(process, part)
                loading.create_task(self._load([part]))  # while the process compiles the next
            process.stdin.close()
        await process.wait()

    async def _follow(self, process: Process, part: Part) -> None:
        """Count the kernels of a part until it is done, or the process has died."""
        assert process.stdout is not None  # noqa: S101  # it was asked for
        while (word := await process.stdout.readline()) == KERNEL:
            self._kernels[part] += 1
            self._tell()
        if word != DONE:
            _log.error("the rules of %s could not be compiled ahead; they are compiled when they are needed", part.name)
        self._kernels[part] = part.kernels
        self._tell()

    def _tell(self) -> None:
        if self._on_progress is not None:
            self._on_progress(self.progress)

    async def _load(self, parts: list[Part]) -> None:
        for part in parts:
            try:
                await asyncio.to_thread(use, part)
            except Exception:  # noqa: BLE001  # whatever it is, it must not keep those waiting who need other parts
                _log.exception("the rules of %s do not work", part.name)  # those who need them are told why
            self._unloaded[part.world] -= 1
            if not self._unloaded[part.world]:
                await self._finish(part.world)

    async def _finish(self, world: World) -> None:
        """Let those go on who wait for a world."""
        if world in self._prepare:
            await self._prepare[world]()
        self._ready[world].set_result(None)
        if self.done:
            gc.freeze()  # the rules are kept for good
            if self._to_compile:
                self._tell()
