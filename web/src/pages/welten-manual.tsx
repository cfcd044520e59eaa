/** The manual of Weltendämmerung as a page. */

import { useTexts } from "../language";
import { usePageTitle } from "../router";
import { Manual } from "../welten/manual";
import { MANUAL } from "../welten/manual-text";

export default function WeltenManualPage() {
  const text = useTexts(MANUAL);
  usePageTitle(`Weltendämmerung: ${text.title}`);
  return (
    <div class="mx-auto grid w-full max-w-6xl gap-8 px-5 py-8 sm:px-8">
      <div class="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1 class="pixel pixel-3">{text.title}</h1>
        <a class="btn ml-auto" href="/welten">
          {text.back}
        </a>
      </div>
      <Manual />
    </div>
  );
}
