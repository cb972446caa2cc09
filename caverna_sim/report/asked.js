"use strict";
// A page that one can ask: its numbers are data, and this draws them as one picks. Without it every row stands in a plain table.
const page = JSON.parse(document.getElementById("data").textContent);
const state = { strength: page.start.strength, players: page.start.players };
const BOTH = "both";
const inWords = (strength) => ({ strong: "Strong", scripted: "Scripted" })[strength] ?? strength;
const MINUS = "\u2212";

// ---------------------------------------------------------------- numbers and words

function digitsFor(error) {
  if (!(error > 0)) return 1;
  const first = -Math.floor(Math.log10(error));
  return Math.min(3, Math.max(0, error * 10 ** first < 2 ? first + 1 : first));
}

function number(value, digits, sign) {
  const shown = Math.abs(value).toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const isZero = !/[1-9]/.test(shown);
  return (isZero ? "" : value < 0 ? MINUS : sign ? "+" : "") + shown;
}

const percentOf = (estimate) => estimate.percent ? "\u00a0%" : "";

function digitsOf(found) {
  const widths = found.map((one) => (one.high - one.low) / 4).filter((one) => one > 0);
  return widths.length ? Math.min(2, Math.max(found.some((one) => one.percent) ? 0 : 1, digitsFor(Math.min(...widths)))) : found.some((one) => one.percent) ? 0 : 1;
}

// value, interval and what a single interval would be, in the units that are shown
function read(block, row, estimate) {
  const scale = estimate.percent ? 100 : 1, at = (end) => {
    const value = row[estimate.key + end];
    return value === null || value === undefined ? NaN : scale * value;
  };
  const found = { value: at(""), low: at("_low"), high: at("_high"), alone: at("_pointwise"), percent: estimate.percent };
  found.spread = (estimate.spread ?? []).map((name) => row[name]).filter((value) => typeof value === "number").map((value) => scale * value);
  found.shown = !estimate.signed ? "plain" : found.low > 0 ? "up" : found.high < 0 ? "down" : "flat";
  return found;
}

function sentence(block, estimate, name, row, found, digits) {
  const range = (a, b) => Number.isFinite(a) ? ` (${number(a, digits)} to ${number(b, digits)})` : "";
  const unit = estimate.percent ? " % of the wins" : " points";
  const less = found.value < 0;
  const ends = less ? [-found.high, -found.low] : [found.low, found.high];
  const more = `${number(Math.abs(found.value), digits)}${unit} ${less ? "less" : "more"}${range(...ends)}`;
  const value = `${number(found.value, digits, estimate.signed)}${percentOf(estimate)}${row.unit ? ` ${row.unit}` : ""}${range(found.low, found.high)}`;
  const chance = found.shown === "flat" ? ", which may be chance" : "";
  const seat = row.seat ? `, seat ${row.seat}` : "";
  const within = estimate.said.startsWith("{name}") ? name : name.replace(/^(A|Seat) /, (word) => word.toLowerCase());
  return estimate.said.replace("{name}", within).replace("{more}", more).replace("{value}", value).replace(/[.]?$/, `${seat}${chance}.`);
}

// a game in which it happened: its page where there is one, else the command that shows it
function example(thing, where = "") {
  if (thing.replay) return [" ", make("a", { href: thing.replay }, "See it in a game"), `${where}.`];
  return thing.watch ? [" See one: ", make("code", {}, thing.watch)] : [];
}

function say(...parts) {
  const bar = document.getElementById("say");
  bar.replaceChildren(...parts);
}

// ---------------------------------------------------------------- what is shown

const blocks = page.blocks.map((data, place) => {
  const rows = data.rows.map((cells, number) => ({ number, ...Object.fromEntries(data.columns.map((name, column) => [name, cells[column]])) }));
  const item = data.columns[0];
  const block = { ...data, rows, item, place, box: document.querySelector(`[data-block="${place}"]`), picked: {}, ticked: [], open: false };
  block.heading = data.words[0] === "row" ? data.item : data.words[0];
  for (const one of data.switches) block.picked[one.key] = String(data.starts[one.key] ?? one.options[0][0]);
  block.estimate = 0;
  block.kindOf = "";
  block.sort = data.sorted ? { by: "value", falls: true } : { by: "", falls: true };
  return block;
});

