"""The benchmark runner, on measurements that are made up: no test here measures time."""

import doctest
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import (
    Benchmark,
    Effort,
    Measure,
    Measurement,
    Peer,
    Rate,
    Ratio,
    Series,
    Subject,
    Unmeasured,
    Verdict,
    at_least,
    at_most,
    run,
    timed,
)
from benchmarks.__main__ import BENCHMARKS, CRASHED, UNKNOWN_NAME, Builder, main
from benchmarks.harness import benchmark as benchmark_module
from benchmarks.harness import claims, formatting, measurement, peer
from benchmarks.harness.conditions import observe
from benchmarks.harness.peer_environment import PEERS, PeerEnvironment
from benchmarks.harness.progress import count_measurements
from benchmarks.web import trace

PEER_SCRIPT = """
import json
import os
import threading

DISTRIBUTIONS = ("pytest",)
print("a greeting that is no answer")

def count(seconds, side):
    print("chatter in between")
    return side * side, seconds

def refuse(seconds):
    raise ValueError("this board has no general")

def crash(seconds):
    os.write(2, b"the last words\\n")
    os._exit(3)

def hang(seconds):
    threading.Event().wait()

def nothing(seconds):
    return 0, 0

MEASURES = {each.__name__: each for each in (count, refuse, crash, hang, nothing)}
"""


def at_rates(*rates: float) -> Measure:
    """Measure these rates one after the other, and the last one for ever."""
    left = itertools.chain(rates, itertools.repeat(rates[-1]))
    return lambda seconds: Measurement(work=next(left) * seconds, seconds=seconds)


def contest(**changes: object) -> Benchmark:
    """Two subjects without claims, unless changed."""
    fields: dict[str, object] = {
        "name": "contest",
        "title": "Ours against theirs",
        "unit": "turns",
        "subjects": [
            Subject("ours", at_rates(1000.0)),
            Subject("theirs", at_rates(10.0), note="one core"),
        ],
        "effort": Effort(repeats=3, warmups=0),
    }
    return Benchmark(**(fields | changes))  # type: ignore[arg-type]


def by_side() -> Series:
    """A series whose rate is its size."""
    return Series("By side!", "tiles", (10, 20), [lambda side: Subject("ours", at_rates(side))])


class Lamp:
    """A service that is only on or off."""

    name = "lamp"

    def __init__(self) -> None:
        self.log: list[str] = []

    def start(self, announce: Callable[[str], None]) -> None:
        announce("a lamp goes on")
        self.log.append("start")

    def close(self) -> None:
        self.log.append("close")

    def versions(self) -> Mapping[str, str]:
        return {"wick": "2"}


@pytest.fixture
def fake_peer(tmp_path: Path) -> Iterator[Peer]:
    # A script of the same name as a module that it and its host import must not hide that module.
    script = tmp_path / "json.py"
    script.write_text(PEER_SCRIPT, encoding="utf-8")
    made = Peer("fake", python=Path(sys.executable), script=script)
    yield made
    made.close()


def test_subjects_take_turns_in_every_round_and_warming_up_is_not_counted() -> None:
    order: list[str] = []

    def noted(name: str) -> Subject:
        def measure(seconds: float) -> Measurement:
            order.append(name)
            return Measurement(len(order), seconds)

        return Subject(name, measure)

    subjects = [noted("A"), noted("B"), noted("C")]
    result = run(contest(subjects=subjects, effort=Effort(repeats=2, warmups=1)))
    assert "".join(order) == "ABCABCABC"
    assert [taken.work for taken in result.subjects[0].rounds] == [4, 7]


