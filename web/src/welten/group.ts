/** The marked group: the box that marks units, and the orders that are given to all of them. */

import { Listeners, type Store } from "../store";
import type { BoardRef } from "./actions";
import { sideOf } from "./game-data";
import type { Playback } from "./playback";
import type { Session } from "./session";
import { canOrder } from "./state";

/** How far the orders of a group are; null while none are given. */
export type GroupProgress = { readonly through: number; readonly all: number } | null;

type Orders = typeof import("./group-orders");

export class Group implements Store<GroupProgress> {
  state: GroupProgress = null;
  private boxFrom: number | null = null;
  private boxTo: number | null = null;
  private stopped = false;
  private readonly listeners = new Listeners();

  constructor(
    private readonly session: Session,
    private readonly board: BoardRef,
    private readonly playback: Playback,
  ) {}

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  toggle(): void {
    const on = !this.session.state.plans.grouping;
    this.stop();
    this.session.study(null);
    if (on) this.session.chooseUnit(null);
    this.session.plan({ action: "group", on });
  }

  mark(units: readonly number[], on = true): void {
    if (units.length) this.session.plan({ action: "mark", units, on });
  }

  toggleMark(unit: number): void {
    this.mark([unit], !this.marked.includes(unit));
  }

  /** Marks all own units in the window. */
  markShown(): void {
    const shown = this.board.current?.shown;
    if (!shown) return;
    const { x, y, width, height } = shown;
    this.mark(this.unitsIn(Math.ceil(x - 0.5), Math.ceil(y - 0.5), x + width - 0.5, y + height - 0.5));
  }

  startBox(tile: number): void {
    this.boxFrom = this.boxTo = tile;
  }

  growBox(tile: number): void {
    if (this.boxFrom === null) return;
    this.boxTo = tile;
    this.board.current?.showBox({ from: this.boxFrom, to: tile });
  }

  /** Marks the units in the box; without `mark`, only removes it. */
  endBox(mark = true): void {
    const { boxFrom: from, boxTo: to } = this;
    const width = this.session.state.shownBoard?.width ?? 1;
    this.boxFrom = this.boxTo = null;
    this.board.current?.showBox(null);
    if (!mark || from === null || to === null) return;
    const [x, y] = [from % width, Math.floor(from / width)];
    const [otherX, otherY] = [to % width, Math.floor(to / width)];
    this.mark(this.unitsIn(Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY)));
  }

  /** Lets the group go to a tile in formation. */
  async lead(tile: number): Promise<void> {
    await this.run((orders, progress) => orders.leadTo(this.session, this.marked, tile, progress));
  }

  /** Lets the group attack what is in reach; after that nobody is marked, unless it was stopped. */
  async attack(): Promise<void> {
    const done = await this.run((orders, progress) => orders.attackAll(this.session, this.marked, progress));
    // Each unit attacks once, so nothing is left for this group to do.
    if (done) this.session.plan({ action: "group", on: false });
  }

  /** Gives no more orders. */
  stop(): void {
    this.stopped = true;
  }

  private get marked(): readonly number[] {
    return this.session.state.plans.marked;
  }

  private unitsIn(left: number, top: number, right: number, bottom: number): readonly number[] {
    const { shownBoard, gameData } = this.session.state;
    if (!shownBoard) return [];
    const inside = shownBoard.units.filter(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom && x >= 0);
    return inside.filter((unit) => sideOf(gameData, unit) === shownBoard.player).map(({ number }) => number);
  }

  /** Gives orders to the group. Returns whether they were given, and nobody stopped them. */
  private async run(give: (orders: Orders, progress: import("./group-orders").Progress) => Promise<void>) {
    if (this.state || !canOrder(this.session.state) || this.marked.length === 0) return false;
    this.stopped = false;
    this.change({ through: 0, all: this.marked.length });
    const progress = (through: number, all: number) => {
      this.change({ through, all });
      // Nobody has to wait for one walk to be shown before the next begins.
      if (this.session.state.eventQueue.length > 1) this.playback.skip();
      return !this.stopped;
    };
    try {
      await give(await import("./group-orders"), progress);
      return !this.stopped;
    } finally {
      this.change(null);
    }
  }

  private change(state: GroupProgress): void {
    this.state = state;
    this.listeners.call();
  }
}
