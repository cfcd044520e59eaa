/** The tools of the map: orders and view as buttons. */

import { localize, texts } from "../language";
import type { ShellActions } from "../shell/game-shell";
import type { Tool } from "../shell/toolbar";
import type { Actions } from "./actions";
import { openManual } from "./manual-dialog";
import { canOrder, commandsSide, onlyOwnQueued, openUnits, type State } from "./state";

const TEXT = texts({
  en: {
    end: "End turn",
    next: "Next",
    done: "Done",
    hold: "Hold",
    group: "Group",
    bars: "V bars",
    undo: "Undo",
    threats: "Threats",
    out: "Out",
    zoomOut: "Zoom out",
    into: "In",
    zoomIn: "Zoom in",
    fit: "Fit",
    help: "Help",
    manual: "Manual",
  },
  de: {
    end: "Zug beenden",
    next: "Nächste",
    done: "Fertig",
    hold: "Halten",
    group: "Gruppe",
    bars: "V-Balken",
    undo: "Zurück",
    threats: "Gefahr",
    out: "Kleiner",
    zoomOut: "Karte kleiner",
    into: "Größer",
    zoomIn: "Karte größer",
    fit: "Ganz",
    help: "Hilfe",
    manual: "Anleitung",
  },
});

/** The tools; `label` gives the letter on a key. */
export function weltenTools(
  state: State,
  actions: Actions,
  shell: ShellActions,
  label: (code: string) => string,
  bars: BarsSetting,
): readonly Tool[] {
  return [
    ...orderTools(state, actions, label),
    ...unitTools(state, actions, label),
    ...viewTools(state, actions, shell, label, bars),
  ];
}

/** Whether units have bars for V. */
interface BarsSetting {
  readonly on: boolean;
  toggle(): void;
}

/** Whether it is our turn, with nothing of the other side left to be shown. */
function isOurTurn(state: State): boolean {
  return state.board !== null && commandsSide(state, state.board.player) && onlyOwnQueued(state);
}

/** What is planned for units: done, hold, and the group. */
function unitTools(state: State, actions: Actions, label: (code: string) => string): readonly Tool[] {
  const text = localize(TEXT);
  const hidden = state.status !== "playing" || state.side === null;
  const { plans, board } = state;
  const unit = actions.unitAtHand;
  const off = !isOurTurn(state) || board?.phase === "gates";
  const idle = off || (unit === null && plans.marked.length === 0);
  const is = (units: readonly number[]) => unit !== null && plans.marked.length === 0 && units.includes(unit);
  return [
    {
      label: text.done,
      icon: "done",
      keyLabel: label("KeyD"),
      hidden,
      disabled: idle,
      pressed: is(plans.done),
      onClick: () => actions.done(),
    },
    {
      label: text.hold,
      icon: "hold",
      keyLabel: label("KeyH"),
      hidden,
      disabled: idle,
      pressed: is(plans.held),
      onClick: () => actions.hold(),
    },
    {
      label: text.group,
      icon: "group",
      keyLabel: label("KeyG"),
      hidden,
      disabled: off && !plans.grouping,
      pressed: plans.grouping,
      onClick: () => actions.group.toggle(),
    },
  ];
}

function orderTools(state: State, actions: Actions, label: (code: string) => string): readonly Tool[] {
  const text = localize(TEXT);
  const { board, legal, side, orders } = state;
  const hidden = state.status !== "playing" || side === null;
  const mine = isOurTurn(state);
  const waits = state.connection !== "up" && orders.length > 0;
  const canUndo = mine && (waits || (legal?.[board!.player].includes("undo") ?? false));
  const done = canOrder(state) && orders.length === 0 && openUnits(state).length === 0;
  return [
    {
      label: text.end,
      icon: "end",
      keyLabel: label("KeyE"),
      class: `btn-main welten-end ${done ? "welten-done" : ""}`,
      hidden,
      disabled: !mine,
      onClick: () => void actions.end(),
    },
    {
      label: text.next,
      icon: "next",
      keyLabel: label("KeyN"),
      hidden,
      disabled: !mine,
      onClick: () => actions.next(),
    },
    {
      label: text.undo,
      icon: "undo",
      keyLabel: label("KeyU"),
      hidden,
      disabled: !canUndo,
      onClick: () => actions.undo(),
    },
  ];
}

function viewTools(
  state: State,
  actions: Actions,
  shell: ShellActions,
  label: (code: string) => string,
  bars: BarsSetting,
): readonly Tool[] {
  const text = localize(TEXT);
  return [
    {
      label: text.threats,
      icon: "threat",
      keyLabel: label("KeyT"),
      pressed: state.threatsWanted,
      onClick: () => actions.toggleThreats(),
    },
    {
      label: text.bars,
      icon: "bars",
      keyLabel: label("KeyV"),
      pressed: bars.on,
      onClick: () => bars.toggle(),
    },
    { label: text.fit, icon: "fit", keyLabel: label("KeyF"), onClick: () => actions.fit() },
    { label: text.out, name: text.zoomOut, icon: "minus", keyLabel: "-", onClick: () => actions.zoom(-1) },
    { label: text.into, name: text.zoomIn, icon: "plus", keyLabel: "+", onClick: () => actions.zoom(1) },
    { label: text.help, icon: "keys", keyLabel: "?", onClick: () => shell.showHelp() },
    { label: text.manual, icon: "book", onClick: () => openManual() },
  ];
}
