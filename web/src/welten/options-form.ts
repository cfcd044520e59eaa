/** The form for a new game. */

import * as api from "../api";
import { fill, h, setText } from "../dom";
import { roomName } from "../identity";
import { language, localize } from "../language";
import { go } from "../router";
import type { ScenarioShown } from "../protocol";
import {
  CLOCKS,
  pendingActionOf,
  saveChoice,
  lastChoice,
  validChoice,
  durationText,
  choiceText,
  type GameChoice,
} from "./options";
import { savePendingAction } from "../room/pending-action";
import { saveGame } from "./saved-games";
import { scenarioName, scenarioTitle, scenarioDescription } from "./scenario-text";
import { FIRST_UNIT_CODE } from "./board";
import { tileImage } from "./sprites";
import { languageSwitch, type LocalizedView } from "../components/language-switch";

const TEXT = {
  en: {
    title: "New game",
    back: "Back to the title",
    looking: "Asking the server …",
    absent: "The server does not answer. Is it still running?",
    again: "Try again",
    who: "Who plays?",
    bot: ["Against the computer", "The game begins at once."],
    friend: ["At one screen", "Two people take turns at this device, or one leads both sides."],
    link: ["Online by link", "You get a link. Whoever opens it first plays against you."],
    opponent: "Which opponent?",
    captain: "Greedy: strikes where it hurts most and heads straight for the Feldherr. As Eldoin it shuts the gates.",
    recruit: "Does anything that is allowed, or nothing at all. Good for the first evening.",
    other: "A bot of this server.",
    side: "Which side?",
    eldoin: ["Eldoin", "Defends in the west, with walls, ships and eagles. Holds out for fifteen rounds and wins."],
    dailor: ["Dailor", "Attacks from the east, with catapults, rams and wyrms. Wins when Eldoin's Feldherr falls."],
    land: "Which land?",
    import: "Do you own the program of 1987? This command takes its land over, and then it can be chosen here:",
    file: "duskfall welten import FILE",
    rules: "Which rules?",
    guide: [
      "As the guide tells it",
      "Every step costs its full price, gates are ways that Eldoin can wall up, and the dice are fair.",
    ],
    original: [
      "As the program plays it",
      "The quirks of 1987: a last step may cost more than is left, gates are shut until opened, and Dailor also wins at the western edge.",
    ],
    clock: "Clock",
    none: "No clock, take your time",
    each: (time: string) => `${time} for each side`,
    begin: "Begin",
    picture: (land: string) => `Picture of ${land}, with both armies at the start`,
  },
  de: {
    title: "Neues Spiel",
    back: "Zurück zum Titel",
    looking: "Der Server wird gefragt …",
    absent: "Der Server antwortet nicht. Läuft er noch?",
    again: "Noch einmal versuchen",
    who: "Wer spielt?",
    bot: ["Gegen den Computer", "Es geht sofort los."],
    friend: ["An einem Bildschirm", "Zwei wechseln sich an diesem Gerät ab, oder einer führt beide Seiten."],
    link: ["Online per Link", "Du bekommst einen Link. Wer ihn zuerst öffnet, spielt gegen dich."],
    opponent: "Welcher Gegner?",
    captain:
      "Gierig: schlägt zu, wo es am meisten schmerzt, und hält geradewegs auf den Feldherrn zu. Als Eldoin schließt er die Tore.",
    recruit: "Tut irgendetwas Erlaubtes oder auch gar nichts. Gut für den ersten Abend.",
    other: "Ein Bot dieses Servers.",
    side: "Welche Seite?",
    eldoin: ["Eldoin", "Verteidigt im Westen, mit Mauern, Schiffen und Adlern. Hält fünfzehn Runden durch und siegt."],
    dailor: [
      "Dailor",
      "Greift von Osten an, mit Katapulten, Rammböcken und Lindwürmern. Siegt, wenn Eldoins Feldherr fällt.",
    ],
    land: "Welches Land?",
    import: "Du besitzt das Programm von 1987? Dieser Befehl übernimmt sein Land, dann steht es hier zur Wahl:",
    file: "duskfall welten import DATEI",
    rules: "Welche Regeln?",
    guide: [
      "Nach der Anleitung",
      "Jeder Schritt kostet seinen vollen Preis, Tore sind Durchgänge, die Eldoin zumauern kann, und die Würfel sind gerecht.",
    ],
    original: [
      "Wie das Programm spielt",
      "Die Eigenheiten von 1987: Der letzte Schritt darf mehr kosten, als noch da ist, Tore sind zu, bis man sie öffnet, und Dailor siegt auch am westlichen Rand.",
    ],
    clock: "Uhr",
    none: "Keine Uhr, lasst euch Zeit",
    each: (time: string) => `${time} für jede Seite`,
    begin: "Beginnen",
    picture: (land: string) => `Bild: ${land} mit beiden Heeren zu Beginn`,
  },
};

