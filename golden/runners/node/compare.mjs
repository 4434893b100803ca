// Whether an answer is what a record or vector says: fractions exactly, logarithms and roots to 100 digits or to all that are written.
import { Q, R, UNDEFINED, log2, near, op } from "./exact.mjs";

/** The number that a record writes; null where it writes something else. */
export function number(x) {
  if (typeof x === "string") return /^-?\d+(\/\d+)?$/.test(x) ? Q.of(x) : null;
  if (x?.log2) return Object.entries(x.log2).reduce((s, [n, q]) => s.add(log2(Q.of(n)).mul(Q.of(q))), R.of(Q.of(0)));
  if (x?.quotient) return op("div", R.of(number(x.quotient[0])), number(x.quotient[1]));
  return null;
}
const isObject = x => x !== null && typeof x === "object" && !Array.isArray(x) && !(x instanceof Q) && !(x instanceof R);

export function agrees(answer, exact) {
  if (answer === UNDEFINED) return isObject(exact) && Object.keys(exact).join() === "undefined";
  if (answer instanceof Q || answer instanceof R) {
    if (isObject(exact) && "decimal" in exact) {
      const places = exact.decimal.split(".")[1].length, gap = R.of(answer).sub(Q.of(exact.decimal)).v;
      return (gap < 0n ? -gap : gap) <= R.of(Q.of(1)).v / (2n * 10n ** BigInt(places)) + 1n;
    }
    const wanted = number(exact);
    if (wanted === null) return false;
    return answer instanceof Q && wanted instanceof Q ? answer.eq(wanted) : near(answer, wanted);
  }
  if (typeof answer === "bigint" || typeof answer === "number") return agrees(Q.of(answer), exact);
  if (typeof answer === "string") return answer === exact;
  if (Array.isArray(answer)) return Array.isArray(exact) && answer.length === exact.length && answer.every((a, i) => agrees(a, exact[i]));
  return isObject(exact) && Object.keys(answer).sort().join() === Object.keys(exact).sort().join() && Object.keys(answer).every(k => agrees(answer[k], exact[k]));
}

/** A part of an answer: names, and positions from 1. */
export const partOf = (answer, path) => path.reduce((a, name) => a === UNDEFINED ? a : Array.isArray(a) ? a[Number(name) - 1] : a[name], answer);

export const shown = a => JSON.stringify(a, (_, v) => typeof v === "bigint" || v instanceof Q || v instanceof R ? String(v) : v === UNDEFINED ? "no value" : v)?.slice(0, 200) ?? String(a);
