/**
 * Everything over the map: the name of a new phase, round and armies on a phone, the offer of a draw, the button that
 * skips the playback, and orders that wait for the connection or were not carried out.
 */

import { useEffect, useState } from "preact/hooks";

import { texts, useTexts } from "../language";
import { refusalText } from "../room/refusals";
import { useStore } from "../store";
import type { Actions, BoardRef } from "./actions";
import type { Board, Side } from "./board";
import { type Countdown, timeText } from "./clock";
import { DrawOffer } from "./draw-offer";
import { SIDES, strength } from "./game-data";
import { ContentChoice, SpeedChoice } from "./playback-settings";
import type { Session } from "./session";
import { commandsSide, onlyOwnQueued, playingBot, type State } from "./state";
import { orderText, phaseHeader, sideName } from "./texts";

const TEXT = texts({
  en: {
    skip: "Skip",
    thinks: (name: string) => `${name} thinks …`,
    prepares: "The first thought of an opponent on this machine takes about a minute, because it is being compiled.",
    skipped: (name: string) => `${name} plays unseen …`,
    waiting: (orders: string) => `Waiting for the connection: ${orders}.`,
    takenBack: (orders: string, reason: string) => `Not carried out: ${orders}. ${reason}`,
    more: (count: number) => `${count} more`,
    takeBack: "Take back",
    dismiss: "All right",
  },
  de: {
    skip: "Überspringen",
    thinks: (name: string) => `${name} überlegt …`,
    prepares: "Der erste Gedanke eines Gegners auf diesem Rechner dauert etwa eine Minute, weil er übersetzt wird.",
    skipped: (name: string) => `${name} spielt ungesehen …`,
    waiting: (orders: string) => `Wartet auf die Verbindung: ${orders}.`,
    takenBack: (orders: string, reason: string) => `Nicht ausgeführt: ${orders}. ${reason}`,
    more: (count: number) => `${count} weitere`,
    takeBack: "Zurücknehmen",
    dismiss: "In Ordnung",
  },
});

/** The number of orders that are named; more are counted. */
const MAX_NAMED = 2;

/** A phase that has begun; the number tells two of the same name apart. */
export interface AnnouncedPhase {
  readonly number: number;
  readonly board: Board;
}

interface OverlayProps {
  readonly session: Session;
  readonly state: State;
  readonly actions: Actions;
  readonly board: BoardRef;
  readonly countdown: Countdown;
  readonly announced: AnnouncedPhase | null;
}

export function Overlay({ session, state, actions, board, countdown, announced }: OverlayProps) {
  const header = announced && phaseHeader(announced.board);
  // A button that is gone after its click gives the focus to the board.
  const thenFocusBoard = (action: () => void) => () => {
    board.current?.canvas.focus({ preventScroll: true });
    action();
  };
  return (
    <>
      <Strip state={state} countdown={countdown} />
      <div class="welten-banner" aria-hidden="true">
        {announced && (
          <p key={announced.number} class="pixel pixel-2 welten-phase" data-side={announced.board.player}>
            {header}
          </p>
        )}
      </div>
      <p class="sr-only" role="status" id="announced">
        {header}
      </p>
      <DrawOffer state={state} actions={actions} board={board} />
      <div class="welten-corner">
        <div role="status" id="orders">
          <OrderNotice
            state={state}
            dismiss={thenFocusBoard(() => session.dismissTakenBack())}
            takeBack={thenFocusBoard(() => actions.undo())}
          />
        </div>
        <OtherSide
          state={state}
          skip={thenFocusBoard(() => actions.skip())}
          changeSpeed={() => actions.changeSpeed()}
        />
      </div>
    </>
  );
}

interface OtherSideProps {
  readonly state: State;
  skip(): void;
  changeSpeed(): void;
}

/** How long a bot thinks before its sign says why it may take so long; the warlord takes two seconds. */
const LONG_MS = 8000;

