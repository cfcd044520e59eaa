/** The level that *Play now* begins with, as the server has counted it. Rooms do without this module. */

import { useEffect, useState } from "preact/hooks";

import { get } from "../api";
import { knownSecret } from "../identity";
import type { LevelShown } from "../protocol";
import { chooseLevel, isFromDuel, isLevel, type Level, levelOf, levelRecord, saveRecord } from "./levels";

/** Takes over what the server has counted, unless this browser has counted the same games. */
export async function syncLevel(): Promise<void> {
  const known = knownSecret();
  if (known === null) return;
  const found = await get<LevelShown>("/api/level", { "x-player-secret": known });
  if (found?.last && found.last !== levelRecord().last && isLevel(found.level))
    saveRecord({ level: found.level, row: found.row, last: found.last, chosen: null });
}

/** The level that *Play now* begins with, how another is chosen, and whether it is that of the visitor's last duel. */
type ShownLevel = readonly [level: Level, choose: (level: Level) => void, isFromDuel: boolean];

/** Follows the level that *Play now* begins with, as soon as the server has told it. */
export function useLevel(): ShownLevel {
  const [record, setRecord] = useState(levelRecord);
  useEffect(() => {
    void syncLevel().then(() => setRecord(levelRecord()));
  }, []);
  const choose = (chosen: Level) => {
    chooseLevel(chosen);
    setRecord(levelRecord());
  };
  return [levelOf(record), choose, isFromDuel(record)];
}
