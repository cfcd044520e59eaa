/** Walks through a dungeon: sends keys to the server and plays its answers step by step. */

import { prefersReducedMotion } from "../animation-frame";
import type { Failed } from "../api";
import type { DungeonSpec } from "./address";
import * as api from "./api";
import { afterStep, beginWalk, resumeWalk, type Walk } from "./walk";

/** The key that searches for secrets. */
export const SEARCH = "f";
/** Milliseconds between two steps. */
const STEP_MS = 60;

/** The codes with which the server refuses a place that is not in the dungeon, which may have changed since. */
const PLACE_REFUSED: readonly string[] = ["INCONSISTENT", "OFF_MAP"];

export class Walker {
  /** Why the walk does not go on. */
  failure: Failed | null = null;
  private keys = "";
  /** The keys that the server has not answered. */
  private unanswered = "";
  /** Whether the server has told what is in sight. */
  private begun = false;
  private busy = false;
  private open = true;
  /** Whether the keys are those of a way, which a new key breaks off. */
  private following = false;
  private interrupted = false;

  constructor(
    private readonly spec: DungeonSpec,
    /** The most keys in one request. */
    private readonly keysAtOnce: number,
    private readonly changed: () => void,
    /** An earlier walk through the same dungeon, which goes on; null for a new one. */
    public walk: Walk | null = null,
  ) {}

  close(): void {
    this.open = false;
  }

  /** Presses a key. A key that is held down counts once the last step is done. A way is broken off. */
  press(key: string, held = false): void {
    if (held && this.busy) return;
    this.keys = this.following ? key : this.keys + key;
    this.interrupted ||= this.following;
    this.following = false;
    void this.run();
  }

  /** Walks a way instead of the keys that were pressed before. */
  follow(way: string): void {
    this.keys = way;
    this.interrupted = this.following = true;
    void this.run();
  }

  /** Tells that no way is known to a tile. */
  refuse(): void {
    if (!this.walk) return;
    this.walk = { ...this.walk, event: "no way" };
    this.changed();
  }

  /** Sends the keys again that the server has not answered. */
  retry(): void {
    this.keys = this.unanswered + this.keys;
    this.unanswered = "";
    void this.run();
  }

  /** Begins, or goes on. */
  async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.open && (this.keys || !this.begun)) {
      const keys = this.begun ? this.keys.slice(0, this.keysAtOnce) : "";
      this.keys = this.keys.slice(keys.length);
      this.interrupted = false;
      if (!(await this.walkPart(keys))) break;
    }
    this.busy = this.following = false;
  }

  private async walkPart(keys: string): Promise<boolean> {
    const answer = await api.walk(this.spec, this.walk, keys);
    if (!this.open) return false;
    if (!answer.ok && !this.begun && this.walk && PLACE_REFUSED.includes(answer.code)) {
      this.walk = null;
      return true;
    }
    this.failure = answer.ok ? null : answer;
    this.unanswered = answer.ok ? "" : keys || this.keys.slice(0, this.keysAtOnce);
    if (!answer.ok) {
      this.keys = "";
      this.changed();
      return false;
    }
    if (!this.begun || !this.walk) {
      this.begun = true;
      this.walk = this.walk ? resumeWalk(this.walk, answer.value) : beginWalk(answer.value);
      this.changed();
      return true;
    }
    for (const moment of answer.value.stood) {
      if (this.interrupted) break;
      this.walk = afterStep(this.walk, moment);
      this.changed();
      // With reduced motion only the end of a way is drawn.
      if (!prefersReducedMotion()) await new Promise((done) => setTimeout(done, STEP_MS));
      if (!this.open) return false;
    }
    return true;
  }
}
