/** The screen of a Commodore 64: 40 by 25 characters on black, each eight points wide. */

import { oncePerFrame } from "../animation-frame";
import * as c from "../palette";
import { type Dungeon, IN_SIGHT, NEVER_SEEN } from "./board";
import { COLUMNS, centred, moved, ROWS, showing, type Window } from "./c64-window";
import { once, POINTS, pictures, sheetOf } from "./tiles";

type Character = readonly [picture: string, colour: string];

const FLOOR: Character = ["........ ........ ........ ........ ........ ...##... ...##... ........", c.GREY];
/**
 * A character for each kind of tile in the server's order: blank, block, dot, crossed block, less, greater, checker. The
 * machine knows no secret rooms: their floors look like others.
 */
const KINDS: readonly Character[] = [
  ["........ ........ ........ ........ ........ ........ ........ ........", c.BLACK],
  ["######## ######## ######## ######## ######## ######## ######## ########", c.LIGHT_BLUE],
  FLOOR,
  ["###..### ###..### ###..### ........ ........ ###..### ###..### ###..###", c.YELLOW],
  ["........ .....##. ...##... .##..... ...##... .....##. ........ ........", c.LIGHT_GREEN],
  ["........ .##..... ...##... .....##. ...##... .##..... ........ ........", c.CYAN],
  ["##..##.. ##..##.. ..##..## ..##..## ##..##.. ##..##.. ..##..## ..##..##", c.LIGHT_RED],
  FLOOR,
];
const GOLD: Character = ["...##... ..#####. .##.#... ..####.. ...#.##. .#####.. ...##... ........", c.YELLOW];
const HERO: Character = ["..####.. .#....#. #..##..# #.#..#.# #..###.. .#....#. ..####.. ........", c.WHITE];
/** The characters of a map from above, which does not show treasures. */
const ABOVE: readonly Character[] = [...KINDS, FLOOR, HERO];
/** The characters of a walker, who sees treasures. */
const ON_FOOT: readonly Character[] = [...KINDS, GOLD, HERO];

/** The pictures of all kinds of tiles as a walker sees them, and of the walker, as addresses of images. */
export const c64Pictures = once(() => pictures(characterSheet(ON_FOOT)));

export class C64Screen {
  private readonly above = characterSheet(ABOVE);
  private readonly onFoot = characterSheet(ON_FOOT);
  private readonly observer: ResizeObserver;
  private readonly requestPaint = oncePerFrame(() => this.paint());
  private dungeon: Dungeon | null = null;
  private cursor: number | null = null;
  private window: Window = { x: 0, y: 0 };

  constructor(
    readonly canvas: HTMLCanvasElement,
    /** The element that the screen has to fit into. */
    private readonly frame: HTMLElement,
  ) {
    this.observer = new ResizeObserver(() => this.requestPaint());
    this.observer.observe(frame);
  }

  close(): void {
    this.observer.disconnect();
    this.requestPaint.cancel();
  }

  show(dungeon: Dungeon): void {
    this.dungeon = dungeon;
    if (dungeon.hero !== null) this.window = centred(dungeon.hero, dungeon);
    this.requestPaint();
  }

  /** Marks a tile and brings it into the window. */
  setCursor(tile: number | null): void {
    if (tile === this.cursor) return;
    this.cursor = tile;
    if (tile !== null && this.dungeon) this.window = showing(this.window, tile, this.dungeon);
    this.requestPaint();
  }

  /** Brings a tile to the middle. */
  centre(tile: number): void {
    if (this.dungeon) this.window = centred(tile, this.dungeon);
    this.requestPaint();
  }

  scroll(dx: number, dy: number): void {
    if (this.dungeon) this.window = moved(this.window, dx, dy, this.dungeon);
    this.requestPaint();
  }

  /** CSS pixels of a character. */
  get tileSize(): number {
    return this.canvas.clientWidth / COLUMNS;
  }

  /** The tile under a point of the screen, CSS pixels. */
  tileAt(x: number, y: number): number | null {
    const map = this.dungeon;
    if (!map) return null;
    const column = Math.floor(x / this.tileSize) + this.window.x;
    const row = Math.floor(y / this.tileSize) + this.window.y;
    return column < 0 || row < 0 || column >= map.width || row >= map.height ? null : row * map.width + column;
  }

  private paint(): void {
    const { canvas, dungeon } = this;
    if (!this.frame.clientWidth) return;
    const size = this.fit();
    canvas.dataset.window = `${this.window.x},${this.window.y}`;
    const context = canvas.getContext("2d", { alpha: false })!;
    context.imageSmoothingEnabled = false;
    context.fillStyle = c.BLACK;
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (!dungeon) return;
    for (let row = 0; row < Math.min(ROWS, dungeon.height); row++) {
      for (let column = 0; column < Math.min(COLUMNS, dungeon.width); column++) {
        this.paintTile(context, dungeon, column, row, size);
      }
    }
  }

  /** Makes the canvas as large as whole pixels allow. Returns the device pixels of a character. */
  private fit(): number {
    const { canvas, frame } = this;
    const ratio = window.devicePixelRatio || 1;
    const across = (frame.clientWidth * ratio) / (COLUMNS * POINTS);
    const down = (frame.clientHeight * ratio) / (ROWS * POINTS);
    const size = Math.max(1, Math.floor(Math.min(across, down))) * POINTS;
    canvas.width = COLUMNS * size;
    canvas.height = ROWS * size;
    // A window that is too small for whole pixels gets the screen smaller, and all of it.
    const shrink = Math.min(1, across * (POINTS / size), down * (POINTS / size));
    canvas.style.width = `${(canvas.width / ratio) * shrink}px`;
    canvas.style.height = `${(canvas.height / ratio) * shrink}px`;
    return size;
  }

  private paintTile(context: CanvasRenderingContext2D, map: Dungeon, column: number, row: number, size: number): void {
    const tile = (this.window.y + row) * map.width + this.window.x + column;
    const [x, y] = [column * size, row * size];
    const seen = map.seen?.[tile] ?? IN_SIGHT;
    if (seen !== NEVER_SEEN) {
      const sheet = map.seen ? this.onFoot : this.above;
      const last = ABOVE.length - 1;
      const at = (tile === map.hero ? last : map.kinds[tile]!) + (seen === IN_SIGHT ? 0 : ABOVE.length);
      context.drawImage(sheet, at * POINTS, 0, POINTS, POINTS, x, y, size, size);
    }
    if (tile !== this.cursor) return;
    const line = Math.max(1, size / POINTS);
    context.strokeStyle = c.WHITE;
    context.lineWidth = line;
    context.strokeRect(x + line / 2, y + line / 2, size - line, size - line);
  }
}

/** All characters side by side: first in their colours, then as a walker remembers them. */
function characterSheet(characters: readonly Character[]): HTMLCanvasElement {
  const inked = ([picture, colour]: Character) => {
    const digit = (c.C64 as readonly string[]).indexOf(colour).toString(16);
    return picture.replaceAll("#", digit).split(" ");
  };
  const remembered = characters.map(([picture]) => [picture, c.DARK_GREY] as const);
  return sheetOf([...characters, ...remembered].map(inked));
}
