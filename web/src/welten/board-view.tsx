/** The map: a canvas that draws the state of the game, with its mouse and touch controls. */

import { useEffect, useRef } from "preact/hooks";

import { texts, useTexts } from "../language";
import type { Listeners } from "../store";
import type { Actions, BoardRef } from "./actions";
import { WeltenCanvas } from "./board-canvas";
import { cursorLook } from "./clicks";
import { attachControls } from "./controls";
import { homeOf, sceneOf, showsPlayer } from "./scene";
import type { Session } from "./session";
import { canOrder, type State } from "./state";
import type { Tiles } from "./tiles";

const TEXT = texts({ en: { map: "The map" }, de: { map: "Die Karte" } });

interface BoardViewProps {
  readonly session: Session;
  readonly state: State;
  readonly tiles: Tiles;
  readonly actions: Actions;
  /** Whether units have bars for V. */
  readonly bars: boolean;
  /** Gets the canvas while it is shown. */
  readonly board: BoardRef;
  /** Are called after each picture, when the window may have moved. */
  readonly painted: Listeners;
  /** The description of the keys for screen readers. */
  readonly spokenHelp: string;
}

export function BoardView(props: BoardViewProps) {
  const { session, state, board, tiles, actions, painted } = props;
  const text = useTexts(TEXT);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const map = new WeltenCanvas(canvas.current!, tiles, () => painted.call());
    board.current = map;
    map.goto(homeOf(session.state, session.state.shownBoard!));
    const detach = attachControls(session, map, actions);
    return () => {
      detach();
      board.current = null;
      map.close();
    };
  }, []);
  useScene(state, board, props.bars);
  useTurnOfBoth(state, board);
  return (
    <>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the map is used like an application */}
      <canvas
        ref={canvas}
        id="board"
        tabIndex={0}
        role="application"
        aria-label={text.map}
        aria-describedby="board-help"
        data-cursor={state.cursor === null ? "plain" : cursorLook(state, state.cursor)}
      />
      <p id="board-help" class="sr-only">
        {props.spokenHelp}
      </p>
    </>
  );
}

/** Shows the scene of the state when something of it has changed. */
function useScene(state: State, board: BoardRef, bars: boolean): void {
  const { shownBoard, chosen, unitOptions, legal, threats, cursor, plans, studiedReach, shownAttack } = state;
  useEffect(
    () => board.current?.show(sceneOf(state, bars)),
    [shownBoard, chosen, unitOptions, legal, threats, cursor, plans, studiedReach, shownAttack, bars, canOrder(state)],
  );
}

/** Goes to the side that plays when both sides are played at one screen and none of its units is in the window. */
function useTurnOfBoth(state: State, board: BoardRef): void {
  const player = state.shownBoard?.player;
  const lastPlayer = useRef(player);
  useEffect(() => {
    const map = board.current;
    if (player === lastPlayer.current) return;
    lastPlayer.current = player;
    if (map && state.shownBoard && state.side === "both" && !showsPlayer(map, state.gameData, state.shownBoard))
      map.goto(homeOf(state, state.shownBoard));
  }, [player]);
}
