// Pruning. A node is { at (its position in preorder, from 1), counts, children }; what is cut is a set of positions.
import { HALF, ONE, Q, UNDEFINED, ZERO, add, compare, div, exp, ln, maximum, mul, must, quotient, sqrt, sub, sum, yes } from "./exact.mjs";
import { counts } from "./confusion.mjs";
import { betaQuantile } from "./distributions.mjs";
import { bits } from "./description.mjs";
import { readRow } from "./data.mjs";
import { entropy, gini } from "./impurity.mjs";
import { candidatesOf, plus, tally, variance } from "./tests.mjs";
import { grow, grown, reach, withRecords } from "./trees.mjs";

// ---- trees
function listed(list) {
  if (typeof list[0] === "string") return { counts: counts(list), children: [] };
  const children = list.map(listed);
  return { counts: children.map(c => c.counts).reduce(plus), children };
}
const ofGrown = node => ({ counts: node.counts, source: node, children: (node.children ?? []).map(ofGrown) });
function numbered(tree) { let at = 0; const visit = node => { node.at = ++at; node.children.forEach(visit); }; visit(tree); return tree; }
function treeOf(g, folder) {
  if (g.tree) return { tree: numbered(listed(g.tree)) };
  const { data, preset, tree } = grown(g, folder);
  return { data, preset, tree: numbered(ofGrown(tree)) };
}
const NONE = new Set();
const isInner = (node, cut) => node.children.length > 0 && !cut.has(node.at);
const inner = (node, cut = NONE) => isInner(node, cut) ? [node, ...node.children.flatMap(c => inner(c, cut))] : [];
const leavesOf = (node, cut = NONE) => isInner(node, cut) ? node.children.flatMap(c => leavesOf(c, cut)) : [node];
/** What is cut: the nodes that are not below another one; and how many leaves there are then. */
const pruned = (tree, cut) => ({ cuts: leavesOf(tree, cut).filter(n => n.children.length).map(n => n.at), leaves: leavesOf(tree, cut).length });
const errors = n => sum(n).sub(maximum(n)), size = node => sum(node.counts);

/** Bottom up: a node becomes a leaf where that costs less than the subtree as pruned so far; of equal costs as `ties` says. */
function bottomUp(tree, ties, leafCost, testCost = () => ZERO) {
  const cut = new Set(), compared = [];
  const cost = node => {
    if (!node.children.length) return leafCost(node);
    const row = { node: node.at };
    compared.push(row);
    const subtree = add(testCost(node), ...node.children.map(cost)), leaf = leafCost(node), order = compare(leaf, subtree), cuts = order < 0 || (order === 0 && ties === "cut");
    Object.assign(row, { subtree, leaf, cut: yes(cuts) });
    if (cuts) cut.add(node.at);
    return cuts ? leaf : subtree;
  };
  cost(tree);
  return { ...pruned(tree, cut), compared };
}
const penaltyOf = g => Q.of(g.penalty ?? "1/2");
const pessimistic = (g, tree) => sum(leavesOf(tree).map(l => errors(l.counts).add(penaltyOf(g))));
function standardErrorOf(e, n) {
  must(!n.lt(e), "no more errors than records");
  return n.zero ? UNDEFINED : sqrt(e.mul(n.sub(e)).div(n));
}
/** Top down; a subtree with more penalised errors than records is cut, whatever its standard error. */
function withinError(tree) {
  const cut = new Set(), compared = [];
  const visit = node => {
    if (!node.children.length) return;
    const n = size(node), e = sum(leavesOf(node).map(l => errors(l.counts).add(HALF))), leaf = errors(node.counts).add(HALF), above = n.lt(e);
    const subtree = above || n.zero ? e : add(e, standardErrorOf(e, n)), cuts = above || compare(leaf, subtree) <= 0;
    compared.push({ node: node.at, subtree, leaf, cut: yes(cuts) });
    if (cuts) cut.add(node.at); else node.children.forEach(visit);
  };
  visit(tree);
  return { ...pruned(tree, cut), compared };
}
/** The p at which so many errors or fewer have that probability. */
function upperLimit(e, n, confidence) {
  must(!n.lt(e), "no more errors than records");
  must(confidence.n > 0n && confidence.lt(ONE), "a confidence between 0 and 1");
  if (n.zero) return UNDEFINED;
  if (e.eq(n)) return ONE;
  return e.zero ? sub(ONE, exp(ln(confidence).div(n))) : betaQuantile(ONE.sub(confidence), e.add(1), n.sub(e));
}
const predicted = (n, confidence) => sum(n).zero ? ZERO : mul(sum(n), upperLimit(errors(n), sum(n), confidence));
const confidenceOf = g => Q.of(g.confidence ?? "1/4");

