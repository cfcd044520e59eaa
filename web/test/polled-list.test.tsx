import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { PolledList } from "../src/components/polled-list";
import { useFetched } from "../src/fetched";
import { setLanguage } from "../src/language";

let place: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  setLanguage("en");
  place = document.body.appendChild(document.createElement("div"));
});

afterEach(() => {
  render(null, place);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a list that is fetched again and again", () => {
  it("keeps its rows and says since when when the server stops answering, and is fresh when it answers again", async () => {
    let rooms: readonly string[] | null = ["Ada"];
    render(
      <PolledList
        fetch={async () => rooms}
        seconds={5}
        keyOf={(room) => room}
        row={(room) => room}
        empty="none"
        failed="failed"
      />,
      place,
    );
    await vi.advanceTimersByTimeAsync(100);
    expect(place.textContent).toBe("Ada");
    rooms = null;
    await vi.advanceTimersByTimeAsync(5000);
    expect(place.textContent).toMatch(/^The server does not answer\. This is how it was at .*Ada$/);
    rooms = ["Ada"];
    await vi.advanceTimersByTimeAsync(5000);
    expect(place.textContent).toBe("Ada");
  });
});

describe("what is fetched once", () => {
  it("is asked for again by itself while the server does not answer, and not after a refusal", async () => {
    const answers: (() => Promise<Response>)[] = [
      () => Promise.reject(new Error("away")),
      async () => new Response('{"told": 1}', { headers: { "content-type": "application/json" } }),
    ];
    const asked = vi.fn(() => answers.shift()!());
    vi.stubGlobal("fetch", asked);
    const Shown = () => <>{JSON.stringify(useFetched("/api/x") ?? null)}</>;
    render(<Shown />, place);
    await vi.advanceTimersByTimeAsync(100);
    expect(place.textContent).toBe("null");
    await vi.advanceTimersByTimeAsync(5000);
    expect(place.textContent).toBe('{"told":1}');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
