// What a node can ask: tests, their candidates at a node, and what each is worth. See golden/TIES.md.
import { NotHere, Q, UNDEFINED, ZERO, compare, distinct, maximum, mul, must, quotient, sum } from "./exact.mjs";
import { CRITERIA, entropy } from "./impurity.mjs";

// ---- what is counted at a node: of classes the records of each; of a number the records, the sum of y, the sum of y^2
const zeros = target => target.isNumber ? [ZERO, ZERO, ZERO] : target.values.map(() => ZERO);
export const plus = (a, b) => a.map((x, j) => x.add(b[j])), minus = (a, b) => a.map((x, j) => x.sub(b[j]));
export function tally(target, records) {
  const out = zeros(target);
  for (const { label, weight } of records) {
    if (target.isNumber) [ONE_OF, label, label.mul(label)].forEach((y, j) => { out[j] = out[j].add(weight.mul(y)); });
    else { const j = target.values.indexOf(label); out[j] = out[j].add(weight); }
  }
  return out;
}
const ONE_OF = Q.of(1);
export const sizeOf = (target, counts) => target.isNumber ? counts[0] : sum(counts);
export const variance = ([n, s, s2]) => s2.div(n).sub(s.div(n).pow(2));
export const isPure = (target, counts) => target.isNumber ? counts[0].zero || variance(counts).zero : counts.filter(n => !n.zero).length < 2;
/** All largest classes; of a number the mean. */
export const labelsOf = (target, counts) => target.isNumber ? (counts[0].zero ? [] : [counts[1].div(counts[0])]) : target.values.filter((_, j) => counts[j].eq(maximum(counts)));
export const named = (target, counts) => Object.fromEntries((target.isNumber ? ["records", "sum of y", "sum of y^2"] : target.values).map((name, j) => [name, counts[j]]));

const varianceReduction = (node, children) => variance(node).sub(sum(children.filter(c => !c[0].zero).map(c => variance(c).mul(c[0]).div(node[0]))));
/** A criterion where some records don't know the answer: by those that do, times their share, unless it has a definition of its own. */
export function worth(target, criterion, children, missing) {
  const known = children.reduce(plus), n = sizeOf(target, known), gaps = sizeOf(target, missing), share = n.div(n.add(gaps));
  if (criterion === "variance_reduction") return varianceReduction(known, children).mul(share);
  if (criterion === "gain_ratio") return quotient(mul(CRITERIA.gain(known, children), share), entropy([...children.map(sum), gaps]));
  if (!(criterion in CRITERIA)) throw new NotHere(`the criterion ${criterion}`);
  return mul(CRITERIA[criterion](known, children), share);
}

// ---- tests: what a record writes (`json`), the names of the branches, the column asked (`at`), and the branch of a value
const YES_NO = ["yes", "no"];
const declared = (attribute, value) => { const at = attribute.values.indexOf(value); must(at >= 0, `a declared value of ${attribute.name}, not ${value}`); return at; };
export const multiway = (attribute, i) => ({ json: { multiway: attribute.name }, at: i, names: attribute.values, branch: v => declared(attribute, v) });
/** A grouping of the values present. Of another value nothing is known: it goes as a missing one. */
export const subset = (attribute, i, left, right) => ({ json: { subset: attribute.name, left, right }, at: i, names: YES_NO, branch: v => { declared(attribute, v); return left.includes(v) ? 0 : right.includes(v) ? 1 : -1; } });
export const ordinalCut = (attribute, i, lower, upper) => ({ json: { ordinal_cut: attribute.name, lower, upper }, at: i, names: YES_NO, branch: v => declared(attribute, v) <= attribute.values.indexOf(lower) ? 0 : 1 });
export const threshold = (attribute, i, side, lower, upper, cut) => ({ json: { threshold: attribute.name, side, lower, upper, cut }, at: i, names: YES_NO, branch: v => (side === "<=" ? !cut.lt(v) : v.lt(cut)) ? 0 : 1 });
export const ranges = (attribute, i, cuts) => ({ json: { ranges: attribute.name, side: "<=", cuts }, at: i, names: [...cuts, 0].map((_, k) => String(k + 1)), branch: v => cuts.filter(c => c.lt(v)).length });
/** A branch for each group of values; missing ones ("?") may be in a group. */
export const groups = (attribute, i, values, otherwise) => ({
  json: { groups: attribute.name, values, otherwise: String(otherwise + 1) }, at: i, names: values.map((_, k) => String(k + 1)), takesGaps: true,
  branch: v => {
    const k = values.findIndex(group => group.includes(v ?? "?"));
    if (k >= 0) return k;
    must(v !== null, "a value, since no group has the missing one");
    declared(attribute, v);
    return otherwise;
  },
});
/** Of several numbers: whether their weighted sum is on this side of the cut. */
export const oblique = (attributes, weights, side, cut) => {
  const used = Object.keys(weights).map(name => [attributes.findIndex(a => a.name === name), weights[name]]);
  return { json: { oblique: weights, side, cut }, names: YES_NO, columns: used.map(([i]) => i), ofRecord: r => { const v = sum(used.map(([i, w]) => r.values[i].mul(w))); return (side === "<=" ? !cut.lt(v) : v.lt(cut)) ? 0 : 1; } };
};
export const columnsOf = test => test.columns ?? [test.at];
/** The branch of a record: -1 where its value is missing, or was absent when values were grouped. */
export function branchOf(test, record) {
  if (test.ofRecord) return test.columns.some(i => record.values[i] === null) ? -1 : test.ofRecord(record);
  const value = record.values[test.at];
  return value === null && !test.takesGaps ? -1 : test.branch(value);
}

