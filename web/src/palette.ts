/** The sixteen colours of the Commodore 64, as measured for the Colodore palette, and colours mixed from them. */

export const BLACK = "#000000";
export const WHITE = "#ffffff";
export const RED = "#813338";
export const CYAN = "#75cec8";
export const PURPLE = "#8e3c97";
export const GREEN = "#56ac4d";
export const BLUE = "#2e2c9b";
export const YELLOW = "#edf171";
export const ORANGE = "#8e5029";
export const BROWN = "#553800";
export const LIGHT_RED = "#c46c71";
export const DARK_GREY = "#4a4a4a";
export const GREY = "#7b7b7b";
export const LIGHT_GREEN = "#a9ff9f";
export const LIGHT_BLUE = "#706deb";
export const LIGHT_GREY = "#b2b2b2";

/** In the machine's own order, so that a hexadecimal digit names a colour. */
export const C64 = [
  BLACK,
  WHITE,
  RED,
  CYAN,
  PURPLE,
  GREEN,
  BLUE,
  YELLOW,
  ORANGE,
  BROWN,
  LIGHT_RED,
  DARK_GREY,
  GREY,
  LIGHT_GREEN,
  LIGHT_BLUE,
  LIGHT_GREY,
] as const;

/** Night, the ground of every page. */
export const INK = "#0c0b1f";

type Rgb = readonly [number, number, number];

/** Red, green and blue of `#rrggbb`. */
export function rgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** So much of the first colour, the rest of the second. */
export function mixed(first: string, second: string, share: number): string {
  const other = rgb(second);
  const parts = rgb(first).map((part, i) => Math.round(part * share + other[i]! * (1 - share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
