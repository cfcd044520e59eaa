/**
 * The state of a dungeon page: the dungeon, how it is viewed, and the walk through it. Calls its listener on changes.
 */

import { prefersReducedMotion } from "../animation-frame";
import type { DungeonChoices, Plan, Profile } from "../protocol";
import {
  addressOf,
  validate,
  nextSeed,
  type DungeonSpec,
  type ViewOptions,
  type Problems,
  type DungeonRequest,
} from "./address";
import * as api from "./api";
import type { Dungeon } from "./board";
import { finished, phaseDurations, progressAt, DigAnimation, type Progress } from "./dig-animation";
import { Walker } from "./walker";
import { pathTo, type Walk } from "./walk";

/** What the page does when something happens. */
export interface DungeonListener {
  /** Another dungeon is meant, or it is looked at otherwise. */
  changed(spec: DungeonSpec, viewOptions: ViewOptions): void;
  /** This is what the dungeon looks like now. */
  show(dungeon: Dungeon): void;
  digging(plan: Plan, progress: Progress): void;
  walking(walk: Walk | null, problem: string): void;
  /** It cannot be had: what is wrong with the fields, or in one sentence. */
  refused(problems: Problems): void;
}

const DONE = Infinity;
/** What a frame counts for at most: a slow machine, or a tab that was away, misses no phase. */
const FRAME_MS = 100;

export class DungeonSession {
  spec: DungeonSpec | null = null;
  private plan: Plan | null = null;
  private walker: Walker | null = null;
  private frame = 0;
  private visits = 0;

  constructor(
    readonly choices: DungeonChoices,
    public viewOptions: ViewOptions,
    private readonly listener: DungeonListener,
  ) {}

  close(): void {
    this.reset();
  }

  /** Go to a dungeon, or say why there is none; true if there can be one. */
  go(request: DungeonRequest): boolean {
    const validated = validate(request, this.choices);
    if ("problems" in validated) {
      this.listener.refused(validated.problems);
      return false;
    }
    this.reset();
    this.spec = validated.spec;
    this.enter(!prefersReducedMotion());
    return true;
  }

  /** Look at the same dungeon in another way. */
  setViewOptions(change: Partial<ViewOptions>): void {
    const before = this.viewOptions;
    this.viewOptions = { ...before, ...change };
    if (!this.spec) return;
    if (this.viewOptions.walk !== before.walk || this.viewOptions.view !== before.view) {
      this.reset();
      this.enter(false);
    } else this.listener.changed(this.spec, this.viewOptions);
  }

  /** The dungeon below this one. */
  below(): DungeonRequest | null {
    const { spec } = this;
    if (!spec) return null;
    const options = Object.fromEntries(Object.entries(spec.options).map(([name, value]) => [name, String(value)]));
    return { seed: nextSeed(spec.seed, this.profile), profile: spec.profile, options };
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

  /** Walks to a tile; a tap on the walker's own tile searches. */
  tap(tile: number): void {
    const walk = this.walker?.walk;
    if (!walk) return void this.skip();
    if (tile === walk.tile) return this.walker!.press("f");
    const way = pathTo(walk, tile);
    if (way) this.walker!.follow(way);
  }

  /** Try again what did not come. */
  retry(): void {
    if (this.walker) void this.walker.run();
    else if (this.spec) this.enter(false);
  }

  get profile(): Profile {
    return this.choices.profiles.find(({ name }) => name === this.spec?.profile) ?? this.choices.profiles[0]!;
  }

  private reset(): void {
    this.visits++;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.walker?.close();
    this.walker = null;
    this.plan = null;
  }

  /** Show the dungeon; `slowly` if one shall see it being dug. */
  private enter(slowly: boolean): void {
    const { spec, viewOptions } = this;
    if (!spec) return;
    this.listener.changed(spec, viewOptions);
    if (!viewOptions.walk) return void this.fetchPlan(spec, slowly);
    this.listener.walking(null, "");
    const walker = new Walker(spec, () => {
      if (walker.walk) this.listener.show(walker.walk.dungeon);
      this.listener.walking(walker.walk, walker.problem);
    });
    this.walker = walker;
  }

  private async fetchPlan(spec: DungeonSpec, slowly: boolean): Promise<void> {
    const visit = this.visits;
    const answer = await api.plan(spec, this.viewOptions.view);
    if (visit !== this.visits) return;
    if (!answer.ok) return this.listener.refused({ "": answer.message });
    this.plan = answer.value;
    if (slowly) this.animate(answer.value);
    else this.finish(answer.value);
  }

  private animate(plan: Plan): void {
    const site = new DigAnimation(plan);
    const lengths = phaseDurations(plan);
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
      this.listener.show(site.dungeon);
      this.listener.digging(plan, progress);
      this.frame = requestAnimationFrame(run);
    };
    this.frame = requestAnimationFrame(run);
  }

  private finish(plan: Plan): void {
    this.listener.show(finished(plan));
    this.listener.digging(plan, progressAt(plan, [], DONE));
  }
}

/** Where an expedition stands. */
export function addressOfSession({ spec, viewOptions }: DungeonSession): string {
  return spec ? addressOf(spec, viewOptions) : "/dungeon";
}
