"use strict";
const rows = [...document.querySelectorAll(".row")];
const level = (row) => Number(row.getAttribute("aria-level"));
const search = document.querySelector(".controls input");
const said = document.querySelector(".controls output");
const detail = document.querySelector(".detail");

// A row is shown where no row above it is folded; while something is searched for, where it or a row below it is found.
function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let foundCount = 0;
  let wantedLevel = Infinity;
  const wanted = new Set();
  for (const row of [...rows].reverse()) {
    const found = words.length > 0 && words.every((word) => row.textContent.toLowerCase().includes(word));
    row.classList.toggle("found", found);
    foundCount += found;
    if (level(row) < wantedLevel && wantedLevel !== Infinity) { wanted.add(row); wantedLevel = level(row); }
    if (found) { wanted.add(row); wantedLevel = level(row); }
    if (level(row) === 1) wantedLevel = Infinity;
  }
  let foldedLevel = Infinity;
  for (const row of rows) {
    if (level(row) <= foldedLevel) foldedLevel = Infinity;
    row.hidden = words.length > 0 ? !wanted.has(row) : level(row) > foldedLevel;
    if (row.getAttribute("aria-expanded") === "false" && foldedLevel === Infinity) foldedLevel = level(row);
  }
  said.textContent = words.length > 0 ? `${foundCount} found` : "";
}

function choose(node) {
  const row = rows[node];
  if (!row) return;
  for (const other of rows) other.classList.toggle("chosen", other === row);
  detail.replaceChildren(document.getElementById(`node-${node}`).content.cloneNode(true));
  if (row.hidden) {
    search.value = "";
    let wanted = level(row);
    for (const above of rows.slice(0, node + 1).reverse()) {
      if (level(above) < wanted) { above.setAttribute("aria-expanded", "true"); wanted = level(above); }
    }
    show();
  }
  row.scrollIntoView({ block: "nearest" });
  if (detail.getBoundingClientRect().top > window.innerHeight * 0.8) detail.scrollIntoView({ block: "start" });
}

for (const row of rows) {
  row.querySelector(".node").addEventListener("click", () => {
    if (location.hash === `#node=${row.dataset.node}`) choose(Number(row.dataset.node));
    else location.hash = `node=${row.dataset.node}`;
  });
  row.querySelector("button.fold")?.addEventListener("click", () => {
    row.setAttribute("aria-expanded", String(row.getAttribute("aria-expanded") === "false"));
    show();
  });
}
for (const button of document.querySelectorAll("[data-all]")) {
  button.addEventListener("click", () => {
    for (const row of rows) if (row.hasAttribute("aria-expanded")) row.setAttribute("aria-expanded", String(button.dataset.all === "open"));
    show();
  });
}
search.addEventListener("input", show);
search.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const first = rows.find((row) => row.classList.contains("found"));
  if (first) choose(Number(first.dataset.node));
});
const fromAddress = () => { const at = /^#node=(\d+)$/.exec(location.hash); if (at) choose(Number(at[1])); };
window.addEventListener("hashchange", fromAddress);
fromAddress();
