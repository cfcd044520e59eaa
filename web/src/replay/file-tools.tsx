/** The buttons that verify a match and save its file. */

import { useState } from "preact/hooks";

import type { Answer } from "../api";
import { useTexts } from "../language";
import { useMounted } from "../mounted";
import type { Sound, Unsound } from "../protocol";
import { FailureText } from "./failure";
import type { ReplayPlayer } from "./player";
import { placeText, REPLAY_TEXT } from "./texts";

type Verdict = "asking" | Answer<Sound | Unsound> | null;

export function FileTools({ player }: { readonly player: ReplayPlayer }) {
  const text = useTexts(REPLAY_TEXT);
  const [verdict, setVerdict] = useState<Verdict>(null);
  const mounted = useMounted();
  const { verify, download } = player.source;
  const ask = async () => {
    if (!verify || verdict === "asking") return;
    setVerdict("asking");
    const answer = await verify();
    if (mounted.current) setVerdict(answer);
  };
  return (
    <>
      {verify && (
        <button class="btn" type="button" onClick={() => void ask()}>
          {text.verify}
        </button>
      )}
      {download && (
        <a class="btn" href={download} download>
          {text.save}
        </a>
      )}
      <p class="basis-full text-mist text-sm empty:hidden" role="status">
        {verify ? verdict && <VerdictText player={player} verdict={verdict} /> : text.checked}
      </p>
    </>
  );
}

function VerdictText(props: { readonly player: ReplayPlayer; readonly verdict: NonNullable<Verdict> }) {
  const { player, verdict } = props;
  const text = useTexts(REPLAY_TEXT);
  const gameText = useTexts(player.game.texts);
  if (verdict === "asking") return <>{text.verifying}</>;
  if (!verdict.ok) return <FailureText failure={verdict} />;
  if (verdict.value.ok) return <>{text.confirmed(gameText.turns(verdict.value.turns))}</>;
  return (
    <>
      {text.differs(placeText(gameText.turn, verdict.value.turn))}
      <span lang="en">{verdict.value.message}</span>
    </>
  );
}
