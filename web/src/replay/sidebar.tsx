/** The sidebar of a replay: the players and whose view is shown, playing on, the chart, events, a link. */

import { useEffect, useMemo, useState } from "preact/hooks";

import { replayPage } from "../api";
import { Chart } from "../components/chart";
import { ShareLink } from "../components/share-link";
import { useTexts } from "../language";
import type { PlayedOnFrom } from "../protocol";
import { EventList } from "./event-list";
import { FileTools } from "./file-tools";
import type { Timeline } from "./game";
import { outcomeText } from "./markers";
import { type ReplayPlayer, type ReplayState, turnOf } from "./player";
import { Reasons } from "./reasons";
import { SeatList } from "./seat-list";
import { placeText, REPLAY_TEXT } from "./texts";

/** Units of the chart across, about the pixels that there are. */
const CHART_WIDTH = 352;

interface SidebarProps {
  readonly player: ReplayPlayer;
  readonly state: ReplayState;
  readonly playOn: () => void;
}

export function Sidebar({ player, state, playOn }: SidebarProps) {
  const text = useTexts(REPLAY_TEXT);
  const { timeline, markers, playback } = state;
  const { address } = player;
  return (
    <aside class="replay-sidebar" aria-label={text.about}>
      <MatchHeader player={player} timeline={timeline} />
      <SeatList player={player} state={state} />
      <Reasons player={player} state={state} />
      <PlayOnTools player={player} state={state} playOn={playOn} />
      <TimelineChart player={player} state={state} />
      <EventList
        markers={markers}
        frame={playback.frame}
        goTo={(frame) => player.dispatch({ action: "seek", frame })}
      />
      {address === null ? (
        <p class="text-mist text-sm">{text.noLink}</p>
      ) : (
        <ShareLink label={text.link} address={location.origin + address} />
      )}
    </aside>
  );
}

function MatchHeader({ player, timeline }: { readonly player: ReplayPlayer; readonly timeline: Timeline }) {
  const text = useTexts(REPLAY_TEXT);
  const { players, winner } = timeline;
  return (
    <header class="grid gap-1">
      <h1 class="pixel pixel-2 wrap-anywhere">
        {players.length <= 3 ? (
          <span translate={false}>{players.join(" – ")}</span>
        ) : (
          text.others(players[winner ?? 0] ?? "", players.length - 1)
        )}
      </h1>
      <p class="text-mist">
        {player.game.title}. {outcomeText(timeline, player.replay)}
      </p>
      <Origin player={player} />
    </header>
  );
}

/** The match from which this one was played on, if there is one. */
function Origin({ player }: { readonly player: ReplayPlayer }) {
  const text = useTexts(REPLAY_TEXT);
  const unit = useTexts(player.game.texts).turn;
  const [origin, setOrigin] = useState<PlayedOnFrom | null>(null);
  useEffect(() => {
    let open = true;
    void player.source.card?.().then((answer) => {
      if (open && answer.ok) setOrigin(answer.value.playedOnFrom);
    });
    return () => {
      open = false;
    };
  }, [player]);
  if (!origin) return null;
  return (
    <p class="text-mist text-sm">
      {text.playedOnFrom}
      <a href={`${replayPage(origin.id)}?turn=${origin.turn}`}>{text.anotherMatch(placeText(unit, origin.turn))}</a>.
    </p>
  );
}

function PlayOnTools({ player, state, playOn }: SidebarProps) {
  const text = useTexts(REPLAY_TEXT);
  const over = state.timeline.reason !== null && turnOf(state) === state.timeline.turns;
  return (
    <div class="grid gap-2">
      <div class="flex flex-wrap gap-2">
        {/* A disabled button would lose the focus when the timeline has played to its end. */}
        <button
          class="btn btn-main aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
          type="button"
          id="play-on"
          aria-disabled={over}
          onClick={() => over || playOn()}
        >
          {text.playOn}
        </button>
        <FileTools player={player} />
      </div>
      {over && <p class="text-mist text-sm">{text.over}</p>}
    </div>
  );
}

function TimelineChart({ player, state }: { readonly player: ReplayPlayer; readonly state: ReplayState }) {
  const labels = useTexts(player.game.texts);
  const { timeline } = state;
  const series = useMemo(() => seriesOf(timeline), [timeline]);
  return (
    <Chart
      series={series}
      names={timeline.players}
      labels={labels}
      marked={turnOf(state)}
      onPick={(turn) => player.goToTurn(turn)}
      width={CHART_WIDTH}
    />
  );
}

function seriesOf({ frames }: Timeline) {
  return {
    turns: frames.map((frame) => frame.turn),
    tiles: frames.map((frame) => frame.tiles),
    armies: frames.map((frame) => frame.armies),
  };
}
