/** The actions of a player, called by buttons, keys and gestures. */

import { confirm } from "../components/dialog";
import { localize, texts } from "../language";
import type { LogEntry } from "./battle-log";
import { tileOf, unitOn } from "./board";
import type { WeltenCanvas } from "./board-canvas";
import { type ClickResult, clickResult, nextGate, nextUnit } from "./clicks";
import { confirmEnd, warningEnabled } from "./end-turn-warning";
import { sideOf } from "./game-data";
import { Group } from "./group";
import type { Playback } from "./playback";
import type { Session } from "./session";
import { canOrder, onlyOwnQueued, openUnits } from "./state";

const TEXT = texts({
  en: {
    drawTitle: "A draw?",
    drawOffered: "The other side offers a draw. The game ends if you take it.",
    drawOffer: "The offer stands until the other side ends a phase.",
    take: "Take it",
    offer: "Offer a draw",
    resignTitle: "Resign?",
    resignText: "The other side wins at once.",
    resign: "Resign",
  },
  de: {
    drawTitle: "Remis?",
    drawOffered: "Die andere Seite bietet Remis an. Nimmst du an, endet das Spiel.",
    drawOffer: "Das Angebot gilt, bis die andere Seite eine Phase beendet.",
    take: "Annehmen",
    offer: "Remis anbieten",
    resignTitle: "Aufgeben?",
    resignText: "Die andere Seite gewinnt sofort.",
    resign: "Aufgeben",
  },
});

/** The number of tiles that are shown around the next unit, or around an attack of the log. */
const AROUND = 5;

/** The board of the page; null before its canvas exists. */
export interface BoardRef {
  current: WeltenCanvas | null;
}

export class Actions {
  readonly group: Group;

  constructor(
    private readonly session: Session,
    private readonly board: BoardRef,
    private readonly playback: Playback,
  ) {
    this.group = new Group(session, board, playback);
  }

  /** The unit that hold and done are about: the chosen one, or an own one under the cursor. */
  get unitAtHand(): number | null {
    const { chosen, cursor, shownBoard, gameData } = this.session.state;
    if (chosen !== null || cursor === null || !shownBoard) return chosen;
    const unit = unitOn(shownBoard, cursor);
    return unit && sideOf(gameData, unit) === shownBoard.player ? unit.number : null;
  }

  /** Lets a unit hold its place, so that nobody is asked about it any more, or no longer. */
  hold(): void {
    this.setAside("hold", this.session.state.plans.held);
  }

  /** Lets a unit be done for this phase, or not after all. */
  done(): void {
    this.setAside("done", this.session.state.plans.done);
  }

  /** Sets the marked units or the one at hand aside, and goes on to the next. */
  private setAside(action: "hold" | "done", already: readonly number[]): void {
    const { session } = this;
    this.finishOwnPlayback();
    if (!canOrder(session.state)) return;
    const { marked } = session.state.plans;
    const units = marked.length ? marked : [this.unitAtHand ?? []].flat();
    if (units.length === 0) {
      session.showHint("CHOOSE_FIRST");
      return;
    }
    const on = !units.every((unit) => already.includes(unit));
    session.plan({ action, units, on });
    if (on && marked.length === 0) this.next();
  }

  /** Goes to the next unit with work left, or to the next gate. */
  next(backwards = false): void {
    const { session } = this;
    this.finishOwnPlayback();
    const { shownBoard } = session.state;
    if (!shownBoard || !canOrder(session.state)) return;
    const unit = nextUnit(session.state, backwards);
    const tile = unit === null ? nextGate(session.state, backwards) : tileOf(shownBoard, shownBoard.units[unit]!);
    if (tile === null) {
      session.chooseUnit(null);
      session.showHint("NO_WORK");
      return;
    }
    session.chooseUnit(unit);
    session.moveCursor(tile);
    this.board.current?.reveal(tile, AROUND);
  }

  /** Takes back an order that waits for the connection, or else the last one that was carried out. */
  undo(): void {
    const { session } = this;
    if (session.state.connection === "up" || !session.takeBackUnsent()) this.order("undo");
  }

