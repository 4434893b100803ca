// Measures of a classifier: two classes, confusion matrices, costs, ROC curves; of predicted numbers; folds and the bootstrap.
import { ONE, Q, UNDEFINED, ZERO, maximum, mean, op, quotient, sqrt, sum } from "./exact.mjs";

const numbers = xs => xs.map(Q.of), cells = g => ["tp", "fn", "fp", "tn"].map(k => Q.of(g[k]));
const both = (f, ...xs) => xs.includes(UNDEFINED) ? UNDEFINED : f(...xs);
/** top/sqrt(square): its square with its own sign, and its value. */
export const byRoot = (top, square) => square.zero ? UNDEFINED : { signed_square: top.mul(top.abs()).div(square), value: op("div", top, sqrt(square)) };
const rate = f => g => { const [top, bottom] = f(...cells(g)); return quotient(top, bottom); };
const recall = (a, b) => quotient(a, a.add(b)), precision = (a, _, c) => quotient(a, a.add(c));
const fBeta = ([a, b, c], beta) => { const s = Q.of(beta).pow(2); return quotient(a.mul(s.add(1)), a.mul(s.add(1)).add(b.mul(s)).add(c)); };
const fOf = (p, r, beta) => both((x, y) => { const s = Q.of(beta).pow(2); return quotient(x.mul(y).mul(s.add(1)), x.mul(s).add(y)); }, p, r);

const twoClasses = {
  recall: rate((a, b) => [a, a.add(b)]), specificity: rate((a, b, c, d) => [d, c.add(d)]), precision: rate((a, b, c) => [a, a.add(c)]),
  negative_predictive_value: rate((a, b, c, d) => [d, b.add(d)]), false_positive_rate: rate((a, b, c, d) => [c, c.add(d)]), miss_rate: rate((a, b) => [b, a.add(b)]),
  f1: g => fBeta(cells(g), 1), f_beta: g => fBeta(cells(g), g.beta),
  f_of: g => fOf(Q.of(g.precision), Q.of(g.recall), g.beta ?? 1),
  f_harmonic: g => { const n = cells(g); return fOf(precision(...n), recall(...n), g.beta ?? 1); },
  balanced_accuracy: g => { const { rows } = table(g); return both((...recalls) => mean(recalls), ...rows.map((row, i) => quotient(row[i], sum(row)))); },
  youden_j: g => { const [a, b, c, d] = cells(g); return both((x, y) => x.add(y).sub(1), recall(a, b), recall(d, c)); },
};

const folds = g => { const w = numbers(g.wrong), n = numbers(g.records); return n.length && n.every(x => !x.zero) ? w.map((x, i) => x.div(n[i])) : UNDEFINED; };
export const sampleVariance = xs => xs.length < 2 ? UNDEFINED : sum(xs.map(x => x.sub(mean(xs)).pow(2))).div(xs.length - 1);
const middle = xs => { const s = [...xs].sort((a, b) => a.cmp(b)), n = s.length; return n ? s[(n - 1) >> 1].add(s[n >> 1]).div(2) : UNDEFINED; };
const errors = g => numbers(g.actual).map((y, i) => Q.of(g.predicted[i]).sub(y));
const average = xs => xs.length ? mean(xs) : UNDEFINED, rootOf = x => x === UNDEFINED ? x : sqrt(x);
const relative = g => { const y = numbers(g.actual); return y.length ? quotient(sum(errors(g).map(e => e.pow(2))), sum(y.map(v => v.sub(mean(y)).pow(2)))) : UNDEFINED; };
const regression = {
  prediction_errors: errors, mean_squared_error: g => average(errors(g).map(e => e.pow(2))), root_mean_squared_error: g => rootOf(average(errors(g).map(e => e.pow(2)))),
  mean_absolute_error: g => average(errors(g).map(e => e.abs())), median_squared_error: g => middle(errors(g).map(e => e.pow(2))),
  median_absolute_deviation_about_prediction: g => middle(errors(g).map(e => e.abs())),
  squared_median_absolute_deviation: g => { const m = middle(errors(g).map(e => e.abs())); return m === UNDEFINED ? m : m.pow(2); },
  median_absolute_deviation_about_median: g => { const v = numbers(g.values), m = middle(v); return m === UNDEFINED ? m : middle(v.map(x => x.sub(m).abs())); },
  relative_squared_error: relative, root_relative_squared_error: g => rootOf(relative(g)), r_squared: g => { const r = relative(g); return r === UNDEFINED ? r : ONE.sub(r); },
};

