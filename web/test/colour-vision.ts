/** Simulates how people with different colour vision see colours, and how far apart colours are for them. */

import { rgb } from "../src/palette";

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/**
 * What a dichromat sees of linear red, green and blue (Machado, Oliveira and Fernandes, "A Physiologically-based Model
 * for Simulation of Color Vision Deficiency", 2009, severity 1.0).
 */
const SIMULATIONS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;

export type ColourVision = keyof typeof SIMULATIONS;

/** From linear sRGB to the cones of OKLab, and from their cube roots to lightness, green-red and blue-yellow (Ottosson, 2020). */
const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

const applied = (matrix: Matrix, [x, y, z]: Vector): Vector => {
  const row = ([a, b, c]: Vector) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
};

const each = ([x, y, z]: Vector, change: (part: number) => number): Vector => [change(x), change(y), change(z)];

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** A colour in OKLab as somebody sees it. */
function perceived(colour: string, vision: ColourVision): Vector {
  const seen = each(applied(SIMULATIONS[vision], each(rgb(colour), linear)), (part) => Math.min(1, Math.max(0, part)));
  return applied(TO_LAB, each(applied(TO_CONES, seen), Math.cbrt));
}

/** How far apart two colours are for somebody, in OKLab: black and white are 1 apart, just noticeable is about 0.02. */
export function distance(one: string, other: string, vision: ColourVision): number {
  const [a, b] = [perceived(one, vision), perceived(other, vision)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The distance between the two of these colours that are most alike. */
export function leastDistance(colours: readonly string[], vision: ColourVision): number {
  return Math.min(...colours.flatMap((one, i) => colours.slice(i + 1).map((other) => distance(one, other, vision))));
}
