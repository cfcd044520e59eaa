/** Draws the title: a dusk over the default map, with pixel text. */

import * as c from "../palette";
import type { ScenarioWhole } from "../protocol";
import { backdrop, DUSK, paintPeaks, paintSun } from "./backdrop";
import { FIRST_UNIT_CODE } from "./board";
import { type Bitmap, paintText, textBitmap } from "./pixel-text";
import type { Sprites } from "./sprites";
import { POINTS } from "./tile-sheet";
import { HEIGHT, type Scene, WIDTH } from "./title-scene";

const HORIZON = 112;
const BOTTOM = 184;
/** The part of the land that is shown: the fortified island and both banks. */
const WINDOW = { x: 28, y: 17, width: WIDTH / POINTS, height: (BOTTOM - HORIZON) / POINTS };

/** Rows of the letters from the top: the last light. */
const GLOW = [c.WHITE, c.YELLOW, c.YELLOW, c.YELLOW, c.LIGHT_RED, c.LIGHT_RED, c.LIGHT_RED];
const LETTER = 4;
/** Where the letters are painted in black before they are painted in colours: an outline, and a shadow below. */
const EDGES = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
  [3, 3],
] as const;
const STARS = Array.from({ length: 46 }, (_, n) => ({ x: (n * 131 + 17) % WIDTH, y: (n * n * 7 + n * 29) % 64 }));
/** Bloodsuckers before the sun: where they fly, how fast and how high, in pixels and seconds. */
const FLOCK = [
  { at: 0, speed: 11, y: 88, swing: 5 },
  { at: 34, speed: 11, y: 82, swing: 4 },
  { at: 58, speed: 11, y: 93, swing: 6 },
  { at: 190, speed: 17, y: 99, swing: 3 },
];
const BLOODSUCKER = FIRST_UNIT_CODE + 9;
/** Milliseconds of a character of the old screen's cursor, and of a unit that stirs. */
const BLINK_MS = 330;
const STIR_MS = 260;

interface Figure {
  readonly code: number;
  readonly x: number;
  readonly y: number;
}

export class TitleArt {
  private readonly dusk = backdrop(DUSK, WIDTH, HORIZON);
  private readonly upper = textBitmap("WELTEN").slice(0, 7);
  private readonly lower = textBitmap("DÄMMERUNG").slice(0, 7);
  private readonly ground: HTMLCanvasElement;
  private readonly figures: readonly Figure[];
  private said = "";
  private scroller: HTMLCanvasElement | null = null;

  constructor(
    private readonly sprites: Sprites,
    land: ScenarioWhole,
  ) {
    this.ground = groundOf(sprites, land);
    this.figures = land.placements
      .map(([type, x, y]) => ({ code: FIRST_UNIT_CODE + type, x: (x - WINDOW.x) * POINTS, y: (y - WINDOW.y) * POINTS }))
      .filter(({ x, y }) => x >= 0 && x < WIDTH && y >= 0 && y < BOTTOM - HORIZON);
  }

  /** Paint a moment; `still` is for those who want little motion. */
  paint(context: CanvasRenderingContext2D, scene: Scene, now: number, text: string, still: boolean): void {
    if (scene.stage === "typing") {
      paintOldScreen(context, scene.lines, now);
      return;
    }
    context.fillStyle = c.BLACK;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.drawImage(this.dusk, 0, 0);
    this.paintStars(context, now, still);
    paintSun(context, 160, 106 - scene.sun, 30, HORIZON, [c.WHITE, c.YELLOW, c.YELLOW, c.LIGHT_RED, c.LIGHT_RED]);
    paintPeaks(context, 0, 122, HORIZON, 15, c.BLACK);
    paintPeaks(context, WIDTH, 196, HORIZON, 27, c.BLACK);
    if (scene.stage === "there") this.paintFlock(context, still ? 7300 : now);
    this.paintLand(context, scene.land, now, still);
    this.paintWord(context, this.upper, 10, -scene.upper);
    this.paintWord(context, this.lower, 46, scene.lower);
    this.paintScroller(context, scene, now, text, still);
  }

  private paintStars(context: CanvasRenderingContext2D, now: number, still: boolean): void {
    for (const [n, { x, y }] of STARS.entries()) {
      const dim = !still && Math.floor(now / 700 + n * 0.37) % 9 === 0;
      context.fillStyle = dim ? c.BLUE : n % 3 ? c.LIGHT_GREY : c.WHITE;
      context.fillRect(x, y, 1, 1);
    }
  }

