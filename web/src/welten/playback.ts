/** Plays the queued events, order by order, until the shown board is the server's board. */

import { prefersReducedMotion } from "../animation-frame";
import type { WeltenEvents } from "../protocol";
import { animationsOf, durationOf, animatedTiles } from "./animations";
import type { Board } from "./board";
import type { WeltenCanvas } from "./board-canvas";
import type { Session } from "./session";
import { commandsSide } from "./state";

/** Milliseconds that the orders of the other side take at most: many orders are played faster. */
const LONGEST_MS = 12_000;
/** Milliseconds that another's order stands when nothing may move, and that a new state is announced. */
const BEAT_MS = 140;
const PAUSE_MS = 500;
/** Tiles that are shown around what happens. */
const AROUND = 3;

export class Playback {
  private running = false;
  private closed = false;
  /** When all shall have been shown. */
  private deadline = 0;
  private wake: () => void = () => {};

  constructor(
    private readonly session: Session,
    private readonly map: WeltenCanvas,
    /** Called when a state begins. */
    private readonly announceState: (board: Board) => void,
  ) {}

  close(): void {
    this.closed = true;
    this.wake();
  }

  /** Have done with everything that is still to be shown. */
  skip(): void {
    this.session.skipPlayback();
    this.map.finish();
    this.wake();
  }

  /** Play what there is; called whenever there may be more. */
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.deadline = performance.now() + LONGEST_MS;
    for (let told = this.next(); told; told = this.next()) {
      await this.play(told);
      if (this.next() === told) this.session.eventShown();
    }
    this.running = false;
  }

  private next(): WeltenEvents | undefined {
    if (document.hidden) this.session.skipPlayback();
    return this.closed ? undefined : this.session.state.eventQueue[0];
  }

  private async play(told: WeltenEvents): Promise<void> {
    const { shownBoard } = this.session.state;
    if (!shownBoard) return;
    const foreign = !commandsSide(this.session.state, told.side);
    const pace = foreign ? this.pace(shownBoard) : 1;
    for (const animation of animationsOf(shownBoard, told)) {
      if (foreign) for (const tile of animatedTiles(animation)) this.map.reveal(tile, AROUND);
      if (!prefersReducedMotion()) await this.map.play(animation, durationOf(animation) * pace);
      else if (foreign) await this.rest(BEAT_MS * pace);
      if (this.next() !== told) return;
    }
    const began = told.events.some(({ type }) => type === "state began");
    if (began)
      this.announceState({ ...shownBoard, ...told.patch, units: shownBoard.units, terrain: shownBoard.terrain });
    if (began && foreign) await this.rest(PAUSE_MS * pace);
  }

  /** The factor by which durations are shortened, so that many orders at once do not take long. */
  private pace(shown: Board): number {
    const animations = this.session.state.eventQueue.flatMap((told) => animationsOf(shown, told));
    const all = animations.reduce(
      (sum, animation) => sum + (prefersReducedMotion() ? BEAT_MS : durationOf(animation)),
      0,
    );
    return Math.max(0, Math.min(1, (this.deadline - performance.now()) / Math.max(1, all)));
  }

  private rest(ms: number): Promise<void> {
    if (ms < 1) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
