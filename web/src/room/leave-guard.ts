/** Asks before a player leaves a rated game: by a link, by the history or by closing the window. */

import { useEffect } from "preact/hooks";

import { confirm } from "../components/dialog";
import { localize, texts } from "../language";
import { askBeforeLeaving } from "../router";

const TEXT = texts({
  en: {
    title: "Leave the rated game?",
    text: "It goes on without you. If you do not come back in time you lose it, and that counts for the ladder.",
    leave: "Leave",
    stay: "Stay",
  },
  de: {
    title: "Die gewertete Partie verlassen?",
    text: "Sie geht ohne dich weiter. Kommst du nicht rechtzeitig zurück, verlierst du sie, und das zählt für die Rangliste.",
    leave: "Verlassen",
    stay: "Bleiben",
  },
});

/** While `active`, leaving the page is asked about first. */
export function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onUnload);
    askBeforeLeaving(() => {
      const text = localize(TEXT);
      return confirm({ ...text, confirmLabel: text.leave, cancelLabel: text.stay, danger: true });
    });
    return () => {
      removeEventListener("beforeunload", onUnload);
      askBeforeLeaving(null);
    };
  }, [active]);
}
