// A general of Weltendämmerung on the official client, for the tests:
//   node general.js URL ROOM '{"name", "options"}'
// It plays by text orders alone. Dailor's units go as near to Eldoin's commander as they can, Eldoin's to the enemy that
// is nearest, and all strike what they can. It knows no rules: where units can go and what they can hit is asked. It
// prints what it went through as one JSON document.
"use strict";
const { io } = require("socket.io-client");

const [url, room, text] = process.argv.slice(2);
const wish = { name: "Node", options: {}, ...JSON.parse(text) };
const secret = `secret of ${wish.name}`;
const COMMANDER = 6;
const FIRST_DAILOR = 7;
const socket = io(url, { reconnectionDelay: 50 });
const story = { side: null, acknowledged: [], refused: [], n: [], views: 0, losses: 0, replay: null, end: null };
let board = null;
let side = null;
let n = -1;
let legal = null;
let busy = false;

const ask = (event, ...args) => socket.timeout(60000).emitWithAck(event, ...args);

async function must(event, ...args) {
  const reply = await ask(event, ...args);
  if (!reply.ok) throw new Error(`${event}: ${JSON.stringify(reply)}`);
  return reply;
}

async function order(words) {
  const at = n;
  const reply = await ask("welten_order", room, at, words);
  if (!reply.ok) story.refused.push([words, reply.code]);
  else story.acknowledged.push([at, words]);
  return reply.ok;
}

function goals() {
  const alive = board.units.filter(([, x]) => x >= 0);
  return alive.filter(([type]) => (side === "dailor" ? type === COMMANDER : type >= FIRST_DAILOR));
}

async function move(unit) {
  const [type, ownX, ownY] = board.units[unit];
  if (type === COMMANDER) return false;
  const { ways } = await must("welten_legal", room, unit);
  const far = (way) => Math.min(...goals().map(([, x, y]) => Math.abs(way.x - x) + Math.abs(way.y - y)));
  const best = ways.reduce((one, other) => (far(other) < far(one) ? other : one), { x: ownX, y: ownY });
  return best.path && order(`move ${unit} ${best.x},${best.y}`);
}

async function strike(unit) {
  const { targets } = await must("welten_legal", room, unit);
  const worth = (target) => (target.unit === null ? -1 : board.units[target.unit][0] === COMMANDER ? 2 : target.destroyed);
  targets.sort((one, other) => worth(other) - worth(one));
  return targets.length > 0 && order(`attack ${unit} ${targets[0].x},${targets[0].y}`);
}

async function playState() {
  if (busy || board.player !== side || board.outcome) return;
  busy = true;
  const { state, rounds } = board;
  const same = () => board.state === state && board.rounds === rounds && !board.outcome;
  if (board.phase !== "gates") {
    for (let unit = 0; unit < board.units.length && same(); unit += 1) {
      if (!legal.units.includes(unit)) continue;
      await (board.phase === "movement" ? move(unit) : strike(unit));
    }
  }
  if (same()) await order("end");
  busy = false;
  await playState();
}

function take(message) {
  n = message.n;
  legal = message.legal;
  story.n.push(n);
}

socket.on("connect", async () => {
  await must("set_username", secret, wish.name);
  await must("welten_join", room, secret, wish.options);
});

socket.on("disconnect", () => {
  story.losses += 1;
  busy = false;
});

socket.on("welten_view", (message) => {
  board = message.view;
  side = story.side = message.side;
  story.replay = message.replay_id;
  story.views += 1;
  take(message);
  playState().catch(fail);
});

socket.on("welten_events", (message) => {
  for (const [number, ...unit] of message.patch.units) board.units[number] = unit;
  for (const [tile, code] of message.patch.terrain) board.terrain[tile] = code;
  for (const name of ["phase", "player", "state", "rounds", "outcome"]) board[name] = message.patch[name];
  take(message);
  playState().catch(fail);
});

socket.on("game_end", (end) => {
  story.end = end;
  process.stdout.write(JSON.stringify(story), () => process.exit(0));
});

function fail(error) {
  if (!socket.connected) return; // the server is gone; it goes on when it is back
  process.stderr.write(`${error.stack}\n`, () => process.exit(1));
}
