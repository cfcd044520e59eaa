/** Says in two words whether a game is rated; the reason is a tooltip, and read aloud. */

import { useLanguage } from "../language";
import { type RatedOptions, ratedText } from "./rated";

interface RatedLabelProps {
  /** Null before they are known. */
  readonly options: RatedOptions | null;
  readonly class: string;
}

export function RatedLabel({ options, ...props }: RatedLabelProps) {
  useLanguage();
  if (!options) return null;
  const text = ratedText(options);
  const end = text.indexOf(":");
  return (
    <p class={`text-mist ${props.class}`} data-rated={options.rated} title={text}>
      {text.slice(0, end)}
      <span class="sr-only">{text.slice(end)}</span>
    </p>
  );
}
