// Written by scripts/wire-types from the server's models. Do not edit: run `make web`.

/** What a host chooses for a room of Fog of War. Names are those of the wire. */
export interface RoomOptions {
  readonly width?: number;
  readonly height?: number;
  readonly players?: number;
  readonly turnMs?: number;
  readonly lockstep?: boolean;
  readonly deadlineMs?: number;
  readonly half?: boolean;
  readonly spectatorDelay?: number;
  readonly seed?: number | string | null;
  readonly dungeon?: number | string | null;
  readonly map?: readonly string[] | null;
}

/** A player as everyone sees it. */
export interface Player {
  readonly index: number;
  readonly username: string;
  readonly isBot: boolean;
  readonly eliminated: boolean;
  readonly connected: boolean;
  readonly ready: boolean;
  readonly isHost: boolean;
}

/** What everyone in a room may know of its options: not where a secret map comes from. */
export interface PublicOptions {
  readonly width: number;
  readonly height: number;
  readonly players: number;
  readonly turnMs: number;
  readonly lockstep: boolean;
  readonly deadlineMs: number;
  readonly half: boolean;
  readonly spectatorDelay: number;
  readonly map: "drawn" | "seed" | "dungeon" | "own";
  readonly rated: boolean;
}

/** Who has won. */
export interface Winner {
  readonly index: number;
  readonly username: string;
}

/** The secret that the server made for a guest. Only the guest itself is ever told. */
export interface Identity {
  readonly userId: string;
}

/** You have a seat. The token takes it back, as your id does. */
export interface JoinedAsPlayer {
  readonly playerIndex: number;
  readonly token: string;
}

/** Somebody else holds this name; choose another, and a waiting join goes on. */
export interface UsernameTaken {
  readonly username: string;
}

/** The same under the name that other servers of this game use. */
export interface PlayerJoined {
  readonly players: readonly Player[];
}

/** How the room stands. */
export interface RoomUpdate {
  readonly roomId: string;
  readonly state: "lobby" | "playing" | "ended";
  readonly options: PublicOptions;
  readonly spectators: number;
}

/** Somebody said something; index -1 is a spectator. The text is text, not markup. */
export interface Chat {
  readonly index: number;
  readonly username: string;
  readonly text: string;
}

/** Somebody points at a tile. */
export interface Ping {
  readonly index: number;
  readonly tile: number;
}

/** The game begins; -1 for spectators. */
export interface GameStart {
  readonly playerIndex: number;
  readonly replay_id: string;
  readonly options: PublicOptions;
}

/** What became of your march: it was queued, or it was made or dropped in its turn. */
export interface AttackResult {
  readonly phase: "queued" | "done";
  readonly ok: boolean;
  readonly from: number;
  readonly to: number;
  readonly code?: string | null;
  readonly moveId?: number | string | null;
}

/** The game is over. */
export interface GameEnd {
  readonly winner: Winner | null;
  readonly places: readonly number[];
  readonly reason: string;
  readonly turn: number;
  readonly replay_id: string;
}

/** The same in the words of other servers of this game; -1 when nobody won. */
export interface GameWon {
  readonly winner: number;
}

/** The room that you are in, if any. */
export interface CurrentRoom {
  readonly room: string | null;
}

/** What you asked for was refused, and you did not ask for an acknowledgement. */
export interface Refusing {
  readonly event: string;
  readonly code: string;
  readonly message: string;
}

/** Something to tell a person: why the connection ends, or that the server will be away. */
export interface Notice {
  readonly code: string;
  readonly message: string;
}

/** An acknowledgement: done, and if it was an order, in the log. */
export interface Accepted {
  readonly ok: true;
}

/** The acknowledgement of a name: the secret is given back only to a guest who had none. */
export interface AcceptedAs {
  readonly ok: true;
  readonly userId: string | null;
  readonly username: string;
}

/** The acknowledgement of a join; -1 for spectators. */
export interface AcceptedSeat {
  readonly ok: true;
  readonly playerIndex: number;
  readonly token: string | null;
}

/** The acknowledgement of the question for the current room. */
export interface AcceptedRoom {
  readonly ok: true;
  readonly room: string | null;
}

/** An acknowledgement: refused, and nothing has changed. */
export interface Rejected {
  readonly code: string;
  readonly message: string;
  readonly ok: false;
}

/** What a client may say: the arguments of each event. */
export interface Commands {
  set_username: [user: string | null, name: string];
  join_private: [room: string, user?: string | null, token?: string | null];
  spectate: [room: string];
  set_ready: [room: string, ready: boolean];
  set_force_start: [room: string, force: boolean];
  rematch: [room: string];
  leave_game: [];
  attack: [source: number, target: number, half?: boolean, move_id?: number | string | null];
  undo_move: [];
  clear_moves: [];
  pass: [];
  surrender: [];
  abandon_game: [room: string, user?: string | null];
  chat_message: [text: string];
  ping_tile: [tile: number];
  set_options: [room: string, options: RoomOptions];
  invite_bot: [room: string, name: string];
  kick_bot: [room: string, index: number];
  get_current_room: [];
}

/** What the server says, boards apart: the arguments of each event. */
export interface Messages {
  identity: [message: Identity];
  joined_as_player: [message: JoinedAsPlayer];
  username_taken: [message: UsernameTaken];
  game_already_started: [];
  players_update: [players: readonly Player[]];
  player_joined: [message: PlayerJoined];
  room_update: [message: RoomUpdate];
  chat_message: [message: Chat];
  ping_tile: [message: Ping];
  game_start: [message: GameStart];
  attack_result: [message: AttackResult];
  game_end: [message: GameEnd];
  game_won: [message: GameWon];
  current_room: [message: CurrentRoom];
  refused: [message: Refusing];
  notice: [message: Notice];
}
