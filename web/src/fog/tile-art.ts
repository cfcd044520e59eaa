/** The art of a Fog of War board: tiles of about twelve by twelve pixels, drawn once into an atlas. */

import { pixelOf } from "../canvas/camera";
import * as c from "../palette";
import { type SeatPalette, seatPalette } from "../seat-palette";
import { seatStyles } from "../seat-style";

/** Pixels for which a tile is drawn on each side; the last row and column are the line between tiles. */
export const SIDE = 12;

const NEVER = "#12112f";
const NEVER_DOT = "#1a1942";
const HAZE = "#2a2964";
const SOIL = "#3a3960";
const SOIL_DOT = "#43426b";
const LINE = "#23224a";
const NEVER_LINE = "#100f2a";
const ROCK_LINE = "#33324f";
const SHADE_LINE = "rgba(12,11,31,0.5)";
const PAVED = "#5d5c7e";
/** Mountains among mountains: no peak, so that walls and ranges stay calm. */
const ROCK = "#3f3e58";
const ROCK_DOT = "#4d4c66";

/** A letter a pixel; `.` leaves what lies under it. */
const SHAPES = {
  mountain: `
............
............
.....b......
....bbs.....
....bbs.....
...bbbss....
...bbbss....
..bbbbsss...
..bbbbsss...
.bbbbbssss..
.bbbbbssss..
............`,
  haze: `
............
............
.....h......
....h.h.....
............
...h...h....
............
..h.....h...
............
.h.......h..
.hh.h.h.hh..
............`,
  crown: `
............
..y..y..y...
..yy.y.yy...
..yyyyyyy...
..yoyoyoy...
..yyyyyyy...
............
............
............
............
............
............`,
  city: `
............
.....w......
..w.www.w...
..wwwwwww...
..wiwiwiw...
..wwwwwww...
............
............
............
............
............
............`,
  tower: `
............
...w.w.w....
...wwwww....
....www.....
....wiw.....
...wwwww....
............
............
............
............
............
............`,
} as const;

export type Shape = keyof typeof SHAPES;
/** What stands on a tile with a number of its own below it. */
export type Structure = "crown" | "city" | "tower";

const INKS: Record<string, string> = {
  b: c.LIGHT_GREY,
  s: c.GREY,
  h: HAZE,
  y: c.YELLOW,
  o: c.ORANGE,
  w: "#f4f3ff",
  i: c.INK,
};

/** Where each kind of ground is in the atlas, after seats 0 to 15. */
export const GROUND = { land: 16, paved: 17, mountain: 18, never: 19, haze: 20, rock: 21 } as const;

const SHAPE_AT: Record<Structure, number> = { crown: 22, city: 23, tower: 24 };
const SHADE_AT = 25;

/** The tiles in the chosen palette, for each number of pixels that a tile may have on each side. */
export class Atlases {
  private readonly atlases = new Map<string, Atlas>();
  private readonly textures = new Map<SeatPalette, Textures>();

  /** Those for tiles of so many device pixels. */
  for(size: number): Atlas {
    const side = Math.round(size / pixelOf(size));
    const key = `${seatPalette()} ${side}`;
    const found = this.atlases.get(key) ?? new Atlas(side);
    this.atlases.set(key, found);
    return found;
  }

  /** Those for tiles that are too small for the art. */
  small(): Textures {
    const palette = seatPalette();
    const found = this.textures.get(palette) ?? new Textures();
    this.textures.set(palette, found);
    return found;
  }
}

/** All tiles side by side, one canvas pixel a pixel of the art. The art stands in the middle of its tile. */
export class Atlas {
  private readonly canvas = document.createElement("canvas");
  private readonly context: CanvasRenderingContext2D;
  /** Pixels between the edge of the tile and what is drawn for one of twelve; negative on a smaller one. */
  readonly inset: number;

  constructor(private readonly side: number) {
    this.inset = Math.floor((side - SIDE) / 2);
    this.canvas.width = (SHADE_AT + 1) * side;
    this.canvas.height = side;
    this.context = this.canvas.getContext("2d")!;
    for (const [seat, { colour, inPattern }] of seatStyles().entries()) {
      const shade = c.mixed(colour, c.INK, 0.74);
      this.ground(seat, (x, y) => (inPattern(x, y) ? shade : colour), c.mixed(colour, c.INK, 0.55));
    }
    this.ground(GROUND.land, soilAt, LINE);
    this.ground(GROUND.paved, () => PAVED, LINE);
    this.ground(GROUND.mountain, soilAt, LINE);
    this.shape(GROUND.mountain, "mountain");
    this.ground(GROUND.rock, rockAt, ROCK_LINE);
    this.ground(GROUND.never, nightAt, NEVER_LINE);
    this.ground(GROUND.haze, nightAt, NEVER_LINE);
    this.shape(GROUND.haze, "haze");
    for (const name of ["crown", "city", "tower"] as const) this.shape(SHAPE_AT[name], name);
    this.ground(SHADE_AT, (x, y) => ((x + y) % 2 ? "rgba(12,11,31,0.72)" : "rgba(12,11,31,0.36)"), SHADE_LINE);
  }

