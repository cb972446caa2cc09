"use strict";
// Tables: a click on a heading sorts (a second one turns the order round; equal rows keep theirs), a field filters, buttons copy and save.
const textOf = (cell) => cell.textContent.trim().replaceAll("\u2212", "-");

function sortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  const sorted = (head, column) => () => {
    const isNumber = head.classList.contains("number");
    const first = isNumber ? "descending" : "ascending";
    const order = head.getAttribute("aria-sort") === first ? (isNumber ? "ascending" : "descending") : first;
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
    const compare = (a, b) => isNumber ? Number(key(a)) - Number(key(b)) : key(a).localeCompare(key(b));
    table.tBodies[0].append(...[...table.tBodies[0].rows].sort((a, b) => sign * compare(a, b)));
  };
  heads.forEach((head, column) => {
    const button = head.querySelector("[role=button]");  // no button element: browsers do not print it in a heading that is repeated
    button.addEventListener("click", sorted(head, column));
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      button.click();
    });
  });
}

// the rows that are shown, as CSV; "70.0 ± 0.8" becomes two columns
function csv(table) {
  const quote = (text) => /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden).map((row) => [...row.cells].map(textOf));
  const names = [...table.tHead.rows[0].cells].map(textOf);
  const withMargin = names.map((_, column) => rows.some((row) => / \u00b1 /.test(row[column])));
  const spread = (cells) => cells.flatMap((text, column) => {
    if (!withMargin[column]) return [text];
    const [value, margin] = text.split(" \u00b1 ");
    return [value, margin ?? ""];
  });
  const heading = names.flatMap((name, column) => withMargin[column] ? [name, `${name} margin`] : [name]);
  return [heading, ...rows.map(spread)].map((cells) => cells.map(quote).join(",")).join("\n") + "\n";
}

function tools(table) {
  const box = table.closest(".table");
  const bar = document.createElement("div");
  bar.className = "tools";
  const button = (label, action) => {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = label;
    one.addEventListener("click", () => action(one));
    bar.append(one);
  };
  if (table.tBodies[0].rows.length > 8) {
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = "filter";
    field.setAttribute("aria-label", "show only rows with this text");
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    bar.append(field);
  }
  button("copy", async (one) => {
    try {
      await navigator.clipboard.writeText(csv(table));
    } catch {  // pages opened as files may not use the clipboard directly
      const field = document.createElement("textarea");
      field.value = csv(table);
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    one.textContent = "copied";
    setTimeout(() => { one.textContent = "copy"; }, 1500);
  });
  button("CSV", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([csv(table)], { type: "text/csv" }));
    link.download = `${table.getAttribute("aria-label").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 40)}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  box.querySelector(".scroll").before(bar);
}

for (const table of document.querySelectorAll("table.sortable")) {
  sortable(table);
  tools(table);
}

// Contents: the section that is being read is marked, and kept in view.
const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
function markSection() {
  let current = null;
  for (const section of document.querySelectorAll("main > section")) {
    if (current === null || section.getBoundingClientRect().top < innerHeight / 3) current = section;
  }
  if (innerHeight + scrollY >= document.documentElement.scrollHeight - 2) current = document.querySelector("main > section:last-child");
  for (const [name, link] of links) {
    if (name !== current?.id) link.removeAttribute("aria-current");
    else if (!link.hasAttribute("aria-current")) {
      link.setAttribute("aria-current", "true");
      const list = link.closest("ol");
      list.scrollTo({ left: link.offsetLeft - list.offsetLeft - 40 });
    }
  }
}
addEventListener("scroll", markSection, { passive: true });
addEventListener("resize", markSection);
markSection();

// In print everything is open.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