/** Whether something has lasted for so long without a break. */
function useLasting(lasts: boolean, ms: number): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    const timer = lasts ? window.setTimeout(() => setLong(true), ms) : 0;
    return () => window.clearTimeout(timer);
  }, [lasts, ms]);
  return lasts && long;
}

/** What the other side does: that a bot thinks, or how its orders are shown; both can be skipped. */
function OtherSide({ state, skip, changeSpeed }: OtherSideProps) {
  const text = useTexts(TEXT);
  const bot = playingBot(state);
  const thinks = bot !== null && state.board !== null && !commandsSide(state, state.board.player);
  const shows = state.eventQueue.length > 0 && !onlyOwnQueued(state);
  const long = useLasting(thinks && !shows, LONG_MS);
  if (!shows && !thinks) return null;
  return (
    <div class="panel welten-other" data-thinks={!shows || undefined}>
      {bot && !shows && (
        <p role="status" id="thinks">
          <span class="blink" aria-hidden="true">
            ■
          </span>{" "}
          <span translate={false}>{state.skipping ? text.skipped(bot.username) : text.thinks(bot.username)}</span>
        </p>
      )}
      {long && (
        <p class="text-mist text-sm" role="status" id="prepares">
          {text.prepares}
        </p>
      )}
      {shows && (
        <div class="welten-other-settings">
          <SpeedChoice changed={changeSpeed} />
          <ContentChoice changed={changeSpeed} />
        </div>
      )}
      {!state.skipping && (
        <button class="btn btn-main welten-skip" type="button" onClick={skip}>
          {text.skip}
        </button>
      )}
    </div>
  );
}

/** Round and armies on a phone, where the sidebar is closed. */
function Strip({ state, countdown }: { readonly state: State; readonly countdown: Countdown }) {
  const board = state.shownBoard!;
  const { roundLimit } = state.gameData;
  return (
    <p class="panel welten-strip" aria-hidden="true">
      <span class="pixel text-mist">{`${Math.min(board.rounds + 1, roundLimit)}/${roundLimit}`}</span>
      {SIDES.map((side) => (
        <span key={side} class="whitespace-nowrap">
          {sideName(side)} <span class="pixel">{strength(state.gameData, board, side)}</span>
          <StripTime side={side} countdown={countdown} />
        </span>
      ))}
    </p>
  );
}

function StripTime({ side, countdown }: { readonly side: Side; readonly countdown: Countdown }) {
  const times = useStore(countdown);
  return <span class="text-mist">{times && ` ${timeText(times[side])}`}</span>;
}

interface OrderNoticeProps {
  readonly state: State;
  dismiss(): void;
  takeBack(): void;
}

/** Orders that were not carried out, or else those that wait for the connection. */
function OrderNotice({ state, dismiss, takeBack }: OrderNoticeProps) {
  const text = useTexts(TEXT);
  const { takenBack, orders, connection } = state;
  const named = (all: readonly string[]) => {
    const names = all.slice(0, MAX_NAMED).map((order) => orderText(state.gameData, state.shownBoard!, order));
    return [...names, ...(all.length > MAX_NAMED ? [text.more(all.length - MAX_NAMED)] : [])].join("; ");
  };
  if (takenBack) {
    const reason = refusalText({ code: takenBack.code, message: takenBack.code });
    return (
      <div class="panel welten-orders" data-orders="taken back">
        <p>{text.takenBack(named(takenBack.orders), reason)}</p>
        <button class="btn" type="button" onClick={dismiss}>
          {text.dismiss}
        </button>
      </div>
    );
  }
  if (connection === "up" || orders.length === 0) return null;
  return (
    <div class="panel welten-orders" data-orders="waiting">
      <p>{text.waiting(named(orders.map((order) => order.text)))}</p>
      <button class="btn" type="button" onClick={takeBack}>
        {text.takeBack}
      </button>
    </div>
  );
}
