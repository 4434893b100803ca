// Binomial probabilities, exactly; normal, t, chi-square, F and beta by series of positive terms, to far more digits than are compared.
import { HALF, NotHere, ONE, PI, Q, R, UNDEFINED, UNIT, ZERO, add, choose, compare, div, exp, factorial, ln, mul, must, sqrt, sub, sum, upTo } from "./exact.mjs";

export const pmf = (k, n, p) => k < 0 || k > n ? ZERO : new Q(choose(n, k)).mul(p.pow(k)).mul(ONE.sub(p).pow(n - k));
export const binomialAtMost = (k, n, p) => sum(upTo(0, Math.min(k, n)).map(i => pmf(i, n, p)));
export const binomialAtLeast = (k, n, p) => sum(upTo(Math.max(k, 0), n).map(i => pmf(i, n, p)));

const RONE = R.of(ONE), RZERO = R.of(ZERO);
const positive = x => x instanceof R ? x.v > 0n : x.n > 0n;
/** 1 + r(1) + r(1)r(2) + …, where r(i) = x above(i)/below(i), positive and in the end below 1. */
function series(x, above, below) {
  let term = UNIT, total = UNIT;
  for (let i = 1n; term > 10n; i++) { term = term * x.v / UNIT * above(i) / below(i); total += term; }
  return new R(total);
}
const density = x => { const r = R.of(x); return exp(r.mul(r).neg().div(Q.of(2))).div(sqrt(PI.mul(Q.of(2)))); };
/** P(Z <= x): 1/2 + density times x + x^3/3 + x^5/(3·5) + …; far out by the continued fraction x + 1/(x + 2/(x + …)) of density/tail. */
export function normalAtMost(x) {
  const r = R.of(x), size = r.abs(), x2 = r.mul(r);
  if (r.v === 0n) return HALF;
  if (compare(size, Q.of(15)) > 0) {
    let fraction = size;
    for (let i = 500; i > 0; i--) fraction = size.add(R.of(Q.of(i)).div(fraction));
    const tail = density(size).div(fraction);
    return r.v > 0n ? RONE.sub(tail) : tail;
  }
  const half = density(r).mul(size).mul(series(x2, () => 1n, i => 2n * i + 1n));
  return r.v > 0n ? R.of(HALF).add(half) : R.of(HALF).sub(half);
}
export const normalTail = x => normalAtMost(R.of(x).neg());

const far = () => { throw new NotHere("the gamma function of small multiples of 1/2 only"); };
/** Gamma of a multiple of 1/2, less the factor sqrt(pi) where it is none of 1: [fraction, has the root]. */
const gamma = a => a.d > 2n || a.n > 10n ** 5n ? far() : a.whole ? [new Q(factorial(a.n - 1n)), 0] : (n => [new Q(factorial(2n * n), 4n ** n * factorial(n)), 1])((a.n - 1n) / 2n);
function betaFunction(a, b) {
  const [ga, ra] = gamma(a), [gb, rb] = gamma(b), [gc, rc] = gamma(a.add(b)), q = ga.mul(gb).div(gc), roots = ra + rb - rc;
  return roots === 2 ? PI.mul(q) : R.of(q);
}
const betaDensity = (x, a, b) => exp(add(mul(ln(x), a.sub(1)), mul(ln(sub(RONE, x)), b.sub(1)), ln(betaFunction(a, b)).neg()));
/** The regularised incomplete beta function; a and b are multiples of 1/2. */
export function betaAtMost(x, a, b) {
  if (!positive(x)) return ZERO;
  if (!positive(sub(ONE, x))) return ONE;
  const r = R.of(x);
  if (compare(r, a.div(a.add(b))) > 0) return RONE.sub(betaAtMost(RONE.sub(r), b, a));
  const front = exp(add(ln(r).mul(a), ln(RONE.sub(r)).mul(b), ln(betaFunction(a, b).mul(a)).neg()));
  const [a2, b2] = [a, b].map(x => x.mul(2).n);
  return front.mul(series(r, i => a2 + b2 + 2n * (i - 1n), i => a2 + 2n * i));
}
/** P(X > x) of chi-square: finite sums, with the normal tail for odd degrees. */
export function chiSquareTail(x, degrees) {
  if (!positive(x)) return ONE;
  const half = div(R.of(x), Q.of(2)), odd = degrees % 2 === 1, start = odd ? HALF : ZERO;
  // the terms (x/2)^a e^(-x/2) / Gamma(a + 1), a = start, start + 1, … below degrees/2
  let term = odd ? exp(half.neg()).mul(sqrt(half)).mul(Q.of(2)).div(sqrt(PI)) : exp(half.neg()), total = odd ? normalTail(sqrt(R.of(x))).mul(Q.of(2)) : RZERO;
  for (let a = start; a.lt(new Q(BigInt(degrees), 2n)); a = a.add(1)) { total = total.add(term); term = term.mul(half).div(a.add(1)); }
  return total;
}
export function tTail(x, degrees) {
  const r = R.of(x), v = Q.of(degrees);
  if (r.v < 0n) return RONE.sub(tTail(r.neg(), degrees));
  return mul(betaAtMost(div(v, add(r.mul(r), v)), v.div(2), HALF), HALF);
}
/** P(X > x) of F with these degrees of freedom above and below. */
export const fTail = (x, above, below) => betaAtMost(div(below, add(below, mul(above, x))), below.div(2), above.div(2));

