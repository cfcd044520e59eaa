import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { fitting } from "../src/canvas/camera";
import * as address from "../src/dungeon/address";
import { IN_SIGHT, NEVER_SEEN, REMEMBERED, tileAway } from "../src/dungeon/board";
import { centred, moved, showing } from "../src/dungeon/c64-window";
import { DigAnimation, finished, phaseDurations, progressAt } from "../src/dungeon/dig-animation";
import { mapKeys } from "../src/dungeon/keys";
import { presentKinds } from "../src/dungeon/legend";
import { numberSize } from "../src/dungeon/map-canvas";
import { MAP_ID } from "../src/dungeon/map-focus";
import { problemText } from "../src/dungeon/problems";
import { DungeonSession } from "../src/dungeon/session";
import * as names from "../src/dungeon/texts";
import { FLAT, sizes } from "../src/dungeon/tiles";
import { afterStep, beginWalk, pathTo, type Walk } from "../src/dungeon/walk";
import { eventText, walkSummary } from "../src/dungeon/walk-texts";
import { setLanguage } from "../src/language";
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
  kinds: [
    { name: "empty", walkable: false },
    { name: "wall", walkable: false },
    { name: "floor", walkable: true },
    { name: "door", walkable: true },
    { name: "up", walkable: true },
  ],
  largestBoard: 100,
  keysAtOnce: 64,
};

beforeEach(() => setLanguage("en"));

const validated = (path: string) => {
  const [seed, query] = path.split("?");
  return address.validate(address.requestOf(seed!, new URLSearchParams(query), CHOICES), CHOICES);
};
const dug = (path: string) => {
  const found = validated(path);
  if ("problems" in found) throw new Error(JSON.stringify(found.problems));
  return found.spec;
};
const problems = (path: string) => {
  const found = validated(path);
  const wrong = Object.entries("problems" in found ? found.problems : {});
  return Object.fromEntries(
    wrong.map(([field, problem]) => [field, problem.kind === "refused" ? "" : problemText(problem)]),
  );
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
    expect(address.validate(address.requestOf(spec.seed, query, CHOICES), CHOICES)).toEqual({ spec });
    expect(address.addressOf(dug("007"), { view: "keeper", look: "map", walk: false })).toBe("/dungeon/7");
  });

  it("that cannot be met are refused in words that say what is possible", () => {
    expect(problems("seven").seed).toContain("a whole number");
    expect(problems("18446744073709551616").seed).toContain("from 0 to 18446744073709551615");
    expect(problems("256?profile=c64").seed).toBe("The profile c64 has the seeds from 1 to 255.");
    expect(problems("7?profile=c65").profile).toContain("classic and c64");
    expect(problems("7?width=23")).toEqual({ width: "Width: a whole number from 24 to 255." });
    expect(problems("7?loops=1.5")).toEqual({ loops: "Loops: a whole number from 0 to 64." });
    expect(problems("7?loops=")).toEqual({ loops: "Loops: a whole number from 0 to 64." });
    expect(problems("7?secret_share=2")).toEqual({ secret_share: "Secret share: a share from 0 to 1." });
    expect(problems("7?room_min=9").room_max).toContain("Rooms from 9 to 8");
    expect(problems("7?profile=c64&loops=1").profile).toContain("Choose classic");
    expect(Object.keys(problems("x?width=1&loops=99"))).toEqual(["seed", "width", "loops"]);
  });

  it("of others, with names that no option has, give the dungeon all the same", () => {
    expect(dug("7?utm_source=x&loops=2&fbclid=")).toEqual({ seed: "7", profile: "classic", options: { loops: 2 } });
    const misspelt = (query: string) => address.misspeltOptions(new URLSearchParams(query), CHOICES);
    expect(misspelt("utm_source=x&loops=2&walk")).toEqual([]);
    expect(misspelt("lops=2&Widht=9&room-min=3&wdth=30")).toEqual([
      { name: "lops", meant: "loops" },
      { name: "room-min", meant: "room_min" },
      { name: "wdth", meant: "width" },
    ]);
  });

  it("are refused in German too", () => {
    setLanguage("de");
    expect(problems("seven")).toEqual({
      seed: "Ein Seed ist eine ganze Zahl mit bis zu 20 Ziffern, zum Beispiel 2556.",
    });
    expect(problems("7?width=23&secret_share=2")).toEqual({
      width: "Breite: eine ganze Zahl von 24 bis 255.",
      secret_share: "Geheimanteil: ein Anteil von 0 bis 1.",
    });
    expect(problems("7?profile=c65").profile).toBe("Ein Profil „c65“ gibt es nicht. Es gibt classic und c64.");
  });

  it("leave to the form what it can show", () => {
    const request = address.requestOf("7", new URLSearchParams("profile=c65&lops=2&loops=x"), CHOICES);
    expect(address.formRequest(request, CHOICES)).toEqual({ seed: "7", profile: "classic", options: { loops: "x" } });
    const original = address.requestOf("7", new URLSearchParams("profile=c64&loops=2"), CHOICES);
    expect(address.formRequest(original, CHOICES)).toEqual({ seed: "7", profile: "c64", options: {} });
    expect(address.countChosen(original, CHOICES)).toBe(2);
    expect(address.countChosen(address.requestOf("7", new URLSearchParams("loops=0"), CHOICES), CHOICES)).toBe(0);
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
  rooms: [],
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
    expect([...site.dungeon.kinds]).toEqual([2, 1, 0, 0, 0, 0]);
    const before = site.dungeon;
    site.digTo({ phase: 1, steps: 1, share: 0, done: false });
    expect([...site.dungeon.kinds]).toEqual([2, 3, 2, 0, 0, 0]);
    expect([...before.kinds]).toEqual([2, 1, 0, 0, 0, 0]);
    expect([...finished(PLAN).kinds]).toEqual([2, 3, 8, 0, 0, 0]);
  });
});