function groupsOf(block) {
  const known = new Set(block.rows.map((row) => row.scenario));
  return page.groups.filter((group) => known.has(group.name) || (known.size === 1 && known.has(undefined)));
}

const strengthsOf = (groups) => [...new Set(groups.map((group) => group.strength))].sort((a, b) => (b === "strong") - (a === "strong"));

function groupsShown(block) {
  const all = groupsOf(block), players = playersOf(block);
  const seen = all.filter((group) => players.length < 2 || block.kind === "multiples" || group.players === state.players);
  const wanted = seen.filter((group) => state.strength === BOTH || group.strength === state.strength);
  return (wanted.length ? wanted : seen).sort((a, b) => (b.strength === "strong") - (a.strength === "strong"));
}

function playersOf(block) {
  return [...new Set(groupsOf(block).map((group) => group.players))].sort((a, b) => a - b);
}

// rows that the switches let through, by item, with one cell for each group
function gathered(block, groups, except = "") {
  const wanted = block.rows.filter((row) => block.switches.every((one) => one.key === except || row[one.key] === block.picked[one.key]));
  const items = new Map();
  for (const row of wanted) {
    const place = groups.findIndex((group) => row.scenario === undefined || group.name === row.scenario);
    if (place < 0) continue;
    const thing = block.things[row[block.item]] ?? { name: "" };
    if (block.kindOf && thing.kind !== block.kindOf) continue;
    if (!items.has(row[block.item])) items.set(row[block.item], { id: row[block.item], thing, cells: [] });
    const cells = items.get(row[block.item]).cells;
    if (except) (cells[place] ??= {})[row[except]] = row;
    else cells[place] = row;
  }
  return [...items.values()];
}

// ---------------------------------------------------------------- switches

function choice(label, options, current, pick) {
  if (options.length > 5) {
    const list = make("select", { "aria-label": label, change: () => pick(list.value) },
      ...options.map(([value, text]) => make("option", { value, ...(value === current ? { selected: "" } : {}) }, text)));
    return list;
  }
  return make("span", { class: "switch", role: "group", "aria-label": label },
    ...options.map(([value, text]) => make("button", { type: "button", "aria-pressed": String(value === current), click: () => pick(value) }, text)));
}

function switches(block) {
  const bar = make("div", { class: "switches" });
  const groups = groupsOf(block), strengths = strengthsOf(groups), players = playersOf(block);
  if (strengths.length > 1) {
    bar.append(choice("who plays", [...strengths.map((one) => [one, inWords(one)]), [BOTH, strengths.length > 2 ? "All" : "Both"]], state.strength, (value) => {
      state.strength = value;
      drawAll();
    }));
  }
  if (players.length > 1 && block.kind !== "multiples") {
    bar.append(choice("players", players.map((one) => [one, `${one} players`]), state.players, (value) => {
      state.players = value;
      drawAll();
    }));
  }
  const again = (change) => (value) => { change(value); block.ticked = []; draw(block); };
  const estimates = block.estimates.map((one, place) => [String(place), one.name]);
  if (estimates.length > 1) bar.append(choice("estimate", estimates, String(block.estimate), again((value) => { block.estimate = Number(value); })));
  const here = new Set(groupsShown(block).map((group) => group.name));
  const rows = block.rows.filter((row) => row.scenario === undefined || here.has(row.scenario));
  for (const one of block.switches.filter((each) => each.key !== block.across)) {
    const options = one.options.filter(([value]) => rows.some((row) => row[one.key] === value));
    if (!options.some(([value]) => value === block.picked[one.key])) block.picked[one.key] = options[0]?.[0] ?? "";
    if (options.length > 1) bar.append(choice(one.name, options, block.picked[one.key], again((value) => { block.picked[one.key] = value; })));
  }
  const kinds = [...new Set(Object.values(block.things).map((thing) => thing.kind).filter(Boolean))].sort();
  if (kinds.length > 1) bar.append(choice("kind", [["", "every kind"], ...kinds.map((one) => [one, one])], block.kindOf, again((value) => { block.kindOf = value; })));
  return bar;
}

