"use strict";
const all = JSON.parse(document.getElementById("trees").textContent);
const $ = (id) => document.getElementById(id);
let tree, at = 0, by = 3, down = true, bot = -1;
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
  const who = bot < 0 ? "" : `;${tree.bots[bot]}`;
  history.replaceState(null, "", `#${all.indexOf(tree)}.${words.join(".")}${who}`);
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
// what a row shows of a node: games, points, wins of the seat that was placed, of all bots or of the one that is looked at
function told(node) {
  const [, , seat, games, score, won, , owns] = tree.nodes[node];
  return bot < 0 ? [games, score[seat], won[seat]] : owns[bot];
}
function rows(here) {
  const next = kids(at).filter(told), body = $("next"), games = bot < 0 ? here[3] : here[8][bot] || 0;
  const key = (node) => by === 1 ? tree.places[tree.nodes[node][1]] : by === 3 ? told(node)[0] : told(node)[by - 3][0];
  next.sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0) * (down ? -1 : 1));
  const counted = next.reduce((sum, node) => sum + told(node)[0], 0), who = bot < 0 ? "" : `, ${tree.bots[bot]} in ${games.toLocaleString("en")} games`;
  const none = games && bot >= 0 ? `${tree.bots[bot]} is placed here in ${games.toLocaleString("en")} games, too few to each place.` : bot >= 0 && here[8].length ? `${tree.bots[bot]} is not the one to be placed here.` : "No further: too few games go on in the same way, or the tree ends here.";
  $("whose").textContent = next.length ? `Next: ${[...new Set(next.map((node) => seatName(tree.nodes[node][2])))].join(", ")}${who}` : none;
  $("head").hidden = !next.length;
  body.replaceChildren(...next.map((node) => {
    const [number, score, won] = told(node), place = tree.places[tree.nodes[node][1]], row = element("tr", undefined, number < tree.few ? "few" : "");
    const name = element("td"), button = element("button", place + (number < tree.few ? " (few games)" : ""));
    button.type = "button";
    button.addEventListener("click", () => go(node));
    name.append(button);
    const share = element("td", percent(number / games, 1), "share");
    share.style.setProperty("--part", `${100 * number / games}%`);
    row.append(name, share, element("td", number.toLocaleString("en"), "wide"), element("td", points(score)), ...(tree.players > 1 ? [element("td", wins(won))] : []));
    return row;
  }));
  const rest = games - counted;
  $("rest").textContent = next.length && rest > 0 ? `${rest.toLocaleString("en")} games (${percent(rest / games, 1)}) went elsewhere, fewer than ${tree.least} to each place.` : "";
}
function choose(number) {
  tree = all[number];
  $("about").textContent = `${tree.title}: ${tree.about} Bots: ${tree.bots.join(", ")}.`;
  for (const cell of document.querySelectorAll(".wins")) cell.hidden = tree.players === 1;
  $("bot").replaceChildren(...["all bots", ...tree.bots].map((name, place) => new Option(name, String(place - 1))));
  $("mixed").hidden = tree.bots.length < 2;
  bot = -1;
}
for (const cell of document.querySelectorAll("th[data-by]")) cell.addEventListener("click", () => {
  const wanted = Number(cell.dataset.by);
  down = by === wanted ? !down : wanted !== 1;
  by = wanted;
  draw();
});
function start() {
  const [way, who] = decodeURIComponent(location.hash.slice(1)).split(";"), [number, ...words] = way.split(".").map(Number);
  choose(all[number] ? number : 0);
  $("run").value = String(all.indexOf(tree));
  bot = tree.bots.length > 1 ? tree.bots.indexOf(who) : -1;
  $("bot").value = String(bot);
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
$("bot").addEventListener("change", (event) => { bot = Number(event.target.value); go(at); });
$("switch").hidden = all.length < 2;
addEventListener("hashchange", start);
start();