def test_a_ratio_is_the_median_of_the_ratios_of_each_round() -> None:
    # The ratio of the medians would be 40 / 8 = 5.
    subjects = [Subject("ours", at_rates(90, 40, 8)), Subject("theirs", at_rates(9, 4, 8))]
    result = run(contest(subjects=subjects, claims=[Ratio("ours", against="theirs")]))
    assert list(result.findings[0].figures) == [10, 10, 1]
    assert result.findings[0].spread is not None
    assert (result.findings[0].spread.low, result.findings[0].spread.median) == (1, 10)
    assert result.subjects[0].spread is not None
    assert result.subjects[0].spread.median == 40


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (Ratio("ours", "theirs", at_least(100)), Verdict.MET),
        (Ratio("ours", "theirs", at_least(101)), Verdict.MISSED),
        (Ratio("theirs", "ours", at_most(0.01)), Verdict.MET),
        (Ratio("ours", "theirs"), Verdict.REPORTED),
        (Rate("ours", at_least(1000)), Verdict.MET),
        (Rate("ours", at_most(999)), Verdict.MISSED),
        (Rate("nobody", at_least(1)), Verdict.NOT_MEASURED),
        (Ratio("ours", "nobody", at_least(1)), Verdict.NOT_MEASURED),
        (Ratio("ours", "nobody"), Verdict.NOT_MEASURED),
    ],
)
def test_a_claim_is_met_missed_reported_or_not_measured(
    claim: Rate | Ratio,
    verdict: Verdict,
) -> None:
    def absent(seconds: float) -> Measurement:
        raise Unmeasured(f"nobody is here for {seconds} seconds")

    subjects = [*contest().subjects, Subject("nobody", absent)]
    assert run(contest(subjects=subjects, claims=[claim])).findings[0].verdict is verdict


def test_a_subject_that_fails_in_a_later_round_has_no_figures_and_the_others_go_on() -> None:
    rounds = iter([1.0, 2.0])

    def measure(seconds: float) -> Measurement:
        for rate in rounds:
            return Measurement(rate, seconds)
        raise Unmeasured("the well is dry")

    result = run(contest(subjects=[Subject("well", measure), Subject("ours", at_rates(5.0))]))
    well, ours = result.subjects
    assert (list(well.rounds), well.reason) == ([], "the well is dry")
    assert len(ours.rounds) == 3


def test_a_crash_of_our_own_is_raised_after_services_were_closed() -> None:
    lamp = Lamp()

    def measure(seconds: float) -> Measurement:
        raise ZeroDivisionError(seconds)

    with pytest.raises(ZeroDivisionError):
        run(contest(subjects=[Subject("ours", measure, needs=lamp)]))
    assert lamp.log == ["start", "close"]


def test_a_series_is_measured_size_by_size_with_the_lines_in_turn() -> None:
    order: list[str] = []

    def line(name: str) -> Callable[[int], Subject]:
        def at_size(size: int) -> Subject:
            def measure(seconds: float) -> Measurement:
                order.append(f"{name}{size}")
                return Measurement(size * 10, seconds)

            return Subject(name, measure)

        return at_size

    series = Series("By boards", "boards", (1, 8), [line("a"), line("b")])
    benchmark = contest(series=[series], effort=Effort(repeats=2, warmups=0))
    [found] = run(benchmark).series
    assert order == ["a1", "b1", "a1", "b1", "a8", "b8", "a8", "b8"]
    assert [point.rounds[0].rate for point in found.lines["b"]] == [10, 80]
    assert count_measurements(benchmark, benchmark.effort) == 2 * (2 + 4)


def test_json_holds_conditions_sizes_every_round_claims_series_and_notes() -> None:
    lamp = Lamp()
    subjects = [
        Subject("ours", at_rates(1000.0), needs=lamp),
        Subject("theirs", at_rates(10.0), note="one core"),
    ]
    benchmark = contest(
        subjects=subjects,
        claims=[Ratio("ours", "theirs", at_least(500)), Rate("ours")],
        series=[by_side()],
        sizes={"side": 30},
        notes=["theirs uses one core"],
    )
    stored = json.loads(json.dumps(run(benchmark).as_json()))
    assert (stored["name"], stored["unit"], stored["per"], stored["quick"]) == (
        "contest",
        "turns",
        "second",
        False,
    )
    assert stored["effort"] == {"repeats": 3, "warmups": 0, "seconds": 1.0}
    assert stored["conditions"]["python"].endswith(sys.version.split()[0])
    assert stored["sizes"] == {"side": 30}
    assert stored["services"] == {"lamp": {"wick": "2"}}
    assert stored["subjects"][1]["rounds"] == [{"work": 10.0, "seconds": 1.0, "rate": 10.0}] * 3
    assert stored["subjects"][1]["note"] == "one core"
    ratio, rate = stored["claims"]
    assert (ratio["figure"]["median"], ratio["verdict"]) == (100.0, "NOT met")
    assert ratio["goal"] == {"bound": "at least", "figure": 500}
    assert (rate["kind"], rate["against"], rate["goal"]) == ("rate", None, None)
    assert [point["rate"]["median"] for point in stored["series"][0]["lines"]["ours"]] == [10, 20]
    assert stored["notes"] == ["theirs uses one core"]


