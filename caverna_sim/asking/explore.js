"use strict";
const all = JSON.parse(document.getElementById("trees").textContent);
const $ = (id) => document.getElementById(id);
let tree, at = 0, by = 3, down = true;
const minus = (text) => String(text).replace("-", "\u2212");
const percent = (part, digits = 0) => `${(100 * part).toFixed(digits)} %`;
const seatName = (seat) => `seat ${seat}`;
const kids = (node) => tree.nodes.map((one, number) => number).filter((number) => tree.nodes[number][0] === node);
const points = ([mean, half]) => half === null ? minus(mean.toFixed(1)) : `${minus(mean.toFixed(1))} ± ${half.toFixed(1)}`;
const wins = ([mean, low, high]) => `${Math.round(mean / 10)} % (${Math.round(low / 10)} to ${Math.round(high / 10)})`;

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}
function path() {
  const found = [];
  for (let node = at; node >= 0; node = tree.nodes[node][0]) found.unshift(node);
  return found;
}
function go(node) {
  at = node;
  const words = path().slice(1).map((one) => tree.nodes[one][1]);
  history.replaceState(null, "", `#${all.indexOf(tree)}.${words.join(".")}`);
  draw();
}
function draw() {
  const here = tree.nodes[at], list = $("path");
  list.replaceChildren(...path().map((node) => {
    const [, place, seat] = tree.nodes[node], line = element("li"), button = element("button", place < 0 ? "Beginning" : `${seat}: ${tree.places[place]}`);
    button.type = "button";
    if (node === at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => go(node));
    line.append(button);
    return line;
  }));
  $("games").textContent = `${here[3].toLocaleString("en")} games${at ? ` of ${tree.games.toLocaleString("en")} begin so` : ""}.`;
  $("few").textContent = here[3] < tree.few ? `Only ${here[3]} games: what stands here may be chance.` : "";
  $("seats").replaceChildren(...here[4].map((score, seat) => {
    const box = element("div", undefined, seat === here[2] ? "moved" : "");
    box.append(element("b", seatName(seat)), element("span", `${points(score)} points`));
    if (tree.players > 1) box.append(element("br"), element("span", `wins ${wins(here[5][seat])}`, "soft"));
    return box;
  }));
  rows(here);
  const shown = $("replays");
  shown.replaceChildren();
  if (tree.watch) for (const index of here[6]) {
    const line = element("p"), command = tree.watch.replaceAll("{index}", index);
    const link = element(tree.pages.includes(index) ? "a" : "span", `game ${index}`);
    if (tree.pages.includes(index)) link.href = `game-${index}.html`;
    line.append(link, " ", element("code", command));
    shown.append(line);
  }
}
function rows(here) {
  const next = kids(at), body = $("next");
  const key = (node) => by === 3 ? tree.nodes[node][3] : by === 1 ? tree.places[tree.nodes[node][1]] : tree.nodes[node][by][tree.nodes[node][2]][0];
  next.sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0) * (down ? -1 : 1));
  const counted = next.reduce((sum, node) => sum + tree.nodes[node][3], 0);
  $("whose").textContent = next.length ? `Next: ${[...new Set(next.map((node) => seatName(tree.nodes[node][2])))].join(", ")}` : "No further: too few games go on in the same way, or the tree ends here.";
  $("head").hidden = !next.length;
  body.replaceChildren(...next.map((node) => {
    const [, place, seat, games, score, won] = tree.nodes[node], row = element("tr", undefined, games < tree.few ? "few" : "");
    const name = element("td"), button = element("button", tree.places[place] + (games < tree.few ? " (few games)" : ""));
    button.type = "button";
    button.addEventListener("click", () => go(node));
    name.append(button);
    const share = element("td", percent(games / here[3], 1), "share");
    share.style.setProperty("--part", `${100 * games / here[3]}%`);
    row.append(name, share, element("td", games.toLocaleString("en"), "wide"), element("td", points(score[seat])), ...(tree.players > 1 ? [element("td", wins(won[seat]))] : []));
    return row;
  }));
  const rest = here[3] - counted;
  $("rest").textContent = next.length && rest > 0 ? `${rest.toLocaleString("en")} games (${percent(rest / here[3], 1)}) went elsewhere, fewer than ${tree.least} to each place.` : "";
}
function choose(number) {
  tree = all[number];
  $("about").textContent = `${tree.title}: ${tree.about} Bots: ${tree.bots.join(", ")}.`;
  for (const cell of document.querySelectorAll(".wins")) cell.hidden = tree.players === 1;
}
for (const cell of document.querySelectorAll("th[data-by]")) cell.addEventListener("click", () => {
  const wanted = Number(cell.dataset.by);
  down = by === wanted ? !down : wanted !== 1;
  by = wanted;
  draw();
});
function start() {
  const [number, ...words] = location.hash.slice(1).split(".").map(Number);
  choose(all[number] ? number : 0);
  $("run").value = String(all.indexOf(tree));
  let node = 0;
  for (const word of words) {
    const found = kids(node).find((one) => tree.nodes[one][1] === word);
    if (found === undefined || Number.isNaN(word)) break;
    node = found;
  }
  at = node;
  draw();
}
$("run").addEventListener("change", (event) => { choose(Number(event.target.value)); go(0); });
$("switch").hidden = all.length < 2;
addEventListener("hashchange", start);
start();