// ---------------------------------------------------------------- rows with their intervals

function scaleOf(values, signed, room) {
  let [low, high] = [Math.min(...values, ...(signed ? [0] : [])), Math.max(...values, ...(signed ? [0] : []))];
  if (!(high > low)) [low, high] = [low - 1, high + 1];
  const rough = (high - low) / (room < 600 ? 2 : room < 900 ? 3 : 5), power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const ticks = [];
  for (let tick = Math.ceil(low / step); tick <= Math.floor(high / step); tick += 1) ticks.push(tick * step);
  return { at: (value) => 3 + 94 * (value - low) / (high - low), ticks, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), signed };
}

function axis(scale, label, percent) {
  const marks = scale.ticks.map((tick) => make("text", { x: `${scale.at(tick)}%`, y: 13, "text-anchor": "middle" },
    number(tick, scale.digits, scale.signed) + percent));
  return make("div", {}, label, make("svg", { role: "img", "aria-label": label }, ...marks));
}

function mark(found, hollow, y, title) {
  const kind = found.shown;
  return make("g", {}, make("title", {}, title),
    make("line", { class: kind, x1: `${found.x1}%`, x2: `${found.x2}%`, y1: y, y2: y }),
    make("circle", { class: hollow ? `${kind} hollow` : kind, cx: `${found.x}%`, cy: y, r: 4, "stroke-width": 2 }));
}

function heads(block, columns) {
  return make("tr", {}, ...columns.map(({ key, label, kind, drawn }) => {
    if (!key) return make("th", { class: kind, scope: "col" }, drawn ?? label ?? "");
    const sorted = block.sort.by === key ? (block.sort.falls ? "descending" : "ascending") : null;
    const turn = () => {
      block.sort = { by: key, falls: block.sort.by === key ? !block.sort.falls : key !== "name" };
      draw(block);
      block.box.querySelector(`[data-sort="${key}"]`).focus();
    };
    return make("th", { class: kind, scope: "col", "aria-sort": sorted }, make("span", {
      role: "button", tabindex: 0, "data-sort": key, click: turn,
      keydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); turn(); } },
    }, label));
  }));
}

function sortKey(block, line, by) {
  if (by === "name") return line.thing.name;
  if (by === "price") return line.thing.cost ?? -1;
  if (by === "kind") return line.thing.kind ?? "";
  const cell = line.cells.find(Boolean);
  return by === "value" ? line.found.find(Boolean)?.value ?? -Infinity : cell?.[by] ?? -Infinity;
}

function inOrder(block, lines) {
  const { by, falls } = block.sort;
  if (!by) return lines;
  const sign = falls ? -1 : 1;
  return [...lines].sort((a, b) => {
    const [one, other] = [sortKey(block, a, by), sortKey(block, b, by)];
    return sign * (typeof one === "string" ? one.localeCompare(other) : one - other);
  });
}

const isLong = (block, one) => block.rows.some((row) => typeof row[one.key] === "string" && row[one.key].length > 14);

function beside(line, one) {
  if (one.key === "price" || one.key === "kind") return line.thing[one.key] ?? "";
  const value = line.cells.find(Boolean)?.[one.key];
  if (typeof value !== "number") return value === null || value === undefined ? "\u2013" : String(value);
  return one.percent ? `${number(100 * value, value < 0.1 ? 1 : 0)}\u00a0%` : number(value, Number.isInteger(value) ? 0 : 2);
}

