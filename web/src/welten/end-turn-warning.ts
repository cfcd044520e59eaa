/** Whether to ask before a turn ends while units can still act; the choice is stored. */

/** Kept when the player does not want to be asked. */
const UNWARNED = "duskfall.welten.unwarned";

export function warningEnabled(): boolean {
  return localStorage.getItem(UNWARNED) === null;
}

export function setWarningEnabled(wanted: boolean): void {
  if (wanted) localStorage.removeItem(UNWARNED);
  else localStorage.setItem(UNWARNED, "yes");
}
