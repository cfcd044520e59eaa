/** The session of a dungeon page: asks the server for maps and walks, plays the digging, and holds the state. */

import { prefersReducedMotion } from "../animation-frame";
import type { Failed } from "../api";
import type { DungeonChoices, Plan } from "../protocol";
import { Listeners, type Store } from "../store";
import {
  addressOf,
  below,
  type DungeonRequest,
  type DungeonSpec,
  formRequest,
  profileOf,
  randomSeed,
  type ViewOptions,
  validate,
} from "./address";
import * as api from "./api";
import { DigAnimation, finished, phaseDurations, progressAt } from "./dig-animation";
import { forgetWalk, savedWalk, saveWalk } from "./saved-walk";
import { type DungeonState, dug, entered, failed, initialState, isFinal, refused, walked } from "./state";
import { pathTo } from "./walk";
import { SEARCH, Walker } from "./walker";

/** The longest time that a frame counts for: on a slow machine, or in a tab that was away, no phase is left out. */
const FRAME_MS = 100;

/** Writes the address of the page; `push` adds it to the history. */
type SetAddress = (address: string, push: boolean) => void;

export class DungeonSession implements Store<DungeonState> {
  state: DungeonState;
  private readonly listeners = new Listeners();
  private walker: Walker | null = null;
  private frame = 0;
  /** Counts the dungeons that were entered, so that answers for an earlier one are dropped. */
  private visits = 0;

  constructor(
    readonly choices: DungeonChoices,
    private readonly request: DungeonRequest,
    viewOptions: ViewOptions,
    private readonly setAddress: SetAddress,
  ) {
    const profile = profileOf(request.profile, choices).name;
    this.state = initialState({ ...request, profile }, viewOptions);
  }

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  close(): void {
    this.stop();
  }

  /** Keeps the walk, so that it goes on when the page is opened again. */
  keepWalk(): void {
    const { spec } = this.state;
    const walk = this.walker?.walk;
    if (spec && walk) saveWalk(spec, walk);
  }

  /** Walks from the stairs up again. */
  startOver(): void {
    const { spec } = this.state;
    if (!spec || !this.walker) return;
    this.stop();
    forgetWalk(spec);
    this.enter(spec, false, false);
  }

  /** Shows the dungeon that the address asks for. */
  open(): void {
    this.go(this.request, false);
  }

  /** Changes the seed or the profile in the form. */
  edit(change: Partial<Pick<DungeonRequest, "seed" | "profile">>): void {
    this.update({ ...this.state, draft: { ...this.state.draft, ...change } });
  }

  /** Changes an option in the form. */
  editOption(name: string, text: string): void {
    const { draft } = this.state;
    this.update({ ...this.state, draft: { ...draft, options: { ...draft.options, [name]: text } } });
  }

  /** Digs the dungeon of the form. */
  dig(): void {
    this.go(formRequest(this.state.draft, this.choices), true);
  }

  /** Digs a random dungeon with the options of the form. */
  roll(): void {
    this.edit({ seed: randomSeed(profileOf(this.state.draft.profile, this.choices), Math.random()) });
    this.dig();
  }

  /** Goes down the stairs; false if the walker has not come to them. */
  descend(): boolean {
    const { spec, arrived } = this.state;
    if (!spec || !arrived) return false;
    this.update({ ...this.state, draft: below(spec, this.choices) });
    this.dig();
    return true;
  }

  /** Stays in the dungeon whose stairs down were found. */
  lookAround(): void {
    this.update({ ...this.state, arrived: false });
  }

  /** Looks at the same dungeon in another way. */
  setViewOptions(change: Partial<ViewOptions>): void {
    const { viewOptions: before, spec } = this.state;
    const viewOptions = { ...before, ...change };
    this.update({ ...this.state, viewOptions });
    if (!spec) return;
    if (viewOptions.walk !== before.walk || viewOptions.view !== before.view) this.enter(spec, false, false);
    else this.setAddress(addressOf(spec, viewOptions), false);
  }

  /** Ends the digging; false if nothing is being dug. */
  skip(): boolean {
    const { plan } = this.state;
    if (!this.frame || !plan) return false;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.finish(plan);
    return true;
  }

  /** Walks a step by its key; false without a walker. `held` is for keys that repeat. */
  step(key: string, held = false): boolean {
    this.walker?.press(key, held);
    return this.walker !== null;
  }

  /** Searches for secrets around the walker; false without one. */
  search(): boolean {
    return this.step(SEARCH);
  }

  /** Walks to a tile by the shortest known way; on the walker's own tile, searches. */
  walkTo(tile: number): void {
    const { walker } = this;
    if (!walker?.walk) return;
    if (tile === walker.walk.tile) {
      walker.press(SEARCH);
      return;
    }
    const way = pathTo(walker.walk, tile, this.choices.kinds);
    if (way) walker.follow(way);
    else walker.refuse();
  }

  /** Asks the server again. */
  retry(): void {
    const { spec } = this.state;
    if (this.walker) this.walker.retry();
    else if (spec) this.enter(spec, false, false);
  }

  /** Goes to a dungeon, or says what is wrong with the request. */
  private go(request: DungeonRequest, push: boolean): void {
    const validated = validate(request, this.choices);
    if ("problems" in validated) this.update(refused(this.state, validated.problems));
    else this.enter(validated.spec, push, !prefersReducedMotion());
  }

  /** Shows a dungeon; `slowly` plays how it is dug. */
  private enter(spec: DungeonSpec, push: boolean, slowly: boolean): void {
    this.stop();
    const { viewOptions } = this.state;
    this.setAddress(addressOf(spec, viewOptions), push);
    this.update(entered(this.state, spec));
    if (!viewOptions.walk) return void this.fetchPlan(spec, slowly);
    const walker = new Walker(spec, this.choices.keysAtOnce, () => this.onWalk(walker), savedWalk(spec));
    this.walker = walker;
    void walker.run();
  }

  private stop(): void {
    this.keepWalk();
    this.visits++;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.walker?.close();
    this.walker = null;
  }

  private onWalk({ walk, failure }: Walker): void {
    if (failure) this.fail(failure);
    else if (walk) this.update(walked(this.state, walk));
  }

  private async fetchPlan(spec: DungeonSpec, slowly: boolean): Promise<void> {
    const visit = this.visits;
    const answer = await api.plan(spec, this.state.viewOptions.view);
    if (visit !== this.visits) return;
    if (!answer.ok) this.fail(answer);
    else if (slowly) this.animate(answer.value);
    else this.finish(answer.value);
  }

  private fail(failure: Failed): void {
    if (isFinal(failure)) this.stop();
    this.update(failed(this.state, failure));
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
      this.update(dug(this.state, plan, progress, site.dungeon));
      this.frame = requestAnimationFrame(run);
    };
    this.frame = requestAnimationFrame(run);
  }

  private finish(plan: Plan): void {
    this.update(dug(this.state, plan, progressAt(plan, [], Infinity), finished(plan)));
  }

  private update(state: DungeonState): void {
    this.state = state;
    this.listeners.call();
  }
}
