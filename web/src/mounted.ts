/** Tells an answer that comes late whether its component is still shown. */

import { useEffect, useRef } from "preact/hooks";

/** A reference that is true until the component is removed. */
export function useMounted(): { readonly current: boolean } {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