// ---- candidates
/** The present values in order, each with the counts of its records; and the counts of those without a value. */
export function present(data, records, i) {
  const attribute = data.attributes[i], known = records.filter(r => r.values[i] !== null), missing = tally(data.target, records.filter(r => r.values[i] === null)), groupsOf = [];
  if (attribute.kind === "continuous") {
    for (const r of [...known].sort((a, b) => a.values[i].cmp(b.values[i]))) if (groupsOf.length && groupsOf.at(-1)[0].eq(r.values[i])) groupsOf.at(-1)[1].push(r); else groupsOf.push([r.values[i], [r]]);
  } else for (const v of attribute.values) { const own = known.filter(r => r.values[i] === v); if (own.length) groupsOf.push([v, own]); }
  return { missing, values: groupsOf.map(([v, rs]) => [v, tally(data.target, rs)]) };
}
const alike = (target, vectors) => target.isNumber
  ? vectors.every(v => v[1].mul(vectors[0][0]).eq(vectors[0][1].mul(v[0])))
  : vectors.every(v => v.every((x, j) => x.mul(sum(vectors[0])).eq(vectors[0][j].mul(sum(v)))));
/** The largest number of the whole training set that is not above the midpoint. */
function largestBelow(data, i, middle) {
  data.columns ??= new Map();
  if (!data.columns.has(i)) data.columns.set(i, distinct(data.whole.filter(r => r.values[i] !== null).map(r => r.values[i])));
  return maximum(data.columns.get(i).filter(v => !middle.lt(v)));
}
/** Every candidate of an attribute at some records, in the order of golden/TIES.md. With `symbolic`, three or more values that are all alike give one, for all their groupings. */
export function candidatesOf(data, preset, records, i, symbolic = false) {
  const attribute = data.attributes[i], { target } = data, { values, missing } = present(data, records, i), k = values.length;
  const candidate = (test, children) => ({ test, children, missing, value: worth(target, preset.criterion, children, missing) });
  if (k < 2) return [];
  const isNumber = attribute.kind === "continuous";
  if (isNumber || (attribute.kind === "ordinal" && preset.ordinal === "ordinal_cut")) {
    const all = values.map(v => v[1]).reduce(plus), out = [];
    let below = zeros(target);
    for (let c = 0; c < k - 1; c++) {
      below = plus(below, values[c][1]);
      const [lower, upper] = [values[c][0], values[c + 1][0]], middle = isNumber && lower.add(upper).div(2);
      const test = isNumber ? threshold(attribute, i, preset.side ?? "<=", lower, upper, preset.cut === "value" ? largestBelow(data, i, middle) : middle) : ordinalCut(attribute, i, lower, upper);
      out.push(candidate(test, [below, minus(all, below)]));
    }
    return out;
  }
  if (attribute.kind === "ordinal" ? preset.ordinal === "multiway" : preset.nominal === "multiway") {
    const counts = new Map(values);
    return [candidate(multiway(attribute, i), attribute.values.map(v => counts.get(v) ?? zeros(target)))];
  }
  const grouping = mask => {                                         // the first value is on the left; each further one is the next higher bit
    const isLeft = v => v === 0 || (mask >> BigInt(v - 1)) & 1n, left = values.filter((_, v) => isLeft(v)), right = values.filter((_, v) => !isLeft(v));
    return candidate(subset(attribute, i, left.map(v => v[0]), right.map(v => v[0])), [left, right].map(side => side.map(v => v[1]).reduce(plus)));
  };
  const all = () => Array.from({ length: 2 ** (k - 1) - 1 }, (_, m) => grouping(BigInt(m)));
  return symbolic && k > 2 && alike(target, values.map(v => v[1])) ? [{ ...grouping(0n), every: { every_subset: attribute.name, present: values.map(v => v[0]) }, all }] : all();
}
/** The best of candidates: all of the greatest value. */
export function bestOf(candidates) {
  let best = [];
  for (const c of candidates.filter(x => x.value !== UNDEFINED)) { const order = best.length ? compare(c.value, best[0].value) : 1; if (order > 0) best = [c]; else if (order === 0) best.push(c); }
  return best;
}
