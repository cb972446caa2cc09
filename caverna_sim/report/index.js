"use strict";
// Pages about all studies. Cards show one study at a time; without this all of them are listed.
document.querySelector(".cards")?.classList.add("asked");
for (const card of document.querySelectorAll(".card")) {
  const faces = [...card.querySelectorAll(".face")];
  const tabs = [...card.querySelectorAll(".tabs a")];
  const show = (wanted) => {
    faces.forEach((face, place) => { face.hidden = place !== wanted; });
    tabs.forEach((tab, place) => tab.setAttribute("aria-current", String(place === wanted)));
  };
  tabs.forEach((tab, place) => tab.addEventListener("click", (event) => {
    event.preventDefault();
    show(place);
  }));
  show(Number(card.dataset.first));
  for (const face of faces) {
    const title = face.querySelector("a").textContent;
    face.append(savers(title, () => drawn(face.querySelector("figure"), title, face.querySelector(".soft")?.textContent ?? card.querySelector("h2").textContent)));
  }
}

// a table as rows of texts, without what is folded away in its cells: that has a table or a list of its own
function rowsOf(table) {
  const read = (cell) => {
    const copy = cell.cloneNode(true);
    copy.querySelectorAll("details, .save").forEach((one) => one.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  return [...table.rows].map((row) => [...row.cells].map(read));
}

for (const table of document.querySelectorAll("main table")) {
  const title = table.closest("[aria-label]")?.getAttribute("aria-label") ?? document.querySelector("h1").textContent;
  (table.closest(".sideways") ?? table).after(savers(title, null, () => csvOf(rowsOf(table))));
}

// In print everything is open.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