function drawRows(block, into) {
  const groups = groupsShown(block), estimate = block.estimates[block.estimate];
  const lines = gathered(block, groups);
  for (const line of lines) line.found = groups.map((_, place) => line.cells[place] ? read(block, line.cells[place], estimate) : null);
  const known = lines.filter((line) => line.found.some((one) => one && Number.isFinite(one.value)));
  const every = known.flatMap((line) => line.found).filter((one) => one && Number.isFinite(one.value));
  if (!every.length) return into.append(make("p", { class: "soft" }, "There is nothing of this kind in these games."));
  const unit = known[0].cells.find(Boolean).unit || estimate.unit;
  const scale = scaleOf(every.flatMap((one) => [one.value, one.low, one.high, ...one.spread]).filter(Number.isFinite), estimate.signed, block.box.clientWidth);
  const digits = digitsOf(every), percent = percentOf(estimate);
  const columns = [
    { kind: "tick", label: "" }, { kind: "name", key: "name", label: block.heading },
    { kind: "picture", drawn: axis(scale, unit, percent) }, { kind: "value", key: "value", label: groups.length > 1 ? groups.map((one) => one.strength).join(" | ") : "value" },
    ...block.beside.map((one) => ({ kind: isLong(block, one) ? "more long" : "more", key: one.key, label: one.name })),
  ];
  const body = make("tbody");
  const ordered = inOrder(block, known);
  const flat = ordered.filter((line) => line.found.every((one) => !one || one.shown === "flat"));
  const folds = block.sort.by === "value" && estimate.signed && flat.length > 4 && known.length > 12 && !block.open;
  let isTold = false;
  for (const line of ordered) {
    if (flat.length > 4 && known.length > 12 && flat.includes(line) && block.sort.by === "value" && !isTold) {
      isTold = true;
      const values = flat.flatMap((each) => each.found.filter(Boolean).map((one) => one.value));
      const range = `${number(Math.min(...values), digits, true)} to ${number(Math.max(...values), digits, true)}${percent}`;
      const words = `${flat.length} ${block.words[1]} are not shown to matter: ${range}`;
      body.append(make("tr", { class: "fold" }, make("td", { colspan: 4 }, make("button", {
        type: "button", "aria-expanded": String(!folds), click: () => { block.open = !block.open; draw(block); },
      }, folds ? `${words} \u25b8` : `${words} \u25be`)), ...block.beside.map(() => make("td", { class: "more" }))));
    }
    if (folds && flat.includes(line)) continue;
    body.append(rowOf(block, line, groups, estimate, scale, digits));
  }
  into.append(make("table", {}, make("thead", {}, heads(block, columns)), body));
}

function rowOf(block, line, groups, estimate, scale, digits) {
  const name = line.thing.name;
  const told = line.found.map((one, place) => one && `${groups.length > 1 ? `${inWords(groups[place].strength)}: ` : ""}${sentence(block, estimate, name, line.cells[place], one, digits)}`).filter(Boolean);
  const watch = example(line.thing);
  const tell = () => { if (block.ticked.length < 2) say(told.join(" "), ...watch); };
  const drawing = make("svg", { role: "img", "aria-label": told.join(" ") });
  for (const tick of scale.ticks) drawing.append(make("line", { class: tick === 0 ? "zero" : "grid", x1: `${scale.at(tick)}%`, x2: `${scale.at(tick)}%`, y1: 0, y2: 26 }));
  line.found.forEach((one, place) => {
    if (!one || !Number.isFinite(one.value)) return;
    const ends = Number.isFinite(one.low) ? [one.low, one.high] : [one.value, one.value];
    const y = groups.length > 1 ? 8 + 10 * place : 13;
    for (const at of [0, 1].filter((each) => one.spread.length > 2 * each + 1)) {  // between the outer ends, then the inner ones
      const [from, to] = [scale.at(one.spread[at]), scale.at(one.spread.at(-1 - at))];
      drawing.append(make("rect", { class: "band", x: `${from}%`, width: `${to - from}%`, y: y - 5, height: 10 }));
    }
    drawing.append(mark({ ...one, x: scale.at(one.value), x1: scale.at(ends[0]), x2: scale.at(ends[1]) }, place > 0, y, told[0]));
  });
  const values = line.found.map((one) => one && Number.isFinite(one.value) ? number(one.value, digits, estimate.signed) + percentOf(estimate) : "\u2013");
  const only = line.found.length === 1 ? line.found[0] : null;
  const width = only && only.high > only.low ? make("small", {}, ` \u00b1${number((only.high - only.low) / 2, digits)}`) : null;
  const differs = groups.length > 1 && line.cells.some((cell) => cell?.differs);
  const tick = make("input", { type: "checkbox", "aria-label": `compare ${name}`, change: () => pick(block, line, groups, estimate, digits) });
  tick.checked = block.ticked.some((one) => one.id === line.id);
  const row = make("tr", { "data-id": line.id, mouseenter: tell, click: tell, focusin: tell },
    make("td", { class: "tick" }, tick), make("th", { class: "name", scope: "row" }, differs ? `${name} *` : name),
    make("td", { class: "picture" }, drawing),
    make("td", { class: "value", "data-key": only?.value ?? "" }, values.join(" | "), width),
    ...block.beside.map((one) => make("td", { class: isLong(block, one) ? "more long" : "more" }, beside(line, one))));
  return row;
}

