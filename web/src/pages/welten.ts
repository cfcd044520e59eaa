/** Weltendämmerung: its title, and the ways into a game. */

import "./welten.css";

import type { Page, Visit } from "../router";
import { title } from "../welten/title";
import { speaking } from "../welten/tongue";

export async function open({ outlet }: Visit): Promise<Page> {
  return { title: "Weltendämmerung", close: speaking(outlet, title) };
}
