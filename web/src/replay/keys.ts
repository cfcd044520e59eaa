/** The keys of a film: they work wherever one is on the page, except where one writes or chooses. */

import type { Step } from "./state";

export interface Wishes {
  take(step: Step): void;
  leap(direction: 1 | -1): void;
  look(seat: number | null): void;
  zoom(steps: number): void;
  fit(): void;
}

/** Listen until the function that this gives is called; digits choose among so many seats. */
export function keysFor(wishes: Wishes, seats: number): () => void {
  const stop = new AbortController();
  addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !meant(event)) return;
      if (!acted(event.key, wishes, seats)) return;
      event.preventDefault();
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}

/** Whether a key is for the film, and not for what has the focus. */
function meant({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest("dialog")) return false;
  if (target instanceof HTMLInputElement && target.type === "range")
    return key === " " || !/^(Arrow|Home|End)/.test(key);
  if (target.closest("input, select, textarea")) return false;
  return !(key === " " && target.closest("button, a"));
}

function acted(key: string, wishes: Wishes, seats: number): boolean {
  switch (key) {
    case " ":
      wishes.take({ done: "toggle" });
      return true;
    case "ArrowLeft":
      wishes.take({ done: "step", by: -1 });
      return true;
    case "ArrowRight":
      wishes.take({ done: "step", by: 1 });
      return true;
    case "PageUp":
      wishes.leap(-1);
      return true;
    case "PageDown":
      wishes.leap(1);
      return true;
    case "Home":
      wishes.take({ done: "seek", frame: 0 });
      return true;
    case "End":
      wishes.take({ done: "seek", frame: Infinity });
      return true;
    case "+":
      wishes.zoom(1);
      return true;
    case "-":
      wishes.zoom(-1);
      return true;
    case "f":
      wishes.fit();
      return true;
  }
  const digit = /^[0-9]$/.test(key) ? Number(key) : -1;
  if (digit < 0 || digit > seats || seats === 0) return false;
  wishes.look(digit === 0 ? null : digit - 1);
  return true;
}
