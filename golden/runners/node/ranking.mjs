// Scores: ROC curves, the area under them, thresholds, precision and recall.
import { HALF, ONE, Q, UNDEFINED, both, maximum, minimum, must, numbers, quotient, sum, upTo, distinct } from "./exact.mjs";
import { RATES } from "./confusion.mjs";

function scored(g) {
  must(g.scores.length === g.labels.length, "a label for each score");
  return g.scores.map((s, i) => ({ score: Q.of(s), positive: g.labels[i] === g.positive, weight: g.weights ? Q.of(g.weights[i]) : ONE }));
}
const weigh = (records, test) => sum(records.filter(test).map(r => r.weight));
/** A vertex: [threshold, TP, FP, TN, FN, TPR, FPR], where some records are predicted positive. */
function vertex(label, all, isPositive) {
  const tp = weigh(all, r => r.positive && isPositive(r)), fp = weigh(all, r => !r.positive && isPositive(r));
  const fn = weigh(all, r => r.positive).sub(tp), tn = weigh(all, r => !r.positive).sub(fp);
  return [label, tp, fp, tn, fn, quotient(tp, tp.add(fn)), quotient(fp, fp.add(tn))];
}
const thresholds = all => distinct(all.map(r => r.score)).reverse();
const roc = g => { const all = scored(g); return [vertex("above every score", all, () => false), ...thresholds(all).map(t => vertex(t, all, r => !r.score.lt(t)))]; };
const rocAbove = g => { const all = scored(g); return [...thresholds(all).map(t => vertex(t, all, r => t.lt(r.score))), vertex("below every score", all, () => true)]; };
function rocPerRecord(g) {
  const all = scored(g).map((r, i) => ({ ...r, i })).sort((a, b) => b.score.cmp(a.score) || a.i - b.i);
  return [vertex("above every score", all, () => false), ...all.map((r, k) => vertex(r.score, all, s => all.indexOf(s) <= k))];
}
const curveOf = g => g.curve === "roc_per_record" ? rocPerRecord(g) : g.curve === "roc_above" ? rocAbove(g) : roc(g);

// Geometry in counts, FP to the right and TP upwards, so that it works where there is one class only.
const turn = (a, b, c) => b[2].sub(a[2]).mul(c[1].sub(a[1])).sub(b[1].sub(a[1]).mul(c[2].sub(a[2])));
const redundant = vs => upTo(1, vs.length - 2).filter(i => turn(vs[i - 1], vs[i], vs[i + 1]).zero);
function hull(vs) {
  const out = [];
  for (const v of vs) { while (out.length > 1 && turn(out.at(-2), out.at(-1), v).n >= 0n) out.pop(); out.push(v); }
  return out;
}
const onHull = vs => { const corners = hull(vs); return vs.filter(v => corners.includes(v) || corners.some((c, i) => i && turn(corners[i - 1], v, c).zero && corners[i - 1][1].add(corners[i - 1][2]).lt(v[1].add(v[2])) && v[1].add(v[2]).lt(c[1].add(c[2])))); };
/** [FPR, TPR] of each vertex. */
const points = vs => vs.some(v => v[5] === UNDEFINED || v[6] === UNDEFINED) ? UNDEFINED : vs.map(v => [v[6], v[5]]);
const area = ps => ps === UNDEFINED ? ps : sum(ps.slice(1).map(([x, y], i) => x.sub(ps[i][0]).mul(y.add(ps[i][1])).div(2)));
/** The part of a curve between two FPRs. */
function between(ps, low, high) {
  const out = [];
  for (let i = 1; i < ps.length; i++) {
    const [[x0, y0], [x1, y1]] = [ps[i - 1], ps[i]], from = maximum([x0, low]), to = minimum([x1, high]);
    if (!from.lt(to)) continue;
    const at = x => y0.add(y1.sub(y0).mul(x.sub(x0)).div(x1.sub(x0)));
    out.push(to.sub(from).mul(at(from).add(at(to))).div(2));
  }
  return sum(out);
}
function partial(g) {
  const low = Q.of(g.low), high = Q.of(g.high);
  must(low.lt(high) && low.n >= 0n && !ONE.lt(high), "low below high, both from 0 to 1");
  return both(ps => between(ps, low, high), points(curveOf(g)));
}
function orderedPairs(g) {
  const all = scored(g), n = test => sum(all.filter(p => p.positive).flatMap(p => all.filter(q => !q.positive && test(p.score.cmp(q.score))).map(q => p.weight.mul(q.weight))));
  return { won: n(c => c > 0), tied: n(c => c === 0), lost: n(c => c < 0) };
}
const auc = g => { const { won, tied, lost } = orderedPairs(g); return quotient(won.add(tied.div(2)), won.add(tied).add(lost)); };

