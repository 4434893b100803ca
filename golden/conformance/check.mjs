#!/usr/bin/env node
// Checks a program against a conformance level:  node check.mjs [--report R.json] [--badge B.svg] COMMAND [ARGUMENT …]
//
// COMMAND is asked by the protocol of dtref's judge, a JSON object a line on its standard input and output, the vectors.json beside this file.
// Exit code 0 if the level is reached: nothing wrong, nothing left out. Needs Node.js 18 and nothing else.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const file = (name) => readFileSync(join(here, name));
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isOnly = (value, name) => isObject(value) && Object.keys(value).length === 1 && name in value;

function stop(why) {
  console.error(why);
  process.exit(1);
}

// The archive is whole: every file has the checksum that SHA256SUMS lists
function checksums() {
  for (const line of file("SHA256SUMS").toString("utf-8").trim().split("\n")) {
    const [wanted, name] = line.split("  ");
    const found = createHash("sha256").update(file(name)).digest("hex");
    if (found !== wanted) stop(`${name} is not the file of the archive: its checksum is another`);
  }
}

// An answer as a number: one of JSON, or a text such as "20/49" or "0.5"; NaN where it is none
function number(value) {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^[-+]?[0-9.]+([eE][-+]?[0-9]+)?(\/[0-9]+)?$/.test(value)) return NaN;
  const [top, bottom = "1"] = value.split("/");
  return Number(top) / Number(bottom);
}

// Whether a number is within the tolerance of the right one; `share`: a probability must be right in size
function near(answer, right, room) {
  const x = number(answer);
  if (!Number.isFinite(x)) return false;
  const gap = Math.abs(x - right);
  const within = gap <= Math.max(Number(room.absolute), Number(room.relative) * Math.abs(right));
  return within && (!("share" in room) || gap <= Math.max(Number(room.share) * Math.abs(right), 1e-300));
}

// Whether an answer is the right one; of an object the parts that are expected, it may have more
function agrees(answer, right, room) {
  if (typeof right === "string") return answer === right;
  if (Array.isArray(right)) {
    const parts = right.length === 1 && !Array.isArray(answer) ? [answer] : answer;
    return Array.isArray(parts) && parts.length === right.length && right.every((part, i) => agrees(parts[i], part, room));
  }
  if (isOnly(right, "number")) return near(answer, Number(right.number), room);
  if (isOnly(right, "undefined"))
    return answer === null || (typeof answer === "number" && !Number.isFinite(answer)) || isOnly(answer, "undefined");
  return isObject(answer) && Object.entries(right).every(([name, part]) => name in answer && agrees(answer[name], part, room));
}

// right, left out, or wrong
function verdict({ expected, tolerance }, reply) {
  if ("skipped" in reply) return "left out";
  if (isOnly(expected, "refused")) return "refused" in reply ? "right" : "wrong";
  if ("refused" in reply) return isOnly(expected, "undefined") ? "right" : "wrong";
  return "answer" in reply && agrees(reply.answer, expected, tolerance) ? "right" : "wrong";
}

// A line of a program; NaN and Infinity are no JSON, but are often written: they are no value
function parsed(line) {
  try {
    return JSON.parse(line.replace(/([:[,]\s*)(NaN|-?Infinity)(?=\s*[,\]}])/g, "$1null"));
  } catch {
    return null;
  }
}

// What the program says of itself, and its reply to each case; an empty one where it says nothing of use
function asked(command, cases) {
  const lines = [{ cmd: "start", version: 1 }];
  cases.forEach(({ operation, given, part, cuts }, seq) => lines.push({ cmd: "run", seq, case: { operation, given, part, cuts } }));
  lines.push({ cmd: "stop" });
  const input = lines.map((line) => JSON.stringify(line) + "\n").join("");
  const ran = spawnSync(command[0], command.slice(1), { input, encoding: "utf-8", maxBuffer: 2 ** 28, stdio: ["pipe", "pipe", "inherit"] });
  if (ran.stdout === null) stop(`the program does not start: ${command.join(" ")}`);
  const said = new Map();
  let about = {};
  for (const message of ran.stdout.split("\n").map(parsed).filter(isObject)) {
    about = message.implementation ?? about;
    said.set(message.seq, message);
  }
  return [about, cases.map((_, i) => said.get(i) ?? {})];
}

// An SVG of two fields, for a README
function badge(name, text, reached) {
  const left = 7 * name.length + 12, right = 7 * text.length + 12;
  const fields = [[0, left, "#444", name], [left, right, reached ? "#2a7d2a" : "#b03020", text]];
  const boxes = fields.map(([x, w, c]) => `<rect x="${x}" width="${w}" height="20" fill="${c}"/>`).join("");
  const words = fields.map(([x, w, , t]) => `<text x="${x + w / 2}" y="14">${t}</text>`).join("");
  const style = 'fill="#fff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11"';
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}: ${text}">`;
  return `${head}<title>${name}: ${text}</title>${boxes}<g ${style}>${words}</g></svg>\n`;
}

const words = process.argv.slice(2), options = {};
while (words.length > 1 && ["--report", "--badge"].includes(words[0])) {
  const [option, path] = words.splice(0, 2);
  options[option] = path;
}
if (words.length === 0) stop("node check.mjs [--report R.json] [--badge B.svg] COMMAND [ARGUMENT …]");
checksums();
const { level, version, cases } = JSON.parse(file("vectors.json").toString("utf-8"));
const [program, replies] = asked(words, cases);
const verdicts = cases.map((case_, i) => verdict(case_, replies[i]));
const ids = (kind) => cases.filter((_, i) => verdicts[i] === kind).map(({ id }) => id);
const others = { wrong: ids("wrong"), "left out": ids("left out") };
const sums = { right: ids("right").length, wrong: others.wrong.length, "left out": others["left out"].length };
const reached = sums.right === cases.length;
const name = `dtref ${level} ${version}`, text = reached ? "reached" : `${sums.right} of ${cases.length}`;
const report = { level, version, program, reached, sums, ...others };
if (options["--report"]) writeFileSync(options["--report"], JSON.stringify(report, null, 1) + "\n");
if (options["--badge"]) writeFileSync(options["--badge"], badge(name, text, reached));
for (const [kind, names] of Object.entries(others)) if (names.length) console.log(`${kind}: ${names.join(", ")}`);
console.log(`${name}: ${text} (${Object.entries(sums).map(([kind, n]) => `${n} ${kind}`).join(", ")})`);
process.exit(reached ? 0 : 1);
