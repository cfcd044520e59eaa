/** The sidebar of a board: turn, players, the tile that is looked at, news; and the button to surrender. */

import { useEffect, useRef } from "preact/hooks";

import { prefersReducedMotion } from "../animation-frame";
import { confirm } from "../components/dialog";
import { localize, useLanguage, useTexts } from "../language";
import { FOG_OPTIONS } from "../protocol/fog-options";
import { useTip } from "./overlay";
import { Scoreboard } from "./scoreboard";
import type { Session } from "./session";
import type { State } from "./state";
import { eventText, GAME_TEXT, tileText } from "./texts";

/** Turns shorter than this are not counted down: nobody could follow. */
const COUNTED_MS = 200;
/** News that are shown. */
const NEWS = 5;

interface SidebarProps {
  readonly state: State;
}

export function Sidebar({ state }: SidebarProps) {
  const tile = state.hover ?? state.look ?? state.cursor;
  useLanguage(); // the text of the tile follows the language
  return (
    <>
      <Turn state={state} />
      <div class="grid gap-2">
        <Scoreboard state={state} />
        <p id="tile" class="min-h-5 text-mist text-sm">
          {tile !== null && tileText(state, tile)}
        </p>
      </div>
      <News state={state} />
    </>
  );
}

function Turn({ state }: SidebarProps) {
  const text = useTexts(GAME_TEXT);
  return (
    <div class="grid gap-1">
      <div class="flex flex-wrap items-baseline justify-between gap-x-3">
        <span class="pixel pixel-2" id="turn">
          {text.turn(state.turn)}
        </span>
        <span class="text-mist text-sm">{state.status !== "ended" && text.growth(state.growthIn)}</span>
      </div>
      <Countdown state={state} />
    </div>
  );
}

/** A bar that shrinks until the next turn. */
function Countdown({ state }: SidebarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { options, turn, status } = state;
  const ms = options?.lockstep ? options.deadlineMs : (options?.turnMs ?? FOG_OPTIONS.turnMs.default);
  useEffect(() => {
    if (prefersReducedMotion() || ms < COUNTED_MS || status !== "playing") return;
    const shrink = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }];
    const animation = bar.current?.animate(shrink, { duration: ms, fill: "forwards" });
    return () => animation?.cancel();
  }, [turn, ms, status]);
  return (
    <div class="h-1 bg-dusk" aria-hidden="true">
      <div ref={bar} class="h-full w-full origin-left bg-c-cyan" />
    </div>
  );
}

function News({ state }: SidebarProps) {
  const text = useTexts(GAME_TEXT);
  const tip = useTip(state);
  const items = state.news.slice(-NEWS).reverse();
  return (
    <div class="grid gap-1">
      <h2 class="pixel">{text.news}</h2>
      <ol class="grid content-start gap-1 text-sm" aria-label={text.newsLabel}>
        {tip && (
          <li class="text-c-mint" data-tip>
            {tip}
          </li>
        )}
        {items.length === 0 && !tip && <li class="text-mist">{text.noNews}</li>}
        {items.map((item) => (
          <li key={item.number} class="flex gap-3">
            <span class="w-8 flex-none text-right text-mist">{item.turn}</span>
            <span translate={false}>{eventText(state, item.event)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Asks whether to surrender, and does. */
export async function surrender(session: Session): Promise<void> {
  const text = localize(GAME_TEXT);
  const sure = await confirm({
    title: text.surrenderTitle,
    text: session.state.options?.rated ? `${text.surrenderText} ${text.surrenderRated}` : text.surrenderText,
    confirmLabel: text.surrender,
    danger: true,
  });
  if (sure) await session.send("surrender");
}
