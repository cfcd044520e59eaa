/** Caches drawn chunks of a board: panning only copies them, and a turn redraws only the tiles that it changed. */

import type { Extent } from "./camera";

/** Knows how the tiles of a board look. */
export interface Painter<B extends Extent> {
  /** The tiles that look otherwise on another board of the same size. */
  changes(before: B, now: B): Iterable<number>;
  /** Draw a tile with its upper left corner at (x, y). */
  draw(context: CanvasRenderingContext2D, board: B, tile: number, x: number, y: number, size: number): void;
}

/** Pixels of a piece on each side, at most. */
const CHUNK_PX = 512;
/** Pieces that are kept. */
const MAX_CHUNKS = 96;

interface Chunk {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  /** Tiles that must be drawn before the piece is shown. */
  readonly stale: Set<number>;
}

export class Chunks<B extends Extent> {
  private chunks = new Map<string, Chunk>();
  private board: B | null = null;
  private size = 0;

  constructor(private readonly painter: Painter<B>) {}

  /** Take over another board: what differs is drawn when it is next shown. */
  update(board: B): void {
    const before = this.board;
    this.board = board;
    if (!before || before.width !== board.width || before.height !== board.height) {
      this.chunks.clear();
      return;
    }
    if (this.chunks.size === 0) return;
    for (const tile of this.painter.changes(before, board)) this.markStale(board, tile);
  }

  private markStale(board: B, tile: number): void {
    const across = this.across();
    const key = `${Math.floor((tile % board.width) / across)},${Math.floor(tile / board.width / across)}`;
    this.chunks.get(key)?.stale.add(tile);
  }

  /** Draw what of the board is in the window, its corner at (left, top), tiles `size` pixels wide. */
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

  private across(): number {
    return Math.max(1, Math.floor(CHUNK_PX / Math.max(1, this.size)));
  }

  private chunk(board: B, x: number, y: number): Chunk {
    const key = `${x},${y}`;
    const across = this.across();
    const chunk = this.chunks.get(key) ?? this.fresh(board, x * across, y * across, across);
    // Taken out and put in again, the pieces stay in the order of their last use.
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
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) stale.add((y + row) * board.width + x + column);
    }
    return { canvas, context, stale };
  }

  private evict(): void {
    for (const key of this.chunks.keys()) {
      if (this.chunks.size <= MAX_CHUNKS) return;
      this.chunks.delete(key);
    }
  }
}
