/** The built-in bots, and how to bring another one. */

import { fill, h } from "../dom";
import { saveFogAction } from "../room/pending-action";
import { roomName } from "../identity";
import { codeBlock } from "../components/code-block";
import { DEFAULT_OPTIONS } from "../fog/options-form";
import { go } from "../router";
import type { BotShown } from "../protocol";

const GAMES = { fog: "Fog of War", welten: "Weltendämmerung" } as const;

export function bots(told: readonly BotShown[] | null): HTMLElement {
  const list = h("ul", { class: "grid gap-6 sm:grid-cols-2" });
  if (told) fill(list, ...told.map((bot) => h("li", { class: "panel flex flex-col gap-3 p-5" }, ...card(bot))));
  return h(
    "div",
    { class: "grid gap-6" },
    h(
      "p",
      { class: "max-w-prose text-mist" },
      told
        ? "They come with the server. The host of a room may invite any of them to a free seat, and they are rated like everyone."
        : "The bots cannot be asked just now.",
    ),
    list,
  );
}

function card({ game, name, about }: BotShown): HTMLElement[] {
  const play = () => {
    const room = roomName();
    saveFogAction(room, { options: DEFAULT_OPTIONS, bots: [name] });
    go(`/fog/${room}`);
  };
  return [
    h(
      "div",
      { class: "flex flex-wrap items-center justify-between gap-2" },
      h("h3", { class: "pixel" }, name),
      h("span", { class: "chip" }, GAMES[game]),
    ),
    h("p", { class: "flex-1 text-mist" }, about),
    h(
      "p",
      {},
      game === "fog"
        ? h("button", { class: "btn", type: "button", onclick: play }, `Play ${name} now`)
        : h("a", { class: "btn", href: "/welten?new" }, `Meet ${name}`),
    ),
  ];
}

/** The steps to bring another bot. */
export function bringYourOwn(): HTMLElement {
  const steps = [
    {
      title: "Try it",
      text: "A bot is a program in any language, or a Python class. Let it play one match and watch.",
      code: "duskfall arena match --game fog --bots ./mybot.py,settler --watch",
    },
    {
      title: "Measure it",
      text: "Every board from every seat, until it is known which of the two is better.",
      code: "duskfall arena compare ./mybot.py settler --game fog",
    },
    {
      title: "Send it here",
      text: "It takes a seat in a room of this server, as a player does. Open the same room to play against it.",
      code: `duskfall bot play ./mybot.py --server ${location.origin} --room my-room`,
    },
  ];
  return h(
    "div",
    { class: "grid gap-6" },
    h(
      "ol",
      { class: "grid gap-6 lg:grid-cols-3" },
      ...steps.map(({ title, text, code }, place) =>
        h(
          "li",
          { class: "flex flex-col gap-3" },
          h("h3", { class: "pixel" }, `${place + 1}. ${title}`),
          h("p", { class: "flex-1 text-mist" }, text),
          codeBlock(code, "", true),
        ),
      ),
    ),
    h(
      "p",
      { class: "flex flex-wrap gap-4" },
      h("a", { class: "btn", href: "/docs/bots" }, "How to write a bot"),
      h("a", { class: "btn", href: "/docs/arena" }, "How the arena counts"),
    ),
  );
}
