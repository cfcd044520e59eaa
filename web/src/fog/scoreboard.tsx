/** The table of players with their armies and land. */

import { SeatSwatch } from "../components/seat-swatch";
import { useTexts } from "../language";
import type { Player } from "../protocol";
import { seatStyle } from "../seat-style";
import type { State } from "./state";
import { GAME_TEXT, playerNotes } from "./texts";

/** The players in the order of their armies, the fallen last. */
export function ranked(state: Pick<State, "players" | "scores">): readonly Player[] {
  const worth = ({ eliminated, index }: Player) => (eliminated ? -1 : (state.scores[index]?.armies ?? 0));
  return [...state.players].sort((a, b) => worth(b) - worth(a) || a.index - b.index);
}

export function Scoreboard({ state }: { readonly state: State }) {
  const text = useTexts(GAME_TEXT);
  return (
    <table class="scores w-full text-left">
      <caption class="sr-only">{text.players}</caption>
      <thead class="text-mist text-sm">
        <tr>
          <th class="w-full max-w-0 pb-1 font-normal" scope="col">
            {text.player}
          </th>
          <th class="pb-1 pl-2 text-right font-normal" scope="col">
            {text.army}
          </th>
          <th class="pb-1 pl-2 text-right font-normal" scope="col">
            {text.land}
          </th>
        </tr>
      </thead>
      <tbody>
        {ranked(state).map((player) => (
          <PlayerRow key={player.index} state={state} player={player} />
        ))}
      </tbody>
    </table>
  );
}

function PlayerRow({ state, player }: { readonly state: State; readonly player: Player }) {
  const text = useTexts(GAME_TEXT);
  const { index, username, eliminated } = player;
  const score = state.scores[index];
  const notes = playerNotes(player, state.seat, { host: false });
  return (
    <tr class={eliminated ? "text-mist" : ""} data-fallen={eliminated && index !== state.seat}>
      <th class="w-full max-w-0 py-1 font-semibold" scope="row">
        <span class="flex min-w-0 items-center gap-2">
          <SeatSwatch seat={index} />
          <span class="pixel text-mist" aria-hidden="true">
            {seatStyle(index)?.letter ?? ""}
          </span>
          <span
            class={`min-w-0 truncate ${eliminated ? "line-through" : ""}`}
            data-name
            title={username}
            translate={false}
          >
            {username}
          </span>
          {eliminated && <span class="sr-only">{text.fallen}</span>}
          {notes && <span class="flex-none font-normal text-mist text-sm">{notes}</span>}
        </span>
      </th>
      <td class="pixel pl-2 text-right">{score?.armies ?? ""}</td>
      <td class="pixel pl-2 text-right">{score?.tiles ?? ""}</td>
    </tr>
  );
}
