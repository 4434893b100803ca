// What is done to the records before a tree is grown: bins, missing values, sampling. And the trees on bins.
import { ONE, Q, ZERO, maximum, minimum, must, sum, yes } from "./exact.mjs";
import { readData } from "./data.mjs";
import { branchOf, candidatesOf, isPure, plus, present, ranges, sizeOf, tally, threshold, worth } from "./tests.mjs";
import { grow, loaded, shown } from "./trees.mjs";

// ---- bins
const halfway = (a, b) => a.add(b).div(2);
const between = (values, wanted) => values.slice(1).flatMap(([v], k) => wanted(values[k], values[k + 1]) ? [halfway(values[k][0], v)] : []);
/** What class changes compare: the class shares; of a target that is a number the mean. What boundary points do: the one class, or number, of all records, if there is one. */
const profile = (target, counts) => target.isNumber ? counts[1].div(counts[0]).toString() : counts.map(n => n.div(sum(counts)).toString()).join();
const onlyOne = (target, counts) => isPure(target, counts) ? profile(target, counts) : null;
/** So many clusters with the least sum of squared distances from their means; of several ways the one with the first cuts. */
function clusters(values, k) {
  const moments = values.map(([v, , n]) => [n, n.mul(v), n.mul(v).mul(v)]), n = values.length, sums = [[ZERO, ZERO, ZERO]];
  for (const m of moments) sums.push(plus(sums.at(-1), m));
  const spread = (i, j) => { const [w, s, s2] = sums[j].map((x, c) => x.sub(sums[i][c])); return s2.sub(s.mul(s).div(w)); };
  let best = Array.from({ length: n + 1 }, (_, i) => i < n ? [spread(i, n), []] : null);                    // of values i … in one cluster
  for (let c = 2; c <= Math.min(k, n); c++) best = best.map((_, i) => {
    let found = null;
    for (let j = i + 1; j < n; j++) if (best[j]) { const cost = spread(i, j).add(best[j][0]); if (!found || cost.lt(found[0])) found = [cost, [j, ...best[j][1]]]; }
    return found;
  });
  return best[0][1].map(j => halfway(values[j - 1][0], values[j][0]));
}
/** Where a column of numbers is cut: `values` are its numbers in order, each with the counts and the size of its records. */
function cutsOf(target, values, binning, bins) {
  const k = Number(bins);
  must(["class_changes", "boundary_points"].includes(binning) ? bins === undefined : Number.isInteger(k) && k >= 1, "one bin at least, none where the binning finds out how many");
  if (values.length < 2) return [];
  const low = values[0][0], high = values.at(-1)[0], all = sum(values.map(v => v[2]));
  if (binning === "equal_width") return Array.from({ length: k - 1 }, (_, i) => low.add(high.sub(low).mul(i + 1).div(k)));
  if (binning === "clusters") return clusters(values, k);
  if (binning === "class_changes") return between(values, (a, b) => profile(target, a[1]) !== profile(target, b[1]));
  if (binning === "boundary_points") return between(values, (a, b) => onlyOne(target, a[1]) === null || onlyOne(target, a[1]) !== onlyOne(target, b[1]));
  const behind = Array.from({ length: k - 1 }, (_, i) => { let up = ZERO; return values.findIndex(v => { up = up.add(v[2]); return !up.lt(all.mul(i + 1).div(k)); }); });
  return [...new Set(behind)].filter(i => i + 1 < values.length).map(i => halfway(values[i][0], values[i + 1][0]));
}
const cutsAt = (data, records, i, g) => cutsOf(data.target, present(data, records, i).values.map(([v, counts]) => [v, counts, sizeOf(data.target, counts)]), g.binning, g.bins);
const column = (data, name) => { const i = data.attributes.findIndex(a => a.name === name); must(i >= 0 && data.attributes[i].kind === "continuous", "an attribute that is a number"); return i; };
/** The candidate of a test with these branches. */
function candidate(data, criterion, records, test) {
  const sides = [...test.names.map((_, b) => b), -1].map(b => tally(data.target, records.filter(r => branchOf(test, r) === b))), missing = sides.pop();
  return { test, children: sides, missing, value: worth(data.target, criterion, sides, missing) };
}
const written = ({ test, children, value }) => ({ test: test.json, children, value });
const around = (data, i, cut) => { const xs = data.records.filter(r => r.values[i] !== null).map(r => r.values[i]); return [maximum(xs.filter(x => !cut.lt(x))), minimum(xs.filter(x => cut.lt(x)))]; };
const cutTest = (data, i, cut) => threshold(data.attributes[i], i, "<=", ...around(data, i, cut), cut);