  private paintFlock(context: CanvasRenderingContext2D, now: number): void {
    const seconds = now / 1000;
    for (const { at, speed, y, swing } of FLOCK) {
      const x = WIDTH + 8 - ((seconds * speed + at) % (WIDTH + 60));
      this.sprites.drawFigure(context, BLOODSUCKER, Math.round(x), Math.round(y + Math.sin(seconds * 2 + at) * swing));
    }
  }

  private paintLand(context: CanvasRenderingContext2D, left: number, now: number, still: boolean): void {
    context.save();
    context.beginPath();
    context.rect(0, HORIZON, WIDTH, BOTTOM - HORIZON);
    context.clip();
    context.drawImage(this.ground, left, HORIZON);
    for (const [n, { code, x, y }] of this.figures.entries()) {
      // Each stirs for a moment now and then, at its own time.
      const stirs = !still && (Math.floor(now / STIR_MS) + n * 11) % 23 === 0;
      this.sprites.drawFigure(context, code, x + left, HORIZON + y - (stirs ? 1 : 0));
    }
    context.restore();
  }

  private paintWord(context: CanvasRenderingContext2D, word: Bitmap, y: number, moved: number): void {
    const width = (word[0]!.length - 1) * LETTER;
    const x = Math.round((WIDTH - width) / 2) + moved;
    for (const [dx, dy] of EDGES) paintText(context, word, x + dx, y + dy, LETTER, () => c.BLACK);
    paintText(context, word, x, y, LETTER, (row) => GLOW[Math.floor(row / LETTER)]!);
  }

  /** The line at the bottom, which in those days had to be there. */
  private paintScroller(
    context: CanvasRenderingContext2D,
    scene: Scene,
    now: number,
    text: string,
    still: boolean,
  ): void {
    context.fillStyle = c.BLACK;
    context.fillRect(0, BOTTOM, WIDTH, HEIGHT - BOTTOM);
    context.fillStyle = c.BLUE;
    context.fillRect(0, BOTTOM, WIDTH, 1);
    if (scene.stage !== "there") return;
    if (still) {
      const line = textBitmap("ELDOIN – DAILOR");
      paintText(context, line, Math.round((WIDTH - line[0]!.length) / 2), BOTTOM + 5, 1, () => c.CYAN);
      return;
    }
    if (this.said !== text || !this.scroller) [this.said, this.scroller] = [text, strip(text)];
    const way = this.scroller.width + WIDTH;
    const x = WIDTH - (Math.floor((now / 1000) * 36 + WIDTH * 0.96) % way);
    context.drawImage(this.scroller, x, BOTTOM + 5);
  }
}

function groundOf(sprites: Sprites, land: ScenarioWhole): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WINDOW.width * POINTS, WINDOW.height * POINTS];
  const context = canvas.getContext("2d")!;
  for (let y = 0; y < WINDOW.height; y++) {
    for (let x = 0; x < WINDOW.width; x++) {
      const code = land.terrain[(y + WINDOW.y) * land.width + x + WINDOW.x];
      if (code !== undefined) sprites.drawTile(context, code, x * POINTS, y * POINTS);
    }
  }
  return canvas;
}

function strip(text: string): HTMLCanvasElement {
  const bitmap = textBitmap(text);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [bitmap[0]!.length, bitmap.length];
  const colours = [c.WHITE, c.CYAN, c.CYAN, c.CYAN, c.LIGHT_BLUE, c.LIGHT_BLUE, c.LIGHT_BLUE];
  paintText(canvas.getContext("2d")!, bitmap, 0, 0, 1, (row) => colours[row] ?? c.LIGHT_BLUE);
  return canvas;
}

/** Blue on blue, forty signs a line. */
export function paintOldScreen(context: CanvasRenderingContext2D, lines: readonly string[], now: number): void {
  context.fillStyle = c.BLUE;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (const [row, line] of lines.entries()) {
    for (const [column, sign] of [...line].entries())
      paintText(context, textBitmap(sign), column * POINTS, row * POINTS, 1, () => c.LIGHT_BLUE);
  }
  if (Math.floor(now / BLINK_MS) % 2) return;
  const last = lines.length - 1;
  context.fillStyle = c.LIGHT_BLUE;
  context.fillRect((lines[last]?.length ?? 0) * POINTS, last * POINTS, POINTS, POINTS);
}
