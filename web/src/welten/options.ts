/** The options of a new game, their validation, and their description. */

import type { Language } from "../language";
import type { WeltenOptions } from "../protocol";
import { WELTEN_OPTIONS } from "../protocol/welten-options";
import type { WeltenAction } from "../room/pending-action";
import type { Side } from "./board";

type Rules = NonNullable<WeltenOptions["rules"]>;

export interface GameChoice {
  readonly against: "friend" | "bot" | "link";
  readonly bot: string;
  readonly side: Side;
  readonly scenario: string;
  readonly rules: Rules;
  /** Seconds a side, 0 for no clock. */
  readonly clock: number;
  /** Wanted; see `canBeRated`. */
  readonly rated: boolean;
  /** The game is not in the public list. */
  readonly unlisted: boolean;
}

export const DEFAULT_CHOICE: GameChoice = {
  against: "bot",
  bot: "captain",
  side: "eldoin",
  scenario: WELTEN_OPTIONS.scenario.default,
  rules: WELTEN_OPTIONS.rules.default as Rules,
  clock: 0,
  rated: WELTEN_OPTIONS.rated.default,
  unlisted: false,
};

/** Clocks that can be chosen, in seconds a side. */
export const CLOCKS = [0, 900, 1800, 3600, 7200] as const;

const KEY = "duskfall.welten.choice";

/** The choice of the last game, as far as it can be had now. */
export function lastChoice(bots: readonly string[], scenarios: readonly string[]): GameChoice {
  return validChoice(storedChoice(), bots, scenarios);
}

/** Keep a choice for the next game. */
export function saveChoice(choice: GameChoice): void {
  localStorage.setItem(KEY, JSON.stringify(choice));
}

/** What is not among what there is becomes the usual, or the first there is. */
export function validChoice(
  stored: Partial<GameChoice>,
  bots: readonly string[],
  scenarios: readonly string[],
): GameChoice {
  const among = <T>(given: T | undefined, known: readonly T[], usual: T): T =>
    given !== undefined && known.includes(given) ? given : known.includes(usual) ? usual : (known[0] ?? usual);
  const against = among<GameChoice["against"]>(stored.against, ["bot", "friend", "link"], DEFAULT_CHOICE.against);
  return {
    against: against === "bot" && bots.length === 0 ? "friend" : against,
    bot: among(stored.bot, bots, DEFAULT_CHOICE.bot),
    side: among(stored.side, ["eldoin", "dailor"], DEFAULT_CHOICE.side),
    scenario: among(stored.scenario, scenarios, DEFAULT_CHOICE.scenario),
    rules: among(stored.rules, WELTEN_OPTIONS.rules.enum as Rules[], DEFAULT_CHOICE.rules),
    clock: among<number>(stored.clock, CLOCKS, DEFAULT_CHOICE.clock),
    rated: stored.rated === true,
    unlisted: stored.unlisted === true,
  };
}

/** Whether the server rates a game with this choice: two players, the usual land and rules, and a clock. */
export function canBeRated({ against, scenario, rules, clock }: GameChoice): boolean {
  const usual = scenario === DEFAULT_CHOICE.scenario && rules === DEFAULT_CHOICE.rules;
  return against !== "friend" && usual && clock > 0;
}

/** What the room is asked for. */
export function pendingActionOf(choice: GameChoice): WeltenAction {
  const { against, bot, side, scenario, rules, clock } = choice;
  return {
    scenario,
    rules,
    side: against === "friend" ? "both" : side,
    clock: clock || null,
    ...(choice.rated && canBeRated(choice) ? { rated: true } : {}),
    ...(choice.unlisted ? { listed: false } : {}),
    bots: against === "bot" ? [bot] : [],
  };
}

/** A choice in one sentence, so that nobody begins what they did not mean. */
export function choiceText(choice: GameChoice, land: string, language: Language): string {
  const { against, bot, rules, clock } = choice;
  const rated = choice.rated && canBeRated(choice);
  const side = choice.side === "eldoin" ? "Eldoin" : "Dailor";
  const other = choice.side === "eldoin" ? "Dailor" : "Eldoin";
  if (language === "de") {
    const who = {
      friend: "Du führst beide Seiten oder wechselst dich mit jemandem ab",
      bot: `Du führst ${side} gegen ${bot}, der ${other} führt`,
      link: `Du führst ${side}; wer deinen Link öffnet, führt ${other}`,
    }[against];
    const how = rules === "guide" ? "nach den Regeln der Anleitung" : "nach den Regeln des Programms von 1987";
    const time = clock ? `mit ${durationText(clock, "de")} Bedenkzeit für jede Seite` : "ohne Uhr";
    return `${who}: ${land}, ${how}, ${time}${rated ? ", gewertet" : ""}.`;
  }
  const who = {
    friend: "You lead both sides, or take turns with somebody",
    bot: `You lead ${side} against ${bot}, who leads ${other}`,
    link: `You lead ${side}; the player who opens your link leads ${other}`,
  }[against];
  const how = rules === "guide" ? "by the rules of the guide" : "by the rules of the program of 1987";
  const time = clock ? `with ${durationText(clock, "en")} for each side` : "without a clock";
  return `${who}: ${land}, ${how}, ${time}${rated ? ", rated" : ""}.`;
}

/** A duration as text. */
export function durationText(seconds: number, language: Language): string {
  const [count, one, more] =
    seconds % 3600 === 0
      ? [seconds / 3600, ...(language === "de" ? ["Stunde", "Stunden"] : ["hour", "hours"])]
      : [Math.round(seconds / 60), ...(language === "de" ? ["Minute", "Minuten"] : ["minute", "minutes"])];
  return `${count} ${count === 1 ? one : more}`;
}

function storedChoice(): Partial<GameChoice> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}
