#!/usr/bin/env node
// An example for who checks a program of their own against the golden files: a reader, a comparer, and some operations.
//
//     node golden/runners/node/example.mjs
//
// asks the operations below every golden record and vector that is about them, and compares the answers exactly. Copy it into your
// project and replace OPERATIONS by your functions. golden/README.md says what each operation is given and answers. Everything is in
// this file; the runner beside it (run.mjs) knows all operations and logarithms, too.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

// Part 1: exact numbers. A fraction in lowest terms; BigInts don't round.

function greatestCommonDivisor(a, b) {
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

class Fraction {
  constructor(top, bottom = 1n) {
    const divisor = greatestCommonDivisor(top, bottom) * (bottom < 0n ? -1n : 1n);
    this.top = top / divisor;
    this.bottom = bottom / divisor;
  }

  // Golden files write "3", "-3/4" and, where data do, "0.25".
  static read(text) {
    const [, sign, whole, decimals = "", bottom = "1"] = /^(-?)(\d+)(?:\.(\d+))?(?:\/(\d+))?$/.exec(text) ?? refuse(`no number: ${text}`);
    return new Fraction(BigInt(sign + whole + decimals), BigInt(bottom) * 10n ** BigInt(decimals.length));
  }

  plus(other) { return new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom); }
  minus(other) { return new Fraction(this.top * other.bottom - other.top * this.bottom, this.bottom * other.bottom); }
  times(other) { return new Fraction(this.top * other.top, this.bottom * other.bottom); }
  over(other) { return other.isZero ? UNDEFINED : new Fraction(this.top * other.bottom, this.bottom * other.top); }
  compare(other) { return Number(this.minus(other).top > 0n) - Number(this.minus(other).top < 0n); }
  get isZero() { return this.top === 0n; }
  toString() { return this.bottom === 1n ? `${this.top}` : `${this.top}/${this.bottom}`; }
}

const ZERO = new Fraction(0n);
const ONE = new Fraction(1n);
const TWO = new Fraction(2n);
const sum = numbers => numbers.reduce((total, number) => total.plus(number), ZERO);
const largest = numbers => numbers.reduce((most, number) => (number.compare(most) > 0 ? number : most));

// Two kinds of no answer. UNDEFINED: the definition gives no value here, such as a precision where nothing is predicted positive.
// Refused: what is given is no input, such as a negative count.

const UNDEFINED = Symbol("undefined");
class Refused extends Error {}
function refuse(why) { throw new Refused(why); }

// Part 2: the reader. A question is an operation with what it is given, and what a right program answers.

function* goldenFiles(folder) {
  for (const document of fs.readdirSync(folder).sort()) {
    const inside = path.join(folder, document);
    if (!fs.statSync(inside).isDirectory()) continue;
    for (const name of fs.readdirSync(inside).sort()) {
      if (name.endsWith(".json")) yield JSON.parse(fs.readFileSync(path.join(inside, name), "utf8"));
    }
  }
}

function* questions(folder) {
  for (const file of goldenFiles(folder)) {
    for (const entry of [...(file.records ?? []), ...(file.vectors ?? [])]) {
      if (entry.operation) yield entry;
      // A formula has no operation of its own; its cases do, and give the numbers at which the formula was tried.
      for (const [i, formulaCase] of (entry.cases ?? []).entries()) yield { ...formulaCase, id: `${entry.id}, case ${i + 1}` };
    }
  }
}

// Part 3: the comparer. `exact` is the answer; `accepted` are several right ones; `refused` says why there is none.

function isRight(question, answer) {
  if (question.refused) return answer instanceof Refused;
  if (answer instanceof Refused) return false;
  return question.accepted ? question.accepted.some(one => agrees(answer, one)) : agrees(answer, question.exact);
}

function agrees(answer, exact) {
  if (answer === UNDEFINED) return isUndefined(exact);
  if (answer instanceof Fraction) return typeof exact === "string" && /^-?\d+(\/\d+)?$/.test(exact) && answer.compare(Fraction.read(exact)) === 0;
  if (Array.isArray(answer)) return Array.isArray(exact) && answer.length === exact.length && answer.every((part, i) => agrees(part, exact[i]));
  if (typeof answer === "object") return sameKeys(answer, exact) && Object.keys(answer).every(key => agrees(answer[key], exact[key]));
  return answer === exact;
}

// {"undefined": "no records"}: the reason is for people.
function isUndefined(exact) {
  return typeof exact === "object" && Object.keys(exact).join() === "undefined";
}

function sameKeys(answer, exact) {
  return typeof exact === "object" && exact !== null && Object.keys(answer).sort().join() === Object.keys(exact).sort().join();
}

// Of some answers only a part is meant: keys, and positions from 1.
function partOf(answer, steps) {
  return steps.reduce((whole, step) => (Array.isArray(whole) ? whole[Number(step) - 1] : whole[step]), answer);
}

// Part 4: the operations. Each takes what the files call `given`, as it stands there: numbers are text.

function readCount(text) {
  const count = Fraction.read(text);
  return count.compare(ZERO) < 0 ? refuse(`a count below 0: ${text}`) : count;
}
const readCounts = texts => texts.map(readCount);

// How mixed the classes of a node are. Undefined of a node without records.

function shares(counts) {
  const records = sum(counts);
  return records.isZero ? UNDEFINED : counts.map(count => count.over(records));
}