const stood = (tile: number, sight: number[], more: Partial<Stood> = {}): Stood => ({
  tile,
  sight,
  event: null,
  told: "",
  found: [],
  taken: [],
  ...more,
});
const piece = (...moments: Stood[]): Walked => ({
  width: 4,
  height: 2,
  stood: moments,
  found: [],
  taken: [],
  secrets: 7,
  treasures: 1,
});
const DOWN = 5;

describe("walking", () => {
  const start = beginWalk(piece(stood(0, [0, 4, 1, 2])));

  it("remembers what was seen and marks what is in sight", () => {
    expect([...start.dungeon.seen!]).toEqual([2, 2, 0, 0, 0, 0, 0, 0]);
    const walk = afterStep(start, stood(1, [1, 2, 2, DOWN]));
    expect([...walk.dungeon.seen!].slice(0, 4)).toEqual([REMEMBERED, IN_SIGHT, IN_SIGHT, NEVER_SEEN]);
    expect([...walk.dungeon.kinds].slice(0, 4)).toEqual([4, 2, DOWN, 0]);
    expect([walk.steps, walk.dungeon.hero, walk.event]).toEqual([1, 1, null]);
    expect([...start.dungeon.seen!]).toEqual([2, 2, 0, 0, 0, 0, 0, 0]);
  });

  it("arrives when the server says so, and a search on the stairs is no arrival", () => {
    const there = afterStep({ ...start, tile: 1 }, stood(2, [2, DOWN], { event: "stairs" }));
    expect([there.event, eventText(there)]).toEqual(["stairs", "The stairs down."]);
    const searched = afterStep(there, stood(2, [2, DOWN], { event: "nothing" }));
    expect([searched.event, searched.steps]).toEqual(["nothing", 1]);
  });

  it("has found and taken only what it came past when it is broken off", () => {
    const [first, second] = [stood(1, [1, 2]), stood(2, [2, 2], { taken: [2], found: [6, 7], event: "treasure" })];
    const half = afterStep(start, first);
    expect([half.found, half.taken]).toEqual([[], []]);
    const whole = afterStep(half, second);
    expect([whole.found, whole.taken, whole.foundNow]).toEqual([[6, 7], [2], 2]);
  });

  it("finds the shortest way over ground that was seen and can be entered, and no other", () => {
    const known: Walk = {
      ...start,
      dungeon: {
        width: 4,
        height: 2,
        kinds: Uint8Array.of(4, 1, 2, 2, 2, 2, 2, 2),
        seen: Uint8Array.of(2, 2, 2, 2, 1, 2, 2, 0),
        hero: 0,
      },
    };
    expect(pathTo(known, 3, CHOICES.kinds)).toBe("sddwd");
    expect(pathTo(known, 7, CHOICES.kinds)).toBe(null);
    expect(pathTo(known, 1, CHOICES.kinds)).toBe(null);
    expect(pathTo(known, 0, CHOICES.kinds)).toBe("");
    const closed = CHOICES.kinds.map((kind) => ({ ...kind, walkable: kind.name === "up" }));
    expect(pathTo(known, 3, closed)).toBe(null);
  });

  it("is summed up in words", () => {
    const walk = { ...start, steps: 1, found: [3, 4], taken: [] };
    expect(walkSummary(walk)).toBe("1\u00a0step, 2\u00a0of\u00a07\u00a0secrets, 0\u00a0of\u00a01\u00a0treasure");
    expect(eventText({ event: "secrets", foundNow: 2, steps: 1 })).toBe("You found 2 secrets!");
    setLanguage("de");
    expect(walkSummary(walk)).toBe(
      "1\u00a0Schritt, 2\u00a0von\u00a07\u00a0Geheimnissen, 0\u00a0von\u00a01\u00a0Schatz",
    );
    expect(eventText({ event: "secrets", foundNow: 1, steps: 1 })).toBe("Du hast ein Geheimnis entdeckt!");
    expect(eventText({ event: null, foundNow: 0, steps: 1 })).toBe("");
  });
});

