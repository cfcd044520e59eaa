/** The board of a replay. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { useTexts } from "../language";
import { FailureText } from "./failure";
import type { ReplayBoard } from "./game";
import { type ReplayPlayer, type ReplayState, turnOf } from "./player";
import { placeText, REPLAY_TEXT } from "./texts";

/** The part of the time between two frames that an animation may take. */
const ANIMATION_SHARE = 0.9;

interface ReplayCanvasProps {
  readonly player: ReplayPlayer;
  readonly state: ReplayState;
  /** Receives the board, for the buttons and keys that zoom it. */
  readonly board: RefObject<ReplayBoard | null>;
}

export function ReplayCanvas({ player, state, board }: ReplayCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { timeline, playback, failure } = state;
  const { frame, playing, speed } = playback;
  useLayoutEffect(() => {
    const created = player.replay.createBoard(timeline, canvas.current!);
    board.current = created;
    return () => {
      board.current = null;
      created.close();
    };
  }, [player]);
  useLayoutEffect(() => board.current?.setTimeline(timeline), [timeline]);
  useLayoutEffect(
    () => board.current?.show(frame, playing ? (ANIMATION_SHARE * 1000) / speed : 0),
    [timeline, frame, playing, speed],
  );
  useLayoutEffect(() => board.current?.view.fit(), [player]);
  const label = useBoardLabel(player, state);
  const order = player.replay.orderText(timeline, frame);
  return (
    <div class="replay-board">
      <canvas
        ref={canvas}
        id="replay-board"
        class="absolute inset-0 h-full w-full touch-none"
        role="img"
        aria-label={label}
        data-turn={turnOf(state)}
        data-seat={timeline.seat ?? "all"}
      />
      {order && <p class="chip pointer-events-none absolute bottom-3 left-3">{order}</p>}
      <div role="alert">
        {failure && (
          <p class="replay-notice">
            <FailureText failure={failure} />
          </p>
        )}
      </div>
    </div>
  );
}

function useBoardLabel(player: ReplayPlayer, state: ReplayState): string {
  const text = useTexts(REPLAY_TEXT);
  const { seat, players } = state.timeline;
  const place = placeText(useTexts(player.game.texts).turn, turnOf(state));
  return seat === null ? text.board(place) : text.boardSeenBy(place, players[seat] ?? "");
}
