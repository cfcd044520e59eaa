/** A visit to a room of Weltendämmerung: keeps the line, takes every step of the state, and turns wishes into orders. */

import type { Reply } from "../connection";
import * as identity from "../identity";
import { RoomSession } from "../room/session";
import type { AcceptedLegal, AcceptedThreats, WeltenOptions } from "../protocol";
import type { Side } from "./board";
import type { Errand } from "./errand";
import { forget, keep } from "./saved-games";
import { after, leads, onlyOwn, opened, type Done, type Heard, type Incoming, type State, type Step } from "./state";

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
] as const satisfies readonly (keyof Incoming)[];

/** Refusals that leave one the way to watch. */
const NO_SEAT = ["ROOM_FULL", "GAME_RUNNING"];

export class Session extends RoomSession<State, Heard, Done> {
  private bots: readonly string[];
  /** The order that is on its way, and the one to be sent after it. */
  private underway = "";
  private waiting: string | null = null;
  /** What has been asked of the server last, so that nothing is asked twice. */
  private asked = { unit: -1, n: -1 };
  private threatsAsked = -1;
  private readonly wishes: WeltenOptions;

  constructor(
    room: string,
    errand: Errand,
    private readonly watch: boolean,
    changed: () => void,
  ) {
    super(opened(room), { events: EVENTS }, changed);
    const { bots = [], ...wishes } = errand;
    this.bots = bots;
    this.wishes = wishes;
  }

  choose(unit: number | null): void {
    if (unit !== this.state.chosen) this.take({ done: "choose", unit });
  }

  point(tile: number | null): void {
    this.take({ done: "point", tile });
  }

  hint(code: string | null): void {
    this.take({ done: "hinted", code });
  }

  /** The first order of the film has been shown. */
  seen(): void {
    this.take({ done: "seen" });
  }

  /** Show the board as it is, without what led to it. */
  skip(): void {
    this.take({ done: "skipped" });
  }

  showThreats(wanted: boolean): void {
    this.take({ done: "ask for threats", wanted });
  }

  /** Give an order. While one is on its way, the next waits for it; the same again is a double click. */
  async order(text: string): Promise<void> {
    if (this.state.sending) {
      if (text !== this.underway) this.waiting = text;
      return;
    }
    for (let next: string | null = text; next !== null;) {
      this.underway = next;
      this.waiting = null;
      this.take({ done: "sent" });
      const reply: Reply = await this.line.ask("welten_order", [this.state.room, this.state.n, next]);
      // A board that has moved on speaks for itself.
      this.take({ done: "answered", code: reply.ok || reply.code === "STALE" ? null : reply.code });
      next = reply.ok ? this.waiting : null;
    }
  }

  protected after(state: State, step: Step): State {
    return after(state, step);
  }

  protected watches(): boolean {
    return this.watch;
  }

  /** Who comes back leaves the wishes away: the room has long been made. */
  protected join(room: string, secret: string): Promise<Reply> {
    const wishes = this.state.seat < 0 ? this.wishes : {};
    return this.line.ask("welten_join", [room, secret, wishes, identity.token(room)]);
  }

  protected async settle(): Promise<void> {
    const { bots } = this;
    this.bots = [];
    for (const bot of bots) await this.tell("invite_bot", this.state.room, bot);
  }

  protected mayWatch(code: string): boolean {
    return NO_SEAT.includes(code);
  }

  protected follow(before: State): void {
    this.remember(before);
    this.inquire();
  }

  private remember(before: State): void {
    const { room, side, options, stage } = this.state;
    if (stage === "ended" && before.stage !== "ended") forget(room);
    else if (stage === "playing" && side && options && (before.side !== side || before.replay !== this.state.replay))
      keep({ room, side, scenario: options.scenario, rules: options.rules });
  }

  /** Ask the server for what has to be known of the board as it is now: once for each board. */
  private inquire(): void {
    const { room, chosen, can, n, board, film } = this.state;
    if (chosen === null) this.asked = { unit: -1, n: -1 };
    else if (!can && board && onlyOwn(this.state) && leads(this.state, board.player)) {
      if (this.asked.unit !== chosen || this.asked.n !== n) void this.askFor(room, chosen, n);
    }
    const { threatened, threatsAt, side } = this.state;
    if (!threatened) this.threatsAsked = -1;
    else if (threatsAt !== n && this.threatsAsked !== n && board && film.length === 0)
      void this.askForThreats(room, n, side === "eldoin" || side === "dailor" ? side : board.player);
  }

  private async askFor(room: string, unit: number, n: number): Promise<void> {
    this.asked = { unit, n };
    const reply = await this.line.ask("welten_legal", [room, unit]);
    if (reply.ok) this.take({ done: "told what it can", can: reply as unknown as AcceptedLegal });
  }

  private async askForThreats(room: string, n: number, side: Side): Promise<void> {
    this.threatsAsked = n;
    const reply = await this.line.ask("welten_threats", [room, side]);
    if (reply.ok) this.take({ done: "told of threats", ...(reply as unknown as AcceptedThreats) });
  }
}
