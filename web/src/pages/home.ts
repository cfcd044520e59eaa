/** The home page: what this is, and a game in one click. */

import * as api from "../api";
import { fill, h, setText } from "../dom";
import { playDungeonDemo } from "../home/dungeon-demo";
import { playFogDemo } from "../home/fog-demo";
import { playWeltenDemo } from "../home/welten-demo";
import { roomName } from "../identity";
import { pollingList, roomRow, playerNames, type PollingList } from "../components/room-list";
import { go, type Page, type Visit } from "../router";
import type { ReplayCard } from "../protocol";

/** A game at once: this many players, of which all but one are this bot. */
export const QUICK_BOT = "settler";

export async function open({ outlet }: Visit): Promise<Page> {
  const fogDemo = h("canvas", { class: "absolute inset-0 h-full w-full", "aria-hidden": "true" });
  const turn = h("span", { class: "pixel text-mist" });
  const land = h("canvas", {
    class: "block h-56 w-full",
    role: "img",
    "aria-label": "The map of Weltendämmerung: forests, a river, walls and gates, and both armies",
  });
  const cave = h("canvas", {
    class: "block h-56 w-full bg-black",
    role: "img",
    "aria-label": "A dungeon of rooms and corridors while it is being dug",
  });
  const phase = h("span", { class: "pixel text-mist" });
  const lists = { live: liveGames(), replays: latestReplays(), ladder: topOfLadder() };
  fill(
    outlet,
    h(
      "section",
      { class: "relative isolate overflow-hidden border-b-2 border-dusk", "aria-labelledby": "what" },
      fogDemo,
      h("div", { class: "hero-shade absolute inset-0" }),
      h(
        "div",
        { class: "relative mx-auto grid max-w-6xl gap-6 px-5 py-14 sm:px-8 sm:py-24" },
        h("h1", { id: "what", class: "pixel pixel-3 sm:pixel-4 max-w-xl" }, "Three tile worlds, one dusk"),
        h(
          "p",
          { class: "max-w-md text-lg text-paper" },
          "Lead an army through the fog, hold Eldoin against the east, or get lost in a dungeon. In your browser, against people or bots.",
        ),
        h(
          "div",
          { class: "flex flex-wrap items-center gap-4" },
          h(
            "button",
            {
              class: "btn btn-main btn-big",
              type: "button",
              id: "play-now",
              onclick: () => go(`/fog/${roomName()}?quick`),
            },
            "Play now",
          ),
          h("a", { class: "btn", href: "/fog" }, "Play with friends"),
        ),
        h("p", { class: "text-sm text-mist" }, "No account. A game against a bot begins at once."),
        h(
          "p",
          { class: "flex items-center gap-3 text-sm text-mist" },
          h("span", { class: "chip" }, "recorded game"),
          turn,
        ),
      ),
    ),
    h(
      "div",
      { class: "mx-auto grid w-full max-w-6xl gap-8 px-5 py-12 sm:px-8 md:grid-cols-2" },
      world(
        "Weltendämmerung",
        "1987",
        "Two unequal armies, 292 units and 13 gates. The Commodore 64 wargame, rule for rule.",
        land,
        null,
        { href: "/welten", label: "Play Weltendämmerung" },
      ),
      world(
        "Dungeons",
        "64-bit seeds",
        "Every seed is a map: rooms, corridors, secret doors. This one is number 2556.",
        cave,
        phase,
        { href: "/dungeon/2556", label: "Into the dungeon" },
      ),
    ),
    h(
      "div",
      { class: "mx-auto grid w-full max-w-6xl gap-10 px-5 pb-20 sm:px-8 lg:grid-cols-3" },
      column("Live games", lists.live),
      column("Latest replays", lists.replays, h("a", { class: "btn btn-quiet", href: "/replays" }, "All replays")),
      column("Ladder", lists.ladder),
    ),
  );
  const ends = [
    playFogDemo(fogDemo, (state) => setText(turn, `turn ${state.turn}`)),
    playWeltenDemo(land),
    playDungeonDemo(cave, (name) => setText(phase, name)),
    ...Object.values(lists).map((list) => () => list.close()),
  ];
  return { title: "Three tile worlds", close: () => ends.forEach((end) => end()) };
}

function world(
  title: string,
  tag: string,
  text: string,
  picture: HTMLElement,
  status: HTMLElement | null,
  way: { readonly href: string; readonly label: string } | null = null,
): HTMLElement {
  return h(
    "article",
    { class: "panel flex flex-col" },
    picture,
    h(
      "div",
      { class: "grid gap-2 p-5" },
      h(
        "div",
        { class: "flex flex-wrap items-center justify-between gap-2" },
        h("h2", { class: "pixel min-[400px]:pixel-2" }, title),
        h("span", { class: "chip" }, tag),
      ),
      h("p", { class: "text-mist" }, text),
      status && h("p", { class: "min-h-6" }, status),
      way && h("a", { class: "btn mt-2 justify-self-start", href: way.href }, way.label),
    ),
  );
}

function column(title: string, list: PollingList, more: HTMLElement | null = null): HTMLElement {
  return h("section", {}, h("h2", { class: "pixel pixel-2 mb-2" }, title), list.element, more);
}

function liveGames(): PollingList {
  // The newest first: games that wait for days for their players shall not hide those that are being played.
  const ask = async () =>
    (await api.rooms())
      ?.filter((room) => room.state === "playing")
      .slice(-5)
      .reverse() ?? null;
  return pollingList(
    ask,
    (room) => roomRow(room),
    {
      empty: "No game is being played just now. Yours could be the first.",
      absent: "The list of games cannot be had just now.",
    },
    5,
  );
}

function latestReplays(): PollingList {
  return pollingList(
    () => api.replays(5),
    replayRow,
    {
      empty: "No game has ended yet. Every finished game is kept here.",
      absent: "The replays cannot be had just now.",
    },
    20,
  );
}

function replayRow(replay: ReplayCard): HTMLElement {
  const winner = replay.winner === null ? "no winner" : `${replay.players[replay.winner] ?? "somebody"} won`;
  return h(
    "div",
    { class: "flex items-center gap-4 py-3" },
    h(
      "div",
      { class: "min-w-0 flex-1" },
      h("p", { class: "truncate font-semibold" }, playerNames(replay.players)),
      h(
        "p",
        { class: "text-sm text-mist" },
        `${winner} in ${replay.turns} ${replay.game === "fog" ? "turns" : "orders"}`,
      ),
    ),
    h(
      "a",
      {
        class: "btn",
        href: api.replayPage(replay.id),
        "aria-label": `Watch the replay of ${playerNames(replay.players)}`,
      },
      "Watch",
    ),
  );
}

function topOfLadder(): PollingList {
  const ask = async () => (await api.ladder())?.slice(0, 8) ?? null;
  return pollingList(
    ask,
    (entry) =>
      h(
        "div",
        { class: "flex items-baseline gap-4 py-2" },
        h("span", { class: "pixel w-8 text-mist" }, String(entry.rank)),
        h("span", { class: "min-w-0 flex-1 truncate font-semibold" }, entry.name),
        h("span", { class: "pixel" }, String(Math.round(entry.rating))),
        h("span", { class: "text-sm text-mist" }, `${entry.games} games`),
      ),
    {
      empty: "Nobody has a rating yet. Games on maps that the server draws in secret count.",
      absent: "The ladder cannot be had just now.",
    },
    30,
  );
}
