// Impurity, splitting criteria, and tables of counts.
import { ONE, Q, R, UNDEFINED, ZERO, choose, factorial, ln, log2, maximum, mean, must, numbers, op, quotient, sqrt, sum } from "./exact.mjs";
import { counts } from "./confusion.mjs";
import { countsOf, meets, readData } from "./data.mjs";
import { chiSquareTail } from "./distributions.mjs";

const rows = xs => xs.map(counts);
const total = (...terms) => terms.reduce((a, b) => op("add", a, b));

export const gini = n => shares(n, p => ONE.sub(sum(p.map(x => x.mul(x)))));
export const error = n => shares(n, p => ONE.sub(maximum(p)));
export const entropy = n => shares(n, p => p.filter(x => !x.zero).reduce((s, x) => s.sub(log2(x).mul(x)), R.of(ZERO)));
export const dkm = n => n.length > 2 ? UNDEFINED : shares(n, ([p]) => op("mul", sqrt(p.mul(ONE.sub(p))), Q.of(2)));
const shares = (n, of) => { const all = sum(n); return all.zero ? UNDEFINED : of(n.map(k => k.div(all))); };
export const IMPURITIES = { gini, entropy, error, dkm };

export function weighted(impurity, children) {
  const n = sum(children.map(sum));
  const parts = children.filter(c => !sum(c).zero).map(c => op("mul", impurity(c), sum(c).div(n)));
  return parts.length ? total(...parts) : UNDEFINED;
}
const reduction = (impurity, node, children) => op("sub", impurity(node), weighted(impurity, children));
const splitInfo = children => entropy(children.map(sum));
function split(g) {
  const node = counts(g.node), children = rows(g.children);
  must(node.every((n, j) => n.eq(sum(children.map(c => c[j])))), "children that add up to the node");
  return [node, children];
}
function someRecords(g) { const children = rows(g.children); must(children.some(c => !sum(c).zero), "records"); return children; }
const share = g => sum(known(g)).div(sum(counts(g.node))), known = g => counts(g.node).map((n, j) => n.sub(Q.of(g.missing[j])));
const overAll = (children, missing) => {
  const n = sum(children.map(sum)).add(sum(missing));
  return n.zero ? UNDEFINED : children.filter(c => !sum(c).zero).reduce((s, c) => op("add", s, op("mul", entropy(c), sum(c).div(n))), R.of(ZERO));
};
const gainOverAll = g => sum(known(g)).zero ? UNDEFINED : op("sub", entropy(counts(g.node)), overAll(rows(g.children), counts(g.missing)));

const twoSides = (children, of) => children.length === 2 && children.every(c => !sum(c).zero) ? of(...children) : UNDEFINED;
const twoing = (l, r) => {
  const nl = sum(l), nr = sum(r), n = nl.add(nr), gap = sum(l.map((a, j) => a.div(nl).sub(r[j].div(nr)).abs()));
  return nl.div(n).mul(nr.div(n)).div(4).mul(gap).mul(gap);
};
/** The root of the sum over the branches of (sqrt(a_i/a) - sqrt(b_i/b))², a and b being the records of the two classes. */
const hellinger = (node, children) => node.length !== 2 || node.some(n => n.zero) ? UNDEFINED
  : sqrt(total(...children.map(c => op("sub", ...c.map((k, j) => sqrt(k.div(node[j]))))).map(gap => op("mul", gap, gap))));
const dot = (a, b) => sum(a.map((x, j) => x.mul(b[j])));
const separation = (l, r) => ONE.sub(dot(l, r).pow(2).div(dot(l, l).mul(dot(r, r))));

export const CRITERIA = {
  gini_reduction: (...s) => reduction(gini, ...s), gain: (...s) => reduction(entropy, ...s), error_reduction: (...s) => reduction(error, ...s),
  gain_ratio: (node, children) => quotient(reduction(entropy, node, children), splitInfo(children)),
  twoing: (_, children) => twoSides(children, twoing),
  dkm_reduction: (...s) => reduction(dkm, ...s), hellinger_distance: hellinger,
};
export function chiSquare(node, children) {
  const n = sum(node);
  if (n.zero) return UNDEFINED;
  return sum(children.flatMap(c => c.map((k, j) => {
    const e = node[j].mul(sum(c)).div(n);
    return e.zero ? ZERO : k.sub(e).pow(2).div(e);
  })));
}
export const variance = xs => xs.length ? mean(xs.map(x => x.sub(mean(xs)).pow(2))) : UNDEFINED;

function table(g, folder, of) {
  const data = readData(g.data, folder), at = data.attributes.findIndex(a => a.name === g.attribute), values = data.attributes[at].values;
  const present = data.records.map(r => r.values[at]).filter(v => v !== null);
  const own = values.length ? values.filter(v => present.includes(v)) : present.filter((v, i) => present.findIndex(w => w.eq(v)) === i).sort((a, b) => a.cmp(b));
  const same = (a, b) => b !== null && (a instanceof Q ? a.eq(b) : a === b);
  return own.map(v => [v, ...of(countsOf(data, data.records.filter(r => same(v, r.values[at]))))]);
}
function thresholdTable(g, folder) {
  const data = readData(g.data, folder), at = data.attributes.findIndex(a => a.name === g.attribute);
  return g.cuts.map(text => {
    const cut = Q.of(text), side = below => countsOf(data, data.records.filter(r => r.values[at] !== null && !cut.lt(r.values[at]) === below));
    const low = side(true), high = side(false);
    return [cut, ...low.flatMap((n, j) => [n, high[j]]), weighted(IMPURITIES[g.impurity], [low, high])];
  });
}
/** How likely a statistic at least as large is, under independence. */
function pValue(statistic, children) {
  const branches = children.filter(c => !sum(c).zero), classes = children[0]?.filter((_, j) => branches.some(c => !c[j].zero)) ?? [], degrees = (branches.length - 1) * (classes.length - 1);
  return statistic === UNDEFINED ? UNDEFINED : degrees > 0 ? chiSquareTail(statistic, degrees) : UNDEFINED;
}
export const chiSquareP = (node, children) => pValue(chiSquare(node, children), children);
const gStatistic = (node, children) => op("mul", reduction(entropy, node, children), sum(node).mul(2));

