"use strict";
// What is saved of a page: figures as SVG and PNG, tables as CSV.
const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes = {}, ...inside) {
  const one = attributes.xmlns || name === "svg" || make.drawn.has(name) ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") one.addEventListener(key, value);
    else if (value !== null && value !== false) one.setAttribute(key, value);
  }
  one.append(...inside.filter((part) => part !== null));
  return one;
}
make.drawn = new Set(["line", "circle", "path", "text", "rect", "title", "g"]);

// a text in lines of so many letters
function folded(text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) && lines.at(-1).length + word.length >= most) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines;
}

// a text as the page breaks it: each line with its place
function linesOf(node) {
  const range = document.createRange(), lines = [];
  for (const word of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].trimEnd().length);
    const [here] = range.getClientRects(), last = lines.at(-1);
    if (!here) continue;
    if (last && Math.abs(last.bottom - here.bottom) < 3) last.text += word[0];
    else lines.push({ text: word[0], left: here.left, bottom: here.bottom, height: here.height });
  }
  return lines;
}

// the picture as a drawing of its own, under its title: every text and every mark where it stands on the page
function drawn(box, title, below) {
  const frame = box.getBoundingClientRect(), pad = 16, width = Math.ceil(frame.width + 2 * pad);
  const style = getComputedStyle(document.body), soft = getComputedStyle(document.querySelector(".soft") ?? document.body).color;
  const heading = [...folded(title, frame.width / 8.8).map((text) => [text, 17, 21, style.color, 600]),
    ...folded(below, frame.width / 6).map((text) => [text, 12, 16, soft, 400])];
  const head = heading.reduce((sum, [, , step]) => sum + step, 15), height = Math.ceil(frame.height + head + pad);
  const out = make("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "system-ui, sans-serif" },
    make("title", {}, title), make("rect", { width, height, fill: style.backgroundColor }));
  const write = (text, x, y, size, fill, weight) => out.append(make("text", { x: x.toFixed(1), y: y.toFixed(1), "font-size": size, fill, "font-weight": weight }, text));
  let line = 5;
  for (const [text, size, step, fill, weight] of heading) write(text, pad, line += step, size, fill, weight);
  const [left, top] = [pad - frame.left, head - frame.top];
  for (const cell of box.querySelectorAll("td")) {
    const fill = getComputedStyle(cell).backgroundColor, here = cell.getBoundingClientRect();
    if (!/, 0\)$|transparent/.test(fill)) out.append(make("rect", { x: here.left + left, y: here.top + top, width: here.width, height: here.height, fill }));
  }
  for (const svg of box.querySelectorAll("svg")) {
    const here = svg.getBoundingClientRect(), copy = svg.cloneNode(true);
    if (!here.width) continue;
    const [inner, copied] = [svg.querySelectorAll("*"), copy.querySelectorAll("*")];
    inner.forEach((one, at) => { const told = getComputedStyle(one); for (const name of ["fill", "stroke", "stroke-width", "font-size"]) copied[at].setAttribute(name, told.getPropertyValue(name)); });
    for (const [name, value] of [["x", here.left + left], ["y", here.top + top], ["width", here.width], ["height", here.height]]) copy.setAttribute(name, value);
    copy.setAttribute("overflow", "visible");
    out.append(copy);
  }
  const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (parent.closest("svg, button") || !node.data.trim()) continue;
    const told = getComputedStyle(parent);
    for (const one of linesOf(node)) write(one.text.trimEnd(), one.left + left, one.bottom + top - 0.24 * one.height, told.fontSize, told.color, told.fontWeight);
  }
  return { text: new XMLSerializer().serializeToString(out), width, height };
}

const fileName = (title, ending) => `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60)}.${ending}`;

function save(content, kind, name) {
  const link = make("a", { href: URL.createObjectURL(new Blob([content], { type: kind })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

function bitmap({ text, width, height }) {
  return new Promise((done) => {
    const image = new Image();
    image.onload = () => {
      const canvas = make("canvas", { width: 2 * width, height: 2 * height });
      canvas.getContext("2d").drawImage(image, 0, 0, 2 * width, 2 * height);
      canvas.toBlob(done, "image/png");
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}

// rows of cells as text that other programs read
function csvOf(rows) {
  const quote = (text) => /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map((cell) => quote(String(cell))).join(",")).join("\n") + "\n";
}

// buttons for a figure, a table, or both
function savers(title, figure, table) {
  const button = (label, action) => make("button", { type: "button", click: action }, label);
  return make("div", { class: "save" },
    figure ? button("SVG", () => save(figure().text, "image/svg+xml", fileName(title, "svg"))) : null,
    figure ? button("PNG", async () => save(await bitmap(figure()), "image/png", fileName(title, "png"))) : null,
    table ? button("CSV", () => save(table(), "text/csv", fileName(title, "csv"))) : null);
}
