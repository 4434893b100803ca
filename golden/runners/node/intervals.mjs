// Confidence intervals, and how often they contain the truth.
import { HALF, ONE, Q, UNDEFINED, ZERO, add, compare, div, mul, must, numbers, sqrt, sub, sum, upTo } from "./exact.mjs";
import { betaQuantile, pmf, twoSidedDeviate, twoSidedT } from "./distributions.mjs";
import { average } from "./losses.mjs";

export const sampleVariance = xs => xs.length < 2 ? UNDEFINED : sum(xs.map(x => x.sub(average(xs)).pow(2))).div(xs.length - 1);
const around = (middle, half) => ({ low: sub(middle, half), high: add(middle, half), half_width: half });
const from = (low, high) => ({ low, high, half_width: div(sub(high, low), Q.of(2)) });
const deviate = g => "z" in g ? Q.of(g.z) : twoSidedDeviate(Q.of(g.confidence));

const wald = (k, n, z) => { const e = div(k, n); return around(e, mul(sqrt(div(mul(e, sub(ONE, e)), n)), z)); };
const wilson = (k, n, z) => {
  const z2 = mul(z, z), below = mul(add(n, z2), Q.of(2)), square = add(z2, k.mul(4).sub(k.mul(k).mul(4).div(n)));
  return around(div(add(k.mul(2), z2), below), div(mul(z, sqrt(square)), below));
};
const agrestiCoull = (k, n, z) => { const z2 = mul(z, z); return wald(add(k, div(z2, Q.of(2))), add(n, z2), z); };
/** The ends of an exact interval with these probabilities outside. */
const clopperPearson = (k, n, below, above) => from(
  below === null || k.zero ? ZERO : betaQuantile(below, k, n.sub(k).add(1)),
  above === null || k.eq(n) ? ONE : betaQuantile(ONE.sub(above), k.add(1), n.sub(k)),
);
const outside = g => ONE.sub(Q.of(g.confidence)), rateOf = f => g => {
  const k = Q.of(g.errors), n = Q.of(g.records);
  must(!n.lt(k) && k.n >= 0n, "no more errors than records");
  return n.zero && f !== methods.agresti_coull ? UNDEFINED : f(k, n, g);
};
const methods = {
  wald: (k, n, g) => wald(k, n, deviate(g)), wilson: (k, n, g) => wilson(k, n, deviate(g)), agresti_coull: (k, n, g) => agrestiCoull(k, n, deviate(g)),
  clopper_pearson: (k, n, g) => clopperPearson(k, n, outside(g).div(2), outside(g).div(2)), clopper_pearson_at_most: (k, n, g) => clopperPearson(k, n, null, outside(g)), clopper_pearson_at_least: (k, n, g) => clopperPearson(k, n, outside(g), null),
  jeffreys: (k, n, g) => { const a = outside(g).div(2), b = [k.add(HALF), n.sub(k).add(HALF)]; return from(betaQuantile(a, ...b), betaQuantile(ONE.sub(a), ...b)); },
};
function coverage(g) {
  const n = Number(g.records), p = Q.of(g.p);
  return n ? sum(upTo(0, n).filter(k => { const { low, high } = methods[g.method](Q.of(k), Q.of(n), g); return compare(low, p) <= 0 && compare(p, high) <= 0; }).map(k => pmf(k, n, p))) : UNDEFINED;
}
/** mean ± t sqrt(variance / k), k - 1 degrees of freedom. */
function ofMean(m, variance, k, g) {
  if (k < 2) return UNDEFINED;
  return around(m, mul(sqrt(variance.div(k)), "t" in g ? Q.of(g.t) : twoSidedT(Q.of(g.confidence), k - 1)));
}
const ofNumbers = (xs, g) => xs.length < 2 ? UNDEFINED : ofMean(average(xs), sampleVariance(xs), xs.length, g);
export const differences = g => { must(g.first.length === g.second.length, "as many folds"); return numbers(g.first).map((x, i) => x.sub(Q.of(g.second[i]))); };

export const operations = {
  ...Object.fromEntries(Object.entries(methods).map(([name, f]) => [name, rateOf(f)])), coverage,
  standard_error: rateOf((k, n) => { const e = k.div(n); return sqrt(e.mul(ONE.sub(e)).div(n)); }),
  difference_interval: g => { const [e1, n1, e2, n2] = ["e_1", "n_1", "e_2", "n_2"].map(k => Q.of(g[k])); return n1.zero || n2.zero ? UNDEFINED : around(e1.sub(e2), mul(sqrt(e1.mul(ONE.sub(e1)).div(n1).add(e2.mul(ONE.sub(e2)).div(n2))), deviate(g))); },
  mean_interval: g => ofMean(Q.of(g.mean), Q.of(g.s).pow(2), Number(g.folds), g), fold_mean_interval: g => ofNumbers(numbers(g.errors), g), mean_difference_interval: g => ofNumbers(differences(g), g),
  large_enough: g => Number(g.records) > (g.rule === "tan" ? 30 : 29) ? "yes" : "no",
};
