"""The terminal screen of `duskfall dungeon explore`, in the colours of the Commodore 64."""

from __future__ import annotations

import os
from asyncio import CancelledError
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import ClassVar, Final, ParamSpec

import numpy as np
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Middle, Vertical
from textual.events import Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Label, ProgressBar

from duskfall.cli.dungeon.explore.window import COLUMNS, ROWS, Window
from duskfall.cli.dungeon.maps import new_seed
from duskfall.compiled import announced
from duskfall.dungeon import GLYPHS, Dungeon, Options, Phase, generate
from duskfall.dungeon.exploration.walk import HERO, REMEMBERED, Walk
from duskfall.dungeon.generation.generator import next_seed
from duskfall.errors import Refused
from duskfall.formats.dungeon import View, export, format_of, load_sheet
from duskfall.formats.files import write_whole
from duskfall.formats.palette import (
    BLACK,
    BLUE,
    COLODORE,
    CYAN,
    DARK_GREY,
    GREY,
    LIGHT_BLUE,
    LIGHT_GREEN,
    LIGHT_RED,
    WHITE,
    YELLOW,
)

P = ParamSpec("P")

SAVED_AS: Final = Path("dungeon.json")
"""The file that M saves to and L loads unless another one is named."""

COLOURS: Final = (BLACK, LIGHT_BLUE, GREY, YELLOW, LIGHT_GREEN, CYAN, LIGHT_RED, WHITE, YELLOW)
"""The colour of each cell, by its code: the seven tiles, the hero and a treasure."""
LETTERS: Final = (*GLYPHS, "@", "$")
DOUBLED: Final = "█░"
"""Letters that fill both columns of a wide cell."""


MIN_ROWS: Final = 9
"""Rows of the window below which nobody would find their way."""


def _other_rows(columns: int) -> int:
    """Return the rows of the title, the message and the keys; the keys take two rows where they are narrow."""
    return 4 if columns >= 2 * COLUMNS else 5


class WindowWidget(Widget):
    """Draws the window on the map; repaints only the cells that have changed."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self.window = window
        self.cell_width = 1

    def fit(self, columns: int, rows: int) -> None:
        """Choose the width of a cell and the number of rows.

        A terminal's letters are half as wide as high, so a cell of two is square.
        """
        self.cell_width = 2 if columns >= 2 * COLUMNS else 1
        self.window.resize(max(MIN_ROWS, min(ROWS, rows - _other_rows(columns))))
        self.styles.width = COLUMNS * self.cell_width
        self.styles.height = self.window.rows
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one row of cells."""
        if y >= self.window.rows:
            return Strip.blank(COLUMNS * self.cell_width)
        return Strip([self._cell(int(code)) for code in self.window.cells[y]])

    def repaint(self, changed: list[tuple[int, int]]) -> None:
        """Draw these cells again."""
        wide = self.cell_width
        if changed:
            self.refresh(*(Region(column * wide, row, wide, 1) for row, column in changed))

    def _cell(self, code: int) -> Segment:
        remembered, kind = divmod(code, REMEMBERED)
        letter = LETTERS[kind]
        text = letter * self.cell_width if letter in DOUBLED else letter.ljust(self.cell_width)
        colour = DARK_GREY if remembered else COLOURS[kind]
        return Segment(text, Style(color=COLODORE[colour], bgcolor=COLODORE[BLACK], bold=kind >= HERO))


