/** The session of a room, the same for both games: connects, joins or watches, updates the state, and sends orders. */

import * as api from "../api";
import { Connection, type ConnectionListener, type OrderKey, type Reply } from "../connection";
import * as identity from "../identity";
import type { AcceptedAs, Commands, JoinedAsPlayer, Rejected } from "../protocol";
import { Listeners, type Store } from "../store";
import { isReplaced, type RoomAction, type RoomState, withUnmade } from "./state";
import { isOutdated } from "./update-check";

/** Any event of the server. */
type AnyServerEvent = { readonly event: string; readonly args: readonly unknown[] };

/** Opens the connection of a session; tests give one with a socket of their own. */
export type Connect = <Heard>(listener: ConnectionListener<Heard>) => Connection<Heard>;

export abstract class RoomSession<State extends RoomState, ServerEvent extends AnyServerEvent, Action>
  implements Store<State>
{
  protected readonly connection: Connection<ServerEvent>;
  private readonly listeners = new Listeners();
  /** Whether the server has seated the player, and told which match runs, since the last connect. */
  private joined = false;
  private matchTold = false;
  /** How often the connection was lost. */
  private losses = 0;
  /** The match that the orders were given in. */
  private orderedIn: string | null = null;
  /** Move ids grow with time, so that those of two windows of a player do not meet. */
  private lastMoveId = Date.now();
  /** Whether the player only wants to watch. */
  protected watches = false;
  /** Whether the page shows the result of a game whose room has closed: nobody is in it until the player wants to. */
  private outside = false;
  /** The name that the server has taken last. */
  private name: string | null = null;

  constructor(
    public state: State,
    wanted: Pick<ConnectionListener<ServerEvent>, "events" | "query">,
    connect: Connect = (listener) => new Connection(listener),
  ) {
    this.connection = connect({
      ...wanted,
      onEvent: (event) => this.dispatch(event),
      onConnect: () => void this.connected(),
      onDisconnect: () => this.lost(),
      onWaiting: (waiting) => this.change({ ...this.state, waiting }),
    });
  }

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  close(): void {
    this.connection.close();
  }

  reconnect(): void {
    this.connection.reconnect();
  }

  /** The player has another name. A running game goes on under the old one. A name that is refused is not kept. */
  async renamed(): Promise<void> {
    const former = this.name;
    const name = identity.name();
    const { status, seat, players } = this.state;
    if (status === "joining" || status === "rejected") return this.enter();
    if (name === former) return;
    const reply = await this.connection.request("set_username", [identity.secret(), name]);
    if (!reply.ok) {
      this.notEntered(reply);
      // Where there is no former name, or no answer, the next connection tries the new one again.
      if (former !== null && !isConnectionFailure(reply)) identity.rename(former);
      return;
    }
    this.name = name;
    const shown = players.find(({ index }) => index === seat)?.username;
    this.change({ ...this.state, newName: status === "playing" && shown && shown !== name ? name : null });
  }

  /** Leaves the ending of a match for the lobby; a room that has closed is opened again for it. */
  toLobby(): void {
    if (this.outside) void this.sitDown();
    else this.dispatch({ action: "return to the lobby" });
  }

  /** Shows the ending of the last match again. */
  showEnding(): void {
    this.dispatch({ action: "show the ending" });
  }

  /** Takes a seat for the next game after watching the last one. */
  async sitDown(): Promise<void> {
    const { outside } = this;
    this.watches = this.outside = false;
    this.toLobby();
    // Somebody else may have opened the room before: then its options are theirs.
    if (outside && (await api.room(this.state.room)) === undefined) this.prepareToReopen();
    await this.enter();
  }

  /** Dismisses what was said about the new name. */
  dismissNewName(): void {
    this.change({ ...this.state, newName: null });
  }

  /** Dismisses the error that is shown. */
  dismissError(): void {
    this.dispatch({ action: "dismiss error" });
  }

  /** Dismisses the notice of orders that were not carried out. */
  dismissUnmade(): void {
    this.change({ ...this.state, unmade: null });
  }

  /** Sends a command; a refusal becomes the error of the state. */
  async send<E extends keyof Commands>(event: E, ...args: Commands[E]): Promise<boolean> {
    const reply = await this.connection.request(event, args);
    if (!reply.ok) this.dispatch({ action: "failed", code: reply.code, message: reply.message });
    return reply.ok;
  }

  /** Identifies the player, then takes a seat, takes it back, or watches. Without a connection the next one does. */
  async enter(): Promise<void> {
    if (!this.connection.connected) return;
    this.dispatch({ action: "connected" });
    const { room } = this.state;
    const secret = identity.secret();
    const name = identity.name();
    const named = await this.connection.request("set_username", [secret, name]);
    if (named.ok) {
      this.name = name;
      this.applyLimits(named as Partial<AcceptedAs>);
    }
    if (this.watches && this.state.seat < 0) {
      // A spectator needs no name, so a refusal of it does not matter.
      const watched = await this.connection.request("spectate", [room]);
      return watched.ok ? undefined : this.notEntered(watched);
    }
    if (!named.ok) return this.notEntered(named);
    const reply = await this.join(room, secret);
    if (!reply.ok) return this.watchInstead(reply);
    this.joined = true;
    this.releaseOrders();
    await this.afterJoin();
  }

  private applyLimits({ limits }: Partial<AcceptedAs>): void {
    if (!limits) return;
    this.connection.setLimits(limits);
    this.change({ ...this.state, chatCharacters: limits.chatCharacters });
  }

  /** Watches after a seat was refused, where that is possible. Orders of a lost seat are not carried out. */
  private async watchInstead(refused: Rejected): Promise<void> {
    if (isConnectionFailure(refused)) return this.notEntered(refused);
    this.connection.dropOrders(refused.code);
    if (!this.canSpectate(refused.code)) return this.notEntered(refused);
    const watched = await this.connection.request("spectate", [this.state.room]);
    if (!watched.ok) this.notEntered(isConnectionFailure(watched) ? watched : refused);
  }

  private notEntered({ code, message }: Rejected): void {
    if (code === "NOT_SENT") return; // the next connection enters again
    if (code === "NO_ANSWER" && this.state.status !== "joining") this.connection.reconnect();
    else this.dispatch({ action: "failed", code, message });
  }

  /** Joins over a new connection, unless the player plays on elsewhere: then they decide where. */
  private async connected(): Promise<void> {
    const { status } = this.state;
    if (isReplaced(this.state)) this.dispatch({ action: "connected" });
    else if (this.losses > 0 && (status === "ended" || status === "lobby")) await this.comeBack();
    else await this.enter();
    if (this.losses > 0) await this.checkForUpdate();
  }

  /** Comes back when no game runs: a server that was started anew does not have the room any more. */
  private async comeBack(): Promise<void> {
    const { losses } = this;
    this.dispatch({ action: "connected" });
    const card = await api.room(this.state.room);
    if (losses !== this.losses) return; // the next connection comes back
    if (this.state.status === "ended") return this.comeBackToResult(card);
    if (card === undefined) this.prepareToReopen();
    await this.enter();
  }

  /** Takes a seat back in the room of the match that is shown, but none in another one: that is left to the player. */
  private async comeBackToResult(card: api.RoomCard | null | undefined): Promise<void> {
    const isSameRoom = card && card.state !== "lobby"; // a room that was made anew has not played yet
    this.outside = !card;
    if (this.state.seat < 0 || !isSameRoom) {
      this.watches = true;
      this.dispatch({ action: "unseated" });
    }
    if (card) await this.enter();
  }

  /** Tells the player when the server has come back with another version of the page. */
  private async checkForUpdate(): Promise<void> {
    if (await isOutdated()) this.change({ ...this.state, outdated: true });
  }

  private lost(): void {
    this.losses++;
    this.joined = this.matchTold = false;
    this.dispatch({ action: "lost", at: Date.now() });
  }

  /** Sends an order of the running match. It is kept until it is answered, and sent again after a lost connection. */
  protected order<E extends keyof Commands>(moveId: OrderKey, event: E, ...args: Commands[E]): Promise<Reply> {
    this.orderedIn ??= this.state.replay;
    return this.connection.order(event, args, moveId);
  }

  /** Returns a function that tells whether an order given now had to wait for a connection until its answer. */
  protected watchForDelay(): () => boolean {
    const { joined, losses } = this;
    return () => !joined || losses !== this.losses;
  }

  /** Tells the player that an order was not carried out. */
  protected reportUnmade(refusal: Rejected): void {
    this.change(withUnmade(this.state, refusal));
  }

  protected newMoveId(): OrderKey {
    return ++this.lastMoveId;
  }

  /** Lets orders out once the player is seated and the match is known; those of a match that is over are dropped. */
  private releaseOrders(): void {
    const { replay, status } = this.state;
    const over = status === "ended" || (status === "lobby" && this.joined);
    if (over || (replay !== null && this.orderedIn !== null && replay !== this.orderedIn)) {
      this.connection.dropOrders("MATCH_OVER");
      this.orderedIn = replay;
    }
    if (this.joined && this.matchTold && status === "playing") this.connection.openOrders();
  }

  protected dispatch(step: ServerEvent | Action | RoomAction): void {
    this.change(this.reduce(this.state, step));
    if (isServerEvent(step) && step.event === "joined_as_player")
      identity.saveSeatToken(this.state.room, (step.args[0] as JoinedAsPlayer).token);
    if (namesMatch(step)) {
      this.matchTold = true;
      this.releaseOrders();
    }
  }

  private change(next: State): void {
    const before = this.state;
    if (before === next) return;
    this.state = next;
    this.afterChange(before);
    this.listeners.call();
  }

  /** The state after a step. */
  protected abstract reduce(state: State, step: ServerEvent | Action | RoomAction): State;

  protected abstract join(room: string, secret: string): Promise<Reply>;

  /** Lets the next join make the room anew, with the options that it had. */
  protected abstract prepareToReopen(): void;

  /** Runs the pending action after a seat was taken. */
  protected abstract afterJoin(): Promise<void>;

  /** Whether a player who was refused a seat with this code may try to watch. */
  protected abstract canSpectate(code: string): boolean;

  /** Runs after each change: stores something, or requests more from the server. */
  protected afterChange(_before: State): void {}
}

/** Whether a request failed with its connection, and not because the server refused it. */
function isConnectionFailure({ code }: Rejected): boolean {
  return code === "NOT_SENT" || code === "NO_ANSWER";
}

/** Whether an event of the server tells which match it belongs to, as the first one of a match and the last one do. */
function namesMatch(step: unknown): boolean {
  const told = isServerEvent(step) ? step.args[0] : null;
  return typeof told === "object" && told !== null && "replay_id" in told;
}

function isServerEvent(step: unknown): step is AnyServerEvent {
  return typeof step === "object" && step !== null && "event" in step;
}

/** A session of any game, for views that only need what rooms share. */
export type AnyRoomSession = Store<RoomState> &
  Pick<
    RoomSession<RoomState, never, never>,
    | "close"
    | "dismissError"
    | "dismissNewName"
    | "dismissUnmade"
    | "enter"
    | "reconnect"
    | "renamed"
    | "send"
    | "showEnding"
    | "sitDown"
    | "toLobby"
  >;
