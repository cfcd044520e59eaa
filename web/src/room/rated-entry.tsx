/** Asks a visitor by a link before they join a rated room: its game may begin at once. */

import type { RoomCard } from "../api";
import { usePlayerNames, useRoomFacts } from "../components/room-row";
import { texts, useTexts } from "../language";
import { MessagePage } from "../layout/error-page";
import { ratedText } from "./rated";

const TEXT = texts({
  en: {
    title: "Play a rated game?",
    waits: "Waiting for you:",
    begins: "The game begins as soon as every seat is taken.",
    play: "Play",
    back: "To the rooms",
  },
  de: {
    title: "Eine gewertete Partie spielen?",
    waits: "Auf dich wartet:",
    begins: "Die Partie beginnt, sobald alle Plätze besetzt sind.",
    play: "Spielen",
    back: "Zu den Räumen",
  },
});

interface RatedEntryProps {
  readonly card: RoomCard;
  /** The address of the other rooms. */
  readonly home: string;
  play(): void;
}

export function RatedEntry({ card, home, play }: RatedEntryProps) {
  const text = useTexts(TEXT);
  const names = usePlayerNames(card.players.map((player) => player.name));
  const facts = useRoomFacts(card);
  const described = (
    <>
      {text.waits} <strong translate={false}>{names}</strong> ({facts.join(", ")}). {text.begins}{" "}
      {ratedText(card.options)}
    </>
  );
  return (
    <MessagePage title={text.title} text={described}>
      <button class="btn btn-main" type="button" onClick={play}>
        {text.play}
      </button>
      <a class="btn" href={home}>
        {text.back}
      </a>
    </MessagePage>
  );
}
