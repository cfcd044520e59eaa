/** The board as drawn pieces that are kept: panning only puts them down anew, and a turn redraws only what it changed. */

import { MOUNTAIN, type Board } from "../fog/board";
import type { Atlas } from "./art";
import { around, changed, drawTile } from "./tiles";

/** Pixels of a piece on each side, at most. */
const PIECE = 512;
/** Pieces that are kept. */
const MOST = 96;

interface Piece {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  /** Tiles that must be drawn before the piece is shown. */
  readonly stale: Set<number>;
}

export class Chunks {
  private pieces = new Map<string, Piece>();
  private board: Board | null = null;
  private size = 0;

  constructor(private readonly atlas: Atlas) {}

  /** Take over another board: what differs is drawn when it is next shown. */
  update(board: Board): void {
    const before = this.board;
    this.board = board;
    if (!before || before.width !== board.width || before.height !== board.height) {
      this.pieces.clear();
      return;
    }
    if (this.pieces.size === 0) return;
    for (let tile = 0; tile < board.terrain.length; tile++) {
      if (!changed(before, board, tile)) continue;
      this.spoil(board, tile);
      // A mountain that comes into sight may change the look of those beside it.
      if (board.terrain[tile] === MOUNTAIN) for (const other of around(board, tile)) this.spoil(board, other);
    }
  }

  private spoil(board: Board, tile: number): void {
    const across = this.across();
    const key = `${Math.floor((tile % board.width) / across)},${Math.floor(tile / board.width / across)}`;
    this.pieces.get(key)?.stale.add(tile);
  }

  /** Draw what of the board is in the window, its corner at (left, top), tiles `size` pixels wide. */
  draw(target: CanvasRenderingContext2D, left: number, top: number, size: number, width: number, height: number): void {
    const board = this.board;
    if (!board) return;
    if (size !== this.size) this.pieces.clear();
    this.size = size;
    const pixels = this.across() * size;
    const last = (tiles: number) => Math.ceil((tiles * size) / pixels) - 1;
    const fromX = Math.max(0, Math.floor(-left / pixels));
    const fromY = Math.max(0, Math.floor(-top / pixels));
    const toX = Math.min(last(board.width), Math.floor((width - left) / pixels));
    const toY = Math.min(last(board.height), Math.floor((height - top) / pixels));
    for (let y = fromY; y <= toY; y++) {
      for (let x = fromX; x <= toX; x++) {
        const piece = this.piece(board, x, y);
        target.drawImage(piece.canvas, left + x * pixels, top + y * pixels);
      }
    }
    this.forget();
  }

  private across(): number {
    return Math.max(1, Math.floor(PIECE / Math.max(1, this.size)));
  }

  private piece(board: Board, x: number, y: number): Piece {
    const key = `${x},${y}`;
    const across = this.across();
    const piece = this.pieces.get(key) ?? this.fresh(board, x * across, y * across, across);
    // Taken out and put in again, the pieces stay in the order of their last use.
    this.pieces.delete(key);
    this.pieces.set(key, piece);
    for (const tile of piece.stale) {
      const tx = (tile % board.width) - x * across;
      const ty = Math.floor(tile / board.width) - y * across;
      drawTile(piece.context, this.atlas, board, tile, tx * this.size, ty * this.size, this.size);
    }
    piece.stale.clear();
    return piece;
  }

  private fresh(board: Board, x: number, y: number, across: number): Piece {
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

  private forget(): void {
    for (const key of this.pieces.keys()) {
      if (this.pieces.size <= MOST) return;
      this.pieces.delete(key);
    }
  }
}
