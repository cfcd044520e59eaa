/** The art of a Fog of War board: tiles of about twelve by twelve pixels, drawn once into an atlas. */

import * as c from "../palette";
import { SEAT_STYLES } from "../seat-style";
import { pixelOf } from "../canvas/camera";

/** Pixels for which a tile is drawn on each side; the last row and column are the line between tiles. */
export const SIDE = 12;

export const NEVER = "#12112f";
const NEVER_DOT = "#1a1942";
const HAZE = "#2a2964";
const SOIL = "#3a3960";
const SOIL_DOT = "#43426b";
const LINE = "#23224a";
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

/** Three by five pixels a sign, row by row. */
export const DIGITS: Record<string, string> = {
  "0": "111101101101111",
  "1": "010110010010111",
  "2": "111001111100111",
  "3": "111001011001111",
  "4": "101101111001001",
  "5": "111100111001111",
  "6": "111100111101111",
  "7": "111001001010010",
  "8": "111101111101111",
  "9": "111101111001111",
  k: "100101110101101",
  m: "000111111101101",
};

/** Where each kind of ground stands in the atlas: seats 0 to 15 first. */
export const GROUND = { land: 16, paved: 17, mountain: 18, never: 19, haze: 20, rock: 21 } as const;

const SHAPE_AT: Record<Structure, number> = { crown: 22, city: 23, tower: 24 };
const SHADE_AT = 25;

/** The tiles for each number of pixels that a tile may have on each side. */
export class Atlases {
  private readonly atlases = new Map<number, Atlas>();

  /** Those for tiles of so many device pixels. */
  for(size: number): Atlas {
    const side = Math.round(size / pixelOf(size));
    const found = this.atlases.get(side) ?? new Atlas(side);
    this.atlases.set(side, found);
    return found;
  }
}

/** All tiles side by side, one canvas pixel a pixel of the art. The art stands in the middle of its tile. */
export class Atlas {
  private readonly canvas = document.createElement("canvas");
  /** Pixels between the edge of the tile and what is drawn for one of twelve; less than none on a smaller one. */
  readonly inset: number;

  constructor(private readonly side: number) {
    const inset = Math.floor((side - SIDE) / 2);
    this.inset = inset;
    this.canvas.width = (SHADE_AT + 1) * side;
    this.canvas.height = side;
    const context = this.canvas.getContext("2d")!;
    const at = (index: number, draw: (dot: Dot) => void) =>
      draw((x, y, colour) => {
        context.fillStyle = colour;
        context.fillRect(index * side + x, y, 1, 1);
      });
    const ground = (dot: Dot, colour: (x: number, y: number) => string, line: string) => {
      for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++)
          dot(x, y, x === side - 1 || y === side - 1 ? line : colour(x - inset, y - inset));
      }
    };
    const shape = (dot: Dot, name: Shape) => {
      // Mountains reach down to the line below them, and still do where there is less room.
      const down = name === "mountain" || name === "haze" ? Math.min(inset, side - SIDE) : inset;
      pixels(name, (x, y, colour) => dot(x + inset, y + down, colour));
    };
    for (const [seat, style] of SEAT_STYLES.entries()) {
      const shade = c.mixed(style.colour, c.INK, 0.74);
      at(seat, (dot) =>
        ground(dot, (x, y) => (style.inPattern(x, y) ? shade : style.colour), c.mixed(style.colour, c.INK, 0.55)),
      );
    }
    const soil = (x: number, y: number) => ((x === 3 && y === 7) || (x === 8 && y === 3) ? SOIL_DOT : SOIL);
    const night = (x: number, y: number) =>
      ((x + 24) % 6 === 1 && (y + 24) % 6 === 1) || ((x + 24) % 6 === 4 && (y + 24) % 6 === 4) ? NEVER_DOT : NEVER;
    at(GROUND.land, (dot) => ground(dot, soil, LINE));
    at(GROUND.paved, (dot) => ground(dot, () => PAVED, LINE));
    at(GROUND.mountain, (dot) => (ground(dot, soil, LINE), shape(dot, "mountain")));
    at(GROUND.rock, (dot) => ground(dot, (x, y) => ((x * 5 + y * 3 + 88) % 11 === 0 ? ROCK_DOT : ROCK), "#33324f"));
    at(GROUND.never, (dot) => ground(dot, night, "#100f2a"));
    at(GROUND.haze, (dot) => (ground(dot, night, "#100f2a"), shape(dot, "haze")));
    for (const name of ["crown", "city", "tower"] as const) at(SHAPE_AT[name], (dot) => shape(dot, name));
    at(SHADE_AT, (dot) =>
      ground(dot, (x, y) => ((x + y) % 2 ? "rgba(12,11,31,0.72)" : "rgba(12,11,31,0.36)"), "rgba(12,11,31,0.5)"),
    );
  }

  /** Stamp one of the tiles of the atlas, `size` pixels wide. */
  drawTile(context: CanvasRenderingContext2D, index: number, x: number, y: number, size: number): void {
    context.drawImage(this.canvas, index * this.side, 0, this.side, this.side, x, y, size, size);
  }

  drawStructure(context: CanvasRenderingContext2D, name: Structure, x: number, y: number, size: number): void {
    this.drawTile(context, SHAPE_AT[name], x, y, size);
  }

  drawShade(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
    this.drawTile(context, SHADE_AT, x, y, size);
  }
}

type Dot = (x: number, y: number, colour: string) => void;

function pixels(name: Shape, dot: Dot): void {
  for (const [y, row] of SHAPES[name].trim().split("\n").entries()) {
    for (const [x, letter] of [...row].entries()) {
      const ink = INKS[letter];
      if (ink) dot(x, y, ink);
    }
  }
}

/** A number in as many signs as there is room for: 999, 12k, 3m. */
export function shortNumber(armies: number, signs: number): string {
  const whole = String(armies);
  if (whole.length <= signs) return whole;
  return armies < 1_000_000 ? `${Math.floor(armies / 1000)}k` : `${Math.floor(armies / 1_000_000)}m`;
}

/** Write a number in dots, its middle at x, its top at y, with a dark seam that makes it readable on every ground. */
export function writeNumber(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  dot: number,
  /** The width of a dot where it has to be less than its height. */
  across = dot,
): void {
  const left = Math.round(x - (text.length * 4 - 1) * across * 0.5);
  const pass = (colour: string, grow: number) => {
    context.fillStyle = colour;
    for (const [index, sign] of [...text].entries()) {
      const bits = DIGITS[sign];
      if (!bits) continue;
      for (let i = 0; i < 15; i++) {
        if (bits[i] !== "1") continue;
        const px = left + (index * 4 + (i % 3)) * across;
        context.fillRect(px - grow, y + Math.floor(i / 3) * dot - grow, across + 2 * grow, dot + 2 * grow);
      }
    }
  };
  pass(c.INK, Math.max(1, Math.floor(dot / 2)));
  pass(c.WHITE, 0);
}
