/** Walks through a dungeon: sends keys to the server and plays its answers step by step. */

import type { DungeonSpec } from "./address";
import * as api from "./api";
import { afterStep, beginWalk, type Walk } from "./walk";

/** Keys that the server takes at once. */
const MAX_KEYS_PER_REQUEST = 64;
/** Milliseconds between two steps. */
const STEP_MS = 60;

export class Walker {
  walk: Walk | null = null;
  /** Why the walk does not go on. */
  problem = "";
  private keys = "";
  private busy = false;
  private open = true;
  /** Whether the keys are those of a way, which may be broken off. */
  private following = false;
  private cut = false;

  constructor(
    private readonly spec: DungeonSpec,
    private readonly changed: () => void,
  ) {
    void this.run();
  }

  close(): void {
    this.open = false;
  }

  /** Press a key; of a key that is held, only as much as can be walked. A way that is under way is broken off. */
  press(key: string, held = false): void {
    if (held && this.busy) return;
    this.keys = this.following ? key : this.keys + key;
    this.cut ||= this.following;
    this.following = false;
    void this.run();
  }

  /** Walk a way, instead of whatever was under way. */
  follow(way: string): void {
    this.keys = way;
    this.cut = this.following = true;
    void this.run();
  }

  /** Begin, or go on after problem. */
  async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.open && (this.keys || !this.walk)) {
      const keys = this.walk ? this.keys.slice(0, MAX_KEYS_PER_REQUEST) : "";
      this.keys = this.keys.slice(keys.length);
      this.cut = false;
      if (!(await this.walkPart(keys))) break;
    }
    this.busy = this.following = false;
  }

  private async walkPart(keys: string): Promise<boolean> {
    const answer = await api.walk(this.spec, this.walk, keys);
    if (!this.open) return false;
    this.problem = answer.ok ? "" : answer.message;
    if (!answer.ok) {
      this.keys = "";
      this.changed();
      return false;
    }
    if (!this.walk) {
      this.walk = beginWalk(answer.value);
      this.changed();
      return true;
    }
    // A new destination interrupts the walk.
    for (const moment of answer.value.stood) {
      if (this.cut) break;
      this.walk = afterStep(this.walk, moment, answer.value);
      this.changed();
      await new Promise((done) => setTimeout(done, STEP_MS));
      if (!this.open) return false;
    }
    return true;
  }
}