// ---- validation
const rowsOf = (g, data) => g.validation.map(row => readRow(data, row)).map(r => { must(!data.target.isNumber && data.target.values.includes(r.label), "a declared class"); return r; });
/** The child of an inner node that a record goes to, with its share; several where it is split, none where it stays. */
const sent = (data, node, record) => reach(data, { ...node.source, children: node.children.map(c => ({ counts: c.counts, own: c })) }, record).filter(([found]) => !found.stays).map(([found, share]) => [found.own, share]);
/** All nodes that a record comes to, each with its share of the record. */
const reached = (data, node, record, cut = NONE, share = ONE) => [[node, share], ...(isInner(node, cut) ? sent(data, node, record).flatMap(([child, part]) => reached(data, child, record, cut, share.mul(part))) : [])];
const labelAt = (data, node) => size(node).zero ? node.source.labels[0] : data.target.values[node.counts.findIndex(k => k.eq(maximum(node.counts)))];
/** What a leaf at this node loses by a record: 1 where its label is wrong; of numbers the squared distance from the mean. */
const loss = (data, node, record) => data.target.isNumber ? node.counts[1].div(node.counts[0]).sub(record.label).pow(2) : labelAt(data, node) === record.label ? ZERO : ONE;
/** Of each record what the leaves of a tree that it comes to lose by it, in its shares. */
const lossesBy = (data, tree, rows, cut) => rows.map(r => sum(reached(data, tree, r, cut).filter(([node]) => !isInner(node, cut) || !sent(data, node, r).length).map(([node, share]) => loss(data, node, r).mul(share).mul(r.weight))));
const losses = (...args) => sum(lossesBy(...args));
/** Of each node what a leaf there would lose by the validation records that come to it; by those that stay there, if the node asks its test. */
function wrongAt(data, tree, rows, stays = false) {
  const all = rows.flatMap(r => reached(data, tree, r).filter(([node]) => !stays || (isInner(node, NONE) && !sent(data, node, r).length)).map(([node, share]) => [node, loss(data, node, r).mul(share).mul(r.weight)]));
  return node => sum(all.filter(([at]) => at === node).map(([, lost]) => lost));
}
/** Greedily: the cut that saves most errors, the first of several, while one saves any. */
function bestNodeFirst(g, folder) {
  const { data, tree } = treeOf(g, folder), rows = rowsOf(g, data), wrong = wrongAt(data, tree, rows), staying = wrongAt(data, tree, rows, true), cut = new Set(), steps = [];
  const all = node => sum([...leavesOf(node, cut).map(wrong), ...inner(node, cut).map(staying)]);
  for (;;) {
    const saved = inner(tree, cut).map(node => [node.at, all(node).sub(wrong(node))]), improvement = saved.length ? maximum(saved.map(s => s[1])) : ZERO;
    if (improvement.n <= 0n) return { ...pruned(tree, cut), steps };
    const tied = saved.filter(s => s[1].eq(improvement)).map(s => s[0]);
    cut.add(tied[0]);
    steps.push({ node: tied[0], tied, improvement, errors: all(tree) });
  }
}

