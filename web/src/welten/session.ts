/** A visit to a room of Weltendämmerung: keeps the line, takes every step of the state, and turns wishes into orders. */

import { Connection, type Reply } from "../connection";
import * as identity from "../identity";
import type { AcceptedLegal, AcceptedThreats, Commands, WeltenOptions } from "../wire.gen";
import type { Side } from "./board";
import type { Errand } from "./errand";
import { forget, keep } from "./kept";
import { after, leads, onlyOwn, opened, type Heard, type Incoming, type State, type Step } from "./state";

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

export class Session {
  state: State;
  private readonly line: Connection<Heard>;
  private bots: readonly string[];
  /** What has been asked of the server last, so that nothing is asked twice. */
  private asked = { unit: -1, n: -1 };
  private threatsAsked = -1;
  private readonly wishes: WeltenOptions;

  constructor(
    room: string,
    errand: Errand,
    private readonly watch: boolean,
    private readonly changed: () => void,
  ) {
    this.state = opened(room);
    const { bots = [], ...wishes } = errand;
    this.bots = bots;
    this.wishes = wishes;
    this.line = new Connection<Heard>({
      events: EVENTS,
      heard: (event) => this.take(event),
      up: () => void this.comeIn(),
      down: () => this.take({ done: "lost" }),
    });
  }

  close(): void {
    this.line.close();
  }

  retry(): void {
    this.line.retry();
  }

  /** Choose another name and come in again. */
  async rename(name: string): Promise<void> {
    identity.rename(name);
    await this.comeIn();
  }

  /** A refusal has been read. */
  understood(): void {
    this.take({ done: "understood" });
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

  /** Give an order, for the board that is shown. */
  async order(text: string): Promise<void> {
    const { room, n, sending } = this.state;
    if (sending) return;
    this.take({ done: "sent" });
    const reply = await this.line.ask("welten_order", [room, n, text]);
    // A board that has moved on speaks for itself.
    this.take({ done: "answered", code: reply.ok || reply.code === "STALE" ? null : reply.code });
  }

  /** Say something to the server; a refusal becomes the state's trouble. */
  async tell<E extends keyof Commands>(event: E, ...args: Commands[E]): Promise<boolean> {
    const reply = await this.line.ask(event, args);
    if (!reply.ok) this.take({ done: "failed", code: reply.code, message: reply.message });
    return reply.ok;
  }

  /** Say who one is and take a seat, or take it back, or watch. */
  async comeIn(): Promise<void> {
    this.take({ done: "connected" });
    const { room } = this.state;
    const secret = identity.secret();
    if (this.watch) {
      await this.line.ask("set_username", [secret, identity.name()]);
      await this.tell("spectate", room);
      return;
    }
    if (!(await this.tell("set_username", secret, identity.name()))) return;
    const reply = await this.join(room, secret);
    if (reply.ok) await this.inviteBots();
    else if (!NO_SEAT.includes(reply.code) || !(await this.line.ask("spectate", [room])).ok)
      this.take({ done: "failed", code: reply.code, message: reply.message });
  }

  /** Who comes back leaves the wishes away: the room has long been made. */
  private join(room: string, secret: string): Promise<Reply> {
    const wishes = this.state.seat < 0 ? this.wishes : {};
    return this.line.ask("welten_join", [room, secret, wishes, identity.token(room)]);
  }

  private async inviteBots(): Promise<void> {
    const { bots } = this;
    this.bots = [];
    for (const bot of bots) await this.tell("invite_bot", this.state.room, bot);
  }

  private take(step: Step): void {
    const before = this.state;
    this.state = after(before, step);
    if (before === this.state) return;
    this.remember(before, step);
    this.inquire();
    this.changed();
  }

  private remember(before: State, step: Step): void {
    const { room, side, options, stage } = this.state;
    if ("heard" in step && step.heard === "joined_as_player") identity.keepToken(room, step.args[0].token);
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
