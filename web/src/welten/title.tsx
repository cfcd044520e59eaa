/** The title screen with its menu. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { prefersReducedMotion } from "../animation-frame";
import * as api from "../api";
import { localize, texts, useTexts } from "../language";
import { go } from "../router";
import { useKeys } from "../shell/keyboard";
import { openManual } from "./manual-dialog";
import { loadSprites } from "./sprites";
import { paintOldScreen, TitleArt } from "./title-art";
import { HEIGHT, OLD_SCREEN_MS, type Scene, sceneAt, WIDTH } from "./title-scene";

const SEEN = "duskfall.welten.seen";
/** In pixels: the frame around the picture, and the header above it, both with their margins. */
const FRAME = 24;
const HEAD = 92;
/** Where there is room for it, the menu stands beside the picture. */
const WIDE = 1080;
const MENU = { beside: 260, below: 150 };
/** The picture is never lower than this; in a flat window one scrolls to the menu. */
const LEAST = 200;

const TEXT = texts({
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
});

export function TitleView() {
  const text = useTexts(TEXT);
  const [stage, setStage] = useState<Scene["stage"]>(isSeen() ? "there" : "typing");
  const [loaded, setLoaded] = useState(false);
  const [failed, setFailed] = useState(false);
  const opening = useRef<Opening | null>(null);
  const place = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const skip = () => opening.current?.skip();
  // Before the first frame: the tiles are fetched at once, and a key that is pressed early skips the opening, too.
  useLayoutEffect(() => {
    const begun = playOpening(canvas.current!, (reached) => {
      setStage(reached);
      if (reached === "there") sessionStorage.setItem(SEEN, "1");
    });
    begun.loaded.then(
      () => setLoaded(true),
      () => setFailed(true),
    );
    opening.current = begun;
    const sizes = new ResizeObserver(() => {
      if (place.current && canvas.current) fitPicture(place.current, canvas.current);
    });
    sizes.observe(place.current!);
    return () => {
      sizes.disconnect();
      begun.close();
    };
  }, []);
  useLayoutEffect(() => fitPicture(place.current!, canvas.current!), []);
  useTitleKeys();
  useSkipping(skip, () => stage !== "there");
  return (
    <section ref={place} class="title" data-stage={stage}>
      <h1 class={failed ? "pixel pixel-3" : "sr-only"}>Weltendämmerung</h1>
      <div class="title-screen" hidden={failed} aria-busy={!loaded && !failed}>
        <canvas ref={canvas} width={WIDTH} height={HEIGHT} role="img" aria-label={text.picture} />
      </div>
      <div class="title-side">
        <nav class="title-menu" aria-label="Weltendämmerung">
          <MenuLink keyLabel="F3" label={text.begin} href="/welten?new" main />
          <MenuLink keyLabel="F1" label={text.go} href="/welten?continue" />
          <button class="btn" type="button" id="manual" onClick={openManual}>
            {text.manual}
          </button>
        </nav>
        <p class="text-mist">{text.what}</p>
        <p class="title-hint text-mist text-sm" hidden={stage === "there"}>
          {text.skip}
        </p>
      </div>
    </section>
  );
}

/** F3 and F1 open the menu's entries, as on the old machine. */
function useTitleKeys(): void {
  useKeys({ F3: () => go("/welten?new"), F1: () => go("/welten?continue") });
}

/** Any key skips the opening, and so does a tap that is not meant for a link or a button. */
function useSkipping(skip: () => void, isPlaying: () => boolean): void {
  const current = useRef(isPlaying);
  current.current = isPlaying;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      // The space bar would scroll the page besides.
      if (event.key === " " && current.current() && !isForControl(event)) event.preventDefault();
      skip();
    };
    const onPointer = (event: PointerEvent) => {
      if (!isForControl(event)) skip();
    };
    addEventListener("keydown", onKey);
    addEventListener("pointerdown", onPointer);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("pointerdown", onPointer);
    };
  }, []);
}

function isForControl({ target }: Event): boolean {
  return target instanceof Element && target.closest("a, button, input, select, dialog, summary") !== null;
}

interface MenuLinkProps {
  readonly keyLabel: string;
  readonly label: string;
  readonly href: string;
  readonly main?: boolean;
}

function MenuLink({ keyLabel, label, href, main = false }: MenuLinkProps) {
  return (
    <a class={`btn ${main ? "btn-main" : ""}`} href={href}>
      <span class="key" aria-hidden="true">
        {keyLabel}
      </span>
      {label}
    </a>
  );
}

/** Makes the picture as large as the window allows, in whole device pixels. */
function fitPicture(place: HTMLElement, canvas: HTMLCanvasElement): void {
  const ratio = window.devicePixelRatio || 1;
  const wide = innerWidth >= WIDE;
  const width = place.clientWidth - FRAME - (wide ? MENU.beside : 0);
  const height = Math.max(LEAST, innerHeight - HEAD - FRAME - (wide ? 0 : MENU.below));
  const scale = Math.max(1, Math.floor(Math.min((width * ratio) / WIDTH, (height * ratio) / HEIGHT)));
  canvas.style.width = `${(WIDTH * scale) / ratio}px`;
  canvas.style.height = `${(HEIGHT * scale) / ratio}px`;
}

/** Whether the opening is over before it begins: it has been seen, or little motion is wanted. */
function isSeen(): boolean {
  return prefersReducedMotion() || sessionStorage.getItem(SEEN) !== null;
}

interface Opening {
  /** Fails when the picture cannot be loaded. */
  readonly loaded: Promise<unknown>;
  skip(): void;
  close(): void;
}

/** Plays the opening, or shows its end to those who have seen it or want little motion. */
function playOpening(canvas: HTMLCanvasElement, onStage: (stage: Scene["stage"]) => void): Opening {
  const context = canvas.getContext("2d", { alpha: false })!;
  const still = prefersReducedMotion();
  let art: TitleArt | null = null;
  let frame = 0;
  let began = performance.now();
  let held = isSeen() ? Infinity : 0;
  let stage = "";
  const paint = (now: number) => {
    // The old screen says LOADING, and so it is: the rest waits for the tiles.
    const passed = Math.max(held, now - began);
    const scene = sceneAt(art ? passed : Math.min(passed, OLD_SCREEN_MS - 1));
    if (!art && passed >= OLD_SCREEN_MS && held < Infinity) began = now - OLD_SCREEN_MS + 1;
    if (art) art.paint(context, scene, now, localize(TEXT).scroller, still);
    else if (held < Infinity) paintOldScreen(context, scene.lines, now);
    if ((art || scene.stage === "typing") && stage !== scene.stage) {
      stage = scene.stage;
      onStage(scene.stage);
    }
    if (!still || !art) frame = requestAnimationFrame(paint);
  };
  const loaded = Promise.all([loadSprites(), api.scenario("default")]).then(([sprites, land]) => {
    if (!land) throw new Error("no land");
    art = new TitleArt(sprites, land);
  });
  frame = requestAnimationFrame(paint);
  return {
    loaded,
    skip: () => {
      held = Infinity;
    },
    close: () => cancelAnimationFrame(frame),
  };
}
