/** Plays a timeline: the store of the replay page. */

import type { Answer, Failed } from "../api";
import { replaceAddress } from "../router";
import { Listeners, type Store } from "../store";
import { frameOf } from "./board-cache";
import type { GameReplay, Marker, Timeline } from "./game";
import { REPLAY_GAMES, type ReplayGame } from "./games";
import { adjacentMarker, markersOf } from "./markers";
import { initialPlayback, type Playback, reduce, type Step } from "./state";
import type { TimelineSource } from "./timeline-source";

/** Milliseconds without a change after which the address is updated: browsers limit how often it may change. */
const ADDRESS_DELAY_MS = 250;
/** Milliseconds that pass at most from one animation frame to the next: a tab that was hidden does not catch up. */
const MAX_FRAME_MS = 250;

export interface ReplayState {
  readonly timeline: Timeline;
  readonly markers: readonly Marker[];
  readonly playback: Playback;
  /** Why the view of another seat could not be shown. */
  readonly failure: Failed | null;
}

/** The turn that is shown. */
export function turnOf({ timeline, playback }: ReplayState): number {
  return timeline.frames[playback.frame]?.turn ?? 0;
}

export class ReplayPlayer implements Store<ReplayState> {
  state: ReplayState;
  /** What is the same for all matches of the game. */
  readonly game: ReplayGame;
  private readonly listeners = new Listeners();
  private readonly timelines = new Map<number | null, Timeline>();
  private wantedSeat: number | null;
  private clock = 0;
  private addressTimer = 0;
  private closed = false;

  constructor(
    readonly source: TimelineSource,
    /** How the match is drawn and told. */
    readonly replay: GameReplay,
    timeline: Timeline,
    turn: number,
  ) {
    this.game = REPLAY_GAMES[timeline.game];
    this.wantedSeat = timeline.seat;
    this.timelines.set(timeline.seat, timeline);
    const playback = initialPlayback(timeline.frames.length - 1, frameAt(timeline, turn), this.game.speed);
    this.state = { timeline, markers: markersOf(timeline, replay), playback, failure: null };
  }

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  close(): void {
    this.closed = true;
    cancelAnimationFrame(this.clock);
    clearTimeout(this.addressTimer);
  }

  dispatch(step: Step): void {
    const before = this.state.playback;
    const playback = reduce(before, step);
    if (playback === before) return;
    this.state = { ...this.state, playback };
    if (!playback.playing) this.stop();
    else if (!before.playing) this.run();
    // Time that passes between two frames changes nothing that is shown.
    if (step.action !== "wait" || playback.frame !== before.frame || !playback.playing) this.listeners.call();
  }

  goToTurn(turn: number): void {
    this.dispatch({ action: "seek", frame: frameAt(this.state.timeline, turn) });
  }

  /** Goes to the event before or after. */
  jump(direction: 1 | -1): void {
    const frame = adjacentMarker(this.state.markers, this.state.playback.frame, direction);
    if (frame !== null) this.dispatch({ action: "seek", frame });
  }

  /** Shows the view of a seat, or everything; each timeline is fetched once. */
  async viewAs(seat: number | null): Promise<void> {
    if (!this.game.viewsDiffer) return;
    this.wantedSeat = seat;
    const known = this.timelines.get(seat);
    const answer: Answer<Timeline> = known ? { ok: true, value: known } : await this.source.timeline(seat);
    if (this.closed || this.wantedSeat !== seat) return;
    if (answer.ok) this.setTimeline(answer.value);
    else this.state = { ...this.state, failure: answer };
    this.listeners.call();
  }

  /** The address of what is shown; null for a file that only this tab has. */
  get address(): string | null {
    const { address } = this.source;
    if (address === null) return null;
    const query = new URLSearchParams({ turn: String(turnOf(this.state)) });
    const { seat } = this.state.timeline;
    if (seat !== null) query.set("seat", String(seat));
    return `${address}${address.includes("?") ? "&" : "?"}${query}`;
  }

  private setTimeline(timeline: Timeline): void {
    this.timelines.set(timeline.seat, timeline);
    const [last, frame] = [timeline.frames.length - 1, frameAt(timeline, turnOf(this.state))];
    const playback = reduce(this.state.playback, { action: "other timeline", last, frame });
    this.state = { timeline, markers: markersOf(timeline, this.replay), playback, failure: null };
    this.updateAddress();
  }

  /** Lets time pass for as long as the timeline plays. */
  private run(): void {
    let before = performance.now();
    const tick = (now: number) => {
      this.clock = requestAnimationFrame(tick);
      this.dispatch({ action: "wait", ms: Math.min(MAX_FRAME_MS, Math.max(0, now - before)) });
      before = now;
    };
    this.clock = requestAnimationFrame(tick);
  }

  private stop(): void {
    cancelAnimationFrame(this.clock);
    this.updateAddress();
  }

  private updateAddress(): void {
    clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => {
      const { address } = this;
      if (address !== null) replaceAddress(address);
    }, ADDRESS_DELAY_MS);
  }
}

function frameAt({ frames }: Timeline, turn: number): number {
  return frameOf(
    frames.map((frame) => frame.turn),
    turn,
  );
}
