"""The terminal screen of `duskfall dungeon explore`, in the colours of the Commodore 64."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

import numpy as np
from rich.segment import Segment
from rich.style import Style
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Middle, Vertical
from textual.events import Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Label, ProgressBar

from duskfall.cli.explore.window import COLUMNS, ROWS, Window
from duskfall.cli.maps import new_seed
from duskfall.compiled import announced
from duskfall.dungeon import GLYPHS, Dungeon, Phase, generate
from duskfall.dungeon.exploration.walk import HERO, REMEMBERED, Walk
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

SAVED_AS: Final = Path("dungeon.json")
"""Where M saves and L loads unless a file was named."""

COLOURS: Final = (BLACK, LIGHT_BLUE, GREY, YELLOW, LIGHT_GREEN, CYAN, LIGHT_RED, WHITE, YELLOW)
"""The colour of each cell, by its code: the seven tiles, the walker and a treasure."""
SIGNS: Final = (*GLYPHS, "@", "$")
DOUBLED: Final = "█░"
"""Signs that fill both columns of a wide cell."""


LEAST_HEIGHT: Final = ROWS + 5
"""Rows that the window and the title take, and the message and the keys, two each where 40 columns break them."""


class Glass(Widget):
    """The window on the map, one cell after the other; it repaints the cells that changed and no others."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self.window = window
        self.columns_a_cell = 1

    def fit(self, columns: int) -> None:
        """Take the room there is. A terminal's letters are half as wide as high: a cell of two is square."""
        self.columns_a_cell = 2 if columns >= 2 * COLUMNS else 1
        self.styles.width = COLUMNS * self.columns_a_cell

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        if y >= ROWS:
            return Strip.blank(COLUMNS * self.columns_a_cell)
        return Strip([self._cell(int(code)) for code in self.window.cells[y]])

    def repaint(self, changed: list[tuple[int, int]]) -> None:
        """Draw these cells again."""
        wide = self.columns_a_cell
        if changed:
            self.refresh(*(Region(column * wide, row, wide, 1) for row, column in changed))

    def _cell(self, code: int) -> Segment:
        remembered, kind = divmod(code, REMEMBERED)
        sign = SIGNS[kind]
        text = sign * self.columns_a_cell if sign in DOUBLED else sign.ljust(self.columns_a_cell)
        colour = DARK_GREY if remembered else COLOURS[kind]
        return Segment(text, Style(color=COLODORE[colour], bgcolor=COLODORE[BLACK], bold=kind >= HERO))


