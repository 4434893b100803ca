// Linear tests of several numbers, and linear models: least squares.
import { ONE, Q, UNDEFINED, ZERO, must, numbers, refuse, sum } from "./exact.mjs";
import { readData, readRecord, valueOf } from "./data.mjs";
import { branchOf, oblique, tally, worth } from "./tests.mjs";
import { grown, isLeaf, reach, shown } from "./trees.mjs";

/** The weights w of which the squares of y - Xw have the least sum; 0 for a column that is a combination of the ones before it. By the normal equations. */
function solve(columns, y, weights) {
  const dot = (a, b) => sum(a.map((x, i) => x.mul(b[i]).mul(weights[i])));
  const basis = [];                                                  // columns made orthogonal to the ones before, and how they are made of these
  columns.forEach((column, c) => {
    let rest = column, made = columns.map((_, k) => (k === c ? ONE : ZERO));
    for (const b of basis) { const f = dot(rest, b.rest).div(dot(b.rest, b.rest)); rest = rest.map((x, i) => x.sub(b.rest[i].mul(f))); made = made.map((x, k) => x.sub(b.made[k].mul(f))); }
    if (rest.some(x => !x.zero)) basis.push({ rest, made });
  });
  return columns.map((_, k) => sum(basis.map(b => dot(y, b.rest).div(dot(b.rest, b.rest)).mul(b.made[k]))));
}
function leastSquares(rows, y, weights = y.map(() => ONE)) {
  must(rows.length === y.length && rows.every(r => r.length === rows[0].length), "as many numbers in each row");
  if (!rows.length) return UNDEFINED;
  const [intercept, ...slopes] = solve([y.map(() => ONE), ...rows[0].map((_, c) => rows.map(r => r[c]))], y, weights);
  return { intercept, slopes };
}
const numeric = data => data.attributes.map((a, i) => i).filter(i => data.attributes[i].kind === "continuous");
function modelled(g, folder) {
  const { data, tree } = grown(g, folder), at = numeric(data), records = new Map();
  for (const r of data.records) { const [[leaf]] = reach(data, tree, r); records.set(leaf, [...(records.get(leaf) ?? []), r]); }
  const fit = node => {
    if (!isLeaf(node)) { node.children.forEach(fit); return; }
    const own = records.get(node) ?? [], model = leastSquares(own.map(r => at.map(i => r.values[i])), own.map(r => r.label), own.map(r => r.weight));
    node.model = model === UNDEFINED ? model : { intercept: model.intercept, slopes: Object.fromEntries(at.map((i, k) => [data.attributes[i].name, model.slopes[k]])) };
  };
  fit(tree);
  return { data, tree };
}
export const operations = {
  least_squares: g => leastSquares(g.rows.map(numbers), numbers(g.y)),
  grow_linear: (g, folder) => { const { data, tree } = modelled(g, folder); return shown(data, tree); },
  predict_linear: (g, folder) => {
    const { data, tree } = modelled(g, folder), record = readRecord(data, g.record), [[{ model }]] = reach(data, tree, record);
    if (model === UNDEFINED) return model;
    return model.intercept.add(sum(numeric(data).map(i => { const v = record.values[i] ?? refuse(`a known ${data.attributes[i].name}`); return Q.of(valueOf(data.attributes[i], v)).mul(model.slopes[data.attributes[i].name]); })));
  },
  oblique_split: (g, folder) => {
    const data = readData(g.data, folder), target = { ...data.target, isNumber: data.target.kind === "continuous" }, weights = Object.fromEntries(Object.entries(g.weights).map(([name, w]) => [name, Q.of(w)]));
    for (const name of Object.keys(weights)) must(data.attributes.some(a => a.name === name && a.kind === "continuous"), "attributes that are numbers");
    must(Object.values(weights).length && !Object.values(weights).some(w => w.zero), "weights other than 0");
    const test = oblique(data.attributes, weights, g.side, Q.of(g.cut)), [left, right, missing] = [0, 1, -1].map(b => data.records.filter(r => branchOf(test, r) === b));
    if (!left.length || !right.length) return [];
    const children = [tally(target, left), tally(target, right)];
    return [{ test: test.json, children, value: worth(target, g.criterion, children, tally(target, missing)) }];
  },
};
