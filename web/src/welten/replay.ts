/** The board of a film of Weltendämmerung; slow enough, one sees units walk and strike. */

import { calm } from "../animation-frame";
import { actsOf, length, placeOf } from "./animations";
import { patched, whole, type Board } from "./board";
import { WeltenCanvas } from "./board-canvas";
import { tilesOf, type Tiles } from "./tiles";
import type { WeltenFilm, WeltenFrame } from "../protocol";
import type { Film } from "../replay/markers";
import { Reel } from "../replay/board-cache";
import { lookAround, type Stage } from "../replay/board";

/** Milliseconds below which nothing can be seen to happen. */
const LEAST_MS = 120;
const SIDES = { eldoin: "Eldoin", dailor: "Dailor" } as const;

export async function weltenStage(film: WeltenFilm, canvas: HTMLCanvasElement): Promise<Stage> {
  return new WeltenStage(film, canvas, await tilesOf(film.scenario, film.tiles));
}

class WeltenStage implements Stage {
  readonly view: WeltenCanvas;
  private readonly reel: Reel<WeltenFrame, Board>;
  private readonly stop: () => void;
  private shown = -1;
  private takes = 0;

  constructor(
    private readonly film: WeltenFilm,
    canvas: HTMLCanvasElement,
    tiles: Tiles,
  ) {
    this.view = new WeltenCanvas(canvas, tiles);
    this.reel = new Reel(film.frames, whole(film.first), (board, frame) => patched(board, frame.patch));
    this.stop = lookAround(this.view);
  }

  show(frame: number, glide_ms: number): void {
    if (frame === this.shown) return;
    const next = frame === this.shown + 1;
    this.shown = frame;
    this.view.finish();
    if (next && glide_ms >= LEAST_MS && !calm()) void this.glide(frame, glide_ms);
    else this.put(frame);
  }

  ordered(frame: number): string {
    const { side, order } = this.film.frames[frame]!;
    return side && order ? `${SIDES[side]}: ${order}` : "";
  }

  /** The film is the same for every seat. */
  load(_film: Film): void {}

  close(): void {
    this.takes += 1;
    this.stop();
    this.view.close();
  }

  private put(frame: number): void {
    this.takes += 1;
    const acts = frame > 0 ? actsOf(this.reel.at(frame - 1), this.film.frames[frame]!) : [];
    const last = acts[0] && placeOf(acts[0]).at(-1);
    const look = acts[0]?.act === "strike" ? "aim" : "move";
    this.view.show({ board: this.reel.at(frame), cursor: last === undefined ? null : { tile: last, look } });
  }

  /** Play what leads to a frame, as quickly as there is time for it. */
  private async glide(frame: number, most: number): Promise<void> {
    const take = ++this.takes;
    const before = this.reel.at(frame - 1);
    // What led to the frame before may not have been played to its end.
    this.view.show({ board: before });
    const acts = actsOf(before, this.film.frames[frame]!);
    const usual = acts.reduce((sum, act) => sum + length(act), 0);
    const share = Math.min(1, most / Math.max(1, usual));
    for (const act of acts) {
      for (const tile of placeOf(act)) this.view.reveal(tile);
      await this.view.play(act, length(act) * share);
      if (take !== this.takes) return;
    }
    this.put(frame);
  }
}
