/** The interface of a game in a replay. Each game implements it once, in its `replay.ts`; `games.ts` finds it by name. */

import type { Viewport } from "../canvas/viewport";
import type { FogTimeline, WeltenTimeline } from "../protocol";

/** A finished match as the server sends it: a first board, and what each turn or order changed. */
export type Timeline = FogTimeline | WeltenTimeline;

/** The weight of an event: the end, a player lost, something taken, a new round, anything smaller. */
export type MarkerKind = "end" | "fall" | "taken" | "round" | "small";

/** An event of a timeline, marked on the playback bar and listed in the sidebar. */
export interface Marker {
  readonly frame: number;
  readonly turn: number;
  readonly kind: MarkerKind;
  /** A sentence in the current language. */
  text(): string;
}

/** The board of a replay in its canvas. */
export interface ReplayBoard<T extends Timeline = Timeline> {
  readonly view: Viewport;
  /** Shows a frame. `animationMs` is the time for playing what led to it; 0 shows it at once. */
  show(frame: number, animationMs: number): void;
  /** Takes another timeline of the same match. */
  setTimeline(timeline: T): void;
  close(): void;
}

/** Why a seat gave the orders that led to a frame. */
export interface SeatReason {
  readonly seat: number;
  /** A sentence in the current language; empty where there was nothing to choose, null for a seat that never tells. */
  readonly told: string | null;
}

/** What only a game itself knows of its timelines. */
export interface GameReplay<T extends Timeline = Timeline> {
  createBoard(timeline: T, canvas: HTMLCanvasElement): ReplayBoard<T>;
  /** The events of a timeline in their order, without its end. */
  eventMarkers(timeline: T): readonly Marker[];
  /** Why a match ended, as the second half of a sentence. */
  reasonText(reason: string): string;
  /** The order that led to a frame; empty where a frame has no single one. */
  orderText(timeline: T, frame: number): string;
  /** The reasons of the seats that are looked at; empty for a match that keeps none. */
  reasonsAt(timeline: T, frame: number): readonly SeatReason[];
}
