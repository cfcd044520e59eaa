/** A dungeon being dug, step by step, as the engine made it. */

import { calm } from "../frame";
import { C64 } from "../palette";

interface Recording {
  readonly width: number;
  readonly height: number;
  /** Eight rows of eight colours for each kind of tile. */
  readonly art: Record<string, readonly string[]>;
  /** A step is tile, kind, tile, kind … */
  readonly phases: readonly { readonly name: string; readonly steps: readonly (readonly number[])[] }[];
}

const SIDE = 8;
/** Tiles in a second. */
const SPEED = 36;

/** Dig in a canvas, over and over; `told` hears which phase it is. Gives what ends it. */
export function dig(canvas: HTMLCanvasElement, told: (phase: string) => void): () => void {
  let open = true;
  let frame = 0;
  let timer = 0;
  void fetch("/demo/dungeon.json")
    .then(async (answer) => {
      if (!answer.ok || !open) return;
      const recording = (await answer.json()) as Recording;
      const steps = recording.phases.flatMap((phase) => phase.steps.map((step) => ({ step, name: phase.name })));
      const map = document.createElement("canvas");
      map.width = recording.width * SIDE;
      map.height = recording.height * SIDE;
      const ground = map.getContext("2d")!;
      const tiles = drawArt(recording.art);
      const look = { x: recording.width / 2, y: recording.height / 2 };
      let goal = { ...look };
      let at = 0;
      let started = performance.now();
      const one = () => {
        const { step, name } = steps[at++]!;
        told(name);
        for (let i = 0; i < step.length; i += 2) {
          const [tile, kind] = [step[i]!, step[i + 1]!];
          const [x, y] = [tile % recording.width, Math.floor(tile / recording.width)];
          ground.drawImage(tiles, kind * SIDE, 0, SIDE, SIDE, x * SIDE, y * SIDE, SIDE, SIDE);
          goal = { x, y };
        }
      };
      const paint = () => {
        const ratio = window.devicePixelRatio || 1;
        const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
        if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
        const scale = Math.max(1, Math.round(2 * ratio));
        const context = canvas.getContext("2d", { alpha: false })!;
        context.imageSmoothingEnabled = false;
        context.fillStyle = "#000";
        context.fillRect(0, 0, width, height);
        const hold = (wish: number, tiles: number, pixels: number) => {
          const half = pixels / (SIDE * scale) / 2;
          return tiles <= 2 * half ? tiles / 2 : Math.max(half, Math.min(tiles - half, wish));
        };
        const x = Math.round(width / 2 - hold(look.x, recording.width, width) * SIDE * scale);
        const y = Math.round(height / 2 - hold(look.y, recording.height, height) * SIDE * scale);
        context.drawImage(map, x, y, map.width * scale, map.height * scale);
      };
      if (calm()) {
        while (at < steps.length) one();
        look.x = recording.width / 2;
        paint();
        return;
      }
      const run = (now: number) => {
        if (!open) return;
        const due = Math.min(steps.length, Math.floor(((now - started) / 1000) * SPEED));
        while (at < due) one();
        look.x += (goal.x - look.x) * 0.04;
        look.y += (goal.y - look.y) * 0.04;
        paint();
        if (at < steps.length) frame = requestAnimationFrame(run);
        else {
          timer = window.setTimeout(() => {
            ground.clearRect(0, 0, map.width, map.height);
            at = 0;
            started = performance.now();
            frame = requestAnimationFrame(run);
          }, 5000);
        }
      };
      frame = requestAnimationFrame(run);
    })
    .catch(() => undefined);
  return () => {
    open = false;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

function drawArt(art: Recording["art"]): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Object.keys(art).length * SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d")!;
  for (const [kind, rows] of Object.entries(art)) {
    for (const [y, row] of rows.entries()) {
      for (const [x, digit] of [...row].entries()) {
        context.fillStyle = C64[Number.parseInt(digit, 16)]!;
        context.fillRect(Number(kind) * SIDE + x, y, 1, 1);
      }
    }
  }
  return canvas;
}
