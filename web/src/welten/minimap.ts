/** The minimap, with a frame around the visible part. */

import { h } from "../dom";
import { localize } from "../language";
import * as c from "../palette";
import { codeOn, type Board } from "./board";
import type { WeltenCanvas } from "./board-canvas";
import type { Tiles } from "./tiles";

export interface Minimap {
  readonly element: HTMLElement;
  /** Another board is shown. */
  show(board: Board): void;
  /** The window has moved. */
  frame(map: WeltenCanvas): void;
}

/** CSS pixels that it is wide at most. */
const WIDTH = 264;
/** And of a tile, at most. */
const LARGEST = 12;

export function minimap(tiles: Tiles, look: (x: number, y: number) => void): Minimap {
  const canvas = h("canvas", {
    class: "block cursor-pointer touch-none",
    id: "minimap",
    role: "img",
    "aria-label": localize({ en: "The whole land", de: "Das ganze Land" }),
  });
  const land = document.createElement("canvas");
  const context = canvas.getContext("2d", { alpha: false })!;
  let board: Board | null = null;
  const go = (event: PointerEvent) => {
    if (!board || !(event.buttons & 1)) return;
    const box = canvas.getBoundingClientRect();
    look(
      ((event.clientX - box.left) / box.width) * board.width,
      ((event.clientY - box.top) / box.height) * board.height,
    );
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    go(event);
  });
  canvas.addEventListener("pointermove", go);
  return {
    element: h("div", { class: "panel w-fit" }, canvas),
    show(other) {
      if (other === board) return;
      draw(land, tiles, other);
      if (other.width !== board?.width || other.height !== board.height) measure(canvas, other);
      board = other;
    },
    frame(map) {
      if (!board) return;
      context.imageSmoothingEnabled = false;
      context.drawImage(land, 0, 0, canvas.width, canvas.height);
      const { x, y, width, height } = map.shown;
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
    },
  };
}

function measure(canvas: HTMLCanvasElement, board: Board): void {
  const scale = Math.max(1, Math.min(LARGEST, Math.floor(WIDTH / board.width)));
  canvas.width = board.width * scale;
  canvas.height = board.height * scale;
}

function draw(land: HTMLCanvasElement, tiles: Tiles, board: Board): void {
  land.width = board.width;
  land.height = board.height;
  const context = land.getContext("2d", { alpha: false })!;
  for (let tile = 0; tile < board.terrain.length; tile++) {
    context.fillStyle = tiles.tint(codeOn(board, tile));
    context.fillRect(tile % board.width, Math.floor(tile / board.width), 1, 1);
  }
}
