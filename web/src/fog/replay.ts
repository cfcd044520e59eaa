/** The board of a Fog of War replay. */

import { enablePanAndZoom } from "../canvas/pan-and-zoom";
import type { FogTimeline, FogFrame } from "../protocol";
import type { ReplayBoard } from "../replay/board";
import { BoardCache } from "../replay/board-cache";
import type { Timeline } from "../replay/markers";
import { applyUpdate, type Board } from "./board";
import { FogCanvas } from "./board-canvas";

export class FogReplay implements ReplayBoard {
  readonly view: FogCanvas;
  private boards: BoardCache<FogFrame, Board>;
  private readonly stop: () => void;

  constructor(timeline: FogTimeline, canvas: HTMLCanvasElement) {
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

function boardsOf(timeline: FogTimeline): BoardCache<FogFrame, Board> {
  return new BoardCache(timeline.frames, applyUpdate(null, timeline.frames[0]!), applyUpdate);
}
