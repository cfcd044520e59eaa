/** Fetches what a component shows. */

import { useEffect, useState } from "preact/hooks";

import { request } from "./api";

/** What was fetched: undefined before the first answer, null when the server did not give it. */
export type Fetched<T> = T | null | undefined;

/** Milliseconds until a server that did not answer is asked again. */
const RETRY_MS = 4000;

/**
 * The JSON at an address. After a change of the address the last answer stays until the next one comes. A server that
 * does not answer is asked again; what it refuses stays refused.
 */
export function useFetched<T>(path: string): Fetched<T> {
  const [found, setFound] = useState<Fetched<T>>(undefined);
  useEffect(() => {
    let wanted = true;
    let timer = 0;
    const ask = async () => {
      const answer = await request<T>(path, { headers: { accept: "application/json" } });
      if (!wanted) return;
      setFound(answer.ok ? answer.value : null);
      if (!answer.ok && answer.code === "NO_ANSWER") timer = window.setTimeout(() => void ask(), RETRY_MS);
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [path]);
  return found;
}
