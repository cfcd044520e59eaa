/** The picture of the ending: morning for Eldoin, fire for Dailor, night for a draw. */

import * as c from "../palette";
import { backdrop, FIRE, MORNING, NIGHT, paintPeaks, paintSun } from "./backdrop";
import type { Side } from "./board";
import { FIRST_UNIT_CODE } from "./board";
import { paintText, textBitmap } from "./pixel-text";
import type { Sprites } from "./sprites";
import { POINTS, TILE_CODES } from "./tile-sheet";

export const WIDTH = 288;
export const HEIGHT = 104;

const GROUND = 72;
const TWICE = POINTS * 2;
const LETTER = 4;
const unit = (type: number) => FIRST_UNIT_CODE + type;
/** Who parades: types of units, from the middle outwards. */
const PARADE = { eldoin: [3, 0, 1, 5, 3, 1, 0, 5], dailor: [15, 10, 7, 14, 10, 13, 15, 10] } as const;
const COLOURS: Readonly<Record<Side, readonly string[]>> = {
  eldoin: [c.WHITE, c.YELLOW, c.YELLOW, c.YELLOW, c.ORANGE, c.ORANGE, c.BROWN],
  dailor: [c.YELLOW, c.YELLOW, c.LIGHT_RED, c.LIGHT_RED, c.RED, c.RED, c.BLACK],
};
/** Milliseconds until everyone stands in place. */
const MARCH_MS = 2600;

/** Paints the picture, `ms` after it was opened; Infinity is the picture at rest. */
export class EndingArt {
  private readonly back: HTMLCanvasElement;

  constructor(
    private readonly sprites: Sprites,
    private readonly winner: Side | null,
  ) {
    const bands = winner === "eldoin" ? MORNING : winner === "dailor" ? FIRE : NIGHT;
    this.back = backdrop(bands, WIDTH, HEIGHT);
  }

  paint(context: CanvasRenderingContext2D, ms: number): void {
    context.imageSmoothingEnabled = false;
    context.drawImage(this.back, 0, 0);
    const rest = ms === Infinity;
    const left = rest ? 0 : Math.max(0, 1 - ms / MARCH_MS) ** 2;
    const beat = rest ? 0 : ms;
    if (this.winner === "eldoin") this.paintMorning(context, left, beat);
    else if (this.winner === "dailor") this.paintFire(context, left, beat);
    else this.paintNight(context, beat);
    if (this.winner) this.paintName(context, this.winner, beat, rest);
  }

  private paintMorning(context: CanvasRenderingContext2D, left: number, beat: number): void {
    paintSun(context, WIDTH / 2, 56 + Math.round(left * 40), 24, GROUND, [c.LIGHT_RED, c.RED, c.RED, c.LIGHT_RED]);
    paintPeaks(context, 0, 110, GROUND, 20, c.PURPLE);
    paintPeaks(context, WIDTH, 178, GROUND, 20, c.PURPLE);
    this.paintGround(context, TILE_CODES.meadow);
    this.paintWall(context, () => true);
    this.sprites.drawFigure(context, unit(6), WIDTH / 2 - 12, GROUND - TWICE - 19, 3);
    this.paintParade(context, "eldoin", left, beat);
    for (const [n, y] of [30, 22, 36].entries()) {
      const x = ((beat / 60 + n * 96) % (WIDTH + 40)) - 20;
      this.sprites.drawFigure(context, unit(2), Math.round(x), y + Math.round(Math.sin(beat / 500 + n) * 3));
    }
  }

  private paintFire(context: CanvasRenderingContext2D, left: number, beat: number): void {
    paintSun(context, WIDTH / 2, 56, 26, GROUND, [c.YELLOW, c.YELLOW, c.LIGHT_RED, c.LIGHT_RED]);
    paintPeaks(context, 0, 116, GROUND, 30, c.BLACK);
    paintPeaks(context, WIDTH, 172, GROUND, 30, c.BLACK);
    this.paintGround(context, TILE_CODES.pavement);
    this.paintWall(context, (n) => ![2, 5, 7, 8, 9, 10, 13, 16].includes(n));
    this.paintFlames(context, beat);
    this.sprites.drawFigure(context, unit(12), WIDTH / 2 - 16, GROUND - 30 - Math.round(left * 60), 4);
    this.paintParade(context, "dailor", left, beat);
    for (const [n, y] of [34, 26, 42].entries()) {
      const x = WIDTH + 10 - ((beat / 45 + n * 90) % (WIDTH + 40));
      this.sprites.drawFigure(context, unit(9), Math.round(x), y + Math.round(Math.sin(beat / 300 + n * 2) * 4));
    }
  }

