/** The status bar below the map: the phase, the next step, the terrain under the cursor and the unit on it. */

import { localize, texts } from "../language";
import { refusalText } from "../room/refusals";
import { type Board, enemy, gateOn, tileOf, unitOn } from "./board";
import { sideOf } from "./game-data";
import { canOrder, commandsSide, playingBot, type State } from "./state";
import {
  abilitiesText,
  gateText,
  oddsText,
  phaseHeader,
  sideName,
  statsLegend,
  statsText,
  taskText,
  terrainName,
  tileText,
  unitName,
} from "./texts";
import { cardOf } from "./tile-card";

const TEXT = texts({
  en: {
    threat: (count: number, damage: string) => `threat of ${count}, ${damage}`,
    over: "The game is over.",
    offersDraw: (side: string) => `${side} offers a draw. `,
    watching: "You are watching.",
    plays: (side: string) => `${side} plays.`,
    wait: "Wait for the other side.",
    thinks: (bot: string) => `${bot} thinks …`,
    reach: "Where it can go; dashed: what it could hit.",
  },
  de: {
    threat: (count: number, damage: string) => `Gefahr durch ${count}, ${damage}`,
    over: "Das Spiel ist aus.",
    offersDraw: (side: string) => `${side} bietet Remis. `,
    watching: "Du siehst zu.",
    plays: (side: string) => `${side} zieht.`,
    wait: "Warte auf die andere Seite.",
    thinks: (bot: string) => `${bot} überlegt …`,
    reach: "Wohin er kommt; gestrichelt: was er treffen könnte.",
  },
});

/** The status bar. Its parent renders again when the language changes. */
export function StatusBar({ state }: { readonly state: State }) {
  const board = state.shownBoard;
  if (!board) return null;
  const { gameData } = state;
  const tile = tileInView(state, board);
  const unit = tile === null ? null : unitOn(board, tile);
  return (
    <div class="welten-status">
      <p class="pixel welten-phase" id="phase" data-side={board.player}>
        {phaseHeader(board)}
      </p>
      <p class="text-mist text-sm" id="task" role="status" data-hint={state.hint !== null || undefined}>
        {currentTask(state, board)}
      </p>
      <div class="welten-tile">
        <p id="terrain">
          <span class="pixel">{tile !== null && terrainName(gameData, board.terrain[tile]!)}</span>
          <span class="text-mist text-sm">{tile !== null && tileDetails(state, board, tile)}</span>
        </p>
        <p class="pixel text-mist" id="unit">
          {unit && `${unitName(gameData, unit.type)} · ${sideName(sideOf(gameData, unit))}`}
        </p>
      </div>
      <p class="pixel whitespace-pre" id="stats" title={statsLegend()}>
        {unit && statsText(gameData, unit)}
      </p>
      <p class="sr-only" role="status" id="spoken">
        {spokenTile(state, board)}
      </p>
    </div>
  );
}

/** The tile under the cursor; without one, that of the chosen unit. */
function tileInView({ cursor, chosen }: State, board: Board): number | null {
  return cursor ?? (chosen === null ? null : tileOf(board, board.units[chosen]!));
}

/** A gate position on a tile, and the damage that threatens it. */
function tileDetails(state: State, board: Board, tile: number): string {
  const gate = gateOn(board, tile);
  return [gate === null ? "" : gateText(board, gate), threatText(state, tile)]
    .filter((part) => part)
    .map((part) => ` · ${part}`)
    .join("");
}

function threatText({ threats }: State, tile: number): string {
  const count = threats?.count[tile] ?? 0;
  return threats && count > 0 ? localize(TEXT).threat(count, `${threats.least[tile]}–${threats.most[tile]}`) : "";
}

/** The tile under the cursor, what threatens it and its card, for screen readers. */
function spokenTile(state: State, board: Board): string {
  const { cursor, gameData } = state;
  if (cursor === null) return "";
  const card = cardOf(state);
  const unit = card && !card.target ? unitOn(board, card.tile) : null;
  return [
    tileText(gameData, board, cursor),
    threatText(state, cursor),
    card?.target ? oddsText(card.target) : "",
    unit ? abilitiesText(gameData, unit.type) : "",
    unit ? statsLegend() : "",
  ]
    .filter((part) => part)
    .join("; ");
}

/** What is going on, in a sentence. */
function currentTask(state: State, board: Board): string {
  if (state.hint) return refusalText({ code: state.hint, message: state.hint });
  if (board.outcome) return localize(TEXT).over;
  if (state.studiedReach && state.chosen === null) return localize(TEXT).reach;
  return `${drawOfferText(state, board)}${turnText(state, board)}`;
}

/** Says first that the other side offers a draw: on a phone only the status bar tells it. */
function drawOfferText({ side }: State, board: Board): string {
  if (side === null || side === "both" || !board.offers.includes(enemy(side))) return "";
  return localize(TEXT).offersDraw(sideName(enemy(side)));
}

function turnText(state: State, board: Board): string {
  const text = localize(TEXT);
  if (canOrder(state)) return taskText(state);
  if (state.side === null) return text.watching;
  const first = state.eventQueue[0];
  if (first && !commandsSide(state, first.side)) return text.plays(sideName(first.side));
  if (commandsSide(state, board.player)) return "";
  const bot = playingBot(state);
  return bot ? text.thinks(bot.username) : text.wait;
}
