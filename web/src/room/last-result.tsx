/** What a room says of its last match in the lobby, and the way to the next one for those who watch. */

import { replayPage } from "../api";
import { texts, useTexts } from "../language";
import { replaceAddress } from "../router";
import type { AnyRoomSession } from "./session";
import type { RoomState } from "./state";

const TEXT = texts({
  en: {
    title: "The last game",
    you: "You won.",
    other: (name: string) => `${name} won.`,
    nobody: "Nobody won.",
    result: "Show the result",
    replay: "Watch the replay",
    sitDown: "Play in the next game",
  },
  de: {
    title: "Das letzte Spiel",
    you: "Du hast gewonnen.",
    other: (name: string) => `${name} hat gewonnen.`,
    nobody: "Niemand hat gewonnen.",
    result: "Ergebnis zeigen",
    replay: "Aufzeichnung ansehen",
    sitDown: "Beim nächsten Spiel mitspielen",
  },
});

interface LastResultProps {
  readonly session: Pick<AnyRoomSession, "showEnding">;
  readonly state: RoomState;
}

/** Who won the last match, with the ways to its ending and its replay; nothing before the first one. */
export function LastResult({ session, state: { end } }: LastResultProps) {
  const text = useTexts(TEXT);
  if (!end) return null;
  const { winner, seats, replay_id: replay } = end;
  return (
    <section class="panel grid gap-3 p-5" aria-labelledby="last-result">
      <h2 id="last-result" class="pixel">
        {text.title}
      </h2>
      <p class="truncate">
        {!winner ? text.nobody : seats.includes(winner.index) ? text.you : text.other(winner.username)}
      </p>
      <div class="flex flex-wrap gap-3">
        <button class="btn" type="button" onClick={() => session.showEnding()}>
          {text.result}
        </button>
        <a class="btn btn-quiet" href={replayPage(replay)}>
          {text.replay}
        </a>
      </div>
    </section>
  );
}

interface SitDownProps {
  readonly session: Pick<AnyRoomSession, "sitDown">;
  readonly state: RoomState;
  /** Whether a seat is free. */
  readonly free: boolean;
}

/** Gives those who watch a seat in the next game, while one is free. */
export function SitDown({ session, state, free }: SitDownProps) {
  const text = useTexts(TEXT);
  if (state.seat >= 0 || !free) return null;
  const sitDown = () => {
    replaceAddress(location.pathname); // a reload keeps the seat, instead of watching again
    void session.sitDown();
  };
  return (
    <button class="btn btn-main" type="button" onClick={sitDown}>
      {text.sitDown}
    </button>
  );
}
