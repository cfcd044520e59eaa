/** What a marked group can do, over the map: how many are marked, what a click does, and orders for all of them. */

import { texts, useTexts } from "../language";
import { useStore } from "../store";
import type { Group } from "./group";
import { canOrder, type State } from "./state";

const TEXT = texts({
  en: {
    label: "Marked units",
    marked: (count: number) => `${count} marked`,
    all: "All in sight",
    strike: "Attack what is in reach",
    giving: (through: number, all: number) => `${through} of ${all} …`,
    stop: "Stop",
  },
  de: {
    label: "Markierte Einheiten",
    marked: (count: number) => `${count} markiert`,
    all: "Alle im Bild",
    strike: "Angreifen, was erreichbar ist",
    giving: (through: number, all: number) => `${through} von ${all} …`,
    stop: "Anhalten",
  },
});

export function GroupBar({ state, group }: { readonly state: State; readonly group: Group }) {
  const text = useTexts(TEXT);
  const progress = useStore(group);
  const { plans, shownBoard } = state;
  if (!plans.grouping || !shownBoard || (!canOrder(state) && !progress)) return null;
  const attacks = shownBoard.phase === "attack";
  return (
    <section class="panel welten-group" aria-label={text.label}>
      <p role="status">{progress ? text.giving(progress.through, progress.all) : text.marked(plans.marked.length)}</p>
      {progress ? (
        <button class="btn" type="button" onClick={() => group.stop()}>
          {text.stop}
        </button>
      ) : (
        <>
          {attacks && plans.marked.length > 0 && (
            <button class="btn btn-main" type="button" onClick={() => void group.attack()}>
              {text.strike}
            </button>
          )}
          <button class="btn" type="button" onClick={() => group.markShown()}>
            {text.all}
          </button>
        </>
      )}
    </section>
  );
}
