import { describe, expect, it } from "vitest";

import * as address from "../src/dungeon/address";
import { DOWN, IN_SIGHT, NEVER_SEEN, REMEMBERED } from "../src/dungeon/board";
import { finished, phaseDurations, progressAt, DigAnimation } from "../src/dungeon/dig-animation";
import { afterStep, beginWalk, walkSummary, pathTo, type Walk } from "../src/dungeon/walk";
import { centred, moved } from "../src/dungeon/c64-window";
import type { DungeonChoices, Plan, Stood, Walked } from "../src/protocol";

const option = (name: string, least: number, most: number, usual: number, whole = true) => ({
  name,
  meaning: "",
  least,
  most,
  usual,
  whole,
});
const CHOICES: DungeonChoices = {
  profiles: [
    { name: "classic", firstSeed: "0", lastSeed: "18446744073709551615", hasOptions: true },
    { name: "c64", firstSeed: "1", lastSeed: "255", hasOptions: false },
  ],
  options: [
    option("width", 24, 255, 72),
    option("room_min", 3, 12, 4),
    option("room_max", 3, 12, 8),
    option("secret_share", 0, 1, 0.5, false),
    option("loops", 0, 64, 0),
  ],
  files: [],
  largestBoard: 100,
};

const validated = (path: string) => {
  const [seed, query] = path.split("?");
  return address.validate(address.requestOf(seed!, new URLSearchParams(query)), CHOICES);
};
const dug = (path: string) => {
  const found = validated(path);
  if ("problems" in found) throw new Error(JSON.stringify(found.problems));
  return found.spec;
};
const problems = (path: string) => {
  const found = validated(path);
  return "problems" in found ? found.problems : {};
};

describe("addresses of dungeons", () => {
  it("say which dungeon is meant and give it again, without what is as usual", () => {
    const spec = dug("18446744073709551615?loops=2&width=72&secret_share=0,25");
    expect(spec).toEqual({
      seed: "18446744073709551615",
      profile: "classic",
      options: { loops: 2, secret_share: 0.25 },
    });
    const viewOptions = { view: "player", look: "c64", walk: true } as const;
    const written = address.addressOf(spec, viewOptions);
    expect(written).toBe("/dungeon/18446744073709551615?walk&view=player&look=c64&loops=2&secret_share=0.25");
    const query = new URLSearchParams(written.split("?")[1]);
    expect(address.viewOptionsOf(query)).toEqual(viewOptions);
    expect(address.validate(address.requestOf(spec.seed, query), CHOICES)).toEqual({ spec });
    expect(address.addressOf(dug("007"), { view: "keeper", look: "map", walk: false })).toBe("/dungeon/7");
  });

  it("that cannot be met are refused in words that say what is possible", () => {
    expect(problems("seven")["seed"]).toContain("a whole number");
    expect(problems("18446744073709551616")["seed"]).toContain("from 0 to 18446744073709551615");
    expect(problems("256?profile=c64")["seed"]).toBe("The profile c64 has the seeds from 1 to 255.");
    expect(problems("7?profile=c65")["profile"]).toContain("classic and c64");
    expect(problems("7?width=23")).toEqual({ width: "Width: a whole number from 24 to 255." });
    expect(problems("7?loops=1.5")).toEqual({ loops: "Loops: a whole number from 0 to 64." });
    expect(problems("7?loops=")).toEqual({ loops: "Loops: a whole number from 0 to 64." });
    expect(problems("7?secret_share=2")).toEqual({ secret_share: "Secret share: a share from 0 to 1." });
    expect(problems("7?lops=1")["lops"]).toContain("width, room_min, room_max, secret_share and loops");
    expect(problems("7?room_min=9")["room_max"]).toContain("Rooms from 9 to 8");
    expect(problems("7?profile=c64&loops=1")["profile"]).toContain("Choose classic");
    expect(Object.keys(problems("x?width=1&loops=99"))).toEqual(["seed", "width", "loops"]);
  });

  it("lead to the next seed, and from the last one to the first", () => {
    const [classic, c64] = CHOICES.profiles;
    expect(address.nextSeed("9007199254740993", classic!)).toBe("9007199254740994");
    expect(address.nextSeed("18446744073709551615", classic!)).toBe("0");
    expect(address.nextSeed("255", c64!)).toBe("1");
    expect([0, 0.5, 0.999999].map((chance) => address.randomSeed(c64!, chance))).toEqual(["1", "128", "255"]);
    expect(address.randomSeed(classic!, 0.999999)).toBe("999999");
  });

  it("are a command too", () => {
    expect(address.command(dug("7?room_min=5"), "player", "png")).toBe(
      "duskfall dungeon new --seed 7 --room-min 5 --view player --out dungeon.png",
    );
  });
});

const PLAN: Plan = {
  width: 3,
  height: 2,
  camera: 0,
  attempt: 0,
  phases: [
    {
      name: "Building Rooms",
      share: 0,
      steps: [
        [0, 2, 1, 1],
        [2, 2],
      ],
    },
    { name: "Connecting Rooms", share: 0.25, steps: [[1, 3]] },
    { name: "Finalizing", share: 1, steps: [] },
  ],
  marks: [2, 8],
  counts: [],
};

