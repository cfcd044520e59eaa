/** The view of a room before its game: sides, link to share, bots to invite, chat. */

import { useEffect, useState } from "preact/hooks";

import * as api from "../api";
import { ShareLink } from "../components/share-link";
import { localize, texts, useTexts } from "../language";
import { LastResult, SitDown } from "../room/last-result";
import { ratedText } from "../room/rated";
import { SeatTools } from "../room/seat-tools";
import { isHost } from "../room/state";
import { Chat } from "../shell/chat";
import { useStore } from "../store";
import type { Side } from "./board";
import { SIDES } from "./game-data";
import { byLevel } from "./levels";
import { SaveFiles } from "./save-file";
import { scenarioTitle } from "./scenario-text";
import type { Session } from "./session";
import { colourOf } from "./sidebar";
import type { State } from "./state";
import { sideName } from "./texts";

const TEXT = texts({
  en: {
    title: "Waiting for the other side",
    complete: "Both sides are taken",
    again: "Play again",
    waiting: "Waiting for the other side.",
    share: "Send this link to your opponent",
    botsTitle: "Or play a bot",
    invite: (bot: string) => `Invite ${bot}`,
    noBots: "The bots cannot be asked just now.",
    leave: "Leave",
    chat: "Chat",
    free: "free",
    you: "you",
    rules: { guide: "rules of the guide", original: "rules of the program of 1987" },
    noClock: "no clock",
    clock: (minutes: number) => `${minutes} ${minutes === 1 ? "minute" : "minutes"} a side`,
  },
  de: {
    title: "Warten auf die andere Seite",
    complete: "Beide Seiten sind besetzt",
    again: "Noch einmal spielen",
    waiting: "Die andere Seite muss noch zustimmen.",
    share: "Schick diesen Link deinem Gegner",
    botsTitle: "Oder gegen einen Bot",
    invite: (bot: string) => `${bot} einladen`,
    noBots: "Die Bots sind gerade nicht zu erreichen.",
    leave: "Verlassen",
    chat: "Chat",
    free: "frei",
    you: "du",
    rules: { guide: "Regeln der Anleitung", original: "Regeln des Programms von 1987" },
    noClock: "ohne Uhr",
    clock: (minutes: number) => `${minutes} ${minutes === 1 ? "Minute" : "Minuten"} je Seite`,
  },
});

export function Lobby({ session }: { readonly session: Session }) {
  const state = useStore(session);
  const text = useTexts(TEXT);
  return (
    <div class="mx-auto grid w-full max-w-4xl gap-8 px-4 py-8 sm:px-6 lg:grid-cols-2">
      <section class="panel grid content-start gap-6 p-5 sm:p-6">
        <h1 class="pixel pixel-3">{isComplete(state) ? text.complete : text.title}</h1>
        <div class="text-mist">
          <p>{optionsText(state)}</p>
          <p>{state.options && ratedText(state.options)}</p>
        </div>
        <ol class="rows">
          {SIDES.map((side, seat) => (
            <Seat key={side} session={session} side={side} seat={seat} state={state} />
          ))}
        </ol>
        <NextGame session={session} state={state} />
        <LastResult session={session} state={state} />
        <ShareLink label={text.share} address={location.origin + location.pathname} />
        {isHost(state) && <Bots session={session} />}
        <SaveFiles />
        <div>
          <a class="btn" href="/welten">
            {text.leave}
          </a>
        </div>
      </section>
      <section class="panel grid h-80 grid-rows-[auto_minmax(0,1fr)] gap-3 p-5 sm:p-6 lg:h-auto">
        <h2 class="pixel pixel-2">{text.chat}</h2>
        <Chat
          maxLength={state.chatCharacters}
          messages={state.chat}
          colourOf={colourOf}
          onSay={(line) => void session.send("chat_message", line)}
        />
      </section>
    </div>
  );
}

function isComplete({ players }: State): boolean {
  return players.length === SIDES.length;
}

/** The way into the next game: for those who watch a seat, and after a game the wish for another one. */
function NextGame({ session, state }: { readonly session: Session; readonly state: State }) {
  const text = useTexts(TEXT);
  const ready = state.players.some(({ index, ready }) => index === state.seat && ready);
  return (
    <div class="flex flex-wrap gap-3 empty:hidden">
      <SitDown session={session} state={state} free={!isComplete(state)} />
      {state.seat >= 0 && state.end && isComplete(state) && !ready && (
        <button class="btn btn-main" type="button" onClick={() => void session.send("rematch", state.room)}>
          {text.again}
        </button>
      )}
      {state.end && ready && <p role="status">{text.waiting}</p>}
    </div>
  );
}

interface SeatProps {
  readonly session: Session;
  readonly side: Side;
  readonly seat: number;
  readonly state: State;
}

function Seat({ session, side, seat, state }: SeatProps) {
  const text = useTexts(TEXT);
  const player = state.players.find((other) => other.index === seat);
  return (
    <li class="flex min-h-14 flex-wrap items-center gap-x-4">
      <span class="w-20 font-semibold">{sideName(side)}</span>
      {player ? (
        <span class="min-w-0 truncate" translate={false}>
          {player.username}
        </span>
      ) : (
        <span class="text-mist">{text.free}</span>
      )}
      {player && seat === state.seat && <span class="chip chip-good">{text.you}</span>}
      {player && <SeatTools session={session} state={state} player={player} />}
    </li>
  );
}

/** The bots that the host can invite. */
function Bots({ session }: { readonly session: Session }) {
  const text = useTexts(TEXT);
  const [bots, setBots] = useState<readonly string[] | null>([]);
  useEffect(() => {
    let open = true;
    void api.bots("welten").then((names) => open && setBots(names));
    return () => {
      open = false;
    };
  }, []);
  return (
    <section class="grid gap-3">
      <h2 class="pixel pixel-2">{text.botsTitle}</h2>
      {bots ? (
        <div class="flex flex-wrap gap-3">
          {byLevel(bots).map((bot) => (
            <button
              key={bot}
              class="btn"
              type="button"
              onClick={() => void session.send("invite_bot", session.state.room, bot)}
            >
              {text.invite(bot)}
            </button>
          ))}
        </div>
      ) : (
        <p class="text-mist">{text.noBots}</p>
      )}
    </section>
  );
}

/** The options of the room in a line. */
function optionsText({ options }: State): string {
  if (!options) return "";
  const text = localize(TEXT);
  const { scenario, rules, clock } = options;
  return [
    scenarioTitle(scenario),
    rules === "guide" || rules === "original" ? text.rules[rules] : rules,
    clock === null ? text.noClock : text.clock(Math.round(clock / 60)),
  ].join(" · ");
}
