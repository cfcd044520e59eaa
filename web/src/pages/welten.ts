/** The start page of Weltendämmerung: title, new game, games to continue. */

import "./welten.css";

import type { Page, Visit } from "../router";
import { go } from "../router";
import { continueView } from "../welten/continue-view";
import { newGameView } from "../welten/options-form";
import { titleView } from "../welten/title";
import { showLocalized } from "../components/language-switch";

export async function open({ outlet, query }: Visit): Promise<Page> {
  const view = query.has("new") ? newGameView : query.has("continue") ? continueView : titleView;
  const end = showLocalized(outlet, view);
  const back = (event: KeyboardEvent) => {
    if (event.key === "Escape" && view !== titleView && !document.querySelector("dialog[open]")) go("/welten");
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
