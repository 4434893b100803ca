// Whether one predictor is better than another: rates, folds, McNemar's test, independence.
import { HALF, ONE, Q, UNDEFINED, ZERO, add, both, div, factorial, mul, must, quotient, sqrt, sub, sum, upTo } from "./exact.mjs";
import { counts, byRoot } from "./confusion.mjs";
import { binomialAtMost, binomialAtLeast, chiSquareTail, fTail, normalTail, pmf, tTail } from "./distributions.mjs";
import { average } from "./losses.mjs";
import { differences, sampleVariance } from "./intervals.mjs";

const twoSided = tail => add(tail, tail);
const spread = g => { const [e1, n1, e2, n2] = ["e_1", "n_1", "e_2", "n_2"].map(k => Q.of(g[k])); return n1.zero || n2.zero ? UNDEFINED : e1.mul(ONE.sub(e1)).div(n1).add(e2.mul(ONE.sub(e2)).div(n2)); };
const differenceZ = g => both(v => byRoot(Q.of(g.e_1).sub(Q.of(g.e_2)), v), spread(g));

/** t = top/sqrt(square), its degrees and tails. */
const tTest = (top, square, degrees) => both(t => {
  const greater = tTail(t.value, degrees);
  return { t, degrees, two_sided_p: twoSided(tTail(t.value.abs(), degrees)), greater_p: greater, less_p: sub(ONE, greater) };
}, square === UNDEFINED ? UNDEFINED : byRoot(top, square));
function paired(g, factor) {
  const d = differences(g), k = d.length;
  return k < 2 ? UNDEFINED : tTest(average(d), sampleVariance(d).mul(factor(k)), k - 1);
}
/** Ten differences in five pairs: of each pair the sum of squares about its mean. */
const replications = g => { const d = differences(g); must(d.length === 10, "ten errors"); return upTo(0, 4).map(i => [d[2 * i], d[2 * i + 1]]).map(([a, b]) => a.sub(b).pow(2).div(2)); };

function bc(g) { const n = counts([g.only_first, g.only_second]); return n.map(x => Number(x)); }
const lower = (b, c) => binomialAtMost(Math.min(b, c), b + c, HALF), here = (b, c) => pmf(b, b + c, HALF);
const mcnemar = (g, correction, whereEqual = null) => {
  const [b, c] = counts([g.only_first, g.only_second]), n = b.add(c);
  return whereEqual !== null && b.eq(c) && !n.zero ? whereEqual : quotient(b.sub(c).abs().sub(correction).pow(2), n);
};
const chiSquareP = statistic => both(x => chiSquareTail(x, 1), statistic);

/** The exact test of independence: over all tables with these sums, how likely one at most as likely as this. */
export function exactP(node, children) {
  const all = [...node, ...children.flat()];
  must(children.length && node.every((n, j) => n.eq(sum(children.map(c => c[j])))), "children that add up to the node");
  if (!all.every(x => x.whole)) return UNDEFINED;
  const columns = node.filter(n => !n.zero).map(Number), rows = children.map(c => Number(sum(c))).filter(Boolean);
  // The probability of a table is a constant divided by the product of the factorials of its cells.
  const cellsOf = table => table.flat().reduce((f, n) => f * factorial(n), 1n), observed = cellsOf(children.map(c => c.map(Number)));
  const total = Number(sum(node)), constant = [...columns, ...rows].reduce((f, n) => f * factorial(n), 1n);
  // what is left of the columns -> (product of factorials so far -> how many tables)
  let states = new Map([[columns.join(), new Map([[1n, 1n]])]]);
  for (const row of rows) {
    const next = new Map();
    for (const [key, products] of states) for (const cells of waysToFill(key.split(",").map(Number), row)) {
      const left = key.split(",").map((n, j) => n - cells[j]).join(), f = cells.reduce((p, n) => p * factorial(n), 1n), into = next.get(left) ?? next.set(left, new Map()).get(left);
      for (const [p, times] of products) into.set(p * f, (into.get(p * f) ?? 0n) + times);
    }
    states = next;
  }
  let answer = ZERO;
  for (const products of states.values()) for (const [p, times] of products) if (p >= observed) answer = answer.add(new Q(constant * times, p * factorial(total)));
  return rows.length && columns.length ? answer : ONE;
}
function* waysToFill(left, row, start = 0) {
  if (start === left.length - 1) { if (row <= left[start]) yield [row]; return; }
  for (let n = 0; n <= Math.min(row, left[start]); n++) for (const rest of waysToFill(left, row - n, start + 1)) yield [n, ...rest];
}

export const operations = {
  difference: g => Q.of(g.e_1).sub(Q.of(g.e_2)), difference_variance: spread, difference_z: differenceZ,
  difference_p: g => both(z => twoSided(normalTail(z.value.abs())), differenceZ(g)), probability_first_better: g => both(z => normalTail(z.value), differenceZ(g)),
  mean_difference: g => average(differences(g)), mean_difference_variance: g => both(v => v.div(g.first.length), sampleVariance(differences(g))),
  paired_t: g => paired(g, k => new Q(1n, BigInt(k))), corrected_resampled_t: g => paired(g, k => new Q(1n, BigInt(k)).add(Q.of(g.test).div(Q.of(g.train)))),
  five_by_two_t: g => { const s = replications(g); return tTest(differences(g)[0], sum(s).div(5), 5); },
  five_by_two_f: g => { const s = sum(replications(g)); return both(f => ({ f, degrees: [10, 5], p: fTail(f, Q.of(10), Q.of(5)) }), quotient(sum(differences(g).map(d => d.mul(d))), s.mul(2))); },
  contingency: g => {
    must(g.actual.length === g.first.length && g.actual.length === g.second.length, "a label for each record");
    const rows = g.actual.map((y, i) => [g.first[i] === y, g.second[i] === y]), n = (a, b) => rows.filter(r => r[0] === a && r[1] === b).length;
    return { both_right: n(true, true), only_first: n(true, false), only_second: n(false, true), neither: n(false, false) };
  },
  mcnemar_exact_p: g => { const p = lower(...bc(g)).mul(2); return ONE.lt(p) ? ONE : p; }, mcnemar_first_better_p: g => { const [b, c] = bc(g); return binomialAtLeast(b, b + c, HALF); },
  mcnemar_mid_p: g => { const [b, c] = bc(g); return b === c ? ONE.sub(here(b, c).div(2)) : lower(b, c).mul(2).sub(here(b, c)); },
  mcnemar_doubled_mid_p: g => { const [b, c] = bc(g); return b === c ? ONE : lower(b, c).mul(2).sub(here(b, c)); },
  mcnemar_z: g => { const [b, c] = counts([g.only_first, g.only_second]); return byRoot(b.sub(c), b.add(c)); },
  mcnemar_chi_square: g => mcnemar(g, 0), mcnemar_corrected: g => mcnemar(g, 1), mcnemar_corrected_unless_equal: g => mcnemar(g, 1, ZERO),
  mcnemar_chi_square_p: g => chiSquareP(mcnemar(g, 0)), mcnemar_corrected_p: g => chiSquareP(mcnemar(g, 1)), mcnemar_corrected_unless_equal_p: g => chiSquareP(mcnemar(g, 1, ZERO)),
  exact_p: g => exactP(counts(g.node), g.children.map(counts)),
};
