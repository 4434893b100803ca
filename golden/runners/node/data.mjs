// Data sets as golden/README.md defines them: attributes, target, records. A missing value is null.
import fs from "node:fs";
import path from "node:path";
import { Q, must, sum } from "./exact.mjs";

const isNumber = text => /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text);
const number = text => { must(isNumber(text), `a number, not ${text}`); return Q.of(text); };

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
  must(new Set(header).size === header.length, "each column once");
  must(rows.every(row => row.length === header.length), "a cell for each column");
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
  const cell = (row, a) => { const text = row[header.indexOf(a.name)]; return gaps.includes(text) ? null : valueOf(a, text); };
  const weight = row => { const w = number(row[header.indexOf(declared.weights)]); must(w.n > 0n, "a weight above 0"); return w; };
  const data = { attributes, target, gaps, records: rows.map(row => ({ values: attributes.map(a => cell(row, a)), label: cell(row, target), weight: declared.weights ? weight(row) : Q.of(1) })) };
  const where = Object.entries(given.where ?? {});
  return { ...data, records: data.records.filter(r => where.every(([name, c]) => meets(data, r, name, c))) };
}

/** The value that a text means for an attribute. */
export function valueOf(attribute, text) {
  if (attribute.kind === "continuous") return number(text);
  must(attribute.values.includes(text), `a declared value of ${attribute.name}, not ${text}`);
  return text;
}
/** A record of a prediction: attribute -> text; what the data's missing cells say (? if nothing else) is a missing value. */
export function readRecord(data, given) {
  for (const name of Object.keys(given)) must(data.attributes.some(a => a.name === name), `an attribute, not ${name}`);
  return { values: data.attributes.map(a => { must(a.name in given, `a value of ${a.name}`); return data.gaps.includes(given[a.name]) ? null : given[a.name]; }) };
}
/** A row of cells and a class. */
export const readRow = (data, row) => ({ values: data.attributes.map((_, i) => data.gaps.includes(row[i]) ? null : row[i]), label: row.at(-1), weight: Q.of(1) });

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
    attributes: [...Array(n).keys()].map(i => ({ name: `x${i + 1}`, kind: "nominal", values: ["False", "True"] })), target: { name: "class", kind: "nominal", values: ["0", "1"] }, gaps: ["", "?"],
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
