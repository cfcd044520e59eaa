import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { FogCard, RoomCard, WeltenCard } from "../src/api";
import * as c from "../src/palette";
import { backdropColour } from "../src/welten/backdrop";
import { ENDING_TEXT, headline, reasonText } from "../src/welten/ending-text";
import { MANUAL } from "../src/welten/manual-text";
import { sortGames, timeAgo } from "../src/welten/open-games";
import { CLOCKS, choiceText, DEFAULT_CHOICE, durationText, pendingActionOf, validChoice } from "../src/welten/options";
import { readGlyphs, textBitmap } from "../src/welten/pixel-text";
import { forgetGame, savedGames, saveGame } from "../src/welten/saved-games";
import { OLD_SCREEN_MS, SCROLL_MS, sceneAt, WIDTH } from "../src/welten/title-scene";

describe("letters", () => {
  it("are read column by column from the drawing", () => {
    const drawn = readGlyphs("# a comment\n\nA  B\n## #\n.# #\n");
    expect([...drawn]).toEqual([
      ["A", ["##", ".#"]],
      ["B", ["#", "#"]],
    ]);
  });

  it("stand side by side with a pixel of air, nine rows high, and all rows are as long", () => {
    const word = textBitmap("Ä i");
    expect(word[0]).toBe("##..##.....##.");
    expect(word).toHaveLength(9);
    expect(new Set(word.map((row) => row.length))).toEqual(new Set([14]));
  });

  it("leave out what the font does not have", () => {
    expect(textBitmap("A☃A")).toEqual(textBitmap("AA"));
  });
});

describe("skies", () => {
  const bands = [
    { at: 0, colour: c.BLACK },
    { at: 16, colour: c.BLUE },
  ];

  it("have pure colours where a band is, and beyond the last", () => {
    for (let x = 0; x < 8; x++)
      expect([backdropColour(bands, x, 0), backdropColour(bands, x, 40)]).toEqual([c.BLACK, c.BLUE]);
  });

  it("mix two neighbours between them, half and half in the middle", () => {
    const square = [7, 8, 9, 10].flatMap((y) => [0, 1, 2, 3].map((x) => backdropColour(bands, x, y)));
    expect(new Set(square)).toEqual(new Set([c.BLACK, c.BLUE]));
    expect(square.filter((colour) => colour === c.BLUE).length).toBeGreaterThan(5);
    expect(square.filter((colour) => colour === c.BLUE).length).toBeLessThan(11);
  });
});

