/** Says why something was refused. Most sentences are loaded when one is first needed: most visits need none. */

import { useEffect, useState } from "preact/hooks";

import { localize, type Texts, useLanguage } from "../language";
import type { RoomError } from "./state";

/** The reasons that are there from the beginning: they tell of a server, or a game, that is gone. */
export const ENDED_TEXT = {
  CLOSING: {
    en: "The server shuts down. Your game goes on when it is back.",
    de: "Der Server fährt herunter. Dein Spiel geht weiter, wenn er zurück ist.",
  },
  NO_ANSWER: { en: "The server did not answer.", de: "Der Server hat nicht geantwortet." },
  MISSED_END: {
    en: "The game ended while you were not connected. You find it among the replays.",
    de: "Das Spiel ging zu Ende, während du nicht verbunden warst. Du findest es bei den Partien.",
  },
  MATCH_OVER: { en: "The game was over before this arrived.", de: "Das Spiel war vorbei, bevor das ankam." },
  NOT_SENT: { en: "The connection was lost before this was sent.", de: "Die Verbindung riss vor dem Senden ab." },
  GAME_STARTED: { en: "The game has begun already.", de: "Das Spiel hat schon begonnen." },
  REPLACED: {
    en: "You have come in from somewhere else: another window or device plays on.",
    de: "Du bist anderswo hereingekommen: Ein anderes Fenster oder Gerät spielt weiter.",
  },
} as const satisfies Readonly<Record<string, Texts<string>>>;

type Sentence = (error: RoomError) => string;

export function RefusalReason({ error }: { readonly error: RoomError }) {
  const known = (ENDED_TEXT as Readonly<Record<string, Texts<string>>>)[error.code];
  const [sentence, setSentence] = useState<Sentence | null>(null);
  useLanguage();
  useEffect(() => {
    if (known || sentence) return;
    import("./refusals").then(
      ({ refusalText }) => setSentence(() => refusalText),
      () =>
        setSentence(
          () =>
            ({ message }: RoomError) =>
              message,
        ), // the server is gone: its own words are better than none
    );
  }, [known]);
  return <>{known ? localize(known) : (sentence?.(error) ?? "")}</>;
}
