/** The view of a room before its game: players, options, link to share, chat. */

import { useState } from "preact/hooks";
import { PaletteChoice } from "../components/palette-choice";

import { SeatSwatch } from "../components/seat-swatch";
import { ShareLink } from "../components/share-link";
import { useTexts } from "../language";
import type { FogPublicOptions, Player } from "../protocol";
import { FOG_OPTIONS } from "../protocol/fog-options";
import { useBots } from "../room/bots";
import { LastResult, SitDown } from "../room/last-result";
import { saveChosenOptions } from "../room/pending-action";
import { ratedText } from "../room/rated";
import { SeatTools } from "../room/seat-tools";
import { isHost } from "../room/state";
import { Chat } from "../shell/chat";
import { useStore } from "../store";
import { LEVEL_TEXT } from "./level-texts";
import { byLevel, isLevel, LEVELS } from "./levels";
import { LOBBY_TEXT } from "./lobby-text";
import { describeOptions, draftOf, type OptionsDraft, optionsOf, problemOf } from "./options";
import { OptionsFields } from "./options-form";
import { currentOptions } from "./room-options";
import type { Session } from "./session";
import type { State } from "./state";
import { playerNotes } from "./texts";

interface LobbyProps {
  readonly session: Session;
  readonly state: State;
}

export function Lobby({ session }: { readonly session: Session }) {
  const text = useTexts(LOBBY_TEXT);
  const state = useStore(session);
  const missing = seatCount(state) - state.players.length;
  return (
    <div class="mx-auto grid w-full max-w-6xl gap-8 px-5 py-8 sm:px-8 lg:grid-cols-[1fr_400px]">
      <section class="grid content-start gap-6" aria-labelledby="lobby">
        <div class="grid gap-1">
          <h1 id="lobby" class="pixel pixel-3">
            {text.title}
          </h1>
          <p class="text-mist" role="status">
            {missing > 0 ? text.waiting(missing, seatCount(state)) : text.complete}
          </p>
          <p class="text-mist">{state.options && ratedText(state.options)}</p>
        </div>
        <LastResult session={session} state={state} />
        <Seats session={session} state={state} missing={missing} />
        <Buttons session={session} state={state} missing={missing} />
        <p class="text-mist empty:hidden">
          {state.seat < 0 ? text.youWatch : state.spectators > 0 && text.watching(state.spectators)}
        </p>
        <ShareLink label={text.share} address={location.origin + location.pathname} />
        <PaletteChoice />
        <section class="panel grid h-80 grid-rows-[auto_1fr] gap-2 p-5" aria-labelledby="chat-title">
          <h2 id="chat-title" class="pixel">
            {text.chat}
          </h2>
          <Chat
            maxLength={state.chatCharacters}
            messages={state.chat}
            onSay={(line) => void session.send("chat_message", line)}
          />
        </section>
      </section>
      {isHost(state) ? <HostTools session={session} state={state} /> : <OptionsSummary options={state.options} />}
    </div>
  );
}

/** Seats of a room in which each free one has a row. */
const SMALL_ROOM = 4;

function seatCount({ options }: State): number {
  return options?.players ?? FOG_OPTIONS.players.minimum;
}

function Buttons({ session, state, missing }: LobbyProps & { readonly missing: number }) {
  const text = useTexts(LOBBY_TEXT);
  const { room, players, seat } = state;
  const ready = players.some((player) => player.index === seat && player.ready);
  return (
    <div class="flex flex-wrap gap-3">
      {seat >= 0 && (
        <button class="btn btn-main" type="button" onClick={() => void session.send("set_ready", room, !ready)}>
          {ready ? text.notReady : text.ready}
        </button>
      )}
      <SitDown session={session} state={state} free={missing > 0} />
      {isHost(state) && (
        <button
          class="btn"
          type="button"
          disabled={players.length < FOG_OPTIONS.players.minimum}
          onClick={() => void session.send("set_force_start", room, true)}
        >
          {text.begin}
        </button>
      )}
      <a class="btn btn-quiet" href="/fog">
        {text.leave}
      </a>
    </div>
  );
}

