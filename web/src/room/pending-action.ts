/**
 * What a page wants done in the room that it opens: options to choose, bots to invite. Saved in the tab for the page of
 * that room, which takes it once; somebody who came by a link finds nothing.
 */

import type { FogOptions, WeltenOptions } from "../protocol";
import * as storage from "../session-storage";

/** What to do in a room of Fog of War. */
export interface FogAction {
  /** Only watch. */
  readonly watch?: boolean;
  /** Options to choose as soon as the room is ours. */
  readonly options?: FogOptions;
  /** Bots to invite then. */
  readonly bots?: readonly string[];
}

/** What to do in a room of Weltendämmerung: its options, and bots to invite. */
export interface WeltenAction extends WeltenOptions {
  readonly bots?: readonly string[];
}

interface PendingActions {
  readonly fog: FogAction;
  readonly welten: WeltenAction;
}

type Game = keyof PendingActions;

const CHOSEN = "duskfall.options.";

function key(game: Game, room: string): string {
  return `duskfall.${game}.pending.${room}`;
}

export function savePendingAction<G extends Game>(game: G, room: string, action: PendingActions[G]): void {
  storage.save(key(game, room), action);
}

/** Saves the action of a Fog of War room; its options are also those that the host has chosen. */
export function saveFogAction(room: string, action: FogAction): void {
  if (action.options) saveChosenOptions(room, action.options);
  savePendingAction("fog", room, action);
}

/** Takes the action of a room; null when there is none, or it has been taken. */
export function takePendingAction<G extends Game>(game: G, room: string): PendingActions[G] | null {
  return storage.take(key(game, room));
}

/** Saves the options that a host has chosen: the server does not send a secret map again. */
export function saveChosenOptions(room: string, options: FogOptions): void {
  storage.save(CHOSEN + room, options);
}

export function chosenOptions(room: string): FogOptions | null {
  return storage.load(CHOSEN + room);
}
