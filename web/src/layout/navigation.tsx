/** The main navigation: links side by side in wide windows, behind a button in narrow ones. */

import { useEffect, useRef, useState } from "preact/hooks";

import { Icon } from "../components/icon";
import { texts, useTexts } from "../language";

const TEXT = texts({
  en: {
    pages: "Pages",
    open: "Menu",
    close: "Close",
    dungeons: "Dungeons",
    replays: "Replays",
    arena: "Arena",
    docs: "Docs",
  },
  de: {
    pages: "Seiten",
    open: "Menü",
    close: "Schließen",
    dungeons: "Verliese",
    replays: "Partien",
    arena: "Arena",
    docs: "Doku",
  },
});

/** The navigation; `title` is that of the page which is shown, so that another page closes the menu. */
export function Navigation({ title }: { readonly title: string }) {
  const text = useTexts(TEXT);
  const [open, setOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    // A page whose title comes late, as on a slow connection, leaves a menu open that was opened meanwhile.
    if (path === location.pathname) return;
    setOpen(false);
    setPath(location.pathname);
  }, [title]);
  useCloseOutside(() => setOpen(false), nav, button);
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        class="btn btn-quiet order-1 flex-none lg:hidden"
        type="button"
        aria-controls="site-nav"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={onEscape}
      >
        <Icon name={open ? "clear" : "more"} />
        <span class="max-[479px]:sr-only">{open ? text.close : text.open}</span>
      </button>
      <nav
        ref={nav}
        id="site-nav"
        class="site-nav"
        aria-label={text.pages}
        data-open={open || undefined}
        onKeyDown={onEscape}
      >
        <Links path={path} onFollow={() => setOpen(false)} />
      </nav>
    </>
  );
}

/** The links; the one that the page belongs to is marked. */
function Links({ path, onFollow }: { readonly path: string; readonly onFollow: () => void }) {
  const text = useTexts(TEXT);
  const links = [
    ["/fog", "Fog of War"],
    ["/welten", "Weltendämmerung"],
    ["/dungeon", text.dungeons],
    ["/replays", text.replays],
    ["/arena", text.arena],
    ["/docs", text.docs],
  ] as const;
  return (
    <>
      {links.map(([href, label]) => (
        <a
          key={href}
          href={href}
          class="site-link"
          onClick={onFollow}
          aria-current={path === href || path.startsWith(`${href}/`) ? "page" : undefined}
        >
          {label}
        </a>
      ))}
    </>
  );
}

/** Closes the menu when something outside it is clicked, or the keyboard focus leaves it. */
function useCloseOutside(close: () => void, ...parts: { readonly current: HTMLElement | null }[]): void {
  useEffect(() => {
    const inside = (target: EventTarget | null) =>
      target instanceof Node && parts.some((part) => part.current?.contains(target));
    const onPointer = (event: PointerEvent) => {
      if (!inside(event.target)) close();
    };
    const onFocusOut = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && inside(event.target) && !inside(event.relatedTarget)) close();
    };
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("focusout", onFocusOut);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("focusout", onFocusOut);
    };
  }, []);
}
