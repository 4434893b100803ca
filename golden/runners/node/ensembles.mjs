// Several trees: forests, votes, error-correcting codes; and trees learned on parts of the records.
import { HALF, Q, UNDEFINED, ZERO, maximum, mean, minimum, must, numbers, quotient, sum, upTo } from "./exact.mjs";
import { readData, readRecord } from "./data.mjs";
import { named } from "./tests.mjs";
import { grow, loaded, predict, reach, sharesOf, shown, withRecords } from "./trees.mjs";
import { kFold, order, operations as estimation } from "./estimation.mjs";

const take = (data, positions) => positions.map(i => { must(i >= 1 && i <= data.records.length, `a record, not ${i}`); return data.records[i - 1]; });
const sampled = (data, positions) => withRecords(data, take(data, positions.map(Number)));

// ---- forests
function forest(g, folder) {
  const { data, preset } = loaded(g, folder), n = data.records.length, samples = g.samples.map(s => s.map(Number)), drawn = samples.flat();
  must(g.sampling !== "disjoint" || new Set(drawn).size === drawn.length, "each record in one sample at most");
  must(g.sampling !== "bootstrap" || samples.every(s => s.length === n), "as many draws as records");
  must(g.sampling !== "all" || samples.every(s => s.length === n && new Set(s).size === n), "all records");
  const trees = samples.map((s, t) => {
    const left = g.attributes ? [...g.attributes[t]] : null;
    const usable = left && (() => { must(left.length, "a choice for each node with several classes"); const allowed = left.shift(); return name => allowed.includes(name); });
    return grow(sampled(data, s), preset, usable ? { usable } : {});
  });
  return { data, trees, samples };
}
/** Hard: each member votes for its labels, sharing its vote where it ties. Soft: the mean of their class shares. */
function together(target, predictions, vote = "hard") {
  if (!predictions.length) return { labels: target.values, distribution: UNDEFINED };
  const shares = target.values.map(c => mean(predictions.map(p => vote === "soft" ? p.shares[c] : p.labels.includes(c) ? new Q(1n, BigInt(p.labels.length)) : ZERO)));
  return { labels: target.values.filter((_, j) => shares[j].eq(maximum(shares))), distribution: named(target, shares) };
}
function predicted(data, tree, record) {
  const { labels } = predict(data, tree, record), reached = reach(data, tree, record);
  return { labels, shares: Object.fromEntries(data.target.values.map((c, j) => [c, sum(reached.map(([leaf, share]) => sharesOf(data.target, leaf)[j].mul(share)))])) };
}
function outOfBag(g, folder) {
  const { data, trees, samples } = forest(g, folder), found = { right: ZERO, wrong: ZERO, tied: ZERO, never: ZERO };
  data.records.forEach((r, i) => {
    const members = trees.filter((_, t) => !samples[t].includes(i + 1)).map(tree => predicted(data, tree, r)), { labels } = together(data.target, members, g.vote);
    const how = !members.length ? "never" : !labels.includes(r.label) ? "wrong" : labels.length > 1 ? "tied" : "right";
    found[how] = found[how].add(r.weight);
  });
  const { right, wrong, tied } = found, all = right.add(wrong).add(tied);
  return { ...found, error: all.zero ? UNDEFINED : [wrong.div(all), wrong.add(tied).div(all)] };
}
const vote = (g, data, members) => { const record = readRecord(data, g.record); return together(data.target, members.map(([own, preset, part = r => r]) => predicted(own, grow(own, preset), part(record)))); };

// ---- codes
const words = code => { must(code.every(w => w.length === code[0].length), "words of one length"); return code; };
const apart = (word, bits) => sum([...word].map((b, i) => Q.of(b).sub(bits[i]).abs()));
function decode(code, bits) {
  words(code).forEach(w => must(w.length === bits.length, "as many bits as the words have"));
  const distances = code.map(w => apart(w, bits));
  return distances.flatMap((d, i) => d.eq(minimum(distances)) ? [i + 1] : []);
}
function outputCodes(g, folder) {
  const { data, preset } = loaded(g, folder), record = readRecord(data, g.record), code = words(g.code), { values } = data.target;
  must(new Set(code).size === code.length && code.length === values.length, "a word of its own for each class");
  const bits = [...code[0]].map((_, b) => {
    const records = data.records.map(r => ({ ...r, label: code[values.indexOf(r.label)][b] })), own = { ...withRecords(data, records), target: { ...data.target, values: ["0", "1"] } };
    const { labels } = predicted(own, grow(own, preset), record);
    return labels.length > 1 ? HALF : Q.of(labels[0]);
  });
  return { labels: decode(code, bits).map(i => values[i - 1]), distribution: UNDEFINED };
}
function exhaustive(c) {
  must(c >= 2, "two classes or more");
  return upTo(1, c).map(j => upTo(0, 2 ** (c - 1) - 2).map(m => j === 1 ? 1 : (m >> (c - j)) & 1).join(""));
}

