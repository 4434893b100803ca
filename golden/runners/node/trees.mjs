// Growing a tree, all trees, counting them; predicting. A node is { counts, labels } or { counts, test, optima, children }.
import { NotHere, ONE, Q, UNDEFINED, ZERO, maximum, must, sum } from "./exact.mjs";
import { readData, readRecord, valueOf } from "./data.mjs";
import { branchOf, candidatesOf, columnsOf, isPure, labelsOf, named, sizeOf, tally, variance } from "./tests.mjs";
import { PRESETS, admitting, candidatesAt, optimaAt, stopsAt, stopsBefore } from "./presets.mjs";

const NOT_YET = ["chaid", "oblique"];
export function presetOf(name) { if (NOT_YET.includes(name)) throw new NotHere(name); must(Object.hasOwn(PRESETS, name), `a preset, not ${name}`); return PRESETS[name]; }
/** The data for a preset: its records checked and numbered. */
export function prepare(data, preset) {
  const isNumber = data.target.kind === "continuous";
  must(preset.never || Boolean(preset.ofNumbers) === isNumber, preset.ofNumbers ? "a target that is a number" : "a target of classes");
  must(data.records.every(r => r.label !== null), "a class for each record");
  must(preset.gaps !== "refuse" || data.records.every(r => r.values.every(v => v !== null)), "no missing values");
  const records = data.records.map((r, id) => ({ ...r, id }));
  return { ...data, target: { ...data.target, isNumber }, records, whole: records };
}
export function loaded(g, folder) { const preset = presetOf(g.preset); return { preset, data: prepare(readData(g.data, folder), preset) }; }
/** The same data with other records, for which the tree is grown anew. */
export const withRecords = (data, records) => ({ ...data, records, whole: records, columns: undefined });

/** The records that each branch gets; a record without the value goes as the preset says. */
function parts(data, preset, records, test, surrogates) {
  const out = test.names.map(() => []), gaps = [];
  for (const r of records) { const b = branchOf(test, r); (b < 0 ? gaps : out[b]).push(r); }
  if (gaps.length && preset.gaps === "fractions") {
    const sizes = out.map(rs => sum(rs.map(r => r.weight))), all = sum(sizes);
    out.forEach((rs, b) => { if (!sizes[b].zero) rs.push(...gaps.map(r => ({ ...r, weight: r.weight.mul(sizes[b]).div(all) }))); });
  } else for (const r of gaps) for (const [b, share] of guessed(surrogates, r)) out[b].push({ ...r, weight: r.weight.mul(share) });
  return out;
}
/** The branches that a record without the value takes, each with its part: the first surrogate says which; else each of the heaviest gets an equal part. */
function guessed({ list, heaviest }, record) {
  const s = list.find(({ test }) => branchOf(test, record) >= 0);
  return s ? [[s.standsFor[branchOf(s.test, record)], ONE]] : heaviest.map(b => [b, new Q(1n, BigInt(heaviest.length))]);
}
/** The surrogates of a test that guess better than "the larger branch": attributes of equal association together, of each its tests that guess most branches with all that their own may stand for. */
function tiersOf(data, preset, records, test) {
  const weigh = rs => sum(rs.map(r => r.weight)), known = records.filter(r => branchOf(test, r) >= 0), sides = rs => test.names.map((_, b) => weigh(rs.filter(r => branchOf(test, r) === b)));
  const found = data.attributes.flatMap((_, i) => {
    if (i === test.at) return [];
    const both = known.filter(r => r.values[i] !== null), base = sides(preset.overAllKnown ? known : both), larger = maximum(base), all = sum(base);
    if (!both.length || larger.eq(all)) return [];
    const scored = candidatesOf(data, preset, both, i).map(({ test: other }) => {
      const tables = other.names.map((__, c) => sides(both.filter(r => branchOf(other, r) === c)));
      return { right: sum(tables.map(maximum)), options: product(tables.map(largest)).map(standsFor => ({ test: other, standsFor })) };
    });
    if (!scored.length) return [];
    const right = maximum(scored.map(s => s.right)), association = right.sub(larger).div(all.sub(larger));
    return association.n > 0n ? [{ association, order: i, options: scored.filter(s => s.right.eq(right)).flatMap(s => s.options) }] : [];
  });
  const tiers = [];
  for (const { association, options } of found.sort((a, b) => b.association.cmp(a.association) || a.order - b.order)) {
    if (tiers.length && tiers.at(-1).association.eq(association)) tiers.at(-1).attributes.push(options); else tiers.push({ association, attributes: [options] });
  }
  return { tiers: tiers.map(t => t.attributes), heaviest: largest(sides(known)) };
}
const largest = sizes => sizes.flatMap((n, b) => n.eq(maximum(sizes)) ? [b] : []), MOST = 5;
/** What may stand at the next place of a list: each test of each attribute that is left of the first tier that has some, with what is left then. */
const nextPlaces = ([first, ...rest]) => first.flatMap((options, i) => { const left = first.filter((_, k) => k !== i); return options.map(s => ({ s, rest: left.length ? [left, ...rest] : rest })); });
/** The surrogates of a node: at each place `choose` says which, the first if it isn't given. */
function surrogatesOf(data, preset, records, test, choose = () => 0) {
  if (preset.gaps !== "surrogates") return null;
  let { tiers, heaviest } = tiersOf(data, preset, records, test);
  const list = [];
  while (tiers.length && list.length < MOST) { const options = nextPlaces(tiers), { s, rest } = options[choose(options.length)]; list.push(s); tiers = rest; }
  return { list, heaviest };
}
/** Every list of surrogates that a node may have. */
function* everySurrogates(data, preset, records, test) {
  if (preset.gaps !== "surrogates") { yield null; return; }
  const { tiers, heaviest } = tiersOf(data, preset, records, test);
  const lists = function* (left, room) { if (!left.length || !room) yield []; else for (const { s, rest } of nextPlaces(left)) for (const more of lists(rest, room - 1)) yield [s, ...more]; };
  for (const list of lists(tiers, MOST)) yield { list, heaviest };
}

