"""The screen of `duskfall dungeon explore`, played key by key without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import numpy as np
import pytest
from textual.pilot import Pilot
from textual.widgets import Label, ProgressBar

from duskfall.cli.dungeon.explore import screen
from duskfall.cli.dungeon.explore.screen import Explorer, WindowWidget
from duskfall.dungeon import GLYPHS, PHASES, Dungeon, Phase, generate
from duskfall.errors import Refused
from duskfall.formats.dungeon import FORMATS, View, export, load

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
    await app.workers.wait_for_complete()
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

    def watched(seed: int, profile: str, on_phase: Callable[[Phase], None]) -> Dungeon:
        def tell(phase: Phase) -> None:
            on_phase(phase)
            bar = app.query_one(ProgressBar)
            heard.append((told(app, "phase"), bar.percentage, bool(app.query_one("#generating").display)))

        return generate(seed, profile, on_phase=tell)

    monkeypatch.setattr(screen, "generate", watched)

    async def play(app: Explorer, _: Pilot[None]) -> None:
        assert heard == [(name.upper(), start / 80, True) for name, start in PHASES]
        assert not app.query_one("#generating").display

    played(app, play)


def test_a_terminal_that_is_too_small_is_told_so() -> None:
    async def play(app: Explorer, pilot: Pilot[None]) -> None:
        assert told(app, "small").startswith("This terminal has 80x24 letters. The window needs 40x30")
        assert not app.query_one(WindowWidget).region
        await pilot.resize_terminal(*WIDE)
        await pilot.pause()
        assert app.map is not None
        assert shown(app) == part(app.map, app.window.x, app.window.y)

    played(Explorer("classic", 3), play, (80, 24))


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
