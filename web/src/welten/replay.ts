/** How a timeline of Weltendämmerung is drawn and told. At low speed units are animated. */

import { prefersReducedMotion } from "../animation-frame";
import { enablePanAndZoom } from "../canvas/pan-and-zoom";
import { localize, texts } from "../language";
import type { WeltenFrame, WeltenTimeline } from "../protocol";
import { BoardCache } from "../replay/board-cache";
import type { GameReplay, Marker, ReplayBoard } from "../replay/game";
import { animatedTiles, animationsOf, durationOf } from "./animations";
import { applyPatch, type Board, boardOf } from "./board";
import { WeltenCanvas } from "./board-canvas";
import { type GameData, loadGameData } from "./game-data";
import { reasonsAt } from "./reasons";
import { orderText, phaseName, sideName, unitName } from "./texts";
import { loadTiles, type Tiles } from "./tiles";

type WeltenEvent = WeltenFrame["events"][number];

/** Milliseconds below which nothing can be seen to happen. */
const MIN_ANIMATION_MS = 120;

const TEXT = texts({
  en: {
    unit: (name: string, side: string) => `${side}'s ${name}`,
    someUnit: "A unit",
    destroyed: (unit: string) => `${unit} destroyed`,
    gateBroken: (unit: string) => `${unit} broke a gate`,
    wallBroken: (unit: string) => `${unit} broke a wall`,
    phase: (side: string, phase: string) => `${side}: ${phase}`,
    round: (round: number, phase: string) => `Round ${round}, ${phase}`,
    draw: (side: string) => `${side} offers a draw`,
    reasons: {
      commander: "the Feldherr fell",
      annihilation: "all of Dailor was destroyed",
      west_edge: "Dailor reached the west",
      rounds: "Eldoin held out",
      resign: "the other side gave up",
      clock: "the other side's time was up",
      draw: "both agreed on a draw",
      abandoned: "the game was given up by all",
    } as Readonly<Record<string, string>>,
  },
  de: {
    unit: (name: string, side: string) => `${name} (${side})`,
    someUnit: "Eine Einheit",
    destroyed: (unit: string) => `${unit} vernichtet`,
    gateBroken: (unit: string) => `${unit} durchbricht ein Tor`,
    wallBroken: (unit: string) => `${unit} durchbricht eine Mauer`,
    phase: (side: string, phase: string) => `${side}: ${phase}`,
    round: (round: number, phase: string) => `Runde ${round}, ${phase}`,
    draw: (side: string) => `${side} bietet Remis an`,
    reasons: {
      commander: "Der Feldherr ist gefallen",
      annihilation: "Dailor ist vernichtet",
      west_edge: "Dailor hat den Westrand erreicht",
      rounds: "Eldoin hat standgehalten",
      resign: "Die andere Seite hat aufgegeben",
      clock: "Die Zeit der anderen Seite ist abgelaufen",
      draw: "Beide haben sich auf Remis geeinigt",
      abandoned: "Alle haben das Spiel verlassen",
    },
  },
});

export async function openReplay(opened: WeltenTimeline): Promise<GameReplay<WeltenTimeline>> {
  const [tiles, gameData] = await Promise.all([loadTiles(opened.scenario, opened.tiles), loadGameData()]);
  const first = boardOf(opened.first);
  return {
    createBoard: (timeline, canvas) => new WeltenReplayBoard(timeline, canvas, tiles),
    eventMarkers: (timeline) => eventMarkers(timeline, gameData),
    reasonText: (reason) => localize(TEXT).reasons[reason] ?? reason,
    orderText(timeline, frame) {
      const { side, order } = timeline.frames[frame]!;
      if (!side || !order) return "";
      return `${sideName(side)}: ${gameData ? orderText(gameData, first, order) : order}`;
    },
    reasonsAt,
  };
}

class WeltenReplayBoard implements ReplayBoard<WeltenTimeline> {
  readonly view: WeltenCanvas;
  private readonly boards: BoardCache<WeltenFrame, Board>;
  private readonly disablePanAndZoom: () => void;
  private shown = -1;
  /** Counts what was shown, so that an animation knows when something else is wanted. */
  private shows = 0;