// two ticked rows, and what lies between them
function pick(block, line, groups, estimate, digits) {
  const there = block.ticked.findIndex((one) => one.id === line.id && one.column === line.column);
  if (there >= 0) block.ticked.splice(there, 1);
  else block.ticked = [...block.ticked.slice(-1), line];
  draw(block);
  if (block.ticked.length < 2) return say();
  const [a, b] = block.ticked;
  const told = groups.map((group, place) => {
    const [one, other] = [a, b].map((each) => each.found[place]);
    if (!one || !other) return "";
    const apart = one.value - other.value, with_ = together(block, estimate, a.cells[place], b.cells[place]);
    const unit = estimate.percent ? " %" : " points";
    const [p, q] = [one, other].map((each) => each.alone >= 0 ? each.alone : (each.high - each.low) / 2);
    const width = with_ === null ? p + q : Math.sqrt(Math.max(0, p ** 2 + q ** 2 - 2 * with_ * p * q));  // no two go together worse than that
    const widest = with_ === null ? " at the widest, since how the two vary together was not kept" : "";
    const range = Number.isFinite(width) ? ` (${number(apart - width, digits, true)} to ${number(apart + width, digits, true)}${widest})` : "";
    return `${groups.length > 1 ? `${inWords(group.strength)}: ` : ""}${a.thing.name} minus ${b.thing.name}: ${number(apart, digits, true)}${unit}${range}.`;
  });
  say(told.filter(Boolean).join(" "));
}

// the correlation of two estimates; null where it was not kept
function together(block, estimate, one, other) {
  for (const kept of block.alike) {
    const [a, b] = [kept.rows.indexOf(one.number), kept.rows.indexOf(other.number)].sort((x, y) => y - x);
    if (kept.estimate === estimate.key && b >= 0 && a !== b) return kept.thousandths[a * (a - 1) / 2 + b] / 1000;
  }
  return null;
}

// ---------------------------------------------------------------- a matrix