def test_a_claim_about_an_unknown_subject_is_refused_with_a_cure() -> None:
    with pytest.raises(ValueError, match="no subject 'their'; did you mean 'theirs'"):
        contest(claims=[Ratio("ours", "their")])
    with pytest.raises(ValueError, match="2 subjects are called 'ours'"):
        contest(subjects=[Subject("ours", at_rates(1.0))] * 2)


def test_a_measurement_without_work_or_time_is_refused() -> None:
    for work, seconds in ((0, 1), (1, 0), (-1, 1), (float("nan"), 1)):
        with pytest.raises(ValueError, match="above nothing"):
            Measurement(work, seconds)


def test_timed_adds_up_the_work_and_the_clock_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = iter(range(100))
    monkeypatch.setattr(time, "perf_counter", lambda: next(wall))
    cpu = iter(x * 0.25 for x in range(100))
    assert timed(lambda: 50, clock=lambda: next(cpu))(3.0) == Measurement(work=150, seconds=0.75)


def test_conditions_name_the_machine() -> None:
    conditions = observe()
    assert conditions.cores > 0
    assert conditions.cpu
    assert conditions.numpy[0].isdigit()
    assert conditions.date.endswith("+00:00")


def test_a_peer_answers_whatever_it_prints_and_says_its_versions(fake_peer: Peer) -> None:
    benchmark = contest(subjects=[fake_peer.subject("fake", "count", side=6)])
    result = run(benchmark)
    assert [taken.work for taken in result.subjects[0].rounds] == [36, 36, 36]
    assert result.services["fake"]["pytest"] == pytest.__version__


def test_a_peer_that_crashes_is_reported_with_its_last_words_and_the_rest_is_measured(
    fake_peer: Peer,
) -> None:
    subjects = [
        fake_peer.subject("fake", "crash"),
        Subject("ours", at_rates(5.0)),
        fake_peer.subject("too", "count"),
    ]
    result = run(contest(subjects=subjects, claims=[Ratio("ours", "fake", at_least(2))]))
    crashed, ours, too = result.subjects
    assert crashed.reason == too.reason == "fake ended: the last words"
    assert len(ours.rounds) == 3
    assert result.findings[0].verdict is Verdict.NOT_MEASURED


def test_a_measure_that_fails_leaves_the_other_measures_of_its_peer(fake_peer: Peer) -> None:
    wanted = ("refuse", "unheard", "nothing")
    subjects = [fake_peer.subject(name, name) for name in wanted]
    result = run(contest(subjects=[*subjects, fake_peer.subject("count", "count", side=2)]))
    refuse, unheard, nothing, count = result.subjects
    assert refuse.reason == "fake cannot measure refuse: ValueError: this board has no general"
    assert unheard.reason == "fake cannot measure unheard: KeyError: 'unheard'"
    assert "above nothing" in nothing.reason
    assert [taken.work for taken in count.rounds] == [4, 4, 4]


