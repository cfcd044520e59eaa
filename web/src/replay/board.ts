/** The board of a timeline, whichever game it is of. */

import { FogCanvas } from "../fog/board-canvas";
import { listenToGestures } from "../canvas/gestures";
import type { Viewport } from "../canvas/viewport";
import { applyUpdate, type Board } from "../fog/board";
import type { FogFilm, FogFrame } from "../protocol";
import type { Timeline } from "./markers";
import { BoardCache } from "./board-cache";

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

/** A stage for a timeline; the drawing of Weltendämmerung is only loaded for a timeline of it. */
export async function createReplayBoard(timeline: Timeline, canvas: HTMLCanvasElement): Promise<ReplayBoard> {
  if (timeline.game === "fog") return new FogReplay(timeline, canvas);
  return (await import("../welten/replay")).weltenReplay(timeline, canvas);
}

/** Move the map and zoom, with mouse, fingers and pen; there is nothing else to do on a board that is only watched. */
export function enablePanAndZoom(view: Viewport): () => void {
  const nothing = () => undefined;
  return listenToGestures(view, {
    startsPath: () => false,
    pathStart: nothing,
    pathTo: nothing,
    tap: nothing,
    ping: nothing,
  });
}

class FogReplay implements ReplayBoard {
  readonly view: FogCanvas;
  private boards: BoardCache<FogFrame, Board>;
  private readonly stop: () => void;

  constructor(timeline: FogFilm, canvas: HTMLCanvasElement) {
    this.view = new FogCanvas(canvas);
    this.boards = boardsOf(timeline);
    this.stop = enablePanAndZoom(this.view);
  }

  show(frame: number): void {
    this.view.show({ board: this.boards.at(frame), marches: [], cursor: null, half: false });
  }

  orderText(): string {
    return "";
  }

  setTimeline(timeline: Timeline): void {
    if (timeline.game === "fog") this.boards = boardsOf(timeline);
  }

  close(): void {
    this.stop();
    this.view.close();
  }
}

function boardsOf(timeline: FogFilm): BoardCache<FogFrame, Board> {
  const seat = timeline.seat ?? -1;
  return new BoardCache(timeline.frames, applyUpdate(null, timeline.frames[0]!, seat), (board, frame) =>
    applyUpdate(board, frame, seat),
  );
}
