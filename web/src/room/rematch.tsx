/** The wish of others for another game, with one button that accepts. */

import { texts, useTexts } from "../language";
import type { AnyRoomSession } from "./session";
import { type RoomState, rematchWishes } from "./state";

const TEXT = texts({
  en: {
    wish: (names: string) => `${names} would like another game.`,
    accept: "Accept the rematch",
  },
  de: {
    wish: (names: string) => `${names} möchte noch ein Spiel.`,
    accept: "Revanche annehmen",
  },
});

interface RematchWishProps {
  readonly session: Pick<AnyRoomSession, "send">;
  readonly state: RoomState;
}

export function RematchWish({ session, state }: RematchWishProps) {
  const text = useTexts(TEXT);
  const names = rematchWishes(state).map(({ username }) => username);
  if (names.length === 0) return null;
  return (
    <div class="notice notice-news notice-wish" role="status">
      <p>{text.wish(names.join(", "))}</p>
      <button class="btn btn-main" type="button" onClick={() => void session.send("rematch", state.room)}>
        {text.accept}
      </button>
    </div>
  );
}
