/** What is kept within the tab: it outlives a reload, and no other tab sees it. */

export function save(key: string, value: unknown): void {
  sessionStorage.setItem(key, JSON.stringify(value));
}

/** What was kept; null if nothing was, or nothing that can be read. */
export function load<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** The same, once. */
export function take<T>(key: string): T | null {
  const value = load<T>(key);
  sessionStorage.removeItem(key);
  return value;
}
