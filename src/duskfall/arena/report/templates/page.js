"use strict";
const game = {{ game | tojson }};
const [cinema, board, play, frame, turn, names] =
  ["cinema", "board", "play", "frame", "turn", "names"].map((id) => document.getElementById(id));
const pencil = board.getContext("2d");
let film = null, timer = 0;

async function unpacked(text, size) {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  for (let i = size; i < bytes.length; i++) bytes[i] ^= bytes[i - size];
  return bytes;
}

function draw() {
  const { width, height, side, bytes, turns } = film, number = Number(frame.value), start = number * width * height;
  const gap = Math.max(1, Math.round(side / 20));
  pencil.clearRect(0, 0, board.width, board.height);
  for (let tile = 0; tile < width * height; tile++) {
    const code = bytes[start + tile], x = (tile % width) * side, y = Math.floor(tile / width) * side;
    pencil.fillStyle = game.colours[code];
    pencil.fillRect(x, y, side - gap, side - gap);
    const mark = game.marks.find(({ first, end }) => code >= first && code < end);
    if (mark) {
      const inset = Math.round(side * mark.inset);
      pencil.fillStyle = mark.colour;
      pencil.fillRect(x + inset, y + inset, side - gap - 2 * inset, side - gap - 2 * inset);
    }
  }
  turn.textContent = `${game.unit} ${turns[number]}`;
}

function run(on) {
  clearInterval(timer);
  timer = 0;
  play.textContent = on ? "Pause" : "Play";
  if (!on) return;
  if (frame.value === frame.max) frame.value = 0;
  timer = setInterval(() => {
    frame.value = Number(frame.value) + 1;
    draw();
    if (frame.value === frame.max) run(false);
  }, 90);
}

async function show(button) {
  const { film: text, width, height, turns, names: who } = button.dataset;
  const size = width * height, wide = Number(width);
  film = {
    width: wide, height: Number(height), side: Math.max(6, Math.floor(1200 / wide)), turns: turns.split(" "),
    bytes: await unpacked(text, size),
  };
  board.width = film.side * wide;
  board.height = film.side * film.height;
  names.replaceChildren(...who.split(" / ").map((name, seat) => {
    const label = document.createElement("span");
    label.className = "seat";
    label.style.setProperty("--seat", game.seats[seat]);
    label.textContent = name;
    return label;
  }));
  frame.max = film.turns.length - 1;
  frame.value = 0;
  cinema.showModal();
  draw();
  run(!matchMedia("(prefers-reduced-motion: reduce)").matches);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-film]");
  if (button) show(button);
});
play.addEventListener("click", () => run(!timer));
frame.addEventListener("input", () => { run(false); draw(); });
cinema.addEventListener("close", () => run(false));