class Explorer(App[None]):
    """Shows maps in a window of 40 by 25, from above or on foot."""

    CSS = f"""
    Screen {{ background: {COLODORE[LIGHT_BLUE]}; }}
    #machine {{ width: auto; height: auto; background: {COLODORE[BLUE]}; }}
    WindowWidget {{ width: {COLUMNS}; height: {ROWS}; }}
    Label {{ color: {COLODORE[LIGHT_BLUE]}; background: {COLODORE[BLUE]}; width: 100%; height: 1; }}
    #message, #keys {{ height: auto; min-height: 1; }}
    #small {{ height: auto; }}
    #title {{ text-align: center; }}
    #message {{ color: {COLODORE[WHITE]}; }}
    #generating {{ height: 1; width: 100%; }}
    #phase {{ width: 26; color: {COLODORE[WHITE]}; }}
    ProgressBar {{ width: 1fr; }}
    ProgressBar Bar {{ width: 1fr; }}
    ProgressBar Bar > .bar--bar, ProgressBar Bar > .bar--complete {{
        color: {COLODORE[LIGHT_GREEN]}; background: {COLODORE[LIGHT_BLUE]};
    }}
    ProgressBar PercentageStatus {{ width: 6; color: {COLODORE[WHITE]}; }}
    .away {{ display: none; }}
    """
    TITLE = "Duskfall"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w,W,up", "move(0, -1)"),
        Binding("a,A,left", "move(-1, 0)"),
        Binding("s,S,down", "move(0, 1)"),
        Binding("d,D,right", "move(1, 0)"),
        Binding("x,X", "change_mode"),
        Binding("f,F", "search"),
        Binding("enter", "descend"),
        Binding("space", "new_map"),
        Binding("m,M", "save_map"),
        Binding("l,L", "load_map"),
        Binding("q,Q,ctrl+c", "quit", priority=True),
    ]

    def __init__(self, profile: str, seed: int, file: Path | None = None, options: Options | None = None) -> None:
        super().__init__()
        self._profile = profile
        self._options = options
        self._first_seed = seed
        self._file = file or SAVED_AS
        self._format = format_of(self._file)
        """A name that tells no format is refused here, before anybody has walked for an hour and wants to save."""
        self._first = load_sheet(file) if file is not None and file.exists() else None
        self._view = View.KEEPER
        """The readers of the map: one that was loaded as a player's map is saved as one."""
        self._asked = False
        self._generating: Thread | None = None
        self._walks: dict[Dungeon, Walk] = {}
        """The walk on each map that was walked on, so that leaving a map ends none."""
        self.map: Dungeon | None = None
        self.walk: Walk | None = None
        """The walk that is shown; None from above."""
        self.window = Window(np.zeros((ROWS, COLUMNS), np.uint8))

    def compose(self) -> ComposeResult:
        """Lay out title, window, message and keys in the middle of a border."""
        with Middle(), Center(), Vertical(id="machine"):
            yield Label(id="title", markup=False)
            yield WindowWidget(self.window)
            yield Label(id="message", markup=False)
            yield Label(id="keys", markup=False)
            with Horizontal(id="generating", classes="away"):
                yield Label(id="phase", markup=False)
                yield ProgressBar(100, show_eta=False)
        yield Label(id="small", classes="away", markup=False)

    def on_mount(self) -> None:
        """Show the first map."""
        if self._first is None:
            self._generate(self._first_seed, self._profile, self._options)
        else:
            self._show(self._first.dungeon, "", self._first.view)

    def on_resize(self, event: Resize) -> None:
        """Show as many rows of the window as fit; ask for a larger terminal if they are too few."""
        columns, rows = event.size.width, event.size.height
        needed = MIN_ROWS + _other_rows(columns)
        small = columns < COLUMNS or rows < needed
        self.query_one(Middle).set_class(small, "away")
        label = self.query_one("#small", Label)
        label.set_class(not small, "away")
        have, need = f"{columns}x{rows}", f"{COLUMNS}x{needed}"
        label.update(f"This terminal has {have} letters. The window needs {need}: please make it larger, or Q to quit.")
        self._window_widget.fit(columns, rows)
        # A long message takes the free rows and never those of the keys.
        used = self.window.rows + _other_rows(columns) - 2
        self.query_one("#message", Label).styles.max_height = max(2, rows - used)
        if self.walk:
            self._follow()

    def action_move(self, right: int, down: int) -> None:
        """Scroll, or walk, by one tile."""
        if self.map is None:
            return
        if self.walk is None:
            self._window_widget.repaint(self.window.move(right, down))
            return
        told = self.walk.step(right, down)
        self._show_message(f"{told} Enter leads to the next map." if self._can_descend else told)
        self._follow()

    def action_change_mode(self) -> None:
        """Switch between the view from above and walking on foot."""
        if self.map is None:
            return
        if self.walk is None:
            again = self.map in self._walks
            self.walk = self._walks.setdefault(self.map, Walk(self.map))
            told = "You go on." if again else "Find the stairs down. Secrets hide in the walls: search with F."
            self._show_message(told)
            self._follow()
        else:
            self.walk = None
            self._show_message("")
            self._window_widget.repaint(self.window.show(self.map.tiles))
        self._label()

    def action_search(self) -> None:
        """Search for secrets next to the hero."""
        if self.walk is None:
            self._show_message("Only who walks can search. X walks.")
            return
        self._show_message(self.walk.search())
        self._follow()

    def action_descend(self) -> None:
        """Go down the stairs to the next map, on foot."""
        if self._can_descend and self.map is not None and self.map.seed is not None:
            profile = self.map.profile or self._profile
            self._generate(next_seed(profile, self.map.seed), profile, self.map.options, on_foot=True)

    def action_new_map(self) -> None:
        """Make another map."""
        self._generate(new_seed(self._profile), self._profile, self._options)

    def action_save_map(self) -> None:
        """Save the map with everything that is known about it; overwrite a file only when M is pressed again."""
        if self.map is None:
            return
        try:
            data = export(self.map, self._format, self._view)
            if self._file.exists() and not self._asked:
                self._show_message(f"{self._file} is there already. M again overwrites it.")
                self._asked = True
                return
            write_whole(self._file, data)
        except Refused as refused:
            self._show_message(str(refused))
        else:
            self._show_message(f"Saved to {self._file}.")

    def action_load_map(self) -> None:
        """Load the saved map."""
        if self._generating is None:
            self._show_message(self._load() or f"Loaded {self._file}.")

    def _load(self) -> str:
        """Show the map in the file; return the reason if it was refused."""
        try:
            loaded = load_sheet(self._file)
        except Refused as refused:
            return str(refused)
        self._show(loaded.dungeon, "", loaded.view)
        return ""

    def leave(self) -> None:
        """End the process if a map is still being made: nothing can interrupt the compiler, and nobody waits for it."""
        if self._generating is not None:
            os._exit(0)

    @property
    def _can_descend(self) -> bool:
        known = self.map is not None and self.map.seed is not None
        return known and self.walk is not None and self.walk.is_at_stairs_down

    def _generate_in_thread(self, seed: int, profile: str, options: Options | None, on_foot: bool) -> None:
        """Make a map, and show its phases on the screen."""

        def compiling(_: str) -> None:
            self._tell(self._show_message, "Compiling the rules for this machine. This happens once.")

        def phase(phase: Phase) -> None:
            self._tell(self._show_phase, phase)

        try:
            with announced(compiling):
                made = generate(seed, profile, options, phase)
        except Refused as refused:
            self._tell(self._fail, str(refused))
        else:
            self._tell(self._show_made, made, on_foot)

    def _tell(self, show: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Call a method of the screen from the thread that makes a map, unless somebody has quit."""
        if not self.is_running:
            return
        with suppress(RuntimeError, CancelledError):
            self.call_from_thread(show, *args, **kwargs)

    def _generate(self, seed: int, profile: str, options: Options | None, *, on_foot: bool = False) -> None:
        """Begin a map, unless one is being made."""
        if self._generating is not None:
            return
        self.query_one("#generating").remove_class("away")
        self.query_one("#keys").add_class("away")
        self._show_message("")
        # A daemon: the screen closes at once when somebody quits while a map is made.
        self._generating = Thread(target=self._generate_in_thread, args=(seed, profile, options, on_foot), daemon=True)
        self._generating.start()

    def _show_phase(self, phase: Phase) -> None:
        self.query_one("#phase", Label).update(phase.name.upper())
        self.query_one(ProgressBar).update(progress=100 * phase.share)

    def _fail(self, reason: str) -> None:
        self._end_generating()
        self._show_message(reason)

    def _show_made(self, made: Dungeon, on_foot: bool) -> None:
        self._show(made, "")
        if on_foot:
            self.action_change_mode()

    def _show(self, made: Dungeon, message: str, view: View = View.KEEPER) -> None:
        """Show a map, with its camera in the middle of the window."""
        self._end_generating()
        self.map = made
        self._view = view
        self.walk = None
        self._window_widget.repaint(self.window.show(made.tiles, made.camera))
        self._show_message(message)
        self._label()

    def _end_generating(self) -> None:
        self._generating = None
        self.query_one("#generating").add_class("away")
        self.query_one("#keys").remove_class("away")

    def _follow(self) -> None:
        """Keep the hero in the middle of the window."""
        if self.walk:
            self._window_widget.repaint(self.window.show(self.walk.scene(), (self.walk.x, self.walk.y)))
            self._label()

    @property
    def _window_widget(self) -> WindowWidget:
        return self.query_one(WindowWidget)

    def _show_message(self, text: str) -> None:
        self._asked = False  # a question ends when its text is replaced
        self.query_one("#message", Label).update(text)

    def _label(self) -> None:
        """Show the title and the keys that work now."""
        known = self.map
        named = "DUNGEON" if known is None or known.seed is None else f"{known.profile} {known.seed}".upper()
        self.query_one("#title", Label).update(f"**** {named} ****")
        if self.walk:
            walk = self.walk
            secrets = f"SECRETS {walk.secrets} OF {walk.secrets_total}"
            treasures = f"TREASURES {walk.treasures} OF {walk.treasures_total}"
            keys = "WASD WALK F SEARCH X ABOVE Q QUIT"
            self.query_one("#keys", Label).update(f"{keys} STEPS {walk.steps} {secrets} {treasures}")
        else:
            self.query_one("#keys", Label).update("WASD MOVE X WALK SPACE NEW M SAVE L LOAD Q QUIT")
