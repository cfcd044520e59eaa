/** Weltendämmerung: its title, and the ways into a game. */

import "./welten.css";

import type { Page, Visit } from "../router";
import { go } from "../router";
import { continued } from "../welten/continue-view";
import { newGame } from "../welten/options-form";
import { title } from "../welten/title";
import { speaking } from "../components/language-switch";

export async function open({ outlet, query }: Visit): Promise<Page> {
  const view = query.has("new") ? newGame : query.has("continue") ? continued : title;
  const end = speaking(outlet, view);
  const back = (event: KeyboardEvent) => {
    if (event.key === "Escape" && view !== title && !document.querySelector("dialog[open]")) go("/welten");
  };
  addEventListener("keydown", back);
  return {
    title: "Weltendämmerung",
    close() {
      removeEventListener("keydown", back);
      end();
    },
  };
}
