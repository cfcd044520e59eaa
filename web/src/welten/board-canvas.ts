/**
 * A board of Weltendämmerung in a canvas. Only the board is needed, so a replay can be shown with it as well as a game:
 *
 *     const map = new WeltenCanvas(canvas, await loadTiles("default"));
 *     map.show({ board });
 *     for (const animation of animationsOf(board, events)) await map.play(animation, durationOf(animation));
 *     map.show({ board: applyPatch(board, events.patch) });
 */

import { writeNumber } from "../fog/tile-art";
import * as cameras from "../canvas/camera";
import type { Camera, Extent } from "../canvas/camera";
import { Chunks, type Painter } from "../canvas/chunks";
import { Viewport } from "../canvas/viewport";
import { prefersReducedMotion } from "../animation-frame";
import * as c from "../palette";
import type { ThreatsShown } from "../protocol";
import type { BoardAnimation } from "./animations";
import { FIRST_UNIT_CODE, codeOn, tileOf, type Board } from "./board";
import {
  drawArea,
  drawCursor,
  drawFrame,
  drawPips,
  drawThreats,
  drawPath,
  point,
  type CursorLook,
  type Place,
} from "./markers";
import { POINTS } from "./tile-sheet";
import type { Tiles } from "./tiles";

export interface Scene {
  readonly board: Board;
  /** The chosen unit; it pulses. */
  readonly chosen?: number | null;
  /** Tiles that it can reach, tiles in its range, and those in it that can be attacked. */
  readonly reach?: readonly number[];
  readonly range?: readonly number[];
  readonly targets?: readonly number[];
  /** The tiles of the way that it would go. */
  readonly path?: readonly number[];
  /** Tiles of units with work left. */
  readonly ready?: readonly number[];
  /** Tiles of gates that may be toggled. */
  readonly gates?: readonly number[];
  readonly threats?: ThreatsShown | null;
  readonly cursor?: { readonly tile: number; readonly look: CursorLook } | null;
}

/** Sizes of a tile in device pixels: whole multiples of its points. */
const SIZES: readonly number[] = [8, 16, 24, 32, 40, 48, 64, 72, 96, 120, 144];
/** Those with every second point a pixel wider come in between where pixels are so small that nobody can tell. */
const FINE: readonly number[] = [...SIZES, 12, 20, 28, 36, 44].sort((a, b) => a - b);
const SMALL_PIXELS = 2;

/** The sizes that look well with so many device pixels for one of CSS. */
export function sizesFor(ratio: number): readonly number[] {
  return ratio >= SMALL_PIXELS ? FINE : SIZES;
}

/** Tiles that a window shows at least, where it is large enough for them: those of the old screen. */
const C64_SCREEN: Extent = { width: 40, height: 19 };
/** CSS pixels of a tile that a mouse, or a finger, still hits. */
const MIN_TILE_PX = { fine: 16, coarse: 24 } as const;
/** Milliseconds from one picture to the next of what moves by itself: the pulse, and units that stir. */
const IDLE_FRAME_MS = 120;
/** Milliseconds for which the same units stir, and one of how many does. */
const IDLE_MOVE_MS = 840;
const IDLE_SHARE = 19;

interface PlayingAnimation {
  readonly animation: BoardAnimation;
  readonly since: number;
  readonly ms: number;
  readonly done: () => void;
  /** It has been seen to its end, and stands until the board that came of it is shown. */
  over: boolean;
}

export class WeltenCanvas extends Viewport {
  private readonly chunks: Chunks<Board>;
  private scene: Scene | null = null;
  private playing: PlayingAnimation | null = null;
  private focus = 0;
  private idleTimer = 0;
  private place: Place = { left: 0, top: 0, size: POINTS, columns: 1 };

  constructor(
    canvas: HTMLCanvasElement,
    private readonly tiles: Tiles,
    /** Called after each picture: the window may have moved. */
    private readonly painted: () => void = () => {},
  ) {
    super(canvas, SIZES, 0, sizesFor(devicePixelRatio));
    this.chunks = new Chunks(new WeltenPainter(tiles));
  }

