/** The session of a room, the same for both games: connects, joins or watches, and updates the state. */

import { Connection, type ConnectionListener, type Reply } from "../connection";
import * as identity from "../identity";
import type { Commands, JoinedAsPlayer } from "../protocol";
import type { ConnectionAction, RoomState } from "./state";

/** Any event of the server. */
type AnyServerEvent = { readonly event: string; readonly args: readonly unknown[] };

export abstract class RoomSession<State extends RoomState, ServerEvent extends AnyServerEvent, Action> {
  protected readonly connection: Connection<ServerEvent>;

  constructor(
    public state: State,
    wanted: Pick<ConnectionListener<ServerEvent>, "events" | "query">,
    private readonly changed: () => void,
  ) {
    this.connection = new Connection<ServerEvent>({
      ...wanted,
      onEvent: (event) => this.dispatch(event),
      onConnect: () => void this.enter(),
      onDisconnect: () => this.dispatch({ action: "lost" }),
    });
  }

  close(): void {
    this.connection.close();
  }

  reconnect(): void {
    this.connection.reconnect();
  }

  /** Changes the name and joins again. */
  async rename(name: string): Promise<void> {
    identity.rename(name);
    await this.enter();
  }

  /** Dismisses the error that is shown. */
  dismissError(): void {
    this.dispatch({ action: "dismiss error" });
  }

  /** Sends a command; a refusal becomes the error of the state. */
  async send<E extends keyof Commands>(event: E, ...args: Commands[E]): Promise<boolean> {
    const reply = await this.connection.request(event, args);
    if (!reply.ok) this.dispatch({ action: "failed", code: reply.code, message: reply.message });
    return reply.ok;
  }

  /** Identifies the player, then takes a seat, takes it back, or watches. */
  async enter(): Promise<void> {
    this.dispatch({ action: "connected" });
    const { room } = this.state;
    const secret = identity.secret();
    if (this.spectates()) {
      await this.connection.request("set_username", [secret, identity.name()]);
      await this.send("spectate", room);
      return;
    }
    if (!(await this.send("set_username", secret, identity.name()))) return;
    const reply = await this.join(room, secret);
    if (reply.ok) await this.afterJoin();
    else if (!this.canSpectate(reply.code) || !(await this.connection.request("spectate", [room])).ok)
      this.dispatch({ action: "failed", code: reply.code, message: reply.message });
  }

  protected dispatch(step: ServerEvent | Action | ConnectionAction): void {
    const before = this.state;
    this.state = this.reduce(before, step);
    if (before === this.state) return;
    if (isServerEvent(step) && step.event === "joined_as_player")
      identity.saveSeatToken(this.state.room, (step.args[0] as JoinedAsPlayer).token);
    this.afterChange(before);
    this.changed();
  }

  /** The state after a step. */
  protected abstract reduce(state: State, step: ServerEvent | Action | ConnectionAction): State;

  /** Whether the player only wants to watch. */
  protected abstract spectates(): boolean;

  protected abstract join(room: string, secret: string): Promise<Reply>;

  /** Runs the pending action after a seat was taken. */
  protected abstract afterJoin(): Promise<void>;

  /** Whether a player who was refused a seat with this code may try to watch. */
  protected abstract canSpectate(code: string): boolean;

  /** Runs after each change: stores something, or requests more from the server. */
  protected afterChange(_before: State): void {}
}

function isServerEvent(step: unknown): step is AnyServerEvent {
  return typeof step === "object" && step !== null && "event" in step;
}
