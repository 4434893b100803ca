// Measures of a classifier: rates of two classes, matrices of several, averages, costs.
import { ONE, Q, UNDEFINED, ZERO, both, div, mean, must, numbers, quotient, sqrt, sum } from "./exact.mjs";

export const counts = xs => { const n = numbers(xs); must(n.every(k => k.n >= 0n), "counts of at least 0"); return n; };
const cells = g => counts(["tp", "fn", "fp", "tn"].map(k => g[k]));
/** top/sqrt(square): its square with its own sign, and its value. */
export const byRoot = (top, square) => square.zero ? UNDEFINED : { signed_square: top.mul(top.abs()).div(square), value: div(top, sqrt(square)) };

const recall = (tp, fn) => quotient(tp, tp.add(fn)), precision = (tp, _, fp) => quotient(tp, tp.add(fp));
const specificity = (tp, fn, fp, tn) => quotient(tn, fp.add(tn)), negativeValue = (tp, fn, fp, tn) => quotient(tn, fn.add(tn));
const missRate = (tp, fn) => quotient(fn, tp.add(fn)), falsePositiveRate = (tp, fn, fp, tn) => quotient(fp, fp.add(tn));
const fBeta = (beta, tp, fn, fp) => { const b2 = Q.of(beta).pow(2), top = b2.add(1).mul(tp); return quotient(top, top.add(b2.mul(fn)).add(fp)); };
const fOf = (p, r, beta) => both((x, y) => { const b2 = Q.of(beta).pow(2); return quotient(b2.add(1).mul(x).mul(y), b2.mul(x).add(y)); }, p, r);
const plusLess1 = (a, b) => both((x, y) => x.add(y).sub(1), a, b);

/** What is asked of four counts. */
export const RATES = {
  recall, precision, specificity, negative_predictive_value: negativeValue, miss_rate: missRate, false_positive_rate: falsePositiveRate,
  prevalence: (tp, fn, fp, tn) => quotient(tp.add(fn), sum([tp, fn, fp, tn])),
  youden_j: (...n) => plusLess1(recall(...n), specificity(...n)), markedness: (...n) => plusLess1(precision(...n), negativeValue(...n)),
  positive_likelihood_ratio: (...n) => quotient(recall(...n), falsePositiveRate(...n)), negative_likelihood_ratio: (...n) => quotient(missRate(...n), specificity(...n)),
  f1: (...n) => fBeta(1, ...n), jaccard: (tp, fn, fp) => quotient(tp, sum([tp, fn, fp])),
  accuracy: (tp, fn, fp, tn) => quotient(tp.add(tn), sum([tp, fn, fp, tn])), error_rate: (tp, fn, fp, tn) => quotient(fn.add(fp), sum([tp, fn, fp, tn])),
  balanced_accuracy: (...n) => both((a, b) => a.add(b).div(2), recall(...n), specificity(...n)),
  cohen_kappa: (tp, fn, fp, tn) => kappa({ classes: ["+", "-"], rows: [[tp, fn], [fp, tn]] }),
};

export function matrixOf({ classes, rows, predicted_rows, actual, predicted, weights }) {
  if (rows) return { classes, rows: rows.map(counts) };
  if (predicted_rows) return { classes, rows: classes.map((_, i) => counts(predicted_rows.map(row => row[i]))) };
  must(actual.length === predicted.length, "a prediction for each record");
  const names = classes ?? [...new Set([...actual, ...predicted])].sort();
  must([...actual, ...predicted].every(c => names.includes(c)), "labels that are declared");
  const n = (a, p) => sum(actual.map((x, i) => x === a && predicted[i] === p ? (weights ? Q.of(weights[i]) : ONE) : ZERO));
  return { classes: names, rows: names.map(a => names.map(p => n(a, p))) };
}
const whole = m => sum(m.rows.flat()), right = m => sum(m.rows.map((row, i) => row[i]));
const actual = (m, i) => sum(m.rows[i]), predicted = (m, j) => sum(m.rows.map(row => row[j]));
function kappa(m) {
  const n = whole(m);
  if (n.zero) return UNDEFINED;
  const chance = sum(m.classes.map((_, i) => actual(m, i).mul(predicted(m, i)))).div(n.mul(n));
  return quotient(right(m).div(n).sub(chance), ONE.sub(chance));
}
/** tp, fn, fp, tn of the class at position i against the rest. */
function against(m, i) {
  const tp = m.rows[i][i], fn = actual(m, i).sub(tp), fp = predicted(m, i).sub(tp);
  return [tp, fn, fp, whole(m).sub(tp).sub(fn).sub(fp)];
}
const named = ([tp, fn, fp, tn]) => ({ tp, fn, fp, tn });
const pooled = m => m.classes.map((_, i) => against(m, i)).reduce((a, b) => a.map((x, k) => x.add(b[k])));
const measured = (g, n) => { const value = g.measure === "f_beta" ? fBeta(g.beta, ...n) : RATES[g.measure](...n); return value === UNDEFINED && "if_undefined" in g ? Q.of(g.if_undefined) : value; };
const perClass = (g, m) => m.classes.map((_, i) => measured(g, against(m, i)));
/** The mean of the values with these weights; what has no weight does not count. */
function weightedMean(values, weights) {
  const used = values.map((v, i) => [v, weights[i]]).filter(([, w]) => !w.zero);
  return used.length && !used.some(([v]) => v === UNDEFINED) ? sum(used.map(([v, w]) => v.mul(w))).div(sum(used.map(([, w]) => w))) : UNDEFINED;
}
const defined = (values, weights) => weights.map((w, i) => values[i] === UNDEFINED ? ZERO : w);
const averaged = (weightsOf, only = (_, w) => w) => g => { const m = matrixOf(g.matrix), v = perClass(g, m), w = weightsOf(m); return weightedMean(v, only(v, w)); };
const equal = m => m.classes.map(() => ONE), bySize = m => m.classes.map((_, i) => actual(m, i));

