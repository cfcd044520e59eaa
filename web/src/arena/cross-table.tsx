/** The table of scores of everyone against everyone. */

import { ScrollBox } from "../components/scroll-box";
import { useTexts } from "../language";
import type { Duel } from "../protocol";
import { halves, lean, percent, result } from "./numbers";
import { TEXT } from "./texts";

interface Player {
  readonly rank: number;
  readonly name: string;
}

interface CrossTableProps {
  readonly players: readonly Player[];
  readonly cross: readonly (readonly (Duel | null)[])[];
  /** Shows shares of points, for many games, instead of points. */
  readonly asShares: boolean;
}

/** A row and a column for each player. */
export function CrossTable({ players, cross, asShares }: CrossTableProps) {
  const text = useTexts(TEXT);
  return (
    <ScrollBox label={text.cross}>
      <table class="cross" translate={false}>
        <thead>
          <tr>
            <td />
            {players.map(({ rank, name }) => (
              <th key={name} scope="col" title={name}>
                <span aria-hidden="true">{rank}</span>
                <span class="sr-only">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {players.map((player, row) => (
            <tr key={player.name}>
              <th scope="row">
                <span class="cross-rank">{player.rank}</span>
                <span class="cross-name" title={player.name}>
                  {player.name}
                </span>
              </th>
              {players.map((other, column) => (
                <Cell
                  key={other.name}
                  one={player}
                  other={other}
                  duel={cross[row]?.[column] ?? null}
                  asShares={asShares}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface CellProps extends Pick<CrossTableProps, "asShares"> {
  readonly one: Player;
  readonly other: Player;
  readonly duel: Duel | null;
}

function Cell({ one, other, duel, asShares }: CellProps) {
  const text = useTexts(TEXT);
  if (!duel) return <td class="cross-none">{one === other ? "" : "·"}</td>;
  const far = lean(duel);
  return (
    <td
      class={far > 0 ? "cross-won" : far < 0 ? "cross-lost" : "cross-even"}
      title={text.duel(one.name, other.name, halves(duel.points), duel.games)}
      style={{ "--lean": `${Math.round(Math.abs(far) * 100)}%` }}
    >
      {asShares ? percent(duel.points / duel.games) : result(duel)}
    </td>
  );
}