const order = g => g.order ? g.order.map(Number) : [...Array(Number(g.records)).keys()].map(i => i + 1);
const part = (all, test) => ({ training: all.filter(i => !test.includes(i)), test });
const kFold = (all, k) => { let at = 0; return [...Array(k).keys()].map(i => { const size = Math.floor(all.length / k) + (i < all.length % k ? 1 : 0); at += size; return part(all, all.slice(at - size, at)); }); };
const holdout = (all, share) => part(all, all.slice(0, all.length - Number(Q.of(share).mul(all.length).floor())));
const rank = (n, p) => { const x = Q.of(p).mul(n); return Number(x.floor()) + (new Q(x.floor()).eq(x) ? 0 : 1); };
const quantile = (s, p) => { const x = Q.of(p).mul(s.length - 1), i = Number(x.floor()); return i + 1 < s.length ? s[i].add(s[i + 1].sub(s[i]).mul(x.sub(i))) : s[i]; };
const sorted = g => numbers(g.replicates).sort((a, b) => a.cmp(b));
const STATISTICS = { mean, variance: xs => mean(xs.map(x => x.sub(mean(xs)).pow(2))), sample_variance: sampleVariance, largest: maximum, least: xs => xs.reduce((a, b) => b.lt(a) ? b : a) };
const estimation = {
  k_fold: g => kFold(order(g), Number(g.folds)), holdout: g => holdout(order(g), g.share ?? "2/3"), leave_one_out: g => order(g).map(i => part(order(g), [i])),
  training_validation_test: g => { const o = order(g), t = Number(g.test), v = Number(g.validation); return { training: o.slice(t + v), validation: o.slice(t, t + v), test: o.slice(0, t) }; },
  random_subsampling: g => g.orders.map(o => holdout(o.map(Number), g.share ?? "2/3")), repeated_k_fold: g => g.orders.flatMap(o => kFold(o.map(Number), Number(g.folds))),
  bootstrap_partitions: g => g.samples.map(s => { const drawn = s.map(Number); return { training: drawn, test: drawn.map((_, i) => i + 1).filter(i => !drawn.includes(i)) }; }),
  mean: g => average(numbers(g.values)), sample_variance: g => sampleVariance(numbers(g.values)), standard_deviation: g => rootOf(sampleVariance(numbers(g.values))),
  standard_error_of_mean: g => { const v = sampleVariance(numbers(g.values)); return v === UNDEFINED ? v : sqrt(v.div(g.values.length)); },
  mean_of_folds: g => both(mean, folds(g)), pooled_error: g => quotient(sum(numbers(g.wrong)), sum(numbers(g.records))),
  sample_error: g => quotient(Q.of(g.target.filter((t, i) => t !== g.hypothesis[i]).length), Q.of(g.target.length)),
  true_error: g => sum(numbers(g.probabilities).filter((_, i) => g.target[i] !== g.hypothesis[i])),
  large_enough: g => Number(g.records) >= (g.rule === "tan" ? 31 : 30) ? "yes" : "no",
  overfits: g => Q.of(g.training).lt(Q.of(g.other_training)) && Q.of(g.other_test).lt(Q.of(g.test)) ? "yes" : "no",
  underfits: g => Q.of(g.other_training).lt(Q.of(g.training)) && Q.of(g.other_test).lt(Q.of(g.test)) ? "yes" : "no",
  bootstrap_replicates: g => g.samples.map(s => STATISTICS[g.statistic](s.map(i => Q.of(g.values[Number(i) - 1])))),
  bootstrap_variance: g => sampleVariance(numbers(g.replicates)), bootstrap_bias: g => mean(numbers(g.replicates)).sub(g.estimate),
  bias_corrected: g => Q.of(g.estimate).mul(2).sub(mean(numbers(g.replicates))),
  percentile_interval: g => { const s = sorted(g); return { low: s[rank(s.length, g.alpha) - 1], high: s[rank(s.length, ONE.sub(Q.of(g.alpha))) - 1] }; },
  interpolated_percentile_interval: g => ({ low: quantile(sorted(g), Q.of(g.alpha)), high: quantile(sorted(g), ONE.sub(Q.of(g.alpha))) }),
  percentile_ranks: g => ({ low: rank(Number(g.count), g.alpha), high: rank(Number(g.count), ONE.sub(Q.of(g.alpha))) }),
  probability_drawn: g => ONE.sub(ONE.sub(new Q(1n, BigInt(g.records))).pow(Number(g.records))),
  bootstrap_632: g => g.out.length ? Q.of("0.632").mul(mean(numbers(g.out))).add(Q.of("0.368").mul(Q.of(g.resubstituted))) : UNDEFINED,
};

