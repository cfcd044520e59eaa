/** The keys of a replay, and the list that explains them. */

import { localize } from "../language";
import type { KeyHelp } from "../shell/help-dialog";
import type { KeyBindings } from "../shell/keyboard";
import type { ViewActions } from "./playback-bar";
import type { ReplayPlayer } from "./player";
import { PLAYBACK_TEXT } from "./texts";

export function replayKeys(player: ReplayPlayer, actions: ViewActions): KeyBindings {
  return {
    Space: () => player.dispatch({ action: "toggle" }),
    ArrowLeft: () => player.dispatch({ action: "step", by: -1 }),
    ArrowRight: () => player.dispatch({ action: "step", by: 1 }),
    PageUp: () => player.jump(-1),
    PageDown: () => player.jump(1),
    Home: () => player.dispatch({ action: "seek", frame: 0 }),
    End: () => player.dispatch({ action: "seek", frame: Infinity }),
    "+": () => actions.zoom(1),
    "-": () => actions.zoom(-1),
    KeyF: () => actions.fit(),
    "?": () => actions.showHelp(),
    ...seatKeys(player),
  };
}

/** Digits choose whose view is shown: 0 that of everybody, 1 that of the first seat. */
function seatKeys(player: ReplayPlayer): KeyBindings {
  if (!player.game.viewsDiffer) return {};
  const seats = Math.min(9, player.state.timeline.players.length);
  const digits = Array.from({ length: seats + 1 }, (_, digit) => digit);
  return Object.fromEntries(
    digits.flatMap((digit) => {
      const view = () => void player.viewAs(digit === 0 ? null : digit - 1);
      // The row above the letters by its place, the number pad by what it types.
      return [
        [`Digit${digit}`, view],
        [String(digit), view],
      ];
    }),
  );
}

export function keyHelp(player: ReplayPlayer): readonly KeyHelp[] {
  const text = localize(PLAYBACK_TEXT);
  const { space, home, end, pageUp, pageDown } = text.keyNames;
  const seats: readonly KeyHelp[] = player.game.viewsDiffer ? [{ keys: ["0 – 9"], text: text.seat }] : [];
  return [
    { keys: [space], text: `${text.play}, ${text.pause}` },
    { keys: ["←"], text: text.back },
    { keys: ["→"], text: text.forth },
    { keys: [home], text: text.first },
    { keys: [end], text: text.last },
    { keys: [pageUp], text: text.previousEvent },
    { keys: [pageDown], text: text.nextEvent },
    ...seats,
    { keys: ["+", "-"], text: text.zoom },
    { keys: ["KeyF"], text: text.fit },
    { keys: ["?"], text: text.help },
  ];
}
