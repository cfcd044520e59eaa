/** A recorded dungeon that is dug step by step. */

import { POINTS as SIDE, tileSheet } from "../dungeon/tiles";
import { prefersReducedMotion } from "../animation-frame";

interface Recording {
  readonly width: number;
  readonly height: number;
  /** A step is tile, kind, tile, kind … */
  readonly phases: readonly { readonly name: string; readonly steps: readonly (readonly number[])[] }[];
}

/** Steps in a second. */
const SPEED = 36;
/** How long the finished map is shown. */
const REST_MS = 5000;
/** The share of the way to where the digging is that the window goes in a frame. */
const HASTE = 0.04;

/** Plays the digging in a loop; `told` is called with each phase. Returns the function that ends it. */
export function playDungeonDemo(canvas: HTMLCanvasElement, told: (phase: string) => void): () => void {
  let frame = 0;
  let timer = 0;
  let open = true;
  void fetch("/demo/dungeon.json")
    .then(async (answer) => {
      if (!answer.ok || !open) return;
      const site = new DungeonDemo((await answer.json()) as Recording, canvas, told);
      const begin = () => {
        const began = performance.now();
        const run = (now: number) => {
          const done = site.digUntil(((now - began) / 1000) * SPEED);
          site.paint();
          if (done) timer = window.setTimeout(again, REST_MS);
          else frame = requestAnimationFrame(run);
        };
        frame = requestAnimationFrame(run);
      };
      const again = () => {
        site.fillIn();
        begin();
      };
      if (!prefersReducedMotion()) return begin();
      site.digUntil(Infinity);
      site.paint();
    })
    .catch(() => undefined);
  return () => {
    open = false;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The map as far as it is dug, and the window on it. */
class DungeonDemo {
  private readonly map = document.createElement("canvas");
  private readonly ground: CanvasRenderingContext2D;
  private readonly tiles: HTMLCanvasElement;
  private readonly steps: readonly { readonly name: string; readonly step: readonly number[] }[];
  private dug = 0;
  private look: { x: number; y: number };
  private goal: { x: number; y: number };

  constructor(
    private readonly recording: Recording,
    private readonly canvas: HTMLCanvasElement,
    private readonly told: (phase: string) => void,
  ) {
    this.map.width = recording.width * SIDE;
    this.map.height = recording.height * SIDE;
    this.ground = this.map.getContext("2d")!;
    this.tiles = tileSheet();
    this.steps = recording.phases.flatMap(({ name, steps }) => steps.map((step) => ({ name, step })));
    this.look = this.goal = { x: recording.width / 2, y: recording.height / 2 };
  }

  /** Dig so many steps in all; true when the map is finished. */
  digUntil(count: number): boolean {
    for (; this.dug < Math.min(count, this.steps.length); this.dug++) this.digOne(this.steps[this.dug]!);
    const { look, goal } = this;
    this.look = { x: look.x + (goal.x - look.x) * HASTE, y: look.y + (goal.y - look.y) * HASTE };
    return this.dug === this.steps.length;
  }

  /** Begin with solid rock again. */
  fillIn(): void {
    this.ground.clearRect(0, 0, this.map.width, this.map.height);
    this.dug = 0;
  }

  paint(): void {
    const { canvas, map } = this;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const scale = Math.max(1, Math.round(ratio));
    const hold = (wanted: number, tiles: number, pixels: number) => {
      const half = pixels / (SIDE * scale) / 2;
      return tiles <= 2 * half ? tiles / 2 : Math.max(half, Math.min(tiles - half, wanted));
    };
    const x = Math.round(width / 2 - hold(this.look.x, this.recording.width, width) * SIDE * scale);
    const y = Math.round(height / 2 - hold(this.look.y, this.recording.height, height) * SIDE * scale);
    const context = canvas.getContext("2d", { alpha: false })!;
    context.imageSmoothingEnabled = false;
    context.fillStyle = "#000";
    context.fillRect(0, 0, width, height);
    context.drawImage(map, x, y, map.width * scale, map.height * scale);
  }

  private digOne({ name, step }: { readonly name: string; readonly step: readonly number[] }): void {
    this.told(name);
    for (let i = 0; i < step.length; i += 2) {
      const [tile, kind] = [step[i]!, step[i + 1]!];
      const [x, y] = [tile % this.recording.width, Math.floor(tile / this.recording.width)];
      this.ground.drawImage(this.tiles, kind * SIDE, 0, SIDE, SIDE, x * SIDE, y * SIDE, SIDE, SIDE);
      this.goal = { x, y };
    }
  }
}