/** In how many ways c categories can be put in g groups: any; neighbours only; neighbours but for one that may join any group. */
const stirling = (c, g) => { let total = ZERO; for (let i = 0; i <= g; i++) total = total.add(new Q(choose(g, i) * BigInt(g - i) ** BigInt(c)).mul(i % 2 ? -1 : 1)); return total.div(new Q(factorial(g))); };
const ordinalWays = (c, g) => g < 1 ? new Q(BigInt(c === g)) : new Q(choose(c - 1, g - 1));
const floatingWays = (c, g) => c === 1 ? ONE : ordinalWays(c - 1, g - 1).add(ordinalWays(c - 1, g).mul(g));
export const MULTIPLIERS = { nominal: stirling, ordinal: ordinalWays, floating: floatingWays };

const PLACED = {
  midpoint: (a, b) => a.add(b).div(2), lower_end: a => a, upper_end: (_, b) => b, floor_midpoint: (a, b) => new Q(a.add(b).div(2).floor()),
  largest_not_above_midpoint: (a, b, values) => maximum(values.filter(v => !a.add(b).div(2).lt(v))),
};

export const operations = {
  gini: g => gini(counts(g.counts)), entropy: g => entropy(counts(g.counts)), misclassification_error: g => error(counts(g.counts)),
  weighted_gini: g => weighted(gini, someRecords(g)), weighted_entropy: g => weighted(entropy, someRecords(g)), weighted_error: g => weighted(error, someRecords(g)),
  dkm: g => dkm(counts(g.counts)), weighted_dkm: g => { const children = someRecords(g); must(children.every(c => c.length < 3), "two classes"); return weighted(dkm, children); },
  ...Object.fromEntries(Object.entries(CRITERIA).map(([name, criterion]) => [name, g => criterion(...split(g))])),
  split_info: g => splitInfo(someRecords(g)), class_separation: g => twoSides(split(g)[1], separation), chi_square: g => chiSquare(...split(g)),
  g_statistic: g => gStatistic(...split(g)),
  chi_square_p: g => chiSquareP(...split(g)), g_statistic_p: g => { const s = split(g), x = gStatistic(...s); return pValue(x === UNDEFINED ? x : op("mul", x, ln(Q.of(2))), s[1]); },
  ...Object.fromEntries(Object.entries(MULTIPLIERS).map(([name, ways]) => [`${name}_multiplier`, g => { const [c, k] = [g.categories, g.groups].map(Number); must(k >= 1 && k <= c, "at most as many groups as categories"); return ways(c, k); }])),
  gain_with_missing: g => op("mul", reduction(entropy, known(g), rows(g.children)), share(g)),
  gain_ratio_with_missing: g => rows(g.children).filter(c => !sum(c).zero).length < 2 ? UNDEFINED : quotient(op("mul", reduction(entropy, known(g), rows(g.children)), share(g)), entropy([...rows(g.children).map(sum), sum(counts(g.missing))])),
  gain_over_all_unscaled: gainOverAll, gain_over_all: g => op("mul", gainOverAll(g), share(g)),
  entropy_of_children_over_all: g => overAll(rows(g.children), counts(g.missing)),
  variance: g => variance(numbers(g.values)),
  variance_reduction: g => {
    const children = g.children.map(numbers), all = children.flat();
    return all.length ? variance(all).sub(sum(children.filter(c => c.length).map(c => variance(c).mul(new Q(BigInt(c.length), BigInt(all.length)))))) : UNDEFINED;
  },
  majority_vote_error: g => {
    const n = Number(g.classifiers), e = Q.of(g.error_rate);
    must(e.n >= 0n && !ONE.lt(e), "a rate from 0 to 1");
    return sum([...Array(n + 1).keys()].filter(k => 2 * k > n).map(k => new Q(choose(n, k)).mul(e.pow(k)).mul(ONE.sub(e).pow(n - k))));
  },
  midpoint: g => Q.of(g.lower).add(g.upper).div(2), placed_cut: g => PLACED[g.placement](Q.of(g.lower), Q.of(g.upper), numbers(g.values)),
  groupings: g => Number(g.present) ? 2n ** (BigInt(g.present) - 1n) - 1n : 0n,
  records: (g, folder) => readData(g.data, folder).records.map(r => [...r.values.map(v => v ?? "?"), r.label]),
  class_counts: (g, folder) => { const data = readData(g.data, folder), n = countsOf(data); return Object.fromEntries(data.target.values.map((c, j) => [c, n[j]])); },
  count_table: (g, folder) => table(g, folder, n => n), impurity_table: (g, folder) => table(g, folder, n => [...n, IMPURITIES[g.impurity](n)]),
  threshold_table: thresholdTable,
  count_records: (g, folder) => { const data = readData(g.data, folder); return sum(data.records.filter(r => g.any_of.some(c => Object.entries(c).every(([name, how]) => meets(data, r, name, how)))).map(r => r.weight)); },
};