def test_a_peer_that_does_not_answer_is_ended(
    fake_peer: Peer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake_peer.start(lambda _: None)
    monkeypatch.setattr(peer, "ANSWER_TIMEOUT_SECONDS", 0)
    with pytest.raises(Unmeasured, match="did not answer within 0 seconds"):
        fake_peer.measure("hang")(0.01)


def test_a_peer_whose_script_does_not_load_is_reported(tmp_path: Path) -> None:
    script = tmp_path / "lost.py"
    script.write_text("import unwritten\n", encoding="utf-8")
    lost = Peer("lost", python=Path(sys.executable), script=script)
    [subject] = run(contest(subjects=[lost.subject("lost", "count")])).subjects
    assert subject.reason == "lost ended: ModuleNotFoundError: No module named 'unwritten'"


def test_a_peer_without_requirements_or_interpreter_is_reported(tmp_path: Path) -> None:
    nowhere = Peer("nowhere", python=tmp_path / "python")
    subjects = [Peer("unheard").subject("unheard", "count"), nowhere.subject("nowhere", "count")]
    unheard, absent = run(contest(subjects=subjects)).subjects
    assert unheard.reason.startswith("its requirements cannot be read")
    assert absent.reason.startswith("nowhere could not be started")


class Installer:
    """Stands for `venv` and `pip`: makes an empty interpreter, or complains."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, complaint: str = "") -> None:
        self.calls: list[str] = []
        self._complaint = complaint
        monkeypatch.setattr(subprocess, "run", self.run)

    def run(self, command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        self.calls.append(command[2])
        if command[2] == "venv":
            python = PeerEnvironment("any", folder=Path(command[3])).python
            python.parent.mkdir(parents=True)
            python.touch()
            return subprocess.CompletedProcess(command, 0, "", "")
        return subprocess.CompletedProcess(command, bool(self._complaint), "", self._complaint)


def test_an_environment_is_made_once_and_anew_when_its_pins_change(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installer = Installer(monkeypatch)
    pins = tmp_path / "pins.txt"
    environment = PeerEnvironment("any", pins, tmp_path / "environments" / "any")
    for text, calls in (("a==1", 2), ("a==1", 2), ("a==2", 4)):
        pins.write_text(text, encoding="utf-8")
        assert environment.ensure(lambda _: None) == environment.python
        assert len(installer.calls) == calls
    assert (tmp_path / "environments" / ".gitignore").read_text(encoding="ascii") == "*\n"


def test_an_environment_that_cannot_be_installed_gives_the_reason_and_is_tried_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installer = Installer(monkeypatch, "ERROR: found no a==1\n[notice] be patient\n")
    pins = tmp_path / "pins.txt"
    pins.write_text("a==1", encoding="utf-8")
    for calls in (2, 4):
        with pytest.raises(Unmeasured, match="could not be installed: ERROR: found no a==1"):
            PeerEnvironment("any", pins, tmp_path / "any").ensure(lambda _: None)
        assert len(installer.calls) == calls


def test_every_peer_has_pins_and_a_script() -> None:
    scripts = {path.stem for path in PEERS.glob("*.py")} - {"__init__"}
    assert scripts == {path.stem for path in PEERS.glob("*.txt")}
    for pins in PEERS.glob("*.txt"):
        for line in pins.read_text(encoding="utf-8").splitlines():
            assert line.startswith("#") or ("==" in line and "/" not in line), pins.name


def build(benchmark: Benchmark) -> Builder:
    def builder(*, quick: bool) -> Benchmark:
        """Measure what was given.

        However quick it is asked to be.
        """
        assert quick in {True, False}
        return benchmark

    return builder


def test_an_unknown_name_is_refused_with_a_cure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["yardstik"]) == UNKNOWN_NAME == 2
    assert "no benchmark 'yardstik'; did you mean 'yardstick'?" in capsys.readouterr().err


def test_the_list_names_each_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"], {"contest": build(contest())}) == 0
    assert capsys.readouterr().out.split() == ["contest", *["Measure", "what", "was", "given."]]
    assert all(builder.__doc__ for builder in BENCHMARKS.values())


def test_every_benchmark_can_be_built_and_bears_its_name() -> None:
    for name, builder in BENCHMARKS.items():
        assert builder(quick=True).name == name


def test_a_missed_goal_is_printed_and_is_no_failure(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    claims = [Ratio("ours", "theirs", at_least(500)), Rate("ours", at_least(1000))]
    benchmark = contest(claims=claims, series=[by_side()], notes=["theirs uses one core"])
    assert main(["--quick", "--out", str(tmp_path)], {"contest": build(benchmark)}) == 0
    printed = capsys.readouterr()
    assert "Goals: 1 met, 1 NOT met, 0 not measured" in printed.out
    assert "NOT met: contest: ours / theirs at least 500×, found 100×" in printed.out
    assert "theirs uses one core" in printed.out
    assert printed.err.count("measuring theirs") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "contest-1-by-side.png",
        "contest.json",
        "contest.png",
    ]
    stored = json.loads((tmp_path / "contest.json").read_text(encoding="utf-8"))
    assert (stored["quick"], stored["effort"]["seconds"]) == (True, 0.2)
    assert (tmp_path / "contest.png").read_bytes().startswith(b"\x89PNG")


def test_a_crash_is_a_failure_that_keeps_no_other_benchmark_from_running(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def crash(seconds: float) -> Measurement:
        raise ZeroDivisionError(f"in {seconds} seconds")

    crashing = build(contest(subjects=[Subject("ours", crash)]))
    both = {"crashing": crashing, "contest": build(contest())}
    assert main(["--out", str(tmp_path)], both) == CRASHED
    printed = capsys.readouterr()
    assert "crashing crashed" in printed.err
    assert "ZeroDivisionError: in 1.0 seconds" in printed.err
    assert (tmp_path / "contest.json").exists()


def test_nothing_measured_is_printed_and_drawn_as_such(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    absent = Peer("unheard").subject("unheard", "count")
    series = Series("By side", "tiles", (10, 20), [lambda _: absent])
    benchmark = contest(subjects=[absent], series=[series])
    assert main(["--out", str(tmp_path)], {"contest": build(benchmark)}) == 0
    assert "unheard is not measured" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["contest.json"]


@pytest.mark.parametrize(
    "module",
    [benchmark_module, claims, formatting, measurement, trace],
)
def test_examples_in_docstrings_hold(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert (failed, bool(tried)) == (0, True)


def test_script_time_is_that_of_the_pages_main_thread_and_counts_nested_events_once() -> None:
    def event(name: str, began: int, lasted: int, used: int, thread: int = 7) -> dict[str, object]:
        return {"name": name, "ph": "X", "pid": 5, "tid": thread, "ts": began, "dur": lasted, "tdur": used}

    frames = [{"url": "http://other/", "processId": 4}, {"url": "http://here/", "processId": 5}]
    events = [
        {
            "name": "TracingStartedInBrowser",
            "ph": "I",
            "pid": 1,
            "tid": 1,
            "ts": 0,
            "args": {"data": {"frames": frames}},
        },
        {"name": "thread_name", "ph": "M", "pid": 5, "tid": 7, "ts": 0, "args": {"name": "CrRendererMain"}},
        event("RunMicrotasks", 1_002_000, 1_000, 900),
        event("FunctionCall", 1_000_000, 4_000, 3_000),
        event("Layout", 1_004_000, 2_000, 2_000),
        event("FireAnimationFrame", 1_006_000, 8_000, 5_000),
        event("FunctionCall", 1_000_000, 9_000, 9_000, thread=8),
        event("TimerFire", 3_000_000, 2_000, 1_500),
    ]
    recorded = json.dumps({"traceEvents": events}).encode()
    found = trace.spans(recorded, "http://here/", trace.SCRIPTS)
    assert found == [trace.Span(1.0, 3.0), trace.Span(1.006, 5.0), trace.Span(3.0, 1.5)]
    assert trace.by_turn(found, [0.999, 2.0, 4.0]) == [8.0, 1.5]
    with pytest.raises(ValueError, match="the trace knows no page"):
        trace.spans(recorded, "http://nowhere/", trace.SCRIPTS)
