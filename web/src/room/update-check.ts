/** Finds out whether the server has another version of the page than the one that is open. */

/** Whether the document that the server gives now loads another script than this page has loaded. */
export async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute("src");
  if (!script) return false;
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false;
  }
}
