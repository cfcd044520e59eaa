/** Creates elements from values. Text becomes text nodes, so user input is never read as markup. */

type Child = Node | string | number | null | undefined | false;

type Handlers = { [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void };

export type Attributes = Handlers & {
  readonly class?: string;
  readonly [name: string]: unknown;
};

/** An element with attributes, handlers (`onclick`) and children. `true` sets a bare attribute, `false` none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...presentChildren(children));
  return element;
}

/** Put these children in the place of those that were there. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...presentChildren(children));
}

/** Changes the text only if it differs, so that screen readers do not repeat it. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function presentChildren(children: readonly Child[]): (Node | string)[] {
  return children
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}
