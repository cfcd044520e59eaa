/** The scene of the title at each moment: first the old screen, then the map scrolls in, then all is there. */

/** The picture's size: the screen of a Commodore 64. */
export const WIDTH = 320;
export const HEIGHT = 200;

export interface Scene {
  readonly stage: "typing" | "scrolling" | "there";
  /** Lines on the old screen. */
  readonly lines: readonly string[];
  /** How far the land, the upper and the lower word still have to come, in pixels. */
  readonly land: number;
  readonly upper: number;
  readonly lower: number;
  /** How far the sun still has to sink. */
  readonly sun: number;
}

/** What somebody typed in 1987, and what was answered. The name is as long as a name on a disk could be. */
const TYPED = 'LOAD "WELTENDAEMMERUNG",8,1';
const ANSWERS = [
  { after: 120, line: "" },
  { after: 120, line: "SEARCHING FOR WELTENDAEMMERUNG" },
  { after: 520, line: "LOADING" },
  { after: 950, line: "READY." },
  { after: 1150, line: "RUN" },
] as const;
/** Milliseconds: of a key, until the first key, and until the old screen goes. */
const KEY_MS = 38;
const WAIT_MS = 350;
const TYPED_MS = WAIT_MS + TYPED.length * KEY_MS;
export const OLD_SCREEN_MS = TYPED_MS + 1650;
export const SCROLL_MS = 3600;

const THERE: Scene = { stage: "there", lines: [], land: 0, upper: 0, lower: 0, sun: 0 };

/** The scene so many milliseconds after the title was opened. */
export function sceneAt(ms: number): Scene {
  if (ms < OLD_SCREEN_MS) return { ...THERE, stage: "typing", lines: lines(ms), land: WIDTH };
  const moved = ms - OLD_SCREEN_MS;
  if (moved >= SCROLL_MS) return THERE;
  return {
    stage: "scrolling",
    lines: [],
    land: left(moved, 0, 2200, WIDTH),
    upper: left(moved, 1100, 1500, WIDTH),
    lower: left(moved, 1700, 1700, WIDTH),
    sun: left(moved, 0, SCROLL_MS, 44),
  };
}

function lines(ms: number): readonly string[] {
  const keys = Math.max(0, Math.floor((ms - WAIT_MS) / KEY_MS));
  const head = ["", "          DUSKFALL 64 BASIC V2", "", "  3200 TILES  292 UNITS  15 ROUNDS FREE", "", "READY."];
  const answers = ANSWERS.filter(({ after }) => ms >= TYPED_MS + after).map(({ line }) => line);
  return [...head, TYPED.slice(0, keys), ...answers];
}

/** What is left of a way after some time; it slows down towards its end. */
function left(ms: number, begins: number, takes: number, way: number): number {
  const share = Math.min(1, Math.max(0, (ms - begins) / takes));
  return Math.round(way * (1 - share) ** 2);
}
