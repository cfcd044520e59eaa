/** A chart of land and armies over the turns: a line for each player, with its own colour, dashes and letter. */

import { useMemo, useState } from "preact/hooks";

import { formatNumber, texts, useTexts } from "../language";
import { useSeatPalette } from "../seat-palette";
import { seatStyles } from "../seat-style";

export interface ChartSeries {
  readonly turns: readonly number[];
  readonly tiles: readonly (readonly number[])[];
  readonly armies: readonly (readonly number[])[];
}

/** What a game calls the two things that the chart shows, and its turns. */
export interface ChartLabels {
  readonly armies: string;
  readonly tiles: string;
  readonly turn: string;
}

interface ChartProps {
  readonly series: ChartSeries;
  readonly names: readonly string[];
  readonly labels: ChartLabels;
  /** A turn to mark with a line. */
  readonly marked?: number | undefined;
  /** Called when a turn is chosen with mouse or finger. */
  readonly onPick?: (turn: number) => void;
  /** Units of the picture across; a narrow place needs fewer, so that its words stay readable. */
  readonly width?: number;
}

type Shown = "armies" | "tiles";

const TEXT = texts({
  en: {
    choice: "What the chart shows",
    described: (title: string, unit: string, first: number, last: number, final: string) =>
      `${title} from ${unit} ${first} to ${last}. At the end: ${final}.`,
  },
  de: {
    choice: "Was das Diagramm zeigt",
    described: (title: string, unit: string, first: number, last: number, final: string) =>
      `${title} von ${unit} ${first} bis ${last}. Am Ende: ${final}.`,
  },
});

const WIDTH = 560;
const HEIGHT = 200;
const LEFT = 44;
const RIGHT = 22;
const TOP = 12;
const BOTTOM = 24;
const DASHES = ["", "8 4", "2 4", "12 4 2 4", "4 4", "16 6", "6 2 2 2", "1 3"];
/** Points of a line; more than the picture has pixels help nobody. */
const MAX_POINTS = 560;

export function Chart({ series, names, labels, marked, onPick, width = WIDTH }: ChartProps) {
  const text = useTexts(TEXT);
  const [shown, show] = useState<Shown>("armies");
  const { turns, ...values } = useMemo(() => thinned(series), [series]);
  return (
    <div class="grid gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form */}
      <div class="flex gap-2" role="group" aria-label={text.choice}>
        {(["armies", "tiles"] as const).map((each) => (
          <button key={each} class="btn" type="button" aria-pressed={each === shown} onClick={() => show(each)}>
            {labels[each]}
          </button>
        ))}
      </div>
      <Picture
        turns={turns}
        values={values[shown]}
        names={names}
        title={labels[shown]}
        unit={labels.turn}
        width={width}
        marked={marked}
        onPick={onPick}
      />
    </div>
  );
}

interface PictureProps {
  readonly turns: readonly number[];
  readonly values: readonly (readonly number[])[];
  readonly names: readonly string[];
  readonly title: string;
  readonly unit: string;
  readonly width: number;
  readonly marked: number | undefined;
  readonly onPick: ((turn: number) => void) | undefined;
}

function Picture({ turns, values, names, title, unit, width, marked, onPick }: PictureProps) {
  const text = useTexts(TEXT);
  const [first, last] = ends(turns);
  const x = across(turns, width);
  const { most, y } = useMemo(() => scaleOf(values), [values]);
  // The lines stay as they are while the mark moves.
  const lines = useMemo(
    () => <Lines x={x} y={y} turns={turns} values={values} seats={names.length} right={width - RIGHT} />,
    [turns, values, names.length, width],
  );
  const final = values.at(-1) ?? [];
  const places = names.map((name, seat) => `${name} ${final[seat] ?? 0}`).join(", ");
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={text.described(title, unit, first, last, places)}
      class="w-full"
      {...(onPick ? pickHandlers(turns, width, onPick) : {})}
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <path d={`M${LEFT} ${y(most * share)}H${width - RIGHT}`} stroke="#2f2e6b" shape-rendering="crispEdges" />
          <Label x={LEFT - 8} y={y(most * share) + 4} anchor="end" text={figure(most * share)} />
        </g>
      ))}
      <Label x={LEFT} y={HEIGHT - 6} anchor="start" text={`${unit} ${first}`} />
      <Label x={width - RIGHT} y={HEIGHT - 6} anchor="end" text={`${unit} ${last}`} />
      {lines}
      {marked !== undefined && (
        <path
          d={`M${x(marked).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}`}
          stroke="#edf171"
          stroke-width={2}
          shape-rendering="crispEdges"
        />
      )}
    </svg>
  );
}