function drawMatrix(block, into) {
  const groups = groupsShown(block), estimate = block.estimates[block.estimate];
  const across = block.switches.find((one) => one.key === block.across);
  const lines = gathered(block, groups, block.across);
  const all = [];
  for (const line of lines) {
    line.reads = groups.map((_, place) => Object.fromEntries(Object.entries(line.cells[place] ?? {}).map(([key, row]) => [key, read(block, row, estimate)])));
    all.push(...line.reads.flatMap((one) => Object.values(one)));
  }
  const finite = all.filter((one) => Number.isFinite(one.value));
  if (!finite.length) return into.append(make("p", { class: "soft" }, "There is nothing of this kind in these games."));
  const most = Math.max(...finite.map((one) => Math.abs(one.value))), digits = Math.min(1, digitsOf(finite));
  groups.forEach((group, place) => {
    const options = across.options.filter(([value]) => value !== "" && lines.some((line) => line.reads[place][value]));
    if (!options.length) return;
    const columns = [{ key: "name", label: block.heading, kind: "name" }, ...options.map(([value, text]) => ({ key: `at ${value}`, label: text, kind: "number" }))];
    const key = (line) => block.sort.by === "name" ? line.thing.name
      : block.sort.by.startsWith("at ") ? line.reads[place][block.sort.by.slice(3)]?.value ?? -Infinity
      : Math.max(...options.map(([value]) => line.reads[place][value]?.value ?? -Infinity));
    const sign = block.sort.falls ? -1 : 1;
    const ordered = !block.sort.by ? lines : [...lines].sort((a, b) => sign * (typeof key(a) === "string" ? key(a).localeCompare(key(b)) : key(a) - key(b)));
    const body = make("tbody");
    for (const line of ordered.filter((each) => options.some(([value]) => each.reads[place][value]))) {
      body.append(make("tr", { "data-id": line.id }, make("th", { scope: "row", class: "name" }, line.thing.name), ...options.map(([value, text]) => {
        const found = line.reads[place][value], row = line.cells[place]?.[value];
        if (!found || !Number.isFinite(found.value)) return make("td", { class: "flat" }, "");
        const words = sentence(block, estimate, line.thing.name, { ...row, seat: block.across === "seat" ? value : row.seat }, found, digits).replace("{across}", text);
        const tint = found.shown !== "flat" ? `background: rgba(var(--${found.shown}), ${(0.08 + 0.3 * Math.abs(found.value) / most).toFixed(2)})` : null;
        const cell = { id: `${line.id} ${value} ${place}`, thing: { name: `${line.thing.name} (${text})` }, cells: groups.map((_, each) => each === place ? row : null), found: groups.map((_, each) => each === place ? found : null) };
        const isTold = block.ticked.some((one) => one.id === cell.id);
        const watch = example(line.thing, block.across === "seat" ? ", at whichever seat" : "");
        const choose = () => { pick(block, cell, groups, estimate, digits); if (block.ticked.length === 1) say(words, ...watch); };
        return make("td", {
          class: `${found.shown}${isTold ? " told" : ""}`, style: tint, tabindex: 0, title: words, "aria-label": words, "data-key": found.value,
          mouseenter: () => { if (block.ticked.length < 2) say(words); }, click: choose,
          keydown: (event) => { if (event.key === "Enter") choose(); },
        }, number(found.value, digits, estimate.signed) + percentOf(estimate));
      })));
    }
    if (groups.length > 1) into.append(make("h3", {}, inWords(group.strength)));
    into.append(make("div", { class: "sideways", tabindex: 0, role: "region", "aria-label": group.title }, make("table", {}, make("thead", {}, heads(block, columns)), body)));
  });
  into.append(make("p", { class: "soft" }, `${estimate.unit[0].toUpperCase()}${estimate.unit.slice(1)}. ${estimate.signed ? "Blue: more, orange: less, no colour: may be chance. " : ""}Tap two cells for their difference.`));
}

// ---------------------------------------------------------------- small multiples

