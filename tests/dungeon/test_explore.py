"""The screen of `duskfall dungeon explore`, played key by key without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from textual.pilot import Pilot
from textual.widgets import Label, ProgressBar

from duskfall.cli.dungeon.explore import screen
from duskfall.cli.dungeon.explore.screen import Explorer, WindowWidget
from duskfall.dungeon import GLYPHS, PHASES, SECRET, Dungeon, Options, Phase, generate
from duskfall.errors import Refused
from duskfall.formats.dungeon import FORMATS, View, export, load
from tests.dungeon.ways import keys_to

Play = Callable[[Explorer, Pilot[None]], Awaitable[None]]
WIDE = (100, 32)
NARROW = (60, 30)


def played(app: Explorer, play: Play, size: tuple[int, int] = WIDE) -> None:
    """Start the screen, wait for the first map, and play."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await play(app, pilot)

    asyncio.run(run())


async def settled(app: Explorer, pilot: Pilot[None]) -> None:
    while app._generating is not None:
        await pilot.pause(0.01)
    await pilot.pause()


def shown(app: Explorer) -> list[str]:
    """The rows of the window as they stand on the terminal, one sign a cell."""
    region = app.query_one(WindowWidget).region
    strips = app.screen._compositor.render_strips()  # what the terminal has, after all partial repaints
    rows = [strips[y].text[region.x : region.right] for y in range(region.y, region.bottom)]
    return [row[:: region.width // 40] for row in rows]


def part(known: Dungeon, x: int, y: int) -> list[str]:
    """What the window must show at a place."""
    return ["".join(GLYPHS[tile] for tile in row) for row in known.tiles[y : y + 25, x : x + 40]]


def on_foot(app: Explorer) -> bool:
    return app.walk is not None


def told(app: Explorer, name: str = "message") -> str:
    return str(app.query_one(f"#{name}", Label).content)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_terminal_shows_40_by_25_tiles_around_the_first_room(size: tuple[int, int]) -> None:
    async def play(app: Explorer, _: Pilot[None]) -> None:
        known = generate(3)
        x, y = known.camera
        x, y = min(max(x - 20, 0), 32), min(max(y - 12, 0), 47)
        assert shown(app) == part(known, x, y)
        assert told(app, "title") == "**** CLASSIC 3 ****"

    played(Explorer("classic", 3), play, size)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_after_any_keys_the_terminal_shows_what_a_full_redraw_would(size: tuple[int, int]) -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        rng = np.random.default_rng(5)
        keys = ["w", "a", "s", "d", "up", "left", "down", "right"]
        for _ in range(12):
            way = str(rng.choice(keys))
            await pilot.press(*[way] * int(rng.integers(1, 15)))
            await pilot.pause()
            assert app.map is not None
            assert shown(app) == part(app.map, app.window.x, app.window.y)

    played(Explorer("classic", 3), play, size)


def test_wasd_and_arrows_move_the_window_by_one_tile() -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        x, y = app.window.x, app.window.y
        for key, right, down in [("s", 0, 1), ("d", 1, 0), ("w", 0, -1), ("a", -1, 0)]:
            await pilot.press(key)
            x, y = x + right, y + down
            assert (app.window.x, app.window.y) == (x, y), key
        for key, right, down in [("down", 0, 1), ("right", 1, 0), ("up", 0, -1), ("left", -1, 0)]:
            await pilot.press(key)
            x, y = x + right, y + down
            assert (app.window.x, app.window.y) == (x, y), key

    played(Explorer("classic", 9), play)


def test_space_makes_another_map() -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        first = app.map
        await pilot.press("space")
        await settled(app, pilot)
        assert app.map is not None
        assert app.map != first
        assert app.map.profile == "c64"
        assert shown(app) == part(app.map, app.window.x, app.window.y)

    played(Explorer("c64", 1), play)


def test_m_saves_and_l_loads(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"

    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        await pilot.press("l")
        assert "No such file" in told(app)
        await pilot.press("m")
        assert told(app) == f"Saved to {file}."
        assert load(file) == generate(3)
        await pilot.press("space")
        await settled(app, pilot)
        await pilot.press("l")
        await pilot.pause()
        assert app.map == generate(3)
        assert shown(app) == part(generate(3), app.window.x, app.window.y)

    played(Explorer("classic", 3, file), play)


def test_a_broken_file_is_told_and_the_map_stays(tmp_path: Path) -> None:
    file = tmp_path / "[bold]map[.json"

    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        file.write_text("{}")
        made = app.map
        await pilot.press("l")
        assert "format: a map says" in told(app)
        assert app.map == made

    played(Explorer("classic", 3, file), play)


def test_a_named_file_that_cannot_be_read_is_refused_before_the_screen_opens(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{}")
    with pytest.raises(Refused, match="format: a map says"):
        Explorer("classic", 3, file)


def test_m_overwrites_a_file_only_when_it_is_pressed_again(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    file.write_bytes(export(generate(8), FORMATS["json"], View.KEEPER))

    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        await settled(app, pilot)
        await pilot.press("m")
        assert told(app) == f"{file} is there already. M again overwrites it."
        await pilot.press("f", "m")
        assert load(file) == generate(8), "another message takes the question back"
        await pilot.press("m")
        assert load(file) == app.map

    played(Explorer("classic", 3, file), play)


def test_the_keys_fit_on_the_smallest_terminal() -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        for keys in ("", "x"):
            await pilot.press(*keys)
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            assert " ".join(told(app, "keys").split()) in " ".join(" ".join(s.text for s in strips).split())

    played(Explorer("classic", 3), play, (40, 30))


def test_it_is_told_whole_how_small_a_terminal_is() -> None:
    async def play(app: Explorer, _: Pilot[None]) -> None:
        strips = app.screen._compositor.render_strips()
        assert told(app, "small") in " ".join(" ".join(strip.text for strip in strips).split())

    played(Explorer("classic", 3), play, (39, 20))


def test_what_was_loaded_as_a_players_map_is_saved_as_one(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    players = export(generate(8), FORMATS["json"], View.PLAYER)
    file.write_bytes(players)

    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        await pilot.press("m", "m")
        await pilot.pause()
        assert told(app) == f"Saved to {file}."
        assert file.read_bytes() == players
        await pilot.press("l", "m", "m")
        await pilot.pause()
        assert file.read_bytes() == players
        await pilot.press("space")
        await settled(app, pilot)
        await pilot.press("m", "m")
        await pilot.pause()
        assert b'"view": "keeper"' in file.read_bytes()

    played(Explorer("classic", 3, file), play)


def test_it_starts_with_the_file_that_was_named(tmp_path: Path) -> None:
    file = tmp_path / "map.prg"
    file.write_bytes(export(generate(8), FORMATS["prg"], View.KEEPER))

    async def play(app: Explorer, _: Pilot[None]) -> None:
        assert app.map is not None
        assert np.array_equal(app.map.tiles, generate(8).tiles)
        assert told(app, "title") == "**** DUNGEON ****"

    played(Explorer("classic", 3, file), play)


def test_q_quits() -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        await pilot.press("q")
        await pilot.pause()
        assert not app.is_running

    played(Explorer("classic", 3), play)


def test_the_bar_names_the_phases_while_a_map_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, float | None, bool]] = []
    app = Explorer("classic", 3)

    def watched(seed: int, profile: str, options: Options | None, on_phase: Callable[[Phase], None]) -> Dungeon:
        def tell(phase: Phase) -> None:
            on_phase(phase)
            bar = app.query_one(ProgressBar)
            heard.append((told(app, "phase"), bar.percentage, bool(app.query_one("#generating").display)))

        return generate(seed, profile, options, tell)

    monkeypatch.setattr(screen, "generate", watched)

    async def play(app: Explorer, _: Pilot[None]) -> None:
        assert heard == [(name.upper(), start / 80, True) for name, start in PHASES]
        assert not app.query_one("#generating").display

    played(app, play)


def test_a_terminal_that_is_too_small_is_told_so() -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        assert told(app, "small").startswith("This terminal has 80x12 letters. The window needs 40x13")
        assert not app.query_one(WindowWidget).region
        await pilot.resize_terminal(*WIDE)
        await pilot.pause()
        assert app.map is not None
        assert shown(app) == part(app.map, app.window.x, app.window.y)

    played(Explorer("classic", 3), play, (80, 12))


def test_a_terminal_of_80_by_24_shows_as_many_rows_as_fit_with_title_message_and_keys() -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        rows = app.query_one(WindowWidget).region.height
        assert rows == 20
        assert app.map is not None
        for keys in ("", "sssddd", "WWD"):
            await pilot.press(*keys)
            await pilot.pause()
            assert shown(app) == part(app.map, app.window.x, app.window.y)[:rows]
        await pilot.press("x")
        await pilot.pause()
        assert "".join(shown(app)).count("@") == 1
        strips = app.screen._compositor.render_strips()
        for name in ("title", "message", "keys"):
            assert told(app, name) in " ".join(" ".join(strip.text for strip in strips).split())

    played(Explorer("classic", 3), play, (80, 24))


def test_capitals_do_what_small_letters_do() -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        x, y = app.window.x, app.window.y
        await pilot.press("S", "S", "A", "A", "W", "D")
        assert (app.window.x, app.window.y) == (x - 1, y + 1)
        await pilot.press("X", "F")
        assert on_foot(app)
        assert told(app) == "You search and find nothing."
        await pilot.press("X")
        assert not on_foot(app)
        await pilot.press("Q")
        await pilot.pause()
        assert not app.is_running

    played(Explorer("classic", 9), play)


def test_a_walk_goes_on_after_a_look_from_above_and_after_loading_the_map_again(tmp_path: Path) -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        await pilot.press("m", "x", *"dddaaw", "f")
        assert app.walk is not None
        walked = app.walk
        scene = walked.scene()
        assert walked.steps > 0
        await pilot.press("x")
        assert not on_foot(app)
        await pilot.press("x")
        assert app.walk is walked
        assert told(app) == "You go on."
        await pilot.press("space")
        await settled(app, pilot)
        await pilot.press("l", "x")
        assert app.walk is walked
        assert np.array_equal(app.walk.scene(), scene)

    played(Explorer("classic", 3, tmp_path / "kept.json"), play)


@pytest.mark.parametrize(("profile", "options"), [("classic", Options(width=48, height=40, grid=3)), ("c64", None)])
def test_the_stairs_down_lead_to_the_next_map_on_foot(profile: str, options: Options | None) -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        known = app.map
        assert known is not None
        assert known.up is not None
        assert known.down is not None
        assert (known.width, known.height) == ((48, 40) if options else (72, 72))
        await pilot.press("x", "enter")
        assert app.map is known
        await pilot.press(*keys_to(known, known.up, known.down))
        assert told(app) == "The stairs down. Enter leads to the next map."
        await pilot.press("enter")
        await settled(app, pilot)
        assert app.map == generate(7 if options else 1, profile, options)
        assert app.walk is not None
        secrets = int((app.map.tiles == SECRET).sum())
        assert f"STEPS 0 SECRETS 0 OF {secrets} TREASURES 0 OF 3" in told(app, "keys")

    played(Explorer(profile, 6 if options else 255, None, options), play)


def test_a_file_whose_name_tells_no_format_is_refused_before_the_screen_opens(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="the end of the name tells no format"):
        Explorer("classic", 3, tmp_path / "cellar")


def test_a_format_that_cannot_hold_the_map_is_told_before_it_is_asked_for_overwriting(tmp_path: Path) -> None:
    file = tmp_path / "map.prg"

    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        file.write_bytes(export(generate(8), FORMATS["prg"], View.KEEPER))
        await pilot.press("m")
        assert "knows maps of 72x72 only" in told(app)

    played(Explorer("classic", 3, file, Options(width=80)), play)


def test_ctrl_c_ends_the_screen_while_a_map_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Explorer("classic", 3)
    waiting = Event()

    def endless(*_: object) -> Dungeon:
        waiting.wait()
        return generate(3)

    monkeypatch.setattr(screen, "generate", endless)

    async def run() -> None:
        async with app.run_test(size=WIDE) as pilot:
            await pilot.press("ctrl+c")
            await pilot.pause()
            assert not app.is_running

    asyncio.run(run())
    making = app._generating
    assert making is not None
    assert making.is_alive()
    waiting.set()
    making.join()


def test_on_foot_only_what_is_in_sight_is_shown_and_the_terminal_follows_the_walker() -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        known = generate(3)
        await pilot.press("f")
        assert told(app) == "Only who walks can search. X walks."
        await pilot.press("x")
        await pilot.pause()
        seen = "".join(shown(app))
        assert seen.count("@") == 1
        assert "░" not in seen
        assert 0 < sum(sign != " " for sign in seen) < 120
        await pilot.press(*"dddaaawws", "f")
        await pilot.pause()
        assert app.walk is not None
        walked = app.walk.scene()
        signs = [*GLYPHS, "@", "$"]
        y, x = app.window.y, app.window.x
        assert shown(app) == ["".join(signs[code % 16] for code in row) for row in walked[y : y + 25, x : x + 40]]
        assert told(app) == "You search and find nothing."
        assert f"STEPS {app.walk.steps}" in told(app, "keys")
        await pilot.press("x")
        await pilot.pause()
        assert shown(app) == part(known, app.window.x, app.window.y)

    played(Explorer("classic", 3), play)