// ---- cost-complexity
const RISKS = { errors: n => errors(n), gini: n => mul(gini(n), sum(n)), entropy: n => mul(entropy(n), sum(n)), variance: n => mul(variance(n), n[0]) };
const fits = (data, risk) => must(Boolean(data?.target.isNumber) === (risk === "variance"), "the variance of a number, or an impurity of classes");
/** The nested trees with least risk + alpha · leaves. */
function sequence(g, tree) {
  const sizeAt = node => g.risk === "variance" ? node.counts[0] : size(node), risk = node => sizeAt(node).zero ? ZERO : div(RISKS[g.risk](node.counts), sizeAt(tree));
  const cut = new Set(), trees = [{ alpha: ZERO, weakest: [] }], subtree = node => add(...leavesOf(node, cut).map(risk));
  for (;;) {
    const links = inner(tree, cut).map(node => [node.at, div(sub(risk(node), subtree(node)), Q.of(leavesOf(node, cut).length - 1))]);
    const least = links.map(l => l[1]).reduce((a, b) => a === null || compare(b, a) < 0 ? b : a, null), last = trees.at(-1);
    if (least === null || compare(least, last.alpha) > 0) {
      Object.assign(last, { risk: subtree(tree), ...pruned(tree, cut) });
      if (least === null) return trees;
      trees.push({ alpha: least, weakest: [] });
    }
    const before = pruned(tree, cut).cuts;
    links.filter(l => compare(l[1], least) === 0).forEach(l => cut.add(l[0]));
    const { weakest } = trees.at(-1), { cuts } = pruned(tree, cut);
    trees.at(-1).weakest = cuts.filter(at => weakest.includes(at) || !before.includes(at));
  }
}
const bestAt = (trees, alpha) => trees.filter(t => compare(t.alpha, alpha) <= 0).at(-1);
/** The position of the least loss: the last, that is the smallest tree, of several. */
const smallestBest = values => values.reduce((best, v, i) => compare(v, values[best]) <= 0 ? i : best, 0);
function byValidation(g, folder) {
  const { data, tree } = treeOf(g, folder), rows = rowsOf(g, data), all = sequence(g, tree).map(t => losses(data, tree, rows, new Set(t.cuts)));
  return { losses: all, best: smallestBest(all) + 1 };
}
/** Of 0 and 1 sqrt(R(1 - R)/n); of other losses the root of their variance (n below) by n. */
function standardError(data, lost, weights, rate, n) {
  return sqrt((data.target.isNumber ? sum(lost.map((l, i) => l.div(weights[i]).sub(rate).pow(2).mul(weights[i]))).div(n) : rate.mul(ONE.sub(rate))).div(n));
}
/** A fold has the tree of its own sequence at the geometric mean of two neighbouring alphas, at last its smallest. */
function byCrossValidation(g, folder) {
  const { data, preset, tree } = treeOf(g, folder);
  fits(data, g.risk);
  const alphas = sequence(g, tree).map(t => t.alpha), n = sum(data.records.map(r => r.weight)), each = alphas.map(() => []);
  const folds = g.folds.map(fold => fold.map(i => Number(i) - 1)), dealt = folds.flat().sort((a, b) => a - b);
  must(folds.length > 1 && folds.every(f => f.length) && dealt.length === data.records.length && dealt.every((x, i) => x === i), "each record in one of two folds or more");
  for (const fold of folds) {
    const own = numbered(ofGrown(grow(withRecords(data, data.records.filter(r => !fold.includes(r.id))), preset))), trees = sequence(g, own), test = data.records.filter(r => fold.includes(r.id));
    alphas.forEach((a, k) => each[k].push(...lossesBy(data, own, test, new Set((k + 1 < alphas.length ? bestAt(trees, sqrt(mul(a, alphas[k + 1]))) : trees.at(-1)).cuts))));
  }
  const all = each.map(sum), best = smallestBest(all), rate = all[best].div(n), error = standardError(data, each[best], folds.flatMap(fold => data.records.filter(r => fold.includes(r.id)).map(r => r.weight)), rate, n), within = all.map((l, k) => compare(l.div(n), add(rate, error)) <= 0 ? k + 1 : 0);
  return { alphas, losses: all, best: best + 1, standard_error: error, within_one_standard_error: Math.max(...within) };
}