// one small picture: lines of points over a few places
function chart(label, series, places, format, told) {
  const points = series.flatMap((one) => one.points).filter((one) => Number.isFinite(one.y));
  const ends = points.flatMap((one) => [one.y, one.low ?? one.y, one.high ?? one.y]).filter(Number.isFinite);
  let [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (!(high > low)) [low, high] = [low - 1, high + 1];
  const y = (value) => 100 - 78 * (value - low) / (high - low);
  const x = (place) => places.length > 1 ? 12 + 76 * places.indexOf(place) / (places.length - 1) : 50;
  const drawing = make("svg", { role: "img", "aria-label": `${label}. ${told}`, viewBox: "0 0 240 128", preserveAspectRatio: "xMidYMid meet" }, make("title", {}, told));
  const px = (place) => 2.4 * x(place);
  drawing.append(make("line", { class: "grid", x1: 12, x2: 228, y1: 108, y2: 108 }));
  const every = places.length > 8 ? 3 : 1;
  places.forEach((place, at) => { if (at % every === 0) drawing.append(make("text", { x: px(place), y: 123, "text-anchor": "middle" }, String(place))); });
  series.forEach((one, number_) => {
    const known = one.points.filter((each) => Number.isFinite(each.y));
    const path = known.map((each, at) => `${at ? "L" : "M"}${px(each.x).toFixed(1)} ${y(each.y).toFixed(1)}`).join("");
    drawing.append(make("path", { class: "plain", d: path, "stroke-dasharray": one.hollow ? "4 3" : null }));
    known.forEach((each, at) => {
      if (Number.isFinite(each.low)) drawing.append(make("line", { class: "plain", x1: px(each.x), x2: px(each.x), y1: y(each.low), y2: y(each.high) }));
      if (places.length <= 8) drawing.append(make("circle", { class: one.hollow ? "plain hollow" : "plain", cx: px(each.x), cy: y(each.y), r: 3.5 }));
      const isLabelled = places.length <= 8 ? series.length === 1 || at === 0 || at === known.length - 1 : at === 0 || at === known.length - 1;
      const isBelow = series.some((other, at_) => other !== one && other.points.some((point) => point.x === each.x && (point.y > each.y || (point.y === each.y && at_ < number_))));
      if (isLabelled) drawing.append(make("text", { class: "ink", x: px(each.x), y: y(each.y) + (isBelow ? 17 : -8), "text-anchor": "middle" }, format(each.y)));
    });
  });
  return drawing;
}

function drawMultiples(block, into) {
  const groups = groupsShown(block), estimate = block.estimates[0];
  const strengths = [...new Set(groups.map((group) => group.strength))], places = playersOf(block);
  const grid = make("div", { class: "small" });
  for (const [id, thing] of Object.entries(block.things)) {
    const rows = block.rows.filter((row) => row[block.item] === id);
    const meaning = rows.find((row) => row.meaning)?.meaning ?? "";
    const scale = /^share/.test(meaning) ? 100 : 1;
    const series = strengths.map((strength, place) => ({
      hollow: place > 0,
      points: groups.filter((group) => group.strength === strength).flatMap((group) => rows.filter((row) => row.scenario === undefined || row.scenario === group.name)
        .map((row) => ({ x: group.players, y: scale * row[estimate.key], low: scale * row[`${estimate.key}_low`], high: scale * row[`${estimate.key}_high`] }))),
    }));
    const known = series.flatMap((one) => one.points);
    if (!known.length || known.every((one) => one.y === known[0].y)) continue;
    const digits = digitsFor(Math.max(0.02, Math.min(...known.map((one) => (one.high - one.low) / 2).filter((one) => one > 0), 1)));
    const format = (value) => number(value, Math.min(digits, 1)) + (scale > 1 ? "\u00a0%" : "");
    const told = series.map((one, at) => `${inWords(strengths[at])}: ${one.points.map((each) => `${each.x} players ${format(each.y)}`).join(", ")}`).join("; ");
    grid.append(make("figure", { "data-id": id, mouseenter: () => say(`${thing.name}: ${told}.`) }, make("figcaption", {}, make("b", {}, thing.name), meaning ? `: ${meaning}` : ""), chart(thing.name, series, places, format, told)));
  }
  into.append(grid, make("p", { class: "soft" }, `Players along the bottom${strengths.length > 1 ? `; filled: ${strengths[0]}, hollow: ${strengths.slice(1).join(", ")}` : ""}.`));
}

function drawCurves(block, into) {
  const groups = groupsShown(block), places = [...new Set(block.rows.map((row) => Number(row[block.item])))];
  const grid = make("div", { class: "small" });
  for (const one of block.beside.filter((each) => block.rows.some((row) => typeof row[each.key] === "number"))) {
    const series = groups.map((group, at) => ({ hollow: at > 0, points: block.rows.filter((row) => row.scenario === undefined || row.scenario === group.name)
      .map((row) => ({ x: Number(row[block.item]), y: row[one.key] ?? NaN })) }));
    const format = (value) => number(value, 1);
    const told = series.map((each) => `from ${format(each.points[0]?.y)} to ${format(each.points.at(-1)?.y)}`).join("; ");
    grid.append(make("figure", {}, make("figcaption", {}, make("b", {}, one.name), ` by ${block.heading}`), chart(one.name, series, places, format, told)));
  }
  into.append(grid);
}

// ---------------------------------------------------------------- a plain table

function drawPlain(block, into) {
  const groups = groupsShown(block).map((group) => group.name);
  const columns = [block.item, ...block.beside.map((one) => one.key)];
  const text = (row, key, at) => at === 0 ? block.things[row[key]]?.name ?? row[key] : beside({ cells: [row], thing: {} }, block.beside[at - 1]);
  const isNumber = columns.map((key, at) => at > 0 && block.rows.some((row) => typeof row[key] === "number"));
  const rows = block.rows.filter((row) => row.scenario === undefined || groups.includes(row.scenario));
  if (block.sort.by) rows.sort((a, b) => (block.sort.falls ? -1 : 1) * (typeof (a[block.sort.by] ?? "") === "number" ? a[block.sort.by] - b[block.sort.by] : String(a[block.sort.by]).localeCompare(String(b[block.sort.by]))));
  into.append(make("div", { class: "sideways", tabindex: 0, role: "region", "aria-label": block.title }, make("table", {},
    make("thead", {}, heads(block, columns.map((key, at) => ({ key, label: at ? block.beside[at - 1].name : block.heading, kind: isNumber[at] ? "number" : "wide" })))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...columns.map((key, at) => make("td", { class: isNumber[at] ? "number" : "wide" }, text(row, key, at)))))))));
}

