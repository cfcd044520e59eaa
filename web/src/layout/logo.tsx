/** The logo: a sun that sets behind scan lines. */

import * as c from "../palette";

const ROWS: readonly (readonly [number, number, string])[] = [
  [5, 6, c.YELLOW],
  [4, 8, c.YELLOW],
  [3, 10, c.YELLOW],
  [3, 10, c.YELLOW],
  [0, 0, ""],
  [3, 10, c.LIGHT_RED],
  [0, 0, ""],
  [2, 12, c.PURPLE],
  [0, 0, ""],
  [1, 14, c.LIGHT_BLUE],
  [0, 0, ""],
  [0, 16, c.BLUE],
];

/** The sign, each of its 16 by 12 pixels `scale` pixels large. */
export function Logo({ scale }: { readonly scale: number }) {
  return (
    <svg
      viewBox={`0 0 16 ${ROWS.length}`}
      width={16 * scale}
      height={ROWS.length * scale}
      shape-rendering="crispEdges"
      aria-hidden="true"
    >
      {ROWS.map(
        ([x, length, colour], y) =>
          length > 0 && <path key={y} d={`M${x} ${y}h${length}v1h-${length}z`} fill={colour} />,
      )}
    </svg>
  );
}
