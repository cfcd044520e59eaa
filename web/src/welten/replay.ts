/** The board of a Weltendämmerung replay; at low speed units are animated. */

import { prefersReducedMotion } from "../animation-frame";
import { animationsOf, durationOf, animatedTiles } from "./animations";
import { applyPatch, boardOf, type Board } from "./board";
import { WeltenCanvas } from "./board-canvas";
import { loadTiles, type Tiles } from "./tiles";
import type { WeltenTimeline, WeltenFrame } from "../protocol";
import type { Timeline } from "../replay/markers";
import { BoardCache } from "../replay/board-cache";
import { enablePanAndZoom } from "../canvas/pan-and-zoom";
import type { ReplayBoard } from "../replay/board";

/** Milliseconds below which nothing can be seen to happen. */
const MIN_ANIMATION_MS = 120;
const SIDES = { eldoin: "Eldoin", dailor: "Dailor" } as const;

export async function weltenReplay(timeline: WeltenTimeline, canvas: HTMLCanvasElement): Promise<ReplayBoard> {
  return new WeltenReplay(timeline, canvas, await loadTiles(timeline.scenario, timeline.tiles));
}

class WeltenReplay implements ReplayBoard {
  readonly view: WeltenCanvas;
  private readonly boards: BoardCache<WeltenFrame, Board>;
  private readonly stop: () => void;
  private shown = -1;
  private runs = 0;

  constructor(
    private readonly timeline: WeltenTimeline,
    canvas: HTMLCanvasElement,
    tiles: Tiles,
  ) {
    this.view = new WeltenCanvas(canvas, tiles);
    this.boards = new BoardCache(timeline.frames, boardOf(timeline.first), (board, frame) =>
      applyPatch(board, frame.patch),
    );
    this.stop = enablePanAndZoom(this.view);
  }

  show(frame: number, glide_ms: number): void {
    if (frame === this.shown) return;
    const next = frame === this.shown + 1;
    this.shown = frame;
    this.view.finish();
    if (next && glide_ms >= MIN_ANIMATION_MS && !prefersReducedMotion()) void this.animateTo(frame, glide_ms);
    else this.showFrame(frame);
  }

  orderText(frame: number): string {
    const { side, order } = this.timeline.frames[frame]!;
    return side && order ? `${SIDES[side]}: ${order}` : "";
  }

  /** The timeline is the same for every seat. */
  setTimeline(_film: Timeline): void {}

  close(): void {
    this.runs += 1;
    this.stop();
    this.view.close();
  }

  private showFrame(frame: number): void {
    this.runs += 1;
    const animations = frame > 0 ? animationsOf(this.boards.at(frame - 1), this.timeline.frames[frame]!) : [];
    const last = animations[0] && animatedTiles(animations[0]).at(-1);
    const look = animations[0]?.kind === "strike" ? "aim" : "move";
    this.view.show({ board: this.boards.at(frame), cursor: last === undefined ? null : { tile: last, look } });
  }

  /** Play what leads to a frame, as quickly as there is time for it. */
  private async animateTo(frame: number, most: number): Promise<void> {
    const take = ++this.runs;
    const before = this.boards.at(frame - 1);
    // What led to the frame before may not have been played to its end.
    this.view.show({ board: before });
    const animations = animationsOf(before, this.timeline.frames[frame]!);
    const usual = animations.reduce((sum, animation) => sum + durationOf(animation), 0);
    const share = Math.min(1, most / Math.max(1, usual));
    for (const animation of animations) {
      for (const tile of animatedTiles(animation)) this.view.reveal(tile);
      await this.view.play(animation, durationOf(animation) * share);
      if (take !== this.runs) return;
    }
    this.showFrame(frame);
  }
}