/** The least and greatest TPR of a curve at an FPR. */
function heights(ps, x) {
  const ys = ps.flatMap(([x1, y1], i) => {
    if (x1.eq(x)) return [y1];
    if (!i || !ps[i - 1][0].lt(x) || !x.lt(x1)) return [];
    const [x0, y0] = ps[i - 1];
    return [y0.add(y1.sub(y0).mul(x.sub(x0)).div(x1.sub(x0)))];
  });
  return [minimum(ys), maximum(ys)];
}
function compareRocs(g) {
  const a = points(curveOf(g.first)), b = points(curveOf(g.second));
  if (a === UNDEFINED || b === UNDEFINED) return UNDEFINED;
  let at = distinct([...a, ...b].map(p => p[0]));
  // Between two neighbours of these both curves are straight: just inside the gap at its start and its end.
  const ends = (ps, x0, x1) => { const m = x0.add(x1).div(2), y = heights(ps, m)[0], q = heights(ps, x0.add(m).div(2))[0], slope = y.sub(q).div(m.sub(x0.add(m).div(2))); return [y.sub(slope.mul(m.sub(x0))), y.add(slope.mul(x1.sub(m)))]; };
  const crossings = at.slice(1).flatMap((x1, i) => {
    const x0 = at[i], [a0, a1] = ends(a, x0, x1), [b0, b1] = ends(b, x0, x1), d0 = a0.sub(b0), d1 = a1.sub(b1);
    return d0.mul(d1).n < 0n ? [x0.add(x1.sub(x0).mul(d0).div(d0.sub(d1)))] : [];
  });
  at = distinct([...at, ...crossings]);
  const who = at.slice(1).map((x1, i) => { const m = at[i].add(x1).div(2), c = heights(a, m)[0].cmp(heights(b, m)[0]); return c > 0 ? "first" : c < 0 ? "second" : "neither"; });
  const stretches = [], meetings = [];
  who.forEach((name, i) => {
    const [a0, a1] = heights(a, at[i]), [b0, b1] = heights(b, at[i]), low = maximum([a0, b0]), high = minimum([a1, b1]);
    const meet = !high.lt(low), last = stretches.at(-1);
    if (last && last[2] === name && (name === "neither" || !meet)) { last[1] = at[i + 1]; return; }
    if (last) meetings.push([at[i], low, high]);
    stretches.push([at[i], at[i + 1], name]);
  });
  return { stretches, meetings };
}
/** The vertices at which a value is best; vertices without a value don't compete. */
function best(vs, valueOf, wantLeast) {
  const values = vs.map(valueOf), known = values.filter(v => v !== UNDEFINED);
  if (!known.length) return UNDEFINED;
  const value = (wantLeast ? minimum : maximum)(known);
  return { value, vertices: vs.filter((_, i) => values[i] !== UNDEFINED && values[i].eq(value)) };
}
const fourCounts = ([, tp, fp, tn, fn]) => [tp, fn, fp, tn];
const costs = g => [Q.of(g.cost_fp), Q.of(g.cost_fn)];
const precisionRecall = (vs, atNone) => vs.map(v => [v[0], v[5], v[1].add(v[2]).zero ? atNone : quotient(v[1], v[1].add(v[2]))]);
function averagePrecision(g) {
  const vs = roc(g);
  return vs[0][5] === UNDEFINED ? UNDEFINED : sum(vs.slice(1).map((v, i) => v[5].sub(vs[i][5]).mul(v[1].div(v[1].add(v[2])))));
}

export const operations = {
  tie_blocks: g => { const all = scored(g); return thresholds(all).map(t => [t, weigh(all, r => r.positive && r.score.eq(t)), weigh(all, r => !r.positive && r.score.eq(t))]); },
  roc, roc_above: rocAbove, roc_per_record: rocPerRecord,
  roc_at: g => { const all = scored(g); return numbers(g.thresholds).map(t => vertex(t, all, g.rule === ">" ? r => t.lt(r.score) : r => !r.score.lt(t))); },
  roc_points: g => points(curveOf(g)), redundant_vertices: g => redundant(curveOf(g)).map(i => i + 1), roc_corners: g => { const vs = curveOf(g), out = redundant(vs); return vs.filter((_, i) => !out.includes(i)); },
  convex_hull: g => hull(curveOf(g)), on_convex_hull: g => onHull(curveOf(g)),
  auc, auc_by_pairs: auc,
  auc_by_ranks: g => {                                              // ranks from the lowest score, equal scores sharing the mean rank; a record of weight w takes w ranks
    const all = scored(g), rank = s => weigh(all, r => r.score.lt(s)).add(weigh(all, r => r.score.eq(s)).add(1).div(2));
    const p = weigh(all, r => r.positive), n = weigh(all, r => !r.positive);
    return quotient(sum(all.filter(r => r.positive).map(r => rank(r.score).mul(r.weight))).sub(p.mul(p.add(1)).div(2)), p.mul(n));
  },
  auc_by_trapezoids: g => area(points(curveOf(g))), auc_of_convex_hull: g => area(points(hull(curveOf(g)))), partial_auc: partial,
  standardised_partial_auc: g => both(a => { const low = Q.of(g.low), high = Q.of(g.high), least = high.mul(high).sub(low.mul(low)).div(2); return HALF.mul(ONE.add(a.sub(least).div(high.sub(low).sub(least)))); }, partial(g)),
  ordered_pairs: orderedPairs, compare_rocs: compareRocs,
  best_thresholds: g => best(curveOf(g), v => RATES[g.measure](...fourCounts(v)), g.want === "least"),
  cheapest_thresholds: g => { const [p, n] = costs(g); return best(curveOf(g), v => quotient(p.mul(v[2]).add(n.mul(v[4])), sum(v.slice(1, 5))), true); },
  cheapest_thresholds_at: g => { const [p, n] = costs(g), s = Q.of(g.share); return best(curveOf(g), v => both((tpr, fpr) => s.mul(n).mul(ONE.sub(tpr)).add(ONE.sub(s).mul(p).mul(fpr)), v[5], v[6]), true); },
  iso_cost_slope: g => { const [p, n] = costs(g), s = Q.of(g.share); return quotient(ONE.sub(s).mul(p), s.mul(n)); },
  precision_recall: g => precisionRecall(curveOf(g), UNDEFINED), precision_recall_from_one: g => precisionRecall(curveOf(g), ONE), average_precision: averagePrecision,
};