/** A number as text: a decimal of up to 12 places, else a fraction. */
export function decimal(q) {
  for (let places = 0; places <= 12; places++) {
    const scaled = q.mul(new Q(10n ** BigInt(places)));
    if (!scaled.whole) continue;
    const digits = (scaled.n < 0n ? -scaled.n : scaled.n).toString().padStart(places + 1, "0");
    return (q.n < 0n ? "-" : "") + (places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits);
  }
  return q.toString();
}
const binNames = cuts => { const ends = ["-oo", ...cuts.map(decimal), "oo"]; return ends.slice(1).map((end, k) => `(${ends[k]}, ${end}${end === "oo" ? ")" : "]"}`); };
/** The data with each number replaced by its bin, a value of an ordinal attribute. */
function binned(data, g) {
  const cuts = data.attributes.map((a, i) => a.kind === "continuous" ? cutsAt(data, data.records, i, g) : null);
  const attributes = data.attributes.map((a, i) => cuts[i] ? { name: a.name, kind: "ordinal", values: binNames(cuts[i]), cuts: cuts[i] } : a);
  const records = data.records.map(r => ({ ...r, values: r.values.map((v, i) => cuts[i] && v !== null ? attributes[i].values[cuts[i].filter(c => c.lt(v)).length] : v) }));
  return { ...data, attributes, records, whole: records };
}
/** Tests of bins, written as tests of the numbers. */
function asNumbers(data, bins, json) {
  const [name] = Object.values(json), i = data.attributes.findIndex(a => a.name === name), own = bins.attributes[i];
  if (!own.cuts) return json;
  return json.multiway && own.cuts.length > 1 ? ranges(own, i, own.cuts).json : json.multiway ? cutTest(data, i, own.cuts[0]).json : cutTest(data, i, own.cuts[own.values.indexOf(json.lower)]).json;
}
function translated(data, bins, node) {
  if (!node.test) return node;
  const surrogates = node.surrogates ? { surrogates: node.surrogates.map(s => ({ ...s, test: asNumbers(data, bins, s.test) })) } : {}, test = asNumbers(data, bins, node.test), i = data.attributes.findIndex(a => a.name === Object.values(node.test)[0]), own = bins.attributes[i];
  return { ...node, ...surrogates, test, optima: node.optima.map(t => asNumbers(data, bins, t)), branches: node.branches.map((b, k) => ({ if: test.ranges ? String(k + 1) : test.threshold ? ["yes", "no"][k] : b.if, then: translated(data, bins, b.then) })) };
}
const rangesPreset = (preset, g) => ({ ...preset, candidatesOf: (data, p, records, i, symbolic) => {
  if (data.attributes[i].kind !== "continuous") return candidatesOf(data, p, records, i, symbolic);
  const cuts = cutsAt(data, records, i, g);
  return cuts.length ? [candidate(data, p.criterion, records, ranges(data.attributes[i], i, cuts))] : [];
} });
const numbered = data => ({ ...data, target: { ...data.target, isNumber: data.target.kind === "continuous" }, whole: data.records });
const plain = (g, folder) => numbered(readData(g.data, folder));

// ---- missing values
const rows = records => records.map(r => [...r.values.map(v => v ?? "?"), r.label ?? "?"]);
const isGap = v => v === null;
function mostFrequent(values) { const [best] = values.reduce(([v, n], [w, m]) => n === null || n.lt(m) ? [w, m] : [v, n], [null, null]); return best; }
function median(values) { const all = sum(values.map(v => v[1])); let up = ZERO; return values.find(v => { up = up.add(v[1]); return !up.lt(all.div(2)); })[0]; }
const meanOf = values => sum(values.map(([v, n]) => v.mul(n))).div(sum(values.map(v => v[1])));
/** The records, in each gap what `of` makes of the column's values and their weights; a column without values is left out. */
function imputed(g, folder, of) {
  const data = plain(g, folder), known = data.attributes.map((_, i) => present(data, data.records, i).values.map(([v, counts]) => [v, data.target.isNumber ? counts[0] : sum(counts)]));
  const fill = data.attributes.map((a, i) => known[i].length ? of(a.kind, known[i]) : null), kept = fill.map((f, i) => i).filter(i => fill[i] !== null);
  return data.records.map(r => [...kept.map(i => r.values[i] ?? fill[i]), r.label]);
}

