// Bits: of a node as a leaf, of a test, of a tree. See *Descriptions* in golden/README.md.
import { ONE, Q, UNDEFINED, ZERO, add, choose, factorial, log2, maximum, mul, must, sub, sum } from "./exact.mjs";
import { counts } from "./confusion.mjs";

const whole = x => { must(x.whole, "whole numbers of records"); return x.n; }, log = n => log2(new Q(n));
const errors = n => sum(n).sub(maximum(n));
/** Of each encoding what a test costs, m attributes being there, and what a leaf costs, so many records being there. */
const CODES = {
  errors_listed: { test: m => log2(m), leaf: (n, all) => add(log(BigInt(n.length)), errors(n).zero ? ZERO : mul(log2(all), errors(n))) },
  errors_chosen: {
    test: m => add(ONE, log2(m)),
    leaf: n => {
      const c = BigInt(n.length), all = sum(n), e = errors(n), most = all.sub(Q.of(all.div(new Q(c)).ceil()));
      return add(ONE, log(c), log2(most.add(1)), log(choose(whole(all), whole(e))), c > 1n ? mul(log(c - 1n), e) : ZERO);
    },
  },
  classes_coded: { test: () => ZERO, leaf: n => { const all = whole(sum(n)), c = BigInt(n.length); return add(log(choose(all + c - 1n, c - 1n)), log(n.reduce((f, k) => f / factorial(whole(k)), factorial(all)))); } },
};
export function bits(g, all) {
  const code = CODES[g.encoding];
  must(g.encoding === "classes_coded" ? g.attributes === undefined : Number(g.attributes) >= 1, "how many attributes there are, one at least, where one is named");
  return { leaf: n => { n.forEach(whole); return code.leaf(n, all); }, test: (offered = 1) => add(code.test(Q.of(g.attributes ?? 1)), log(BigInt(offered))) };
}
export const operations = {
  bits_saved: g => {
    const node = counts(g.node), children = g.children.map(counts), { leaf, test } = bits(g, sum(node));
    must(node.every((n, j) => n.eq(sum(children.map(c => c[j])))), "children that add up to the node");
    if (!children.flat().every(n => n.whole)) return UNDEFINED;
    if (sum(node).zero) return UNDEFINED;
    return sub(leaf(node), add(test(), ...children.filter(c => !sum(c).zero).map(leaf)));
  },
};
