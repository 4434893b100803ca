// Folds and other partitions of the records, and what is computed from their errors; the bootstrap.
import { HALF, ONE, Q, UNDEFINED, ascending, both, div, maximum, mean, minimum, must, numbers, quotient, sqrt, sum, upTo } from "./exact.mjs";
import { average, rootOf } from "./losses.mjs";
import { sampleVariance } from "./intervals.mjs";

export function order(g) {
  const all = g.order ? g.order.map(Number) : upTo(1, Number(g.records ?? g.labels.length));
  must([...all].sort((a, b) => a - b).every((x, i) => x === i + 1), "each record once");
  return all;
}
const part = (all, test) => ({ training: all.filter(i => !test.includes(i)), test });
const folded = (n, k) => { must(k >= 2 && k <= n, "two folds at least, and at most as many as records"); return k; };
export function kFold(all, k) {
  folded(all.length, k);
  let at = 0;
  return upTo(0, k - 1).map(i => { const size = Math.floor(all.length / k) + (i < all.length % k ? 1 : 0); at += size; return part(all, all.slice(at - size, at)); });
}
/** The records laid out class by class are dealt to the folds in turn: that says how many of each class a fold has. */
function stratified(labels, all, k) {
  folded(all.length, k);
  const classes = [...new Set(all.map(i => labels[i - 1]))], laidOut = classes.flatMap(c => all.filter(i => labels[i - 1] === c));
  const queues = new Map(classes.map(c => [c, all.filter(i => labels[i - 1] === c)]));
  return upTo(0, k - 1).map(f => {
    const many = c => laidOut.filter((i, at) => at % k === f && labels[i - 1] === c).length, own = classes.flatMap(c => queues.get(c).splice(0, many(c)));
    return part(all, all.filter(i => own.includes(i)));
  });
}
function holdout(all, share) {
  const s = Q.of(share), test = all.length - Number(s.mul(all.length).floor());
  must(s.n > 0n && s.lt(ONE) && test > 0 && test < all.length, "a share between 0 and 1 that leaves records on both sides");
  return part(all, all.slice(0, test));
}
const rates = g => { const w = numbers(g.wrong), n = numbers(g.records); must(w.every((x, i) => !n[i].lt(x)), "at most as many errors as records"); return n.length && n.every(x => !x.zero) ? w.map((x, i) => x.div(n[i])) : UNDEFINED; };
const rounded = (from, next, largest) => { const out = []; for (let x = from; !largest.lt(x.floor()); x = next(x)) if (!out.length || out.at(-1) !== x.floor()) out.push(x.floor()); return out; };

const drawn = g => g.samples.map(s => s.map(Number));
const rank = (n, p) => Number(Q.of(p).mul(n).ceil());
const quantile = (s, p) => { const x = p.mul(s.length - 1), i = Number(x.floor()); return i + 1 < s.length ? s[i].add(s[i + 1].sub(s[i]).mul(x.sub(i))) : s[i]; };
const replicates = g => { must(g.replicates.length > 0, "one replicate at least"); return ascending(numbers(g.replicates)); };
const level = g => { const a = Q.of(g.alpha); must(a.n > 0n && a.lt(HALF), "alpha is above 0 and below 1/2"); return a; };
const STATISTICS = { mean, variance: xs => mean(xs.map(x => x.sub(mean(xs)).pow(2))), sample_variance: sampleVariance, largest: maximum, least: minimum };
const bias = g => mean(replicates(g)).sub(Q.of(g.estimate));
/** Each value of the statistic of all n^n samples, with its probability. */
function ideal(g) {
  const xs = numbers(g.values), n = xs.length, statistic = STATISTICS[g.statistic], found = new Map();
  if (!n) return UNDEFINED;
  const count = (at, sample) => {
    if (at < n) { for (const x of xs) count(at + 1, [...sample, x]); return; }
    const value = statistic(sample), key = String(value === UNDEFINED ? "none" : value), [, times] = found.get(key) ?? [value, 0];
    found.set(key, [value, times + 1]);
  };
  count(0, []);
  const pairs = [...found.values()].map(([v, times]) => [v, new Q(BigInt(times), BigInt(n) ** BigInt(n))]);
  return pairs.some(([v]) => v === UNDEFINED) ? UNDEFINED : pairs.sort((a, b) => a[0].cmp(b[0]));
}
const idealMean = pairs => sum(pairs.map(([v, p]) => v.mul(p)));

