/** The panel at the end of a game: winner, places, chart, and what to do next. */

import * as api from "../api";
import { fill, h, setText } from "../dom";
import type { Session } from "./session";
import type { State } from "./state";
import { simpleChart, type ChartSeries } from "../components/chart";
import { seatSwatch } from "../components/seat-swatch";

const REASONS: Record<string, string> = {
  last_alive: "The last one alive",
  turn_limit: "The turn limit was reached",
  abandoned: "The server closed the room",
};

export function ending(session: Session): HTMLElement {
  const { state } = session;
  const end = state.end!;
  const names = state.players.map((player) => player.username);
  const curves = h("div", {});
  const show = (found: ChartSeries) => found.turns.length > 1 && fill(curves, simpleChart(found, names));
  show(state.history);
  const file = h("div", { class: "contents" });
  void api.graph(end.replay_id).then((whole) => {
    if (!whole) return;
    show(whole);
    fill(file, h("a", { class: "btn", href: api.replayPage(end.replay_id) }, "Watch the replay"));
  });
  const waiting = h("p", { class: "text-sm text-mist empty:hidden", role: "status" });
  const again = h(
    "button",
    {
      class: "btn btn-main",
      type: "button",
      onclick: async () => {
        if (await session.send("rematch", state.room)) {
          again.disabled = true;
          setText(waiting, "Waiting for the others.");
        }
      },
    },
    "Play again",
  );
  again.hidden = state.seat < 0;
  const panel = h(
    "section",
    { class: "panel panel-bright ending", "aria-labelledby": "ending", tabindex: "-1" },
    h(
      "div",
      { class: "grid gap-1" },
      h("h1", { id: "ending", class: "pixel pixel-3" }, headline(state)),
      h("p", { class: "text-mist" }, `${REASONS[end.reason] ?? end.reason}, turn ${end.turn}.`),
    ),
    h("ol", { class: "rows" }, ...placeRows(state)),
    curves,
    h(
      "div",
      { class: "flex flex-wrap gap-3" },
      again,
      file,
      h("button", { class: "btn", type: "button", onclick: () => session.toLobby() }, "To the lobby"),
      h("button", { class: "btn btn-quiet", type: "button", onclick: () => panel.remove() }, "Look at the board"),
      h("a", { class: "btn btn-quiet", href: "/fog" }, "Leave"),
    ),
    waiting,
  );
  queueMicrotask(() => panel.focus());
  return panel;
}

function headline(state: State): string {
  const winner = state.end?.winner;
  if (!winner) return "Nobody won";
  return winner.index === state.seat ? "You won" : `${winner.username} won`;
}

function placeRows(state: State): HTMLElement[] {
  const order = state
    .end!.places.map((place, seat) => ({ place, seat }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
  const last = { tiles: state.history.tiles.at(-1), armies: state.history.armies.at(-1) };
  return order.map(({ place, seat }) =>
    h(
      "li",
      { class: "flex min-h-11 items-center gap-3" },
      h("span", { class: "pixel w-6 text-mist" }, String(place)),
      seatSwatch(seat, 2),
      h("span", { class: "min-w-0 truncate font-semibold" }, state.players[seat]?.username ?? "Somebody"),
      seat === state.seat && h("span", { class: "flex-none text-sm text-mist" }, "you"),
      h(
        "span",
        { class: "ml-auto grid flex-none text-right text-sm text-mist sm:flex sm:gap-3" },
        h("span", {}, `${last.armies?.[seat] ?? 0} armies`),
        h("span", {}, `${last.tiles?.[seat] ?? 0} land`),
      ),
    ),
  );
}
