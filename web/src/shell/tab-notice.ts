/** Calls a player back who looks at another tab. */

import { useEffect } from "preact/hooks";

/** Puts words before the window's title when they come up in a hidden tab, until somebody looks at it. */
export function useTabNotice(words: string | null): void {
  useEffect(() => {
    if (words === null || !document.hidden) return;
    const title = document.title;
    const clear = () => {
      document.title = title;
    };
    document.title = `${words} – ${title}`;
    document.addEventListener("visibilitychange", clear);
    return () => {
      clear();
      document.removeEventListener("visibilitychange", clear);
    };
  }, [words]);
}
