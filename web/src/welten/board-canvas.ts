/**
 * A board of Weltendämmerung in a canvas. Only the board is needed, so a replay can be shown with it as well as a game:
 *
 *     const map = new WeltenCanvas(canvas, await loadTiles("default"));
 *     map.show({ board });
 *     for (const animation of animationsOf(board, events)) await map.play(animation, durationOf(animation));
 *     map.show({ board: applyPatch(board, events.patch) });
 */

import { mayAnimate, onAnimationChange, prefersReducedMotion } from "../animation-frame";
import type { Camera, Extent, Place } from "../canvas/camera";
import * as cameras from "../canvas/camera";
import { type Area, areaAround, Chunks, type Painter, tilesOf } from "../canvas/chunks";
import { writeGlyphs } from "../canvas/glyphs";
import { Viewport } from "../canvas/viewport";
import * as c from "../palette";
import type { ThreatsShown } from "../protocol";
import type { BoardAnimation } from "./animations";
import { drawAttack, type ShownAttack } from "./attack-mark";
import { type Board, codeOn, FIRST_UNIT_CODE, tileOf, type Unit } from "./board";
import {
  type CursorLook,
  drawBars,
  drawBox,
  drawCursor,
  drawEnemyReach,
  drawFrame,
  drawHeld,
  drawMarked,
  drawPath,
  drawPips,
  drawRange,
  drawReach,
  drawTarget,
  drawThreats,
  point,
} from "./markers";
import * as guide from "./palette";
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
  /** Tiles that an enemy can reach before its next attack, and those that it could hit then. */
  readonly enemyReach?: readonly number[];
  readonly enemyHits?: readonly number[];
  /** An attack of the battle log. */
  readonly attack?: ShownAttack | null;
  /** Tiles of units that hold their place, and of those that are marked for common orders. */
  readonly held?: readonly number[];
  readonly marked?: readonly number[];
  /** The V that each type of unit begins with, if units have bars for theirs. */
  readonly fullV?: readonly number[];
  readonly cursor?: { readonly tile: number; readonly look: CursorLook } | null;
  /** Whether nothing moves by itself, so that the board is only drawn when it changes. */
  readonly still?: boolean;
}

/** Sizes of a tile in device pixels to zoom through: whole multiples of its points, and two for large lands. */
export const SIZES: readonly number[] = [4, 6, 8, 16, 24, 32, 40, 48, 64, 72, 96, 120, 144];
/** Every size that a land may be shown in so that it fills its window: between the multiples tiles are smoothed. */
export const ALL_SIZES: readonly number[] = Array.from({ length: 142 }, (_, i) => i + 3);

