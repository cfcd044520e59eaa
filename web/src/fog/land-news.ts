/** News that a player reads from the board itself: land of another that is seen for the first time, and own land lost. */

import type { Board } from "./board";
import type { News, State } from "./state";

export type LandEvent =
  /** Land of another player is seen for the first time. */
  | { readonly type: "contact"; readonly index: number }
  /** Land of ours is another's now; the index is -1 where nobody holds it. */
  | { readonly type: "lost land"; readonly index: number; readonly count: number };

/** Turns within which losses to the same player are one piece of news. */
const TOGETHER_TURNS = 25;

type Seen = Pick<State, "seat" | "fallen" | "board" | "met">;

/** The players whose land is on the board for the first time. */
export function contactsOf({ seat, fallen, met }: Seen, board: Board): readonly LandEvent[] {
  if (seat < 0 || fallen) return [];
  const owners = new Set(board.terrain.filter((owner) => owner >= 0 && owner !== seat && !met.includes(owner)));
  return [...owners].sort((a, b) => a - b).map((index) => ({ type: "contact", index }));
}

/** The land that was ours on the board before and is not any more, for each who holds it now. */
export function lossesOf({ seat, fallen, board: before }: Seen, board: Board): readonly LandEvent[] {
  if (seat < 0 || fallen || !before || before.terrain.length !== board.terrain.length) return [];
  const counts = new Map<number, number>();
  for (const [tile, owner] of board.terrain.entries()) {
    if (owner === seat || before.terrain[tile] !== seat) continue;
    const index = Math.max(-1, owner);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return [...counts].map(([index, count]) => ({ type: "lost land", index, count }));
}

/** The news with losses: those to a player who has just taken other land are counted together with it. */
export function withLosses(
  news: readonly News[],
  losses: readonly LandEvent[],
  turn: number,
  numbered: number,
): readonly News[] {
  let result = news;
  for (const [at, loss] of losses.entries()) {
    const isSame = ({ event, turn: then }: News) =>
      event.type === "lost land" && event.index === loss.index && turn - then < TOGETHER_TURNS;
    const earlier = result.findLast(isSame)?.event;
    const sum = (earlier?.type === "lost land" ? earlier.count : 0) + (loss.type === "lost land" ? loss.count : 0);
    const others = earlier ? result.filter(({ event }) => event !== earlier) : result;
    const event = { type: "lost land", index: loss.index, count: sum } as const;
    result = [...others, { number: numbered + at + 1, turn, event }];
  }
  return result;
}
