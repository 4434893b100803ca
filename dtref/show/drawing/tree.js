"use strict";
const rows = [...document.querySelectorAll(".row")];
const level = (row) => Number(row.getAttribute("aria-level"));
const search = document.querySelector(".controls input");
const said = document.querySelector(".controls output");
const detail = document.querySelector(".detail");

// The picture: a chart for each node, the branch that leads to it, the handle that folds its own branches. Sizes are those of the file.
const canvas = document.querySelector(".canvas");
const drawing = canvas.querySelector("svg");
const charts = [...drawing.querySelectorAll(".chart")].map((element) => ({
  element,
  node: Number(element.dataset.node),
  above: element.dataset.above === undefined ? -1 : Number(element.dataset.above),
  level: Number(element.dataset.level),
  width: Number(element.dataset.w),
  height: Number(element.dataset.h),
}));
const branches = new Map([...drawing.querySelectorAll(".branch")].map((branch) => [Number(branch.dataset.to), branch]));
const handles = new Map([...drawing.querySelectorAll(".handle")].map((handle) => [Number(handle.dataset.fold), handle]));
const EDGE = 12, GAP = 14, LEVEL = 54, FOOT = 16, CONDITION_LINE = 13;
let zoom = 1;
let size = { width: 0, height: 0 };

// Lays out what isn't folded: leaves beside each other in order, each node in the middle above its children.
function draw() {
  const open = [];
  for (const chart of charts) {
    chart.shown = chart.above < 0 || (charts[chart.above].shown && rows[chart.above].getAttribute("aria-expanded") !== "false");
    chart.element.toggleAttribute("hidden", !chart.shown);
    branches.get(chart.node)?.toggleAttribute("hidden", !chart.shown);
    const handle = handles.get(chart.node);
    handle?.toggleAttribute("hidden", !chart.shown);
    handle?.setAttribute("aria-expanded", rows[chart.node].getAttribute("aria-expanded"));
    chart.below = -GAP;
    if (chart.shown) open.push(chart);
  }
  const heights = [];
  for (const { level, height } of open) heights[level] = Math.max(heights[level] ?? 0, height);
  const tops = [EDGE];
  for (const height of heights) tops.push(tops[tops.length - 1] + height + LEVEL);
  for (const chart of [...open].reverse()) if (chart.above >= 0) charts[chart.above].below += GAP + Math.max(chart.width, chart.below);
  let across = 0;
  for (const chart of open) {
    const parent = charts[chart.above];
    const whole = Math.max(chart.width, chart.below);
    const start = parent ? parent.free : EDGE;
    if (parent) parent.free += GAP + whole;
    chart.free = start + Math.max(chart.width - chart.below, 0) / 2;
    chart.x = start + whole / 2;
    chart.y = tops[chart.level];
    across = Math.max(across, chart.x + chart.width / 2);
    chart.element.setAttribute("transform", `translate(${chart.x - chart.width / 2} ${chart.y})`);
    handles.get(chart.node)?.setAttribute("transform", `translate(${chart.x} ${chart.y + chart.height})`);
    if (!parent) continue;
    const [path, ...texts] = branches.get(chart.node).children;
    const begin = parent.y + parent.height;
    const foot = chart.y - FOOT - CONDITION_LINE * (texts.length - 1);
    const middle = (begin + foot) / 2;
    path.setAttribute("d", `M${parent.x} ${begin}C${parent.x} ${middle} ${chart.x} ${middle} ${chart.x} ${foot}`);
    texts.reverse().forEach((text, i) => {
      text.setAttribute("x", chart.x);
      text.setAttribute("y", chart.y - 5 - CONDITION_LINE * i);
    });
  }
  size = { width: across + EDGE, height: tops[heights.length] - LEVEL + EDGE };
  drawing.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  scale(zoom);
}

function scale(factor) {
  zoom = Math.min(Math.max(factor, 0.1), 3);
  drawing.setAttribute("width", Math.floor(size.width * zoom));
  drawing.setAttribute("height", Math.floor(size.height * zoom));
}

