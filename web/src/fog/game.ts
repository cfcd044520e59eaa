/** The view of a running game: board, toolbar and sidebar. */

import { FogCanvas } from "./board-canvas";
import { h } from "../dom";
import type { Session } from "./session";
import type { State } from "./state";
import type { View } from "../room/state";
import { createActions } from "./actions";
import { attachControls } from "./controls";
import { overlay } from "./overlay";
import { sidebar } from "./sidebar";
import { toolbar } from "./toolbar";

const HELP =
  "Arrow keys or W A S D march from the chosen tile. Tab goes to the next army, E takes back the last march, Q all of them, " +
  "Z takes half, Space lets the tile go, Enter opens the chat, Escape leaves the board.";

export function game(session: Session): View<State> {
  const canvas = h("canvas", {
    class: "absolute inset-0 h-full w-full touch-none",
    tabindex: "0",
    role: "application",
    id: "board",
    "aria-label": "The board",
    "aria-describedby": "board-help",
  });
  const board = new FogCanvas(canvas);
  const actions = createActions(session, board);
  const side = sidebar(session);
  const tools = toolbar(actions, () => openSide(!side.element.hasAttribute("data-open")));
  const openSide = (open: boolean) => {
    side.element.toggleAttribute("data-open", open);
    tools.setSidebarOpen(open);
  };
  openSide(false);
  const stop = attachControls(
    session,
    board,
    actions,
    () => {
      openSide(true);
      side.chatInput.focus();
    },
    () => tools.first.focus(),
  );
  side.chatInput.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && !(event.key === "Enter" && side.chatInput.value.trim() === "")) return;
    event.preventDefault();
    openSide(false);
    canvas.focus();
  });
  const over = overlay();
  const element = h(
    "div",
    { class: "game" },
    h(
      "div",
      { class: "relative min-h-0 min-w-0 overflow-hidden" },
      canvas,
      h("p", { id: "board-help", class: "sr-only" }, HELP),
      ...over.elements,
    ),
    tools.element,
    side.element,
  );
  queueMicrotask(() => canvas.focus({ preventScroll: true }));
  let before: State | null = null;
  let pinged = session.state.pings.at(-1)?.number ?? 0;
  return {
    element,
    update(state) {
      if (state.board)
        board.show({ board: state.board, marches: state.queue.marches, cursor: state.cursor, half: state.half });
      for (const ping of state.pings.filter((mark) => mark.number > pinged)) {
        pinged = ping.number;
        board.ping(ping.tile, ping.index);
      }
      if (state.status === "ended" && before?.status !== "ended") openSide(false);
      over.update(state, before);
      side.update(state);
      tools.update(state);
      before = state;
    },
    close() {
      stop();
      board.close();
    },
  };
}
