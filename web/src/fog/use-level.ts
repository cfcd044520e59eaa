/** The level that *Play now* begins with, as the server has counted it. Rooms do without this module. */

import { useEffect, useState } from "preact/hooks";

import { get } from "../api";
import { knownSecret } from "../identity";
import type { LevelShown } from "../protocol";
import { chooseLevel, currentLevel, isLevel, type Level, levelRecord, saveRecord } from "./levels";

/** Takes over what the server has counted, unless this browser has counted the same games. */
export async function syncLevel(): Promise<void> {
  const known = knownSecret();
  if (known === null) return;
  const found = await get<LevelShown>("/api/level", { "x-player-secret": known });
  if (found?.last && found.last !== levelRecord().last && isLevel(found.level))
    saveRecord({ level: found.level, row: found.row, last: found.last, chosen: null });
}

/** The level that *Play now* begins with, as soon as the server has told it, and how it is chosen. */
export function useLevel(): readonly [Level, (level: Level) => void] {
  const [level, setLevel] = useState(currentLevel);
  useEffect(() => {
    void syncLevel().then(() => setLevel(currentLevel()));
  }, []);
  const choose = (chosen: Level) => {
    chooseLevel(chosen);
    setLevel(chosen);
  };
  return [level, choose];
}
