import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import {
  name,
  nameChanges,
  nameProblem,
  newNameProblem,
  rename,
  saveSeatToken,
  seatToken,
  spellingProblem,
} from "../src/identity";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("names", () => {
  it.each(["Isolde", "Umber Fox 68", "Gödel", "🐉", "%E0%A4%A", "a/b"])("may be %s", (good) => {
    expect(nameProblem(good)).toBeNull();
  });

  it.each(["Tom & Ann", "<b>", 'the "Fox"', " Isolde", "Iso\u200blde", "Iso\u00a0lde", "Iso\nlde", "\ue000"])(
    "may not be %j, which the server refuses",
    (bad) => {
      expect(spellingProblem(bad)).not.toBeNull();
      expect(nameProblem(bad)).toBe(spellingProblem(bad));
    },
  );

  it("that no server takes are forgotten", () => {
    rename("Tom & Ann");
    expect(name()).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d\d$/);
    rename("Isolde");
    expect(name()).toBe("Isolde");
  });
});

describe("a new name", () => {
  const bots = { fog: ["settler"], welten: ["feldherr"], told: [{ name: "settler" }, { name: "feldherr" }] };
  const answer = (give: () => Response) => vi.stubGlobal("fetch", async () => give());

  it("may not be a bot's, in whichever letters", async () => {
    answer(() => Response.json(bots));
    for (const bad of ["settler", "Settler", "FELDHERR"]) expect(await newNameProblem(bad)).toContain("bot");
    expect(await newNameProblem("Anna")).toBeNull();
  });

  it("is first held to the rules of names", async () => {
    answer(() => Response.json(bots));
    expect(await newNameProblem("")).toBe(nameProblem(""));
  });

  it("is taken when the server does not tell its bots: a room refuses it then", async () => {
    answer(() => new Response("", { status: 503 }));
    expect(await newNameProblem("settler")).toBeNull();
  });

  it("is told to everyone who shows it", () => {
    const heard: string[] = [];
    nameChanges.addEventListener("change", () => heard.push(name()));
    rename("Isolde");
    expect(heard).toEqual(["Isolde"]);
  });
});

describe("tokens of seats", () => {
  it("are kept for the newest rooms only, the newest one of each", () => {
    for (let room = 0; room < 50; room++) saveSeatToken(`room ${room}`, `token ${room}`);
    saveSeatToken("room 49", "newer");
    expect(seatToken("room 49")).toBe("newer");
    expect(seatToken("room 48")).toBe("token 48");
    expect(seatToken("room 0")).toBeNull();
  });

  it("are forgotten if they cannot be read", () => {
    localStorage.setItem("duskfall.seats", "oops");
    expect(seatToken("den")).toBeNull();
  });
});