const choose = (n, k) => { let c = 1n; for (let i = 0n; i < k; i++) c = c * (n - i) / (i + 1n); return c; };
const pmf = (k, n, p) => k < 0 || k > n ? ZERO : new Q(choose(BigInt(n), BigInt(k))).mul(p.pow(k)).mul(ONE.sub(p).pow(n - k));
const upTo = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
const bc = g => [Number(g.only_first), Number(g.only_second)], HALF = new Q(1n, 2n);
const tail = (b, c) => sum(upTo(0, Math.min(b, c)).map(k => pmf(k, b + c, HALF)));
const capped = x => ONE.lt(x) ? ONE : x;
const mcnemar = (g, correction, whereEqual) => {
  const b = Q.of(g.only_first), c = Q.of(g.only_second);
  return whereEqual && b.eq(c) && !b.zero ? ZERO : quotient(b.sub(c).abs().sub(correction).pow(2), b.add(c));
};
const spread = g => { const [e1, n1, e2, n2] = ["e_1", "n_1", "e_2", "n_2"].map(k => Q.of(g[k])); return e1.mul(ONE.sub(e1)).div(n1).add(e2.mul(ONE.sub(e2)).div(n2)); };
const differences = g => numbers(g.first).map((x, i) => x.sub(g.second[i]));
const comparison = {
  binomial_probability: g => pmf(Number(g.k), Number(g.n), Q.of(g.p)), binomial_at_most: g => sum(upTo(0, Math.min(Number(g.k), Number(g.n))).map(k => pmf(k, Number(g.n), Q.of(g.p)))),
  binomial_at_least: g => sum(upTo(Math.max(0, Number(g.k)), Number(g.n)).map(k => pmf(k, Number(g.n), Q.of(g.p)))),
  binomial_distribution: g => upTo(0, Number(g.n)).map(k => pmf(k, Number(g.n), Q.of(g.p))), binomial_mean: g => Q.of(g.n).mul(Q.of(g.p)),
  binomial_variance: g => Q.of(g.n).mul(Q.of(g.p)).mul(ONE.sub(Q.of(g.p))),
  difference: g => Q.of(g.e_1).sub(g.e_2), difference_variance: spread, difference_z: g => byRoot(Q.of(g.e_1).sub(g.e_2), spread(g)),
  mean_difference: g => average(differences(g)), mean_difference_variance: g => { const v = sampleVariance(differences(g)); return v === UNDEFINED ? v : v.div(g.first.length); },
  contingency: g => {
    const rows = g.actual.map((y, i) => [g.first[i] === y, g.second[i] === y]), n = (a, b) => rows.filter(r => r[0] === a && r[1] === b).length;
    return { both_right: n(true, true), only_first: n(true, false), only_second: n(false, true), neither: n(false, false) };
  },
  mcnemar_exact_p: g => capped(tail(...bc(g)).mul(2)), mcnemar_first_better_p: g => { const [b, c] = bc(g); return sum(upTo(b, b + c).map(k => pmf(k, b + c, HALF))); },
  mcnemar_mid_p: g => { const [b, c] = bc(g), here = pmf(b, b + c, HALF); return b === c ? ONE.sub(here.div(2)) : tail(b, c).mul(2).sub(here); },
  mcnemar_doubled_mid_p: g => { const [b, c] = bc(g); return b === c ? ONE : tail(b, c).mul(2).sub(pmf(b, b + c, HALF)); },
  mcnemar_chi_square: g => mcnemar(g, 0), mcnemar_corrected: g => mcnemar(g, 1), mcnemar_corrected_unless_equal: g => mcnemar(g, 1, true),
  mcnemar_z: g => byRoot(Q.of(g.only_first).sub(g.only_second), Q.of(g.only_first).add(g.only_second)),
};

const wilson = (k, n, z) => {
  if (n.zero) return UNDEFINED;
  const z2 = z.mul(z), centre = k.mul(2).add(z2), below = n.add(z2).mul(2), root = sqrt(z2.add(k.mul(4)).sub(k.mul(k).mul(4).div(n)));
  const half = op("div", op("mul", root, z), below), middlePoint = centre.div(below);
  return { low: op("sub", middlePoint, half), high: op("add", middlePoint, half), half_width: half };
};
const wald = (k, n, z) => {
  if (n.zero) return UNDEFINED;
  const e = k.div(n), half = op("mul", sqrt(e.mul(ONE.sub(e)).div(n)), z);
  return { low: op("sub", e, half), high: op("add", e, half), half_width: half };
};
const withZ = of => g => "z" in g ? of(Q.of(g.errors), Q.of(g.records), Q.of(g.z)) : NOT_HERE;
export const NOT_HERE = Symbol("not here");
const intervals = {
  wald: withZ(wald), wilson: withZ(wilson), agresti_coull: withZ((k, n, z) => wald(k.add(z.mul(z).div(2)), n.add(z.mul(z)), z)),
  standard_error: g => { const n = Q.of(g.records), e = n.zero ? ZERO : Q.of(g.errors).div(n); return n.zero ? UNDEFINED : sqrt(e.mul(ONE.sub(e)).div(n)); },
};

