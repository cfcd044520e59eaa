/** A recorded dungeon that is dug step by step. */

import { get } from "../api";
import { POINTS as TILE_PX, tileSheet } from "../dungeon/tiles";
import { type Demo, fitCanvas } from "./demo";

interface Recording {
  readonly width: number;
  readonly height: number;
  /** A step is tile, kind, tile, kind … */
  readonly phases: readonly { readonly name: string; readonly steps: readonly (readonly number[])[] }[];
}

const STEP_MS = 28;
/** How long the finished map is shown. */
const END_MS = 5000;
/** The share of the way to where the digging is that the window goes with each step. */
const PAN_SHARE = 0.065;

/** Loads the recording; `onPhase` is told the number of each phase of the digging. */
export async function loadDungeonDemo(
  canvas: HTMLCanvasElement,
  onPhase: (phase: number) => void,
): Promise<Demo | null> {
  const recording = await get<Recording>("/demo/dungeon.json");
  return recording && new DungeonDemo(recording, canvas, onPhase);
}

/** The map as far as it is dug, and the window on it. */
class DungeonDemo implements Demo {
  private readonly map = document.createElement("canvas");
  private readonly ground: CanvasRenderingContext2D;
  private readonly tiles = tileSheet();
  private readonly steps: readonly { readonly phase: number; readonly tiles: readonly number[] }[];
  /** The number of steps that have been dug. */
  private dug = 0;
  /** The middle of the window, in tiles. */
  private middle: { readonly x: number; readonly y: number };
  /** The tile that was dug last. */
  private last: { readonly x: number; readonly y: number };

  constructor(
    private readonly recording: Recording,
    private readonly canvas: HTMLCanvasElement,
    private readonly onPhase: (phase: number) => void,
  ) {
    this.map.width = recording.width * TILE_PX;
    this.map.height = recording.height * TILE_PX;
    this.ground = this.map.getContext("2d")!;
    this.steps = recording.phases.flatMap(({ steps }, phase) => steps.map((tiles) => ({ phase, tiles })));
    this.middle = this.last = { x: recording.width / 2, y: recording.height / 2 };
  }

  next(): number {
    if (this.dug === this.steps.length) {
      this.ground.clearRect(0, 0, this.map.width, this.map.height);
      this.dug = 0;
    }
    this.digTo(this.dug + 1);
    const { middle, last } = this;
    this.middle = {
      x: middle.x + (last.x - middle.x) * PAN_SHARE,
      y: middle.y + (last.y - middle.y) * PAN_SHARE,
    };
    this.paint();
    return this.dug === this.steps.length ? END_MS : STEP_MS;
  }

  showStill(): void {
    this.digTo(this.steps.length);
    this.paint();
  }

  paint(): void {
    const { canvas, map, recording } = this;
    const context = fitCanvas(canvas);
    const { width, height } = canvas;
    const scale = Math.max(1, Math.round(window.devicePixelRatio || 1));
    const size = TILE_PX * scale;
    const x = Math.round(width / 2 - held(this.middle.x, recording.width, width / size) * size);
    const y = Math.round(height / 2 - held(this.middle.y, recording.height, height / size) * size);
    context.fillStyle = "#000";
    context.fillRect(0, 0, width, height);
    context.drawImage(map, x, y, map.width * scale, map.height * scale);
  }

  private digTo(count: number): void {
    const { width } = this.recording;
    for (; this.dug < count; this.dug++) {
      const { phase, tiles } = this.steps[this.dug]!;
      this.onPhase(phase);
      for (let i = 0; i < tiles.length; i += 2) {
        this.last = { x: tiles[i]! % width, y: Math.floor(tiles[i]! / width) };
        this.drawTile(tiles[i + 1]!, this.last.x, this.last.y);
      }
    }
  }

  private drawTile(kind: number, x: number, y: number): void {
    const px = TILE_PX;
    this.ground.drawImage(this.tiles, kind * px, 0, px, px, x * px, y * px, px, px);
  }
}

/** The middle of a window that does not look beyond the map, all in tiles. */
function held(wanted: number, mapSize: number, windowSize: number): number {
  if (mapSize <= windowSize) return mapSize / 2;
  return Math.max(windowSize / 2, Math.min(mapSize - windowSize / 2, wanted));
}
