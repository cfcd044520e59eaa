/** The view of games to continue, and of games of others to join or watch. */

import type { ComponentChildren } from "preact";

import * as api from "../api";
import { PolledList } from "../components/polled-list";
import { RoomRow, usePlayerNames } from "../components/room-row";
import { language, localize, texts, useTexts } from "../language";
import { FIRST_UNIT_CODE } from "./board";
import { type OwnGame, sortGames, timeAgo } from "./open-games";
import { durationText } from "./options";
import { SaveFiles } from "./save-file";
import { forgetGame, savedGames } from "./saved-games";
import { scenarioName } from "./scenario-text";
import { TileImage } from "./tile-image";

const TEXT = texts({
  en: {
    title: "Continue",
    back: "Back to the title",
    mine: "Your games",
    others: "Open and live games",
    none: "No game of this browser is waiting for you.",
    begin: "New game",
    failed: "The server does not answer just now.",
    nobody: "Nobody else is playing just now.",
    go: "Continue",
    sides: { eldoin: "you lead Eldoin", dailor: "you lead Dailor", both: "you lead both sides" },
    waits: "waits for somebody to open the link",
    orders: (count: number) => (count === 1 ? "1 order" : `${count} orders`),
    rules: { guide: "rules of the guide", original: "rules of 1987" },
    clock: (time: string) => `clock: ${time}`,
    played: (when: string) => `last visited ${when}`,
  },
  de: {
    title: "Weiterspielen",
    back: "Zurück zum Titel",
    mine: "Deine Partien",
    others: "Offene und laufende Partien",
    none: "In diesem Browser wartet keine Partie auf dich.",
    begin: "Neues Spiel",
    failed: "Der Server antwortet gerade nicht.",
    nobody: "Sonst spielt gerade niemand.",
    go: "Weiterspielen",
    sides: { eldoin: "du führst Eldoin", dailor: "du führst Dailor", both: "du führst beide Seiten" },
    waits: "wartet, dass jemand den Link öffnet",
    orders: (count: number) => (count === 1 ? "1 Befehl" : `${count} Befehle`),
    rules: { guide: "Regeln der Anleitung", original: "Regeln von 1987" },
    clock: (time: string) => `Uhr: ${time}`,
    played: (when: string) => `zuletzt besucht: ${when}`,
  },
});

/** The tiles that stand for a side: its commander. */
const SIDE_UNITS = {
  eldoin: [FIRST_UNIT_CODE + 6],
  dailor: [FIRST_UNIT_CODE + 11],
  both: [FIRST_UNIT_CODE + 6, FIRST_UNIT_CODE + 11],
};
const POLL_SECONDS = 4;

export function ContinueView() {
  const text = useTexts(TEXT);
  return (
    <div class="mx-auto grid w-full max-w-6xl gap-8 px-5 py-8 sm:px-8">
      <h1 class="pixel pixel-3">{text.title}</h1>
      <div class="flex flex-wrap gap-3">
        <a class="btn btn-main" href="/welten?new">
          {text.begin}
        </a>
        <SaveFiles button />
        <a class="btn btn-quiet" href="/welten">
          {text.back}
        </a>
      </div>
      <div class="grid items-start gap-10 lg:grid-cols-2">
        <Column id="mine" title={text.mine}>
          <PolledList
            fetch={ownGames}
            seconds={POLL_SECONDS}
            keyOf={({ game }) => game.room}
            row={(own) => <OwnGameRow {...own} />}
            empty={text.none}
            failed={text.failed}
          />
        </Column>
        <Column id="others" title={text.others}>
          <PolledList
            fetch={gamesOfOthers}
            seconds={POLL_SECONDS}
            keyOf={(room) => room.roomId}
            row={(room) => <RoomRow room={room} facts={factsOf(room)} />}
            empty={text.nobody}
            failed={text.failed}
          />
        </Column>
      </div>
    </div>
  );
}

/** The games of this browser that are still going on. Those that are gone are forgotten. */
async function ownGames(): Promise<readonly OwnGame[] | null> {
  const listed = await api.rooms();
  if (!listed) return null;
  const names = new Set(listed.map(({ roomId }) => roomId));
  // Unlisted games are found by their names only.
  const others = savedGames().filter(({ room }) => !names.has(room));
  const unlisted = await Promise.all(others.map(({ room }) => api.room(room)));
  if (unlisted.includes(null)) return null;
  const found = sortGames(savedGames(), [...listed, ...unlisted.filter((room) => room != null)]);
  for (const room of found.gone) forgetGame(room);
  return found.mine;
}

async function gamesOfOthers(): Promise<readonly api.WeltenCard[] | null> {
  const rooms = await api.rooms();
  return rooms && sortGames(savedGames(), rooms).others;
}

function Column(props: { readonly id: string; readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section id={props.id} class="min-w-0">
      <h2 class="pixel pixel-2 mb-2">{props.title}</h2>
      {props.children}
    </section>
  );
}

function OwnGameRow({ game, room }: OwnGame) {
  const text = useTexts(TEXT);
  const names = usePlayerNames(room.players.map(({ name }) => name));
  const waits = room.state === "lobby" ? [text.waits] : [];
  const played = text.played(timeAgo(game.at, Date.now(), language()));
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span class="flex w-[72px] flex-none gap-2">
        {SIDE_UNITS[game.side].map((code) => (
          <TileImage key={code} code={code} scale={4} />
        ))}
      </span>
      <div class="min-w-0 flex-1 basis-44">
        <p class="truncate font-semibold" translate={false}>
          {names}
        </p>
        <p class="flex flex-wrap gap-x-3 text-mist text-sm">
          {[text.sides[game.side], ...factsOf(room), ...waits, played].map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <a
        class="btn btn-main"
        href={`/welten/${encodeURIComponent(game.room)}`}
        aria-label={`${text.go}: ${names}`}
        data-room={game.room}
      >
        {text.go}
      </a>
    </div>
  );
}

function factsOf({ options, state, turn }: api.WeltenCard): readonly string[] {
  const text = localize(TEXT);
  return [
    scenarioName(options.scenario),
    text.rules[options.rules === "original" ? "original" : "guide"],
    ...(options.clock === null ? [] : [text.clock(durationText(options.clock, language()))]),
    ...(state === "playing" && turn !== null ? [text.orders(turn)] : []),
  ];
}
