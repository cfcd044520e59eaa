/** The board of a replay: one interface for both games. */

import type { Viewport } from "../canvas/viewport";
import { FogReplay } from "../fog/replay";
import type { Timeline } from "./markers";

export interface ReplayBoard {
  readonly view: Viewport;
  /** Show a frame. `glide_ms` is the time there is for showing how it came about; 0 shows it at once. */
  show(frame: number, glide_ms: number): void;
  /** What was ordered last, in a few words; empty where there is no single order. */
  orderText(frame: number): string;
  /** Take another timeline of the same match. */
  setTimeline(timeline: Timeline): void;
  close(): void;
}

/** Creates the board for a timeline. The drawing code of Weltendämmerung is only loaded for its own timelines. */
export async function createReplayBoard(timeline: Timeline, canvas: HTMLCanvasElement): Promise<ReplayBoard> {
  if (timeline.game === "fog") return new FogReplay(timeline, canvas);
  return (await import("../welten/replay")).weltenReplay(timeline, canvas);
}