// ---- sampling
const byClass = data => { const size = data.target.values.map(c => data.records.filter(r => r.label === c).length), inUse = size.filter(n => n > 0); return { of: r => size[data.target.values.indexOf(r.label)], least: Math.min(...inUse), most: Math.max(...inUse) }; };
const positions = (data, wanted) => data.records.flatMap((r, i) => wanted(r) ? [i + 1] : []);
const chosen = (list, from, what) => { const at = list.map(Number); must(at.every(i => from.includes(i)), what); return at; };
const once = list => { must(new Set(list).size === list.length, "each record once"); return list; };
function nearest(data, of, k) {
  const here = data.records[of - 1], others = positions(data, r => r.label === here.label).filter(i => i !== of);
  must(data.attributes.every(a => a.kind === "continuous"), "attributes that are numbers");
  must(k >= 1 && k <= others.length, "at most the others of its class");
  const distance = i => sum(here.values.map((v, c) => v.sub(data.records[i - 1].values[c]).pow(2))), sorted = [...others].sort((a, b) => distance(a).cmp(distance(b))), last = distance(sorted[k - 1]);
  return { nearer: others.filter(i => distance(i).lt(last)), tied: others.filter(i => distance(i).eq(last)) };
}
function smote(g, folder) {
  const data = plain(g, folder), size = byClass(data), out = rows(data.records);
  for (const [of, neighbour, gap] of g.steps) {
    const here = data.records[of - 1], k = nearest(data, Number(of), Number(g.neighbours)), there = data.records[neighbour - 1], gaps = data.attributes.map((_, c) => Q.of(Array.isArray(gap) ? gap[c] : gap));
    must(size.of(here) < size.most, "a record outside the largest class");
    must([...k.nearer, ...k.tied].includes(Number(neighbour)), "one of the nearest");
    must(gaps.every(x => x.n >= 0n && !ONE.lt(x)), "a gap from 0 to 1");
    out.push([...here.values.map((v, c) => v.add(there.values[c].sub(v).mul(gaps[c]))), here.label]);
  }
  return out;
}

export const operations = {
  bin_cuts: (g, folder) => { const data = plain(g, folder); return cutsAt(data, data.records, column(data, g.attribute), g); },
  ranges_candidates: (g, folder) => { const data = plain(g, folder), i = column(data, g.attribute), cuts = cutsAt(data, data.records, i, g); return cuts.length ? [written(candidate(data, g.criterion, data.records, ranges(data.attributes[i], i, cuts)))] : []; },
  cuts_candidates: (g, folder) => {
    const data = plain(g, folder), i = column(data, g.attribute), tests = cutsAt(data, data.records, i, g).map(cut => cutTest(data, i, cut));
    return tests.filter((t, k) => !k || !t.json.lower.eq(tests[k - 1].json.lower)).map(test => written(candidate(data, g.criterion, data.records, test)));   // two cuts between the same numbers are one test
  },
  discretised_records: (g, folder) => rows(binned(plain(g, folder), g).records),
  grow_discretised: (g, folder) => { const { data, preset } = loaded(g, folder), bins = binned(data, g); return translated(data, bins, shown(bins, grow(bins, preset))); },
  grow_ranges: (g, folder) => { const { data, preset } = loaded(g, folder); return shown(data, grow(data, rangesPreset(preset, g))); },
  drop_missing: (g, folder) => rows(plain(g, folder).records.filter(r => !r.values.some(isGap))),
  missing_as_value: (g, folder) => { const data = plain(g, folder); must(data.attributes.every((a, i) => a.kind === "nominal" || !data.records.some(r => isGap(r.values[i]))), "gaps in nominal attributes: numbers, and values in an order, have no place for one"); return rows(data.records); },
  impute_median: (g, folder) => imputed(g, folder, (kind, values) => kind === "nominal" ? mostFrequent(values) : median(values)),
  impute_mean: (g, folder) => imputed(g, folder, (kind, values) => kind === "continuous" ? meanOf(values) : kind === "nominal" ? mostFrequent(values) : median(values)),
  impute_mode: (g, folder) => imputed(g, folder, (_, values) => mostFrequent(values)),
  flag_missing: (g, folder) => {
    const data = plain(g, folder), gappy = data.attributes.map((_, i) => data.records.some(r => isGap(r.values[i])));
    return data.records.map(r => [...r.values.flatMap((v, i) => [v ?? "?", ...(gappy[i] ? [yes(!isGap(v))] : [])]), r.label]);
  },
  class_balance: (g, folder) => { const data = plain(g, folder), size = byClass(data); return { balanced: yes(size.least === size.most), thinned: positions(data, r => size.of(r) > size.least), repeated: positions(data, r => size.of(r) < size.most) }; },
  undersample: (g, folder) => { const data = plain(g, folder), size = byClass(data), kept = once(chosen(g.kept, positions(data, r => size.of(r) > size.least), "records of the classes that are thinned")); return rows(data.records.filter((r, i) => size.of(r) === size.least || kept.includes(i + 1))); },
  oversample: (g, folder) => { const data = plain(g, folder), size = byClass(data), added = chosen(g.added, positions(data, r => size.of(r) < size.most), "records of the classes that are repeated"); return rows([...data.records, ...added.map(i => data.records[i - 1])]); },
  hybrid_sample: (g, folder) => {
    const data = plain(g, folder), size = byClass(data), wanted = Number(g.size), kept = once(chosen(g.kept, positions(data, r => size.of(r) > wanted), "records of classes above the size")), added = chosen(g.added, positions(data, r => size.of(r) < wanted), "records of classes below the size");
    return rows([...data.records.filter((r, i) => size.of(r) <= wanted || kept.includes(i + 1)), ...added.map(i => data.records[i - 1])]);
  },
  nearest_neighbours: (g, folder) => nearest(plain(g, folder), Number(g.of), Number(g.neighbours)), smote,
  parity: g => readData({ parity: g.inputs }, null).records.map(r => [...r.values, r.label]),
};
