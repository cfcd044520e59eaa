/** A recorded game as its player saw it, shown with the state and the board of the client. */

import { FogCanvas } from "../fog/board-canvas";
import { prefersReducedMotion } from "../animation-frame";
import { reduce, initialState, type State } from "../fog/state";
import type { DetailedGameUpdate } from "../protocol";

interface Recording {
  readonly seat: number;
  readonly updates: readonly DetailedGameUpdate[];
}

const TURN_MS = 260;

/** Plays the recording in a loop. Returns the function that ends it. */
export function playFogDemo(canvas: HTMLCanvasElement, told: (state: State) => void): () => void {
  const view = new FogCanvas(canvas, 0.7);
  let timer = 0;
  let open = true;
  void fetch("/demo/fog.json")
    .then(async (answer) => {
      if (!answer.ok || !open) return;
      const { seat, updates } = (await answer.json()) as Recording;
      let state = begin(seat);
      let at = 0;
      // With reduced motion, a late turn is shown and nothing moves.
      const still = prefersReducedMotion() ? Math.floor(updates.length * 0.7) : -1;
      const step = () => {
        if (!open) return;
        if (at >= updates.length) [state, at] = [begin(seat), 0];
        do state = reduce(state, { event: "game_update", args: [updates[at++]!] });
        while (at <= still);
        if (state.board) view.show({ board: state.board, marches: [], cursor: null, half: false });
        told(state);
        if (still < 0) timer = window.setTimeout(step, at >= updates.length ? 4000 : TURN_MS);
      };
      step();
    })
    .catch(() => undefined);
  return () => {
    open = false;
    clearTimeout(timer);
    view.close();
  };
}

function begin(seat: number): State {
  return { ...initialState("demo"), seat, status: "playing" };
}
