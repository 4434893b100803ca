// The presets, as differences from one another; the optima at a node; the rules that stop growing or keep tests from competing.
import { Q, UNDEFINED, add, compare, div, mul, must } from "./exact.mjs";
import { chiSquareP } from "./impurity.mjs";
import { exactP } from "./comparison.mjs";
import { bestOf, candidatesOf, sizeOf, worth } from "./tests.mjs";

const hunt = { criterion: "gini_reduction", nominal: "multiway", ordinal: "multiway", emptyBranch: "root", gaps: "refuse" };
const id3 = { ...hunt, criterion: "gain", emptyBranch: "parent" };
const cart = { ...hunt, nominal: "subset", ordinal: "ordinal_cut" };
const c45GainRatio = { ...id3, criterion: "gain_ratio", cut: "value", gaps: "fractions" };
export const PRESETS = {
  hunt, id3, cart, sliq: cart, sprint: cart, "id3-iaml": { ...id3, answerNeeded: true }, "cart-twoing": { ...cart, criterion: "twoing" }, majority: { ...cart, never: true },
  "regression-tree": { ...cart, criterion: "variance_reduction", ofNumbers: true }, "c45-gain-ratio": c45GainRatio, "c45-gain": { ...c45GainRatio, criterion: "gain" }, c45: { ...c45GainRatio, averageGain: true },
  "cart-surrogates": { ...cart, gaps: "surrogates" }, rpart: { ...cart, gaps: "surrogates", side: "<", mustGain: true, overAllKnown: true },
};

/** All candidates at a node, in the order of the attributes. */
export const candidatesAt = (data, preset, records, usable = () => true) => [
  ...data.attributes.flatMap((a, i) => usable(a.name) ? (preset.candidatesOf ?? candidatesOf)(data, preset, records, i, true) : []), ...(preset.more?.(data, preset, records) ?? []),
];
/** The optima at a node. C4.5: each attribute enters with its tests of greatest gain; of those with at least the average gain the greatest gain ratio wins. */
export function optimaAt(data, preset, records, admits = () => true, usable = undefined) {
  const all = candidatesAt(data, preset, records, usable).filter(admits);
  if (preset.choose) return preset.choose(all);
  if (!preset.averageGain) return bestOf(all).filter(c => !preset.mustGain || compare(c.value, Q.of(0)) > 0);
  const byGain = c => ({ ...c, ratio: c.value, value: worth(data.target, "gain", c.children, c.missing) });
  const entering = [...new Set(all.map(c => c.test.at))].map(i => bestOf(all.filter(c => c.test.at === i).map(byGain)));
  if (!entering.length) return [];
  const average = div(add(...entering.map(cs => cs[0].value)), Q.of(entering.length));
  return bestOf(entering.filter(cs => compare(cs[0].value, average) >= 0).flat().map(c => ({ ...c, value: c.ratio })));
}

// ---- stopping
const P_VALUES = { chi_square: chiSquareP, exact: exactP };
function isSignificant(rule, node, candidate) {
  const p = P_VALUES[rule.p_value](node, candidate.children);
  must(p !== UNDEFINED, "a test with a p-value");
  return compare(p, Q.of(rule.alpha)) <= 0;
}
/** Whether a rule makes a leaf before any test is judged. */
export const stopsBefore = (rules, n, depth, rows) => rules.some(r => (r.rule === "fewer_than" && n.lt(Q.of(r.records))) || (r.rule === "fewer_rows_than" && rows < Number(r.rows)) || (r.rule === "at_depth" && depth >= Number(r.tests)));
/** Whether a rule makes a leaf once the tests are judged. */
export function stopsAt(rules, node, share, optima, candidates) {
  const { value } = optima[0], below = (x, t) => compare(x, Q.of(t)) < 0;
  return rules.some(r => r.rule === "no_improvement" ? compare(value, Q.of(0)) <= 0
    : r.rule === "improves_less_than" ? below(value, r.threshold)
    : r.rule === "improves_tree_less_than" ? below(mul(value, share), r.threshold)
    : r.rule === "independent" ? !candidates().some(c => isSignificant(r, node, c)) : false);
}
/** Which tests compete at a node. `rowsOf`: the number of records in each branch of a test. */
export function admitting(rules, target, node, rowsOf) {
  const enough = (branch, r) => !sizeOf(target, branch).lt(Q.of(r.records));
  return c => rules.every(r => r.rule === "significant" ? isSignificant(r, node, c)
    : r.rule === "every_branch_has_rows" ? rowsOf(c).every(n => n === 0 || n >= Number(r.rows))
    : r.rule === "every_branch_has" ? c.children.every(b => sizeOf(target, b).zero || enough(b, r)) : c.children.filter(b => enough(b, r)).length >= 2);
}
