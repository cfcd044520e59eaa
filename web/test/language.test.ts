import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => localStorage.clear());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  document.body.replaceChildren();
});

async function languageOf(browser: readonly string[], stored?: string) {
  vi.stubGlobal("navigator", { languages: browser });
  if (stored) localStorage.setItem("duskfall.language", stored);
  return import("../src/language");
}

describe("the language", () => {
  it.each([
    [["de-AT", "en"], "de"],
    [["en-GB", "de"], "en"],
    [["fr", "de"], "de"],
    [["fr"], "en"],
    [[], "en"],
  ])("is the first of the browser's %j that the pages have", async (browser, expected) => {
    expect((await languageOf(browser)).language()).toBe(expected);
  });

  it("is the one that was chosen, even if the browser prefers another", async () => {
    expect((await languageOf(["en"], "de")).language()).toBe("de");
    const { setLanguage } = await languageOf(["en"], "de");
    setLanguage("en");
    expect(localStorage.getItem("duskfall.language")).toBe("en");
  });

  it("writes numbers and days as its readers do", async () => {
    const { formatDate, formatNumber, setLanguage } = await languageOf(["en"]);
    const day = new Date(2026, 0, 5);
    expect([formatNumber(12345.6), formatDate(day)]).toEqual(["12,345.6", "Jan 5, 2026"]);
    setLanguage("de");
    expect([formatNumber(12345.6), formatDate(day)]).toEqual(["12.345,6", "05.01.2026"]);
  });

  it("changes the texts of components in place: their elements and the focus stay", async () => {
    const { setLanguage, texts, useTexts } = await languageOf(["en"]);
    const { h } = await import("preact");
    const TEXT = texts({ en: { go: "Go" }, de: { go: "Los" } });
    const Button = () => h("button", { type: "button" }, useTexts(TEXT).go);
    const place = document.body.appendChild(document.createElement("div"));
    render(h(Button, {}), place);
    const button = place.querySelector("button")!;
    button.focus();
    await vi.waitFor(() => {
      setLanguage("en");
      setLanguage("de");
      expect(place.textContent).toBe("Los");
    });
    expect(document.activeElement).toBe(button);
  });
});