  override close(): void {
    clearTimeout(this.idleTimer);
    this.finish();
    super.close();
  }

  /** Show this; it is drawn with the next frame, once, however often this is called until then. */
  show(scene: Scene): void {
    if (this.scene?.board !== scene.board) {
      this.chunks.update(scene.board);
      if (this.playing?.over) this.playing = null;
    }
    this.scene = scene;
    this.requestPaint();
  }

  /** Play an act on the board that is shown. Resolves when it has been seen; at once if there shall be little motion. */
  play(animation: BoardAnimation, ms: number): Promise<void> {
    this.finish();
    if (prefersReducedMotion() || ms <= 0) return Promise.resolve();
    return new Promise((done) => {
      this.playing = { animation, since: performance.now(), ms, done, over: false };
      this.requestPaint();
    });
  }

  /** Have done with the act that is played. */
  finish(): void {
    const { playing } = this;
    this.playing = null;
    playing?.done();
    this.requestPaint();
  }

  /** Where to look first, and whenever the whole window is asked for. */
  goto(tile: number): void {
    this.focus = tile;
    if (!this.camera || !this.scene) return;
    const { width } = this.scene.board;
    this.setCamera({ ...this.camera, x: (tile % width) + 0.5, y: Math.floor(tile / width) + 0.5 });
  }

  /** Look at a point of the board, in tiles. */
  center(x: number, y: number): void {
    if (this.camera) this.setCamera({ ...this.camera, x, y });
  }

  /** What of the board is in the window, in tiles. */
  get shown(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
    const { left, top, size } = this.place;
    return { x: -left / size, y: -top / size, width: this.canvas.width / size, height: this.canvas.height / size };
  }

  /** The box of a tile within the canvas, in CSS pixels. */
  box(tile: number): { readonly x: number; readonly y: number; readonly size: number } {
    const [x, y] = this.corner(tile);
    return { x: x / this.ratio, y: y / this.ratio, size: this.place.size / this.ratio };
  }

  protected override get extent(): Extent | null {
    return this.scene?.board ?? null;
  }

  /** As large as the old screen fits, but never too small for a finger. */
  private begin(board: Board): Camera {
    const least = matchMedia("(pointer: coarse)").matches ? MIN_TILE_PX.coarse : MIN_TILE_PX.fine;
    const wanted = Math.min(this.window.width / C64_SCREEN.width, this.window.height / C64_SCREEN.height);
    const all = Math.min(this.window.width / board.width, this.window.height / board.height);
    const most = Math.max(wanted, all, least * this.ratio);
    const size = SIZES.findLast((candidate) => candidate <= Math.ceil(most)) ?? SIZES[0]!;
    const x = (this.focus % board.width) + 0.5;
    return cameras.clamped({ x, y: Math.floor(this.focus / board.width) + 0.5, size }, board, this.window, this.beyond);
  }

  protected override paint(now: number): void {
    const { context, scene } = this;
    const { width, height } = this.canvas;
    context.imageSmoothingEnabled = false;
    context.fillStyle = c.INK;
    context.fillRect(0, 0, width, height);
    if (!scene) return;
    this.camera ??= this.begin(scene.board);
    this.place = { ...cameras.corner(this.camera, this.window), size: this.camera.size, columns: scene.board.width };
    const { left, top, size } = this.place;
    this.chunks.draw(context, left, top, size, width, height);
    const still = prefersReducedMotion();
    if (!still) this.drawIdleUnits(scene, now);
    this.drawMarks(scene, now, still);
    this.drawAnimation(scene.board, now);
    this.exposePosition();
    this.painted();
    if (this.playing && !this.playing.over) this.requestPaint();
    else if (!still && document.visibilityState === "visible") this.scheduleIdleFrame();
  }

