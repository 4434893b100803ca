#!/usr/bin/env node
// Replays golden/ without dtref: node run.mjs [--folder golden] [--operation NAME] [--json]. Exit code 1 if an answer is wrong, 2 if it can't run.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { agrees, partOf, shown } from "./compare.mjs";
import { NotHere, Refused } from "./exact.mjs";
import { OPERATIONS } from "./operations.mjs";

const option = name => { const at = process.argv.indexOf(name); return at < 0 ? undefined : process.argv[at + 1]; };
const folder = option("--folder") ?? path.join(path.dirname(fileURLToPath(import.meta.url)), "..", ".."), only = option("--operation");

/** What a record or vector asks: an operation, its inputs, and the answer. */
function* calls(file) {
  for (const r of file.records ?? file.vectors ?? []) {
    if (r.refused) yield { ...r, exact: null, refused: r.refused };
    else if (r.operation) yield { ...r, exact: r.exact ?? r.accepted };
    for (const [i, c] of (r.cases ?? []).entries()) yield { ...c, id: `${r.id}, case ${i + 1}` };
  }
}

function* files() {
  for (const sub of fs.readdirSync(folder).sort()) {
    const inside = path.join(folder, sub);
    if (["schema", "data", "peers", "runners"].includes(sub) || !fs.statSync(inside).isDirectory()) continue;
    for (const name of fs.readdirSync(inside).sort()) if (name.endsWith(".json") && !["slides.json", "flags.json"].includes(name)) yield path.join(inside, name);
  }
}

function stop(message) { console.error(message); process.exit(2); }
if (only && !(only in OPERATIONS)) stop(`${only}: no operation that is here`);
if (!fs.existsSync(path.join(folder, "data"))) stop(`${folder}: no folder of golden files`);

const tally = {}, wrong = [];
let notHere = 0, refusals = 0;
function read(file) { try { return JSON.parse(fs.readFileSync(file, "utf8")); } catch (e) { return stop(`${file}: ${e.message}`); } }
for (const content of [...files()].map(read)) {
  for (const { id, operation, given, part = [], exact, undecided } of calls(content)) {
    if (only && operation !== only) continue;
    if (undecided || !(operation in OPERATIONS)) { notHere++; continue; }  // undecided: more than can be listed, and only bounds are known
    let answer, failure = null;
    try { answer = partOf(OPERATIONS[operation](given, folder), part); } catch (e) { failure = e; answer = e instanceof Refused ? `refused: ${e.message}` : `crash: ${e.stack?.split("\n").slice(0, 3).join(" ")}`; }
    if (failure instanceof NotHere) { notHere++; continue; }
    const row = tally[operation] ??= { right: 0, wrong: 0 };
    if (exact === null ? failure instanceof Refused : !failure && agrees(answer, exact)) { row.right++; refusals += exact === null; }
    else { row.wrong++; wrong.push({ id, operation, expected: exact === null ? "a refusal" : shown(exact), got: shown(answer) }); }
  }
}
const right = Object.values(tally).reduce((n, row) => n + row.right, 0);
if (process.argv.includes("--json")) console.log(JSON.stringify({ operations: tally, right, wrong, notHere, refusals }));
else {
  for (const [name, row] of Object.entries(tally).sort()) console.log(`${name.padEnd(44)} ${String(row.right).padStart(4)} right ${row.wrong ? `${row.wrong} WRONG` : ""}`);
  for (const w of wrong) console.log(`WRONG ${w.id} (${w.operation})\n  expected ${w.expected}\n  got      ${w.got}`);
  console.log(`${Object.keys(tally).length} operations: ${right} answers right, ${wrong.length} wrong; ${refusals} of the right ones refusals, ${notHere} not here`);
}
process.exitCode = wrong.length ? 1 : 0;