describe("names", () => {
  it("are German where the table has them, and the server's own where it has not", () => {
    const count = { name: "secret_rooms", meaning: "rooms behind a secret door", value: 3 };
    expect([names.countLabel(count), names.countMeaning(count)]).toEqual([
      "Secret rooms",
      "rooms behind a secret door",
    ]);
    setLanguage("de");
    expect([names.countLabel(count), names.countMeaning(count)]).toEqual([
      "Geheimräume",
      "Räume hinter einer Geheimtür",
    ]);
    expect(names.countLabel({ ...count, name: "new_things" })).toBe("New things");
    expect(names.phaseName({ name: "Placing Stairs" })).toBe("Treppen setzen");
  });
});

/** Answers requests of a session by their address. */
function serve(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const found = Object.entries(answers).find(([part]) => path.includes(part))?.[1];
    return found === undefined
      ? new Response(JSON.stringify({ code: "IMPOSSIBLE", message: "no" }), {
          status: 409,
          headers: { "content-type": "application/json" },
        })
      : new Response(JSON.stringify(found), { headers: { "content-type": "application/json" } });
  });
  return asked;
}

describe("a session", () => {
  const addresses: (readonly [string, boolean])[] = [];
  const opened = (path: string) => {
    const [seed, search] = path.split("?");
    const query = new URLSearchParams(search);
    const session = new DungeonSession(
      CHOICES,
      address.requestOf(seed!, query, CHOICES),
      address.viewOptionsOf(query),
      (to, push) => addresses.push([to, push]),
    );
    session.open();
    return session;
  };
  beforeEach(() => {
    addresses.length = 0;
    sessionStorage.clear();
    vi.stubGlobal("matchMedia", () => ({ matches: true })); // little motion
  });
  afterEach(() => vi.unstubAllGlobals());

  it("shows the map of its address and keeps what stands in the form", async () => {
    serve({ "/plan": PLAN });
    const session = opened("7?loops=2");
    await vi.waitFor(() => expect(session.state.progress?.done).toBe(true));
    expect([...session.state.dungeon.kinds]).toEqual([2, 3, 8, 0, 0, 0]);
    session.editOption("width", "30");
    expect(session.state.draft.options).toEqual({ loops: "2", width: "30" });
    session.dig();
    expect(session.state.spec?.options).toEqual({ loops: 2, width: 30 });
    expect(addresses).toEqual([
      ["/dungeon/7?loops=2", false],
      ["/dungeon/7?width=30&loops=2", true],
    ]);
  });

  it("keeps the map when the form is wrong, and shows none when the server refuses it", async () => {
    serve({ "7/plan": PLAN });
    const session = opened("7");
    await vi.waitFor(() => expect(session.state.plan).not.toBe(null));
    session.editOption("width", "1");
    session.dig();
    expect([Object.keys(session.state.problems), session.state.plan]).toEqual([["width"], PLAN]);
    session.editOption("width", "72");
    session.edit({ seed: "8" });
    session.dig();
    await vi.waitFor(() => expect(session.state.problems[""]?.kind).toBe("refused"));
    expect([session.state.spec, session.state.plan]).toEqual([null, null]);
  });

  it("keeps the options of the address while the form hides them", () => {
    serve({ "/plan": PLAN });
    const session = opened("7?profile=c64&loops=2");
    expect(session.state.problems.profile?.kind).toBe("no options");
    session.edit({ profile: "classic" });
    session.dig();
    expect(addresses).toEqual([["/dungeon/7?loops=2", true]]);
    session.close();
  });

  it("can be asked again when the server did not answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new Error("away")));
    const session = opened("7");
    await vi.waitFor(() => expect(session.state.failure?.code).toBe("NO_ANSWER"));
    serve({ "/plan": PLAN });
    session.retry();
    await vi.waitFor(() => expect(session.state.plan).toEqual(PLAN));
    expect(session.state.failure).toBe(null);
  });

  it("sends the keys again that were not answered when somebody tries again on foot", async () => {
    serve({ "/walk": piece(stood(0, [0, 4, 1, 2])) });
    const session = opened("7?walk");
    await vi.waitFor(() => expect(session.state.walk?.tile).toBe(0));
    vi.stubGlobal("fetch", () => Promise.reject(new Error("away")));
    session.step("d");
    await vi.waitFor(() => expect(session.state.failure?.code).toBe("NO_ANSWER"));
    const asked = serve({ "keys=d": piece(stood(1, [0, 4, 1, 2])) });
    session.retry();
    await vi.waitFor(() => expect(session.state.walk?.tile).toBe(1));
    expect([asked, session.state.failure]).toEqual([["/api/dungeons/7/walk?at=0&keys=d"], null]);
    session.close();
  });

  it("goes on with a walk after a look from above and in a page that was loaded again, until it starts over", async () => {
    const second = stood(1, [1, 2], { event: "secrets", found: [6] });
    serve({
      "keys=d": piece(second),
      "at=1": piece(stood(1, [1, 2])),
      "/walk": piece(stood(0, [0, 4])),
      "/plan": PLAN,
    });
    const session = opened("7?walk");
    await vi.waitFor(() => expect(session.state.walk?.tile).toBe(0));
    session.step("d");
    await vi.waitFor(() => expect(session.state.walk?.steps).toBe(1));
    session.setViewOptions({ walk: false });
    await vi.waitFor(() => expect(session.state.progress?.done).toBe(true));
    session.setViewOptions({ walk: true });
    await vi.waitFor(() => expect(session.state.walk?.event).toBe("resumed"));
    expect(eventText(session.state.walk!)).toBe("You go on where you stood.");
    session.keepWalk(); // as a page does that is left
    const again = opened("7?walk");
    await vi.waitFor(() => expect(again.state.walk?.steps).toBe(1));
    expect([again.state.walk?.tile, again.state.walk?.found]).toEqual([1, [6]]);
    expect([...again.state.dungeon.seen!].slice(0, 3)).toEqual([REMEMBERED, IN_SIGHT, NEVER_SEEN]);
    again.startOver();
    await vi.waitFor(() => expect(again.state.walk?.tile).toBe(0));
    expect([again.state.walk?.steps, again.state.walk?.found]).toEqual([0, []]);
    session.close();
    again.close();
  });

  it("begins anew when the dungeon has changed since a walk was kept", async () => {
    serve({ "/walk": piece(stood(1, [1, 2])) });
    const before = opened("9?walk");
    await vi.waitFor(() => expect(before.state.walk?.tile).toBe(1));
    before.close();
    vi.stubGlobal("fetch", async (path: string) => {
      const gone = path.includes("at=1");
      const answer = gone ? { code: "INCONSISTENT", message: "no ground" } : piece(stood(0, [0, 4]));
      return new Response(JSON.stringify(answer), {
        status: gone ? 409 : 200,
        headers: { "content-type": "application/json" },
      });
    });
    const after = opened("9?walk");
    await vi.waitFor(() => expect(after.state.walk?.tile).toBe(0));
    expect(after.state.failure).toBe(null);
    after.close();
  });

  it("walks to a tile that was seen, says when no way is known, and goes down the stairs", async () => {
    const asked = serve({
      "keys=d": piece(stood(1, [0, 4, 1, 2, 2, 5], { event: "stairs" })),
      "/walk": piece(stood(0, [0, 4, 1, 2])),
    });
    const session = opened("7?walk");
    await vi.waitFor(() => expect(session.state.walk?.tile).toBe(0));
    session.walkTo(7);
    expect(session.state.walk?.event).toBe("no way");
    expect([session.descend(), asked.length]).toEqual([false, 1]);
    session.walkTo(1);
    await vi.waitFor(() => expect(session.state.arrived).toBe(true));
    expect(asked.at(-1)).toBe("/api/dungeons/7/walk?at=0&keys=d");
    expect(session.descend()).toBe(true);
    expect([session.state.spec?.seed, session.state.draft.seed, session.state.arrived]).toEqual(["8", "8", false]);
    expect(addresses.at(-1)).toEqual(["/dungeon/8?walk", true]);
    session.close();
  });
});

