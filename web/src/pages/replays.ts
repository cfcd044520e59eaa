/** The list of all finished matches, and a picker for replay files. */

import "./replay.css";

import { replayPage } from "../api";
import { fill, h } from "../dom";
import { playerNames } from "../components/room-list";
import { filePicker, acceptDrops } from "../replay/file-picker";
import { fetchCards } from "../replay/timeline-source";
import type { Page, Visit } from "../router";
import type { ReplayCard } from "../protocol";

const GAMES = [
  [null, "All"],
  ["fog", "Fog of War"],
  ["welten", "Weltendämmerung"],
] as const;
/** Matches that are fetched at a time. */
const MANY = 30;

export async function open({ outlet, query }: Visit): Promise<Page> {
  const game = GAMES.find(([name]) => name === query.get("game"))?.[0] ?? null;
  const undrop = acceptDrops();
  let shut = false;
  const list = h("ul", { class: "rows", "aria-label": "Replays" });
  const words = h("p", { class: "py-4 text-mist empty:hidden", role: "status" }, "Looking …");
  const more = h("button", { class: "btn justify-self-start", type: "button", hidden: true }, "Load more");
  let before: string | null = null;
  const load = async () => {
    more.disabled = true;
    const answer = await fetchCards(game, MANY, before);
    more.disabled = false;
    if (shut) return;
    if (!answer.ok) {
      fill(words, answer.message);
      more.hidden = false;
      return;
    }
    const { replays } = answer.value;
    const first = list.children.length;
    list.append(...replays.map((card) => h("li", {}, row(card))));
    before = replays.at(-1)?.id ?? before;
    more.hidden = replays.length < MANY;
    fill(words, list.children.length ? null : "No match has ended yet. Every finished game is kept here.");
    if (first) list.children[first]?.querySelector("a")?.focus();
  };
  more.addEventListener("click", () => void load());
  fill(
    outlet,
    h(
      "div",
      { class: "mx-auto grid w-full max-w-6xl gap-10 px-5 py-10 sm:px-8 lg:grid-cols-[1fr_340px]" },
      h(
        "section",
        { class: "grid content-start gap-6" },
        h(
          "div",
          { class: "grid gap-2" },
          h("h1", { class: "pixel pixel-3" }, "Replays"),
          h(
            "p",
            { class: "max-w-prose text-mist" },
            "Every finished game, turn by turn, with anybody's eyes. From any turn you can play on yourself.",
          ),
        ),
        h(
          "nav",
          { class: "flex flex-wrap gap-2", "aria-label": "Which game" },
          ...GAMES.map((each) => filter(each, game)),
        ),
        h("div", { class: "grid gap-4" }, list, words, more),
      ),
      h(
        "section",
        { class: "panel drop grid content-start gap-4 self-start p-6", "aria-labelledby": "own" },
        h("h2", { id: "own", class: "pixel pixel-2" }, "A file of yours"),
        h(
          "p",
          { class: "text-mist" },
          "Drop a replay file anywhere on this page, or choose one. It is checked against the rules before it is shown, and not kept.",
        ),
        filePicker("Choose a file", "btn btn-main justify-self-start"),
      ),
    ),
  );
  void load();
  return {
    title: "Replays",
    close() {
      shut = true;
      undrop();
    },
  };
}

function filter([name, label]: (typeof GAMES)[number], game: string | null): HTMLElement {
  const href = name === null ? "/replays" : `/replays?game=${name}`;
  return h("a", { class: "btn", href, "aria-current": name === game ? "true" : undefined }, label);
}

function row(card: ReplayCard): HTMLElement {
  const names = playerNames(card.players);
  const winner = card.winner === null ? "nobody won" : `${card.players[card.winner] ?? "somebody"} won`;
  const fog = card.game === "fog";
  return h(
    "div",
    { class: "flex flex-wrap items-center gap-x-4 gap-y-2 py-3" },
    h(
      "div",
      { class: "min-w-0 flex-1 basis-52" },
      h("p", { class: "truncate font-semibold" }, names),
      h(
        "p",
        { class: "flex flex-wrap gap-x-3 text-sm text-mist" },
        h("span", {}, fog ? "Fog of War" : "Weltendämmerung"),
        h("span", {}, `${winner} after ${card.turns} ${fog ? "turns" : "orders"}`),
        h("time", { datetime: card.endedAt }, moment(card.endedAt)),
        card.rated && h("span", { class: "text-c-mint" }, "rated"),
      ),
    ),
    h("a", { class: "btn", href: replayPage(card.id), "aria-label": `Watch ${names}` }, "Watch"),
  );
}

function moment(time: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
}
