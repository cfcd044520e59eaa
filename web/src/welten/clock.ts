/** The time that each side has left, counted down between two messages of the server. */

import type { ClockShown } from "../protocol";
import { Listeners, type Store } from "../store";
import type { Side } from "./board";

/** Milliseconds below which tenths of seconds are shown. */
const TENTHS_MS = 10_000;

/** Milliseconds that each side has left. */
export type TimesLeft = Readonly<Record<Side, number>>;

/** Counts a clock down: one timer while it runs and text is about to change, none otherwise. */
export class Countdown implements Store<TimesLeft | null> {
  state: TimesLeft | null = null;
  private clock: ClockShown | null = null;
  private since = 0;
  private timer = 0;
  private readonly listeners = new Listeners();

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Counts from what the server has told just now; null without a clock. */
  start(clock: ClockShown | null): void {
    this.clock = clock;
    this.since = performance.now();
    this.tick();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private tick(): void {
    clearTimeout(this.timer);
    const { clock } = this;
    const passed = performance.now() - this.since;
    this.state = clock && { eldoin: timeLeft(clock, "eldoin", passed), dailor: timeLeft(clock, "dailor", passed) };
    const left = clock?.running ? timeLeft(clock, clock.running, passed) : 0;
    if (left > 0) this.timer = window.setTimeout(() => this.tick(), untilNextText(left));
    this.listeners.call();
  }
}

/** Milliseconds that a side has left so long after a message came. */
export function timeLeft(clock: ClockShown, side: Side, since: number): number {
  return Math.max(0, clock[side] - (clock.running === side ? since : 0));
}

/** `1:02:07`, `12:05`, and tenths of seconds when they begin to count. */
export function timeText(ms: number): string {
  if (ms < TENTHS_MS) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** Milliseconds until a clock with so much left is written differently. */
function untilNextText(ms: number): number {
  return ms <= TENTHS_MS ? (ms % 100) + 1 : ms % 1000 || 1000;
}
