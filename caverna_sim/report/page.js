// A click on a heading sorts its table; a second click turns the order round. Equal rows keep their order.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const isNumber = head.classList.contains("number");
    const first = isNumber ? "descending" : "ascending";
    const order = head.getAttribute("aria-sort") === first ? (isNumber ? "ascending" : "descending") : first;
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
    const compare = (a, b) => isNumber ? Number(key(a)) - Number(key(b)) : key(a).localeCompare(key(b));
    const rows = [...table.tBodies[0].rows].sort((a, b) => sign * compare(a, b));
    table.tBodies[0].append(...rows);
  }));
}
