/*
A harness for the npm package ml-cart, by the protocol of ../../PROTOCOL.md: its trees of numbers, for classes and for means.
It translates, and computes nothing. Run: dtref judge --impl "node ml-cart.mjs", the package being installed (package.json).
*/

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);
const { DecisionTreeClassifier, DecisionTreeRegression } = require("ml-cart");
const { version } = require("ml-cart/package.json");

class Skip extends Error {}
class Refusal extends Error {}

const LEARNERS = { cart: DecisionTreeClassifier, "regression-tree": DecisionTreeRegression };
// Fully grown, as far as the package's options go: by default it wants a gain above 0.01.
const OPTIONS = { minNumSamples: 1, gainThreshold: -1 };

const isNumeral = (text) => /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text);
const number = (text) => {
  const [top, below = "1"] = text.split("/");
  const found = text.trim() === "" ? NaN : Number(top) / Number(below);
  if (Number.isNaN(found)) throw new Refusal(`${text} is no number`);
  return found;
};

function grown({ data, preset }) {
  if (!LEARNERS[preset]) throw new Skip(`no ${preset}`);
  if (!data.rows) throw new Skip("data in files");
  if (data.weights) throw new Skip("no weights");
  const { header, rows, target, nominal = {}, ordinal = {}, continuous = [], ignore = [] } = data;
  if (new Set(header).size < header.length || rows.some((row) => row.length !== header.length)) throw new Skip("no table");
  const names = header.filter((name) => name !== target && !ignore.includes(name));
  const column = (name) => rows.map((row) => row[header.indexOf(name)]);
  if (names.some((name) => nominal[name] || ordinal[name] || !column(name).every(isNumeral))) {
    throw new Skip("no nominal attributes, no missing values");
  }
  const regression = preset === "regression-tree";
  if (regression && !continuous.includes(target)) throw new Skip("no means of classes");
  const order = (a, b) => (column(target).every(isNumeral) ? a - b : a < b ? -1 : 1);
  const classes = nominal[target] ?? [...new Set(column(target))].sort(order);
  const x = rows.map((row) => names.map((name) => number(row[header.indexOf(name)])));
  const y = column(target).map((cell) => (regression ? number(cell) : classes.indexOf(cell)));
  const learner = new LEARNERS[preset](OPTIONS);
  learner.train(x, y);
  return { learner, names, classes, regression, x, y };
}

function node(tree, at) {
  if (!at.left) return { labels: [tree.regression ? at.distribution : tree.classes[at.distribution.maxRowIndex(0)[1]]] };
  const branches = [
    { if: "yes", then: node(tree, at.left) },
    { if: "no", then: node(tree, at.right) },
  ];
  return { test: test(tree, at), branches };
}

const test = ({ names }, at) => ({ threshold: names[at.splitColumn], side: "<", cut: at.splitValue });

const OPERATIONS = {
  grow: (given) => {
    const tree = grown(given);
    return node(tree, tree.learner.root);
  },
  best_tests: (given) => {
    const tree = grown(given);
    const { root } = tree.learner;
    if (!root.left) return { tests: [] };
    return { tests: [test(tree, root)], ...(tree.regression ? {} : { value: root.gain }) };
  },
  predict: (given) => {
    const { learner, names, classes, regression } = grown(given);
    const record = names.map((name) => number(given.record[name] ?? ""));
    if (regression) return { labels: learner.predict([record]), distribution: null };
    const shares = learner.root.classify(record).getRow(0);
    return { labels: [classes[learner.predict([record])[0]]], distribution: Object.fromEntries(classes.map((name, i) => [name, shares[i] ?? 0])) };
  },
  training_errors: (given) => {
    const { learner, x, y, regression } = grown(given);
    if (regression) throw new Refusal("no classes");
    return learner.predict(x).filter((label, i) => label !== y[i]).length;
  },
};

function reply({ operation, given, part = [] }) {
  if (!OPERATIONS[operation]) return { skipped: "not in ml-cart" };
  try {
    const answer = part.reduce((whole, name) => (Array.isArray(whole) ? whole[name - 1] : whole[name]), OPERATIONS[operation](given));
    return answer === undefined ? { skipped: "no such part" } : { answer };
  } catch (problem) {
    if (problem instanceof Skip) return { skipped: problem.message };
    return problem instanceof Refusal ? { refused: problem.message } : { errored: String(problem) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { cmd, seq, case: asked } = JSON.parse(line);
  if (cmd === "stop") break;
  const started = { version: 1, implementation: { name: "ml-cart", language: "javascript", version, language_version: process.version } };
  console.log(JSON.stringify(cmd === "start" ? started : { seq, ...reply(asked) }));
}