interface LinesProps {
  readonly x: (turn: number) => number;
  readonly y: (value: number) => number;
  readonly turns: readonly number[];
  readonly values: readonly (readonly number[])[];
  readonly seats: number;
  /** Where the letters of the seats stand. */
  readonly right: number;
}

function Lines({ x, y, turns, values, seats, right }: LinesProps) {
  const styles = seatStyles(useSeatPalette());
  const final = values.at(-1) ?? [];
  const heights = Array.from({ length: seats }, (_, seat) => y(final[seat] ?? 0));
  return (
    <>
      {heights.map((height, seat) => {
        const style = styles[seat];
        if (!style) return null;
        const points = turns.map((turn, i) => `${x(turn).toFixed(1)},${y(values[i]?.[seat] ?? 0).toFixed(1)}`);
        const crowded = heights.slice(0, seat).filter((other) => Math.abs(other - height) < 10).length;
        return (
          <g key={style.letter}>
            <polyline
              points={points.join(" ")}
              fill="none"
              stroke={style.light}
              stroke-width={2.5}
              stroke-dasharray={DASHES[seat % DASHES.length] ?? ""}
            />
            <Label x={right + 6 + crowded * 8} y={height + 4} anchor="start" text={style.letter} colour={style.light} />
          </g>
        );
      })}
    </>
  );
}

function Label(props: {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
  readonly text: string;
  readonly colour?: string;
}) {
  return (
    <text x={props.x} y={props.y} fill={props.colour ?? "#a8a6da"} font-size={12} text-anchor={props.anchor}>
      {props.text}
    </text>
  );
}

/** Chooses turns with the mouse or a finger, by a click or a drag. */
function pickHandlers(turns: readonly number[], width: number, pick: (turn: number) => void) {
  const choose = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const x = ((event.clientX - box.left) / Math.max(1, box.width)) * width;
    const [first, last] = ends(turns);
    const share = Math.min(1, Math.max(0, (x - LEFT) / (width - LEFT - RIGHT)));
    pick(Math.round(first + share * (last - first)));
  };
  return {
    style: { cursor: "ew-resize", touchAction: "pan-y" },
    onPointerDown(event: PointerEvent) {
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      choose(event);
    },
    onPointerMove(event: PointerEvent) {
      if (event.buttons) choose(event);
    },
  };
}

function ends(turns: readonly number[]): readonly [number, number] {
  const first = turns[0] ?? 0;
  return [first, Math.max(first + 1, turns.at(-1) ?? 1)];
}

/** The largest number on the scale, and where a value lies in the picture. */
function scaleOf(values: readonly (readonly number[])[]) {
  const most = roundUp(Math.max(1, ...values.flat()));
  return { most, y: (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM) };
}

/** Where a turn lies in the picture. */
function across(turns: readonly number[], width: number): (turn: number) => number {
  const [first, last] = ends(turns);
  return (turn) => LEFT + ((turn - first) / (last - first)) * (width - LEFT - RIGHT);
}

/** Every second, third, ... point of long series; the last one always. */
function thinned(series: ChartSeries): ChartSeries {
  const step = Math.ceil(series.turns.length / MAX_POINTS);
  if (step <= 1) return series;
  const some = <T,>(list: readonly T[]) => list.filter((_, i) => i % step === 0 || i === list.length - 1);
  return { turns: some(series.turns), tiles: some(series.tiles), armies: some(series.armies) };
}

/** A round number at or above a value, with a round half: little of the picture stays empty above the lines. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

function figure(value: number): string {
  return value >= 10_000
    ? formatNumber(value, { notation: "compact" })
    : formatNumber(value, { maximumFractionDigits: 1 });
}