describe("the map", () => {
  it("has a plain colour of its own for each kind, so that treasure and stairs are told apart at every zoom", () => {
    expect(new Set(FLAT).size).toBe(FLAT.length);
  });

  it("fits with 255 tiles a side into a narrow window", () => {
    const window = { width: 320, height: 300 };
    const { size } = fitting({ width: 255, height: 255 }, window, sizes(1));
    expect(255 * size).toBeLessThanOrEqual(300);
  });

  it("writes all room numbers in one size that fits the smallest room, or none", () => {
    const rooms = [
      [1, 1, 8, 8],
      [20, 1, 4, 6],
    ] as const;
    expect(numberSize(rooms as never, 8, 1)).toBe(16);
    expect(numberSize(rooms as never, 16, 2)).toBe(32);
    expect(numberSize(rooms as never, 3, 1)).toBe(null);
  });

  it("lists in its legend what is to be seen on it", () => {
    const kinds = Uint8Array.of(1, 3, 8, 6, 7, 5);
    const above = { width: 3, height: 2, kinds, seen: null, hero: null };
    expect(presentKinds(above, "map")).toEqual([3, 5, 6, 7, 8]);
    expect(presentKinds(above, "c64")).toEqual([3, 5, 6]);
    expect(presentKinds({ ...above, seen: Uint8Array.of(2, 2, 2, 0, 0, 0) }, "c64")).toEqual([3, 8]);
  });
});

