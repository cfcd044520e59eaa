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
  readonly dungeonOptions?: DungeonOptions | null;
  readonly map?: readonly string[] | null;
}

/** How the dungeon of a room is dug: no larger than a board can be. */
export interface DungeonOptions {
  readonly profile?: "classic" | "c64";
  readonly width?: number | null;
  readonly height?: number | null;
  readonly grid?: number | null;
  readonly room_min?: number | null;
  readonly room_max?: number | null;
  readonly treasures?: number | null;
  readonly secret_share?: number | null;
  readonly loops?: number | null;
  readonly decoys?: number | null;
  readonly hidden_passages?: number | null;
}

/** What whoever opens a room chooses; whoever comes to it may leave all of it away. Names are those of the wire. */
export interface WeltenOptions {
  readonly scenario?: string;
  readonly rules?: "guide" | "original";
  readonly side?: "eldoin" | "dailor" | "both" | null;
  readonly clock?: number | null;
  readonly rated?: boolean;
}

/** A whole board. */
export interface BoardShown {
  readonly rules: string;
  readonly dice: string;
  readonly phase: "movement" | "attack" | "gates";
  readonly player: "eldoin" | "dailor";
  readonly state: number;
  readonly rounds: number;
  readonly width: number;
  readonly height: number;
  readonly terrain: readonly number[];
  readonly units: readonly (readonly number[])[];
  readonly gates: readonly GateShown[];
  readonly offers: readonly ("eldoin" | "dailor")[];
  readonly outcome: Ending | null;
}

/** A built-in opponent, in a sentence. */
export interface BotShown {
  readonly game: "fog" | "welten";
  readonly name: string;
  readonly about: string;
}

/** A gate or wall was destroyed and is pavement now. */
export interface Broken {
  readonly unit: number;
  readonly x: number;
  readonly y: number;
  readonly code: number;
  readonly gate: number | null;
  readonly type: "broken";
}

/** A city or tower was taken that nobody had before. */
export interface Captured {
  readonly type: "captured city" | "captured tower";
  readonly index: number;
  readonly tile: number;
}

/** A player took the general of another. */
export interface CapturedGeneral {
  readonly type: "captured general";
  readonly index: number;
  readonly tile: number;
  readonly of: number;
}

/** One possible result of an attack. */
export interface ChanceShown {
  readonly probability: number;
  readonly modifier: number;
  readonly damage: number;
  readonly v: number;
}

/** An option with its bounds. */
export interface Choosable {
  readonly name: string;
  readonly meaning: string;
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  readonly whole: boolean;
}

/** The time that each side has left, in milliseconds, when this was sent. */
export interface ClockShown {
  readonly eldoin: number;
  readonly dailor: number;
  readonly running: "eldoin" | "dailor" | null;
}

/** Something that can be counted about a map. */
export interface Count {
  readonly name: string;
  readonly meaning: string;
  readonly value: number;
}

/** A file in the folder of tournaments that is none. */
export interface DamagedCard {
  readonly name: string;
  readonly reason: string;
}

/** A unit was destroyed. */
export interface Destroyed {
  readonly unit: number;
  readonly x: number;
  readonly y: number;
  readonly type: "destroyed";
}

