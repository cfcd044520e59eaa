/** A room in a list, with the way into it. */

import type { RoomCard } from "../api";
import * as identity from "../identity";
import { formatNumber, texts, useTexts } from "../language";

const ONE_DIGIT = { maximumFractionDigits: 1 };

const TEXT = texts({
  en: {
    nobody: "Nobody yet",
    more: (count: number) => `and ${count} more`,
    live: "live",
    here: (players: number, seats: number) => `${players} of ${seats} here`,
    watching: (count: number) => `${count} watching`,
    join: "Join",
    watch: "Watch",
    back: "Play on",
    land: (name: string) => `land: ${name}`,
    clock: "with a clock",
    order: (count: number) => `order ${count}`,
    turn: (turn: number) => `turn ${turn}`,
    openMap: "open map",
    rated: "rated",
    casual: "casual",
    lockstep: "in lockstep",
    pace: (turns: number) => `${formatNumber(turns, ONE_DIGIT)} ${turns === 1 ? "turn" : "turns"} a second`,
  },
  de: {
    nobody: "Noch niemand",
    more: (count: number) => `und ${count} weitere`,
    live: "läuft",
    here: (players: number, seats: number) => `${players} von ${seats} da`,
    watching: (count: number) => `${count} ${count === 1 ? "sieht" : "sehen"} zu`,
    join: "Mitspielen",
    watch: "Zusehen",
    back: "Weiterspielen",
    land: (name: string) => `Land: ${name}`,
    clock: "mit Uhr",
    order: (count: number) => `Befehl ${count}`,
    turn: (turn: number) => `Runde ${turn}`,
    openMap: "offene Karte",
    rated: "gewertet",
    casual: "ungewertet",
    lockstep: "im Gleichschritt",
    pace: (turns: number) => `${formatNumber(turns, ONE_DIGIT)} ${turns === 1 ? "Runde" : "Runden"} pro Sekunde`,
  },
});

interface RoomRowProps {
  readonly room: RoomCard;
  /** What is special about the room; by default its options in short. */
  readonly facts?: readonly string[];
}

export function RoomRow({ room, facts }: RoomRowProps) {
  const text = useTexts(TEXT);
  const names = usePlayerNames(room.players.map((player) => player.name));
  const usual = useRoomFacts(room);
  const address = `/${room.game}/${encodeURIComponent(room.roomId)}`;
  const open = room.state === "lobby" && room.players.length < room.seats;
  // A seat belongs to a player, whatever name the game shows.
  const mine = room.state === "playing" && identity.seatToken(room.roomId) !== null;
  const label = mine ? text.back : open ? text.join : text.watch;
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div class="min-w-0 flex-1 basis-44">
        <p class="truncate font-semibold" translate={false}>
          {names}
        </p>
        <p class="flex flex-wrap gap-x-3 text-mist text-sm">
          {room.state === "playing" && <span class="text-c-mint">{text.live}</span>}
          {(facts ?? usual).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <span>{room.options.rated ? text.rated : text.casual}</span>
          {room.state !== "playing" && <span>{text.here(room.players.length, room.seats)}</span>}
          {room.spectators > 0 && <span>{text.watching(room.spectators)}</span>}
        </p>
      </div>
      <a
        class={mine || open ? "btn btn-main" : "btn"}
        href={mine || open ? address : `${address}?watch`}
        aria-label={`${label}: ${names}`}
      >
        {label}
      </a>
    </div>
  );
}

/** The names of the players of a room or a replay in one line; a player of both sides is named once. */
export function usePlayerNames(players: readonly string[]): string {
  const text = useTexts(TEXT);
  const names = [...new Set(players)];
  if (names.length === 0) return text.nobody;
  if (names.length <= 3) return names.join(" – ");
  return `${names.slice(0, 2).join(" – ")} ${text.more(names.length - 2)}`;
}

/** What the options of a room are, in short. */
export function useRoomFacts(room: RoomCard): readonly string[] {
  const text = useTexts(TEXT);
  const turns = room.state === "playing" ? room.turn : null;
  if (room.game === "welten") {
    const { scenario, clock } = room.options;
    return [
      "Weltendämmerung",
      ...(scenario === "default" ? [] : [text.land(scenario)]),
      ...(clock === null ? [] : [text.clock]),
      ...(turns === null ? [] : [text.order(turns)]),
    ];
  }
  const { width, height, lockstep, turnMs, map } = room.options;
  return [
    `${width}×${height}`,
    lockstep ? text.lockstep : text.pace(1000 / turnMs),
    ...(turns === null ? [] : [text.turn(turns)]),
    ...(map === "drawn" ? [] : [text.openMap]),
  ];
}
