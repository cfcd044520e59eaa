/** The whole map in a canvas, with panning and zooming. */

import * as cameras from "../canvas/camera";
import type { Extent } from "../canvas/camera";
import { Chunks } from "../canvas/chunks";
import { Viewport } from "../canvas/viewport";
import type { Dungeon } from "./board";
import { DungeonPainter, sizes } from "./tiles";

/** CSS pixels of a tile during a walk. */
const WALKING = 28;

export class MapCanvas extends Viewport {
  private readonly painter = new DungeonPainter();
  private readonly chunks = new Chunks<Dungeon>(this.painter);
  private dungeon: Dungeon | null = null;

  constructor(canvas: HTMLCanvasElement) {
    super(canvas, sizes(window.devicePixelRatio || 1));
  }

  show(dungeon: Dungeon): void {
    const other = this.dungeon;
    if (!other || other.width !== dungeon.width || other.height !== dungeon.height) this.camera = null;
    this.dungeon = dungeon;
    this.chunks.update(dungeon);
    if (dungeon.hero !== null) this.follow(dungeon.hero);
    this.requestPaint();
  }

  /** Centres the walker, at a readable size. */
  private follow(tile: number): void {
    const { width } = this.dungeon!;
    const size = this.camera && !this.whole ? this.camera.size : cameras.nearest(WALKING * this.ratio, this.sizes);
    this.setCamera({ x: (tile % width) + 0.5, y: Math.floor(tile / width) + 0.5, size });
  }

  protected override get extent(): Extent | null {
    return this.dungeon;
  }

  protected override paint(): void {
    const { context, dungeon } = this;
    const { width, height } = this.canvas;
    context.imageSmoothingEnabled = false;
    context.fillStyle = "#000";
    context.fillRect(0, 0, width, height);
    if (!dungeon) return;
    if (!this.camera) this.fit();
    const camera = this.camera!;
    const { size } = camera;
    const { left, top } = cameras.corner(camera, this.window);
    this.chunks.draw(context, left, top, size, width, height);
    if (dungeon.hero !== null) {
      const [x, y] = [dungeon.hero % dungeon.width, Math.floor(dungeon.hero / dungeon.width)];
      this.painter.drawHero(context, left + x * size, top + y * size, size);
    }
    this.canvas.dataset["tile"] = String(size / this.ratio);
  }
}
