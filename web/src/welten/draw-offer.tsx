/** Tells over the map that the other side offers a draw, with the buttons that answer it. */

import { useEffect, useState } from "preact/hooks";

import { texts, useTexts } from "../language";
import type { Actions, BoardRef } from "./actions";
import { enemy, type Side } from "./board";
import type { State } from "./state";
import { sideName } from "./texts";

const TEXT = texts({
  en: { offers: (side: string) => `${side} offers a draw.`, accept: "Accept", decline: "Decline" },
  de: { offers: (side: string) => `${side} bietet Remis an.`, accept: "Annehmen", decline: "Ablehnen" },
});

interface DrawOfferProps {
  readonly state: State;
  readonly actions: Pick<Actions, "draw">;
  readonly board: BoardRef;
}

/** The notice. The rules know no refusal: who declines does not see it again until the next offer. */
export function DrawOffer({ state, actions, board }: DrawOfferProps) {
  const text = useTexts(TEXT);
  const side = offering(state);
  const [declined, setDeclined] = useState(false);
  useEffect(() => {
    if (!side) setDeclined(false);
  }, [side]);
  const decline = () => {
    board.current?.canvas.focus({ preventScroll: true });
    setDeclined(true);
  };
  return (
    <div role="status" id="offer">
      {side && !declined && (
        <div class="panel welten-offer">
          <p>{text.offers(sideName(side))}</p>
          <div class="flex gap-2">
            <button class="btn btn-main" type="button" onClick={() => void actions.draw()}>
              {text.accept}
            </button>
            <button class="btn" type="button" onClick={decline}>
              {text.decline}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

/** The side whose offer we may take now; null if there is none, or if it has not been shown yet. */
function offering({ status, side, board, shownBoard }: State): Side | null {
  if (status !== "playing" || side === null || side === "both" || !board || board.outcome) return null;
  const other = enemy(side);
  return [board, shownBoard].every((each) => each?.offers.includes(other)) ? other : null;
}
