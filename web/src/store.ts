/** Connects the state of a page with its components. */

import { useLayoutEffect, useState } from "preact/hooks";

/** Holds a state that changes as a whole. */
export interface Store<State> {
  readonly state: State;
  /** Calls the listener after each change. Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** A list of listeners, for classes that implement `Store`. */
export class Listeners {
  private readonly all = new Set<() => void>();

  add(listener: () => void): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }

  call(): void {
    for (const listener of [...this.all]) listener();
  }
}

/** The state of a store. The component renders again after changes. */
export function useStore<State>(store: Store<State>): State {
  const [, render] = useState(0);
  useLayoutEffect(() => {
    const changed = () => render((count) => count + 1);
    const unsubscribe = store.subscribe(changed);
    changed();
    return unsubscribe;
  }, [store]);
  return store.state;
}
