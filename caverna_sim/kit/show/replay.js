"use strict";
const game = JSON.parse(document.getElementById("game").textContent);
const { steps, texts } = game;
const last = steps.length - 1;
const place = (name) => document.getElementById(name);

// what every place shows after every step: the number of its text; steps share what they do not change
const states = [];
for (const step of steps) states.push(Object.assign(Object.create(states.at(-1) ?? null), step.pieces));
const names = Object.keys(steps[0].pieces);
const shown = {};
let at = -1;

function show(wanted) {
  const next = Math.max(0, Math.min(last, wanted));
  if (next === at) return;
  at = next;
  for (const name of names) {
    const text = states[at][name];
    if (shown[name] === text) continue;
    place(name).innerHTML = texts[text];
    shown[name] = text;
  }
  place("at").value = at;
  place("count").textContent = `choice ${at} of ${last}`;
  place("cursor").setAttribute("transform", `translate(${1000 * at / Math.max(1, last)} 0)`);
  history.replaceState(null, "", `#${at}`);
}

function find(direction, isStop) {
  let index = at + direction;
  while (index > 0 && index < last && !isStop(index)) index += direction;
  return index;
}
// steps are counted after their choice, so a turn is over right before the next one begins
const turnEnds = (index) => index < last && steps[index + 1].turn;
const roundBegins = (index) => steps[index].round > steps[index - 1].round;

let timer = null;
function play() {
  if (timer !== null) {
    clearInterval(timer);
    timer = null;
  } else {
    timer = setInterval(() => at < last ? show(at + 1) : play(), 700);
  }
  place("play").textContent = timer === null ? "play" : "pause";
}

const moves = {
  "first": () => show(0),
  "last": () => show(last),
  "back": () => show(at - 1),
  "forward": () => show(at + 1),
  "turn-back": () => show(find(-1, turnEnds)),
  "turn-forward": () => show(find(1, turnEnds)),
  "round-back": () => show(find(-1, roundBegins)),
  "round-forward": () => show(find(1, roundBegins)),
  "play": play,
};
for (const [name, move] of Object.entries(moves)) place(name).addEventListener("click", move);

const keys = {
  ArrowLeft: (event) => event.shiftKey ? "turn-back" : "back",
  ArrowRight: (event) => event.shiftKey ? "turn-forward" : "forward",
  PageUp: () => "round-back", PageDown: () => "round-forward", Home: () => "first", End: () => "last", " ": () => "play",
};
addEventListener("keydown", (event) => {
  if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey || (event.key === " " && event.target.tagName === "BUTTON")) return;
  event.preventDefault();
  moves[keys[event.key](event)]();
});

place("at").addEventListener("input", (event) => show(Number(event.target.value)));
const curve = place("curve");
const seek = (event) => {
  const box = curve.getBoundingClientRect();
  show(Math.round(last * (event.clientX - box.left) / box.width));
};
curve.addEventListener("pointerdown", (event) => { curve.setPointerCapture(event.pointerId); seek(event); });
curve.addEventListener("pointermove", (event) => { if (event.buttons) seek(event); });
addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 0));
show(Number(location.hash.slice(1)) || 0);