describe("keys of the map", () => {
  const actions = () => {
    const done: string[] = [];
    const note =
      (name: string) =>
      (...args: unknown[]) => {
        done.push([name, ...args].join(" "));
        return true;
      };
    const names = "step inspect enter leaveTile search toggleWalk toggleLook zoom fit another showHelp".split(" ");
    return { done, keys: mapKeys(Object.fromEntries(names.map((name) => [name, note(name)])) as never) };
  };
  const press = (code: string, target: Element, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent("keydown", { code, bubbles: true, ...more });
    Object.defineProperty(event, "target", { value: target });
    return event;
  };

  it("walk by letters anywhere, and by arrows only from the section of the map, where they do not scroll", () => {
    const { done, keys } = actions();
    const map = document.createElement("div");
    map.className = "dungeon-map";
    keys.KeyA!(press("KeyA", document.body));
    expect(keys.ArrowUp!(press("ArrowUp", document.body))).toBe(false);
    expect(keys.Space!(press("Space", document.body))).toBe(false);
    keys.ArrowUp!(press("ArrowUp", map));
    keys.ArrowLeft!(press("ArrowLeft", map, { shiftKey: true }));
    keys.Space!(press("Space", map));
    expect(done).toEqual(["step a -1 0 false", "step w 0 -1 false", "inspect -1 0", "another"]);
  });

  it("take the focus to the map when arrows are used on one of its buttons, so that Enter goes down the stairs", () => {
    document.body.innerHTML = `<section class="dungeon-map"><button></button><div id="${MAP_ID}" tabindex="0"></div></section>`;
    const { done, keys } = actions();
    const button = document.querySelector("button")!;
    button.focus();
    keys.ArrowUp!(press("ArrowUp", button));
    expect(document.activeElement?.id).toBe(MAP_ID);
    keys.Enter!(press("Enter", document.activeElement!));
    expect(done).toEqual(["step w 0 -1 false", "enter"]);
    document.body.innerHTML = "";
  });

  it("move the cursor as far as the map goes", () => {
    const map = { width: 4, height: 2 };
    expect([tileAway(map, 0, 1, 0), tileAway(map, 0, -1, 0), tileAway(map, 3, 1, 1), tileAway(map, 4, 0, 1)]).toEqual([
      1, 0, 7, 4,
    ]);
  });
});

describe("the window of 40 by 25", () => {
  const map = { width: 72, height: 72 };

  it("moves by tiles and stops where the map ends", () => {
    expect(moved({ x: 0, y: 0 }, 1, -1, map)).toEqual({ x: 1, y: 0 });
    expect(moved({ x: 31, y: 47 }, 5, 5, map)).toEqual({ x: 32, y: 47 });
    expect(moved({ x: 0, y: 0 }, 3, 3, { width: 24, height: 24 })).toEqual({ x: 0, y: 0 });
  });

  it("moves no further than it must to show a tile", () => {
    expect(showing({ x: 10, y: 10 }, 12 * 72 + 12, map)).toEqual({ x: 10, y: 10 });
    expect(showing({ x: 10, y: 10 }, 5 * 72 + 60, map)).toEqual({ x: 21, y: 5 });
  });

  it("brings a tile to its middle", () => {
    expect(centred(36 * 72 + 36, map)).toEqual({ x: 16, y: 24 });
    expect(centred(0, map)).toEqual({ x: 0, y: 0 });
  });
});
