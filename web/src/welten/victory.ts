/** The end of a game of Weltendämmerung: who won and why, what is left of the armies, and what to do next. */

import { h } from "../dom";

export type Side = "eldoin" | "dailor";

export interface Army {
  /** Who led it. */
  readonly name: string;
  /** Units when the game began, and those that are alive. */
  readonly began: number;
  readonly left: number;
}

export interface Ending {
  readonly winner: Side | null;
  /** As the server says it: commander, annihilation, rounds, west_edge, resign, draw, clock. */
  readonly reason: string;
  /** Completed rounds. */
  readonly rounds: number;
  readonly armies: Readonly<Record<Side, Army>>;
  /** The reader's side; null for one who watched. */
  readonly me: Side | "both" | null;
  /** The land, for its tiles; `own` stands for a host's own. */
  readonly scenario: string;
  readonly replay: string;
  /** Ask for another game; false if the server refused. */
  rematch(): Promise<boolean>;
}

/** A panel (class `ending`) to put over the board. It takes the focus, and takes itself away when it is closed. */
export function victory(end: Ending): HTMLElement {
  return h("section", { class: "panel panel-bright ending", tabindex: "-1" }, end.winner ?? "");
}