  /** Copies one of the tiles of the atlas, `size` pixels wide. */
  drawTile(context: CanvasRenderingContext2D, index: number, x: number, y: number, size: number): void {
    context.drawImage(this.canvas, index * this.side, 0, this.side, this.side, x, y, size, size);
  }

  drawStructure(context: CanvasRenderingContext2D, name: Structure, x: number, y: number, size: number): void {
    this.drawTile(context, SHAPE_AT[name], x, y, size);
  }

  drawShade(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
    this.drawTile(context, SHADE_AT, x, y, size);
  }

  private ground(index: number, colour: (x: number, y: number) => string, line: string): void {
    const { side, inset } = this;
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++)
        this.dot(index, x, y, x === side - 1 || y === side - 1 ? line : colour(x - inset, y - inset));
    }
  }

  private shape(index: number, name: Shape): void {
    const { side, inset } = this;
    // Mountains reach down to the line below them, and still do where there is less room.
    const down = name === "mountain" || name === "haze" ? Math.min(inset, side - SIDE) : inset;
    for (const [y, row] of SHAPES[name].trim().split("\n").entries()) {
      for (const [x, letter] of [...row].entries()) {
        const ink = INKS[letter];
        if (ink) this.dot(index, x + inset, y + down, ink);
      }
    }
  }

  private dot(index: number, x: number, y: number, colour: string): void {
    this.context.fillStyle = colour;
    this.context.fillRect(index * this.side + x, y, 1, 1);
  }
}

function soilAt(x: number, y: number): string {
  return (x === 3 && y === 7) || (x === 8 && y === 3) ? SOIL_DOT : SOIL;
}

function nightAt(x: number, y: number): string {
  const [column, row] = [(x + 24) % 6, (y + 24) % 6];
  return (column === 1 && row === 1) || (column === 4 && row === 4) ? NEVER_DOT : NEVER;
}

function rockAt(x: number, y: number): string {
  return (x * 5 + y * 3 + 88) % 11 === 0 ? ROCK_DOT : ROCK;
}

/** The colours of grounds from far away, in the order of the atlas. */
const FLAT_GROUNDS = [SOIL, "#8886b0", "#5b5a74", NEVER, "#1c1b48", "#5b5a74"];
/** Pixels after which the pattern of every seat begins again. */
const PERIOD = 24;

/**
 * The grounds of tiles that are too small for the art: plain, or for the land of a seat its pattern, which goes on from
 * tile to tile. So seats can be told apart without colours even where a tile has only a few pixels.
 */
export class Textures {
  private readonly canvas = document.createElement("canvas");
  /** A period, and as much more as the largest of these tiles needs. */
  private readonly side = PERIOD + SIDE;

  constructor() {
    const styles = seatStyles();
    this.canvas.width = (styles.length + FLAT_GROUNDS.length) * this.side;
    this.canvas.height = 2 * this.side;
    const context = this.canvas.getContext("2d")!;
    for (const [seat, { colour, inTexture }] of styles.entries()) {
      const shade = c.mixed(colour, c.INK, 0.62);
      this.fill(context, seat, (x, y) => (inTexture(x, y) ? shade : colour));
    }
    for (const [at, colour] of FLAT_GROUNDS.entries()) this.fill(context, styles.length + at, () => colour);
  }

  /** Draws the ground of the tile in a column and row of the board. */
  drawTile(
    context: CanvasRenderingContext2D,
    index: number,
    { column, row, hidden }: { readonly column: number; readonly row: number; readonly hidden: boolean },
    x: number,
    y: number,
    size: number,
  ): void {
    const left = index * this.side + ((column * size) % PERIOD);
    const top = (hidden ? this.side : 0) + ((row * size) % PERIOD);
    context.drawImage(this.canvas, left, top, size, size, x, y, size, size);
  }

  /** Draws a ground twice: in sight, and below it darker, as last seen. */
  private fill(context: CanvasRenderingContext2D, index: number, colour: (x: number, y: number) => string): void {
    for (let y = 0; y < this.side; y++) {
      for (let x = 0; x < this.side; x++) {
        const seen = colour(x % PERIOD, y % PERIOD);
        context.fillStyle = seen;
        context.fillRect(index * this.side + x, y, 1, 1);
        context.fillStyle = c.mixed(seen, c.INK, 0.5);
        context.fillRect(index * this.side + x, this.side + y, 1, 1);
      }
    }
  }
}

/** A number in as many signs as there is room for: 999, 12k, 3m. */
export function shortNumber(armies: number, signs: number): string {
  const whole = String(armies);
  if (whole.length <= signs) return whole;
  return armies < 1_000_000 ? `${Math.floor(armies / 1000)}k` : `${Math.floor(armies / 1_000_000)}m`;
}
