/** The bots that can be invited into a room. */

import { useEffect, useState } from "preact/hooks";

import * as api from "../api";

/** The names of a game's bots: undefined before the server has answered, null when it does not. */
export function useBots(game: api.Game): readonly string[] | null | undefined {
  const [bots, setBots] = useState<readonly string[] | null | undefined>(undefined);
  useEffect(() => {
    let shown = true;
    void api.bots(game).then((names) => shown && setBots(names));
    return () => {
      shown = false;
    };
  }, [game]);
  return bots;
}
