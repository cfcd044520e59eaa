// A player on the official client, for the tests:
//   node player.js URL ROOM '{"name", "transports", "dialect", "options", "invite", "drop"}'
// It plays a whole game by a fixed rule and prints what it went through as one JSON document. `drop` is a turn after
// which it loses its connection.
"use strict";
const { createHash } = require("node:crypto");
const { io } = require("socket.io-client");

const [url, room, text] = process.argv.slice(2);
const wish = { name: "Node", transports: ["polling", "websocket"], dialect: "pairs", invite: [], drop: null, ...JSON.parse(text) };
const secret = `secret of ${wish.name}`;
const socket = io(`${url}/?diff=${wish.dialect}`, { transports: wish.transports, reconnectionDelay: 50 });
const story = { seats: [], starts: 0, transports: [], turns: [], maps: [], lengths: [], results: 0, refused: [], end: null };
let lists = { map: [], cities: [], towers: [] };
let settled = false;
let out = false;

const patches = {
  pairs(old, diff) {
    const list = [...old];
    for (let i = 0; i < diff.length; i += 2) list[diff[i]] = diff[i + 1];
    return list;
  },
  splice(old, diff) {
    const list = [...old];
    for (let i = 0; i < diff.length; i += 2 + diff[i + 1]) list.splice(diff[i], diff[i + 1], ...diff.slice(i + 2, i + 2 + diff[i + 1]));
    return list;
  },
  generals(old, diff) {
    const list = [];
    let at = 0;
    while (at < diff.length) {
      list.push(...old.slice(list.length, list.length + diff[at++]));
      if (at < diff.length) {
        const n = diff[at++];
        list.push(...diff.slice(at, at + n));
        at += n;
      }
    }
    return list;
  },
  full: (old, diff) => diff.slice(2),
};

async function must(event, ...args) {
  const reply = await socket.timeout(60000).emitWithAck(event, ...args);
  if (!reply.ok) throw new Error(`${event}: ${JSON.stringify(reply)}`);
  return reply;
}

const note = () => {
  story.transports.push(socket.io.engine.transport.name);
  socket.io.engine.once("upgrade", (transport) => story.transports.push(transport.name));
};
socket.io.on("open", note);

socket.on("connect", async () => {
  await must("set_username", secret, wish.name);
  const reply = await must("join_private", room, secret);
  story.seats.push(reply.playerIndex);
  if (settled) return;
  settled = true;
  if (wish.options) await must("set_options", room, wish.options);
  for (const bot of wish.invite) await must("invite_bot", room, bot);
  await must("set_ready", room, true);
});

socket.on("game_start", () => {
  story.starts++;
});

socket.on("refused", (refusal) => story.refused.push(refusal));
socket.on("attack_result", (result) => {
  if (result.phase === "done") story.results++;
});

socket.on("game_update", (update) => {
  const read = patches[wish.dialect];
  lists = {
    map: read(lists.map, update.map_diff),
    cities: read(lists.cities, update.cities_diff),
    towers: read(lists.towers, update.towers_diff),
  };
  const size = lists.map[0] * lists.map[1];
  story.turns.push(update.turn);
  story.lengths.push(update.map_diff.length);
  out ||= update.events.some((event) => event.type === "eliminated" && event.index === story.seats[0]);
  if (out) return;
  story.maps.push(createHash("md5").update(JSON.stringify([lists, update.generals, update.scores, update.events])).digest("hex"));
  if (update.turn === wish.drop) {
    wish.drop = null;
    socket.io.engine.close(); // the library takes this for a lost connection, and comes back
    return;
  }
  const armies = lists.map.slice(2, 2 + size);
  const terrain = lists.map.slice(2 + size, 2 + 2 * size);
  const defence = lists.map.slice(2 + 2 * size, 2 + 3 * size);
  const march = choose(lists.map[0], lists.map[1], armies, terrain, defence, story.seats[0]);
  if (march) socket.emit("attack", ...march);
  else socket.emit("pass");
});

socket.on("game_end", (end) => {
  story.end = end;
  console.log(JSON.stringify(story));
  socket.close();
});

// The strongest capture, or else a step of the largest army towards land that is not ours.
function choose(width, height, armies, terrain, defence, seat) {
  const beside = (tile) => {
    const near = [];
    if (tile >= width) near.push(tile - width);
    if (tile < (height - 1) * width) near.push(tile + width);
    if (tile % width > 0) near.push(tile - 1);
    if (tile % width < width - 1) near.push(tile + 1);
    return near.filter((other) => terrain[other] !== -2);
  };
  let best = null;
  let start = -1;
  for (let from = 0; from < terrain.length; from++) {
    if (terrain[from] !== seat || armies[from] < 2) continue;
    if (start < 0 || armies[from] > armies[start]) start = from;
    for (const to of beside(from)) {
      const left = armies[from] - 1 - armies[to] - defence[to] + (terrain[to] >= 0 ? 1e6 : 0);
      if (terrain[to] !== seat && armies[from] - 1 > armies[to] + defence[to] && (!best || left > best[2])) best = [from, to, left];
    }
  }
  if (best) return best.slice(0, 2);
  if (start < 0) return null;
  const first = new Map([[start, start]]);
  const queue = [start];
  for (const tile of queue) {
    for (const near of beside(tile)) {
      if (first.has(near)) continue;
      first.set(near, tile === start ? near : first.get(tile));
      if (terrain[near] !== seat) return [start, first.get(near)];
      queue.push(near);
    }
  }
  return null;
}
