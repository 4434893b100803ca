// Exact numbers: fractions of BigInts (Q); and reals (R) as integers in units of 2^-512, for logarithms, roots and distributions.
// Two reals count as equal if they agree to 100 digits. That is a choice, not a proof; dtref itself decides equality by a canonical form.

const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };
const size = n => (n < 0n ? -n : n);

export class Q {
  constructor(n, d = 1n) {
    if (d === 0n) throw new Error("a fraction with denominator 0");
    const g = d === 1n ? 1n : gcd(n, d) || 1n, s = d < 0n ? -1n : 1n;
    this.n = s * n / g; this.d = s * d / g;
  }
  /** From a fraction, an integer, or text: "3", "-3/4", "0.25", "1e-3". */
  static of(x) {
    if (x instanceof Q) return x;
    if (typeof x === "bigint") return new Q(x);
    if (Number.isInteger(x)) return new Q(BigInt(x));
    const m = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?(?:\/(\d+))?$/.exec(x);
    if (!m || !(m[2] || m[3])) throw new Refused(`no number: ${JSON.stringify(x)}`);
    const [, sign, whole, part = "", power = "0", below = "1"] = m, p = BigInt(power) - BigInt(part.length);
    const n = BigInt(whole + part || "0") * (sign === "-" ? -1n : 1n);
    return p < 0n ? new Q(n, BigInt(below) * 10n ** -p) : new Q(n * 10n ** p, BigInt(below));
  }
  add(o) { o = Q.of(o); return this.d === o.d ? new Q(this.n + o.n, this.d) : new Q(this.n * o.d + o.n * this.d, this.d * o.d); }
  sub(o) { o = Q.of(o); return this.d === o.d ? new Q(this.n - o.n, this.d) : new Q(this.n * o.d - o.n * this.d, this.d * o.d); }
  mul(o) { o = Q.of(o); return new Q(this.n * o.n, this.d * o.d); }
  div(o) { o = Q.of(o); return new Q(this.n * o.d, this.d * o.n); }
  pow(k) { return k < 0 ? new Q(this.d ** BigInt(-k), this.n ** BigInt(-k)) : new Q(this.n ** BigInt(k), this.d ** BigInt(k)); }
  neg() { return new Q(-this.n, this.d); }
  abs() { return this.n < 0n ? this.neg() : this; }
  cmp(o) { o = Q.of(o); const a = this.n * o.d, b = o.n * this.d; return a < b ? -1 : a > b ? 1 : 0; }
  eq(o) { return this.cmp(o) === 0; }
  lt(o) { return this.cmp(o) < 0; }
  get zero() { return this.n === 0n; }
  get whole() { return this.d === 1n; }
  floor() { const q = this.n / this.d; return q * this.d > this.n ? q - 1n : q; }
  ceil() { return -this.neg().floor(); }
  toString() { return this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`; }
}

/** Thrown where an input is none: `refused` in the vectors. */
export class Refused extends Error {}
/** Thrown where this program does not go as far. */
export class NotHere extends Error {}
export const refuse = why => { throw new Refused(why); };
export const must = (holds, wanted) => { if (!holds) refuse(wanted); };

export const ZERO = Q.of(0), ONE = Q.of(1), HALF = new Q(1n, 2n);
export const sum = xs => xs.reduce((a, b) => a.add(b), ZERO);
export const mean = xs => sum(xs).div(xs.length);
export const maximum = xs => xs.reduce((a, b) => a.lt(b) ? b : a);
export const minimum = xs => xs.reduce((a, b) => b.lt(a) ? b : a);
export const numbers = xs => xs.map(Q.of);
export const ascending = xs => [...xs].sort((a, b) => a.cmp(b));
export const distinct = xs => ascending(xs).filter((x, i, all) => !i || !x.eq(all[i - 1]));

const BITS = 512n;
export const UNIT = 1n << BITS;

export class R {
  constructor(v) { this.v = v; }                                    // v / UNIT
  static of(x) { if (x instanceof R) return x; const q = Q.of(x); return new R((q.n << BITS) / q.d); }
  add(o) { return new R(this.v + R.of(o).v); }
  sub(o) { return new R(this.v - R.of(o).v); }
  mul(o) { return o instanceof Q ? new R(this.v * o.n / o.d) : new R((this.v * R.of(o).v) >> BITS); }
  div(o) { return o instanceof Q ? new R(this.v * o.d / o.n) : new R((this.v << BITS) / R.of(o).v); }
  neg() { return new R(-this.v); }
  abs() { return new R(size(this.v)); }
  get zero() { return near(this, ZERO); }
  toString() { const s = ((size(this.v) * 10n ** 20n) >> BITS).toString().padStart(21, "0"); return `${this.v < 0n ? "-" : ""}${s.slice(0, -20)}.${s.slice(-20)}`; }
}
const isqrt = n => { if (n < 2n) return n; let x = 1n << BigInt((n.toString(2).length + 1) >> 1); for (;;) { const y = (x + n / x) >> 1n; if (y >= x) return x; x = y; } };

/** The square root: of a fraction that is a square, a fraction. */
export function sqrt(x) {
  if (x instanceof R) return new R(isqrt(x.v * UNIT));
  const n = isqrt(x.n), d = isqrt(x.d);
  return n * n === x.n && d * d === x.d ? new Q(n, d) : new R(isqrt(x.n * UNIT * UNIT / x.d));
}

function lnOf(f) {                                                   // of f / UNIT in [1, 2]: 2 atanh((f - 1)/(f + 1))
  const y = ((f - UNIT) << BITS) / (f + UNIT), y2 = (y * y) >> BITS;
  let term = y, total = 0n, k = 1n;
  while (term) { total += term / k; term = (term * y2) >> BITS; k += 2n; }
  return 2n * total;
}
const LN2 = lnOf(2n * UNIT), logs = new Map();
function log2Of(n, d) {
  const bits = BigInt(n.toString(2).length - d.toString(2).length);
  let scaled = bits >= 0n ? (n << BITS) / (d << bits) : ((n << -bits) << BITS) / d, k = bits;
  if (scaled < UNIT) { scaled *= 2n; k -= 1n; }
  return new R((k << BITS) + (lnOf(scaled) << BITS) / LN2);
}
/** The logarithm to base 2 of a number above 0. */
export function log2(x) {
  if (x instanceof Q ? x.n <= 0n : x.v <= 0n) throw new Error("the logarithm of what is not above 0");
  if (x instanceof R) return log2Of(x.v, UNIT);
  const key = x.toString();
  if (!logs.has(key)) logs.set(key, log2Of(x.n, x.d));
  return logs.get(key);
}
export const ln = x => log2(x).mul(new R(LN2));
/** e to the power x. */
export function exp(x) {
  let { v } = R.of(x);
  const k = v / LN2 - (v < 0n ? 1n : 0n);
  v -= k * LN2;                                                      // in [0, ln 2]
  let term = UNIT, total = 0n, i = 1n;
  while (term) { total += term; term = ((term * v) >> BITS) / i; i += 1n; }
  return new R(k >= 0n ? total << k : total >> -k);
}
const arctan = n => { let term = UNIT / n, total = 0n, k = 1n; for (const n2 = n * n; term; k += 2n, term = -term / n2) total += term / k; return total; };
export const PI = new R(16n * arctan(5n) - 4n * arctan(239n));

export const UNDEFINED = Symbol("no value");
/** Arithmetic where one side may be a real, or have no value. */
export const op = (name, a, b) => a === UNDEFINED || b === UNDEFINED ? UNDEFINED : a instanceof R || b instanceof R ? R.of(a)[name](b) : a[name](b);
export const add = (...xs) => xs.reduce((a, b) => op("add", a, b), ZERO), sub = (a, b) => op("sub", a, b), mul = (...xs) => xs.reduce((a, b) => op("mul", a, b)), div = (a, b) => op("div", a, b);
export const quotient = (a, b) => a === UNDEFINED || b === UNDEFINED || b.zero ? UNDEFINED : op("div", a, b);
/** The function of values that all exist, else no value. */
export const both = (f, ...xs) => xs.includes(UNDEFINED) ? UNDEFINED : f(...xs);

/** Whether two numbers agree to 100 digits. */
export function near(a, b) {
  if (a instanceof Q && b instanceof Q) return a.eq(b);
  const x = R.of(a).v, y = R.of(b).v, scale = size(y) > UNIT ? size(y) : UNIT;
  return size(x - y) <= scale / 10n ** 100n;
}
/** -1, 0 or 1, as a is less than, equal to or greater than b. */
export function compare(a, b) {
  if (a instanceof Q && b instanceof Q) return a.cmp(b);
  return near(a, b) ? 0 : R.of(a).v < R.of(b).v ? -1 : 1;
}
export const largest = xs => xs.reduce((a, b) => compare(a, b) < 0 ? b : a);
export const least = xs => xs.reduce((a, b) => compare(b, a) < 0 ? b : a);
export const yes = holds => holds ? "yes" : "no";
export const upTo = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
export const factorial = n => { let f = 1n; for (let i = 2n; i <= BigInt(n); i++) f *= i; return f; };
export function choose(n, k) { let c = 1n; for (let i = 0n; i < k; i++) c = c * (BigInt(n) - i) / (i + 1n); return c; }
