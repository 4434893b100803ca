// A tree seen otherwise: rules, regions of space, levels, its shape; and lists of rules.
import { ONE, Q, UNDEFINED, ZERO, maximum, minimum, must, sum, yes } from "./exact.mjs";
import { readData } from "./data.mjs";
import { named, sizeOf } from "./tests.mjs";
import { grown, isLeaf, leaves } from "./trees.mjs";
import { decimal } from "./preparation.mjs";

// ---- the condition of a branch: values, or an interval { low, lowIn, high, highIn } whose ends may be in it
const interval = (low, lowIn, high, highIn) => ({ low, lowIn, high, highIn });
function conditionOf(data, test, b) {
  const { json } = test, attribute = data.attributes[test.at], values = attribute?.values ?? [];
  must(!json.oblique, "tests of one column");
  if (json.threshold) { const { cut } = json, closed = json.side === "<="; return b === 0 ? interval(null, false, cut, closed) : interval(cut, !closed, null, false); }
  if (json.ranges) return interval(b ? json.cuts[b - 1] : null, false, json.cuts[b] ?? null, true);
  return (test.takesGaps ? [...values, null] : values).filter(v => (v !== null || json.values.flat().includes("?")) && test.branch(v) === b).map(v => v ?? "?");
}
function meet(a, b) {
  if (a === undefined) return b;
  if (Array.isArray(a)) return a.filter(v => b.includes(v));
  const fromB = a.low === null || (b.low !== null && a.low.lt(b.low)), toB = a.high === null || (b.high !== null && b.high.lt(a.high));
  return interval(...(fromB ? [b.low, b.lowIn] : [a.low, a.lowIn]), ...(toB ? [b.high, b.highIn] : [a.high, a.highIn]));
}
const written = c => Array.isArray(c) ? { in: c } : { ...(c.low !== null ? { [c.lowIn ? "at_least" : "above"]: c.low } : {}), ...(c.high !== null ? { [c.highIn ? "at_most" : "below"]: c.high } : {}) };
/** Of each leaf its conditions, column by column in the order of the path. */
function paths(data, node, conditions = new Map()) {
  if (isLeaf(node)) return [[node, conditions]];
  return node.children.flatMap((child, b) => { const own = new Map(conditions), name = data.attributes[node.test.at]?.name; own.set(name, meet(own.get(name), conditionOf(data, node.test, b))); return paths(data, child, own); });
}
const asRule = (data, [leaf, conditions]) => ({ if: Object.fromEntries([...conditions].map(([name, c]) => [name, written(c)])), then: leaf.labels, counts: named(data.target, leaf.counts) });
const asText = (name, c) => Array.isArray(c) ? (c.length === 1 ? `${name} = ${c[0]}` : `${name} in {${c.join(", ")}}`)
  : c.low === null ? `${name} ${c.highIn ? "<=" : "<"} ${decimal(c.high)}` : c.high === null ? `${name} ${c.lowIn ? ">=" : ">"} ${decimal(c.low)}`
  : `${decimal(c.low)} ${c.lowIn ? "<=" : "<"} ${name} ${c.highIn ? "<=" : "<"} ${decimal(c.high)}`;
const label = x => x instanceof Q ? decimal(x) : x;
const asSentence = (data, [leaf, conditions]) => `IF ${[...conditions].map(([name, c]) => asText(name, c)).join(" AND ") || "true"} THEN ${data.target.name} = ${leaf.labels.map(label).join(" or ")} (${Object.entries(named(data.target, leaf.counts)).map(([c, n]) => `${c} ${decimal(n)}`).join(", ")})`;

// ---- lists of rules
function fulfils(data, record, name, condition) {
  const i = data.attributes.findIndex(a => a.name === name), attribute = data.attributes[i];
  must(attribute, `an attribute, not ${name}`);
  must(("in" in condition || "not_in" in condition) === (attribute.kind !== "continuous"), "values of an attribute that has some, ends of one that is a number");
  const v = record.values[i];
  must(v !== null || !Object.keys(condition).length, `a known value of ${name}`);
  return Object.entries(condition).every(([how, what]) => ({
    in: () => what.includes(v), not_in: () => !what.includes(v), above: () => Q.of(what).lt(v), at_least: () => !v.lt(Q.of(what)), at_most: () => !Q.of(what).lt(v), below: () => v.lt(Q.of(what)),
  })[how]());
}
function firing(g, folder) {
  const data = readData(g.data, folder);
  g.rules.forEach(rule => must(rule.then.length && rule.then.every(c => data.target.values.includes(c)), "classes"));
  return data.records.map(r => g.rules.flatMap((rule, i) => Object.entries(rule.if).every(([name, c]) => fulfils(data, r, name, c)) ? [i + 1] : []));
}

