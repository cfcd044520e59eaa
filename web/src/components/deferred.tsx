/** Loads the code of a view when it is first shown. */

import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { ErrorPage } from "../layout/error-page";

/** Makes a view of one whose code is loaded when it is first shown; another view, or nothing, is shown meanwhile. */
export function deferred<Props>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Nothing,
): (props: Props) => JSX.Element {
  return function Deferred(props: Props) {
    const [View, setView] = useState<ComponentType<Props> | null>(null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      load().then(
        (view) => setView(() => view),
        () => setFailed(true),
      );
    }, []);
    if (failed) return <ErrorPage kind="broken" />;
    return View ? <View {...(props as Props & JSX.IntrinsicAttributes)} /> : <Waiting />;
  };
}

function Nothing(): null {
  return null;
}
