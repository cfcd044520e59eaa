/** The section of the map: toolbar, view, the card of the stairs, footer; with its keys. */

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { texts, useTexts } from "../language";
import { HelpDialog } from "../shell/help-dialog";
import { useKeys } from "../shell/keyboard";
import { below } from "./address";
import { tileAway } from "./board";
import { Footer, PassingButton } from "./footer";
import { keyHelp, type MapActions, mapKeys, pointerHelp } from "./keys";
import { Legend } from "./legend";
import { focusMap } from "./map-focus";
import { MapView, TileInfo } from "./map-view";
import type { MapViews } from "./map-views";
import type { DungeonSession } from "./session";
import type { DungeonState } from "./state";
import { Toolbar } from "./toolbar";
import { walkSummary } from "./walk-texts";

const TEXT = texts({
  en: {
    map: "Map",
    stairs: "The stairs down",
    found: (summary: string) => `You have found the way out of here: ${summary}.`,
    descend: (seed: string) => `Down to dungeon ${seed}`,
    stay: "Look around",
  },
  de: {
    map: "Karte",
    stairs: "Die Treppe hinab",
    found: (summary: string) => `Du hast den Weg hinaus gefunden: ${summary}.`,
    descend: (seed: string) => `Hinab in Verlies ${seed}`,
    stay: "Umsehen",
  },
});

interface PanelProps {
  readonly session: DungeonSession;
  readonly state: DungeonState;
}

export function MapPanel({ session, state }: PanelProps) {
  const text = useTexts(TEXT);
  const section = useRef<HTMLElement>(null);
  const views = useRef<MapViews>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const { cursor, inspected, setCursor, setHovered } = useInspection(state);
  const { viewOptions } = state;
  useKeys(mapKeys(actionsOf(session, views, cursor, setCursor, () => setHelpOpen(true))));
  useMapFocus(state, section);
  const tap = (tile: number) => {
    if (viewOptions.walk) session.walkTo(tile);
    else if (!session.skip()) setCursor(tile === cursor ? null : tile);
  };
  return (
    <section ref={section} class="dungeon-map panel" aria-label={text.map} data-walk={viewOptions.walk || undefined}>
      <Toolbar
        viewOptions={viewOptions}
        setViewOptions={(change) => session.setViewOptions(change)}
        zoom={(steps) => views.current?.zoom(steps)}
        fit={() => views.current?.fit()}
        showHelp={() => setHelpOpen(true)}
      />
      <div class="dungeon-stage">
        <MapView state={state} views={views} cursor={cursor} handlers={{ tap, hold: setCursor, hover: setHovered }} />
        <TileInfo dungeon={state.dungeon} kinds={session.choices.kinds} tile={inspected} />
        {state.arrived && <StairsCard session={session} state={state} />}
      </div>
      <Legend
        dungeon={state.dungeon}
        kinds={session.choices.kinds}
        look={viewOptions.look}
        numbered={!viewOptions.walk}
      />
      <Footer session={session} state={state} />
      {helpOpen && (
        <HelpDialog keys={keyHelp()} close={() => setHelpOpen(false)}>
          <p class="text-mist text-sm">{pointerHelp()}</p>
        </HelpDialog>
      )}
    </section>
  );
}

/** The tile that keys or a tap have chosen, and the one under the mouse: what was used last is described. */
function useInspection({ spec, viewOptions }: DungeonState) {
  const [cursor, moveCursor] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const setCursor = (tile: number | null) => {
    moveCursor(tile);
    setHovered(null);
  };
  useEffect(() => setCursor(null), [spec, viewOptions.walk]);
  return { cursor, inspected: hovered ?? cursor, setCursor, setHovered };
}

/**
 * Moves the focus to the map when the page opens and when a walk begins, so that the keys are the map's; from the form it
 * is not taken away. In a narrow window the map and the buttons under it fill the window of a walker.
 */
function useMapFocus({ spec, viewOptions }: DungeonState, section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!document.activeElement?.closest("form")) focusMap();
  }, []);
  useEffect(() => {
    if (!spec || !viewOptions.walk) return;
    if (!document.activeElement?.closest("form")) focusMap();
    if (!matchMedia("(width < 1024px)").matches) return;
    // One frame later: what a page shows and where it is scrolled to should not change at once.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => section.current?.scrollIntoView());
    });
    return () => cancelAnimationFrame(frame);
  }, [spec, viewOptions.walk]);
}

/** What the keys of the map do. */
function actionsOf(
  session: DungeonSession,
  views: RefObject<MapViews | null>,
  cursor: number | null,
  setCursor: (tile: number | null) => void,
  showHelp: () => void,
): MapActions {
  const { dungeon, plan, viewOptions } = session.state;
  const { walk, look } = viewOptions;
  const onMapOnly = (action: () => void) => {
    if (look === "map") action();
    return look === "map";
  };
  return {
    step(key, dx, dy, held) {
      if (!session.step(key, held)) views.current?.move(look, dx, dy);
    },
    inspect: (dx, dy) => setCursor(tileAway(dungeon, cursor ?? dungeon.hero ?? plan?.camera ?? 0, dx, dy)),
    enter() {
      if (session.skip() || session.descend()) return true;
      if (cursor === null || !walk) return false;
      session.walkTo(cursor);
      setCursor(null);
      return true;
    },
    leaveTile() {
      setCursor(null);
      return cursor !== null;
    },
    search: () => session.search(),
    toggleWalk: () => session.setViewOptions({ walk: !walk }),
    toggleLook: () => session.setViewOptions({ look: look === "map" ? "c64" : "map" }),
    zoom: (steps) => onMapOnly(() => views.current?.zoom(steps)),
    fit: () => onMapOnly(() => views.current?.fit()),
    another: () => session.roll(),
    showHelp,
  };
}

/** The card that offers the way down when the walker has come to the stairs. */
function StairsCard({ session, state: { spec, walk } }: PanelProps) {
  const text = useTexts(TEXT);
  if (!spec || !walk) return null;
  return (
    <div class="arrived panel panel-bright">
      <p class="pixel pixel-2 text-c-yellow">{text.stairs}</p>
      <p>{text.found(walkSummary(walk))}</p>
      <div class="flex flex-wrap gap-3">
        <PassingButton class="btn btn-main" onClick={() => session.descend()}>
          {text.descend(below(spec, session.choices).seed)}
        </PassingButton>
        <PassingButton onClick={() => session.lookAround()}>{text.stay}</PassingButton>
      </div>
    </div>
  );
}
