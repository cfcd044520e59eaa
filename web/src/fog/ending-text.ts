/** The texts of the ending. */

import { formatNumber, texts } from "../language";

export const ENDING_TEXT = texts({
  en: {
    nobody: "Nobody won",
    you: "You won",
    other: (name: string) => `${name} won`,
    reasons: {
      last_alive: "The last one alive",
      turn_limit: "The turn limit was reached",
      abandoned: "The server closed the room",
    } as Readonly<Record<string, string>>,
    reason: (reason: string, turn: number) => `${reason}, turn ${turn}.`,
    again: "Play again",
    waiting: "Waiting for the others.",
    replay: "Watch the replay",
    lobby: "To the lobby",
    board: "Look at the board",
    leave: "Leave",
    armies: (count: number) => `${formatNumber(count)} ${count === 1 ? "army" : "armies"}`,
    land: (count: number) => `${formatNumber(count)} land`,
    chartComes: "The chart is on its way.",
    chart: { armies: "Armies", tiles: "Land", turn: "turn" },
  },
  de: {
    nobody: "Niemand hat gewonnen",
    you: "Du hast gewonnen",
    other: (name: string) => `${name} hat gewonnen`,
    reasons: {
      last_alive: "Als Letzter übrig",
      turn_limit: "Die letzte erlaubte Runde ist gespielt",
      abandoned: "Der Server hat den Raum geschlossen",
    },
    reason: (reason: string, turn: number) => `${reason}, Runde ${turn}.`,
    again: "Noch einmal",
    waiting: "Warten auf die anderen.",
    replay: "Aufzeichnung ansehen",
    lobby: "Zur Lobby",
    board: "Karte ansehen",
    leave: "Verlassen",
    armies: (count: number) => `${formatNumber(count)} ${count === 1 ? "Truppe" : "Truppen"}`,
    land: (count: number) => `${formatNumber(count)} Land`,
    chartComes: "Das Diagramm kommt gleich.",
    chart: { armies: "Truppen", tiles: "Land", turn: "Runde" },
  },
});
