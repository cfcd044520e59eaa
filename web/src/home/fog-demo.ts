/** A recorded game of Fog of War as its player saw it. */

import { get } from "../api";
import { applyUpdate, type Board } from "../fog/board";
import { FogCanvas } from "../fog/board-canvas";
import type { DetailedGameUpdate } from "../protocol";
import type { Demo } from "./demo";

interface Recording {
  readonly updates: readonly DetailedGameUpdate[];
}

const TURN_MS = 260;
/** How long the last turn is shown. */
const END_MS = 4000;
/** The share of the game that has been played on the picture for readers who want little motion. */
const STILL_SHARE = 0.7;
/** The share of the canvas's width at which the player's general stands. */
const GENERAL_SHARE = 0.7;

/** Loads the recording; `onTurn` is told each turn that is shown. */
export async function loadFogDemo(canvas: HTMLCanvasElement, onTurn: (turn: number) => void): Promise<Demo | null> {
  const recording = await get<Recording>("/demo/fog.json");
  return recording && new FogDemo(recording.updates, canvas, onTurn);
}

class FogDemo implements Demo {
  private readonly view: FogCanvas;
  private board: Board | null = null;
  /** The number of turns that have been played. */
  private played = 0;

  constructor(
    private readonly updates: Recording["updates"],
    canvas: HTMLCanvasElement,
    private readonly onTurn: (turn: number) => void,
  ) {
    this.view = new FogCanvas(canvas, GENERAL_SHARE);
  }

  next(): number {
    if (this.played === this.updates.length) {
      this.board = null;
      this.played = 0;
    }
    this.playTo(this.played + 1);
    return this.played === this.updates.length ? END_MS : TURN_MS;
  }

  showStill(): void {
    this.playTo(Math.floor(this.updates.length * STILL_SHARE));
  }

  /** The board draws itself again when its canvas changes. */
  paint(): void {}

  close(): void {
    this.view.close();
  }

  private playTo(turns: number): void {
    for (; this.played < turns; this.played++) this.board = applyUpdate(this.board, this.updates[this.played]!);
    const shown = this.updates[this.played - 1];
    if (!this.board || !shown) return;
    this.view.show({ board: this.board, marches: [], cursor: null, half: false });
    this.onTurn(shown.turn);
  }
}
