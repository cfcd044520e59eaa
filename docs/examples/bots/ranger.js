#!/usr/bin/env node
// A whole bot for Fog of War in JavaScript. It needs node and nothing else.
"use strict";
const lines = require("node:readline").createInterface({ input: process.stdin });

let seat = 0;

function beside(tile, view) {
  const row = Math.floor(tile / view.width);
  const column = tile % view.width;
  const near = [];
  if (row > 0) near.push(tile - view.width);
  if (row < view.height - 1) near.push(tile + view.width);
  if (column > 0) near.push(tile - 1);
  if (column < view.width - 1) near.push(tile + 1);
  return near.filter((other) => view.terrain[other] !== -2);
}

// The strongest march onto a tile that is not ours and can be taken; enemies before free land.
function capture(view) {
  let best = null;
  for (let source = 0; source < view.terrain.length; source++) {
    if (view.terrain[source] !== seat || view.armies[source] < 2) continue;
    for (const target of beside(source, view)) {
      const rest = view.armies[source] - 1 - view.armies[target] - view.defence[target];
      if (view.terrain[target] === seat || rest <= 0) continue;
      const worth = rest + (view.terrain[target] >= 0 ? 1000 : 0);
      if (best === null || worth > best.worth) best = { worth, order: `${source}>${target}` };
    }
  }
  return best && best.order;
}

// The first step of the shortest way from the largest army to land that is not ours.
function advance(view) {
  let start = -1;
  view.terrain.forEach((holder, tile) => {
    if (holder === seat && view.armies[tile] > 1 && (start < 0 || view.armies[tile] > view.armies[start])) start = tile;
  });
  if (start < 0) return null;
  const first = new Map([[start, start]]);
  const queue = [start];
  for (const tile of queue) {
    for (const near of beside(tile, view)) {
      if (first.has(near)) continue;
      first.set(near, tile === start ? near : first.get(tile));
      if (view.terrain[near] !== seat) return `${start}>${first.get(near)}`;
      queue.push(near);
    }
  }
  return null;
}

lines.on("line", (text) => {
  const frame = JSON.parse(text);
  if (frame.type === "start") {
    seat = frame.seat;
    console.error(`I play ${frame.game} from seat ${seat}`);
  } else if (frame.type === "turn") {
    const order = capture(frame.view) ?? advance(frame.view);
    console.log(JSON.stringify({ n: frame.n, orders: order === null ? [] : [order] }));
  } else if (frame.type === "end") {
    console.error(`The winner is ${frame.winner}: ${frame.reason}`);
  }
});
