/** Functions stay short enough to be read at once. */

import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";

const MAX_LINES = 60;
const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** All functions below a node, nested ones too. */
function functionsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(functionsIn);
  if (!isNode(value)) return [];
  const inside = Object.values(value).flatMap(functionsIn);
  return FUNCTIONS.includes(value.type) ? [value, ...inside] : inside;
}

/** `path:line length` of each function that is too long. */
function longFunctions(path: string): string[] {
  const source = readFileSync(path, "utf-8");
  const program = parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" });
  const line = (at: number) => source.slice(0, at).split("\n").length;
  return functionsIn(program.body)
    .map(({ start, end }) => ({ first: line(start), lines: line(end) - line(start) + 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ first, lines }) => `${path}:${first} ${lines} lines`);
}

test(`no function has more than ${MAX_LINES} lines`, () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf-8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".gen.ts"))
    .map((name) => `src/${name}`);
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(longFunctions)).toEqual([]);
});
