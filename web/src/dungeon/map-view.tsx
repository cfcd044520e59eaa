/** The view of a dungeon, as a map or as the screen of a C64, with the tile that is inspected. */

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { texts, useTexts } from "../language";
import type { TileKind } from "../protocol";
import { type Dungeon, NEVER_SEEN, REMEMBERED } from "./board";
import { MAP_ID } from "./map-focus";
import { MapViews } from "./map-views";
import type { ScreenHandlers } from "./screen-gestures";
import type { DungeonState } from "./state";
import { kindName } from "./texts";

const TEXT = texts({
  en: {
    label: "The dungeon",
    help:
      "Arrow keys or W A S D move the map, or walk. Shift with the arrow keys inspects tile by tile, and Enter walks to that " +
      "tile. X goes in on foot and comes back, F searches for secrets, C changes between map and C64 screen, plus, minus " +
      "and zero zoom, Enter goes on, Space digs another dungeon, the question mark lists all keys.",
    tile: (column: number, row: number, kind: string) => `Column ${column}, row ${row}: ${kind}`,
    unseen: "not seen yet",
    remembered: (kind: string) => `${kind}, out of sight`,
    here: (kind: string) => `${kind}, you are here`,
  },
  de: {
    label: "Das Verlies",
    help:
      "Pfeiltasten oder W A S D verschieben die Karte oder gehen. Umschalt mit den Pfeiltasten betrachtet Feld für Feld, " +
      "und Eingabe geht auf dieses Feld. X geht zu Fuß hinein und wieder zurück, F sucht nach Geheimnissen, C wechselt " +
      "zwischen Karte und C64-Bildschirm, Plus, Minus und Null ändern die Größe, Eingabe macht weiter, die Leertaste gräbt " +
      "ein anderes Verlies, das Fragezeichen zeigt alle Tasten.",
    tile: (column: number, row: number, kind: string) => `Spalte ${column}, Zeile ${row}: ${kind}`,
    unseen: "noch nicht gesehen",
    remembered: (kind: string) => `${kind}, außer Sicht`,
    here: (kind: string) => `${kind}, hier bist du`,
  },
});

interface MapViewProps {
  readonly state: DungeonState;
  /** Is given the views while they exist. */
  readonly views: RefObject<MapViews | null>;
  /** The tile that keys or a tap have chosen. */
  readonly cursor: number | null;
  readonly handlers: ScreenHandlers;
}

export function MapView(props: MapViewProps) {
  const text = useTexts(TEXT);
  const chart = useRef<HTMLCanvasElement>(null);
  const screen = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useViews(props, chart, screen, frame);
  const { look } = props.state.viewOptions;
  const { spec } = props.state;
  return (
    <div
      class="dungeon-view"
      id={MAP_ID}
      data-look={look}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the map work while it has the focus
      tabIndex={0}
      role="application"
      aria-label={text.label}
      aria-describedby="dungeon-help"
    >
      <canvas ref={chart} class="chart" id="chart" aria-hidden="true" hidden={look === "c64"} />
      <div class="c64" hidden={look === "map"} translate={false}>
        <p class="c64-title" aria-hidden="true">
          {spec && `${spec.profile} ${spec.seed}`.toUpperCase()}
        </p>
        <div ref={frame} class="c64-room">
          <canvas ref={screen} class="c64-screen" id="c64-screen" aria-hidden="true" />
        </div>
      </div>
      <p id="dungeon-help" class="sr-only">
        {text.help}
      </p>
    </div>
  );
}

/** Creates the canvases' views and gives them what they show. */
function useViews(
  { state, views, cursor, handlers }: MapViewProps,
  chart: RefObject<HTMLCanvasElement | null>,
  screen: RefObject<HTMLCanvasElement | null>,
  frame: RefObject<HTMLDivElement | null>,
): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const opened = new MapViews(chart.current!, screen.current!, frame.current!, {
      tap: (tile) => latest.current.tap(tile),
      hold: (tile) => latest.current.hold(tile),
      hover: (tile) => latest.current.hover(tile),
    });
    views.current = opened;
    return () => {
      views.current = null;
      opened.close();
    };
  }, []);
  useEffect(() => views.current?.show(state.dungeon), [state.dungeon]);
  useEffect(() => {
    if (state.plan) views.current?.begin(state.plan.camera);
  }, [state.plan]);
  const rooms = state.progress?.done && !state.viewOptions.walk ? state.plan?.rooms : undefined;
  useEffect(() => views.current?.setRooms(rooms ?? []), [rooms]);
  useEffect(() => views.current?.setCursor(cursor), [cursor]);
}

interface TileInfoProps {
  readonly dungeon: Dungeon;
  readonly kinds: readonly TileKind[];
  readonly tile: number | null;
}

/** What a tile is, in words. */
export function TileInfo({ dungeon, kinds, tile }: TileInfoProps) {
  const text = useTexts(TEXT);
  const describe = (at: number) => {
    const kind = kinds[dungeon.kinds[at]!];
    const seen = dungeon.seen?.[at];
    if (seen === NEVER_SEEN || !kind) return text.unseen;
    if (at === dungeon.hero) return text.here(kindName(kind));
    return seen === REMEMBERED ? text.remembered(kindName(kind)) : kindName(kind);
  };
  return (
    <p id="tile" class="dungeon-tile" role="status">
      {tile !== null &&
        tile < dungeon.kinds.length &&
        text.tile(tile % dungeon.width, Math.floor(tile / dungeon.width), describe(tile))}
    </p>
  );
}
