/** The battle log of the sidebar: who hit whom, rolled against expected damage, and the luck of both sides. */

import { useState } from "preact/hooks";

import { formatNumber, texts, useTexts } from "../language";
import type { Actions } from "./actions";
import type { BattleLog, LogEntry } from "./battle-log";
import { type GameData, SIDES } from "./game-data";
import type { State } from "./state";
import { sideName, unitName } from "./texts";

const TEXT = texts({
  en: {
    title: "Battle log",
    empty: "Nobody has attacked yet.",
    attack: "Attack",
    rolled: "Rolled",
    expected: "Exp.",
    expectedTitle: "Expected damage",
    left: "V",
    leftTitle: "V left",
    gate: "gate",
    wall: "wall",
    broken: "broken",
    total: (side: string) => `${side}, all`,
    destroyed: "destroyed",
    round: (round: number) => `Round ${round}`,
  },
  de: {
    title: "Gefechte",
    empty: "Noch hat niemand angegriffen.",
    attack: "Angriff",
    rolled: "Wurf",
    expected: "Erw.",
    expectedTitle: "Erwarteter Schaden",
    left: "V",
    leftTitle: "V übrig",
    gate: "Tor",
    wall: "Mauer",
    broken: "gebrochen",
    total: (side: string) => `${side}, alle`,
    destroyed: "vernichtet",
    round: (round: number) => `Runde ${round}`,
  },
});

type LogText = (typeof TEXT)["en"];

/** The height of a window, in CSS pixels, that has room for the log beside a chat. */
const ROOM_FOR_BOTH_PX = 900;

interface BattleLogProps {
  readonly state: State;
  readonly actions: Pick<Actions, "showAttack">;
  /** Whether there is a chat, too: then the log is opened when it is wanted, unless the window is high enough. */
  readonly chat: boolean;
}

export function BattleLogView({ state, actions, chat }: BattleLogProps) {
  const text = useTexts(TEXT);
  const { log, gameData, shownAttack } = state;
  const [open, setOpen] = useState(!chat || innerHeight >= ROOM_FOR_BOTH_PX);
  return (
    <details class="welten-log" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2 id="battle-log" class="pixel inline">
          {text.title}
        </h2>
      </summary>
      {log.entries.length === 0 ? (
        <p class="text-mist text-sm">{text.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section class="welten-log-rows" tabIndex={0} aria-labelledby="battle-log">
          <table>
            <thead>
              <tr>
                <th scope="col">{text.attack}</th>
                <th scope="col">{text.rolled}</th>
                <th scope="col" title={text.expectedTitle}>
                  {text.expected}
                </th>
                <th scope="col" title={text.leftTitle}>
                  {text.left}
                </th>
              </tr>
            </thead>
            <Totals log={log} />
            <tbody>
              {log.entries.map((entry) => (
                <Row
                  key={entry.number}
                  entry={entry}
                  gameData={gameData}
                  text={text}
                  shown={entry.number === shownAttack?.number}
                  look={() => actions.showAttack(entry)}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

/** All that a side has rolled, and all that was to be expected. */
function Totals({ log }: { readonly log: BattleLog }) {
  const text = useTexts(TEXT);
  return (
    <tbody class="welten-log-totals">
      {SIDES.map((side) => (
        <tr key={side} data-side={side}>
          <th scope="row">{text.total(sideName(side))}</th>
          <td>{formatNumber(log.luck[side].rolled)}</td>
          <td>{decimal(log.luck[side].expected)}</td>
          <td />
        </tr>
      ))}
    </tbody>
  );
}

interface RowProps {
  readonly entry: LogEntry;
  readonly gameData: GameData;
  readonly text: LogText;
  /** Whether it is marked on the map. */
  readonly shown: boolean;
  look(): void;
}

function Row({ entry, gameData, text, shown, look }: RowProps) {
  const { hit, side } = entry;
  const target = entry.target === null ? (entry.gate ? text.gate : text.wall) : unitName(gameData, entry.target);
  return (
    <tr data-side={side} data-shown={shown || undefined}>
      <th scope="row">
        <button
          type="button"
          class="welten-log-place"
          title={text.round(entry.round)}
          aria-current={shown || undefined}
          onClick={look}
        >
          {unitName(gameData, entry.attacker)}
          <span class="text-mist"> → {target}</span>
        </button>
      </th>
      {hit ? (
        <>
          <td data-rolled data-luck={luckOf(hit)}>
            {hit.damage}
          </td>
          <td class="text-mist">{decimal(hit.expected)}</td>
          <td>{hit.left === 0 ? <abbr title={text.destroyed}>†</abbr> : hit.left}</td>
        </>
      ) : (
        <td colSpan={3} class="text-mist">
          {text.broken}
        </td>
      )}
    </tr>
  );
}

/** Whether more or less was rolled than expected. */
function luckOf({ damage, expected }: NonNullable<LogEntry["hit"]>): "more" | "less" | "even" {
  return damage > expected ? "more" : damage < expected ? "less" : "even";
}

function decimal(value: number): string {
  return formatNumber(value, { maximumFractionDigits: 1 });
}
