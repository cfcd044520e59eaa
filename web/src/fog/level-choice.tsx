/** Tells the level that *Play now* begins with, and lets the visitor choose another one. */

import { texts, useTexts } from "../language";
import { LevelStack } from "./level-stack";
import { LEVEL_TEXT } from "./level-texts";
import { isLevel, LEVELS } from "./levels";
import { useLevel } from "./use-level";

const TEXT = texts({
  en: {
    level: "Bot that “Play now” begins against",
    rule: "Two wins in a row bring you a stronger one, two defeats a weaker one.",
    ruleAfterDuel:
      "It is the one of your last duel; two wins in a row bring you a stronger one, two defeats a weaker one.",
  },
  de: {
    level: "Bot, gegen den „Jetzt spielen“ beginnt",
    rule: "Nach zwei Siegen in Folge wird er stärker, nach zwei Niederlagen schwächer.",
    ruleAfterDuel:
      "Es ist der aus deinem letzten Duell; nach zwei Siegen in Folge wird er stärker, nach zwei Niederlagen schwächer.",
  },
});

export function LevelChoice() {
  const text = useTexts(TEXT);
  const about = useTexts(LEVEL_TEXT);
  const [level, choose, isFromDuel] = useLevel();
  const rule = isFromDuel ? text.ruleAfterDuel : text.rule;
  return (
    <label class="grid gap-1">
      <span class="font-semibold">{text.level}</span>
      <select class="field" value={level} onChange={({ currentTarget: { value } }) => isLevel(value) && choose(value)}>
        {LEVELS.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <span class="max-w-prose text-mist text-sm">
        <LevelStack level={level} text={(each) => `${about[each]} ${rule}`} />
      </span>
    </label>
  );
}
