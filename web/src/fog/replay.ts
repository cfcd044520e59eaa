/** How a timeline of Fog of War is drawn and told. */

import { enablePanAndZoom } from "../canvas/pan-and-zoom";
import { localize, texts } from "../language";
import type { FogFrame, FogTimeline } from "../protocol";
import { BoardCache } from "../replay/board-cache";
import type { GameReplay, Marker, ReplayBoard, SeatReason } from "../replay/game";
import { applyUpdate, type Board } from "./board";
import { FogCanvas } from "./board-canvas";
import { reasonText } from "./reasons";
import { eventText, playerName } from "./texts";

const TEXT = texts({
  en: {
    gaveUp: (name: string) => `${name} gave up`,
    reasons: {
      last_alive: "the last one alive",
      turn_limit: "the turn limit was reached",
      abandoned: "the game was given up by all",
    } as Readonly<Record<string, string>>,
  },
  de: {
    gaveUp: (name: string) => `${name} hat aufgegeben`,
    reasons: {
      last_alive: "Niemand sonst ist übrig",
      turn_limit: "Die letzte Runde ist gespielt",
      abandoned: "Alle haben das Spiel verlassen",
    },
  },
});

export async function openReplay(): Promise<GameReplay<FogTimeline>> {
  return {
    createBoard: (timeline, canvas) => new FogReplayBoard(timeline, canvas),
    eventMarkers,
    reasonText: (reason) => localize(TEXT).reasons[reason] ?? reason,
    orderText: () => "",
    reasonsAt,
  };
}

class FogReplayBoard implements ReplayBoard<FogTimeline> {
  readonly view: FogCanvas;
  private boards: BoardCache<FogFrame, Board>;
  private readonly disablePanAndZoom: () => void;

  constructor(timeline: FogTimeline, canvas: HTMLCanvasElement) {
    this.view = new FogCanvas(canvas);
    this.boards = boardsOf(timeline);
    this.disablePanAndZoom = enablePanAndZoom(this.view);
  }

  show(frame: number): void {
    this.view.show({ board: this.boards.at(frame), marches: [], cursor: null, half: false });
  }

  setTimeline(timeline: FogTimeline): void {
    this.boards = boardsOf(timeline);
  }

  close(): void {
    this.disablePanAndZoom();
    this.view.close();
  }
}

function boardsOf({ frames }: FogTimeline): BoardCache<FogFrame, Board> {
  return new BoardCache(frames, applyUpdate(null, frames[0]!), applyUpdate);
}

function eventMarkers({ players, frames }: FogTimeline): readonly Marker[] {
  const names = { seat: -1, players: players.map((username, index) => ({ username, index })) };
  return frames.flatMap(({ turn, events }, frame) => {
    const beaten = events.flatMap((event) => (event.type === "captured general" ? [event.of] : []));
    // The capture of a general names the player who is out already.
    const told = events.filter((event) => event.type !== "eliminated" || !beaten.includes(event.index));
    return told.map((event): Marker => {
      if (event.type === "eliminated")
        return { frame, turn, kind: "fall", text: () => localize(TEXT).gaveUp(playerName(names, event.index)) };
      const kind = event.type === "captured general" ? "fall" : "small";
      return { frame, turn, kind, text: () => eventText(names, event) };
    });
  });
}

function reasonsAt({ explained, seat, frames }: FogTimeline, frame: number): readonly SeatReason[] {
  if (explained.length === 0) return [];
  const reasons = frames[frame]?.reasons ?? [];
  return (seat === null ? explained : [seat]).map((each) => {
    const reason = reasons.find((told) => told.seat === each);
    return { seat: each, told: reason ? reasonText(reason) : explained.includes(each) ? "" : null };
  });
}