// Brings a chart into the part of the picture that is seen; the page itself isn't moved.
function reveal({ x, y, width, height }) {
  const [left, right] = [(x - width / 2) * zoom, (x + width / 2) * zoom];
  const [top, bottom] = [y * zoom, (y + height) * zoom];
  if (left < canvas.scrollLeft || right > canvas.scrollLeft + canvas.clientWidth) canvas.scrollLeft = (left + right - canvas.clientWidth) / 2;
  if (top < canvas.scrollTop || bottom > canvas.scrollTop + canvas.clientHeight) canvas.scrollTop = (top + bottom - canvas.clientHeight) / 2;
}

const wholeWidth = () => Math.min((canvas.clientWidth - 2) / size.width, 1);
const SCALES = { smaller: () => zoom / 1.25, larger: () => zoom * 1.25, fit: wholeWidth };

function setFolded(row, folded) {
  if (!row.hasAttribute("aria-expanded")) return;
  row.setAttribute("aria-expanded", String(!folded));
  show();
}

// Large trees begin folded, so that their first levels can be read.
const FIRST_SHOWN = 25, READABLE = 0.75;
function foldDeepLevels() {
  if (rows.length <= FIRST_SHOWN) return;
  const counts = [];
  for (const chart of charts) counts[chart.level] = (counts[chart.level] ?? 0) + 1;
  let last = 0;
  for (let total = counts[0]; last + 1 < counts.length && total + counts[last + 1] <= FIRST_SHOWN; last += 1) total += counts[last + 1];
  for (const { node, level } of charts) if (level >= Math.max(last, 1) && rows[node].hasAttribute("aria-expanded")) rows[node].setAttribute("aria-expanded", "false");
}

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
  draw();
  said.textContent = words.length > 0 ? `${foundCount} found` : "";
}

function choose(node) {
  const row = rows[node];
  if (!row) return;
  for (const other of rows) other.classList.toggle("chosen", other === row);
  for (const chart of charts) chart.element.classList.toggle("chosen", chart.node === node);
  detail.replaceChildren(document.getElementById(`node-${node}`).content.cloneNode(true));
  if (row.hidden) {
    search.value = "";
    let wanted = level(row);
    for (const above of rows.slice(0, node + 1).reverse()) {
      if (level(above) < wanted) { above.setAttribute("aria-expanded", "true"); wanted = level(above); }
    }
    show();
  }
  reveal(charts[node]);
  row.scrollIntoView({ block: "nearest" });
  if (detail.getBoundingClientRect().top > window.innerHeight * 0.8) detail.scrollIntoView({ block: "start" });
}

function ask(node) {
  if (location.hash === `#node=${node}`) choose(Number(node));
  else location.hash = `node=${node}`;
}
const isFolded = (row) => row.getAttribute("aria-expanded") === "false";

for (const row of rows) {
  row.querySelector(".node").addEventListener("click", () => ask(row.dataset.node));
  row.querySelector("button.fold")?.addEventListener("click", () => setFolded(row, !isFolded(row)));
}
for (const { element, node } of charts) {
  element.addEventListener("click", () => ask(node));
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") ask(node);
    else if (event.key === "ArrowLeft") setFolded(rows[node], true);
    else if (event.key === "ArrowRight") setFolded(rows[node], false);
    else return;
    event.preventDefault();
  });
}
for (const [node, handle] of handles) handle.addEventListener("click", () => setFolded(rows[node], !isFolded(rows[node])));
for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => scale(SCALES[button.dataset.zoom]()));
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
foldDeepLevels();
show();
scale(Math.max(wholeWidth(), READABLE));
canvas.scrollLeft = (canvas.scrollWidth - canvas.clientWidth) / 2;
const fromAddress = () => { const at = /^#node=(\d+)$/.exec(location.hash); if (at) choose(Number(at[1])); };
window.addEventListener("hashchange", fromAddress);
fromAddress();