  constructor(
    private readonly timeline: WeltenTimeline,
    canvas: HTMLCanvasElement,
    tiles: Tiles,
  ) {
    this.view = new WeltenCanvas(canvas, tiles);
    this.boards = new BoardCache(timeline.frames, boardOf(timeline.first), (board, frame) =>
      applyPatch(board, frame.patch),
    );
    this.disablePanAndZoom = enablePanAndZoom(this.view);
  }

  show(frame: number, animationMs: number): void {
    if (frame === this.shown) return;
    const next = frame === this.shown + 1;
    this.shown = frame;
    this.view.finish();
    if (next && animationMs >= MIN_ANIMATION_MS && !prefersReducedMotion()) void this.animateTo(frame, animationMs);
    else this.showFrame(frame);
  }

  /** The timeline is the same for every seat. */
  setTimeline(): void {}

  close(): void {
    this.shows += 1;
    this.disablePanAndZoom();
    this.view.close();
  }

  private showFrame(frame: number): void {
    this.shows += 1;
    const animations = frame > 0 ? animationsOf(this.boards.at(frame - 1), this.timeline.frames[frame]!) : [];
    const last = animations[0] && animatedTiles(animations[0]).at(-1);
    const look = animations[0]?.kind === "strike" ? "aim" : "move";
    this.view.show({
      board: this.boards.at(frame),
      cursor: last === undefined ? null : { tile: last, look },
      still: true,
    });
  }

  /** Plays what leads to a frame, within so many milliseconds. */
  private async animateTo(frame: number, mostMs: number): Promise<void> {
    const show = ++this.shows;
    const before = this.boards.at(frame - 1);
    // What led to the frame before may not have been played to its end.
    this.view.show({ board: before, still: true });
    const animations = animationsOf(before, this.timeline.frames[frame]!);
    const usualMs = animations.reduce((sum, animation) => sum + durationOf(animation), 0);
    const share = Math.min(1, mostMs / Math.max(1, usualMs));
    for (const animation of animations) {
      for (const tile of animatedTiles(animation)) this.view.reveal(tile);
      await this.view.play(animation, durationOf(animation) * share);
      if (show !== this.shows) return;
    }
    this.showFrame(frame);
  }
}

function eventMarkers(timeline: WeltenTimeline, gameData: GameData | null): readonly Marker[] {
  const units: UnitNames = { gameData, typeOf: (unit) => timeline.first.units[unit]?.[0] ?? -1 };
  return timeline.frames.flatMap(({ turn, events }, frame) =>
    events.flatMap((event): Marker[] => {
      const kind = markerKind(event, units);
      return kind === null ? [] : [{ frame, turn, kind, text: () => eventText(event, units) }];
    }),
  );
}

/** The names and powers of units; without game data, when the server did not give it, units have no names. */
interface UnitNames {
  readonly gameData: GameData | null;
  readonly typeOf: (unit: number) => number;
}

/** The weight of an event; null for one that is not marked. */
function markerKind(event: WeltenEvent, { gameData, typeOf }: UnitNames): Marker["kind"] | null {
  switch (event.type) {
    case "destroyed":
      return gameData?.unitTypes[typeOf(event.unit)]?.mustLive ? "fall" : "small";
    case "broken":
      return "taken";
    case "state began":
      return event.state === 1 ? "round" : "small";
    case "draw offered":
      return "small";
    default:
      return null;
  }
}

function eventText(event: WeltenEvent, units: UnitNames): string {
  const text = localize(TEXT);
  switch (event.type) {
    case "destroyed":
      return text.destroyed(unitText(event.unit, units));
    case "broken": {
      const unit = unitText(event.unit, units);
      return event.gate === null ? text.wallBroken(unit) : text.gateBroken(unit);
    }
    case "state began": {
      const phase = text.phase(sideName(event.player), phaseName(event.phase));
      return event.state === 1 ? text.round(event.rounds + 1, phase) : phase;
    }
    case "draw offered":
      return text.draw(sideName(event.side));
    default:
      return "";
  }
}

function unitText(unit: number, { gameData, typeOf }: UnitNames): string {
  const text = localize(TEXT);
  const type = gameData?.unitTypes[typeOf(unit)];
  return gameData && type ? text.unit(unitName(gameData, typeOf(unit)), sideName(type.side)) : text.someUnit;
}
