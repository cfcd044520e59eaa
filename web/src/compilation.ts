/**
 * How far the server has compiled its rules, which it does once on a machine while it answers already.
 *
 * The server marks the document when there is something to wait for; without the mark nothing is asked.
 */

import { get } from "./api";
import type { Health } from "./protocol";
import { Listeners, type Store } from "./store";

/** A world whose rules are compiled. */
export type World = Health["rules"]["ready"][number];

const POLL_MS = 1000;

export class Compilation implements Store<number | null> {
  /** The share that is compiled, from 0 to 1; null when there is nothing to wait for. */
  state: number | null;
  private ready: readonly World[] = [];
  private readonly listeners = new Listeners();

  constructor(private readonly document: HTMLElement) {
    this.state = "compiling" in document.dataset ? 0 : null;
    if (this.state !== null) void this.poll();
  }

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Whether the rules of a world can be used. */
  isReady(world: World): boolean {
    return this.state === null || this.ready.includes(world);
  }

  /** Calls back as soon as the rules of a world can be used: at once if they can. Returns what calls it off. */
  whenReady(world: World, then: () => void): () => void {
    if (this.isReady(world)) {
      then();
      return () => {};
    }
    const stop = this.subscribe(() => {
      if (!this.isReady(world)) return;
      stop();
      then();
    });
    return stop;
  }

  private async poll(): Promise<void> {
    const health = await get<Health>("/api/health");
    if (health) {
      const { progress, ready } = health.rules;
      this.ready = ready;
      this.state = progress < 1 ? progress : null;
      this.listeners.call();
    }
    if (this.state === null) delete this.document.dataset["compiling"];
    else window.setTimeout(() => void this.poll(), POLL_MS);
  }
}

export const compilation = new Compilation(document.documentElement);
