/** The canvas of a Fog of War board. */

import { prefersReducedMotion } from "../animation-frame";
import type { Camera, Extent, Place } from "../canvas/camera";
import * as cameras from "../canvas/camera";
import { type Area, Chunks } from "../canvas/chunks";
import { Viewport } from "../canvas/viewport";
import { INK, WHITE } from "../palette";
import { paletteChanges } from "../seat-palette";
import type { Board } from "./board";
import {
  arrowArea,
  cursorArea,
  drawArrows,
  drawCursor,
  drawHover,
  drawLetters,
  drawPing,
  letterArea,
  PING_MS,
  pingArea,
  type ShownPing,
} from "./markers";
import type { ShownMarch } from "./queue";
import { Atlases } from "./tile-art";
import { ART_FROM, drawArmy, FogPainter } from "./tiles";

export interface Scene {
  readonly board: Board;
  /** The match that the board belongs to, where one canvas shows several. */
  readonly match?: string | null;
  readonly marches: readonly ShownMarch[];
  readonly cursor: number | null;
  readonly half: boolean;
  /** The tile that is looked at with the keyboard. */
  readonly look?: number | null;
  /** The tile under the mouse. */
  readonly hover?: number | null;
}

/** CSS pixels of a tile from which on the whole board is shown: its numbers can be read. */
const READABLE = 20;
/** CSS pixels of the dots of the letters that are written on small boards. */
const LETTER_DOT = 2;

const shared = new Atlases();

export class FogCanvas extends Viewport {
  private readonly chunks = new Chunks(new FogPainter(shared), INK);
  private scene: Scene | null = null;
  private pings: readonly ShownPing[] = [];
  private pingTimer = 0;
  /** The tiles on which markers lie in the last picture. */
  private marked: readonly Area[] = [];

  constructor(
    canvas: HTMLCanvasElement,
    /** For a board that only adorns a page: the share of the window's width at which its player's general stands. */
    private readonly backgroundShare: number | null = null,
  ) {
    super(canvas, cameras.SIZES, 3, cameras.CRISP_SIZES);
    paletteChanges.addEventListener("change", () => this.invalidate(), { signal: this.closing.signal });
  }

  override close(): void {
    clearTimeout(this.pingTimer);
    super.close();
  }

  /** Shows a scene; it is drawn in the next frame. */
  show(scene: Scene): void {
    if (this.scene && !sameView(this.scene, scene)) {
      this.camera = null;
      this.whole = false;
    }
    if (this.scene?.board !== scene.board) this.chunks.update(scene.board);
    this.scene = scene;
    this.requestPaint();
  }

  ping(tile: number, index: number): void {
    this.pings = [...this.pings.slice(-8), { tile, index, at: performance.now() }];
    this.requestPaint();
  }

  /** Around a tile: as large as now, but large enough to read. */
  goto(tile: number): void {
    if (!this.scene) return;
    const { board } = this.scene;
    const readable = cameras.readable(board, tile, this.window, READABLE * this.ratio);
    const size = this.camera?.size ?? 0;
    this.setCamera(size > readable.size ? cameras.around(board, tile, this.window, size) : readable);
  }

  protected override get extent(): Extent | null {
    return this.scene?.board ?? null;
  }

  protected override resized(): void {
    if (this.backgroundShare !== null) this.camera = null;
    else super.resized();
  }

  private begin(scene: Scene): Camera {
    const { board } = scene;
    if (this.backgroundShare !== null)
      return cameras.covering(board, this.window, board.generals.find((tile) => tile >= 0) ?? 0, this.backgroundShare);
    const fit = cameras.fitting(board, this.window);
    const { cursor } = scene;
    const camera = cursor === null ? fit : cameras.readable(board, cursor, this.window, READABLE * this.ratio);
    this.whole = camera.size === fit.size;
    return camera;
  }

  protected override invalidate(): void {
    this.chunks.invalidate();
    super.invalidate();
  }

  protected override paint(now: number): void {
    const { context, scene } = this;
    context.imageSmoothingEnabled = false;
    if (!scene) {
      context.fillStyle = INK;
      context.fillRect(0, 0, this.canvas.width, this.canvas.height);
      return;
    }
    this.camera ??= this.begin(scene);
    const place = cameras.placeOf(this.camera, scene.board, this.window);
    this.pings = this.pings.filter((ping) => now - ping.at < PING_MS);
    const before = this.marked;
    this.marked = this.markedAreas(scene, place);
    this.chunks.paint(context, place, this.window, [...before, ...this.marked]);
    this.drawMarkers(scene, place, now);
    this.expose({ tile: place.size });
  }

  private markedAreas({ board, marches, cursor, look, hover }: Scene, place: Place): readonly Area[] {
    const { columns } = place;
    const generals = board.generals.filter((tile) => tile >= 0 && place.size < ART_FROM);
    return [
      ...marches.map((march) => arrowArea(march, place)),
      ...[cursor, look, hover].flatMap((tile) =>
        tile === null || tile === undefined ? [] : [cursorArea(tile, columns)],
      ),
      ...this.pings.map((ping) => pingArea(ping, columns)),
      ...generals.map((tile) => letterArea(tile, place, this.letterDot)),
    ];
  }

  private drawMarkers(scene: Scene, place: Place, now: number): void {
    const { context } = this;
    if (place.size < ART_FROM) drawLetters(context, scene.board.generals, place, this.letterDot);
    if (typeof scene.hover === "number") drawHover(context, scene.hover, place);
    drawArrows(context, scene.marches, place);
    // The number of an army that marches stays readable under its arrow.
    for (const { from } of scene.marches) drawArmy(context, shared, scene.board, from, place);
    if (scene.cursor !== null) drawCursor(context, scene.cursor, scene.half, place);
    if (typeof scene.look === "number") drawCursor(context, scene.look, false, place, WHITE);
    const first = this.pings[0];
    if (!first) return;
    const still = prefersReducedMotion();
    for (const ping of this.pings) drawPing(context, ping, place, now, still);
    clearTimeout(this.pingTimer);
    if (still) this.pingTimer = window.setTimeout(this.requestPaint, Math.max(0, first.at + PING_MS - now));
    else this.requestPaint();
  }

  private get letterDot(): number {
    return Math.round(LETTER_DOT * this.ratio);
  }
}

/** Whether what was in the window of one scene is to stay there in the next; every match begins at its general. */
function sameView(one: Scene, other: Scene): boolean {
  return one.match === other.match && one.board.width === other.board.width && one.board.height === other.board.height;
}
