/** The panel at the end of a game: winner, places, chart, and what to do next. */

import { useEffect, useState } from "preact/hooks";

import * as api from "../api";
import { Chart, type ChartSeries } from "../components/chart";
import { SeatSwatch } from "../components/seat-swatch";
import { useTexts } from "../language";
import type { LastMatch } from "../protocol";
import { SitDown } from "../room/last-result";
import { ratedEndText, ratingChangeText } from "../room/rated";
import { RematchWish } from "../room/rematch";
import { EndingPanel } from "../shell/ending-panel";
import { ENDING_TEXT } from "./ending-text";
import { countGame } from "./levels";
import type { Session } from "./session";
import type { State } from "./state";
import { playerName, playerNotes } from "./texts";

/** How often a server that is busy is asked how the game went, and the milliseconds from one time to the next. */
const TIMES = 3;
const ASK_AGAIN_MS = 2000;

interface EndingProps {
  readonly session: Session;
  readonly state: State;
  /** The state with the players of the match. */
  readonly match: State;
  readonly end: LastMatch;
  /** Shows the board without the panel. */
  hide(): void;
}

export function Ending({ session, state, match, end, hide }: EndingProps) {
  const text = useTexts(ENDING_TEXT);
  const graph = useGraph(end.replay_id);
  useEffect(() => {
    countGame(match.players, match.seat, end);
  }, [end.replay_id]);
  return (
    <EndingPanel title={useHeadline(end)} reason={text.reason(text.reasons[end.reason] ?? end.reason, end.turn)}>
      <RematchWish session={session} state={state} />
      <p class="text-mist text-sm">{ratedEndText(end)}</p>
      <Places match={match} end={end} />
      <Course graph={graph} names={end.players.map((player) => player.username)} />
      <Buttons session={session} state={state} hide={hide} replay={end.replay_id} />
    </EndingPanel>
  );
}

/** How the whole game went, as the server has kept it. */
type Graph = ChartSeries | "loading" | "missing";

/** Asks the server how a game went: the page itself may have been opened in the middle of it. */
function useGraph(replay: string): Graph {
  const [graph, setGraph] = useState<Graph>("loading");
  useEffect(() => {
    let shown = true;
    let timer = 0;
    const ask = async (times: number) => {
      const found = await api.graph(replay);
      if (!shown) return;
      if (found || times === 1) setGraph(found ?? "missing");
      else timer = window.setTimeout(() => void ask(times - 1), ASK_AGAIN_MS);
    };
    void ask(TIMES);
    return () => {
      shown = false;
      clearTimeout(timer);
    };
  }, [replay]);
  return graph;
}

/** The chart of the game. It has its place before it is there, so that no button moves under a finger. */
function Course({ graph, names }: { readonly graph: Graph; readonly names: readonly string[] }) {
  const text = useTexts(ENDING_TEXT);
  if (graph === "missing") return null;
  if (graph === "loading") return <p class="ending-chart text-mist text-sm">{text.chartComes}</p>;
  return graph.turns.length > 1 ? <Chart series={graph} names={names} labels={text.chart} /> : null;
}

function useHeadline({ winner, seats }: LastMatch): string {
  const text = useTexts(ENDING_TEXT);
  if (!winner) return text.nobody;
  return seats.includes(winner.index) ? text.you : text.other(winner.username);
}

function Places({ match, end }: { readonly match: State; readonly end: LastMatch }) {
  const text = useTexts(ENDING_TEXT);
  const order = end.places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place || a.seat - b.seat);
  return (
    <ol class="rows">
      {order.map(({ place, seat }) => {
        const player = match.players[seat];
        const score = match.scores[seat];
        return (
          <li key={seat} class="flex min-h-11 items-center gap-3">
            <span class="pixel w-6 text-mist">{place}</span>
            <SeatSwatch seat={seat} />
            <span class="min-w-0 truncate font-semibold" translate={false}>
              {playerName(match, seat)}
            </span>
            <span class="flex-none text-mist text-sm">
              {player && playerNotes(player, match.seat, { host: false })}
            </span>
            <span class="ml-auto grid flex-none text-right text-mist text-sm sm:flex sm:gap-3">
              <span class="text-paper tabular-nums empty:hidden" data-rating={seat}>
                {ratingChangeText(end, seat)}
              </span>
              {score && <span>{text.armies(score.armies)}</span>}
              {score && <span>{text.land(score.tiles)}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface ButtonsProps extends Pick<EndingProps, "session" | "state" | "hide"> {
  readonly replay: string;
}

function Buttons({ session, state, hide, replay }: ButtonsProps) {
  const text = useTexts(ENDING_TEXT);
  const [waiting, setWaiting] = useState(false);
  const again = async () => setWaiting(await session.send("rematch", state.room));
  return (
    <>
      <div class="flex flex-wrap gap-3">
        {state.seat >= 0 && (
          <button class="btn btn-main" type="button" aria-disabled={waiting} onClick={() => void (waiting || again())}>
            {text.again}
          </button>
        )}
        <SitDown session={session} state={state} free={state.players.length < (state.options?.players ?? 0)} />
        <a class="btn" href={api.replayPage(replay)}>
          {text.replay}
        </a>
        <button class="btn" type="button" onClick={() => session.toLobby()}>
          {text.lobby}
        </button>
        <button class="btn btn-quiet" type="button" onClick={hide}>
          {text.board}
        </button>
        <a class="btn btn-quiet" href="/fog">
          {text.leave}
        </a>
      </div>
      <p class="text-mist text-sm empty:hidden" role="status">
        {waiting && text.waiting}
      </p>
    </>
  );
}