/** Tiles that a window shows at least, where it is large enough for them: those of the old screen. */
const C64_SCREEN: Extent = { width: 40, height: 19 };
/** CSS pixels of a tile that a mouse, or a finger, still hits. */
const MIN_TILE_PX = { fine: 16, coarse: 24 } as const;
/** Milliseconds from one picture of the pulsing frame to the next. */
const PULSE_FRAME_MS = 120;
/** Milliseconds after which a few units raise their heads, or lower them again; and one of how many does. */
const IDLE_MOVE_MS = 420;
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
  private box: { readonly from: number; readonly to: number } | null = null;
  private focus = 0;
  private idleTimer = 0;
  private place: Place = { left: 0, top: 0, size: POINTS, columns: 1 };
  /** Whether more has changed since the last picture than what moves by itself. */
  private stale = true;
  /** The tiles on which something moved by itself in the last picture. */
  private moving: readonly Area[] = [];

  constructor(
    canvas: HTMLCanvasElement,
    private readonly tiles: Tiles,
    /** Called after each picture that shows something new: the window may have moved. */
    private readonly painted: () => void = () => {},
  ) {
    super(canvas, SIZES, 0, ALL_SIZES);
    this.chunks = new Chunks(new WeltenPainter(tiles), c.INK);
    onAnimationChange(() => this.refresh(), this.closing.signal);
  }

  override close(): void {
    clearTimeout(this.idleTimer);
    this.finish();
    super.close();
  }

  /** Shows a scene; it is drawn in the next frame. */
  show(scene: Scene): void {
    if (this.scene?.board !== scene.board) {
      this.chunks.update(scene.board);
      if (this.playing?.over) this.playing = null;
    }
    this.scene = scene;
    this.refresh();
  }

  /** Plays an animation on the board that is shown. Resolves at its end; at once with reduced motion. */
  play(animation: BoardAnimation, ms: number): Promise<void> {
    this.finish();
    if (prefersReducedMotion() || ms <= 0) return Promise.resolve();
    return new Promise((done) => {
      this.playing = { animation, since: performance.now(), ms, done, over: false };
      this.refresh();
    });
  }

  /** Ends the animation that is played. */
  finish(): void {
    const { playing } = this;
    if (!playing) return;
    this.playing = null;
    playing.done();
    this.refresh();
  }

  /** Shows the box with which units are marked, by two of its corners; null removes it. */
  showBox(box: { readonly from: number; readonly to: number } | null): void {
    if (this.box === box) return;
    this.box = box;
    this.refresh();
  }

  /** Moves the window to a tile; before the first picture, chooses where it begins. */
  goto(tile: number): void {
    this.focus = tile;
    if (!this.camera || !this.scene) return;
    const { width } = this.scene.board;
    this.setCamera({ ...this.camera, x: (tile % width) + 0.5, y: Math.floor(tile / width) + 0.5 });
  }

  /** Moves the window to a point of the board, in tiles. */
  center(x: number, y: number): void {
    if (this.camera) this.setCamera({ ...this.camera, x, y });
  }

  /** The part of the board that is in the window, in tiles. */
  get shown(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
    const { left, top, size } = this.place;
    return { x: -left / size, y: -top / size, width: this.canvas.width / size, height: this.canvas.height / size };
  }

  /** The square of a tile within the canvas, in CSS pixels. */
  square(tile: number): { readonly x: number; readonly y: number; readonly size: number } {
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

  protected override invalidate(): void {
    this.chunks.invalidate();
    this.refresh();
  }

  protected override setCamera(camera: Camera, whole = false): void {
    super.setCamera(camera, whole);
    this.refresh();
  }

  protected override resized(): void {
    super.resized();
    this.refresh();
  }

  /** Draws everything with the next frame, not only what moves by itself. */
  private refresh(): void {
    this.stale = true;
    this.requestPaint();
  }

  protected override paint(now: number): void {
    const { context, scene } = this;
    context.imageSmoothingEnabled = false;
    if (!scene) {
      context.fillStyle = c.INK;
      context.fillRect(0, 0, this.canvas.width, this.canvas.height);
      return;
    }
    this.camera ??= this.begin(scene.board);
    this.place = cameras.placeOf(this.camera, scene.board, this.window);
    clearTimeout(this.idleTimer);
    const animated = mayAnimate() && scene.still !== true;
    const idle = animated ? this.idleUnits(scene.board, now) : [];
    const before = this.moving;
    this.moving = this.movingAreas(scene, idle);
    if (this.stale || this.playing) this.paintAll(scene, idle, now);
    else this.paintAreas(scene, [...before, ...this.moving], idle, now);
    if (this.playing && !this.playing.over) this.requestPaint();
    else if (animated) this.scheduleIdleFrame(scene, now);
  }

  private paintAll(scene: Scene, idle: readonly Unit[], now: number): void {
    this.stale = false;
    this.chunks.paint(this.context, this.place, this.window, null);
    this.drawScene(scene, idle, now, (tile) => this.visible(tile));
    this.drawAnimation(scene.board, now);
    const { left, top, size } = this.place;
    this.expose({ tile: size, left, top });
    this.painted();
  }

  /** Draws only some tiles, with all that lies on them. */
  private paintAreas(scene: Scene, areas: readonly Area[], idle: readonly Unit[], now: number): void {
    this.chunks.paint(this.context, this.place, this.window, areas);
    const tiles = new Set(areas.flatMap((area) => tilesOf(area, scene.board)));
    this.drawScene(scene, idle, now, (tile) => tiles.has(tile) && this.visible(tile));
  }

  /** The tiles on which something moves by itself: units that raise their heads, and the pulsing frame. */
  private movingAreas(scene: Scene, idle: readonly Unit[]): readonly Area[] {
    const areas: Area[] = idle.map(({ x, y }) => ({ x, y: y - 1, width: 1, height: 2 }));
    const chosen = this.chosenTile(scene);
    return chosen === null ? areas : [...areas, areaAround(chosen, this.place.columns, 1)];
  }

  private scheduleIdleFrame(scene: Scene, now: number): void {
    const wait = this.chosenTile(scene) === null ? IDLE_MOVE_MS - (now % IDLE_MOVE_MS) : PULSE_FRAME_MS;
    this.idleTimer = window.setTimeout(this.requestPaint, wait);
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

  /** The tile of the chosen unit, around which the pulsing frame is drawn. */
  private chosenTile({ board, chosen }: Scene): number | null {
    return chosen === null || chosen === undefined || this.playing ? null : tileOf(board, board.units[chosen]!);
  }

  /** Draws all that lies over the board. What is transparent is only drawn on tiles that were drawn anew. */
  private drawScene(scene: Scene, idle: readonly Unit[], now: number, isNew: (tile: number) => boolean): void {
    const { context, place } = this;
    const { board, cursor } = scene;
    this.drawIdleUnits(board, idle);
    if (scene.threats) {
      drawThreats(context, board, scene.threats, place, isNew);
      this.drawUnits(board, isNew);
    }
    if (scene.enemyHits) {
      drawEnemyReach(context, scene.enemyReach ?? [], scene.enemyHits, place, isNew);
      this.drawUnits(board, isNew);
    }
    drawReach(context, scene.reach ?? [], place, isNew);
    drawRange(context, scene.range ?? [], place, isNew);
    const inWindow = (tiles: readonly number[] = []) => tiles.filter((tile) => this.visible(tile));
    if (scene.fullV) drawBars(context, board, scene.fullV, place, isNew);
    drawPips(context, inWindow(scene.ready), place);
    drawHeld(context, inWindow(scene.held), place);
    drawMarked(context, inWindow(scene.marked), place);
    for (const tile of scene.gates ?? []) drawFrame(context, tile, place, guide.YELLOW, c.INK, { corners: true });
    for (const tile of scene.targets ?? []) drawTarget(context, tile, place);
    if (scene.path) drawPath(context, scene.path, place);
    const chosen = this.chosenTile(scene);
    if (chosen !== null) {
      context.globalAlpha = mayAnimate() && scene.still !== true ? 0.55 + 0.45 * Math.sin(now / 180) : 1;
      drawFrame(context, chosen, place, c.WHITE, c.INK);
      context.globalAlpha = 1;
    }
    if (scene.attack) drawAttack(context, scene.attack, place, Math.max(1, Math.round(this.ratio)));
    if (cursor) drawCursor(context, cursor.tile, cursor.look, place);
    if (this.box) drawBox(context, this.box.from, this.box.to, place);
  }

  /** Draws units once more, over markers that would hide them. */
  private drawUnits(board: Board, isNew: (tile: number) => boolean): void {
    for (const unit of board.units) {
      const tile = tileOf(board, unit);
      if (tile === null || !isNew(tile)) continue;
      this.tiles.drawFigure(this.context, FIRST_UNIT_CODE + unit.type, ...this.corner(tile), this.place.size);
    }
  }

  /** The units in the window that raise their heads now. */
  private idleUnits(board: Board, now: number): readonly Unit[] {
    const step = Math.floor(now / IDLE_MOVE_MS);
    if (step % 2) return [];
    const turn = step / 2;
    return board.units.filter((unit) => {
      const tile = tileOf(board, unit);
      return tile !== null && (unit.number * 7 + turn * 11) % IDLE_SHARE === 0 && this.visible(tile);
    });
  }

  private drawIdleUnits(board: Board, units: readonly Unit[]): void {
    const { size } = this.place;
    for (const unit of units) {
      const [x, y] = this.corner(tileOf(board, unit)!);
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
      context.fillStyle = guide.YELLOW;
      context.fillRect(x - dot, y - dot, 2 * dot, 2 * dot);
      return;
    }
    const beat = Math.floor((progress - 0.35) * 9) % 2 === 0;
    context.fillStyle = beat ? c.WHITE : guide.LIGHT_RED;
    context.fillRect(toX, toY, size, size);
    this.tiles.drawFigure(context, codeOn(board, to), toX, toY, size);
    if (damage === null) return;
    const rise = Math.round((progress - 0.35) * size);
    writeGlyphs(context, String(damage), toX + size / 2, toY - rise, { dot: Math.max(2, dot) });
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

  changes(before: Board, now: Board): Iterable<number> {
    if (before.standing === now.standing && before.terrain === now.terrain) return [];
    return [...now.terrain.keys()].filter((tile) => codeOn(before, tile) !== codeOn(now, tile));
  }

  draw(context: CanvasRenderingContext2D, board: Board, tile: number, x: number, y: number, size: number): void {
    this.tiles.drawTile(context, codeOn(board, tile), x, y, size);
  }
}
