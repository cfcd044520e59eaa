/** JSON values in the session storage: they outlive a reload and belong to one tab. */

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
