/** Text over and under the board: scores on a phone, the role of spectators, a tip for beginners, what is read aloud. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { SeatSwatch } from "../components/seat-swatch";
import { localize, useLanguage, useTexts } from "../language";
import { useKeyLabels } from "../shell/keyboard";
import { MARCH_KEYS } from "./keys";
import { ranked } from "./scoreboard";
import { canOrder, type State } from "./state";
import { eventText, GAME_TEXT, playerName, tileText } from "./texts";

/** Kept once the player has marched: then no tip is needed any more. */
const MARCHED = "duskfall.marched";

interface OverlayProps {
  readonly state: State;
}

export function Overlay({ state }: OverlayProps) {
  const announcement = useAnnouncement(state);
  return (
    <>
      <Strip state={state} />
      <Role state={state} />
      {!state.board && <Waiting state={state} />}
      <p class="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}

/** Turn and armies in one line, for windows that have no room for the sidebar. */
function Strip({ state }: OverlayProps) {
  const text = useTexts(GAME_TEXT);
  return (
    <div class="pointer-events-none absolute inset-x-0 top-0 flex p-3 lg:hidden">
      <div class="panel pointer-events-auto max-w-full px-3 py-1">
        <ol class="flex gap-4 overflow-x-auto" aria-hidden="true">
          <li class="pixel flex-none text-mist">{text.shortTurn(state.turn)}</li>
          <li class="flex-none text-mist text-sm leading-6">{text.shortGrowth(state.growthIn)}</li>
          {ranked(state).map(({ index, eliminated }) => (
            <li key={index} class={`flex flex-none items-center gap-2 ${eliminated ? "opacity-50" : ""}`}>
              <SeatSwatch seat={index} scale={1} />
              <span class="pixel">{state.scores[index]?.armies ?? 0}</span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** Whether the server shows spectators no map before the end: those of a rated game between people. */
function mapIsHidden({ options, players, seat }: State): boolean {
  return seat < 0 && options?.rated === true && players.filter((player) => !player.isBot).length > 1;
}

/** Says to those who watch that they do, and how late. */
function Role({ state }: OverlayProps) {
  const text = useTexts(GAME_TEXT);
  const watching = mapIsHidden(state) ? text.youWatchRated : text.youWatch;
  const role = state.fallen ? text.youFell : state.seat < 0 ? watching : null;
  if (role === null || state.status === "ended") return null;
  const late = state.options?.spectatorDelay ?? 0;
  return (
    <p class="chip pointer-events-none absolute bottom-10 left-2 whitespace-normal lg:bottom-2">
      {late ? text.late(role, late) : role}
    </p>
  );
}

function Waiting({ state }: OverlayProps) {
  const text = useTexts(GAME_TEXT);
  const late = state.options?.spectatorDelay ?? 0;
  return (
    <p class="pointer-events-none absolute inset-0 m-auto h-fit max-w-sm p-6 text-center text-mist">
      {state.seat < 0 && late && state.status !== "ended" ? text.boardComesLate(late) : text.boardComes}
    </p>
  );
}

/** The line under the board on small windows, which have no sidebar: a tip for beginners, then the chosen tile. */
export function StatusLine({ state }: OverlayProps) {
  const tip = useTip(state);
  const tile = state.look ?? state.cursor;
  return (
    <p class="fog-status lg:hidden" data-tip={tip ? "" : undefined}>
      {tip ?? (tile !== null && tileText(state, tile))}
    </p>
  );
}

/** The tip for players who have never marched; null for all others. */
export function useTip(state: State): string | null {
  const text = useTexts(GAME_TEXT);
  const label = useKeyLabels();
  const [marched, setMarched] = useState(() => localStorage.getItem(MARCHED) !== null);
  const marching = state.queue.marches.length > 0;
  useEffect(() => {
    if (!marching) return;
    localStorage.setItem(MARCHED, "yes");
    setMarched(true);
  }, [marching]);
  if (marched || !canOrder(state) || state.connection !== "up") return null;
  const touch = matchMedia("(pointer: coarse)").matches;
  return touch ? text.touchTip : text.mouseTip(MARCH_KEYS.map(label).join(" "));
}

/** The text for screen readers; it changes when something worth saying has happened, and with the language. */
function useAnnouncement(state: State): string {
  const language = useLanguage();
  const [change, announce] = useState<readonly [state: State, before: State]>([state, state]);
  const before = useRef(state);
  useEffect(() => {
    if (announcement(state, before.current) !== null) announce([state, before.current]);
    before.current = state;
  }, [state]);
  return useMemo(() => announcement(...change) ?? "", [change, language]);
}

/** What is worth saying aloud of a change; null when nothing is. */
export function announcement(state: State, before: State): string | null {
  const text = localize(GAME_TEXT);
  if (state.look !== before.look && state.look !== null) {
    const tile = tileText(state, state.look);
    return before.look === null ? `${text.looking}. ${tile}` : tile;
  }
  const ping = state.pings.at(-1);
  if (ping && ping !== before.pings.at(-1))
    return `${text.pinged(playerName(state, ping.index))} ${tileText(state, ping.tile)}`;
  const news = state.news.at(-1);
  if (news && news !== before.news.at(-1)) return eventText(state, news.event);
  if (state.cursor === before.cursor && state.look === before.look) return null;
  return state.cursor === null ? text.noTile : tileText(state, state.cursor);
}