/** Tiles that stand for a side: its best known. */
const SIDE_UNITS = { eldoin: [6, 3, 1, 2], dailor: [12, 8, 10, 15] } as const;
/** The choice while the page is open, so that another language does not undo it. */
let draft: Partial<GameChoice> = {};

export function newGameView(): LocalizedView {
  const words = localize(TEXT);
  const place = h("div", { "aria-busy": "true" }, h("p", { class: "py-8 text-mist", role: "status" }, words.looking));
  const load = async () => {
    const [bots, lands] = await Promise.all([api.bots("welten"), api.scenarios()]);
    place.removeAttribute("aria-busy");
    if (lands?.length) fill(place, form(bots ?? [], lands));
    else
      fill(
        place,
        unavailable(() => void load()),
      );
  };
  void load();
  const element = h(
    "div",
    { class: "mx-auto grid w-full max-w-6xl gap-6 px-5 py-8 sm:px-8" },
    h(
      "div",
      { class: "flex flex-wrap items-center gap-x-6 gap-y-2" },
      h("h1", { class: "pixel pixel-3" }, words.title),
      h("div", { class: "ml-auto flex flex-wrap items-center gap-2" }, languageSwitch()),
    ),
    place,
  );
  return { element };
}

function unavailable(retry: () => void): HTMLElement {
  const words = localize(TEXT);
  return h(
    "div",
    { class: "grid justify-items-start gap-4 py-8", role: "alert" },
    h("p", {}, words.absent),
    h("button", { class: "btn btn-main", type: "button", onclick: retry }, words.again),
  );
}

function form(bots: readonly string[], lands: readonly ScenarioShown[]): HTMLElement {
  const words = localize(TEXT);
  const names = lands.map(({ name }) => name);
  let choice = validChoice({ ...lastChoice(bots, names), ...draft }, bots, names);
  const choose = (change: Partial<GameChoice>) => {
    draft = { ...draft, ...change };
    choice = { ...choice, ...change };
    update();
  };
  const summary = h("p", { class: "text-mist", role: "status" });
  const picture = h("img", {
    class: "block h-auto w-full bg-c-green [image-rendering:auto]",
    width: 640,
    height: 320,
    alt: "",
  });
  const landText = h("p", { class: "text-sm text-mist" });
  const opponents = group(words.opponent, "bot", choice.bot, (bot) => choose({ bot }), bots.map(botCard));
  const sides = group(words.side, "side", choice.side, (side) => choose({ side: side as GameChoice["side"] }), [
    { value: "eldoin", text: words.eldoin, picture: unitImages("eldoin") },
    { value: "dailor", text: words.dailor, picture: unitImages("dailor") },
  ]);
  const update = () => {
    opponents.hidden = choice.against !== "bot";
    sides.hidden = choice.against === "friend";
    const land = lands.find(({ name }) => name === choice.scenario) ?? lands[0]!;
    const address = `/api/scenarios/${encodeURIComponent(land.name)}.png?scale=1`;
    if (picture.getAttribute("src") !== address) picture.src = address;
    picture.alt = words.picture(scenarioName(land.name));
    setText(landText, scenarioDescription(land));
    setText(summary, choiceText(choice, scenarioName(land.name), language()));
  };
  update();
  return h(
    "form",
    {
      class: "grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]",
      onsubmit: (event) => {
        event.preventDefault();
        begin(choice);
      },
    },
    h(
      "div",
      { class: "grid gap-7" },
      group(words.who, "against", choice.against, (way) => choose({ against: way as GameChoice["against"] }), [
        ...(bots.length ? [{ value: "bot", text: words.bot }] : []),
        { value: "friend", text: words.friend },
        { value: "link", text: words.link },
      ]),
      opponents,
      sides,
      group(words.rules, "rules", choice.rules, (rules) => choose({ rules: rules as GameChoice["rules"] }), [
        { value: "guide", text: words.guide },
        { value: "original", text: words.original },
      ]),
    ),
    h(
      "div",
      { class: "panel grid gap-5 p-5 lg:sticky lg:top-4" },
      h("div", { class: "panel -m-5 mb-0" }, picture),
      lands.length > 1
        ? group(
            words.land,
            "land",
            choice.scenario,
            (scenario) => choose({ scenario }),
            lands.map((land) => ({ value: land.name, text: [scenarioTitle(land.name), scenarioDescription(land)] })),
          )
        : landText,
      !names.includes("original") && importHint(),
      clock(choice.clock, (seconds) => choose({ clock: seconds })),
      summary,
      h("button", { class: "btn btn-main btn-big", id: "begin" }, words.begin),
      h("a", { class: "btn btn-quiet", href: "/welten" }, words.back),
    ),
  );
}