function gini(counts) {
  const p = shares(counts);
  return p === UNDEFINED ? UNDEFINED : ONE.minus(sum(p.map(share => share.times(share))));
}

function misclassificationError(counts) {
  const p = shares(counts);
  return p === UNDEFINED ? UNDEFINED : ONE.minus(largest(p));
}

// The impurity of the branches of a test, weighted by their records. An empty branch has no impurity, and no weight.
function weighted(impurity, children) {
  const filled = children.filter(counts => !sum(counts).isZero);
  if (filled.length === 0) refuse("children without any record");
  const records = sum(filled.map(sum));
  return sum(filled.map(counts => impurity(counts).times(sum(counts).over(records))));
}

// What a test gains: the impurity of the node less that of its branches, which together must be the node.
function reduction(impurity, given) {
  const node = readCounts(given.node);
  const children = given.children.map(readCounts);
  const isNode = node.every((count, j) => sum(children.map(child => child[j])).compare(count) === 0);
  if (!isNode) refuse("children that are not the node");
  return sum(node).isZero ? UNDEFINED : impurity(node).minus(weighted(impurity, children));
}

// Four counts of a classifier: true and false positives and negatives.

function rate(formula) {
  return given => formula(...["tp", "fn", "fp", "tn"].map(name => readCount(given[name])));
}

const recall = rate((tp, fn) => tp.over(tp.plus(fn)));
const precision = rate((tp, fn, fp) => tp.over(tp.plus(fp)));
const specificity = rate((tp, fn, fp, tn) => tn.over(tn.plus(fp)));
const missRate = rate((tp, fn) => fn.over(tp.plus(fn)));
const f1 = rate((tp, fn, fp) => TWO.times(tp).over(TWO.times(tp).plus(fn).plus(fp)));

// A matrix has a row for each actual class. Four counts are the matrix of two classes.
function readRows(given) {
  if (!given.matrix) return [[given.tp, given.fn], [given.fp, given.tn]].map(readCounts);
  return given.matrix.rows ? given.matrix.rows.map(readCounts) : NOT_HERE;
}

const NOT_HERE = Symbol("not here");
const rightOnes = rows => sum(rows.map((row, i) => row[i]));

function ofMatrix(formula) {
  return given => {
    const rows = readRows(given);
    return rows === NOT_HERE ? NOT_HERE : formula(rows);
  };
}

const accuracy = ofMatrix(rows => rightOnes(rows).over(sum(rows.flat())));

// Agreement beyond chance: (p_o - p_e) / (1 - p_e).
const cohenKappa = ofMatrix(rows => {
  const records = sum(rows.flat());
  if (records.isZero) return UNDEFINED;
  const column = j => sum(rows.map(row => row[j]));
  const observed = rightOnes(rows).over(records);
  const expected = sum(rows.map((row, i) => sum(row).times(column(i)))).over(records.times(records));
  return observed.minus(expected).over(ONE.minus(expected));
});

// The area under the ROC curve: the share of pairs of a positive and a negative in which the positive has the higher score, where a
// tied pair counts one half. Undefined where there is no such pair.
function auc({ scores, labels, positive, weights = scores.map(() => "1") }) {
  if (scores.length !== labels.length) refuse("a label for each score");
  const records = scores.map((score, i) => ({ score: Fraction.read(score), label: labels[i], weight: readCount(weights[i]) }));
  const positives = records.filter(record => record.label === positive);
  const negatives = records.filter(record => record.label !== positive);
  let won = ZERO;
  let pairs = ZERO;
  for (const p of positives) {
    for (const n of negatives) {
      const pair = p.weight.times(n.weight);
      const credit = [ZERO, ONE.over(TWO), ONE][p.score.compare(n.score) + 1];
      won = won.plus(credit.times(pair));
      pairs = pairs.plus(pair);
    }
  }
  return won.over(pairs);
}

const OPERATIONS = {
  gini: given => gini(readCounts(given.counts)),
  misclassification_error: given => misclassificationError(readCounts(given.counts)),
  weighted_gini: given => weighted(gini, given.children.map(readCounts)),
  weighted_error: given => weighted(misclassificationError, given.children.map(readCounts)),
  gini_reduction: given => reduction(gini, given),
  error_reduction: given => reduction(misclassificationError, given),
  midpoint: given => Fraction.read(given.lower).plus(Fraction.read(given.upper)).over(TWO),
  recall,
  precision,
  specificity,
  miss_rate: missRate,
  f1,
  accuracy,
  cohen_kappa: cohenKappa,
  auc,
};

// Part 5: every question is asked, its answer compared.

function ask(question) {
  try {
    const answer = OPERATIONS[question.operation](question.given);
    return answer === UNDEFINED || answer === NOT_HERE ? answer : partOf(answer, question.part ?? []);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw new Error(`${question.id}: ${error.message}`, { cause: error });
  }
}

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? path.join(here, "..", "..");
let right = 0;
let wrong = 0;
for (const question of questions(folder)) {
  if (!(question.operation in OPERATIONS)) continue;
  const answer = ask(question);
  if (answer === NOT_HERE) continue;
  if (isRight(question, answer)) right += 1;
  else {
    wrong += 1;
    console.log(`WRONG ${question.id}: ${question.operation} gives ${String(answer)}`);
  }
}
console.log(`${Object.keys(OPERATIONS).length} operations: ${right} answers right, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