class Explorer(App[None]):
    """Maps in a window of 40 by 25, seen from above or on foot."""

    CSS = f"""
    Screen {{ background: {COLODORE[LIGHT_BLUE]}; }}
    #machine {{ width: auto; height: auto; background: {COLODORE[BLUE]}; }}
    Glass {{ width: {COLUMNS}; height: {ROWS}; }}
    Label {{ color: {COLODORE[LIGHT_BLUE]}; background: {COLODORE[BLUE]}; width: 100%; height: 1; }}
    #told, #keys {{ height: auto; min-height: 1; }}
    #small {{ height: auto; }}
    #title {{ text-align: center; }}
    #told {{ color: {COLODORE[WHITE]}; }}
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
        Binding("w,up", "move(0, -1)"),
        Binding("a,left", "move(-1, 0)"),
        Binding("s,down", "move(0, 1)"),
        Binding("d,right", "move(1, 0)"),
        Binding("x", "change_mode"),
        Binding("f", "search"),
        Binding("space", "new_map"),
        Binding("m", "save_map"),
        Binding("l", "load_map"),
        Binding("q", "quit"),
    ]

    def __init__(self, profile: str, seed: int, file: Path | None = None) -> None:
        super().__init__()
        self._profile = profile
        self._first_seed = seed
        self._file = file or SAVED_AS
        self._first = load_sheet(file) if file is not None and file.exists() else None
        self._view = View.KEEPER
        """Whom the map is for: what was loaded as a player's map is saved as one."""
        self._asked = False
        self._busy = False
        self.map: Dungeon | None = None
        self.walk: Walk | None = None
        self.window = Window(np.zeros((ROWS, COLUMNS), np.uint8))

    def compose(self) -> ComposeResult:
        """The machine in the middle of its border."""
        with Middle(), Center(), Vertical(id="machine"):
            yield Label(id="title", markup=False)
            yield Glass(self.window)
            yield Label(id="told", markup=False)
            yield Label(id="keys", markup=False)
            with Horizontal(id="generating", classes="away"):
                yield Label(id="phase", markup=False)
                yield ProgressBar(100, show_eta=False)
        yield Label(id="small", classes="away", markup=False)

    def on_mount(self) -> None:
        """Show the first map."""
        if self._first is None:
            self._generate(self._first_seed)
        else:
            self._show(self._first.dungeon, "", self._first.view)

    def on_resize(self, event: Resize) -> None:
        """Say so when the terminal is too small for the window, instead of showing half of it."""
        small = event.size.width < COLUMNS or event.size.height < LEAST_HEIGHT
        self.query_one(Middle).set_class(small, "away")
        label = self.query_one("#small", Label)
        label.set_class(not small, "away")
        have, need = f"{event.size.width}x{event.size.height}", f"{COLUMNS}x{LEAST_HEIGHT}"
        label.update(f"This terminal has {have} letters. The window needs {need}: please make it larger, or Q to quit.")
        self._glass.fit(event.size.width)
        # A long message takes the rows that are free and never those of the keys.
        self.query_one("#told", Label).styles.max_height = max(2, event.size.height - ROWS - 3)

    def action_move(self, right: int, down: int) -> None:
        """Scroll, or walk, by one tile."""
        if self.map is None:
            return
        if self.walk is None:
            self._glass.repaint(self.window.move(right, down))
            return
        self._tell(self.walk.step(right, down))
        self._follow()

    def action_change_mode(self) -> None:
        """From above to on foot and back."""
        if self.map is None:
            return
        self.walk = None if self.walk else Walk(self.map)
        if self.walk:
            self._tell("You go in on foot. Secrets hide in the walls: search with F.")
            self._follow()
        else:
            self._tell("")
            self._glass.repaint(self.window.show(self.map.tiles))
        self._label()

    def action_search(self) -> None:
        """Search for secrets next to the walker."""
        if self.walk is None:
            self._tell("Only who walks can search. X walks.")
            return
        self._tell(self.walk.search())
        self._follow()

    def action_new_map(self) -> None:
        """Make another map."""
        if not self._busy:
            self._generate(new_seed(self._profile))

    def action_save_map(self) -> None:
        """Save the map with everything that is known about it; over another file only if M is pressed again."""
        if self.map is None:
            return
        if self._file.exists() and not self._asked:
            self._tell(f"{self._file} is there already. M again overwrites it.")
            self._asked = True
            return
        try:
            write_whole(self._file, export(self.map, format_of(self._file), self._view))
        except Refused as refused:
            self._tell(str(refused))
        else:
            self._tell(f"Saved to {self._file}.")

    def action_load_map(self) -> None:
        """Load the saved map."""
        if not self._busy:
            self._tell(self._load() or f"Loaded {self._file}.")

    def _load(self) -> str:
        """Show the map of the file; why not, if it was refused."""
        try:
            loaded = load_sheet(self._file)
        except Refused as refused:
            return str(refused)
        self._show(loaded.dungeon, "", loaded.view)
        return ""

    @work(thread=True)
    def _generate_in_thread(self, seed: int, told: str) -> None:
        """Make a map beside the screen, which hears of the phases."""

        def compiling(_: str) -> None:
            self.call_from_thread(self._tell, "Compiling the rules for this machine. This happens once.")

        def phase(phase: Phase) -> None:
            self.call_from_thread(self._hear, phase)

        try:
            with announced(compiling):
                made = generate(seed, self._profile, on_phase=phase)
        except Refused as refused:
            self.call_from_thread(self._fail, str(refused))
        else:
            self.call_from_thread(self._show, made, told)

    def _generate(self, seed: int, told: str = "") -> None:
        """Begin a map; `told` is shown when it is there."""
        self._busy = True
        self.query_one("#generating").remove_class("away")
        self.query_one("#keys").add_class("away")
        self._tell("")
        self._generate_in_thread(seed, told)

    def _hear(self, phase: Phase) -> None:
        self.query_one("#phase", Label).update(phase.name.upper())
        self.query_one(ProgressBar).update(progress=100 * phase.share)

    def _fail(self, reason: str) -> None:
        self._end_generating()
        self._tell(reason)

    def _show(self, made: Dungeon, told: str, view: View = View.KEEPER) -> None:
        """Put a map under the window, its camera in the middle."""
        self._end_generating()
        self.map = made
        self._view = view
        self.walk = None
        self._glass.repaint(self.window.show(made.tiles, made.camera))
        self._tell(told)
        self._label()

    def _end_generating(self) -> None:
        self._busy = False
        self.query_one("#generating").add_class("away")
        self.query_one("#keys").remove_class("away")

    def _follow(self) -> None:
        """Keep the walker in the middle of the window."""
        if self.walk:
            self._glass.repaint(self.window.show(self.walk.scene(), (self.walk.x, self.walk.y)))
            self._label()

    @property
    def _glass(self) -> Glass:
        return self.query_one(Glass)

    def _tell(self, text: str) -> None:
        self._asked = False  # a question stands as long as it can be read
        self.query_one("#told", Label).update(text)

    def _label(self) -> None:
        """The title and the keys that mean something now."""
        known = self.map
        named = "DUNGEON" if known is None or known.seed is None else f"{known.profile} {known.seed}".upper()
        self.query_one("#title", Label).update(f"**** {named} ****")
        if self.walk:
            walk = self.walk
            found = f"STEPS {walk.steps}  SECRETS {walk.secrets}  TREASURES {walk.treasures}"
            self.query_one("#keys", Label).update(f"WASD WALK F SEARCH X ABOVE Q QUIT  {found}")
        else:
            self.query_one("#keys", Label).update("WASD MOVE X WALK SPACE NEW M SAVE L LOAD Q QUIT")
