/** The title screen with its menu. */

import * as api from "../api";
import { h } from "../dom";
import { prefersReducedMotion } from "../animation-frame";
import { localize } from "../language";
import { go } from "../router";
import { openManual } from "./manual-dialog";
import { loadSprites } from "./sprites";
import { paintOldScreen, TitleArt } from "./title-art";
import { HEIGHT, OLD_SCREEN_MS, sceneAt, WIDTH } from "./title-scene";
import { languageSwitch, type LocalizedView } from "../components/language-switch";

const SEEN = "duskfall.welten.seen";
/** In pixels: the frame around the picture, and what stands above it, both with their margins. */
const FRAME = 24;
const HEAD = 92;
/** Where there is room for it, the menu stands beside the picture. */
const WIDE = 1080;
const MENU = { beside: 260, below: 150 };
/** The picture is never lower than this; in a flat window one scrolls to the menu. */
const LEAST = 200;

const TEXT = {
  en: {
    picture: "Weltendämmerung: the sun sets over the river and the fortified island of Eldoin",
    begin: "New game",
    go: "Continue",
    manual: "Manual",
    skip: "Any key or a tap skips the opening.",
    what: "Eldoin holds the citadel in the west, Dailor storms it from the east. Move, attack, mind your gates – fifteen rounds long. A Commodore 64 classic of 1987 for two: at one screen, against the computer or online.",
    scroller:
      "TWO PEOPLES  ·  292 UNITS  ·  13 GATES  ·  15 ROUNDS   ·   THE SUN SETS OVER ELDOIN, AND IN THE EAST THE CATAPULTS ROLL ...   ·   GREETINGS TO ALL WHO PLAYED THIS IN 1987 UNTIL THE JOYSTICK BROKE   ·   F3 NEW GAME  ·  F1 CONTINUE",
  },
  de: {
    picture: "Weltendämmerung: Die Sonne versinkt hinter dem Strom und der befestigten Insel von Eldoin",
    begin: "Neues Spiel",
    go: "Weiterspielen",
    manual: "Anleitung",
    skip: "Jede Taste und jedes Antippen überspringt den Vorspann.",
    what: "Eldoin hält die Zitadelle im Westen, Dailor stürmt von Osten heran. Ziehen, angreifen, Tore bewachen – fünfzehn Runden lang. Ein C64-Klassiker von 1987 für zwei: an einem Bildschirm, gegen den Computer oder online.",
    scroller:
      "ZWEI VÖLKER  ·  292 EINHEITEN  ·  13 TORE  ·  15 RUNDEN   ·   DIE SONNE SINKT ÜBER ELDOIN, UND IM OSTEN ROLLEN DIE KATAPULTE ...   ·   GRÜSSE AN ALLE, DIE DAS 1987 GESPIELT HABEN, BIS DER JOYSTICK BRACH   ·   F3 NEUES SPIEL  ·  F1 WEITERSPIELEN",
  },
};

export function titleView(): LocalizedView {
  const words = localize(TEXT);
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT, role: "img", "aria-label": words.picture });
  const hint = h("p", { class: "text-sm text-mist title-hint" }, words.skip);
  const screen = h("div", { class: "title-screen" }, canvas);
  const head = h("h1", { class: "sr-only" }, "Weltendämmerung");
  const element = h(
    "section",
    { class: "title", "data-stage": seen() ? "there" : "typing" },
    head,
    screen,
    h(
      "div",
      { class: "title-side" },
      h(
        "nav",
        { class: "title-menu", "aria-label": "Weltendämmerung" },
        entry("F3", words.begin, "/welten?new", "btn-main"),
        entry("F1", words.go, "/welten?continue", ""),
        h("button", { class: "btn", type: "button", id: "manual", onclick: () => openManual() }, words.manual),
      ),
      h("p", { class: "text-mist" }, words.what),
      languageSwitch(),
      hint,
    ),
  );
  const show = playOpening(canvas, words.scroller, (stage) => {
    element.dataset["stage"] = stage;
    hint.hidden = stage === "there";
    if (stage === "there") sessionStorage.setItem(SEEN, "1");
  });
  show.lost.catch(() => {
    screen.hidden = true;
    head.className = "pixel pixel-3";
  });
  const fit = () => {
    const ratio = window.devicePixelRatio || 1;
    const wide = innerWidth >= WIDE;
    const room = {
      width: element.clientWidth - FRAME - (wide ? MENU.beside : 0),
      height: Math.max(LEAST, innerHeight - HEAD - FRAME - (wide ? 0 : MENU.below)),
    };
    const scale = Math.max(1, Math.floor(Math.min((room.width * ratio) / WIDTH, (room.height * ratio) / HEIGHT)));
    canvas.style.width = `${(WIDTH * scale) / ratio}px`;
    canvas.style.height = `${(HEIGHT * scale) / ratio}px`;
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(element);
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const address = { F3: "/welten?new", F1: "/welten?continue" }[event.key];
    if (address) {
      event.preventDefault();
      go(address);
    } else show.skip();
  };
  addEventListener("keydown", key);
  screen.addEventListener("pointerdown", show.skip);
  return {
    element,
    close() {
      removeEventListener("keydown", key);
      sizes.disconnect();
      show.close();
    },
  };
}

/** Whether the opening is over before it begins: it has been seen, or little motion is wanted. */
function seen(): boolean {
  return prefersReducedMotion() || sessionStorage.getItem(SEEN) !== null;
}

function entry(key: string, label: string, href: string, kind: string): HTMLElement {
  return h("a", { class: `btn ${kind}`, href }, h("span", { class: "key", "aria-hidden": "true" }, key), label);
}

interface Opening {
  /** Fails when the picture cannot be had. */
  readonly lost: Promise<unknown>;
  skip(): void;
  close(): void;
}

/** Play the opening, or show what it ends with to those who have seen it or want little motion. */
function playOpening(canvas: HTMLCanvasElement, text: string, told: (stage: string) => void): Opening {
  const context = canvas.getContext("2d", { alpha: false })!;
  const still = prefersReducedMotion();
  let art: TitleArt | null = null;
  let frame = 0;
  let began = performance.now();
  let held = seen() ? Infinity : 0;
  let stage = "";
  const paint = (now: number) => {
    // The old screen says LOADING, and so it is: the rest waits for the tiles.
    const passed = Math.max(held, now - began);
    const scene = sceneAt(art ? passed : Math.min(passed, OLD_SCREEN_MS - 1));
    if (!art && passed >= OLD_SCREEN_MS && held < Infinity) began = now - OLD_SCREEN_MS + 1;
    if (art) art.paint(context, scene, now, text, still);
    else if (held < Infinity) paintOldScreen(context, scene.lines, now);
    if ((art || scene.stage === "typing") && stage !== scene.stage) told((stage = scene.stage));
    if (!still || !art) frame = requestAnimationFrame(paint);
  };
  const lost = Promise.all([loadSprites(), api.scenario("default")]).then(([sprites, land]) => {
    if (!land) throw new Error("no land");
    art = new TitleArt(sprites, land);
  });
  frame = requestAnimationFrame(paint);
  return {
    lost,
    skip: () => {
      held = Infinity;
    },
    close: () => cancelAnimationFrame(frame),
  };
}
