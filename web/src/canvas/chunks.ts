/**
 * Draws the tiles of a board, and caches what it has drawn in chunks: panning only copies them, and a turn draws only the
 * tiles that it changed.
 */

import type { Extent, Place } from "./camera";

/** Knows how the tiles of a board look. */
export interface Painter<B extends Extent> {
  /** The tiles that look different on another board of the same size. */
  changes(before: B, now: B): Iterable<number>;
  /** Draws a tile with its upper left corner at (x, y). */
  draw(context: CanvasRenderingContext2D, board: B, tile: number, x: number, y: number, size: number): void;
}

/** A rectangle of tiles; it may reach beyond the border of the board. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels of a chunk on each side, at most. */
const CHUNK_PX = 512;
/** Chunks that are kept. */
const MAX_CHUNKS = 96;

interface Chunk {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  /** Tiles that must be drawn before the chunk is shown. */
  readonly stale: Set<number>;
}

export class Chunks<B extends Extent> {
  private chunks = new Map<string, Chunk>();
  private board: B | null = null;
  private size = 0;
  /** Tiles that have changed since the last picture; null if all of it must be drawn again. */
  private changed: Set<number> | null = null;
  /** Where the board lay in the last picture. */
  private shown: (Place & Extent) | null = null;

  constructor(
    private readonly painter: Painter<B>,
    /** The colour beyond the border. */
    private readonly beyond = "#000",
  ) {}

  /** Takes over another board: the tiles that differ are drawn when they are next shown. */
  update(board: B): void {
    const before = this.board;
    this.board = board;
    if (!before || before.width !== board.width || before.height !== board.height) {
      this.invalidate();
      return;
    }
    for (const tile of this.painter.changes(before, board)) {
      this.changed?.add(tile);
      if (this.chunks.size > 0) this.chunks.get(this.keyOf(board, tile))?.stale.add(tile);
    }
  }

  /** Drops everything drawn so far: all tiles look different. */
  invalidate(): void {
    this.chunks.clear();
    this.changed = null;
  }

  /**
   * Draws the board into a window. If it lies where it lay in the last picture, only the tiles that have changed since
   * and those in `areas` are drawn; without areas everything is.
   */
  paint(target: CanvasRenderingContext2D, place: Place, window: Extent, areas: readonly Area[] | null): void {
    const { width, height } = window;
    if (areas && this.changed && this.lies(place, window)) this.paintChanges(target, place, window, areas);
    else {
      if (!this.covers(place, window)) {
        target.fillStyle = this.beyond;
        target.fillRect(0, 0, width, height);
      }
      this.draw(target, place.left, place.top, place.size, width, height);
    }
    this.changed = new Set();
    this.shown = { ...place, width, height };
  }

  /** Draws all of the board that is in the window, its corner at (left, top), tiles `size` pixels wide. */
  draw(target: CanvasRenderingContext2D, left: number, top: number, size: number, width: number, height: number): void {
    const board = this.board;
    if (!board) return;
    if (size !== this.size) this.chunks.clear();
    this.size = size;
    const pixels = this.across() * size;
    const last = (tiles: number) => Math.ceil((tiles * size) / pixels) - 1;
    const fromX = Math.max(0, Math.floor(-left / pixels));
    const fromY = Math.max(0, Math.floor(-top / pixels));
    const toX = Math.min(last(board.width), Math.floor((width - left) / pixels));
    const toY = Math.min(last(board.height), Math.floor((height - top) / pixels));
    for (let y = fromY; y <= toY; y++) {
      for (let x = fromX; x <= toX; x++) {
        const chunk = this.chunk(board, x, y);
        target.drawImage(chunk.canvas, left + x * pixels, top + y * pixels);
      }
    }
    this.evict();
  }

