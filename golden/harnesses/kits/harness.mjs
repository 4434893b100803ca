// A harness to copy: fill in the two functions, then  dtref judge --impl "node harness.mjs" --max-examples 100
// A function returns a number, or null where there is no value; `refuse` says that the input is none, `skip` that it isn't there.

import { createInterface } from "node:readline";

const skip = (why) => { throw { skipped: why }; };
const refuse = (why) => { throw { refused: why }; };

// Fill in these two

function gini(counts) { // an array of numbers
  skip("gini");
}

function f1(tp, fn, fp, tn) { // numbers
  skip("f1");
}

// What the questions hold: numbers are texts such as "9", "9/100" or "0.5"

const number = (text) => {
  const [top, bottom = "1"] = text.split("/");
  return Number(top) / Number(bottom);
};

const counts = (texts) => {
  const found = texts.map(number);
  return found.some((n) => n < 0) ? refuse("a count below 0") : found;
};

// The columns of a data set by name, as texts, and the labels; for operations such as grow: { grow: (given) => … }
export const table = (data) => {
  const columns = Object.fromEntries(data.header.map((name, i) => [name, data.rows.map((row) => row[i])]));
  const { [data.target]: labels, ...rest } = columns;
  return [rest, labels];
};

const operations = {
  gini: (given) => gini(counts(given.counts)),
  f1: (given) => f1(...counts(["tp", "fn", "fp", "tn"].map((name) => given[name] ?? skip("a matrix")))),
};
const takes = { operations: Object.keys(operations), files: false }; // also presets, kinds, weights, gaps, classes, records

const reply = ({ operation, given }) => {
  try {
    const answer = (operations[operation] ?? (() => skip("not here")))(given);
    return { answer: Number.isNaN(answer) ? null : answer };
  } catch (problem) {
    return problem.skipped || problem.refused ? problem : { errored: String(problem) };
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.cmd === "stop") break;
  const started = { version: 1, implementation: { name: "mine" }, takes };
  console.log(JSON.stringify(message.cmd === "start" ? started : { seq: message.seq, ...reply(message.case) }));
}
