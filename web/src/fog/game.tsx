/** The view of a running or finished game: board, toolbar, sidebar and ending. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { deferred } from "../components/deferred";
import { useTexts } from "../language";
import { RatedLabel } from "../room/rated-label";
import { GameShell } from "../shell/game-shell";
import { useKeyLabels } from "../shell/keyboard";
import { useStore } from "../store";
import { Actions } from "./actions";
import { FogCanvas } from "./board-canvas";
import { attachControls } from "./controls";
import { fogKeys, MARCH_KEYS } from "./keys";
import { Overlay, StatusLine } from "./overlay";
import type { Session } from "./session";
import { Sidebar, surrender } from "./sidebar";
import { canOrder, ofMatch, type State } from "./state";
import { GAME_TEXT } from "./texts";
import { fogTools } from "./tools";

/** Most of a visit passes without one, and its chart is large. */
const Ending = deferred(async () => (await import("./ending")).Ending);
const Help = deferred(async () => (await import("./help")).FogHelp);

export function Game({ session }: { readonly session: Session }) {
  const state = useStore(session);
  const text = useTexts(GAME_TEXT);
  const label = useKeyLabels();
  const canvas = useRef<FogCanvas | null>(null);
  const actions = useMemo(() => new Actions(session, () => canvas.current), [session]);
  const [endingHidden, hideEnding] = useState(false);
  useEffect(() => hideEnding(false), [state.end]);
  const { end } = state;
  const match = ofMatch(state);
  const confirmed = state.queue.marches.filter((march) => march.confirmed).length;
  return (
    <GameShell
      state={state}
      game="fog"
      title="Fog of War"
      board={
        <>
          <BoardCanvas session={session} onCanvas={(shown) => (canvas.current = shown)} />
          <Overlay state={match} />
        </>
      }
      status={<StatusLine state={match} />}
      sidebar={<Sidebar state={match} />}
      sidebarActions={
        <SidebarActions session={session} state={state} showEnding={endingHidden ? () => hideEnding(false) : null} />
      }
      leaveTo="/fog"
      rated={state.options}
      inGame={canOrder(state)}
      due={canOrder(state)}
      audience={state.status === "playing" && !canOrder(state) ? text.audience : null}
      tools={(shell) => fogTools(state, actions, shell, label)}
      keys={(shell) => fogKeys(session, actions, shell)}
      help={(topic, close) => <Help key={topic} topic={topic} close={close} />}
      orders={{ queued: confirmed, waiting: state.waiting }}
      ending={end && !endingHidden && <Ending {...{ session, state, match, end }} hide={() => hideEnding(true)} />}
      onSay={(text) => void session.send("chat_message", text)}
    />
  );
}

interface SidebarActionsProps {
  readonly session: Session;
  readonly state: State;
  /** Shows the ending again after it was hidden. */
  readonly showEnding: (() => void) | null;
}

function SidebarActions({ session, state, showEnding }: SidebarActionsProps) {
  const text = useTexts(GAME_TEXT);
  return (
    <>
      <RatedLabel options={state.options} class="mr-auto text-sm" />
      {canOrder(state) && (
        <button class="btn btn-quiet" type="button" onClick={() => void surrender(session)}>
          {text.surrender}
        </button>
      )}
      {showEnding && (
        <button class="btn" type="button" onClick={showEnding}>
          {text.result}
        </button>
      )}
    </>
  );
}

interface BoardCanvasProps {
  readonly session: Session;
  /** Is given the canvas while it is shown, and null after that. */
  onCanvas(canvas: FogCanvas | null): void;
}

/** The board. It follows the session without rendering again: a turn is drawn with the next frame. */
function BoardCanvas({ session, onCanvas }: BoardCanvasProps) {
  const text = useTexts(GAME_TEXT);
  const label = useKeyLabels();
  const element = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = new FogCanvas(element.current!);
    const endControls = attachControls(session, canvas);
    const unfollow = follow(session, canvas);
    onCanvas(canvas);
    return () => {
      onCanvas(null);
      unfollow();
      endControls();
      canvas.close();
    };
  }, [session]);
  return (
    <>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the board reads the keyboard itself */}
      <canvas
        ref={element}
        id="board"
        tabIndex={0}
        role="application"
        aria-label={text.board}
        aria-describedby="board-help"
      />
      <p id="board-help" class="sr-only">
        {text.boardHelp(MARCH_KEYS.map(label).join(" "), label)}
      </p>
    </>
  );
}

/** Shows each state of a session on a canvas, and each ping once. Returns the function that ends it. */
function follow(session: Session, canvas: FogCanvas): () => void {
  let pinged = session.state.pings.at(-1)?.number ?? 0;
  const show = () => {
    const { board, replay: match, queue, cursor, half, look, hover, pings } = session.state;
    if (board) canvas.show({ board, match, marches: queue.marches, cursor, half, look, hover });
    for (const ping of pings.filter(({ number }) => number > pinged)) {
      pinged = ping.number;
      canvas.ping(ping.tile, ping.index);
    }
  };
  show();
  return session.subscribe(show);
}
