/** A visit to a dungeon: what is dug, how it is looked at, who walks in it. Tells its page what to show. */

import { calm } from "../animation-frame";
import type { DungeonChoices, Plan, Profile } from "../protocol";
import { addressOf, judge, nextSeed, type Dig, type Eyes, type Problems, type Wish } from "./address";
import * as api from "./api";
import type { Dungeon } from "./board";
import { finished, pace, progressAt, Site, type Progress } from "./dig-animation";
import { Walker } from "./walker";
import { wayTo, type Walk } from "./walk";

/** What the page does when something happens. */
export interface Audience {
  /** Another dungeon is meant, or it is looked at otherwise. */
  meant(dig: Dig, eyes: Eyes): void;
  /** This is what the dungeon looks like now. */
  show(dungeon: Dungeon): void;
  digging(plan: Plan, progress: Progress): void;
  walking(walk: Walk | null, trouble: string): void;
  /** It cannot be had: what is wrong with the fields, or in one sentence. */
  refused(problems: Problems): void;
}

const DONE = Infinity;
/** What a frame counts for at most: a slow machine, or a tab that was away, misses no phase. */
const FRAME_MS = 100;

export class Expedition {
  dig: Dig | null = null;
  private plan: Plan | null = null;
  private walker: Walker | null = null;
  private frame = 0;
  private visits = 0;

  constructor(
    readonly choices: DungeonChoices,
    public eyes: Eyes,
    private readonly audience: Audience,
  ) {}

  close(): void {
    this.leave();
  }

  /** Go to a dungeon, or say why there is none; true if there can be one. */
  go(wish: Wish): boolean {
    const judged = judge(wish, this.choices);
    if ("problems" in judged) {
      this.audience.refused(judged.problems);
      return false;
    }
    this.leave();
    this.dig = judged.dig;
    this.enter(!calm());
    return true;
  }

  /** Look at the same dungeon in another way. */
  see(change: Partial<Eyes>): void {
    const before = this.eyes;
    this.eyes = { ...before, ...change };
    if (!this.dig) return;
    if (this.eyes.walk !== before.walk || this.eyes.view !== before.view) {
      this.leave();
      this.enter(false);
    } else this.audience.meant(this.dig, this.eyes);
  }

  /** The dungeon below this one. */
  below(): Wish | null {
    const { dig } = this;
    if (!dig) return null;
    const options = Object.fromEntries(Object.entries(dig.options).map(([name, value]) => [name, String(value)]));
    return { seed: nextSeed(dig.seed, this.profile), profile: dig.profile, options };
  }

  /** End the digging; true if there was anything to end. */
  skip(): boolean {
    if (!this.frame || !this.plan) return false;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.finish(this.plan);
    return true;
  }

  press(key: string, held = false): boolean {
    this.walker?.press(key, held);
    return this.walker !== null;
  }

  /** Walk to a tile that was pointed at; who points at the own feet searches. */
  tap(tile: number): void {
    const walk = this.walker?.walk;
    if (!walk) return void this.skip();
    if (tile === walk.tile) return this.walker!.press("f");
    const way = wayTo(walk, tile);
    if (way) this.walker!.follow(way);
  }

  /** Try again what did not come. */
  retry(): void {
    if (this.walker) void this.walker.run();
    else if (this.dig) this.enter(false);
  }

  get profile(): Profile {
    return this.choices.profiles.find(({ name }) => name === this.dig?.profile) ?? this.choices.profiles[0]!;
  }

  private leave(): void {
    this.visits++;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.walker?.close();
    this.walker = null;
    this.plan = null;
  }

  /** Show the dungeon; `slowly` if one shall see it being dug. */
  private enter(slowly: boolean): void {
    const { dig, eyes } = this;
    if (!dig) return;
    this.audience.meant(dig, eyes);
    if (!eyes.walk) return void this.digOut(dig, slowly);
    this.audience.walking(null, "");
    const walker = new Walker(dig, () => {
      if (walker.walk) this.audience.show(walker.walk.dungeon);
      this.audience.walking(walker.walk, walker.trouble);
    });
    this.walker = walker;
  }

  private async digOut(dig: Dig, slowly: boolean): Promise<void> {
    const visit = this.visits;
    const answer = await api.plan(dig, this.eyes.view);
    if (visit !== this.visits) return;
    if (!answer.ok) return this.audience.refused({ "": answer.message });
    this.plan = answer.value;
    if (slowly) this.animate(answer.value);
    else this.finish(answer.value);
  }

  private animate(plan: Plan): void {
    const site = new Site(plan);
    const lengths = pace(plan);
    let last = performance.now();
    let spent = 0;
    const run = (now: number) => {
      spent += Math.max(0, Math.min(FRAME_MS, now - last));
      last = now;
      const progress = progressAt(plan, lengths, spent);
      if (progress.done) {
        this.frame = 0;
        return this.finish(plan);
      }
      site.digTo(progress);
      this.audience.show(site.dungeon);
      this.audience.digging(plan, progress);
      this.frame = requestAnimationFrame(run);
    };
    this.frame = requestAnimationFrame(run);
  }

  private finish(plan: Plan): void {
    this.audience.show(finished(plan));
    this.audience.digging(plan, progressAt(plan, [], DONE));
  }
}

/** Where an expedition stands. */
export function whereabouts({ dig, eyes }: Expedition): string {
  return dig ? addressOf(dig, eyes) : "/dungeon";
}