/** A page in a list. */
export interface DocCard {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

/** A name or command within a sentence. */
export interface DocCode {
  readonly kind: "code";
  readonly text: string;
}

/** A line of a table of contents. */
export interface DocEntry {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** Pages that belong together. */
export interface DocGroup {
  readonly title: string;
  readonly pages: readonly DocCard[];
}

/** A heading that can be linked to. */
export interface DocHeading {
  readonly kind: "heading";
  readonly level: number;
  readonly id: string;
  readonly inside: readonly (DocText | DocCode | DocMark | DocLink | DocPicture)[];
}

/** Words that lead somewhere. */
export interface DocLink {
  readonly kind: "link";
  readonly href: string;
  readonly inside: readonly (DocText | DocCode | DocMark | DocLink | DocPicture)[];
}

/** A list. */
export interface DocList {
  readonly kind: "list";
  readonly ordered: boolean;
  readonly items: readonly (readonly (DocHeading | DocParagraph | DocListing | DocList | DocTable)[])[];
}

/** Lines of code, or of a screen. */
export interface DocListing {
  readonly kind: "listing";
  readonly language: string;
  readonly text: string;
}

/** Words that stand out. */
export interface DocMark {
  readonly kind: "strong" | "emphasis";
  readonly inside: readonly (DocText | DocCode | DocMark | DocLink | DocPicture)[];
}

/** A paragraph. */
export interface DocParagraph {
  readonly kind: "paragraph";
  readonly inside: readonly (DocText | DocCode | DocMark | DocLink | DocPicture)[];
}

/** A picture with its words and its size in pixels. */
export interface DocPicture {
  readonly kind: "picture";
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** A table: the head, and the rows. */
export interface DocTable {
  readonly kind: "table";
  readonly head: readonly (readonly (DocText | DocCode | DocMark | DocLink | DocPicture)[])[];
  readonly rows: readonly (readonly (readonly (DocText | DocCode | DocMark | DocLink | DocPicture)[])[])[];
}

/** Words. */
export interface DocText {
  readonly kind: "text";
  readonly text: string;
}

/** A side offers a draw; the offer lapses when the other one ends a state without having taken it. */
export interface DrawOffered {
  readonly side: "eldoin" | "dailor";
  readonly type: "draw offered";
}

/** What the player of the row scored against the one of the column. */
export interface Duel {
  readonly games: number;
  readonly points: number;
}

/** A player is out of the game; without a captured general in the same turn it has given up or was removed. */
export interface Eliminated {
  readonly type: "eliminated";
  readonly index: number;
}

/** How a game ended. */
export interface Ending {
  readonly winner: "eldoin" | "dailor" | null;
  readonly reason: string;
}

/** Something about a tournament. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** A file that a map can be had as. */
export interface FileKind {
  readonly name: string;
  readonly extension: string;
  readonly meaning: string;
  readonly purpose: string;
  readonly side: number | null;
}

/** A turn of Fog of War: what has changed since the frame before, in the dialect `splice`. */
export interface FogFrame {
  readonly turn: number;
  readonly map_diff: readonly number[];
  readonly cities_diff: readonly number[];
  readonly towers_diff: readonly number[];
  readonly generals: readonly number[];
  readonly tiles: readonly number[];
  readonly armies: readonly number[];
  readonly events: readonly (Captured | CapturedGeneral | Eliminated)[];
}

/** A gate position. */
export interface GateShown {
  readonly x: number;
  readonly y: number;
  readonly side: "eldoin" | "dailor";
  readonly live: boolean;
}

/** A unit was hit. */
export interface Hit {
  readonly unit: number;
  readonly target: number;
  readonly x: number;
  readonly y: number;
  readonly modifier: number;
  readonly damage: number;
  readonly v: number;
  readonly type: "hit";
}

/** What may be ordered now. Ask `welten_legal` what a unit can do in particular. */
export interface LegalShown {
  readonly units: readonly number[];
  readonly gates: readonly number[];
  readonly eldoin: readonly ("end" | "undo" | "draw" | "resign")[];
  readonly dailor: readonly ("end" | "undo" | "draw" | "resign")[];
}

/** Games that took so many turns. */
export interface LengthBin {
  readonly first: number;
  readonly last: number;
  readonly games: number;
}

/** A player of the table. */
export interface Met {
  readonly rank: number;
  readonly name: string;
  readonly isBot: boolean;
}

/** A unit stands where it stood before its last move. */
export interface MoveUndone {
  readonly unit: number;
  readonly x: number;
  readonly y: number;
  readonly b: number;
  readonly type: "move undone";
}

/** A unit went a way. */
export interface Moved {
  readonly unit: number;
  readonly fromX: number;
  readonly fromY: number;
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly b: number;
  readonly type: "moved";
}

/** The game has ended. */
export interface Over {
  readonly winner: "eldoin" | "dailor" | null;
  readonly reason: string;
  readonly type: "over";
}

/** What has changed on a board. What is one value is always told; of the rest, what is not named stays. */
export interface Patch {
  readonly phase: "movement" | "attack" | "gates";
  readonly player: "eldoin" | "dailor";
  readonly state: number;
  readonly rounds: number;
  readonly offers: readonly ("eldoin" | "dailor")[];
  readonly outcome: Ending | null;
  readonly units: readonly (readonly number[])[];
  readonly terrain: readonly (readonly number[])[];
  readonly dead: readonly number[];
}

/** A phase of a map's making. */
export interface PhaseDug {
  readonly name: string;
  readonly share: number;
  readonly steps: readonly (readonly number[])[];
}

/** A turn of another match. */
export interface PlayedOnFrom {
  readonly id: string;
  readonly turn: number;
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

/** A player by name. */
export interface PlayerShown {
  readonly name: string;
  readonly isBot: boolean;
}

/** A way of making maps, and its seeds; they are texts, since JavaScript cannot write every seed as a number. */
export interface Profile {
  readonly name: string;
  readonly firstSeed: string;
  readonly lastSeed: string;
  readonly hasOptions: boolean;
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

/** A player on the ladder. */
export interface Ranked {
  readonly rank: number;
  readonly name: string;
  readonly isBot: boolean;
  readonly rating: number;
  readonly low: number;
  readonly high: number;
  readonly games: number;
}

/** The stable codes. A code is never renamed and never reused with another meaning. */
export type Refusal =
  | "MALFORMED"
  | "UNKNOWN_NAME"
  | "OUT_OF_RANGE"
  | "IMPOSSIBLE"
  | "INCONSISTENT"
  | "UNREADABLE"
  | "OTHER_RULES"
  | "IN_USE"
  | "TOO_NEW"
  | "OFF_MAP"
  | "NOT_ADJACENT"
  | "SPLIT_OFF"
  | "QUEUE_FULL"
  | "NOT_YOURS"
  | "TOO_FEW"
  | "MOUNTAIN"
  | "NO_SEAT"
  | "ELIMINATED"
  | "GAME_OVER"
  | "NOT_YOUR_TURN"
  | "WRONG_PHASE"
  | "NO_UNIT"
  | "OCCUPIED"
  | "NO_ENTRY"
  | "NO_POINTS"
  | "UNREACHABLE"
  | "ATTACK_SPENT"
  | "TOO_FAR"
  | "NO_TARGET"
  | "GATE_DEAD"
  | "NOTHING_TO_UNDO"
  | "OFFER_STANDS"
  | "STALE"
  | "NO_SUCH"
  | "WRONG_METHOD"
  | "UNKNOWN_EVENT"
  | "NAME_TAKEN"
  | "NO_ROOM"
  | "NOT_PLAYING"
  | "NOT_HOST"
  | "NOT_OWNER"
  | "ROOM_FULL"
  | "GAME_RUNNING"
  | "SEATED_ELSEWHERE"
  | "TOO_MANY"
  | "TOO_FAST"
  | "TOO_SLOW"
  | "REPLACED"
  | "CLOSING"
  | "FAULT"
  | "NO_CONNECTION";

/** A match that has ended. */
export interface ReplayCard {
  readonly id: string;
  readonly game: "fog" | "welten";
  readonly players: readonly string[];
  readonly winner: number | null;
  readonly places: readonly number[];
  readonly reason: string;
  readonly turns: number;
  readonly endedAt: string;
  readonly rated: boolean;
  readonly playedOnFrom: PlayedOnFrom | null;
}

/** A room as everyone may know it; a live game is one with the state `playing`. */
export interface RoomShown {
  readonly roomId: string;
  readonly game: "fog" | "welten";
  readonly state: "lobby" | "playing" | "ended";
  readonly players: readonly PlayerShown[];
  readonly seats: number;
  readonly spectators: number;
  readonly turn: number | null;
  readonly options: PublicOptions | WeltenShownOptions;
}

/** A land by name. */
export interface ScenarioShown {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly units: number;
  readonly gates: number;
}

/** The next state of a round has begun. */
export interface StateBegan {
  readonly state: number;
  readonly phase: "movement" | "attack" | "gates";
  readonly player: "eldoin" | "dailor";
  readonly rounds: number;
  readonly type: "state began";
}

/** A moment of a walk. */
export interface Stood {
  readonly tile: number;
  readonly told: string;
  readonly sight: readonly number[];
}

/** How one bot did. */
export interface TableRow {
  readonly place: number;
  readonly bot: string;
  readonly rating: number;
  readonly low: number;
  readonly high: number;
  readonly score: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly games: number;
  readonly faults: number;
}

/** Something that a unit can attack. */
export interface TargetShown {
  readonly x: number;
  readonly y: number;
  readonly unit: number | null;
  readonly structure: "gate" | "wall" | null;
  readonly destroyed: number;
  readonly chances: readonly ChanceShown[];
}

/** What a terrain code means. */
export interface TerrainShown {
  readonly code: number;
  readonly german: string;
  readonly english: string;
}

/** What the enemies of a side could do to each tile in their next attack, row by row. */
export interface ThreatsShown {
  readonly side: "eldoin" | "dailor";
  readonly count: readonly number[];
  readonly least: readonly number[];
  readonly most: readonly number[];
}

/** A gate position is what it was before its last toggle. */
export interface ToggleUndone {
  readonly gate: number;
  readonly x: number;
  readonly y: number;
  readonly code: number;
  readonly type: "toggle undone";
}

/** A gate position changed. */
export interface Toggled {
  readonly gate: number;
  readonly x: number;
  readonly y: number;
  readonly code: number;
  readonly type: "toggled";
}

/** A tournament in the list. */
export interface TournamentCard {
  readonly name: string;
  readonly game: "fog" | "welten";
  readonly title: string;
  readonly bots: number;
  readonly matches: number;
  readonly played: number;
  readonly comparison: boolean;
  readonly writtenAt: string;
}

/** A match of a tournament. */
export interface TournamentMatch {
  readonly number: number;
  readonly round: number;
  readonly seed: string;
  readonly bots: readonly string[];
  readonly winner: number | null;
  readonly places: readonly number[];
  readonly reason: string;
  readonly turns: number;
  readonly faults: number;
}

/** A type of unit, with the letters that the game shows. */
export interface UnitTypeShown {
  readonly german: string;
  readonly english: string;
  readonly side: "eldoin" | "dailor";
  readonly r: number;
  readonly b: number;
  readonly a: number;
  readonly v: number;
  readonly river: number | null;
  readonly forest: number | null;
  readonly swamp: number | null;
  readonly flies: boolean;
  readonly sails: boolean;
  readonly breaksGates: boolean;
  readonly breaksWalls: boolean;
  readonly mustLive: boolean;
}

/** A tile that a unit can reach. */
export interface WayShown {
  readonly x: number;
  readonly y: number;
  readonly cost: number;
  readonly b: number;
  readonly path: string;
}

/** Weltendämmerung after an order: what has changed since the frame before. */
export interface WeltenFrame {
  readonly turn: number;
  readonly side: "eldoin" | "dailor" | null;
  readonly order: string | null;
  readonly events: readonly (Moved | Hit | Destroyed | Broken | Toggled | MoveUndone | ToggleUndone | StateBegan | DrawOffered | Over)[];
  readonly patch: Patch;
  readonly tiles: readonly number[];
  readonly armies: readonly number[];
}

/** How a room plays. */
export interface WeltenShownOptions {
  readonly scenario: string;
  readonly rules: string;
  readonly clock: number | null;
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

/** How the room stands. */
export interface WeltenRoomUpdate {
  readonly roomId: string;
  readonly state: "lobby" | "playing" | "ended";
  readonly options: WeltenShownOptions;
  readonly spectators: number;
}

/** The whole board: when a game begins, and for whoever comes to it. */
export interface WeltenView {
  readonly n: number;
  readonly side: "eldoin" | "dailor" | "both" | null;
  readonly replay_id: string;
  readonly view: BoardShown;
  readonly legal: LegalShown;
  readonly clock: ClockShown | null;
  readonly tiles: string | null;
}

/** An order was carried out. */
export interface WeltenEvents {
  readonly n: number;
  readonly side: "eldoin" | "dailor";
  readonly order: string;
  readonly events: readonly (Moved | Hit | Destroyed | Broken | Toggled | MoveUndone | ToggleUndone | StateBegan | DrawOffered | Over)[];
  readonly patch: Patch;
  readonly legal: LegalShown;
  readonly clock: ClockShown | null;
}

/** The clock has begun to run. */
export interface WeltenClock {
  readonly clock: ClockShown;
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

/** The acknowledgement of an order: it is in the log as the n-th. */
export interface AcceptedOrder {
  readonly n: number;
  readonly ok: true;
}

/** The answer to `welten_legal`: where a unit can go and what it can hit, after n orders. */
export interface AcceptedLegal {
  readonly n: number;
  readonly unit: number;
  readonly ways: readonly WayShown[];
  readonly range: readonly number[];
  readonly targets: readonly TargetShown[];
  readonly ok: true;
}

/** The answer to `welten_threats`, after n orders. */
export interface AcceptedThreats {
  readonly n: number;
  readonly threats: ThreatsShown;
  readonly ok: true;
}

/** The built-in opponents of each game. */
export interface Bots {
  readonly fog: readonly string[];
  readonly welten: readonly string[];
  readonly told: readonly BotShown[];
}

/** The rooms of a server. */
export interface Rooms {
  readonly rooms: readonly RoomShown[];
}

/** The lands that this server has. */
export interface Scenarios {
  readonly scenarios: readonly ScenarioShown[];
}

/** A land with everything on it as a game begins. */
export interface ScenarioWhole {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly units: number;
  readonly gates: number;
  readonly border: number;
  readonly roundLimit: number;
  readonly terrain: readonly number[];
  readonly placements: readonly (readonly [number, number, number])[];
  readonly gatePositions: readonly GateShown[];
  readonly unitTypes: readonly UnitTypeShown[];
  readonly terrains: readonly TerrainShown[];
}

/** A match of Fog of War; the first frame is complete. */
export interface FogFilm {
  readonly game: "fog";
  readonly players: readonly string[];
  readonly seat: number | null;
  readonly turns: number;
  readonly winner: number | null;
  readonly places: readonly number[];
  readonly reason: string | null;
  readonly frames: readonly FogFrame[];
}

/** A match of Weltendämmerung, in which nothing is hidden from anybody. */
export interface WeltenFilm {
  readonly game: "welten";
  readonly players: readonly string[];
  readonly seat: number | null;
  readonly turns: number;
  readonly winner: number | null;
  readonly places: readonly number[];
  readonly reason: string | null;
  readonly scenario: string;
  readonly tiles: string | null;
  readonly first: BoardShown;
  readonly frames: readonly WeltenFrame[];
}

/** A turn of a match that is over, ready to be played on: give its name to `play_on`. */
export interface Position {
  readonly position: string;
  readonly game: "fog" | "welten";
  readonly turn: number;
  readonly players: readonly string[];
  readonly seats: readonly number[];
  readonly kept_s: number;
}

/** Matches that have ended, the newest first. */
export interface ReplayCards {
  readonly replays: readonly ReplayCard[];
}

/** How the players fared: one list for each seat, one value for each turn. */
export interface Graph {
  readonly turns: readonly number[];
  readonly tiles: readonly (readonly number[])[];
  readonly armies: readonly (readonly number[])[];
}

/** The rules confirm the log, turn by turn. */
export interface Sound {
  readonly ok: true;
  readonly turns: number;
}

/** The rules tell otherwise than the log. */
export interface Unsound {
  readonly ok: false;
  readonly turn: number;
  readonly message: string;
}

/** All pages. */
export interface DocIndex {
  readonly groups: readonly DocGroup[];
}

/** A page. */
export interface DocPage {
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly contents: readonly DocEntry[];
  readonly blocks: readonly (DocHeading | DocParagraph | DocListing | DocList | DocTable)[];
  readonly before: DocCard | null;
  readonly after: DocCard | null;
}

/** The players with a rating, the most certainly strong first. */
export interface Ladder {
  readonly game: "fog" | "welten";
  readonly players: readonly Ranked[];
}

/** Who met whom in rated games of late, the highest on the ladder first. */
export interface MeetingsShown {
  readonly game: "fog" | "welten";
  readonly counted: number;
  readonly players: readonly Met[];
  readonly cross: readonly (readonly (Duel | null)[])[];
  readonly latest: readonly ReplayCard[];
}

/** A tournament as far as it has been played. */
export interface Tournament {
  readonly name: string;
  readonly game: "fog" | "welten";
  readonly title: string;
  readonly who: string;
  readonly finding: string;
  readonly facts: readonly Fact[];
  readonly matches: number;
  readonly played: number;
  readonly counted: number;
  readonly complete: boolean;
  readonly table: readonly TableRow[];
  readonly cross: readonly (readonly (Duel | null)[])[];
  readonly unit: "turns" | "orders";
  readonly lengths: string;
  readonly bins: readonly LengthBin[];
  readonly notes: readonly string[];
}

/** The tournaments, the one written to last first. */
export interface TournamentCards {
  readonly tournaments: readonly TournamentCard[];
  readonly damaged: readonly DamagedCard[];
}

/** Matches of a tournament, in the order of their numbers. */
export interface TournamentMatches {
  readonly found: number;
  readonly matches: readonly TournamentMatch[];
}

/** All that can be chosen about a dungeon. */
export interface DungeonChoices {
  readonly profiles: readonly Profile[];
  readonly options: readonly Choosable[];
  readonly files: readonly FileKind[];
  readonly largestBoard: number;
}

/** A map as a page shows it. */
export interface Plan {
  readonly width: number;
  readonly height: number;
  readonly camera: number;
  readonly attempt: number;
  readonly phases: readonly PhaseDug[];
  readonly marks: readonly number[];
  readonly counts: readonly Count[];
}

/** Why something was refused. */
export interface Problem {
  readonly code: Refusal;
  readonly message: string;
}

/** A piece of a walk, and what to say to go on from its end. */
export interface Walked {
  readonly width: number;
  readonly height: number;
  readonly stood: readonly Stood[];
  readonly found: readonly number[];
  readonly taken: readonly number[];
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
  play_on: [room: string, user: string | null, position: string, seat: number, bot: string, turn_ms?: number];
  get_current_room: [];
  welten_join: [room: string, user?: string | null, options?: WeltenOptions, token?: string | null];
  welten_order: [room: string, n: number, text: string];
  welten_legal: [room: string, unit: number];
  welten_threats: [room: string, side?: "eldoin" | "dailor" | null];
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
  welten_room: [message: WeltenRoomUpdate];
  welten_view: [message: WeltenView];
  welten_events: [message: WeltenEvents];
  welten_clock: [message: WeltenClock];
}
