/** The arena: ratings, scores of everyone against everyone, and the tournaments of this server. */

import "./arena.css";

import * as api from "../api";
import { bots, bringYourOwn } from "../arena/bots";
import { crossTable } from "../arena/cross-table";
import { count } from "../arena/numbers";
import { ladder } from "../arena/ladder";
import { fill, h } from "../dom";
import { playerNames } from "../components/room-list";
import { replaceAddress, type Page, type Visit } from "../router";
import type { Bots, MeetingsShown, ReplayCard, TournamentCard, TournamentCards } from "../protocol";

const GAMES: readonly (readonly [api.Game, string])[] = [
  ["fog", "Fog of War"],
  ["welten", "Weltendämmerung"],
];

export async function open({ outlet, query }: Visit): Promise<Page> {
  const places = { ladder: waiting(), cross: waiting(), latest: waiting(), bots: waiting(), tournaments: waiting() };
  const buttons = GAMES.map(([game, label]) =>
    h("button", { class: "btn", type: "button", onclick: () => void show(game) }, label),
  );
  let shown: api.Game = "fog";
  const show = async (game: api.Game) => {
    shown = game;
    replaceAddress(game === "fog" ? "/arena" : `/arena?game=${game}`);
    GAMES.forEach(([each], place) => buttons[place]!.setAttribute("aria-pressed", String(each === game)));
    const [players, met] = await Promise.all([api.ladder(game), api.get<MeetingsShown>(`/api/meetings?game=${game}`)]);
    if (shown !== game) return;
    fill(places.ladder, players ? ladderSection(players) : sorry("The ladder"));
    fill(places.cross, met ? meetings(met) : sorry("Who met whom"));
    fill(places.latest, met ? latest(met.latest) : sorry("The matches"));
  };
  fill(
    outlet,
    h(
      "div",
      { class: "mx-auto grid w-full max-w-6xl gap-14 px-5 py-10 sm:px-8" },
      h(
        "header",
        { class: "grid gap-4" },
        h("h1", { class: "pixel pixel-3" }, "Arena"),
        h(
          "p",
          { class: "max-w-prose text-mist" },
          "Who plays how well, people and bots alike. No rating is exact: each comes with the range that it is sure of.",
        ),
        h("div", { class: "flex flex-wrap gap-3", role: "group", "aria-label": "Which game" }, ...buttons),
      ),
      section("Ladder", places.ladder),
      section("Who met whom", places.cross),
      section("Latest rated matches", places.latest),
      section("Tournaments", places.tournaments),
      section("Bots", places.bots),
      section("Bring your own", bringYourOwn()),
    ),
  );
  await Promise.all([
    show(query.get("game") === "welten" ? "welten" : "fog"),
    api.get<Bots>("/api/bots").then((told) => fill(places.bots, bots(told?.told ?? null))),
    api
      .get<TournamentCards>("/api/tournaments")
      .then((found) => fill(places.tournaments, found ? tournaments(found) : sorry("The tournaments"))),
  ]);
  return { title: "Arena" };
}

function waiting(): HTMLElement {
  return h("div", {}, h("p", { class: "py-4 text-mist" }, "Looking …"));
}

function sorry(what: string): HTMLElement {
  return h("p", { class: "py-4 text-mist" }, `${what} cannot be had just now.`);
}

function section(title: string, inside: HTMLElement): HTMLElement {
  const id = title.toLowerCase().replace(/\W+/g, "-");
  return h(
    "section",
    { class: "grid gap-4", "aria-labelledby": id },
    h("h2", { id, class: "pixel pixel-2" }, title),
    inside,
  );
}

