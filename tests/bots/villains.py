"""Programs that misbehave, each in its own way: written to a file, started, and played against."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Final

PRELUDE: Final = '''\
#!/usr/bin/env python3
import ctypes, json, mmap, os, signal, socket, subprocess, sys, time

def frames():
    """Every question, one after the other."""
    for text in sys.stdin:
        frame = json.loads(text)
        if frame["type"] == "start":
            globals()["seat"] = frame["seat"]
        if frame["type"] == "turn":
            yield frame

def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()

def answer(frame, *orders, **more):
    say(json.dumps({"n": frame["n"], "orders": orders, **more}))

def attempt(what, action):
    """Try something forbidden and tell our log what came of it."""
    try:
        result = repr(action())[:80]
    except BaseException as error:
        result = "refused: " + type(error).__name__
    sys.stderr.write(json.dumps([what, result]) + "\\n")
    sys.stderr.flush()

def behave():
    """Pass every turn, as a sound program may."""
    for frame in frames():
        answer(frame)

'''

VILLAINS: Final[dict[str, str]] = {
    "mute": """
        for frame in frames():
            pass
    """,
    "deaf": """
        while True:
            signal.pause()
    """,
    "slow": """
        for frame in frames():
            if frame["n"] > 3:
                signal.pause()
            answer(frame)
    """,
    "late": """
        before = None
        for frame in frames():
            if before:
                answer(before)
            before = frame
    """,
    "flood": """
        block = b"x" * 65536
        while True:
            os.write(1, block)
    """,
    "chatter": """
        for frame in frames():
            for _ in range(500):
                answer(frame)
    """,
    "liar": """
        for frame in frames():
            answer(frame, "absent")
    """,
    "boaster": """
        for frame in frames():
            say(json.dumps({"type": "end", "winner": seat}))
    """,
    "prophet": """
        for frame in frames():
            answer({"n": frame["n"] + 1})
    """,
    "crasher": """
        raise RuntimeError("I was never meant to play")
    """,
    "wrong_seat": """
        for frame in frames():
            answer(frame, seat=1 - seat)
    """,
    "binary_garbage": """
        for frame in frames():
            os.write(1, bytes(range(256)) + b"\\n")
    """,
    "deep_thinker": """
        for frame in frames():
            say("[" * 100_000)
    """,
    "wordy": """
        for frame in frames():
            answer(frame, *["pass"] * 513)
    """,
    "now_and_then": """
        for frame in frames():
            if frame["n"] % 3:
                say("nonsense")
            else:
                answer(frame)
    """,
    "closer": """
        os.close(1)
        while True:
            signal.pause()
    """,
    "forker": """
        children = 0
        try:
            while True:
                if os.fork() == 0:
                    signal.pause()
                children += 1
        except OSError:
            attempt("children", lambda: children)
        behave()
    """,
    "daemon": """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                while True:
                    signal.pause()
            os._exit(0)
        behave()
    """,
    "stubborn": """
        for number in range(1, 32):
            try:
                signal.signal(number, signal.SIG_IGN)
            except OSError:
                pass
        behave()
        while True:
            signal.pause()
    """,
    "memory_hog": """
        kept = []
        while True:
            kept.append(bytearray(b"x") * (1 << 24))
    """,
    "shared_memory_hog": """
        for _ in range(8):
            if os.fork() == 0:
                kept = bytearray(b"x") * (1 << 26)
                signal.pause()
        signal.pause()
    """,
    "memory_hider": """
        libc = ctypes.CDLL(None, use_errno=True)
        libc.mmap.restype = libc.shmat.restype = ctypes.c_void_p
        GIB, SHARED, ANONYMOUS = 1 << 30, 1, 32

        def called(result):
            if result in (None, -1, 2**64 - 1):
                raise OSError(ctypes.get_errno(), "refused")
            return result

        def filled(file):
            os.ftruncate(file, GIB)
            return called(libc.mmap(None, ctypes.c_size_t(GIB), 3, SHARED, file, ctypes.c_long(0)))

        def system_v():
            kept = called(libc.shmget(0, ctypes.c_size_t(GIB), 0o1600))
            return called(libc.shmat(kept, None, 0))

        attempt("System V", system_v)
        attempt("System V queue", lambda: called(libc.msgget(0, 0o1600)))
        attempt("memfd", lambda: filled(os.memfd_create("hidden")))
        attempt("memfd_secret", lambda: filled(called(libc.syscall(447, 0))))
        attempt("io_uring", lambda: called(libc.syscall(425, 8, ctypes.create_string_buffer(120))))
        attempt("anonymous", lambda: mmap.mmap(-1, GIB))
        attempt("anonymous, validated", lambda: called(
            libc.mmap(None, ctypes.c_size_t(GIB), 3, 3 | ANONYMOUS, -1, ctypes.c_long(0))))
        attempt("/dev/zero", lambda: called(
            libc.mmap(None, ctypes.c_size_t(GIB), 3, SHARED, os.open("/dev/zero", os.O_RDWR), ctypes.c_long(0))))
        attempt("/dev/shm", lambda: filled(os.open("/dev/shm/hidden", os.O_RDWR | os.O_CREAT)))
        attempt("a mapping of its own", lambda: len(mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)))
        behave()
    """,
    "processor_hog": """
        while True:
            pass
    """,
    "spy": """
        attempt("/etc/passwd", lambda: open("/etc/passwd").read())
        attempt("/etc", lambda: os.listdir("/etc"))
        attempt("home", lambda: os.listdir("/root") + os.listdir("/home"))
        attempt("secret", lambda: open(SECRET).read())
        attempt("beside", lambda: sorted(os.listdir("/bot")))
        attempt("environment", lambda: sorted(os.environ))
        attempt("first environment", lambda: open("/proc/1/environ").read().count("DUSKFALL"))
        attempt("processes", lambda: len([name for name in os.listdir("/proc") if name.isdigit()]))
        attempt("user", lambda: os.getuid())
        behave()
    """,
    "network_caller": """
        def call(address):
            with socket.create_connection(("127.0.0.1", PORT), 5) as door:
                door.sendall(b"hello")
        attempt("neighbour", lambda: call(PORT))
        attempt("abroad", lambda: socket.create_connection(("192.0.2.1", 53), 5))
        attempt("name", lambda: socket.getaddrinfo("example.org", 80))
        behave()
    """,
    "writer": """
        for place in ("/", "/bot", "/tmp", "/usr", "/dev/shm", "/proc", "/var/tmp"):
            attempt(place, lambda: open(place + "/mine", "w").write("x"))
        behave()
    """,
    "assassin": """
        for process in VICTIMS:
            attempt(process, lambda: os.kill(process, 9))
        behave()
    """,
    "climber": """
        attempt("user", lambda: os.setuid(0))
        attempt("mount", lambda: subprocess.run(["mount", "-t", "tmpfs", "x", "/bot"], check=True, capture_output=True))
        attempt("namespace", lambda: subprocess.run(["unshare", "-Ur", "true"], check=True, capture_output=True))
        behave()
    """,
    "screamer": """
        for frame in frames():
            sys.stderr.write("a" * 20_000)
            sys.stderr.flush()
            answer(frame)
    """,
    "wisher": """
        for frame in frames():
            for refused in frame["refused"]:
                sys.stderr.write(json.dumps([refused["order"], refused["code"]]) + "\\n")
            answer(frame, "0>9999", "0>5", "0>1", "143>142/2")
    """,
}
"""The body of each program."""


def write_villain(name: str, folder: Path, **names: object) -> Path:
    """Writes the program of a villain as an executable file; `names` are values that it knows."""
    values = "".join(f"{key} = {value!r}\n" for key, value in names.items())
    path = folder / f"{name}.py"
    path.write_text(PRELUDE + values + dedent(VILLAINS[name]), encoding="utf-8")
    path.chmod(0o755)
    return path
