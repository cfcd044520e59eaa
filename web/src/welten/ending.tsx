/** The panel at the end of a game: winner and reason, armies left, and what to do next. */

import "./ending.css";

import { useEffect, useRef, useState } from "preact/hooks";

import { prefersReducedMotion } from "../animation-frame";
import * as api from "../api";
import { useTexts } from "../language";
import type { LastMatch } from "../protocol";
import { SitDown } from "../room/last-result";
import { ratedEndText, ratingChangeText } from "../room/rated";
import { RematchWish } from "../room/rematch";
import { EndingPanel } from "../shell/ending-panel";
import type { Side } from "./board";
import { EndingArt, HEIGHT, WIDTH } from "./ending-art";
import { ENDING_TEXT, headline, reasonText } from "./ending-text";
import { DEFAULT_SCENARIO, SIDES, strength, strengthAtStart } from "./game-data";
import type { Session } from "./session";
import { loadSprites } from "./sprites";
import type { State } from "./state";
import { sideName } from "./texts";
import { sheetAddress } from "./tile-sheet";

interface EndingProps {
  readonly session: Session;
  /** The state of a game that is over. */
  readonly state: State;
  readonly end: LastMatch;
  /** Hides the panel, so that the board can be seen. */
  hide(): void;
}

export function Ending({ session, state, end, hide }: EndingProps) {
  const text = useTexts(ENDING_TEXT);
  const board = state.shownBoard!;
  const { winner, reason } = board.outcome!;
  return (
    <EndingPanel
      title={headline(text, winner, state.side)}
      reason={reasonText(text, winner, reason)}
      winner={winner ?? "none"}
      picture={
        <Picture
          winner={winner}
          label={text.picture[winner ?? "none"]}
          sheet={state.tiles ?? sheetAddress(state.options?.scenario ?? DEFAULT_SCENARIO)}
        />
      }
      class="victory"
    >
      <RematchWish session={session} state={state} />
      <p class="text-mist text-sm">{text.when(board.rounds)}</p>
      <p class="text-mist text-sm">{ratedEndText(end)}</p>
      <div class="grid grid-cols-2 gap-4">
        {SIDES.map((side, seat) => (
          <Army key={side} side={side} seat={seat} state={state} end={end} />
        ))}
      </div>
      <Buttons session={session} state={state} end={end} hide={hide} />
    </EndingPanel>
  );
}

function Buttons({ session, state, end, hide }: EndingProps) {
  const text = useTexts(ENDING_TEXT);
  const [answer, setAnswer] = useState<"waiting" | "refused" | null>(null);
  const rematch = async () => {
    if (answer !== "waiting") setAnswer((await session.send("rematch", state.room)) ? "waiting" : "refused");
  };
  return (
    <>
      <div class="victory-buttons">
        {state.seat >= 0 && (
          <button
            class="btn btn-main"
            type="button"
            id="again"
            aria-disabled={answer === "waiting"}
            onClick={() => void rematch()}
          >
            {text.again}
          </button>
        )}
        <SitDown session={session} state={state} free={state.players.length < SIDES.length} />
        <a class="btn" href={api.replayPage(end.replay_id)}>
          {text.replay}
        </a>
        <button class="btn" type="button" onClick={() => session.toLobby()}>
          {text.lobby}
        </button>
        <a class="btn" href="/welten">
          {text.title}
        </a>
        <button class="btn btn-quiet" type="button" onClick={hide}>
          {text.look}
        </button>
      </div>
      <p class="text-mist text-sm empty:hidden" role="status">
        {answer && text[answer]}
      </p>
    </>
  );
}

interface ArmyProps {
  readonly side: Side;
  readonly seat: number;
  readonly state: State;
  readonly end: LastMatch;
}

function Army({ side, seat, state, end }: ArmyProps) {
  const text = useTexts(ENDING_TEXT);
  const board = state.shownBoard!;
  const began = strengthAtStart(state.gameData, board, side);
  const left = strength(state.gameData, board, side);
  const name = end.players[seat]?.username ?? "";
  return (
    <div class="grid content-start gap-2">
      <p class="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span class="pixel">{sideName(side)}</span>
        <span class="truncate text-mist text-sm">
          <span translate={false}>{name}</span>
          {state.side === side && ` (${text.you})`}
        </span>
      </p>
      <div class="victory-army" aria-hidden="true">
        <div class={`victory-left victory-${side}`} style={{ width: `${began ? (100 * left) / began : 0}%` }} />
      </div>
      <p class="flex flex-wrap gap-x-3 text-sm">
        <span class="tabular-nums empty:hidden" data-rating={seat}>
          {ratingChangeText(end, seat)}
        </span>
        <span>{text.left(left, began)}</span>
        <span class="text-mist">{text.fallen(began - left)}</span>
      </p>
    </div>
  );
}

interface PictureProps {
  readonly winner: Side | null;
  readonly label: string;
  /** The address of the land's tiles. */
  readonly sheet: string;
}

/** The picture of the ending. It moves while it is shown, unless the player wants little motion. */
function Picture({ winner, label, sheet }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let frame = 0;
    let closed = false;
    void loadSprites(sheet).then(
      (sprites) => {
        if (closed) return;
        const art = new EndingArt(sprites, winner);
        const context = canvas.current!.getContext("2d", { alpha: false })!;
        const began = performance.now();
        const paint = (now: number) => {
          const still = prefersReducedMotion();
          art.paint(context, still ? Infinity : Math.max(0, now - began));
          if (!still) frame = requestAnimationFrame(paint);
        };
        frame = requestAnimationFrame(paint);
      },
      () => setMissing(true),
    );
    return () => {
      closed = true;
      cancelAnimationFrame(frame);
    };
  }, [winner, sheet]);
  return (
    <canvas
      ref={canvas}
      class="victory-picture"
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
      hidden={missing}
    />
  );
}
