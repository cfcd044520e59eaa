/** The colour and pattern of a seat as a small square. */

import * as c from "../palette";
import { type SeatStyle, useSeatStyle } from "../seat-style";

const SIDE = 11;
const FRAME = `M.5 .5h${SIDE - 1}v${SIDE - 1}h-${SIDE - 1}z`;
const EMPTY = c.mixed(c.LIGHT_BLUE, c.INK, 0.5);

/** The square of a seat; one without a seat gets an empty frame. It says nothing to screen readers: names do. */
export function SeatSwatch({ seat, scale = 2 }: { readonly seat: number; readonly scale?: number }) {
  const size = SIDE * scale;
  return <img class="flex-none" src={picture(useSeatStyle(seat))} width={size} height={size} alt="" />;
}

/** The pictures that have been drawn. Swatches are shown in long lists that change every turn. */
const pictures = new Map<SeatStyle | null, string>();

/** The address of the picture of a style. */
function picture(style: SeatStyle | null): string {
  const found = pictures.get(style) ?? draw(style);
  pictures.set(style, found);
  return found;
}

function draw(style: SeatStyle | null): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" shape-rendering="crispEdges">
    ${style ? filled(style) : `<path d="${FRAME}" fill="none" stroke="${EMPTY}" />`}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function filled({ colour, inPattern }: SeatStyle): string {
  const pixels = Array.from({ length: SIDE * SIDE }, (_, i) => [i % SIDE, Math.floor(i / SIDE)] as const);
  const marks = pixels.filter(([x, y]) => inPattern(x, y)).map(([x, y]) => `M${x} ${y}h1v1h-1`);
  return `<path d="M0 0h${SIDE}v${SIDE}h-${SIDE}" fill="${colour}" />
    <path d="${marks.join("")}" fill="${c.mixed(colour, c.INK, 0.6)}" />`;
}