function begin(choice: GameChoice): void {
  const room = roomName();
  const pending = pendingActionOf(choice);
  saveChoice(choice);
  draft = {};
  savePendingAction("welten", room, pending);
  saveGame({ room, side: pending.side ?? choice.side, scenario: choice.scenario, rules: choice.rules });
  go(`/welten/${room}`);
}

interface Card {
  readonly value: string;
  /** What it is called, and a sentence. */
  readonly text: readonly string[];
  readonly picture?: HTMLElement;
}

/** Choices of which one is taken, each with its sentence. */
function group(
  title: string,
  name: string,
  chosen: string,
  choose: (value: string) => void,
  cards: readonly Card[],
): HTMLElement {
  return h(
    "fieldset",
    { class: "grid gap-3", id: `choose-${name}` },
    h("legend", { class: "pixel mb-3" }, title),
    h(
      "div",
      { class: "choices" },
      ...cards.map(({ value, text, picture }) =>
        h(
          "label",
          { class: "choice" },
          h("input", {
            type: "radio",
            class: "choice-input",
            name,
            value,
            checked: value === chosen,
            onchange: () => choose(value),
          }),
          h("span", { class: "choice-dot", "aria-hidden": "true" }),
          h(
            "span",
            { class: "grid content-start gap-1" },
            picture,
            h("span", { class: "font-semibold" }, text[0]),
            h("span", { class: "text-sm text-mist" }, text[1]),
          ),
        ),
      ),
    ),
  );
}

function botCard(name: string): Card {
  const words = localize(TEXT);
  return { value: name, text: [name, name === "captain" || name === "recruit" ? words[name] : words.other] };
}

function unitImages(side: keyof typeof SIDE_UNITS): HTMLElement {
  return h(
    "span",
    { class: "mb-1 flex gap-2" },
    ...SIDE_UNITS[side].map((type) => tileImage([FIRST_UNIT_CODE + type], 3)),
  );
}

function importHint(): HTMLElement {
  const words = localize(TEXT);
  return h(
    "p",
    { class: "text-sm text-mist" },
    words.import,
    " ",
    h("code", { class: "text-paper whitespace-nowrap" }, words.file),
  );
}

function clock(chosen: number, choose: (seconds: number) => void): HTMLElement {
  const words = localize(TEXT);
  const field = h(
    "select",
    { class: "field", id: "clock", onchange: () => choose(Number(field.value)) },
    ...CLOCKS.map((seconds) =>
      h(
        "option",
        { value: seconds, selected: seconds === chosen },
        seconds ? words.each(durationText(seconds, language())) : words.none,
      ),
    ),
  );
  return h("div", { class: "grid gap-1" }, h("label", { class: "pixel", for: "clock" }, words.clock), field);
}
