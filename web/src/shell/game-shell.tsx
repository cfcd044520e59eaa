/**
 * The frame of a running game, the same for both games: board, status line, toolbar, sidebar with chat, help, ending,
 * keys and the state of the connection.
 */

import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { texts, useTexts } from "../language";
import { useLeaveGuard } from "../room/leave-guard";
import type { RatedOptions } from "../room/rated";
import { type RoomState, rematchWishes } from "../room/state";
import { Chat } from "./chat";
import { ConnectionStatus, type OrderCounts } from "./connection-status";
import { type KeyBindings, useKeys } from "./keyboard";
import { useTabNotice } from "./tab-notice";
import { type Tool, Toolbar } from "./toolbar";

const TEXT = texts({
  en: {
    side: "The game",
    chat: "Chat",
    leave: "Leave",
    due: { fog: "The game is on", welten: "Your turn" },
    rematch: "Rematch?",
  },
  de: {
    side: "Das Spiel",
    chat: "Chat",
    leave: "Verlassen",
    due: { fog: "Das Spiel läuft", welten: "Du bist dran" },
    rematch: "Revanche?",
  },
});

/** What keys and buttons of a game can ask of its frame. */
export interface ShellActions {
  openChat(): void;
  /** Shows the keys of the game, or how it is played. */
  showHelp(which?: HelpTopic): void;
  focusBoard(): void;
  /** Moves the focus from the board to the toolbar. */
  leaveBoard(): void;
}

/** What help is about. */
export type HelpTopic = "keys" | "rules";

interface GameShellProps {
  readonly state: RoomState;
  /** The game, as part of the classes. */
  readonly game: "fog" | "welten";
  /** The heading of the page, which only screen readers need: everyone else sees the board. */
  readonly title: string;
  /** The canvas with id `board`, and what is written over it. */
  readonly board: ComponentChildren;
  /** A line under the board. */
  readonly status?: ComponentChildren;
  /** What stands in the sidebar above the chat. */
  readonly sidebar: ComponentChildren;
  /** Buttons at the end of the sidebar, before the way out. */
  readonly sidebarActions?: ComponentChildren;
  /** Where the way out leads. */
  readonly leaveTo: string;
  /** Whether there is somebody to talk to. */
  readonly chat?: boolean;
  /** Buttons beside the heading of the chat. */
  readonly chatActions?: ComponentChildren;
  /** Who reads what the player says, where that is not everyone at once. */
  readonly audience?: string | null;
  /** Whether the game is rated; null before it is known. */
  readonly rated: RatedOptions | null;
  /** Whether the player would give up a game by leaving. */
  readonly inGame: boolean;
  /** Whether the game waits for the player, who is called back from another tab then. */
  readonly due: boolean;
  readonly colourOf?: (seat: number) => string | undefined;
  readonly tools: (shell: ShellActions) => readonly Tool[];
  readonly keys: (shell: ShellActions) => KeyBindings;
  /** The dialog that helps. */
  readonly help: (topic: HelpTopic, close: () => void) => ComponentChildren;
  /** The player's orders, for games in which they wait. */
  readonly orders?: OrderCounts;
  /** The panel of a game that is over. */
  readonly ending?: ComponentChildren;
  onSay(text: string): void;
}

export function GameShell(props: GameShellProps) {
  const { state, game, chat = true } = props;
  useLeaveGuard(props.inGame && props.rated?.rated === true);
  const text = useTexts(TEXT);
  useTabNotice(rematchWishes(state).length > 0 ? text.rematch : props.due ? text.due[game] : null);
  const chatInput = useRef<HTMLInputElement>(null);
  const firstTool = useRef<HTMLButtonElement>(null);
  const [helpTopic, setHelpTopic] = useState<HelpTopic | null>(null);
  const { sidebarOpen, setSidebarOpen, unread } = useSidebar(state);
  const focusBoard = () => document.getElementById("board")?.focus({ preventScroll: true });
  const shell: ShellActions = {
    openChat() {
      if (!chat) return;
      setSidebarOpen(true);
      // The sidebar is shown with the next render; a hidden field takes no focus.
      requestAnimationFrame(() => chatInput.current?.focus());
    },
    showHelp: (topic = "keys") => setHelpTopic(topic),
    focusBoard,
    leaveBoard: () => firstTool.current?.focus(),
  };
  useKeys(props.keys(shell));
  useEffect(focusBoard, []);
  const leaveChat = () => {
    setSidebarOpen(false);
    focusBoard();
  };
  return (
    <div class={`game ${game}-game`}>
      <div class="game-board">
        <h1 class="sr-only">{props.title}</h1>
        <div class="game-map">
          {props.board}
          <ConnectionStatus state={state} orders={props.orders} />
        </div>
        {props.status}
      </div>
      <Toolbar
        tools={props.tools(shell)}
        first={firstTool}
        sidebarOpen={sidebarOpen}
        unread={unread}
        toggleSidebar={() => setSidebarOpen(!sidebarOpen)}
        class={`${game}-tools`}
      />
      <Sidebar {...props} open={sidebarOpen} chatInput={chatInput} leaveChat={leaveChat} />
      {props.ending}
      {helpTopic && props.help(helpTopic, () => setHelpTopic(null))}
    </div>
  );
}

interface SidebarProps extends GameShellProps {
  readonly open: boolean;
  readonly chatInput: RefObject<HTMLInputElement | null>;
  leaveChat(): void;
}

function Sidebar(props: SidebarProps) {
  const { game, chat = true, open } = props;
  const text = useTexts(TEXT);
  return (
    <aside id="side" class={`side ${game}-side`} aria-label={text.side} data-open={open || undefined}>
      <div class="side-scroll">
        {props.sidebar}
        {chat && (
          <section class="side-chat">
            <div class="flex items-center justify-between gap-2">
              <h2 class="pixel">{text.chat}</h2>
              {props.chatActions}
            </div>
            <Chat
              messages={props.state.chat}
              maxLength={props.state.chatCharacters}
              input={props.chatInput}
              {...(props.colourOf ? { colourOf: props.colourOf } : {})}
              audience={props.audience ?? null}
              onSay={props.onSay}
              onLeave={props.leaveChat}
            />
          </section>
        )}
      </div>
      <div class="side-foot">
        {props.sidebarActions}
        <a class="btn btn-quiet" href={props.leaveTo}>
          {text.leave}
        </a>
      </div>
    </aside>
  );
}

/** Whether the sidebar is open on a phone, and how many lines of chat came since it was closed. */
function useSidebar(state: RoomState) {
  const [sidebarOpen, setOpen] = useState(false);
  const [read, setRead] = useState(state.chat.at(-1)?.number ?? 0);
  const latest = state.chat.at(-1)?.number ?? 0;
  const ended = state.status === "ended";
  const setSidebarOpen = (open: boolean) => {
    setOpen(open);
    setRead(latest);
  };
  useEffect(() => {
    if (ended) setOpen(false);
  }, [ended]);
  const unread = sidebarOpen ? 0 : state.chat.filter((line) => line.number > read).length;
  return { sidebarOpen, setSidebarOpen, unread };
}