// ---- trees on parts of the records
/** How many are wrong; a weight counts in growing only. */
const wrong = (data, tree, test) => { must(!data.target.isNumber && data.target.kind !== "continuous", "a target of classes"); return new Q(BigInt(test.filter(r => predict(data, tree, r).labels[0] !== r.label).length)); };
function errorsOf(data, preset, folds, size) {
  const results = folds.map(({ training, test }) => {
    must(size === undefined || size <= training.length, "at most the records of each training part");
    const rows = take(data, test), own = sampled(data, training.slice(0, size));
    return { wrong: wrong(own, grow(own, preset), rows), records: new Q(BigInt(rows.length)) };
  });
  const w = results.map(r => r.wrong), n = results.map(r => r.records);
  return { wrong: w, records: n, mean_of_folds: mean(w.map((x, i) => x.div(n[i]))), pooled: sum(w).div(sum(n)) };
}
const orderOf = (g, data) => order(g.order ? g : { records: data.records.length });
function selected(g, folder, estimate, tested) {
  const own = [...new Set(g.presets)].map(preset => [preset, loaded({ ...g, preset }, folder)]), estimates = own.map(([, { data, preset }]) => estimate(data, preset)), best = minimum(estimates);
  return { estimates, best: own.filter((_, i) => estimates[i].eq(best)).map(([preset, { data, preset: p }]) => ({ preset, test: tested(data, p) })) };
}
const rate = (data, preset, training, test) => { const own = sampled(data, training), rows = take(data, test); return quotient(wrong(own, grow(own, preset), rows), new Q(BigInt(rows.length))); };

export const operations = {
  forest: (g, folder) => { const { data, trees } = forest(g, folder); return trees.map(tree => shown(data, tree)); },
  forest_prediction: (g, folder) => { const { data, trees } = forest(g, folder), record = readRecord(data, g.record); return together(data.target, trees.map(tree => predicted(data, tree, record)), g.vote); },
  out_of_bag: outOfBag,
  bagging: (g, folder) => { const { data, preset } = loaded(g, folder); return vote(g, data, g.samples.map(s => [sampled(data, s), preset])); },
  repeated_undersampling: (g, folder) => {
    const { data, preset } = loaded(g, folder), size = c => data.records.filter(r => r.label === c).length, rarest = Math.min(...data.target.values.map(size).filter(n => n > 0)), isRarest = r => size(r.label) === rarest;
    return vote(g, data, g.kept.map(kept => {
      const own = kept.map(Number);
      must(new Set(own).size === own.length && take(data, own).every(r => !isRarest(r)), "records of classes that aren't the rarest, each once");
      return [withRecords(data, data.records.filter((r, i) => isRarest(r) || own.includes(i + 1))), preset];
    }));
  },
  random_subspaces: (g, folder) => {
    const { data, preset } = loaded(g, folder);
    return vote(g, data, g.subspaces.map(names => {
      must(new Set(names).size === names.length && names.every(n => data.attributes.some(a => a.name === n)), "attributes, each once");
      const at = names.map(n => data.attributes.findIndex(a => a.name === n)), part = r => ({ ...r, values: at.map(i => r.values[i]) });
      return [{ ...withRecords(data, data.records.map(part)), attributes: at.map(i => data.attributes[i]) }, preset, part];
    }));
  },
  output_codes: outputCodes, different_algorithms: (g, folder) => { const members = g.presets.map(preset => { const own = loaded({ ...g, preset }, folder); return [own.data, own.preset]; }); return vote(g, members[0]?.[0] ?? readData(g.data, folder), members); },
  one_against_rest: g => upTo(1, Number(g.classes)).map(i => upTo(1, Number(g.classes)).map(j => i === j ? 1 : 0).join("")), exhaustive_code: g => exhaustive(Number(g.classes)),
  code_distance: g => { const code = words(g.code), pairs = code.flatMap((w, i) => code.slice(i + 1).map(v => apart(w, [...v].map(b => Q.of(b))))); return pairs.length ? minimum(pairs) : UNDEFINED; },
  decode: g => decode(g.code, numbers(g.bits)),
  cross_validation: (g, folder) => { const { data, preset } = loaded(g, folder); return errorsOf(data, preset, kFold(orderOf(g, data), Number(g.folds))); },
  learning_curve: (g, folder) => { const { data, preset } = loaded(g, folder), folds = kFold(orderOf(g, data), Number(g.folds)); return g.sizes.map(size => ({ size: Q.of(size), ...errorsOf(data, preset, folds, Number(size)) })); },
  select_by_cross_validation: (g, folder) => selected(g, folder, (data, preset) => errorsOf(data, preset, kFold(orderOf(g, data), Number(g.folds))).mean_of_folds, () => UNDEFINED),
  select_by_validation: (g, folder) => {
    const parts = data => estimation.training_validation_test({ ...g, records: data.records.length });
    return selected(g, folder, (data, preset) => { const p = parts(data); return rate(data, preset, p.training, p.validation); }, (data, preset) => { const p = parts(data); return rate(data, preset, p.training, p.test); });
  },
  learner_predictions: (g, folder) => {
    const { data, preset } = loaded(g, folder), record = readRecord(data, g.record), firsts = g.samples.map(s => { const own = sampled(data, s); return predict(own, grow(own, preset), record).labels[0]; });
    return Object.fromEntries(data.target.values.map(c => [c, new Q(BigInt(firsts.filter(f => f === c).length), BigInt(firsts.length))]));
  },
};