export const operations = {
  k_fold: g => kFold(order(g), Number(g.folds)), holdout: g => holdout(order(g), g.share ?? "2/3"), leave_one_out: g => { const all = order(g); must(all.length > 1, "two records at least"); return all.map(i => part(all, [i])); },
  stratified_k_fold: g => stratified(g.labels, order(g), Number(g.folds)),
  training_validation_test: g => {
    const o = order(g), t = Number(g.test), v = Number(g.validation);
    must(t > 0 && v > 0 && o.length > t + v, "three parts with records");
    return { training: o.slice(t + v), validation: o.slice(t, t + v), test: o.slice(0, t) };
  },
  random_subsampling: g => g.orders.map(o => holdout(order({ order: o }), g.share ?? "2/3")), repeated_k_fold: g => g.orders.flatMap(o => kFold(order({ order: o }), Number(g.folds))),
  bootstrap_partitions: g => drawn(g).map(s => { must(s.every(i => i >= 1 && i <= s.length), "positions of the sample's records"); return { training: s, test: upTo(1, s.length).filter(i => !s.includes(i)) }; }),
  mean: g => average(numbers(g.values)), sample_variance: g => sampleVariance(numbers(g.values)), standard_deviation: g => rootOf(sampleVariance(numbers(g.values))),
  standard_error_of_mean: g => both(v => sqrt(v.div(g.values.length)), sampleVariance(numbers(g.values))),
  mean_of_folds: g => both(mean, rates(g)), pooled_error: g => { rates(g); return quotient(sum(numbers(g.wrong)), sum(numbers(g.records))); },
  sample_error: g => quotient(Q.of(g.target.filter((t, i) => t !== g.hypothesis[i]).length), Q.of(g.target.length)),
  true_error: g => { const p = numbers(g.probabilities); must(sum(p).eq(1), "probabilities that add up to 1"); return sum(p.filter((_, i) => g.target[i] !== g.hypothesis[i])); },
  leave_one_out_of_majority: g => {
    const c = numbers(g.counts), n = sum(c);
    if (n.lt(2)) return UNDEFINED;
    // Without one of class i its count is one less; it is wrong where another class is larger, and may be where one is as large.
    const wrong = beats => sum(c.filter((k, i) => !k.zero && c.some((other, j) => j !== i && beats(other, k.sub(1))))).div(n);
    return [wrong((a, b) => b.lt(a)), wrong((a, b) => !a.lt(b))];
  },
  arithmetic_schedule: g => rounded(Q.of(g.first), x => x.add(Q.of(g.step)), Q.of(g.largest)), geometric_schedule: g => rounded(Q.of(g.first), x => x.mul(Q.of(g.ratio)), Q.of(g.largest)),
  overfits: g => Q.of(g.training).lt(Q.of(g.other_training)) && Q.of(g.other_test).lt(Q.of(g.test)) ? "yes" : "no",
  underfits: g => Q.of(g.other_training).lt(Q.of(g.training)) && Q.of(g.other_test).lt(Q.of(g.test)) ? "yes" : "no",
  bootstrap_replicates: g => drawn(g).map(s => { must(s.every(i => i >= 1 && i <= g.values.length), "positions from 1"); return STATISTICS[g.statistic](s.map(i => Q.of(g.values[i - 1]))); }),
  bootstrap_variance: g => sampleVariance(replicates(g)), bootstrap_bias: bias, bias_corrected: g => Q.of(g.estimate).sub(bias(g)),
  relative_bias: g => both(v => v.zero ? UNDEFINED : div(bias(g).abs(), sqrt(v)), sampleVariance(replicates(g))),
  percentile_interval: g => { const s = replicates(g), a = level(g); return { low: s[rank(s.length, a) - 1], high: s[rank(s.length, ONE.sub(a)) - 1] }; },
  interpolated_percentile_interval: g => { const s = replicates(g), a = level(g); return { low: quantile(s, a), high: quantile(s, ONE.sub(a)) }; },
  percentile_ranks: g => ({ low: rank(Number(g.count), level(g)), high: rank(Number(g.count), ONE.sub(level(g))) }),
  ideal_bootstrap: ideal, ideal_bootstrap_mean: g => both(idealMean, ideal(g)), ideal_bootstrap_variance: g => both(pairs => sum(pairs.map(([v, p]) => v.sub(idealMean(pairs)).pow(2).mul(p))), ideal(g)),
  probability_drawn: g => Number(g.records) ? ONE.sub(ONE.sub(new Q(1n, BigInt(g.records))).pow(Number(g.records))) : UNDEFINED,
  bootstrap_632: g => g.out.length ? Q.of("0.632").mul(mean(numbers(g.out))).add(Q.of("0.368").mul(Q.of(g.resubstituted))) : UNDEFINED,
  leave_one_out_bootstrap: g => { const ids = [...new Set(g.out.flatMap(Object.keys))]; return ids.length ? mean(ids.map(i => mean(numbers(g.out.filter(o => i in o).map(o => o[i]))))) : UNDEFINED; },
};
