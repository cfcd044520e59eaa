import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe("refusals", () => {
  it("are told by their code in the language of the page", async () => {
    const { setLanguage } = await import("../src/language");
    const { refusalText } = await import("../src/room/refusals");
    const full = { code: "ROOM_FULL", message: "hall: both sides are taken" };
    const elsewhere = { code: "SEATED_ELSEWHERE", message: "hall: you play in room den; surrender first" };
    setLanguage("de");
    expect(refusalText(full)).toContain("vergeben");
    expect(refusalText(elsewhere)).toContain("in einem anderen Raum");
    setLanguage("en");
    expect(refusalText(elsewhere)).toContain("in another room");
  });

  it("are told as the server tells them if their code is a new one", async () => {
    const { refusalText } = await import("../src/room/refusals");
    expect(refusalText({ code: "TOO_NEW", message: "written by a newer version" })).toBe("written by a newer version");
  });
});
