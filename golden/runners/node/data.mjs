// Data sets as golden/README.md defines them: attributes, target, records. A missing value is null.
import fs from "node:fs";
import path from "node:path";
import { Q, ZERO, sum } from "./exact.mjs";

const isNumber = text => /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text);
const number = text => Q.of(text.replace(/^\+/, ""));

export function readData(given, folder) {
  if (given.parity) return parity(Number(given.parity));
  let header, rows, declared = {};
  if (given.file) {
    const file = path.join(folder, "data", given.file), beside = file.replace(/\.csv$/, ".schema.json");
    [header, ...rows] = parseCsv(fs.readFileSync(file, "utf8"));
    if (fs.existsSync(beside)) {
      const { columns = {}, ...rest } = JSON.parse(fs.readFileSync(beside, "utf8"));
      declared = { ...rest, nominal: {}, ordinal: {}, continuous: [] };
      for (const [name, c] of Object.entries(columns)) c.kind === "continuous" ? declared.continuous.push(name) : c.values && (declared[c.kind][name] = c.values);
    }
  } else ({ header, rows } = given);
  for (const key of ["target", "weights", "continuous", "ignore", "missing"]) if (given[key]) declared[key] = given[key];
  for (const key of ["nominal", "ordinal"]) declared[key] = { ...declared[key], ...given[key] };
  for (const [name, meant] of Object.entries(given.spelling ?? {})) {
    const at = header.indexOf(name);
    rows = rows.map(row => row.map((cell, i) => i === at && cell in meant ? meant[cell] : cell));
  }
  const gaps = declared.missing ?? ["", "?"], column = name => rows.map(row => row[header.indexOf(name)]);
  const attribute = name => {
    const present = column(name).filter(cell => !gaps.includes(cell));
    for (const kind of ["ordinal", "nominal"]) if (declared[kind][name]) return { name, kind, values: declared[kind][name] };
    const numeric = present.length > 0 && present.every(isNumber);
    if (declared.continuous?.includes(name) || (numeric && name !== declared.target)) return { name, kind: "continuous", values: [] };
    const order = numeric ? (a, b) => number(a).cmp(number(b)) : (a, b) => a < b ? -1 : a > b ? 1 : 0;
    return { name, kind: "nominal", values: [...new Set(present)].sort(order) };
  };
  const apart = [declared.target, declared.weights, ...(declared.ignore ?? [])];
  const attributes = header.filter(name => !apart.includes(name)).map(attribute), target = attribute(declared.target);
  const cell = (row, a) => { const text = row[header.indexOf(a.name)]; return gaps.includes(text) ? null : a.kind === "continuous" ? number(text) : text; };
  const records = rows.map(row => ({
    values: attributes.map(a => cell(row, a)), label: cell(row, target), weight: declared.weights ? number(row[header.indexOf(declared.weights)]) : Q.of(1),
  }));
  const data = { attributes, target, records };
  const where = Object.entries(given.where ?? {});
  return { ...data, records: records.filter(r => where.every(([name, c]) => meets(data, r, name, c))) };
}

export function meets(data, record, name, condition) {
  const value = name === data.target.name ? record.label : record.values[data.attributes.findIndex(a => a.name === name)];
  const [[how, what]] = Object.entries(condition);
  if (how === "in") return what.includes(value);
  if (how === "not_in") return !what.includes(value);
  return value !== null && (how === "above" ? Q.of(what).lt(value) : !Q.of(what).lt(value));
}

export const countsOf = (data, records = data.records) => data.target.values.map(c => sum(records.filter(r => r.label === c).map(r => r.weight)));

function parity(n) {
  const rows = [...Array(2 ** n).keys()].map(k => [...Array(n).keys()].map(i => (k >> (n - 1 - i)) & 1 ? "True" : "False"));
  return {
    attributes: [...Array(n).keys()].map(i => ({ name: `x${i + 1}`, kind: "nominal", values: ["False", "True"] })), target: { name: "class", kind: "nominal", values: ["0", "1"] },
    records: rows.map(values => ({ values, label: values.filter(v => v === "True").length % 2 ? "0" : "1", weight: Q.of(1) })),
  };
}

function parseCsv(text) {
  const rows = [[]];
  let cell = "", quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) { if (c === '"' && text[i + 1] === '"') { cell += c; i++; } else if (c === '"') quoted = false; else cell += c; }
    else if (c === '"') quoted = true;
    else if (c === ",") { rows.at(-1).push(cell); cell = ""; }
    else if (c === "\n") { rows.at(-1).push(cell); cell = ""; rows.push([]); }
    else if (c !== "\r") cell += c;
  }
  if (cell || rows.at(-1).length) rows.at(-1).push(cell); else rows.pop();
  return rows;
}
export { ZERO };