  private paintNight(context: CanvasRenderingContext2D, beat: number): void {
    for (let n = 0; n < 30; n++) {
      context.fillStyle = Math.floor(beat / 600 + n * 0.7) % 8 === 1 ? c.BLUE : c.LIGHT_GREY;
      context.fillRect((n * 97 + 13) % WIDTH, (n * n * 5 + n * 11) % 52, 1, 1);
    }
    paintSun(context, WIDTH / 2, 34, 16, GROUND, [c.WHITE, c.LIGHT_GREY, c.LIGHT_GREY]);
    this.paintGround(context, TILE_CODES.meadow);
    for (let x = WIDTH / 2 - 32; x < WIDTH / 2 + 32; x += POINTS) {
      for (let y = GROUND; y < HEIGHT; y += POINTS) this.sprites.drawTile(context, TILE_CODES.river, x, y);
    }
    for (const [n, type] of PARADE.eldoin.slice(0, 6).entries())
      this.sprites.drawFigure(context, unit(type), WIDTH / 2 - 56 - n * 17, GROUND + 4 + (n % 2) * 8, 2);
    for (const [n, type] of PARADE.dailor.slice(0, 6).entries())
      this.sprites.drawFigure(context, unit(type), WIDTH / 2 + 40 + n * 17, GROUND + 4 + (n % 2) * 8, 2);
  }

  private paintGround(context: CanvasRenderingContext2D, code: number): void {
    for (let y = GROUND; y < HEIGHT; y += POINTS) {
      for (let x = 0; x < WIDTH; x += POINTS) {
        const plain = (x * 7 + y * 13) % 5 > 1;
        this.sprites.drawTile(context, plain ? TILE_CODES.meadow : code === TILE_CODES.meadow ? code + 1 : code, x, y);
      }
    }
  }

  private paintWall(context: CanvasRenderingContext2D, stands: (piece: number) => boolean): void {
    const pieces = WIDTH / TWICE;
    for (let n = 0; n < pieces; n++) {
      const code = n === Math.floor(pieces / 2) - 1 || n === Math.floor(pieces / 2) ? TILE_CODES.gate : TILE_CODES.wall;
      if (stands(n)) this.sprites.drawFigure(context, code, n * TWICE, GROUND - TWICE + 2, 2);
    }
  }

  private paintParade(context: CanvasRenderingContext2D, side: Side, left: number, beat: number): void {
    for (const [n, type] of PARADE[side].entries()) {
      const step = left > 0 ? Math.floor(beat / 150 + n) % 2 : Math.floor(beat / 400 + n * 5) % 9 === 0 ? 1 : 0;
      const away = 22 + n * 16 + Math.round(left * WIDTH);
      const y = GROUND + 12 - step;
      this.sprites.drawFigure(context, unit(type), WIDTH / 2 + away - TWICE / 2, y, 2);
      this.sprites.drawFigure(context, unit(type), WIDTH / 2 - away - TWICE / 2, y, 2);
    }
  }

  private paintFlames(context: CanvasRenderingContext2D, beat: number): void {
    const flicker = Math.floor(beat / 110);
    for (let n = 0; n < 60; n++) {
      const x = (n * 53 + 7) % WIDTH;
      if (Math.abs(x - WIDTH / 2) < 26) continue;
      const height = 3 + ((n * 31 + flicker * (3 + (n % 5))) % 13);
      const layers = [c.RED, c.ORANGE, c.YELLOW];
      for (const [at, colour] of layers.entries()) {
        const tall = Math.max(0, height - at * 4);
        context.fillStyle = colour;
        context.fillRect(x + (at > 0 ? 1 : 0), GROUND - tall + 1, at > 1 ? 1 : 3 - at, tall);
      }
    }
  }

  /** The name goes over the sky in a wave, a letter after the other. */
  private paintName(context: CanvasRenderingContext2D, side: Side, beat: number, rest: boolean): void {
    const name = side.toUpperCase();
    const widths = [...name].map((letter) => textBitmap(letter)[0]!.length * LETTER);
    let x = Math.round((WIDTH - widths.reduce((sum, width) => sum + width, 0)) / 2);
    for (const [n, letter] of [...name].entries()) {
      const bitmap = textBitmap(letter).slice(0, 7);
      const y = 5 + (rest ? 0 : Math.round(Math.sin(beat / 420 - n * 0.7) * 2));
      for (const [dx, dy] of [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [2, 2],
      ] as const)
        paintText(context, bitmap, x + dx, y + dy, LETTER, () => c.BLACK);
      paintText(context, bitmap, x, y, LETTER, (row) => COLOURS[side][Math.floor(row / LETTER)]!);
      x += widths[n]!;
    }
  }
}