describe("digging", () => {
  it("goes through the phases in their order, each as long as it can be enjoyed", () => {
    const lengths = phaseDurations(PLAN);
    const at = (ms: number) => progressAt(PLAN, lengths, ms);
    expect(at(0)).toEqual({ phase: 0, steps: 0, share: 0, done: false });
    expect(at(lengths[0]! / 2)).toMatchObject({ phase: 0, steps: 1, share: 0.125 });
    expect(at(lengths[0]!)).toMatchObject({ phase: 1, steps: 0, share: 0.25 });
    expect(at(Infinity)).toEqual({ phase: 3, steps: 0, share: 1, done: true });
    const many = { ...PLAN, phases: [{ ...PLAN.phases[0]!, steps: Array<number[]>(2000).fill([0, 2]) }] };
    expect(phaseDurations(many)[0]).toBeLessThan(4000);
  });

  it("leaves what is dug and ends with the map and its marks", () => {
    const site = new DigAnimation(PLAN);
    site.digTo({ phase: 0, steps: 1, share: 0, done: false });
    expect([...site.dungeon.looks]).toEqual([2, 1, 0, 0, 0, 0]);
    const before = site.dungeon;
    site.digTo({ phase: 1, steps: 1, share: 0, done: false });
    expect([...site.dungeon.looks]).toEqual([2, 3, 2, 0, 0, 0]);
    expect([...before.looks]).toEqual([2, 1, 0, 0, 0, 0]);
    expect([...finished(PLAN).looks]).toEqual([2, 3, 8, 0, 0, 0]);
  });
});

const stood = (tile: number, sight: number[], told = ""): Stood => ({ tile, sight, told });
const piece = (...moments: Stood[]): Walked => ({ width: 4, height: 2, stood: moments, found: [], taken: [] });

describe("walking", () => {
  const start = beginWalk(piece(stood(0, [0, 4, 1, 2])));

  it("remembers what was seen and marks what is in sight", () => {
    expect([...start.dungeon.seen!]).toEqual([2, 2, 0, 0, 0, 0, 0, 0]);
    const next = stood(1, [1, 2, 2, DOWN]);
    const walk = afterStep(start, next, piece(next));
    expect([...walk.dungeon.seen!].slice(0, 4)).toEqual([REMEMBERED, IN_SIGHT, IN_SIGHT, NEVER_SEEN]);
    expect([...walk.dungeon.looks].slice(0, 4)).toEqual([4, 2, DOWN, 0]);
    expect([walk.steps, walk.dungeon.hero, walk.arrived]).toEqual([1, 1, false]);
    expect([...start.dungeon.seen!]).toEqual([2, 2, 0, 0, 0, 0, 0, 0]);
  });

  it("arrives once, and a search on the stairs is no arrival", () => {
    const on = stood(2, [2, DOWN], "The stairs down.");
    const there = afterStep({ ...start, tile: 1 }, on, piece(on));
    expect([there.arrived, there.told]).toEqual([true, "The stairs down."]);
    const searched = afterStep(there, on, piece(on));
    expect([searched.arrived, searched.steps]).toEqual([false, 1]);
  });

  it("has taken only what it came past when it is broken off", () => {
    const walked = { ...piece(stood(1, [1, 2]), stood(2, [2, 2])), taken: [2] };
    const half = afterStep(start, walked.stood[0]!, walked);
    expect(half.taken).toEqual([]);
    expect(afterStep(half, walked.stood[1]!, walked).taken).toEqual([2]);
  });

  it("finds the shortest way over ground that was seen and no other", () => {
    const known: Walk = {
      ...start,
      dungeon: {
        width: 4,
        height: 2,
        looks: Uint8Array.of(4, 1, 2, 2, 2, 2, 2, 2),
        seen: Uint8Array.of(2, 2, 2, 2, 1, 2, 2, 0),
        hero: 0,
      },
    };
    expect(pathTo(known, 3)).toBe("sddwd");
    expect(pathTo(known, 7)).toBe(null);
    expect(pathTo(known, 1)).toBe(null);
    expect(pathTo(known, 0)).toBe("");
  });

  it("is summed up in words", () => {
    expect(walkSummary({ ...start, steps: 1, found: [3, 4], taken: [] })).toBe("1 step, 2 secrets, 0 treasures");
  });
});

describe("the window of 40 by 25", () => {
  const map = { width: 72, height: 72 };

  it("moves by tiles and stops where the map ends", () => {
    expect(moved({ x: 0, y: 0 }, 1, -1, map)).toEqual({ x: 1, y: 0 });
    expect(moved({ x: 31, y: 47 }, 5, 5, map)).toEqual({ x: 32, y: 47 });
    expect(moved({ x: 0, y: 0 }, 3, 3, { width: 24, height: 24 })).toEqual({ x: 0, y: 0 });
  });

  it("brings a tile to its middle", () => {
    expect(centred(36 * 72 + 36, map)).toEqual({ x: 16, y: 24 });
    expect(centred(0, map)).toEqual({ x: 0, y: 0 });
  });
});
