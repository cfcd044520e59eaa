/** Why the players gave the orders of the turn that is shown, where the replay keeps it. */

import { SeatSwatch } from "../components/seat-swatch";
import { useTexts } from "../language";
import type { ReplayPlayer, ReplayState } from "./player";
import { REPLAY_TEXT } from "./texts";

export function Reasons({ player, state }: { readonly player: ReplayPlayer; readonly state: ReplayState }) {
  const text = useTexts(REPLAY_TEXT);
  const { timeline, playback } = state;
  const reasons = player.replay.reasonsAt(timeline, playback.frame);
  if (reasons.length === 0) return null;
  return (
    <section class="grid gap-1" aria-labelledby="reasons">
      <h2 id="reasons" class="pixel">
        {text.reasons}
      </h2>
      <ul class="reasons" tabIndex={reasons.length > 3 ? 0 : undefined} aria-labelledby="reasons">
        {reasons.map(({ seat, told }) => (
          <li key={seat} class="reason">
            <SeatSwatch seat={seat} />
            <span class="truncate font-semibold" translate={false}>
              {timeline.players[seat]}
            </span>
            <p class="reason-text" data-reason={seat}>
              {told ?? text.noReasons}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
