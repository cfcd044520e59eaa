from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageSequence

from duskfall.errors import Refused
from duskfall.fog import Game, Options
from duskfall.formats.fog.pictures import GOLD, SEATS
from duskfall.formats.replay import film as films
from duskfall.formats.replay.fog import SIDE, WIDEST, fog_frame
from duskfall.play import WORLDS, Match, Replay
from duskfall.play.film import Film
from duskfall.play.rendering import RENDERERS
from tests.play.matches import recorded, setup_of


def colours(image: Image.Image) -> set[tuple[int, ...]]:
    points = np.asarray(image.convert("RGB")).reshape(-1, 3)
    return {tuple(colour) for colour in np.unique(points, axis=0).tolist()}


def test_a_frame_shows_whose_land_is_whose_and_where_the_generals_stand() -> None:
    game = Game.new(7, Options(width=12, height=12))
    assert colours(fog_frame(game.view(None), ["Ada", "Bo"])) >= {SEATS[0], SEATS[1], GOLD}


def test_a_frame_through_a_seats_eyes_hides_the_land_of_the_other() -> None:
    game = Game.new(7, Options(width=12, height=12))
    frame = fog_frame(game.view(0), ["Ada", "Bo"])
    board = frame.crop((0, frame.height - 336, 336, frame.height))
    assert SEATS[0] in colours(board)
    assert SEATS[1] not in colours(board)


@pytest.mark.parametrize(("side", "width"), [(10, 420), (12, 336), (30, 420), (60, 840), (61, 793), (200, 800)])
def test_frames_are_wide_enough_to_read_and_never_too_wide(side: int, width: int) -> None:
    game = Game.new(7, Options(width=side, height=side))
    assert fog_frame(game.view(None), ["Ada", "Bo"]).width == width
    assert width <= WIDEST
    assert SIDE * 60 == WIDEST


def test_a_frame_has_room_for_sixteen_players() -> None:
    game = Game.new(7, Options(width=60, height=60, players=16))
    frame = fog_frame(game.view(None), [f"player number {seat}" for seat in range(16)])
    assert colours(frame) >= set(SEATS)


def test_every_game_has_a_renderer() -> None:
    assert set(RENDERERS) == set(WORLDS)


@pytest.mark.parametrize("game", ["fog", "welten"])
@pytest.mark.parametrize("seat", [None, 0])
def test_all_frames_of_a_film_have_one_size(game: str, seat: int | None) -> None:
    film = Film(recorded(game), seat)
    assert len({picture.size for _, picture in film.frames()}) == 1


def test_a_gif_shows_exactly_the_frames() -> None:
    film = Film(recorded("fog"), every=20)
    pictures = [picture.convert("RGB") for _, picture in film.frames()]
    shown = [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(film.gif())))]
    assert film.turns() == [0, 20, 40, 60]
    assert [np.array_equal(*pair) for pair in zip(map(np.asarray, shown), map(np.asarray, pictures), strict=True)] == [
        True
    ] * 4


def test_a_long_game_is_shown_in_at_most_about_300_frames() -> None:
    match = Match(setup_of("fog", turn_limit=901), lockstep=False)
    while match.outcome is None:
        match.play_turn()
    replay = Replay.of(match)
    assert replay.turns == 901
    assert 150 < len(Film(replay).turns()) <= 302


def test_a_film_that_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "MAX_POINTS", 1_000_000)
    with pytest.raises(Refused, match="leave out turns with --every"):
        Film(recorded("fog"), every=1).gif()


def test_a_seat_that_is_not_there_sees_no_film() -> None:
    with pytest.raises(Refused, match="seats run from 0 to 1"):
        Film(recorded("fog"), seat=2)