/** The x in (low, high) at which a rising function is 0, by Newton's rule, halving where that leaves the bracket. */
function root(f, slope, low, high, start) {
  let x = R.of(start);
  low = R.of(low); high = R.of(high);
  for (let i = 0; i < 400; i++) {
    const y = f(x);
    if (y.v === 0n) return x;
    if (y.v < 0n) low = x; else high = x;
    const s = slope(x);
    let next = s.v > 0n ? x.sub(R.of(y).div(s)) : low;
    if (next.v <= low.v || next.v >= high.v) next = new R((low.v + high.v) / 2n);
    const step = next.sub(x).abs();
    x = next;
    if (step.v < UNIT / 10n ** 45n) return x;                        // Newton doubles the digits
  }
  return x;
}
const probability = p => { must(p.n > 0n && p.lt(ONE), "a probability between 0 and 1"); return p; };
export function normalQuantile(p) {
  probability(p);
  if (p.eq(HALF)) return ZERO;
  return root(x => R.of(normalAtMost(x)).sub(p), density, Q.of(-30), Q.of(30), ZERO);
}
export const twoSidedDeviate = confidence => normalQuantile(ONE.add(confidence).div(2));
export function betaQuantile(p, a, b) {
  probability(p);
  return root(x => R.of(betaAtMost(x, a, b)).sub(p), x => betaDensity(x, a, b), ZERO, ONE, a.div(a.add(b)));
}
/** From the beta quantile: where the share v/(v + t²) is 2(1 - p). */
export function tQuantile(p, degrees) {
  probability(p);
  if (degrees < 1) return UNDEFINED;
  if (p.eq(HALF)) return ZERO;
  if (p.lt(HALF)) return tQuantile(ONE.sub(p), degrees).neg();
  const v = Q.of(degrees), y = betaQuantile(p.mul(2).sub(1), HALF, v.div(2));             // t²/(v + t²)
  return sqrt(div(mul(y, v), sub(RONE, y)));
}
export const twoSidedT = (confidence, degrees) => tQuantile(ONE.add(confidence).div(2), degrees);
export function chiSquareQuantile(p, degrees) {
  probability(p);
  let high = Q.of(degrees + 10);
  while (compare(chiSquareTail(high, degrees), ONE.sub(p)) > 0) high = high.mul(2);
  const k = new Q(BigInt(degrees), 2n), [g, r] = gamma(k), below = r ? sqrt(PI).mul(g) : R.of(g);
  const slope = x => exp(ln(div(x, Q.of(2))).mul(k.sub(1)).sub(div(x, Q.of(2)))).div(below).div(Q.of(2));
  return root(x => RONE.sub(R.of(chiSquareTail(x, degrees))).sub(p), slope, ZERO, high, Q.of(degrees));
}
/** How far P(X <= k) is at most, over all k, from the normal approximation at k + shift. */
function approximationError(n, p, shift) {
  const variance = p.mul(ONE.sub(p)).mul(n);
  if (variance.zero) return UNDEFINED;
  let exact = RZERO, worst = RZERO;
  for (const k of upTo(0, n)) {
    exact = exact.add(R.of(pmf(k, n, p)));
    const gap = R.of(normalAtMost(div(Q.of(k).add(shift).sub(p.mul(n)), sqrt(variance)))).sub(exact).abs();
    if (worst.v < gap.v) worst = gap;
  }
  return worst;
}
const whole = x => Number(x), knp = g => [whole(g.k), whole(g.n), Q.of(g.p)];
const deviate = (c, d) => d === "∞" ? twoSidedDeviate(c) : twoSidedT(c, whole(d));

export const operations = {
  binomial_probability: g => pmf(...knp(g)), binomial_at_most: g => binomialAtMost(...knp(g)), binomial_at_least: g => binomialAtLeast(...knp(g)),
  binomial_distribution: g => upTo(0, whole(g.n)).map(k => pmf(k, whole(g.n), Q.of(g.p))), binomial_mean: g => Q.of(g.n).mul(Q.of(g.p)), binomial_variance: g => Q.of(g.n).mul(Q.of(g.p)).mul(ONE.sub(Q.of(g.p))),
  standard_score: g => { const n = Q.of(g.n), p = Q.of(g.p), variance = n.mul(p).mul(ONE.sub(p)); return variance.zero ? UNDEFINED : div(Q.of(g.k).sub(n.mul(p)), sqrt(variance)); },
  normal_approximation_error: g => approximationError(whole(g.n), Q.of(g.p), ZERO), corrected_approximation_error: g => approximationError(whole(g.n), Q.of(g.p), HALF),
  normal_at_most: g => normalAtMost(Q.of(g.x)), normal_tail: g => normalTail(Q.of(g.x)), normal_quantile: g => normalQuantile(Q.of(g.p)),
  t_tail: g => tTail(Q.of(g.x), whole(g.degrees)), t_quantile: g => tQuantile(Q.of(g.p), whole(g.degrees)),
  chi_square_tail: g => chiSquareTail(Q.of(g.x), whole(g.degrees)), chi_square_quantile: g => chiSquareQuantile(Q.of(g.p), whole(g.degrees)),
  f_tail: g => fTail(Q.of(g.x), Q.of(g.above), Q.of(g.below)), beta_at_most: g => betaAtMost(Q.of(g.x), Q.of(g.a), Q.of(g.b)), beta_quantile: g => betaQuantile(Q.of(g.p), Q.of(g.a), Q.of(g.b)),
  two_sided_deviate: g => twoSidedDeviate(Q.of(g.confidence)), one_sided_deviate: g => normalQuantile(Q.of(g.confidence)),
  two_sided_t: g => twoSidedT(Q.of(g.confidence), whole(g.degrees)), one_sided_t: g => tQuantile(Q.of(g.confidence), whole(g.degrees)),
  z_table: g => g.confidences.map(c => [Q.of(c), twoSidedDeviate(Q.of(c))]), t_table: g => g.degrees.map(d => [d, ...g.alphas.map(a => deviate(ONE.sub(Q.of(a)), d))]),
};
