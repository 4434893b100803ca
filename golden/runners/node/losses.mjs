// Errors of predicted numbers; bias, noise and variance.
import { ONE, Q, UNDEFINED, ZERO, ascending, both, mean, maximum, must, numbers, quotient, sqrt, sum } from "./exact.mjs";
import { byRoot } from "./confusion.mjs";

export const average = xs => xs.length ? mean(xs) : UNDEFINED, rootOf = x => x === UNDEFINED ? x : sqrt(x);
const middle = xs => { const s = ascending(xs), n = s.length; return n ? s[(n - 1) >> 1].add(s[n >> 1]).div(2) : UNDEFINED; };
function errors(g) {
  must(g.actual.length === g.predicted.length, "as many predictions as numbers");
  return numbers(g.actual).map((y, i) => Q.of(g.predicted[i]).sub(y));
}
const squares = xs => xs.map(x => x.mul(x)), sizes = xs => xs.map(x => x.abs());
const around = xs => xs.map(x => x.sub(mean(xs)));
const relative = g => { const e = errors(g); return e.length ? quotient(sum(squares(e)), sum(squares(around(numbers(g.actual))))) : UNDEFINED; };

const certain = pairs => { must(sum(pairs.map(p => Q.of(p[1]))).eq(1), "probabilities that add up to 1"); return pairs; };
const moments = pairs => {
  const xs = certain(pairs).map(([x, p]) => [Q.of(x), Q.of(p)]), m = sum(xs.map(([x, p]) => x.mul(p)));
  return { mean: m, variance: sum(xs.map(([x, p]) => x.sub(m).pow(2).mul(p))) };
};
function squaredLoss({ targets, predictions }) {
  const y = moments(targets), f = moments(predictions), noise = y.variance, bias = f.mean.sub(y.mean).pow(2), { variance } = f;
  return { noise, bias, variance, loss: noise.add(bias).add(variance) };
}
/** Label -> probability, in the order in which labels come. */
const shares = pairs => { const out = new Map(); for (const [label, p] of certain(pairs)) out.set(label, (out.get(label) ?? ZERO).add(Q.of(p))); return out; };
const share = (of, label) => of.get(label) ?? ZERO, likeliest = of => { const m = maximum([...of.values()]); return [...of.keys()].filter(k => of.get(k).eq(m)); };
const wrong = (t, f) => ONE.sub(sum([...t.keys()].map(k => t.get(k).mul(share(f, k)))));
function domingos(g) {
  const t = shares(g.targets), f = shares(g.predictions), loss = wrong(t, f);
  return likeliest(t).flatMap(optimal => likeliest(f).map(main => {
    const noise = ONE.sub(share(t, optimal)), bias = optimal === main ? ZERO : ONE, variance = ONE.sub(share(f, main));
    // c_2 V is what the variance adds to the loss of the main prediction against the optimal one; c_1 N the rest.
    const against = ONE.sub(share(f, optimal)), c2 = quotient(against.sub(bias), variance), c1 = quotient(loss.sub(against), noise);
    return { optimal, main, noise, bias, variance, c_1: c1, c_2: c2, loss };
  }));
}
function kohaviWolpert(g) {
  const t = shares(g.targets), f = shares(g.predictions), labels = [...new Set([...t.keys(), ...f.keys()])], half = xs => sum(xs).div(2);
  return {
    noise: ONE.sub(sum(squares([...t.values()]))).div(2), bias: half(labels.map(k => share(t, k).sub(share(f, k)).pow(2))),
    variance: ONE.sub(sum(squares([...f.values()]))).div(2), loss: wrong(t, f),
  };
}

export const operations = {
  prediction_errors: errors, mean_squared_error: g => average(squares(errors(g))), root_mean_squared_error: g => rootOf(average(squares(errors(g)))), mean_absolute_error: g => average(sizes(errors(g))),
  median_squared_error: g => middle(squares(errors(g))), median_absolute_deviation_about_prediction: g => middle(sizes(errors(g))),
  squared_median_absolute_deviation: g => both(m => m.mul(m), middle(sizes(errors(g)))),
  median_absolute_deviation_about_median: g => { const v = numbers(g.values), m = middle(v); return m === UNDEFINED ? m : middle(sizes(v.map(x => x.sub(m)))); },
  relative_squared_error: relative, root_relative_squared_error: g => rootOf(relative(g)), r_squared: g => both(r => ONE.sub(r), relative(g)),
  r_squared_of_constants: g => {
    const e = errors(g), r = relative(g);
    return e.length < 2 ? UNDEFINED : r !== UNDEFINED ? ONE.sub(r) : e.every(x => x.zero) ? ONE : ZERO;
  },
  correlation: g => {
    errors(g);
    if (!g.actual.length) return UNDEFINED;
    const x = around(numbers(g.actual)), y = around(numbers(g.predicted));
    return byRoot(sum(x.map((a, i) => a.mul(y[i]))), sum(squares(x)).mul(sum(squares(y))));
  },
  generalisation_error: g => sum(certain(g.joint.map(([x, label, p]) => [[x, label], p])).filter(([[x, label]]) => g.predictor[x] !== label).map(([, p]) => Q.of(p))),
  estimator: g => { const { mean: m, variance } = moments(g.estimates), bias = m.sub(Q.of(g.truth)); return { mean: m, bias, variance, squared_error: bias.mul(bias).add(variance) }; },
  squared_loss: squaredLoss,
  mean_squared_loss: g => {
    const w = g.points.map(p => Q.of(p.weight)), all = sum(w), parts = g.points.map(squaredLoss);
    return all.zero ? UNDEFINED : Object.fromEntries(["noise", "bias", "variance", "loss"].map(k => [k, sum(parts.map((p, i) => p[k].mul(w[i]))).div(all)]));
  },
  zero_one_loss: g => wrong(shares(g.targets), shares(g.predictions)), domingos, kohavi_wolpert: kohaviWolpert,
};
