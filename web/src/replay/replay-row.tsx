/** A finished match in a list, with a link to its replay. */

import { replayPage } from "../api";
import { usePlayerNames } from "../components/room-row";
import { formatDate, texts, useTexts } from "../language";
import type { ReplayCard } from "../protocol";
import { REPLAY_GAMES } from "./games";

const TEXT = texts({
  en: {
    somebody: "somebody",
    won: (name: string, turns: string) => `${name} won after ${turns}`,
    nobody: (turns: string) => `nobody won after ${turns}`,
    rated: "rated",
    watch: "Watch",
    watchMatch: (names: string) => `Watch the replay of ${names}`,
  },
  de: {
    somebody: "jemand",
    won: (name: string, turns: string) => `${name} hat gewonnen, ${turns}`,
    nobody: (turns: string) => `ohne Sieger, ${turns}`,
    rated: "gewertet",
    watch: "Ansehen",
    watchMatch: (names: string) => `Ansehen: Aufzeichnung von ${names}`,
  },
});

/** The row; `detailed` adds when the match ended and whether it was rated. */
export function ReplayRow({ card, detailed = false }: { readonly card: ReplayCard; readonly detailed?: boolean }) {
  const text = useTexts(TEXT);
  const names = usePlayerNames(card.players);
  const game = REPLAY_GAMES[card.game];
  const turns = useTexts(game.texts).turns(card.turns);
  const winner = card.winner === null ? null : (card.players[card.winner] ?? text.somebody);
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div class="min-w-0 flex-1 basis-44">
        <p class="wrap-anywhere font-semibold" translate={false}>
          {names}
        </p>
        <p class="flex flex-wrap gap-x-3 text-mist text-sm">
          <span>{game.title}</span>
          <span class="min-w-0 wrap-anywhere">{winner === null ? text.nobody(turns) : text.won(winner, turns)}</span>
          {detailed && <time dateTime={card.endedAt}>{momentText(card.endedAt)}</time>}
          {detailed && card.rated && <span class="text-c-mint">{text.rated}</span>}
        </p>
      </div>
      <a class="btn" href={replayPage(card.id)} aria-label={text.watchMatch(names)}>
        {text.watch}
      </a>
    </div>
  );
}

function momentText(time: string): string {
  return formatDate(new Date(time), { dateStyle: "medium", timeStyle: "short" });
}
