/** Gives the orders of a group one by one, each after the server has said what is legal then. */

import type { AcceptedLegal } from "../protocol";
import type { Board } from "./board";
import { bestTarget, bestWay, formation, type Goal } from "./formation";
import type { Session } from "./session";
import { commandsSide } from "./state";

/** Called before each unit, with the number of units that are through; false ends it. */
export type Progress = (through: number, all: number) => boolean;

/** Lets a group go to a tile in formation. Units that others stood in the way of get a second chance. */
export async function leadTo(
  session: Session,
  units: readonly number[],
  tile: number,
  progress: Progress,
): Promise<void> {
  const board = session.state.board!;
  const goals = formation(board, units, tile);
  const late: Goal[] = [];
  for (const [through, goal] of goals.entries()) {
    if (!progress(through, goals.length) || !isSameState(session, board)) return;
    if (!(await step(session, goal))) late.push(goal);
  }
  for (const goal of late) {
    if (!progress(goals.length, goals.length) || !isSameState(session, board)) return;
    await step(session, goal);
  }
}

/** Milliseconds after which a question that the server did not answer, as after too many, is asked once more. */
const ASK_AGAIN_MS = 1000;

async function legalOf(session: Session, unit: number): Promise<AcceptedLegal | null> {
  const can = await session.legalOf(unit);
  if (can) return can;
  await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  return session.legalOf(unit);
}

/** Moves a unit towards its place. Returns whether it stands there. */
async function step(session: Session, goal: Goal): Promise<boolean> {
  const can = await legalOf(session, goal.unit);
  const unit = session.state.board!.units[goal.unit]!;
  const way = can && bestWay(can.ways, unit, goal);
  if (!way || !(await session.giveAndWait(`move ${goal.unit} ${way.x},${way.y}`))) return false;
  return way.x === goal.x && way.y === goal.y;
}

/** Lets each unit of a group attack the best of what it can hit. */
export async function attackAll(session: Session, units: readonly number[], progress: Progress): Promise<void> {
  const board = session.state.board!;
  for (const [through, unit] of units.entries()) {
    if (!progress(through, units.length) || !isSameState(session, board)) return;
    if (!session.state.legal?.units.includes(unit)) continue;
    const can = await legalOf(session, unit);
    const target = can && bestTarget(can.targets);
    if (target && !(await session.giveAndWait(`attack ${unit} ${target.x},${target.y}`))) return;
  }
}

/** Whether the phase in which the group began to act still runs, and is ours. */
function isSameState(session: Session, before: Board): boolean {
  const { board, status } = session.state;
  return (
    status === "playing" &&
    board?.state === before.state &&
    board.rounds === before.rounds &&
    !board.outcome &&
    commandsSide(session.state, board.player)
  );
}
