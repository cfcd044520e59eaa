#!/usr/bin/env node
// A whole bot for a live server of Fog of War. It needs Node 18 or later and: npm install socket.io-client
//
//   node online.js http://localhost:8080 den            joins the room den and waits for others
//   node online.js http://localhost:8080 den wanderer   plays there against a bot of the server's
"use strict";
const { randomUUID } = require("node:crypto");
const { io } = require("socket.io-client");

const [url, room, ...opponents] = process.argv.slice(2);
// Our secret gives us our seat back when the connection was lost. Keep one if you want to keep the name and its rating.
const userId = process.env.DUSKFALL_USER ?? randomUUID();
const username = process.env.DUSKFALL_USER ? "Stroller" : `Stroller ${userId.slice(0, 8)}`;
const MOUNTAIN = -2;

const socket = io(url);
let seat = -1;
let board = []; // [width, height, ...armies, ...terrain, ...tower defence]
let waiting = 0; // marches that were sent and not made yet
let lockstep = false; // whether the others wait for us
let out = false; // whether we have been eliminated; from then on we are shown the whole board, some turns late
let invited = false;

// Every command can be acknowledged: {ok: true, ...} or {ok: false, code, message}.
async function ask(event, ...args) {
  const reply = await socket.timeout(10000).emitWithAck(event, ...args);
  if (!reply.ok) throw Object.assign(new Error(`${event}: ${reply.code}, ${reply.message}`), { code: reply.code });
  return reply;
}

// A game that runs already, after we were started again, has its players: the server answers GAME_RUNNING.
async function invite(name) {
  await ask("invite_bot", room, name).catch((error) => {
    if (error.code !== "GAME_RUNNING") throw error;
  });
}

// Runs again after every lost connection, so joining again is all that coming back takes.
socket.on("connect", async () => {
  try {
    await ask("set_username", userId, username);
    await ask("join_private", room, userId);
    waiting = 0;
    for (const name of invited ? [] : opponents) await invite(name);
    invited = true;
    socket.emit("set_ready", room, true); // refused if the game is on already, which is fine
  } catch (error) {
    if (!socket.connected) return; // lost meanwhile: we join again when the connection is back
    console.error(error.message);
    process.exitCode = 1;
    socket.close();
  }
});

socket.on("disconnect", (reason) => {
  if (reason === "io server disconnect") socket.connect(); // the library comes back by itself in all other cases
});

socket.on("game_start", (start) => {
  seat = start.playerIndex;
  lockstep = start.options.lockstep;
});

socket.on("attack_result", (result) => {
  if (result.phase === "done") waiting = Math.max(0, waiting - 1);
});

socket.on("game_update", (update) => {
  board = patch(board, update.map_diff);
  out ||= update.events.some((event) => event.type === "eliminated" && event.index === seat);
  if (out || waiting > 0) return; // waiting: our last march has not been made yet
  const view = parse(update.generals);
  const march = capture(view) ?? advance(view);
  if (march !== null) {
    waiting++;
    socket.emit("attack", march.from, march.to, (reply) => {
      if (!reply.ok) waiting--;
    });
  } else if (lockstep) {
    socket.emit("pass");
  }
});

socket.on("game_end", (end) => {
  const won = end.winner !== null && end.winner.index === seat;
  console.log(`${won ? "won" : "lost"} after ${end.turn} turns: ${end.reason}`);
  socket.close();
});

function patch(old, diff) {
  const list = [...old];
  for (let i = 0; i < diff.length; i += 2) list[diff[i]] = diff[i + 1];
  return list;
}

function parse(generals) {
  const [width, height] = board;
  const size = width * height;
  const part = (n) => board.slice(2 + n * size, 2 + (n + 1) * size);
  return { width, height, generals, armies: part(0), terrain: part(1), defence: part(2) };
}

// Up, down, left, right; where the map ends there is nothing, and mountains cannot be entered.
function beside(tile, { width, height, terrain }) {
  const column = tile % width;
  const near = [];
  if (tile >= width) near.push(tile - width);
  if (tile < (height - 1) * width) near.push(tile + width);
  if (column > 0) near.push(tile - 1);
  if (column < width - 1) near.push(tile + 1);
  return near.filter((other) => terrain[other] !== MOUNTAIN);
}

// The march onto a tile that can be taken which is worth most: generals, then enemies, then free land.
function capture(view) {
  let best = null;
  for (let from = 0; from < view.terrain.length; from++) {
    if (view.terrain[from] !== seat) continue;
    for (const to of beside(from, view)) {
      const left = view.armies[from] - 1 - view.armies[to] - view.defence[to]; // one army stays behind
      if (view.terrain[to] === seat || left <= 0) continue;
      const worth = left + (view.generals.includes(to) ? 2e9 : view.terrain[to] >= 0 ? 1e9 : 0);
      if (best === null || worth > best.worth) best = { from, to, worth };
    }
  }
  return best;
}

// The first step of the shortest way from the largest army to land that is not ours.
function advance(view) {
  let start = -1;
  view.terrain.forEach((holder, tile) => {
    if (holder === seat && view.armies[tile] > 1 && (start < 0 || view.armies[tile] > view.armies[start])) start = tile;
  });
  if (start < 0) return null;
  const firstStep = new Map([[start, start]]);
  const queue = [start];
  for (const tile of queue) {
    for (const near of beside(tile, view)) {
      if (firstStep.has(near)) continue;
      firstStep.set(near, tile === start ? near : firstStep.get(tile));
      if (view.terrain[near] !== seat) return { from: start, to: firstStep.get(near) };
      queue.push(near);
    }
  }
  return null;
}
