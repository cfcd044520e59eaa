/** The time that each side has left, counted down between two messages of the server. */

import type { ClockShown } from "../protocol";
import type { Side } from "./board";

/** Milliseconds from one look at the clock to the next. */
const TICK_MS = 100;

/** Go on to show what each side has left, null without a clock. Gives what ends it. */
export function followClock(told: () => ClockShown | null, show: (side: Side, ms: number | null) => void): () => void {
  let heard = { clock: told(), at: performance.now() };
  const tick = () => {
    const clock = told();
    if (clock !== heard.clock) heard = { clock, at: performance.now() };
    for (const side of ["eldoin", "dailor"] as const)
      show(side, clock && timeLeft(clock, side, performance.now() - heard.at));
  };
  tick();
  const timer = window.setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
}

/** Milliseconds that a side has left so long after a message came. */
export function timeLeft(clock: ClockShown, side: Side, since: number): number {
  return Math.max(0, clock[side] - (clock.running === side ? since : 0));
}

/** `1:02:07`, `12:05`, and tenths of seconds when they begin to count. */
export function timeText(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
