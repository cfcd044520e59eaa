/** The session of a Weltendämmerung room: connection, state, and orders of the player. */

import type { Reply } from "../connection";
import * as identity from "../identity";
import { RoomSession } from "../room/session";
import type { AcceptedLegal, AcceptedThreats, WeltenOptions } from "../protocol";
import type { Side } from "./board";
import type { WeltenAction } from "../room/pending-action";
import { forgetGame, saveGame } from "./saved-games";
import {
  reduce,
  commandsSide,
  onlyOwnQueued,
  initialState,
  type Action,
  type ServerEvent,
  type ServerMessages,
  type State,
  type Step,
} from "./state";

const EVENTS = [
  "joined_as_player",
  "username_taken",
  "game_already_started",
  "players_update",
  "chat_message",
  "game_end",
  "refused",
  "notice",
  "welten_room",
  "welten_view",
  "welten_events",
  "welten_clock",
] as const satisfies readonly (keyof ServerMessages)[];

/** Refusals that leave one the way to watch. */
const NO_SEAT = ["ROOM_FULL", "GAME_RUNNING"];

export class Session extends RoomSession<State, ServerEvent, Action> {
  private bots: readonly string[];
  /** The order that is on its way, and the one to be sent after it. */
  private sentOrder = "";
  private nextOrder: string | null = null;
  /** What has been asked of the server last, so that nothing is asked twice. */
  private legalRequested = { unit: -1, n: -1 };
  private threatsRequested = -1;
  private readonly options: WeltenOptions;

  constructor(
    room: string,
    pending: WeltenAction,
    private readonly watch: boolean,
    changed: () => void,
  ) {
    super(initialState(room), { events: EVENTS }, changed);
    const { bots = [], ...options } = pending;
    this.bots = bots;
    this.options = options;
  }

  chooseUnit(unit: number | null): void {
    if (unit !== this.state.chosen) this.dispatch({ action: "choose", unit });
  }

  moveCursor(tile: number | null): void {
    this.dispatch({ action: "move cursor", tile });
  }

  showHint(code: string | null): void {
    this.dispatch({ action: "hint", code });
  }

  /** Removes the first queued order, which has been shown. */
  eventShown(): void {
    this.dispatch({ action: "event shown" });
  }

  /** Show the board as it is, without what led to it. */
  skipPlayback(): void {
    this.dispatch({ action: "playback skipped" });
  }

  showThreats(wanted: boolean): void {
    this.dispatch({ action: "threats wanted", wanted });
  }

  /** Give an order. While one is on its way, the next waits for it; the same again is a double click. */
  async order(text: string): Promise<void> {
    if (this.state.sending) {
      if (text !== this.sentOrder) this.nextOrder = text;
      return;
    }
    for (let next: string | null = text; next !== null;) {
      this.sentOrder = next;
      this.nextOrder = null;
      this.dispatch({ action: "sent" });
      const reply: Reply = await this.connection.request("welten_order", [this.state.room, this.state.n, next]);
      // A board that has moved on speaks for itself.
      this.dispatch({ action: "answered", code: reply.ok || reply.code === "STALE" ? null : reply.code });
      next = reply.ok ? this.nextOrder : null;
    }
  }

  protected reduce(state: State, step: Step): State {
    return reduce(state, step);
  }

  protected spectates(): boolean {
    return this.watch;
  }

  /** Options are only sent with the first join: after that the room exists. */
  protected join(room: string, secret: string): Promise<Reply> {
    const options = this.state.seat < 0 ? this.options : {};
    return this.connection.request("welten_join", [room, secret, options, identity.seatToken(room)]);
  }

  protected async afterJoin(): Promise<void> {
    const { bots } = this;
    this.bots = [];
    for (const bot of bots) await this.send("invite_bot", this.state.room, bot);
  }

  protected canSpectate(code: string): boolean {
    return NO_SEAT.includes(code);
  }

  protected override afterChange(before: State): void {
    this.rememberGame(before);
    this.requestMissing();
  }

  private rememberGame(before: State): void {
    const { room, side, options, status } = this.state;
    if (status === "ended" && before.status !== "ended") forgetGame(room);
    else if (status === "playing" && side && options && (before.side !== side || before.replay !== this.state.replay))
      saveGame({ room, side, scenario: options.scenario, rules: options.rules });
  }

  /** Ask the server for what has to be known of the board as it is now: once for each board. */
  private requestMissing(): void {
    const { room, chosen, unitOptions, n, board, eventQueue } = this.state;
    if (chosen === null) this.legalRequested = { unit: -1, n: -1 };
    else if (!unitOptions && board && onlyOwnQueued(this.state) && commandsSide(this.state, board.player)) {
      if (this.legalRequested.unit !== chosen || this.legalRequested.n !== n) void this.requestLegal(room, chosen, n);
    }
    const { threatsWanted, threatsAt, side } = this.state;
    if (!threatsWanted) this.threatsRequested = -1;
    else if (threatsAt !== n && this.threatsRequested !== n && board && eventQueue.length === 0)
      void this.requestThreats(room, n, side === "eldoin" || side === "dailor" ? side : board.player);
  }

  private async requestLegal(room: string, unit: number, n: number): Promise<void> {
    this.legalRequested = { unit, n };
    const reply = await this.connection.request("welten_legal", [room, unit]);
    if (reply.ok) this.dispatch({ action: "legal received", can: reply as unknown as AcceptedLegal });
  }

  private async requestThreats(room: string, n: number, side: Side): Promise<void> {
    this.threatsRequested = n;
    const reply = await this.connection.request("welten_threats", [room, side]);
    if (reply.ok) this.dispatch({ action: "threats received", ...(reply as unknown as AcceptedThreats) });
  }
}