describe("the opening", () => {
  it("types, then answers, then scrolls, then is there", () => {
    expect(sceneAt(0).stage).toBe("typing");
    expect(sceneAt(700).lines.at(-1)).toMatch(/^LOAD/);
    expect(sceneAt(OLD_SCREEN_MS - 1).lines.at(-1)).toBe("RUN");
    expect(sceneAt(OLD_SCREEN_MS).stage).toBe("scrolling");
    expect(sceneAt(OLD_SCREEN_MS + SCROLL_MS).stage).toBe("there");
    expect(sceneAt(Infinity)).toEqual(sceneAt(OLD_SCREEN_MS + SCROLL_MS));
  });

  it("brings the land and the letters in without ever going back", () => {
    const scenes = Array.from({ length: 80 }, (_, n) => sceneAt(OLD_SCREEN_MS + (n * SCROLL_MS) / 79));
    for (const part of ["land", "upper", "lower", "sun"] as const) {
      const way = scenes.map((scene) => scene[part]);
      expect(way).toEqual([...way].sort((one, other) => other - one));
      expect(way.at(-1)).toBe(0);
    }
    expect([scenes[0]!.land, scenes[0]!.upper, scenes[0]!.lower]).toEqual([WIDTH, WIDTH, WIDTH]);
  });

  it("fits on forty columns", () => {
    expect(Math.max(...sceneAt(OLD_SCREEN_MS - 1).lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  });
});

describe("a choice", () => {
  const bots = ["captain", "recruit"];
  const lands = ["default", "original"];

  it("that cannot be had becomes the usual, or the first there is", () => {
    expect(validChoice({}, bots, lands)).toEqual(DEFAULT_CHOICE);
    expect(validChoice({ bot: "general", scenario: "gone", clock: 7 }, bots, lands)).toEqual(DEFAULT_CHOICE);
    expect(validChoice({ bot: "general" }, ["recruit"], lands).bot).toBe("recruit");
    expect(validChoice({ against: "bot" }, [], lands).against).toBe("friend");
    expect(validChoice({ scenario: "original", clock: CLOCKS[2] }, bots, lands)).toEqual({
      ...DEFAULT_CHOICE,
      scenario: "original",
      clock: CLOCKS[2],
    });
  });

  it("at one screen takes both sides and invites nobody", () => {
    expect(pendingActionOf({ ...DEFAULT_CHOICE, against: "friend", side: "dailor" })).toEqual({
      scenario: "default",
      rules: "guide",
      side: "both",
      clock: null,
      bots: [],
    });
  });

  it("against a bot invites it, by link nobody", () => {
    expect(pendingActionOf({ ...DEFAULT_CHOICE, side: "dailor", bot: "recruit", clock: 900 })).toMatchObject({
      side: "dailor",
      clock: 900,
      bots: ["recruit"],
    });
    expect(pendingActionOf({ ...DEFAULT_CHOICE, against: "link" })).toMatchObject({ side: "eldoin", bots: [] });
  });

  it("is told in a sentence of either language", () => {
    expect(choiceText(DEFAULT_CHOICE, "the land", "en")).toBe(
      "You lead Eldoin against captain, who leads Dailor: the land, by the rules of the guide, without a clock.",
    );
    expect(choiceText({ ...DEFAULT_CHOICE, against: "link", rules: "original", clock: 3600 }, "das Land", "de")).toBe(
      "Du führst Eldoin; wer deinen Link öffnet, führt Dailor: das Land, nach den Regeln des Programms von 1987, mit 1 Stunde Bedenkzeit für jede Seite.",
    );
    expect([durationText(900, "en"), durationText(7200, "de"), durationText(90, "de")]).toEqual([
      "15 minutes",
      "2 Stunden",
      "2 Minuten",
    ]);
  });
});

const room = (roomId: string, state: RoomCard["state"], players = 1): WeltenCard => ({
  roomId,
  game: "welten",
  state,
  players: Array.from({ length: players }, (_, n) => ({ name: `P${n}`, isBot: false })),
  seats: 2,
  spectators: 0,
  turn: null,
  options: { scenario: "default", rules: "guide", clock: null, rated: true, casual: null, listed: true },
});

describe("games that a browser remembers", () => {
  const kept = new Map<string, string>();
  const game = { side: "eldoin", scenario: "default", rules: "guide" } as const;

  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("come back the last played first, each once", () => {
    saveGame({ ...game, room: "a" }, 1);
    saveGame({ ...game, room: "b" }, 2);
    saveGame({ ...game, room: "a", side: "both" }, 3);
    expect(savedGames().map(({ room, side, at }) => [room, side, at])).toEqual([
      ["a", "both", 3],
      ["b", "eldoin", 2],
    ]);
    forgetGame("a");
    expect(savedGames().map(({ room }) => room)).toEqual(["b"]);
  });

  it("are at most thirty, and rubbish is not among them", () => {
    for (let n = 0; n < 40; n++) saveGame({ ...game, room: `r${n}` }, n);
    expect(savedGames()).toHaveLength(30);
    expect(savedGames()[0]!.room).toBe("r39");
    for (const rubbish of ["{", '"x"', '[{"room": 1}, null, 7]']) {
      kept.set("duskfall.welten.games", rubbish);
      expect(savedGames()).toEqual([]);
    }
  });

  it("are held against the server's rooms: what has ended or is gone is not shown again", () => {
    for (const name of ["gone", "over", "on", "left"]) saveGame({ ...game, room: name }, 1);
    const fog = { ...room("fog", "playing"), game: "fog" } as unknown as FogCard;
    const rooms = [
      room("over", "ended"),
      room("on", "playing", 2),
      room("left", "lobby", 0),
      room("new", "lobby"),
      fog,
    ];
    const found = sortGames(savedGames(), rooms);
    expect(found.mine.map(({ game }) => game.room)).toEqual(["on"]);
    expect(found.others.map(({ roomId }) => roomId)).toEqual(["new"]);
    expect([...found.gone].sort()).toEqual(["gone", "left", "over"]);
  });

  it("say how long ago they were played", () => {
    const hours = 3_600_000;
    expect(timeAgo(0, 3 * hours, "de")).toBe("vor 3 Stunden");
    expect(timeAgo(0, 50 * hours, "en")).toBe("2 days ago");
    expect(timeAgo(0, 500, "de")).toBe("gerade eben");
  });
});

describe("the end", () => {
  const reasons = [
    ["dailor", "commander"],
    ["eldoin", "annihilation"],
    ["eldoin", "rounds"],
    ["dailor", "west_edge"],
    ["eldoin", "resign"],
    ["dailor", "resign"],
    ["eldoin", "clock"],
    ["dailor", "clock"],
    [null, "draw"],
    [null, "abandoned"],
  ] as const;

  it("has a sentence of its own for every reason and winner, in both languages", () => {
    for (const words of [ENDING_TEXT.en, ENDING_TEXT.de]) {
      const told = reasons.map(([winner, reason]) => reasonText(words, winner, reason));
      expect(told.every((sentence) => sentence.endsWith("."))).toBe(true);
      expect(new Set(told).size).toBe(reasons.length);
    }
    expect(reasonText(ENDING_TEXT.en, null, "unheard of")).toBe("");
  });

  it("tells winners, losers and others apart", () => {
    const heads = (me: "eldoin" | "dailor" | "both" | null) => headline(ENDING_TEXT.en, "eldoin", me);
    expect([heads("eldoin"), heads("dailor"), heads("both"), heads(null)]).toEqual([
      "You won as Eldoin",
      "Eldoin wins, you lose",
      "Eldoin wins",
      "Eldoin wins",
    ]);
    expect(headline(ENDING_TEXT.de, null, "eldoin")).toBe("Niemand siegt");
  });
});

describe("the manual", () => {
  const texts = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  const plain = /^(|Eldoin|Dailor|Chat|Esc|[A-Z]|\d+)$/;

  it("leaves nothing untranslated", () => {
    const english = new Set(texts(MANUAL.en).filter((text) => !plain.test(text)));
    expect(texts(MANUAL.de).filter((text) => english.has(text))).toEqual([]);
    expect(texts(MANUAL.de)).toHaveLength(texts(MANUAL.en).length);
  });
});
