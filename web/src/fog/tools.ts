/** The buttons of the toolbar. */

import { localize, texts } from "../language";
import type { ShellActions } from "../shell/game-shell";
import type { Tool } from "../shell/toolbar";
import type { Actions } from "./actions";
import { canOrder, type State } from "./state";

const TEXT = texts({
  en: {
    half: "Half",
    undo: "Undo",
    clear: "Clear",
    next: "Next",
    pass: "Pass",
    ping: "Ping",
    out: "Out",
    zoomOut: "Zoom out",
    into: "In",
    zoomIn: "Zoom in",
    fit: "Fit",
    home: "Home",
    rules: "How to",
    howTo: "How to play",
    keys: "Keys",
  },
  de: {
    half: "Halb",
    undo: "Zurück",
    clear: "Leeren",
    next: "Nächstes",
    pass: "Passen",
    ping: "Ping",
    out: "Kleiner",
    zoomOut: "Karte kleiner",
    into: "Größer",
    zoomIn: "Karte größer",
    fit: "Ganz",
    home: "Heim",
    rules: "Regeln",
    howTo: "Regeln",
    keys: "Tasten",
  },
});

/** The tools for a state; `label` gives the letter of a key. */
export function fogTools(
  state: State,
  actions: Actions,
  shell: ShellActions,
  label: (code: string) => string,
): readonly Tool[] {
  const text = localize(TEXT);
  return [...orderTools(state, actions, label), ...viewTools(state, actions, shell, label, text)];
}

function orderTools(state: State, actions: Actions, label: (code: string) => string): readonly Tool[] {
  const text = localize(TEXT);
  const hidden = !canOrder(state);
  const nothing = state.queue.marches.length === 0;
  const key = (code: string) => ({ keyLabel: label(code), hidden });
  return [
    {
      label: text.half,
      icon: "half",
      keyLabel: label("KeyZ"),
      hidden: hidden || !state.options?.half,
      disabled: state.cursor === null,
      pressed: state.half,
      onClick: () => actions.half(),
    },
    { label: text.undo, icon: "undo", ...key("KeyE"), disabled: nothing, onClick: () => actions.undo() },
    { label: text.clear, icon: "clear", ...key("KeyQ"), disabled: nothing, onClick: () => actions.clear() },
    { label: text.next, icon: "next", keyLabel: "Tab", entry: true, hidden, onClick: () => actions.next() },
    {
      label: text.pass,
      icon: "pass",
      keyLabel: ".",
      hidden: hidden || !state.options?.lockstep,
      onClick: () => actions.pass(),
    },
    {
      label: text.ping,
      icon: "ping",
      ...key("KeyP"),
      disabled: state.cursor === null && state.look === null,
      onClick: () => actions.ping(),
    },
  ];
}

function viewTools(
  state: State,
  actions: Actions,
  shell: ShellActions,
  label: (code: string) => string,
  text: (typeof TEXT)["en"],
): readonly Tool[] {
  return [
    { label: text.out, name: text.zoomOut, icon: "minus", keyLabel: "-", onClick: () => actions.zoom(-1) },
    { label: text.into, name: text.zoomIn, icon: "plus", keyLabel: "+", onClick: () => actions.zoom(1) },
    { label: text.fit, icon: "fit", keyLabel: label("KeyF"), onClick: () => actions.fit() },
    {
      label: text.home,
      icon: "home",
      keyLabel: label("KeyG"),
      hidden: !canOrder(state),
      onClick: () => actions.home(),
    },
    {
      label: text.rules,
      name: text.howTo,
      icon: "book",
      keyLabel: label("KeyH"),
      onClick: () => shell.showHelp("rules"),
    },
    { label: text.keys, icon: "keys", keyLabel: "?", onClick: () => shell.showHelp() },
  ];
}
