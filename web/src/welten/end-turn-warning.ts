/** Whether the end of a turn is asked about while units have work left; remembered. */

/** Kept when the player does not want to be asked. */
const UNWARNED = "duskfall.welten.unwarned";

export function warningEnabled(): boolean {
  return localStorage.getItem(UNWARNED) === null;
}

export function setWarningEnabled(wanted: boolean): void {
  if (wanted) localStorage.removeItem(UNWARNED);
  else localStorage.setItem(UNWARNED, "yes");
}