const costMatrix = ({ classes, rows }) => ({ classes, rows: rows.map(numbers) });
const costOf = (g, m) => { const c = costMatrix(g.costs); return sum(c.classes.flatMap((a, i) => c.classes.map((p, j) => c.rows[i][j].mul(m.rows[m.classes.indexOf(a)][m.classes.indexOf(p)])))); };
const costOfLabel = (g, label) => { const c = costMatrix(g.costs), j = c.classes.indexOf(label); return sum(numbers(g.shares).map((s, i) => s.mul(c.rows[i][j]))); };
function classWeights(costs) {
  const { rows } = costMatrix(costs);
  const added = rows.map((row, i) => row.filter((_, j) => j !== i).map(x => x.sub(row[i])));
  return added.every(xs => xs.length && xs.every(x => x.eq(xs[0]) && x.n >= 0n)) ? added.map(xs => xs[0]) : UNDEFINED;
}
const ofEither = (name, ofMatrix) => g => g.matrix ? ofMatrix(matrixOf(g.matrix)) : RATES[name](...cells(g));

export const operations = {
  ...Object.fromEntries(Object.entries(RATES).map(([name, rate]) => [name, g => rate(...cells(g))])),
  f_beta: g => fBeta(g.beta, ...cells(g)), f_of: g => fOf(Q.of(g.precision), Q.of(g.recall), g.beta ?? 1),
  f_harmonic: g => { const n = cells(g); return fOf(precision(...n), recall(...n), g.beta ?? 1); },
  weighted_accuracy: g => { const [tp, fn, fp, tn] = cells(g), [w1, w2, w3, w4] = ["w1", "w2", "w3", "w4"].map(k => Q.of(g[k])), good = w1.mul(tp).add(w4.mul(tn)); return quotient(good, good.add(w2.mul(fn)).add(w3.mul(fp))); },
  detection_cost: g => { const n = cells(g); return both((a, b) => a.mul(Q.of(g.cost_fp)).add(b.mul(Q.of(g.cost_fn))), falsePositiveRate(...n), missRate(...n)); },
  matthews: g => { const [tp, fn, fp, tn] = cells(g); return byRoot(tp.mul(tn).sub(fp.mul(fn)), tp.add(fp).mul(tp.add(fn)).mul(tn.add(fp)).mul(tn.add(fn))); },
  multiclass_matthews: g => {
    const m = matrixOf(g.matrix), n = whole(m), t = m.classes.map((_, i) => actual(m, i)), p = m.classes.map((_, i) => predicted(m, i)), dot = (x, y) => sum(x.map((a, i) => a.mul(y[i])));
    return byRoot(right(m).mul(n).sub(dot(t, p)), n.mul(n).sub(dot(t, t)).mul(n.mul(n).sub(dot(p, p))));
  },
  confusion_matrix: g => matrixOf(g.matrix), transposed: g => { const m = matrixOf(g.matrix); return m.classes.map((_, i) => m.rows.map(row => row[i])); },
  margins: g => { const m = matrixOf(g.matrix), each = f => m.classes.map((_, i) => f(m, i)); return { actual: each(actual), predicted: each(predicted), right: each((_, i) => m.rows[i][i]) }; },
  pooled: g => named(pooled(matrixOf(g.matrix))), binary_views: g => { const m = matrixOf(g.matrix); return m.classes.map((_, i) => named(against(m, i))); },
  one_vs_rest: g => { const m = matrixOf(g.matrix), i = m.classes.indexOf(g.positive); must(i >= 0, "a class of the matrix"); return named(against(m, i)); },
  accuracy: ofEither("accuracy", m => quotient(right(m), whole(m))), error_rate: ofEither("error_rate", m => quotient(whole(m).sub(right(m)), whole(m))),
  balanced_accuracy: ofEither("balanced_accuracy", m => both((...recalls) => mean(recalls), ...m.rows.map((row, i) => quotient(row[i], sum(row))))), cohen_kappa: ofEither("cohen_kappa", kappa),
  per_class: g => perClass(g, matrixOf(g.matrix)), micro_average: g => measured(g, pooled(matrixOf(g.matrix))),
  macro_average: averaged(equal), macro_average_of_defined: averaged(equal, defined), weighted_average: averaged(bySize), weighted_average_of_defined: averaged(bySize, defined),
  total_cost: g => costOf(g, matrixOf(g.matrix)), expected_cost: g => { const m = matrixOf(g.matrix); return quotient(costOf(g, m), whole(m)); },
  uniform_costs: g => g.classes.map((_, i) => g.classes.map((__, j) => Q.of(i === j ? g.right : g.wrong))),
  cost_of_accuracy: g => { const a = Q.of(g.accuracy); return Q.of(g.records).mul(a.mul(Q.of(g.right)).add(ONE.sub(a).mul(Q.of(g.wrong)))); },
  cost_of_label: g => costOfLabel(g, g.label),
  minimum_cost_labels: g => { const each = g.costs.classes.map(c => costOfLabel(g, c)), best = each.reduce((a, b) => b.lt(a) ? b : a); return g.costs.classes.filter((_, i) => each[i].eq(best)); },
  class_weights: g => classWeights(g.costs), record_weights: g => { const w = classWeights(g.costs); return w === UNDEFINED ? w : g.actual.map(c => w[g.costs.classes.indexOf(c)]); },
};