/** The labels of a leaf: of one without records those that the preset gives it. */
function leafOf(data, preset, counts, above) {
  const { target } = data, isEmpty = sizeOf(target, counts).zero;
  return { counts, labels: labelsOf(target, !isEmpty ? counts : preset.emptyBranch === "root" ? tally(target, data.records) : above) };
}
const optimaOf = (data, preset, records, counts, ...rest) => {
  if (preset.never || isPure(data.target, counts)) return [];
  const optima = optimaAt(data, preset, records, ...rest);
  must(optima.length || !preset.answerNeeded, "a test that tells the classes apart");
  return optima;
};
/** Which of `n` that tie a rule chooses, called at each inner node in preorder, for its test and then for each place of its surrogates; and whether no choice of it is left over. */
function choosing({ rule, choices = [] }) {
  const left = choices.map(Number), only = n => { must(n === 1, "one best test"); return 0; };
  const next = n => { if (n === 1) return 0; const k = left.shift(); must(k >= 1 && k <= n, "a choice for each tie"); return k - 1; };
  const choose = { first: () => 0, last: n => n - 1, refuse: only, listed: next }[rule];
  must(choose, "a tie rule");
  return { choose, done: () => must(!left.length, "one choice for each tie") };
}
/** The tree. `usable`, called at each node with several classes, says which attributes it may ask; of tied tests `choose` says which is asked, the first if it isn't given. */
export function grow(data, preset, { stop = [], admit = [], usable, choose } = {}) {
  const { target } = data, whole = sizeOf(target, tally(target, data.records));
  const build = (records, above, depth) => {
    const counts = tally(target, records), n = sizeOf(target, counts);
    if (preset.never || isPure(target, counts) || stopsBefore(stop, n, depth, records.length)) return leafOf(data, preset, counts, above);
    const rowsOf = c => parts(data, preset, records, c.test, surrogatesOf(data, preset, records, c.test)).map(rs => rs.length);
    const admits = admitting(admit, target, counts, rowsOf), may = usable?.(), optima = optimaOf(data, preset, records, counts, admits, may);
    if (!optima.length || stopsAt(stop, counts, n.div(whole), optima, () => candidatesAt(data, preset, records, may).filter(admits))) return leafOf(data, preset, counts, above);
    const tied = choose ? optima.flatMap(c => c.all?.() ?? [c]) : optima, { test } = tied[choose ? choose(tied.length) : 0], surrogates = surrogatesOf(data, preset, records, test, choose);
    return { counts, test, optima, surrogates, gaps: preset.gaps, children: parts(data, preset, records, test, surrogates).map(rs => build(rs, counts, depth + 1)) };
  };
  return build(data.records, tally(target, data.records), 0);
}
export const isLeaf = node => !node.test;
export const leaves = node => isLeaf(node) ? [node] : node.children.flatMap(leaves);
export const optimum = c => c.every ?? c.test.json;
/** A tree as a record writes it. */
export function shown(data, node, withOptima = true) {
  const counts = named(data.target, node.counts), { test } = node;
  if (isLeaf(node)) return { labels: node.labels, counts, ...(node.model ? { model: node.model } : {}) };
  return {
    counts, test: test.json, ...(withOptima ? { optima: node.optima.map(optimum) } : {}),
    ...(node.surrogates ? { surrogates: node.surrogates.list.map(s => ({ test: s.test.json, stands_for: s.standsFor.map(b => test.names[b]) })), otherwise: test.names[node.surrogates.heaviest[0]] } : {}),
    branches: test.names.map((name, b) => ({ if: name, then: shown(data, node.children[b], withOptima) })),
  };
}

