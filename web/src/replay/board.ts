/** The board of a film, whichever game it is of. */

import { BoardCanvas } from "../fog/board-canvas";
import { listen } from "../canvas/gestures";
import type { Viewport } from "../canvas/viewport";
import { updated, type Board } from "../fog/board";
import type { FogFilm, FogFrame } from "../protocol";
import type { Film } from "./markers";
import { Reel } from "./board-cache";

export interface Stage {
  readonly view: Viewport;
  /** Show a frame. `glide_ms` is the time there is for showing how it came about; 0 shows it at once. */
  show(frame: number, glide_ms: number): void;
  /** What was ordered last, in a few words; empty where there is no single order. */
  ordered(frame: number): string;
  /** Take another film of the same match. */
  load(film: Film): void;
  close(): void;
}

/** A stage for a film; the drawing of Weltendämmerung is only loaded for a film of it. */
export async function stageFor(film: Film, canvas: HTMLCanvasElement): Promise<Stage> {
  if (film.game === "fog") return new FogStage(film, canvas);
  return (await import("../welten/replay")).weltenStage(film, canvas);
}

/** Move the map and zoom, with mouse, fingers and pen; there is nothing else to do on a board that is only watched. */
export function lookAround(view: Viewport): () => void {
  const nothing = () => undefined;
  return listen(view, { grasps: () => false, begin: nothing, drag: nothing, tap: nothing, point: nothing });
}

class FogStage implements Stage {
  readonly view: BoardCanvas;
  private reel: Reel<FogFrame, Board>;
  private readonly stop: () => void;

  constructor(film: FogFilm, canvas: HTMLCanvasElement) {
    this.view = new BoardCanvas(canvas);
    this.reel = reelOf(film);
    this.stop = lookAround(this.view);
  }

  show(frame: number): void {
    this.view.show({ board: this.reel.at(frame), marches: [], cursor: null, half: false });
  }

  ordered(): string {
    return "";
  }

  load(film: Film): void {
    if (film.game === "fog") this.reel = reelOf(film);
  }

  close(): void {
    this.stop();
    this.view.close();
  }
}

function reelOf(film: FogFilm): Reel<FogFrame, Board> {
  const seat = film.seat ?? -1;
  return new Reel(film.frames, updated(null, film.frames[0]!, seat), (board, frame) => updated(board, frame, seat));
}