// ---- regions
const FREE = interval(null, false, null, false);
function regions(g, folder) {
  const { data, tree } = grown(g, folder);
  must(data.attributes.every(a => a.kind === "continuous"), "attributes that are numbers");
  return { data, boxes: paths(data, tree).map(([leaf, c]) => ({ leaf, box: data.attributes.map(a => c.get(a.name) ?? FREE) })) };
}
const boxOf = (data, box) => Object.fromEntries(data.attributes.map((a, i) => [a.name, written(box[i])]));
function boundary(g, folder) {
  const { data, boxes } = regions(g, folder), faces = [];
  data.attributes.forEach((attribute, i) => boxes.forEach(below => boxes.forEach(above => {
    const at = below.box[i].high;
    if (at === null || above.box[i].low === null || !at.eq(above.box[i].low) || below.leaf.labels.join("\n") === above.leaf.labels.join("\n")) return;
    const face = below.box.map((c, j) => meet(c, above.box[j]));
    if (!face.every((c, j) => j === i || c.low === null || c.high === null || c.low.lt(c.high))) return;
    faces.push({ attribute: attribute.name, at, below: below.leaf.labels, above: above.leaf.labels, face: Object.fromEntries(data.attributes.flatMap((a, j) => j === i ? [] : [[a.name, written(face[j])]])) });
  })));
  return faces;
}
function volume(box, window) {
  return box.reduce((v, c, i) => { const low = c.low === null ? window[i][0] : maximum([c.low, window[i][0]]), high = c.high === null ? window[i][1] : minimum([c.high, window[i][1]]); return low.lt(high) ? v.mul(high.sub(low)) : ZERO; }, ONE);
}

// ---- shape
const sizes = (data, node) => sizeOf(data.target, node.counts);
/** A subtree as text. A test is what it asks: which values are present, and between which neighbours a cut lies, makes no difference. */
const question = ({ json }) => JSON.stringify(json.threshold ? [json.threshold, json.side, json.cut.toString()] : json.subset ? [json.subset, json.left] : json.ordinal_cut ? [json.ordinal_cut, json.lower] : json, (_, v) => v instanceof Q ? v.toString() : v);
const text = node => isLeaf(node) ? `[${node.labels.join("|")}]` : `${question(node.test)}(${node.children.map(text).join(";")})`;
const allNodes = node => [node, ...(node.children ?? []).flatMap(allNodes)];
const depths = (node, d = 0) => isLeaf(node) ? [[node, d]] : node.children.flatMap(c => depths(c, d + 1));
function levels(g, folder) {
  const { data, tree } = grown(g, folder), out = [];
  for (let level = [tree]; level.length; level = level.flatMap(n => n.children ?? [])) {
    const n = level.map(node => sizes(data, node));
    out.push({ nodes: level.length, leaves: level.filter(isLeaf).length, records: sum(n), fewest: minimum(n), most: maximum(n) });
  }
  return out;
}
function shape(g, folder) {
  const { data, tree } = grown(g, folder), found = depths(tree), n = sum(found.map(([l]) => sizes(data, l))), depth = Math.max(...found.map(f => f[1]));
  return {
    depth, leaves: found.length, complete: yes(found.every(f => f[1] === depth)), distinct_subtrees: new Set(allNodes(tree).map(text)).size, leaf_sizes: found.map(([l]) => sizes(data, l)),
    mean_tests: n.zero ? UNDEFINED : sum(found.map(([l, d]) => sizes(data, l).mul(d))).div(n),
  };
}
function replicas(g, folder) {
  const { tree } = grown(g, folder), found = new Map();
  for (const node of allNodes(tree).filter(n => !isLeaf(n))) { const key = text(node); found.set(key, [...(found.get(key) ?? []), node]); }
  return [...found.values()].filter(same => same.length > 1).map(same => ({ test: same[0].test.json, times: same.length, tests: allNodes(same[0]).filter(n => !isLeaf(n)).length, leaves: leaves(same[0]).length })).sort((a, b) => b.tests - a.tests);
}

export const operations = {
  rules: (g, folder) => { const { data, tree } = grown(g, folder); return paths(data, tree).map(p => asRule(data, p)); }, rule_texts: (g, folder) => { const { data, tree } = grown(g, folder); return paths(data, tree).map(p => asSentence(data, p)); },
  firing_rules: firing, rule_predictions: (g, folder) => firing(g, folder).map(fired => { must(fired.length, "a rule that fires"); return g.rules[fired[0] - 1].then; }),
  regions: (g, folder) => { const { data, boxes } = regions(g, folder); return boxes.map(({ leaf, box }) => ({ box: boxOf(data, box), labels: leaf.labels, counts: named(data.target, leaf.counts) })); },
  region_volumes: (g, folder) => {
    const { data, boxes } = regions(g, folder), window = data.attributes.map(a => g.window[a.name].map(Q.of));
    must(window.every(([low, high]) => !high.lt(low)), "a window that doesn't end before it starts");
    return boxes.map(({ box }) => volume(box, window));
  },
  decision_boundary: boundary, levels, tree_shape: shape, replicas,
};
