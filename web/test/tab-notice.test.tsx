import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { useTabNotice } from "../src/shell/tab-notice";

let place: HTMLElement;

function Page({ words }: { readonly words: string | null }) {
  useTabNotice(words);
  return null;
}

function show(words: string | null): void {
  act(() => render(<Page words={words} />, place));
}

function look(away: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(away);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  document.title = "Room den – Duskfall";
  place = document.body.appendChild(document.createElement("div"));
});

afterEach(() => {
  act(() => render(null, place));
  vi.restoreAllMocks();
});

describe("the title of a tab", () => {
  it("calls somebody back who looks elsewhere, until they look", () => {
    look(true);
    show(null);
    show("Your turn");
    expect(document.title).toBe("Your turn – Room den – Duskfall");
    look(false);
    expect(document.title).toBe("Room den – Duskfall");
  });

  it("stays as it is for somebody who looks at the game, and when the turn has passed again", () => {
    look(false);
    show("Your turn");
    expect(document.title).toBe("Room den – Duskfall");
    look(true);
    show(null);
    show("Rematch?");
    show(null);
    expect(document.title).toBe("Room den – Duskfall");
  });
});