  /** Ends the phase, after a warning if units have work left. */
  async end(): Promise<void> {
    this.finishOwnPlayback();
    const { state } = this.session;
    if (!canOrder(state)) return;
    if (openUnits(state).length && warningEnabled() && !(await confirmEnd(state))) return;
    this.order("end");
  }

  toggleThreats(): void {
    this.session.showThreats(!this.session.state.threatsWanted);
  }

  /** Opens the card of the tile under the cursor, or closes it. */
  inspect(): void {
    const { cursor, inspected } = this.session.state;
    this.session.inspect(inspected === cursor ? null : cursor);
  }

  /** Marks an attack of the battle log on the map until the next click on it, and brings it into the window. */
  showAttack(attack: LogEntry): void {
    this.session.showAttack(attack);
    this.board.current?.reveal(attack.from ?? attack.tile);
    this.board.current?.reveal(attack.tile, AROUND);
  }

  deselect(): void {
    this.session.showAttack(null);
    this.session.inspect(null);
    this.session.study(null);
    this.session.chooseUnit(null);
  }

  /** Takes the last thing back that a player looks at or has chosen; false if there is nothing. */
  stepBack(): boolean {
    const { chosen, inspected, studied, shownAttack, plans } = this.session.state;
    if (this.group.state) this.group.stop();
    else if (inspected !== null) this.session.inspect(null);
    else if (studied !== null) this.session.study(null);
    else if (chosen !== null || shownAttack) this.deselect();
    else if (plans.grouping) this.group.toggle();
    else return false;
    return true;
  }

  skip(): void {
    this.playback.skip();
  }

  /** Plays what the other side did at the speed that has just been chosen. */
  changeSpeed(): void {
    this.playback.changeSpeed();
  }

  /** Does what a click on a tile means. A finger sees the odds first, and attacks with a second tap. */
  click(tile: number, touch: boolean): void {
    const { session } = this;
    const before = session.state.cursor;
    session.inspect(null);
    session.showAttack(null);
    this.finishOwnPlayback();
    session.moveCursor(tile);
    if (!this.group.state) this.carryOut(clickResult(session.state, tile), touch && before !== tile);
  }

  /** Does what a click means; with a finger that sees the odds for the first time, an attack waits. */
  private carryOut(result: ClickResult, firstTap: boolean): void {
    const { session } = this;
    switch (result.kind) {
      case "choose":
        session.chooseUnit(result.unit);
        return;
      case "study":
        session.study(result.unit);
        session.showHint(null);
        return;
      case "mark":
        this.group.mark([result.unit], result.on);
        return;
      case "lead":
        void this.group.lead(result.tile);
        return;
      case "nothing":
        session.study(null);
        session.showHint(result.why);
        return;
      case "order":
        if (firstTap && result.text.startsWith("attack")) session.showHint("AGAIN");
        else session.give(result.text);
    }
  }

  async draw(): Promise<void> {
    const { board, side } = this.session.state;
    const mine = side === "both" ? board?.player : side;
    if (!board || !mine) return;
    const text = localize(TEXT);
    const offered = board.offers.some((other) => other !== mine);
    const agreed = await confirm({
      title: text.drawTitle,
      text: offered ? text.drawOffered : text.drawOffer,
      confirmLabel: offered ? text.take : text.offer,
    });
    if (agreed) this.session.give("draw");
  }

  async resign(): Promise<void> {
    const text = localize(TEXT);
    const agreed = await confirm({
      title: text.resignTitle,
      text: text.resignText,
      confirmLabel: text.resign,
      danger: true,
    });
    if (agreed) void this.session.send("surrender");
  }

  zoom(steps: number): void {
    this.board.current?.zoom(steps);
  }

  fit(): void {
    this.board.current?.fit();
  }

  private order(text: string): void {
    this.finishOwnPlayback();
    if (canOrder(this.session.state)) this.session.give(text);
  }

  /** Ends the playback of our own orders, so that the next one can be given. */
  private finishOwnPlayback(): void {
    const { state } = this.session;
    if (state.eventQueue.length > 0 && onlyOwnQueued(state)) this.playback.skip();
  }
}