  /** Draws tiles straight into the window; their chunks follow when they are needed again. */
  private paintChanges(target: CanvasRenderingContext2D, place: Place, window: Extent, areas: readonly Area[]): void {
    const board = this.board;
    if (!board) return;
    for (const area of areas) {
      if (!inside(area, board)) this.clear(target, place, area);
    }
    const { left, top, size } = place;
    for (const tile of new Set([...this.changed!, ...areas.flatMap((area) => tilesOf(area, board))])) {
      const x = left + (tile % board.width) * size;
      const y = top + Math.floor(tile / board.width) * size;
      if (x + size > 0 && y + size > 0 && x < window.width && y < window.height)
        this.painter.draw(target, board, tile, x, y, size);
    }
  }

  private clear(target: CanvasRenderingContext2D, { left, top, size }: Place, area: Area): void {
    target.fillStyle = this.beyond;
    target.fillRect(left + area.x * size, top + area.y * size, area.width * size, area.height * size);
  }

  /** Whether the board lies where it lay in the last picture. */
  private lies(place: Place, window: Extent): boolean {
    const { shown } = this;
    return (
      shown !== null &&
      shown.left === place.left &&
      shown.top === place.top &&
      shown.size === place.size &&
      shown.width === window.width &&
      shown.height === window.height
    );
  }

  /** Whether the board fills the whole window. */
  private covers({ left, top, size }: Place, window: Extent): boolean {
    const { width, height } = this.board ?? { width: 0, height: 0 };
    return left <= 0 && top <= 0 && left + width * size >= window.width && top + height * size >= window.height;
  }

  private across(): number {
    return Math.max(1, Math.floor(CHUNK_PX / Math.max(1, this.size)));
  }

  private keyOf(board: B, tile: number): string {
    const across = this.across();
    return `${Math.floor((tile % board.width) / across)},${Math.floor(tile / board.width / across)}`;
  }

  private chunk(board: B, x: number, y: number): Chunk {
    const key = `${x},${y}`;
    const across = this.across();
    const chunk = this.chunks.get(key) ?? this.fresh(board, x * across, y * across, across);
    // Taken out and put in again, the chunks stay in the order of their last use.
    this.chunks.delete(key);
    this.chunks.set(key, chunk);
    for (const tile of chunk.stale) {
      const tx = (tile % board.width) - x * across;
      const ty = Math.floor(tile / board.width) - y * across;
      this.painter.draw(chunk.context, board, tile, tx * this.size, ty * this.size, this.size);
    }
    chunk.stale.clear();
    return chunk;
  }

  private fresh(board: B, x: number, y: number, across: number): Chunk {
    const canvas = document.createElement("canvas");
    const columns = Math.min(across, board.width - x);
    const rows = Math.min(across, board.height - y);
    canvas.width = columns * this.size;
    canvas.height = rows * this.size;
    const context = canvas.getContext("2d", { alpha: false })!;
    context.imageSmoothingEnabled = false;
    const stale = new Set<number>();
    for (const tile of tilesOf({ x, y, width: columns, height: rows }, board)) stale.add(tile);
    return { canvas, context, stale };
  }

  private evict(): void {
    for (const key of this.chunks.keys()) {
      if (this.chunks.size <= MAX_CHUNKS) return;
      this.chunks.delete(key);
    }
  }
}

/** The area of the tiles at most so many steps from a tile. */
export function areaAround(tile: number, columns: number, steps: number): Area {
  const side = 2 * steps + 1;
  return { x: (tile % columns) - steps, y: Math.floor(tile / columns) - steps, width: side, height: side };
}

/** The tiles of an area that are on the board. */
export function tilesOf(area: Area, board: Extent): number[] {
  const tiles = [];
  const [fromX, toX] = [Math.max(0, area.x), Math.min(board.width, area.x + area.width)];
  const [fromY, toY] = [Math.max(0, area.y), Math.min(board.height, area.y + area.height)];
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) tiles.push(y * board.width + x);
  }
  return tiles;
}

function inside(area: Area, board: Extent): boolean {
  return area.x >= 0 && area.y >= 0 && area.x + area.width <= board.width && area.y + area.height <= board.height;
}