/** The leaves that a record reaches, each with its share of it; a node that it stays at, as of its value nothing is known there. The record's values may still be text. */
export function reach(data, node, record, share = ONE) {
  if (isLeaf(node)) return [[node, share]];
  const { test } = node, read = columns => ({ values: record.values.map((v, i) => columns.includes(i) && typeof v === "string" ? valueOf(data.attributes[i], v) : v) }), b = branchOf(test, read(columnsOf(test)));
  if (b >= 0) return reach(data, node.children[b], record, share);
  if (node.gaps === "refuse") {
    must(columnsOf(test).every(i => record.values[i] !== null), "a value that the path asks");
    return [[{ counts: node.counts, labels: labelsOf(data.target, node.counts), stays: true }, share]];
  }
  if (node.gaps === "surrogates") return guessed(node.surrogates, read(record.values.map((_, i) => i))).flatMap(([b, part]) => reach(data, node.children[b], record, share.mul(part)));
  const sizes = node.children.map(c => sum(c.counts)), all = sum(sizes);
  return node.children.flatMap((c, i) => sizes[i].zero ? [] : reach(data, c, record, share.mul(sizes[i]).div(all)));
}
export function sharesOf(target, leaf) {
  const n = sum(leaf.counts);
  return target.values.map((c, j) => !n.zero ? leaf.counts[j].div(n) : leaf.labels.includes(c) ? new Q(1n, BigInt(leaf.labels.length)) : ZERO);
}
export function predict(data, node, record) {
  const reached = reach(data, node, record), { target } = data, [[only]] = reached;
  if (target.isNumber) return { labels: only.labels, distribution: UNDEFINED };
  if (reached.length === 1) return { labels: only.labels, distribution: sum(only.counts).zero ? UNDEFINED : named(target, sharesOf(target, only)) };
  const shares = target.values.map((_, j) => sum(reached.map(([leaf, share]) => sharesOf(target, leaf)[j].mul(share))));
  return { labels: labelsOf(target, shares), distribution: named(target, shares) };
}

