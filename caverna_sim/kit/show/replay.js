"use strict";
const place = (name) => document.getElementById(name);
let steps = [], texts = [], states = [], last = 0;
const shown = {};
let at = -1, large = null;

// what every place shows after every step: the number of its text; steps share what they do not change
async function unpack() {
  const bytes = Uint8Array.from(atob(place("game").textContent), (letter) => letter.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  ({ steps, texts } = JSON.parse(text));
  for (const step of steps) states.push(Object.assign(Object.create(states.at(-1) ?? null), step.pieces));
  last = steps.length - 1;
  show(Number(location.hash.slice(1)) || 0);
}

function show(wanted) {
  const next = Math.max(0, Math.min(last, wanted));
  if (next === at) return;
  at = next;
  for (const name of Object.keys(steps[0].pieces)) {
    const text = states[at][name];
    if (shown[name] === text) continue;
    place(name).innerHTML = texts[text];
    shown[name] = text;
  }
  place("at").value = at;
  place("count").textContent = `choice ${at} of ${last}`;
  place("cursor").setAttribute("transform", `translate(${1000 * at / Math.max(1, last)} 0)`);
  history.replaceState(null, "", `#${at}`);
  enlarge(steps[at].seat ?? large ?? 0);
  keep(mark());
}

// the board of who acts is large, the others are small beside it
function enlarge(seat) {
  large = seat;
  for (const one of document.querySelectorAll(".cv-seat")) {
    const isLarge = Number(one.dataset.seat) === seat;
    one.classList.toggle("acting", isLarge);
    one.toggleAttribute("tabindex", !isLarge);
    if (!isLarge) one.tabIndex = 0;
  }
}

// what the choice changed is marked: cells, spaces, and of lines the chips that are new
function mark() {
  for (const one of document.querySelectorAll(".changed")) one.classList.remove("changed");
  if (at === 0) return [];
  const found = [];
  for (const name of Object.keys(steps[at].pieces)) {
    const one = place(name);
    if (!one || ["told", "now", "scores", "supply"].includes(name) || name.endsWith(".head")) continue;
    const chips = [...one.querySelectorAll(".cv-chip")], was = document.createElement("div");
    was.innerHTML = texts[states[at - 1][name]] ?? "";
    const old = [...was.querySelectorAll(".cv-chip")].map((chip) => chip.textContent);
    const fresh = chips.length ? chips.filter((chip) => !old.includes(chip.textContent)) : [one];
    for (const each of fresh) each.classList.add("changed");
    found.push(...fresh);
  }
  return found;
}

// something of what changed on the large board, or else elsewhere, is in sight
function keep(changed) {
  const room = () => [place("told").parentElement.getBoundingClientRect().bottom, innerHeight];
  const isSeen = (one) => { const here = one.getBoundingClientRect(), [top, bottom] = room(); return here.top >= top - 2 && here.bottom <= bottom + 2; };
  const own = changed.filter((one) => one.closest(".acting") && one.getClientRects().length);
  const wanted = own.length ? own : changed.filter((one) => one.getClientRects().length);
  if (!wanted.length || wanted.some(isSeen)) return;
  const here = wanted[0].getBoundingClientRect(), [top, bottom] = room();
  scrollBy({ top: here.top < top ? here.top - top - 12 : here.bottom - bottom + 12, behavior: "instant" });
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
  for (const word of place("play").children) word.textContent = timer === null ? "play" : "pause";
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
  const seat = event.target.closest?.(".cv-seat:not(.acting)");
  if (seat && event.key === "Enter") return enlarge(Number(seat.dataset.seat));
  if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target.closest?.("button, summary")) return;
  event.preventDefault();
  moves[keys[event.key](event)]();
});
document.querySelector(".cv-seats").addEventListener("click", (event) => {
  const seat = event.target.closest(".cv-seat");
  if (seat) enlarge(Number(seat.dataset.seat));
});

place("at").addEventListener("input", (event) => show(Number(event.target.value)));
const curve = place("curve");
const seek = (event) => {
  const box = curve.getBoundingClientRect();
  show(Math.round(last * (event.clientX - box.left) / box.width));
};
curve.addEventListener("pointerdown", (event) => { curve.setPointerCapture(event.pointerId); seek(event); });
curve.addEventListener("pointermove", (event) => { if (event.buttons) seek(event); });
addEventListener("hashchange", () => { const wanted = location.hash.slice(1); if (/^\d+$/.test(wanted)) show(Number(wanted)); });

// ---------------------------------------------------------------- saving

// the large board as a drawing of its own: its halves side by side, with the style of the page
function board() {
  const halves = [...document.querySelectorAll(".acting .cv-board svg")];
  let across = 0, tall = 0;
  const parts = halves.map((one) => {
    const { width, height } = one.viewBox.baseVal, copy = one.cloneNode(true);
    for (const [name, value] of [["x", across], ["y", 0], ["width", width], ["height", height]]) copy.setAttribute(name, value);
    [across, tall] = [across + width + 12, Math.max(tall, height)];
    return new XMLSerializer().serializeToString(copy);
  });
  const style = document.querySelector("style").textContent.split("\n").filter((line) => /^\.cv-/.test(line)).join("\n");
  const paper = `<rect width="100%" height="100%" fill="#fff"/>`;
  return { width: across, height: tall, text: `<svg xmlns="http://www.w3.org/2000/svg" class="cv-board" viewBox="0 0 ${across} ${tall}" width="${across}" height="${tall}">`
    + `<title>${document.querySelector("h1").textContent.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title><style>${style.replaceAll("<", "&lt;").replaceAll("&", "&amp;")}</style>${paper}${parts.join("")}</svg>` };
}

function csv() {
  const rows = steps.map((step, number) => [number, step.round, step.seat ?? "", ...step.totals]);
  return [["choice", "round", "seat", ...steps[0].totals.map((_, seat) => `points of seat ${seat}`)], ...rows].map((row) => row.join(",")).join("\n") + "\n";
}

function png() {
  const { text, width, height } = board(), image = new Image();
  return new Promise((done) => {
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [2 * width, 2 * height];
      canvas.getContext("2d").drawImage(image, 0, 0, 2 * width, 2 * height);
      canvas.toBlob(done, "image/png");
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}

function save(content, kind, ending) {
  const link = document.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(new Blob([content], { type: kind })), `game-choice-${at}.${ending}`];
  link.click();
  URL.revokeObjectURL(link.href);
}
place("save-svg").addEventListener("click", () => save(board().text, "image/svg+xml", "svg"));
place("save-png").addEventListener("click", async () => save(await png(), "image/png", "png"));
place("save-csv").addEventListener("click", () => save(csv(), "text/csv", "csv"));
if (!document.querySelector(".cv-board svg")) for (const name of ["svg", "png"]) place(`save-${name}`).remove();
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));

window.ready = unpack();
document.body.classList.add("live");
