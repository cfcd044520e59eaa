/** The players with what they hold. Where their views differ, each is a button that shows the board as they saw it. */

import type { ComponentChildren } from "preact";

import { SeatSwatch } from "../components/seat-swatch";
import { formatNumber, useTexts } from "../language";
import { seatStyle } from "../seat-style";
import type { ReplayPlayer, ReplayState } from "./player";
import { REPLAY_TEXT } from "./texts";

interface SeatListProps {
  readonly player: ReplayPlayer;
  readonly state: ReplayState;
}

export function SeatList({ player, state }: SeatListProps) {
  const text = useTexts(REPLAY_TEXT);
  const gameText = useTexts(player.game.texts);
  const { timeline } = state;
  const { viewsDiffer } = player.game;
  return (
    <section class="grid gap-2" aria-labelledby="seats">
      <div class="flex items-baseline gap-3 text-mist text-sm">
        <h2 id="seats" class="pixel flex-1 text-paper">
          {gameText.seats}
        </h2>
        <span class="figure">{gameText.armies}</span>
        <span class="figure pr-2">{gameText.tiles}</span>
      </div>
      <ul class="grid gap-1">
        {viewsDiffer && (
          <li key="all">
            <SeatRow player={player} state={state} view={null} title={`${text.everything} (0)`}>
              <SeatSwatch seat={-1} />
              <span class="flex-1 text-left font-semibold">{text.everything}</span>
            </SeatRow>
          </li>
        )}
        {timeline.players.map((name, seat) => (
          <li key={seat}>
            <SeatRow player={player} state={state} view={seat} title={seatTitle(text.seenBy(name), seat)}>
              <SeatFigures player={player} state={state} seat={seat} />
            </SeatRow>
          </li>
        ))}
      </ul>
      {!viewsDiffer && <p class="text-mist text-sm">{text.allVisible}</p>}
    </section>
  );
}

/** The title of a seat, with its key if it has one. */
function seatTitle(label: string, seat: number): string {
  return seat < 9 ? `${label} (${seat + 1})` : label;
}

interface SeatRowProps extends SeatListProps {
  /** The seat whose view the row shows, or null for everything. */
  readonly view: number | null;
  readonly title: string;
  readonly children: ComponentChildren;
}

function SeatRow({ player, state, view, title, children }: SeatRowProps) {
  const held = view === null ? 1 : (state.timeline.frames[state.playback.frame]?.tiles[view] ?? 0);
  const fallen = held === 0 || undefined;
  if (!player.game.viewsDiffer)
    return (
      <div class="seat-view" data-fallen={fallen}>
        {children}
      </div>
    );
  return (
    <button
      class="seat-view"
      type="button"
      title={title}
      aria-pressed={state.timeline.seat === view}
      data-fallen={fallen}
      onClick={() => void player.viewAs(view)}
    >
      {children}
    </button>
  );
}

function SeatFigures({ player, state, seat }: SeatListProps & { readonly seat: number }) {
  const gameText = useTexts(player.game.texts);
  const name = state.timeline.players[seat] ?? "";
  const now = state.timeline.frames[state.playback.frame];
  const side = player.game.sides[seat];
  return (
    <>
      <SeatSwatch seat={seat} />
      <span class="pixel text-mist" aria-hidden="true">
        {seatStyle(seat)?.letter}
      </span>
      <span class="seat-name min-w-0 flex-1 truncate text-left font-semibold" title={name}>
        <span translate={false}>{name}</span>
        {side && <span class="font-normal text-mist"> {side}</span>}
      </span>
      <span class="sr-only">{`${gameText.armies} `}</span>
      <span class="pixel figure tabular-nums">{formatNumber(now?.armies[seat] ?? 0)}</span>
      <span class="sr-only">{`, ${gameText.tiles} `}</span>
      <span class="pixel figure tabular-nums">{formatNumber(now?.tiles[seat] ?? 0)}</span>
    </>
  );
}
