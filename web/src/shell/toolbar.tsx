/** The toolbar of a game: orders and view as buttons. */

import type { Ref } from "preact";

import { Icon, type IconName } from "../components/icon";
import { texts, useTexts } from "../language";

export interface Tool {
  readonly label: string;
  /** The accessible name, where the label is too short to be one. */
  readonly name?: string;
  readonly icon: IconName;
  /** The key that does the same, for the tooltip. */
  readonly keyLabel?: string;
  /** For a tool that is on or off. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Gets the focus when the board is left with Escape; without such a tool, the first that can be used does. */
  readonly entry?: boolean;
  /** Leaves the tool out. */
  readonly hidden?: boolean;
  /** More classes. */
  readonly class?: string;
  onClick(): void;
}

const TEXT = texts({
  en: { label: "Orders and view", more: "More", board: "Board", moreUnread: (count: number) => `More (${count})` },
  de: { label: "Befehle und Ansicht", more: "Mehr", board: "Karte", moreUnread: (count: number) => `Mehr (${count})` },
});

interface ToolbarProps {
  readonly tools: readonly Tool[];
  /** The button that gets the focus when the board is left with Escape. */
  readonly first: Ref<HTMLButtonElement>;
  /** Whether the sidebar is open, which on a phone covers the board. */
  readonly sidebarOpen: boolean;
  readonly unread: number;
  readonly class?: string | undefined;
  toggleSidebar(): void;
}

export function Toolbar({ tools, first, sidebarOpen, unread, toggleSidebar, ...props }: ToolbarProps) {
  const text = useTexts(TEXT);
  const shown = tools.filter((tool) => !tool.hidden);
  const entry = shown.find((tool) => tool.entry) ?? shown.find((tool) => !tool.disabled);
  return (
    <div class={`toolbar ${props.class ?? ""}`} role="toolbar" aria-label={text.label}>
      {shown.map((tool) => (
        <ToolButton key={tool.icon} tool={tool} button={tool === entry ? first : null} />
      ))}
      <button
        class="btn lg:hidden"
        type="button"
        aria-controls="side"
        aria-expanded={sidebarOpen}
        onClick={toggleSidebar}
      >
        <Icon name="more" />
        <span class="label">{sidebarOpen ? text.board : unread > 0 ? text.moreUnread(unread) : text.more}</span>
      </button>
    </div>
  );
}

/** A tool that cannot be used now keeps the focus: it is marked as disabled and does nothing. */
function ToolButton({ tool, button }: { readonly tool: Tool; readonly button: Ref<HTMLButtonElement> }) {
  return (
    <button
      ref={button}
      class={`btn ${tool.class ?? ""}`}
      type="button"
      title={tool.keyLabel ? `${tool.label} (${tool.keyLabel})` : tool.label}
      aria-label={tool.name}
      aria-pressed={tool.pressed}
      aria-disabled={tool.disabled}
      onClick={() => {
        if (!tool.disabled) tool.onClick();
      }}
    >
      <Icon name={tool.icon} />
      <span class="label">{tool.label}</span>
    </button>
  );
}
