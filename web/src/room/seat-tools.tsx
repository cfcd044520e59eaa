/** What the host of a room may do about another player, the same in both games: mute a person, send anyone away. */

import { texts, useTexts } from "../language";
import type { Player } from "../protocol";
import type { AnyRoomSession } from "./session";
import { isHost, type RoomState } from "./state";

const TEXT = texts({
  en: {
    sendAway: "Send away",
    sendAwayName: (name: string) => `Send away: ${name}`,
    mute: "Mute",
    muteName: (name: string) => `Mute: ${name}`,
    unmute: "Let speak",
    unmuteName: (name: string) => `Let speak: ${name}`,
  },
  de: {
    sendAway: "Wegschicken",
    sendAwayName: (name: string) => `Wegschicken: ${name}`,
    mute: "Stummschalten",
    muteName: (name: string) => `Stummschalten: ${name}`,
    unmute: "Reden lassen",
    unmuteName: (name: string) => `Reden lassen: ${name}`,
  },
});

interface SeatToolsProps {
  readonly session: Pick<AnyRoomSession, "send">;
  readonly state: RoomState;
  readonly player: Player;
}

/** Shows nothing to others than the host, and nothing about the host. In a running game nobody can be sent away. */
export function SeatTools({ session, state, player }: SeatToolsProps) {
  const text = useTexts(TEXT);
  const { index, username, isBot, isHost: ownSeat, muted } = player;
  if (ownSeat || !isHost(state)) return null;
  return (
    <span class="flex grow justify-end gap-2 sm:grow-0">
      {!isBot && (
        <button
          class="btn btn-quiet"
          type="button"
          aria-label={muted ? text.unmuteName(username) : text.muteName(username)}
          onClick={() => void session.send("mute_player", state.room, index, !muted)}
        >
          {muted ? text.unmute : text.mute}
        </button>
      )}
      {state.status !== "playing" && (
        <button
          class="btn btn-quiet"
          type="button"
          aria-label={text.sendAwayName(username)}
          onClick={() => void session.send(isBot ? "kick_bot" : "kick_player", state.room, index)}
        >
          {text.sendAway}
        </button>
      )}
    </span>
  );
}
