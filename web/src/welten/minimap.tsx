/** The minimap, with a frame around the visible part. */

import { useEffect, useRef } from "preact/hooks";

import { texts, useTexts } from "../language";
import * as c from "../palette";
import type { Listeners } from "../store";
import type { BoardRef } from "./actions";
import { type Board, codeOn } from "./board";
import type { WeltenCanvas } from "./board-canvas";
import type { Tiles } from "./tiles";

const TEXT = texts({ en: { land: "The whole land" }, de: { land: "Das ganze Land" } });

/** The greatest width of the minimap, and of a tile in it, in CSS pixels. */
const MAX_WIDTH_PX = 264;
const MAX_TILE_PX = 12;

interface MinimapProps {
  readonly shownBoard: Board;
  readonly tiles: Tiles;
  readonly board: BoardRef;
  readonly painted: Listeners;
}

export function Minimap({ shownBoard, tiles, board, painted }: MinimapProps) {
  const text = useTexts(TEXT);
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<MinimapPicture>(null);
  useEffect(() => {
    picture.current = new MinimapPicture(canvas.current!, tiles);
    return painted.add(() => board.current && picture.current?.frame(board.current.shown));
  }, []);
  useEffect(() => picture.current?.show(shownBoard), [shownBoard]);
  const lookAt = (event: PointerEvent) => {
    if (!(event.buttons & 1)) return;
    const box = canvas.current!.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * shownBoard.width;
    const y = ((event.clientY - box.top) / box.height) * shownBoard.height;
    board.current?.center(x, y);
  };
  return (
    <div class="panel w-fit">
      <canvas
        ref={canvas}
        class="block cursor-pointer touch-none"
        id="minimap"
        role="img"
        aria-label={text.land}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          lookAt(event);
        }}
        onPointerMove={lookAt}
      />
    </div>
  );
}

/** Draws the land with a tile for each pixel, enlarged, and the frame over it. */
class MinimapPicture {
  private readonly land = document.createElement("canvas");
  private readonly context: CanvasRenderingContext2D;
  private board: Board | null = null;
  private shown: WeltenCanvas["shown"] = { x: 0, y: 0, width: 0, height: 0 };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly tiles: Tiles,
  ) {
    this.context = canvas.getContext("2d", { alpha: false })!;
  }

  show(board: Board): void {
    if (board.width !== this.board?.width || board.height !== this.board.height) {
      const scale = Math.max(1, Math.min(MAX_TILE_PX, Math.floor(MAX_WIDTH_PX / board.width)));
      this.canvas.width = board.width * scale;
      this.canvas.height = board.height * scale;
    }
    this.board = board;
    this.drawLand(board);
    this.draw();
  }

  /** Moves the frame to the visible part, in tiles. */
  frame(shown: WeltenCanvas["shown"]): void {
    const { x, y, width, height } = this.shown;
    if (shown.x === x && shown.y === y && shown.width === width && shown.height === height) return;
    this.shown = shown;
    this.draw();
  }

  private drawLand(board: Board): void {
    this.land.width = board.width;
    this.land.height = board.height;
    const context = this.land.getContext("2d", { alpha: false })!;
    for (let tile = 0; tile < board.terrain.length; tile++) {
      context.fillStyle = this.tiles.tint(codeOn(board, tile));
      context.fillRect(tile % board.width, Math.floor(tile / board.width), 1, 1);
    }
  }

  private draw(): void {
    const { context, canvas, board } = this;
    if (!board) return;
    const { x, y, width, height } = this.shown;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.land, 0, 0, canvas.width, canvas.height);
    const scale = canvas.width / board.width;
    const left = Math.round(Math.max(0, x) * scale);
    const top = Math.round(Math.max(0, y) * scale);
    const right = Math.round(Math.min(board.width, x + width) * scale);
    const bottom = Math.round(Math.min(board.height, y + height) * scale);
    for (const [colour, inset] of [
      [c.BLACK, 2.5],
      [c.WHITE, 1],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = inset === 1 ? 2 : 1;
      context.strokeRect(left + inset, top + inset, right - left - 2 * inset, bottom - top - 2 * inset);
    }
  }
}
