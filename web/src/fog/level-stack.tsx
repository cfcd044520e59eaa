/** A text about the level of *Play now*. The texts of all levels take the same room, so that another one moves nothing. */

import type { ComponentChildren } from "preact";

import { LEVELS, type Level } from "./levels";

interface LevelStackProps {
  readonly id?: string;
  readonly level: Level;
  readonly text: (level: Level) => ComponentChildren;
}

export function LevelStack({ id, level, text }: LevelStackProps) {
  return (
    <span class="grid" id={id}>
      {LEVELS.map((each) => (
        <span key={each} class={`col-start-1 row-start-1 ${each === level ? "" : "invisible"}`} data-level={each}>
          {text(each)}
        </span>
      ))}
    </span>
  );
}
