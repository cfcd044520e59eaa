/** The animation of a dungeon being dug, by the generator's own phases. */

import type { Plan } from "../protocol";
import type { Dungeon } from "./board";

/** Milliseconds of a step in each phase, and the longest duration of the phase. */
const PHASE_TIMES: readonly (readonly [number, number])[] = [
  [120, 2200],
  [16, 3600],
  [220, 1600],
  [260, 1300],
  [420, 900],
  [0, 400],
];
/** The least duration of a phase, so that its name can be read. */
const MIN_PHASE_MS = 400;

export interface Progress {
  /** The current phase, or the number of phases when all is done. */
  readonly phase: number;
  /** Steps of that phase that are done. */
  readonly steps: number;
  /** Of the whole work, 0 to 1. */
  readonly share: number;
  readonly done: boolean;
}

/** How long each phase of a plan is shown. */
export function phaseDurations(plan: Plan): readonly number[] {
  return plan.phases.map(({ steps }, phase) => {
    const [each, most] = PHASE_TIMES[Math.min(phase, PHASE_TIMES.length - 1)]!;
    return Math.max(MIN_PHASE_MS, Math.min(most, each * steps.length));
  });
}

/** How far the digging is so many milliseconds after it began. */
export function progressAt(plan: Plan, lengths: readonly number[], ms: number): Progress {
  let begin = 0;
  for (const [phase, { steps, share }] of plan.phases.entries()) {
    const length = lengths[phase]!;
    if (ms < begin + length) {
      const part = (ms - begin) / length;
      const next = plan.phases[phase + 1]?.share ?? 1;
      return { phase, steps: Math.floor(part * steps.length), share: share + part * (next - share), done: false };
    }
    begin += length;
  }
  return { phase: plan.phases.length, steps: 0, share: 1, done: true };
}

/** Digs a plan step by step. */
export class DigAnimation {
  private readonly kinds: Uint8Array;
  private phase = 0;
  private step = 0;

  constructor(private readonly plan: Plan) {
    this.kinds = new Uint8Array(plan.width * plan.height);
  }

  /** Digs up to this point. */
  digTo({ phase, steps, done }: Progress): void {
    for (; this.phase < phase; this.phase++, this.step = 0) this.digSteps(Infinity);
    if (done) put(this.kinds, this.plan.marks);
    else this.digSteps(steps);
  }

  /** The map as far as it is dug. */
  get dungeon(): Dungeon {
    const { width, height } = this.plan;
    return { width, height, kinds: this.kinds.slice(), seen: null, hero: null };
  }

  private digSteps(count: number): void {
    const steps = this.plan.phases[this.phase]?.steps ?? [];
    for (; this.step < Math.min(count, steps.length); this.step++) put(this.kinds, steps[this.step]!);
  }
}

/** The finished map. */
export function finished(plan: Plan): Dungeon {
  const site = new DigAnimation(plan);
  site.digTo({ phase: plan.phases.length, steps: 0, share: 1, done: true });
  return site.dungeon;
}

/** Sets kinds from a list of tile, kind, tile, kind … */
function put(kinds: Uint8Array, pairs: readonly number[]): void {
  for (let i = 0; i < pairs.length; i += 2) kinds[pairs[i]!] = pairs[i + 1]!;
}