// ---- replacing a node by its largest branch
function raising(g, folder) {
  const { data, tree } = treeOf(g, folder), confidence = confidenceOf(g), decisions = [];
  must(!data.target.isNumber, "a target of classes");
  const cost = node => node.children.length ? add(...node.children.map(cost)) : predicted(node.counts, confidence), toLists = node => node.children.length ? node.children.map(toLists) : node.counts;
  /** The same tests with other records. */
  const refilled = (node, records) => {
    const into = new Map(node.children.map(c => [c, []]));
    if (node.children.length) for (const r of records) for (const [child, share] of sent(data, node, r)) into.get(child).push({ ...r, weight: r.weight.mul(share) });
    return { counts: tally(data.target, records), source: node.source, records, children: node.children.map(c => refilled(c, into.get(c))) };
  };
  const prune = node => {
    if (!node.children.length) return node;
    const kept = { ...node, children: node.children.map(prune) }, sizes = node.children.map(size), b = sizes.findIndex(n => n.eq(maximum(sizes)));
    const branch = refilled(kept.children[b], node.records), subtree = cost(kept), leaf = predicted(node.counts, confidence), raised = cost(branch);
    const action = compare(leaf, subtree) <= 0 && compare(leaf, raised) <= 0 ? "replace" : compare(raised, subtree) <= 0 ? "raise" : "keep";
    decisions.push({ records: size(node), subtree, leaf, raised, branch: b + 1, action });
    return action === "replace" ? { ...node, children: [] } : action === "raise" ? prune(branch) : kept;
  };
  const result = prune(refilled(tree, data.records));
  return { tree: toLists(result), decisions };
}

const penalised = g => Q.of(g.errors).add(Q.of(g.leaves).mul(penaltyOf(g)));
function inBits(g, folder) {
  const { data, preset, tree } = treeOf(g, folder), { leaf, test } = bits(g, size(tree));
  const offered = node => g.conditions ? candidatesOf(data, preset, data.records, node.source.test.at).length : 1;
  return { tree, leaf: node => leaf(node.counts), test: node => test(offered(node)) };
}
const alphaOf = g => { const a = Q.of(g.alpha); must(a.n >= 0n, "alpha is at least 0"); return a; };

const nested = (g, folder) => { const { data, tree } = treeOf(g, folder); fits(data, g.risk); return sequence(g, tree); };

export const operations = {
  penalised_errors: penalised, penalised_error_rate: g => quotient(penalised(g), Q.of(g.records)),
  resubstitution_error_rate: (g, folder) => { const { tree } = treeOf(g, folder); return quotient(sum(leavesOf(tree).map(l => errors(l.counts))), size(tree)); },
  pessimistic_errors: (g, folder) => pessimistic(g, treeOf(g, folder).tree), pessimistic_error_rate: (g, folder) => { const { tree } = treeOf(g, folder); return quotient(pessimistic(g, tree), size(tree)); },
  validation_errors: (g, folder) => { const { data, tree } = treeOf(g, folder); return losses(data, tree, rowsOf(g, data), NONE); },
  reduced_error_pruning: (g, folder) => { const { data, tree } = treeOf(g, folder); const rows = rowsOf(g, data); return bottomUp(tree, g.ties, wrongAt(data, tree, rows), wrongAt(data, tree, rows, true)); },
  best_node_first_pruning: bestNodeFirst,
  pessimistic_pruning: (g, folder) => bottomUp(treeOf(g, folder).tree, g.ties, node => errors(node.counts).add(penaltyOf(g))), pessimistic_pruning_within_error: (g, folder) => withinError(treeOf(g, folder).tree),
  standard_error_of_errors: g => standardErrorOf(Q.of(g.errors), Q.of(g.records)),
  description_length: (g, folder) => { const { tree, leaf, test } = inBits(g, folder); return add(...leavesOf(tree).map(leaf), ...inner(tree).map(test)); },
  minimum_description: (g, folder) => { const { tree, leaf, test } = inBits(g, folder); return bottomUp(tree, g.ties, leaf, test); },
  critical_alpha: g => quotient(Q.of(g.node_risk).sub(Q.of(g.subtree_risk)), Q.of(g.leaves).sub(1)),
  cost_complexity: nested,
  cost_complexity_at: (g, folder) => { const { cuts, leaves } = bestAt(nested(g, folder), alphaOf(g)); return { cuts, leaves }; },
  cost_complexity_by_validation: byValidation, cost_complexity_by_cross_validation: byCrossValidation,
  upper_limit: g => upperLimit(Q.of(g.errors), Q.of(g.records), confidenceOf(g)),
  error_based_pruning: (g, folder) => bottomUp(treeOf(g, folder).tree, g.ties, node => predicted(node.counts, confidenceOf(g))), error_based_raising: raising,
};
