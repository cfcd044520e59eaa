/** The actions of a player, called by buttons and keys. */

import { neighbour } from "./board";
import type { FogCanvas } from "./board-canvas";
import { nextArmy } from "./paths";
import type { Session } from "./session";
import { canOrder } from "./state";

/** CSS pixels that a key moves the map by. */
const PAN_STEP_PX = 96;

export class Actions {
  constructor(
    private readonly session: Session,
    /** The canvas, while it is shown. */
    private readonly canvas: () => FogCanvas | null,
  ) {}

  undo(): void {
    this.session.undo();
  }

  clear(): void {
    this.session.clear();
  }

  half(): void {
    this.session.toggleHalf();
  }

  deselect(): void {
    this.session.select(null);
  }

  /** Chooses the next army. */
  next(backwards = false): void {
    const { board, seat, cursor } = this.session.state;
    if (!board || !canOrder(this.session.state)) return;
    const tile = nextArmy(board, seat, cursor, backwards);
    this.session.select(tile);
    if (tile !== null) this.canvas()?.reveal(tile);
  }

  /** Marches one step from the chosen tile; without one, chooses an army. While looking, looks one step further. */
  step(dx: number, dy: number): void {
    const { board, cursor, look } = this.session.state;
    if (!board) return;
    if (look !== null) this.lookAt(neighbour(board, look, dx, dy));
    else if (cursor !== null) this.marchTo(neighbour(board, cursor, dx, dy));
    else if (canOrder(this.session.state)) this.next();
    else this.pan(dx, dy);
  }

  /** Begins to look at tiles without marching, or ends it. */
  toggleLook(): void {
    const { board, cursor, look, seat } = this.session.state;
    if (look !== null) this.session.look(null);
    else if (board) this.lookAt(cursor ?? Math.max(0, board.generals[seat] ?? 0));
  }

  /** Chooses the tile that is looked at if it is the player's own; otherwise sends the chosen army there. */
  chooseLooked(): void {
    const { board, look, seat } = this.session.state;
    if (!board || look === null || !canOrder(this.session.state)) return;
    if (board.terrain[look] === seat) this.session.select(look);
    else if (this.session.travel(look)) this.session.look(null);
  }

  /** Points a tile out to the others. */
  ping(): void {
    const { cursor, look } = this.session.state;
    const tile = look ?? cursor;
    if (tile !== null) void this.session.send("ping_tile", tile);
  }

  pass(): void {
    void this.session.send("pass");
  }

  fit(): void {
    this.canvas()?.fit();
  }

  zoom(steps: number): void {
    this.canvas()?.zoom(steps);
  }

  pan(dx: number, dy: number): void {
    this.canvas()?.pan(-dx * PAN_STEP_PX, -dy * PAN_STEP_PX);
  }

  /** Chooses the general and shows it large enough to read. */
  home(): void {
    const { board, seat } = this.session.state;
    const general = board?.generals[seat] ?? -1;
    if (general < 0) return;
    this.session.select(general);
    this.canvas()?.goto(general);
  }

  private marchTo(tile: number | null): void {
    if (tile !== null && this.session.march(tile)) this.canvas()?.reveal(tile);
  }

  private lookAt(tile: number | null): void {
    if (tile === null) return;
    this.session.look(tile);
    this.canvas()?.reveal(tile);
  }
}
