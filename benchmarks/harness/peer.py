"""Measures a third-party package, which Duskfall is compared with, in a process of its own."""

import contextlib
import json
import queue
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Final, NoReturn

from benchmarks.harness.benchmark import Subject
from benchmarks.harness.measurement import Measure, Measurement, Unmeasured
from benchmarks.harness.peer_environment import PEERS, PeerEnvironment

HOST: Final = Path(__file__).resolve().parent / "peer_host.py"

ANSWER_TIMEOUT_SECONDS: Final = 300
"""On top of the time a measurement is asked to take: peers compile and prepare on first use."""

CLOSE_TIMEOUT_SECONDS: Final = 5


class Peer:
    """A peer called `name`: `peers/<name>.txt` pins what it needs, `peers/<name>.py` measures it.

    It is installed on first use and its process lives as long as the run, so that taking turns
    costs one line of JSON. Its errors become `Unmeasured`, and stay so: a peer that ended is not
    started again.

    `python` and `script` replace the environment and the script, for tests.
    """

    def __init__(
        self,
        name: str,
        *,
        python: Path | None = None,
        script: Path | None = None,
    ) -> None:
        self._name = name
        self._python = python
        self._script = script or PEERS / f"{name}.py"
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._complaints: IO[bytes] | None = None
        self._versions: dict[str, str] = {}
        self._reader: threading.Thread | None = None
        self._failure = ""

    @property
    def name(self) -> str:
        """The name in reports."""
        return self._name

    def versions(self) -> Mapping[str, str]:
        """Return the versions that it reported; empty before it was started."""
        return self._versions

    def subject(self, name: str, measure: str, *, note: str = "", **options: object) -> Subject:
        """Return a subject measured by one of the script's MEASURES with these options."""
        return Subject(name, self.measure(measure, **options), needs=self, note=note)

    def measure(self, measure: str, **options: object) -> Measure:
        """Return the measure alone; the subject it is given to must need this peer."""

        def ask(seconds: float) -> Measurement:
            request = {"measure": measure, "seconds": seconds, "options": options}
            answer = self._ask(request, seconds + ANSWER_TIMEOUT_SECONDS)
            if "error" in answer:
                raise Unmeasured(f"{self._name} cannot measure {measure}: {answer['error']}")
            try:
                return Measurement(float(answer["work"]), float(answer["seconds"]))
            except (KeyError, TypeError, ValueError) as error:
                raise Unmeasured(f"{self._name} answered {answer}: {error!r}") from error

        return ask

    def start(self, announce: Callable[[str], None]) -> None:
        """Install it if needed and start its process, unless it runs."""
        if self._failure:
            raise Unmeasured(self._failure)
        if self._process:
            return
        try:
            python = self._python or PeerEnvironment(self._name).ensure(announce)
            self._launch(python)
        except Unmeasured as failure:
            self._failure = str(failure)
            raise
        except OSError as error:
            self._failure = f"{self._name} could not be started: {error}"
            raise Unmeasured(self._failure) from error

    def close(self) -> None:
        """End its process: the end of its input asks it to exit, and it is killed if it does not."""
        process, self._process = self._process, None
        if process and process.stdin:
            # It may have ended before it read the last request, which was reported then.
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            try:
                process.wait(CLOSE_TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._reader:
            self._reader.join(CLOSE_TIMEOUT_SECONDS)
            self._reader = None
        if self._complaints:
            self._complaints.close()
            self._complaints = None

    def _launch(self, python: Path) -> None:
        # A file, not a pipe: it need not be read all the time, only when the process has failed.
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._process = subprocess.Popen(
            [str(python), "-P", str(HOST), str(self._script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
            encoding="utf-8",
        )
        # A queue of its own: the last line of an earlier process must not answer for this one.
        self._lines = queue.SimpleQueue()
        passed = (self._process.stdout, self._lines)
        self._reader = threading.Thread(target=_pass_on, args=passed, daemon=True)
        self._reader.start()
        hello = self._answer(ANSWER_TIMEOUT_SECONDS).get("hello")
        self._versions = dict(hello) if isinstance(hello, dict) else {}

    def _ask(self, request: Mapping[str, object], timeout_seconds: float) -> dict[str, Any]:
        if self._failure:
            raise Unmeasured(self._failure)
        if not (self._process and self._process.stdin):
            raise Unmeasured(f"{self._name} was not started")
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except OSError:
            self._fail("ended")
        return self._answer(timeout_seconds)

    def _answer(self, timeout_seconds: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=timeout_seconds)
        except queue.Empty:
            self._fail(f"did not answer within {timeout_seconds:.0f} seconds")
        if not line:
            self._fail("ended")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self._fail(f"answered {line.strip()[:80]!r}, which is no answer")
        return answer

    def _fail(self, what: str) -> NoReturn:
        """Remember the failure, with the last line that the process wrote, and end it."""
        last_words = ""
        if self._process:
            self._process.kill()
            self._process.wait()
        if self._complaints:
            self._complaints.seek(0)
            said = self._complaints.read().decode("utf-8", "replace").strip()
            last_words = f": {said.splitlines()[-1]}" if said else ""
        self._failure = f"{self._name} {what}{last_words}"
        raise Unmeasured(self._failure)


def _pass_on(lines: IO[str], answers: queue.SimpleQueue[str]) -> None:
    """Put its lines into the queue and then an empty one; in a thread, since a pipe has no time limit."""
    with lines:
        for line in lines:
            answers.put(line)
    answers.put("")