function ladderSection(players: Parameters<typeof ladder>[0]): HTMLElement {
  if (players.length === 0)
    return h(
      "p",
      { class: "py-4 text-mist" },
      "Nobody has a rating yet. Games with the usual options on a map that the server draws in secret count.",
    );
  return h(
    "div",
    { class: "grid gap-3" },
    ladder(players),
    h(
      "p",
      { class: "max-w-prose text-sm text-mist" },
      "The dot is the rating; in 95 of 100 cases the strength lies on the line around it. " +
        "Whoever is surely strong stands above whoever may be: lines grow shorter with every game.",
    ),
  );
}

function meetings({ players, cross, counted }: MeetingsShown): HTMLElement {
  if (players.length < 2)
    return h("p", { class: "py-4 text-mist" }, "Nobody has met in a rated game yet. This table fills as games end.");
  return h(
    "div",
    { class: "grid gap-3" },
    crossTable(players, cross, false),
    h(
      "p",
      { class: "text-sm text-mist" },
      `Points of the row against the column, in ${count(counted, "rated game")}. A win is one point, a shared place half a point.`,
    ),
  );
}

function latest(cards: readonly ReplayCard[]): HTMLElement {
  if (cards.length === 0)
    return h("p", { class: "py-4 text-mist" }, "No rated game has ended yet. Every one of them will be kept here.");
  return h("ul", { class: "rows" }, ...cards.map((card) => h("li", {}, match(card))));
}

function match(card: ReplayCard): HTMLElement {
  const names = playerNames(card.players);
  const winner = card.winner === null ? "no winner" : `${card.players[card.winner] ?? "somebody"} won`;
  return h(
    "div",
    { class: "flex items-center gap-4 py-3" },
    h(
      "div",
      { class: "min-w-0 flex-1" },
      h("p", { class: "truncate font-semibold" }, names),
      h(
        "p",
        { class: "break-words text-sm text-mist" },
        `${winner} in ${count(card.turns, card.game === "fog" ? "turn" : "order")}, ${when(card.endedAt)}`,
      ),
    ),
    h("a", { class: "btn", href: `/replays/${encodeURIComponent(card.id)}`, "aria-label": `Watch ${names}` }, "Watch"),
  );
}

function tournaments({ tournaments: found, damaged }: TournamentCards): HTMLElement {
  if (found.length + damaged.length === 0)
    return h(
      "p",
      { class: "max-w-prose py-4 text-mist" },
      "No tournament is shown on this server. Its owner can show any: ",
      h("a", { href: "/docs/arena#tournaments-on-a-server" }, "how that is done"),
      ".",
    );
  return h(
    "ul",
    { class: "rows" },
    ...found.map((card) => h("li", {}, tournament(card))),
    ...damaged.map(({ name, reason }) =>
      h(
        "li",
        { class: "grid gap-1 py-3" },
        h(
          "p",
          { class: "flex flex-wrap items-center gap-3" },
          h("span", { class: "min-w-0 truncate font-semibold" }, name),
          h("span", { class: "chip" }, "damaged"),
        ),
        h("p", { class: "text-sm text-mist" }, `This file cannot be shown: ${reason}.`),
      ),
    ),
  );
}

function tournament(card: TournamentCard): HTMLElement {
  const game = GAMES.find(([each]) => each === card.game)?.[1] ?? card.game;
  const progress =
    card.comparison || card.played >= card.matches
      ? count(card.played, "match", "matches")
      : `${card.played.toLocaleString("en")} of ${count(card.matches, "match", "matches")}`;
  return h(
    "div",
    { class: "flex items-center gap-4 py-3" },
    h(
      "div",
      { class: "min-w-0 flex-1" },
      h("p", { class: "truncate font-semibold" }, card.name),
      h("p", { class: "text-sm text-mist" }, `${game}, ${card.title}, ${progress}, ${when(card.writtenAt)}`),
    ),
    h(
      "a",
      {
        class: "btn",
        href: `/arena/tournaments/${encodeURIComponent(card.name)}`,
        "aria-label": `Look at ${card.name}`,
      },
      "Look",
    ),
  );
}

function when(moment: string): string {
  return new Date(moment).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
