/** Plays the queued events, order by order, until the shown board is the server's board. */

import { prefersReducedMotion } from "../animation-frame";
import type { WeltenEvents } from "../protocol";
import type { BoardRef } from "./actions";
import { animatedTiles, animationsOf, durationOf } from "./animations";
import type { Board } from "./board";
import { concernsPlayer } from "./concerns";
import type { Session } from "./session";
import { commandsSide, type State } from "./state";
import { PLAYBACK_MS, playbackContent, playbackSpeed } from "./stored-setting";

/** Milliseconds for which another side's order is shown when nothing may move, and for which a new phase is announced. */
const BEAT_MS = 140;
const PAUSE_MS = 500;
/** The number of tiles that are shown around an animation. */
const AROUND = 3;

export class Playback {
  private running = false;
  private closed = false;
  /** When everything shall have been shown. */
  private deadline = 0;
  private wake: () => void = () => {};

  constructor(
    private readonly session: Session,
    private readonly board: BoardRef,
    /** Called when a phase begins. */
    private readonly announcePhase: (board: Board) => void,
  ) {}

  close(): void {
    this.closed = true;
    this.wake();
  }

  /** Skips everything that is still to be shown. */
  skip(): void {
    this.session.skipPlayback();
    this.board.current?.finish();
    this.wake();
  }

  /** Plays what is left at the speed that is chosen now. */
  changeSpeed(): void {
    this.deadline = performance.now() + PLAYBACK_MS[playbackSpeed.value];
    this.board.current?.finish();
    this.wake();
  }

  /** Plays the queued orders; called whenever there may be more. */
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.deadline = performance.now() + PLAYBACK_MS[playbackSpeed.value];
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
    const map = this.board.current;
    if (!shownBoard || !map) return;
    const foreign = !commandsSide(this.session.state, told.side);
    const pace = foreign ? this.pace(shownBoard) : 1;
    for (const animation of isShown(this.session.state, shownBoard, told) ? animationsOf(shownBoard, told) : []) {
      if (foreign) for (const tile of animatedTiles(animation)) map.reveal(tile, AROUND);
      if (!prefersReducedMotion()) await map.play(animation, durationOf(animation) * pace);
      else if (foreign) await this.rest(BEAT_MS * pace);
      if (this.next() !== told) return;
    }
    if (!told.events.some(({ type }) => type === "state began")) return;
    this.announcePhase({ ...shownBoard, ...told.patch, units: shownBoard.units, terrain: shownBoard.terrain });
    // Whoever plays now may order at once, while the name of the phase is still to be seen.
    if (foreign && !commandsSide(this.session.state, told.patch.player)) await this.rest(PAUSE_MS * pace);
  }

  /** The factor by which durations are shortened, so that many orders at once do not take long. */
  private pace(shown: Board): number {
    const { state } = this.session;
    const animations = state.eventQueue
      .filter((told) => isShown(state, shown, told))
      .flatMap((told) => animationsOf(shown, told));
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

/** Whether an order is shown: the player's own always are, those of others as the player wants. */
function isShown(state: State, board: Board, told: WeltenEvents): boolean {
  const all = state.side === null || playbackContent.value === "all" || commandsSide(state, told.side);
  return all || concernsPlayer(state, board, told);
}
