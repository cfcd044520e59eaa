/** The table of scores of everyone against everyone. */

import { h } from "../dom";
import { scrollBox } from "../components/scroll-box";
import type { Duel } from "../protocol";
import { count, halves, lean, percent, result } from "./numbers";

interface Player {
  readonly rank: number;
  readonly name: string;
}

/** A row and a column for each player; many games are shown as a share of points, few as points. */
export function crossTable(
  players: readonly Player[],
  cross: readonly (readonly (Duel | null)[])[],
  asShares: boolean,
): HTMLElement {
  const head = players.map(({ rank, name }) =>
    h("th", { scope: "col", title: name }, h("span", { "aria-hidden": "true" }, String(rank)), hidden(name)),
  );
  const rows = players.map((player, row) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("span", { class: "cross-rank" }, String(player.rank)),
        h("span", { class: "cross-name", title: player.name }, player.name),
      ),
      ...players.map((other, column) => cell(player, other, cross[row]?.[column] ?? null, asShares)),
    ),
  );
  const table = h(
    "table",
    { class: "cross" },
    h("thead", {}, h("tr", {}, h("td", {}), ...head)),
    h("tbody", {}, ...rows),
  );
  return scrollBox("Who scored what against whom", table);
}

function cell(one: Player, other: Player, duel: Duel | null, asShares: boolean): HTMLElement {
  if (!duel) return h("td", { class: "cross-none" }, one === other ? "" : "·");
  const far = lean(duel);
  const title = `${one.name} against ${other.name}: ${halves(duel.points)} of ${count(duel.games, "game")}`;
  const shown = asShares ? percent(duel.points / duel.games) : result(duel);
  const box = h("td", { class: far > 0 ? "cross-won" : far < 0 ? "cross-lost" : "cross-even", title }, shown);
  box.style.setProperty("--lean", `${Math.round(Math.abs(far) * 100)}%`);
  return box;
}

function hidden(text: string): HTMLElement {
  return h("span", { class: "sr-only" }, text);
}