const weights = g => g.weights ? numbers(g.weights) : g.labels.map(() => ONE);
const scored = g => g.scores.map((s, i) => ({ score: Q.of(s), positive: g.labels[i] === g.positive, weight: weights(g)[i] }));
function curve(g) {
  const all = scored(g), thresholds = all.map(r => r.score).filter((s, i, a) => a.findIndex(t => t.eq(s)) === i).sort((a, b) => b.cmp(a));
  const vertex = (label, above) => {
    const n = (positive, inside) => sum(all.filter(r => r.positive === positive && above(r.score) === inside).map(r => r.weight));
    const [tp, fp, tn, fn] = [n(true, true), n(false, true), n(false, false), n(true, false)];
    return [label, tp, fp, tn, fn, quotient(tp, tp.add(fn)), quotient(fp, fp.add(tn))];
  };
  return { none: vertex("above every score", () => false), at: thresholds.map(t => vertex(t, s => !s.lt(t))), above: thresholds.map(t => vertex(t, s => t.lt(s))), all: vertex("below every score", () => true) };
}
function pairs(g) {
  const all = scored(g), n = test => sum(all.filter(p => p.positive).flatMap(p => all.filter(q => !q.positive && test(p.score.cmp(q.score))).map(q => p.weight.mul(q.weight))));
  return { won: n(c => c > 0), tied: n(c => c === 0), lost: n(c => c < 0) };
}
const auc = g => { const { won, tied, lost } = pairs(g); return quotient(won.add(tied.div(2)), won.add(tied).add(lost)); };
const ranking = {
  roc: g => { const c = curve(g); return [c.none, ...c.at]; }, roc_above: g => { const c = curve(g); return [...c.above, c.all]; },
  auc, auc_by_pairs: auc, auc_by_ranks: auc, ordered_pairs: pairs,
  roc_points: g => g.curve && g.curve !== "roc" ? NOT_HERE : (vs => vs.some(v => v.slice(5).includes(UNDEFINED)) ? UNDEFINED : vs.map(v => [v[6], v[5]]))([curve(g).none, ...curve(g).at]),
};

const table = g => g.matrix ? matrixOf(g.matrix) : (([a, b, c, d]) => ({ classes: ["positive", "negative"], rows: [[a, b], [c, d]] }))(cells(g));
function matrixOf({ classes, rows, predicted_rows, actual, predicted, weights: w }) {
  if (rows) return { classes, rows: rows.map(numbers) };
  if (predicted_rows) return { classes, rows: classes.map((_, i) => predicted_rows.map(row => Q.of(row[i]))) };
  const names = classes ?? [...new Set([...actual, ...predicted])].sort();
  const n = (a, p) => sum(actual.map((x, i) => x === a && predicted[i] === p ? (w ? Q.of(w[i]) : ONE) : ZERO));
  return { classes: names, rows: names.map(a => names.map(p => n(a, p))) };
}
const whole = m => sum(m.rows.flat()), right = m => sum(m.rows.map((row, i) => row[i]));
const costOf = (g, m) => sum(g.costs.classes.flatMap((a, i) => g.costs.classes.map((p, j) => Q.of(g.costs.rows[i][j]).mul(m.rows[m.classes.indexOf(a)][m.classes.indexOf(p)]))));
const confusion = {
  confusion_matrix: g => matrixOf(g.matrix), accuracy: g => { const m = table(g); return quotient(right(m), whole(m)); },
  error_rate: g => { const m = table(g); return quotient(whole(m).sub(right(m)), whole(m)); },
  transposed: g => { const m = matrixOf(g.matrix); return m.classes.map((_, i) => m.rows.map(row => row[i])); },
  total_cost: g => costOf(g, matrixOf(g.matrix)),
  expected_cost: g => { const m = matrixOf(g.matrix); return quotient(costOf(g, m), whole(m)); },
  cohen_kappa: g => {
    const m = table(g), n = whole(m);
    if (n.zero) return UNDEFINED;
    const chance = sum(m.classes.map((_, i) => sum(m.rows[i]).mul(sum(m.rows.map(row => row[i]))))).div(n.mul(n)), seen = right(m).div(n);
    return quotient(seen.sub(chance), ONE.sub(chance));
  },
};

export const operations = { ...twoClasses, ...regression, ...estimation, ...comparison, ...intervals, ...ranking, ...confusion };
