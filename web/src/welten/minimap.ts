/** The whole land on a small map, with a frame around what the window shows. */

import { h } from "../dom";
import { speak } from "../language";
import { codeOn, type Board } from "./board";
import type { WeltenCanvas } from "./scene";
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
/** Pixels of the canvas for each tile, so that the frame can be finer than a tile. */
const FINE = 4;

export function minimap(tiles: Tiles, look: (x: number, y: number) => void): Minimap {
  const canvas = h("canvas", {
    class: "block cursor-pointer touch-none",
    id: "minimap",
    role: "img",
    "aria-label": speak({ en: "The whole land", de: "Das ganze Land" }),
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
      const left = Math.max(0, x) * FINE;
      const top = Math.max(0, y) * FINE;
      const right = Math.min(board.width, x + width) * FINE;
      const bottom = Math.min(board.height, y + height) * FINE;
      for (const [colour, line, out] of [
        ["#000000", 6, 2],
        ["#ffffff", 2, 2],
      ] as const) {
        context.strokeStyle = colour;
        context.lineWidth = line;
        context.strokeRect(left + out, top + out, right - left - 2 * out, bottom - top - 2 * out);
      }
    },
  };
}

function measure(canvas: HTMLCanvasElement, board: Board): void {
  const scale = Math.max(1, Math.min(12, Math.floor(WIDTH / board.width)));
  canvas.width = board.width * FINE;
  canvas.height = board.height * FINE;
  canvas.style.width = `${board.width * scale}px`;
  canvas.style.height = `${board.height * scale}px`;
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
