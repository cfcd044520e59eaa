import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Compilation } from "../src/compilation";

const answers: unknown[] = [];

function answer(progress: number, ready: readonly string[] = []): void {
  answers.push({ rules: { progress, ready } });
}

describe("the compilation of the rules", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    answers.length = 0;
    vi.stubGlobal("fetch", async () => Response.json(answers.shift()));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function marked(): HTMLElement {
    const element = document.createElement("html");
    element.dataset["compiling"] = "";
    return element;
  }

  it("asks nothing where the server has left no mark", () => {
    const fetched = vi.fn();
    vi.stubGlobal("fetch", fetched);
    const compilation = new Compilation(document.createElement("html"));
    const opened = vi.fn();
    compilation.whenReady("fog", opened);
    expect(opened).toHaveBeenCalledOnce();
    expect(compilation.state).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it("lets each world begin once, as soon as its rules are ready, and ends by itself", async () => {
    answer(0.25);
    answer(0.5, ["fog"]);
    answer(1, ["fog", "welten", "dungeon"]);
    const element = marked();
    const compilation = new Compilation(element);
    const opened: string[] = [];
    compilation.whenReady("fog", () => opened.push("fog"));
    compilation.whenReady("welten", () => opened.push("welten"));
    compilation.whenReady("dungeon", () => opened.push("dungeon"))();
    await vi.advanceTimersByTimeAsync(0);
    expect([compilation.state, opened]).toEqual([0.25, []]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([compilation.state, opened]).toEqual([0.5, ["fog"]]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([compilation.state, opened]).toEqual([null, ["fog", "welten"]]);
    expect("compiling" in element.dataset).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("goes on asking when an answer does not come", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new Error("gone")));
    const compilation = new Compilation(marked());
    await vi.advanceTimersByTimeAsync(2500);
    expect(compilation.state).toBe(0);
    answer(1);
    vi.stubGlobal("fetch", async () => Response.json(answers.shift()));
    await vi.advanceTimersByTimeAsync(1000);
    expect(compilation.state).toBeNull();
  });
});
