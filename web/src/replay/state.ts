/** The position in a timeline and how it changes: a pure function of state and step. */

export interface Playback {
  readonly frame: number;
  /** The last frame. */
  readonly last: number;
  readonly playing: boolean;
  /** Frames a second. */
  readonly speed: number;
  /** The part of a frame that has passed since the last one was shown. */
  readonly part: number;
}

export type Step =
  | { readonly action: "toggle" | "pause" }
  | { readonly action: "seek"; readonly frame: number }
  /** A number of frames forward or back; this pauses. */
  | { readonly action: "step"; readonly by: number }
  | { readonly action: "speed"; readonly speed: number }
  /** So many milliseconds have passed. */
  | { readonly action: "wait"; readonly ms: number }
  /** Another timeline of the same match is shown. */
  | { readonly action: "other timeline"; readonly last: number; readonly frame: number };

export function initialPlayback(last: number, frame: number, speed: number): Playback {
  return { frame: within(frame, last), last, playing: false, speed, part: 0 };
}

export function reduce(state: Playback, step: Step): Playback {
  switch (step.action) {
    case "toggle": {
      const again = !state.playing && state.frame === state.last;
      return { ...state, playing: !state.playing && state.last > 0, frame: again ? 0 : state.frame, part: 0 };
    }
    case "pause":
      return state.playing ? { ...state, playing: false, part: 0 } : state;
    case "seek":
      return { ...state, frame: within(step.frame, state.last), part: 0 };
    case "step":
      return { ...state, frame: within(state.frame + step.by, state.last), playing: false, part: 0 };
    case "speed":
      return { ...state, speed: step.speed, part: 0 };
    case "wait":
      return state.playing ? advanced(state, step.ms) : state;
    case "other timeline":
      return { ...state, last: step.last, frame: within(step.frame, step.last), part: 0 };
  }
}

function advanced(state: Playback, ms: number): Playback {
  const passed = state.part + (ms / 1000) * state.speed;
  const frame = within(state.frame + Math.floor(passed), state.last);
  const ended = frame === state.last;
  return { ...state, frame, part: ended ? 0 : passed % 1, playing: !ended };
}

function within(frame: number, last: number): number {
  return Math.min(Math.max(0, Math.floor(frame)), last);
}
