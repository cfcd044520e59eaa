/** The card next to a tile: the odds of an attack, or information about a tile that the player asked for. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { texts, useTexts } from "../language";
import type { TargetShown } from "../protocol";
import type { Listeners } from "../store";
import type { BoardRef } from "./actions";
import { type Board, gateOn, unitOn } from "./board";
import { targetAt } from "./clicks";
import { type GameData, sideOf } from "./game-data";
import { canOrder, type State } from "./state";
import {
  abilitiesText,
  destroyedText,
  gateText,
  percentText,
  sideName,
  statsLegend,
  statsText,
  structureText,
  terrainName,
  unitName,
} from "./texts";

const TEXT = texts({
  en: { chance: "chance", damage: "damage", left: "V left" },
  de: { chance: "Chance", damage: "Schaden", left: "V übrig" },
});

/** CSS pixels between the tile and the card. */
const GAP_PX = 10;

/** The tile that has a card; with a target, the card shows the odds of an attack. */
export interface CardContent {
  readonly tile: number;
  readonly target: TargetShown | null;
}

/** What the card shows: the tile that was asked for, else the target under the cursor. */
export function cardOf(state: State): CardContent | null {
  const { cursor, inspected } = state;
  if (inspected !== null) return { tile: inspected, target: null };
  const target = cursor !== null && canOrder(state) ? targetAt(state, cursor) : null;
  return target && { tile: cursor!, target };
}

interface TileCardProps {
  readonly state: State;
  readonly board: BoardRef;
  readonly painted: Listeners;
}

export function TileCard({ state, board, painted }: TileCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const { shownBoard, gameData } = state;
  const content = shownBoard && cardOf(state);
  usePlace(card, content?.tile ?? null, board, painted);
  return (
    <div ref={card} class="welten-card panel panel-bright" id="odds" hidden={!content}>
      {shownBoard &&
        content &&
        (content.target ? (
          <Odds gameData={gameData} board={shownBoard} target={content.target} />
        ) : (
          <TileInfo gameData={gameData} board={shownBoard} tile={content.tile} />
        ))}
    </div>
  );
}

/** Keeps the card next to its tile, also when the map moves. */
function usePlace(
  card: RefObject<HTMLDivElement | null>,
  tile: number | null,
  board: BoardRef,
  painted: Listeners,
): void {
  const latest = useRef(tile);
  latest.current = tile;
  const place = () => {
    const map = board.current;
    if (latest.current === null || !map || !card.current) return;
    const { x, y, size } = map.square(latest.current);
    const { clientWidth: width, clientHeight: height } = map.canvas;
    const { offsetWidth: wide, offsetHeight: tall } = card.current;
    const gap = GAP_PX + size / 2;
    const sides = [x + size + gap, x - gap - wide].filter((left) => left >= GAP_PX && left + wide <= width - GAP_PX);
    // Without room beside the tile, the card is above or below it.
    const beside = sides[0] !== undefined;
    const below = y + size + gap + tall <= height - GAP_PX;
    const left = sides[0] ?? Math.max(GAP_PX, Math.min(x + size / 2 - wide / 2, width - wide - GAP_PX));
    const top = beside ? Math.min(y, height - tall - GAP_PX) : below ? y + size + gap : y - gap - tall;
    card.current.style.left = `${Math.round(left)}px`;
    card.current.style.top = `${Math.round(Math.max(GAP_PX, top))}px`;
  };
  useLayoutEffect(place);
  useEffect(() => painted.add(place), []);
}

interface InfoProps {
  readonly gameData: GameData;
  readonly board: Board;
  readonly tile: number;
}

function TileInfo({ gameData, board, tile }: InfoProps) {
  const unit = unitOn(board, tile);
  const gate = gateOn(board, tile);
  const terrain = terrainName(gameData, board.terrain[tile]!);
  const abilities = unit ? abilitiesText(gameData, unit.type) : "";
  return (
    <>
      <p class="pixel">{unit ? unitName(gameData, unit.type) : terrain}</p>
      {unit && (
        <>
          <p class="text-mist text-sm">{`${sideName(sideOf(gameData, unit))}, ${terrain}`}</p>
          <p class="pixel whitespace-pre">{statsText(gameData, unit)}</p>
        </>
      )}
      {abilities && <p class="text-sm">{abilities}</p>}
      {gate !== null && <p class="text-mist text-sm">{gateText(board, gate)}</p>}
      {unit && <p class="text-mist text-sm">{statsLegend()}</p>}
    </>
  );
}

interface OddsProps {
  readonly gameData: GameData;
  readonly board: Board;
  readonly target: TargetShown;
}

function Odds({ gameData, board, target }: OddsProps) {
  const text = useTexts(TEXT);
  if (target.unit === null) {
    const { name, falls } = structureText(target);
    return (
      <>
        <p class="pixel">{name}</p>
        <p class="text-sm">{falls}</p>
      </>
    );
  }
  const unit = board.units[target.unit]!;
  return (
    <>
      <p class="pixel">{`${unitName(gameData, unit.type)}  V= ${unit.v}`}</p>
      <table class="welten-odds">
        <thead>
          <tr>
            <th scope="col">{text.chance}</th>
            <th scope="col">{text.damage}</th>
            <th scope="col">{text.left}</th>
          </tr>
        </thead>
        <tbody>
          {target.chances.map((chance) => (
            <tr key={chance.damage}>
              <td>{percentText(chance.probability)}</td>
              <td>{chance.damage}</td>
              <td>{chance.v}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class={target.destroyed > 0 ? "text-sm font-semibold text-c-mint" : "text-mist text-sm"}>
        {destroyedText(target)}
      </p>
    </>
  );
}
