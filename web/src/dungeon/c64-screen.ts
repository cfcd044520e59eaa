/** The screen of a Commodore 64: 40 by 25 characters on black, each eight points wide. */

import { oncePerFrame } from "../animation-frame";
import * as c from "../palette";
import { IN_SIGHT, NEVER_SEEN, SECRET_FLOOR, TREASURE, FLOOR, type Dungeon } from "./board";
import { POINTS } from "./tiles";
import { COLUMNS, ROWS, centred, moved, type Window } from "./c64-window";

/** A character in its colour for each tile: blank, block, dot, crossed block, less, greater, pi; then the walker, and gold. */
const CHARACTERS: readonly (readonly [string, string])[] = [
  ["........ ........ ........ ........ ........ ........ ........ ........", c.BLACK],
  ["######## ######## ######## ######## ######## ######## ######## ########", c.LIGHT_BLUE],
  ["........ ........ ........ ........ ........ ...##... ...##... ........", c.GREY],
  ["###..### ###..### ###..### ........ ........ ###..### ###..### ###..###", c.YELLOW],
  ["........ .....##. ...##... .##..... ...##... .....##. ........ ........", c.LIGHT_GREEN],
  ["........ .##..... ...##... .....##. ...##... .##..... ........ ........", c.CYAN],
  ["........ ........ .######. ..#..#.. ..#..#.. ..#..#.. .##..##. ........", c.LIGHT_RED],
  ["..####.. .#....#. #..##..# #.#..#.# #..###.. .#....#. ..####.. ........", c.WHITE],
  ["...##... ..#####. .##.#... ..####.. ...#.##. .#####.. ...##... ........", c.YELLOW],
];
const HERO = 7;
const GOLD = 8;

export class C64Screen {
  private readonly ink = glyphs();
  private readonly observer: ResizeObserver;
  private readonly ask = oncePerFrame(() => this.paint());
  private dungeon: Dungeon | null = null;
  private window: Window = { x: 0, y: 0 };

  constructor(
    readonly canvas: HTMLCanvasElement,
    /** What the screen has to fit into. */
    private readonly room: HTMLElement,
  ) {
    this.observer = new ResizeObserver(() => this.ask());
    this.observer.observe(room);
  }

  close(): void {
    this.observer.disconnect();
    this.ask.cancel();
  }

  show(dungeon: Dungeon): void {
    this.dungeon = dungeon;
    if (dungeon.hero !== null) this.window = centred(dungeon.hero, dungeon);
    this.ask();
  }

  /** Bring a tile to the middle. */
  goto(tile: number): void {
    if (this.dungeon) this.window = centred(tile, this.dungeon);
    this.ask();
  }

  scroll(dx: number, dy: number): void {
    if (this.dungeon) this.window = moved(this.window, dx, dy, this.dungeon);
    this.ask();
  }

  /** CSS pixels of a character. */
  get tileSize(): number {
    return this.canvas.clientWidth / COLUMNS;
  }

  /** The tile under a point of the screen, CSS pixels. */
  tileAt(x: number, y: number): number | null {
    const map = this.dungeon;
    if (!map) return null;
    const [column, row] = [
      Math.floor(x / this.tileSize) + this.window.x,
      Math.floor(y / this.tileSize) + this.window.y,
    ];
    return column < 0 || row < 0 || column >= map.width || row >= map.height ? null : row * map.width + column;
  }

  private paint(): void {
    const { canvas, dungeon, window: place } = this;
    if (!this.room.clientWidth) return;
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [this.room.clientWidth, this.room.clientHeight].map((css) => css * ratio);
    const scale = Math.max(1, Math.floor(Math.min(wide! / (COLUMNS * POINTS), high! / (ROWS * POINTS))));
    const size = scale * POINTS;
    canvas.width = COLUMNS * size;
    canvas.height = ROWS * size;
    canvas.style.width = `${canvas.width / ratio}px`;
    canvas.style.height = `${canvas.height / ratio}px`;
    canvas.dataset["window"] = `${place.x},${place.y}`;
    const context = canvas.getContext("2d", { alpha: false })!;
    context.imageSmoothingEnabled = false;
    context.fillStyle = c.BLACK;
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (!dungeon) return;
    for (let row = 0; row < Math.min(ROWS, dungeon.height); row++) {
      for (let column = 0; column < Math.min(COLUMNS, dungeon.width); column++) {
        const tile = (place.y + row) * dungeon.width + place.x + column;
        const seen = dungeon.seen?.[tile] ?? IN_SIGHT;
        if (seen === NEVER_SEEN) continue;
        const at = tile === dungeon.hero ? HERO : characterOf(dungeon, tile);
        const from = [at * POINTS, seen === IN_SIGHT ? 0 : POINTS] as const;
        context.drawImage(this.ink, ...from, POINTS, POINTS, column * size, row * size, size, size);
      }
    }
  }
}

/** The machine knows tiles only: secret rooms have floors like others. A treasure is seen by who stands before it. */
function characterOf({ looks, seen }: Dungeon, tile: number): number {
  const look = looks[tile]!;
  if (look === TREASURE) return seen ? GOLD : FLOOR;
  return look === SECRET_FLOOR ? FLOOR : look;
}

/** All characters side by side: above in their colours, below as one remembers them. */
function glyphs(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = CHARACTERS.length * POINTS;
  canvas.height = 2 * POINTS;
  const context = canvas.getContext("2d")!;
  for (const [at, [picture, colour]] of CHARACTERS.entries()) {
    for (const [y, row] of picture.split(" ").entries()) {
      for (const [x, dot] of [...row].entries()) {
        if (dot !== "#") continue;
        for (const [half, ink] of [colour, c.DARK_GREY].entries()) {
          context.fillStyle = ink;
          context.fillRect(at * POINTS + x, half * POINTS + y, 1, 1);
        }
      }
    }
  }
  return canvas;
}