// ---------------------------------------------------------------- saving

// what is shown, as rows of texts: values with their ends
function csv(block) {
  const groups = groupsShown(block), shown = new Set(groups.map((group) => group.name));
  const rows = block.rows.filter((row) => (row.scenario === undefined || shown.has(row.scenario))
    && block.switches.every((one) => one.key === block.across || row[one.key] === block.picked[one.key]));
  const cells = rows.map((row) => [block.things[row[block.item]]?.name ?? "", ...block.columns.map((key) => row[key] ?? "")]);
  return csvOf([["name", ...block.columns], ...cells]);
}

const drawing = (block) => drawn(block.box.querySelector(".picture-of"), page.title,
  [block.title || page.question, page.who].filter(Boolean).join(" \u00b7 "));
const png = (block) => bitmap(drawing(block));
const saving = (block) => savers(block.title || page.title, () => drawing(block), () => csv(block));

// ---------------------------------------------------------------- all of it

const DRAW = { rows: drawRows, matrix: drawMatrix, multiples: drawMultiples, curves: drawCurves, plain: drawPlain };

function draw(block) {
  const held = document.activeElement, isHeld = block.box.contains(held);
  const named = (one) => `${one.closest("[role=group], tr")?.getAttribute("aria-label") ?? one.closest("tr")?.dataset.id ?? ""} ${one.getAttribute("aria-label") ?? one.textContent}`;
  const picture = make("div", { class: `picture-of ${block.kind}` });
  DRAW[block.kind](block, picture);
  block.box.replaceChildren(switches(block), picture, saving(block));
  if (isHeld) [...block.box.querySelectorAll("button, select, input")].find((one) => named(one) === named(held))?.focus();
}

function drawAll() {
  say();
  blocks.forEach(draw);
}

drawAll();
document.addEventListener("mouseleave", () => { if (blocks.every((block) => block.ticked.length < 2)) say(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") { for (const block of blocks) block.ticked = []; drawAll(); } });
addEventListener("beforeprint", () => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  for (const block of blocks) block.open = true;
  drawAll();
});