function Seats({ session, state, missing }: LobbyProps & { readonly missing: number }) {
  const text = useTexts(LOBBY_TEXT);
  return (
    <div>
      <h2 class="sr-only">{text.players}</h2>
      <ol class="rows">
        {state.players.map((player) => (
          <SeatRow key={player.index} session={session} state={state} player={player} />
        ))}
        {freeRows(seatCount(state), missing).map((count, row) => (
          <li key={`free ${row}`} class="flex min-h-14 flex-wrap items-center gap-4 py-2">
            <span class="flex gap-2">
              {Array.from({ length: Math.min(count, 8) }, (_, i) => (
                <SeatSwatch key={i} seat={-1} />
              ))}
            </span>
            <span class="text-mist">{text.freeSeats(count)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How many free seats each row shows. In a small room each has its own, so that nothing moves when somebody comes. */
function freeRows(seats: number, free: number): readonly number[] {
  if (seats <= SMALL_ROOM) return Array.from({ length: free }, () => 1);
  return free > 0 ? [free] : [];
}

function SeatRow({ session, state, player }: LobbyProps & { readonly player: Player }) {
  const text = useTexts(LOBBY_TEXT);
  const notes = playerNotes(player, state.seat, { host: true });
  return (
    <li class="flex min-h-14 flex-wrap items-center gap-x-4 py-2">
      <SeatSwatch seat={player.index} />
      <span class="min-w-36 flex-1 truncate font-semibold">
        <span translate={false}>{player.username}</span>
        {notes && <span class="font-normal text-mist"> ({notes})</span>}
      </span>
      <span class={player.ready ? "chip chip-good" : "chip"}>{player.ready ? text.isReady : text.isNotReady}</span>
      <SeatTools session={session} state={state} player={player} />
    </li>
  );
}

function HostTools({ session, state }: LobbyProps) {
  const text = useTexts(LOBBY_TEXT);
  return (
    <aside class="panel grid content-start gap-6 self-start p-5 sm:p-6" aria-label={text.forHost}>
      <section class="grid gap-3" aria-labelledby="bots-title">
        <h2 id="bots-title" class="pixel pixel-2">
          {text.bots}
        </h2>
        <div class="grid gap-3">
          <BotButtons session={session} state={state} />
        </div>
      </section>
      <section class="grid gap-3" aria-labelledby="options-title">
        <h2 id="options-title" class="pixel pixel-2">
          {text.options}
        </h2>
        <HostOptions session={session} board={state.options} />
      </section>
    </aside>
  );
}

function BotButtons({ session, state }: LobbyProps) {
  const text = useTexts(LOBBY_TEXT);
  const about = useTexts(LEVEL_TEXT);
  const bots = useBots("fog");
  if (bots === null) return <p class="text-mist">{text.noBots}</p>;
  // Until the server has listed its bots, those that every server has are shown, so that nothing moves then.
  return byLevel(bots ?? LEVELS).map((bot) => (
    <div key={bot} class="grid justify-items-start gap-1">
      <button
        class="btn"
        type="button"
        disabled={state.players.length >= seatCount(state)}
        onClick={() => void session.send("invite_bot", state.room, bot)}
      >
        {text.invite(bot)}
      </button>
      {isLevel(bot) && <span class="text-mist text-sm">{about[bot]}</span>}
    </div>
  ));
}

/** The options, which everyone in the room is told as soon as the host has chosen others. */
function HostOptions({ session, board }: { readonly session: Session; readonly board: State["options"] }) {
  const text = useTexts(LOBBY_TEXT);
  const [draft, setDraft] = useState(() => draftOf(currentOptions(session.state)));
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null);
  const [told, setTold] = useState(false);
  const choose = async (chosen: OptionsDraft) => {
    const wrong = problemOf(chosen);
    setProblem(wrong);
    setTold(false);
    const { room } = session.state;
    const options = optionsOf(chosen);
    if (wrong || !(await session.chooseOptions(options))) return;
    saveChosenOptions(room, options);
    setTold(true);
  };
  return (
    <>
      <OptionsFields
        draft={draft}
        problem={problem}
        board={board}
        onDraft={setDraft}
        onChosen={(chosen) => {
          void choose(chosen);
        }}
      />
      <p class="text-c-mint text-sm empty:hidden" role="status">
        {told && text.optionsTold}
      </p>
    </>
  );
}

function OptionsSummary({ options }: { readonly options: FogPublicOptions | null }) {
  const text = useTexts(LOBBY_TEXT);
  return (
    <aside class="panel grid content-start gap-3 self-start p-5 sm:p-6" aria-labelledby="how">
      <h2 id="how" class="pixel pixel-2">
        {text.options}
      </h2>
      <ul class="rows">
        {(options ? describeOptions(options) : []).map((words) => (
          <li key={words} class="py-2">
            {words}
          </li>
        ))}
      </ul>
      <p class="text-mist text-sm">{text.optionsChange}</p>
    </aside>
  );
}
