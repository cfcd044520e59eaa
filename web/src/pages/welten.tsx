/** The start page of Weltendämmerung: title, new game, games to continue. */

import "./welten.css";

import { go, type PageProps, usePageTitle } from "../router";
import { useKeys } from "../shell/keyboard";
import { ContinueView } from "../welten/continue";
import { NewGameView } from "../welten/options-form";
import { SaveFiles } from "../welten/save-file";
import { TitleView } from "../welten/title";

export default function WeltenPage({ query }: PageProps) {
  usePageTitle("Weltendämmerung");
  const isTitle = !query.has("new") && !query.has("continue");
  useKeys({ Escape: () => (isTitle ? false : go("/welten")) });
  if (isTitle)
    return (
      <>
        <TitleView />
        <SaveFiles />
      </>
    );
  return query.has("new") ? <NewGameView /> : <ContinueView />;
}
