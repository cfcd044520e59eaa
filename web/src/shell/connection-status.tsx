/** Shows whether the page is connected, since when it is not, and which orders the server has not got yet. */

import { useEffect, useState } from "preact/hooks";

import { texts, useTexts } from "../language";
import type { RoomState } from "../room/state";

const TEXT = texts({
  en: {
    up: "Connected",
    connecting: "Connecting …",
    lost: (seconds: number) => `Not connected for ${seconds} s`,
    queued: (count: number) => `${count} queued`,
    waiting: (count: number) => `${count} not sent yet`,
  },
  de: {
    up: "Verbunden",
    connecting: "Verbinden …",
    lost: (seconds: number) => `Seit ${seconds} s nicht verbunden`,
    queued: (count: number) => `${count} vorgemerkt`,
    waiting: (count: number) => `${count} noch nicht gesendet`,
  },
});

/** Orders of the player: those that the server has, and those that only this page knows. */
export interface OrderCounts {
  readonly queued: number;
  readonly waiting: number;
}

interface ConnectionStatusProps {
  readonly state: Pick<RoomState, "connection" | "lostAt">;
  readonly orders?: OrderCounts | undefined;
}

export function ConnectionStatus({ state, orders }: ConnectionStatusProps) {
  const text = useTexts(TEXT);
  const seconds = useSecondsSince(state.lostAt);
  const status = state.connection === "up" ? text.up : seconds !== null ? text.lost(seconds) : text.connecting;
  return (
    <p class="connection-status" data-connection={state.connection}>
      <span>{status}</span>
      {orders && orders.queued > 0 && <span data-queued={orders.queued}>{text.queued(orders.queued)}</span>}
      {orders && orders.waiting > 0 && <span data-waiting={orders.waiting}>{text.waiting(orders.waiting)}</span>}
    </p>
  );
}

/** Whole seconds since a time, counted on; null without one. */
export function useSecondsSince(at: number | null): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === null) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = window.setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? null : Math.max(0, Math.round((now - at) / 1000));
}