  /** What a page, or a test, may know of the picture: CSS pixels of a tile and of the board's corner. */
  private exposePosition(): void {
    const { left, top, size } = this.place;
    for (const [name, value] of Object.entries({ tile: size, left, top })) {
      this.canvas.dataset[name] = String(value / this.ratio);
    }
  }

  private scheduleIdleFrame(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = window.setTimeout(this.requestPaint, IDLE_FRAME_MS);
  }

  private corner(tile: number): readonly [number, number] {
    const { left, top, size, columns } = this.place;
    return [left + (tile % columns) * size, top + Math.floor(tile / columns) * size];
  }

  private visible(tile: number): boolean {
    const [x, y] = this.corner(tile);
    const { size } = this.place;
    return x > -size && y > -size && x < this.canvas.width && y < this.canvas.height;
  }

  private drawMarks(scene: Scene, now: number, still: boolean): void {
    const { context, place } = this;
    const { board, chosen, cursor } = scene;
    if (scene.threats) {
      drawThreats(context, board, scene.threats, place, (tile) => this.visible(tile));
      this.drawUnits(board);
    }
    if (scene.reach?.length) drawArea(context, scene.reach, place, "rgb(255 255 255 / 26%)", c.WHITE);
    if (scene.range?.length) drawArea(context, scene.range, place, "rgb(196 108 113 / 20%)", c.LIGHT_RED);
    if (scene.ready)
      drawPips(
        context,
        scene.ready.filter((tile) => this.visible(tile)),
        place,
      );
    for (const tile of scene.gates ?? []) drawFrame(context, tile, place, c.YELLOW, c.INK, { corners: true });
    for (const tile of scene.targets ?? [])
      drawFrame(context, tile, place, c.LIGHT_RED, c.WHITE, { corners: true, inset: true });
    if (scene.path) drawPath(context, scene.path, place);
    const tile = chosen === null || chosen === undefined ? null : tileOf(board, board.units[chosen]!);
    if (tile !== null && !this.playing) {
      context.globalAlpha = still ? 1 : 0.55 + 0.45 * Math.sin(now / 180);
      drawFrame(context, tile, place, c.WHITE, c.INK);
      context.globalAlpha = 1;
    }
    if (cursor) drawCursor(context, cursor.tile, cursor.look, place);
  }

  /** The units once more, over what would hide them. */
  private drawUnits(board: Board): void {
    for (const unit of board.units) {
      const tile = tileOf(board, unit);
      if (tile === null || !this.visible(tile)) continue;
      this.tiles.drawFigure(this.context, FIRST_UNIT_CODE + unit.type, ...this.corner(tile), this.place.size);
    }
  }

  /** A few units at a time raise their heads. */
  private drawIdleUnits({ board }: Scene, now: number): void {
    const turn = Math.floor(now / IDLE_MOVE_MS);
    if (now % IDLE_MOVE_MS > IDLE_MOVE_MS / 2) return;
    const { size } = this.place;
    for (const unit of board.units) {
      const tile = tileOf(board, unit);
      if (tile === null || (unit.number * 7 + turn * 11) % IDLE_SHARE !== 0 || !this.visible(tile)) continue;
      const [x, y] = this.corner(tile);
      this.context.fillStyle = this.tiles.ground;
      this.context.fillRect(x, y, size, size);
      this.tiles.drawFigure(this.context, FIRST_UNIT_CODE + unit.type, x, y - point(this.place), size);
    }
  }

  private drawAnimation(board: Board, now: number): void {
    const { playing } = this;
    if (!playing) return;
    const progress = Math.min(1, (now - playing.since) / playing.ms);
    const { animation } = playing;
    if (animation.kind === "walk") this.drawWalk(board, animation, progress);
    else if (animation.kind === "strike") this.drawStrike(board, animation, progress);
    else if (animation.kind === "fall") this.drawFall(board, animation, progress);
    else this.drawChange(board, animation, progress);
    if (progress < 1 || playing.over) return;
    playing.over = true;
    playing.done();
  }