/** Every tree that choices among tied tests, and among surrogates that are as good, lead to. */
function* all(data, preset, records, above) {
  const counts = tally(data.target, records), optima = optimaOf(data, preset, records, counts);
  if (!optima.length) { yield leafOf(data, preset, counts, above); return; }
  for (const { test } of optima.flatMap(c => c.all?.() ?? [c])) for (const surrogates of everySurrogates(data, preset, records, test)) {
    const branches = parts(data, preset, records, test, surrogates);
    const choices = function* (b) { if (b === branches.length) yield []; else for (const first of all(data, preset, branches[b], counts)) for (const rest of choices(b + 1)) yield [first, ...rest]; };
    for (const children of choices(0)) yield { counts, test, surrogates, gaps: preset.gaps, children };
  }
}
/** Something of all trees, node by node, remembered by the records: of a leaf, of a test from its branches, of a node from its tests. */
export function overAllTrees(data, preset, leaf, test, node) {
  const memo = new Map();
  const at = records => {
    const key = records.map(r => `${r.id}*${r.weight}`).join();
    if (!memo.has(key)) {
      const counts = tally(data.target, records), optima = optimaOf(data, preset, records, counts);
      const ways = optima.flatMap(c => c.all?.() ?? [c]).flatMap(c => [...everySurrogates(data, preset, records, c.test)].map(surrogates => parts(data, preset, records, c.test, surrogates)));
      memo.set(key, optima.length ? node(ways.map(branches => test(branches.map(at)))) : leaf(records, counts));
    }
    return memo.get(key);
  };
  return at(data.records);
}
const countTrees = (data, preset) => overAllTrees(data, preset, () => 1n, children => children.reduce((a, b) => a * b, 1n), ways => ways.reduce((a, b) => a + b, 0n));
const product = sets => sets.reduce((all, set) => all.flatMap(one => [...set].map(x => [...one, x])), [[]]);
/** The recursive partitions, as texts. */
const partitions = (data, preset) => overAllTrees(data, preset,
  records => new Set([records.length ? `(${records.map(r => r.id).sort((a, b) => a - b).join()})` : ""]), children => new Set(product(children).map(parts => `{${[...new Set(parts.filter(Boolean))].sort().join()}}`)), sets => new Set(sets.flatMap(s => [...s])));

export const grown = (g, folder) => { const { data, preset } = loaded(g, folder); return { data, preset, tree: grow(data, preset) }; };
/** How much of its training records a tree gets wrong: what is outside the largest class of its leaf, in shares of records too. */
export const wrongs = tree => sum(leaves(tree).map(l => sum(l.counts).sub(maximum(l.counts))));

export const operations = {
  candidates: (g, folder) => { const { data, preset } = loaded(g, folder); return candidatesOf(data, preset, data.records, data.attributes.findIndex(a => a.name === g.attribute)).map(({ test, children, value }) => ({ test: test.json, children, value })); },
  best_tests: (g, folder) => { const { data, preset } = loaded(g, folder), optima = optimaOf(data, { ...preset, answerNeeded: false }, data.records, tally(data.target, data.records)); return { tests: optima.map(optimum), ...(optima.length ? { value: optima[0].value } : {}) }; },
  grow: (g, folder) => { const { data, tree } = grown(g, folder); return shown(data, tree); },
  grow_stopping: (g, folder) => { const { data, preset } = loaded(g, folder); return shown(data, grow(data, preset, { stop: g.stop, admit: g.admit })); },
  grow_ties: (g, folder) => { const { data, preset } = loaded(g, folder), { choose, done } = choosing(g.tie), tree = grow(data, preset, { choose }); done(); return shown(data, tree, false); },
  trees: (g, folder) => { const { data, preset } = loaded(g, folder); return [...all(data, preset, data.records, tally(data.target, data.records))].map(tree => shown(data, tree, false)); },
  predict: (g, folder) => { const { data, tree } = grown(g, folder); return predict(data, tree, readRecord(data, g.record)); },
  training_errors: (g, folder) => { const { data, tree } = grown(g, folder); must(!data.target.isNumber, "a target of classes"); return wrongs(tree); },
  squared_error: (g, folder) => { const { data, tree } = grown(g, folder); must(data.target.isNumber, "a target that is a number"); return sum(leaves(tree).filter(l => !l.counts[0].zero).map(l => variance(l.counts).mul(l.counts[0]))); },
  count_trees: (g, folder) => { const { data, preset } = loaded(g, folder); return countTrees(data, preset); },
  count_partitions: (g, folder) => { const { data, preset } = loaded(g, folder); return BigInt(partitions(data, preset).size); },
};