  private drawWalk(board: Board, { unit, tiles }: BoardAnimation & { kind: "walk" }, progress: number): void {
    const { context, place } = this;
    const { size } = place;
    const first = tiles[0]!;
    this.tiles.drawTile(context, board.terrain[first]!, ...this.corner(first), size);
    const at = progress * (tiles.length - 1);
    const [fromX, fromY] = this.corner(tiles[Math.floor(at)]!);
    const [toX, toY] = this.corner(tiles[Math.min(tiles.length - 1, Math.floor(at) + 1)]!);
    const part = at - Math.floor(at);
    const x = Math.round(fromX + (toX - fromX) * part);
    const y = Math.round(fromY + (toY - fromY) * part);
    const code = FIRST_UNIT_CODE + (board.units[unit]?.type ?? 0);
    context.fillStyle = this.tiles.ground;
    context.fillRect(x, y, size, size);
    this.tiles.drawFigure(context, code, x, y - (at % 1 > 0.5 ? point(place) : 0), size);
  }

  /** Something flies from one to the other, then the other flashes. */
  private drawStrike(board: Board, { from, to, damage }: BoardAnimation & { kind: "strike" }, progress: number): void {
    const { context, place } = this;
    const { size } = place;
    const dot = point(place);
    const [fromX, fromY] = this.corner(from);
    const [toX, toY] = this.corner(to);
    const flight = Math.min(1, progress / 0.35);
    if (flight < 1) {
      const x = Math.round(fromX + (toX - fromX) * flight + size / 2);
      const y = Math.round(fromY + (toY - fromY) * flight + size / 2);
      context.fillStyle = c.INK;
      context.fillRect(x - 2 * dot, y - 2 * dot, 4 * dot, 4 * dot);
      context.fillStyle = c.YELLOW;
      context.fillRect(x - dot, y - dot, 2 * dot, 2 * dot);
      return;
    }
    const beat = Math.floor((progress - 0.35) * 9) % 2 === 0;
    context.fillStyle = beat ? c.WHITE : c.RED;
    context.fillRect(toX, toY, size, size);
    this.tiles.drawFigure(context, codeOn(board, to), toX, toY, size);
    if (damage === null) return;
    const rise = Math.round((progress - 0.35) * size);
    writeNumber(context, String(damage), toX + size / 2, toY - rise, Math.max(2, dot));
  }

  private drawFall(board: Board, { unit, tile }: BoardAnimation & { kind: "fall" }, progress: number): void {
    const { context } = this;
    const { size } = this.place;
    const [x, y] = this.corner(tile);
    this.tiles.drawTile(context, board.terrain[tile]!, x, y, size);
    context.globalAlpha = 1 - progress;
    const sunk = Math.round(progress * size * 0.5);
    this.tiles.drawFigure(context, FIRST_UNIT_CODE + (board.units[unit]?.type ?? 0), x, y + sunk, size);
    context.globalAlpha = 1;
  }

  private drawChange(
    board: Board,
    { tile, before, after }: BoardAnimation & { kind: "change" },
    progress: number,
  ): void {
    if (board.standing[tile]! >= 0) return;
    const { context } = this;
    const [x, y] = this.corner(tile);
    this.tiles.drawTile(context, before, x, y, this.place.size);
    context.globalAlpha = progress;
    this.tiles.drawTile(context, after, x, y, this.place.size);
    context.globalAlpha = 1;
  }
}

class WeltenPainter implements Painter<Board> {
  constructor(private readonly tiles: Tiles) {}

  *changes(before: Board, now: Board): Iterable<number> {
    if (before.standing === now.standing && before.terrain === now.terrain) return;
    for (let tile = 0; tile < now.terrain.length; tile++) if (codeOn(before, tile) !== codeOn(now, tile)) yield tile;
  }

  draw(context: CanvasRenderingContext2D, board: Board, tile: number, x: number, y: number, size: number): void {
    this.tiles.drawTile(context, codeOn(board, tile), x, y, size);
  }
}
