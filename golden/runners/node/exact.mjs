// Exact numbers: fractions of BigInts; and reals as integers in units of 10^-80, for logarithms and square roots.

const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };

export class Q {
  constructor(n, d = 1n) {
    if (d === 0n) throw new Error("a fraction with denominator 0");
    const g = gcd(n, d) || 1n, s = d < 0n ? -1n : 1n;
    this.n = s * n / g; this.d = s * d / g;
  }
  static of(x) {
    if (x instanceof Q) return x;
    if (typeof x === "bigint") return new Q(x);
    if (Number.isInteger(x)) return new Q(BigInt(x));
    const m = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?(?:\/(\d+))?$/.exec(x);
    if (!m) throw new Error(`no number: ${JSON.stringify(x)}`);
    const [, sign, whole, part = "", power = "0", below = "1"] = m, p = BigInt(power) - BigInt(part.length);
    const n = BigInt(whole + part || "0") * (sign ? -1n : 1n);
    return p < 0n ? new Q(n, BigInt(below) * 10n ** -p) : new Q(n * 10n ** p, BigInt(below));
  }
  add(o) { o = Q.of(o); return new Q(this.n * o.d + o.n * this.d, this.d * o.d); }
  sub(o) { o = Q.of(o); return new Q(this.n * o.d - o.n * this.d, this.d * o.d); }
  mul(o) { o = Q.of(o); return new Q(this.n * o.n, this.d * o.d); }
  div(o) { o = Q.of(o); return new Q(this.n * o.d, this.d * o.n); }
  pow(k) { return k < 0 ? new Q(this.d ** BigInt(-k), this.n ** BigInt(-k)) : new Q(this.n ** BigInt(k), this.d ** BigInt(k)); }
  abs() { return this.n < 0n ? new Q(-this.n, this.d) : this; }
  cmp(o) { o = Q.of(o); const a = this.n * o.d, b = o.n * this.d; return a < b ? -1 : a > b ? 1 : 0; }
  eq(o) { return this.cmp(o) === 0; }
  lt(o) { return this.cmp(o) < 0; }
  get zero() { return this.n === 0n; }
  floor() { const q = this.n / this.d; return q * this.d > this.n ? q - 1n : q; }
  toString() { return this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`; }
}
export const ZERO = Q.of(0), ONE = Q.of(1);
export const sum = xs => xs.reduce((a, b) => a.add(b), ZERO);
export const mean = xs => sum(xs).div(xs.length);
export const maximum = xs => xs.reduce((a, b) => a.lt(b) ? b : a);
export const minimum = xs => xs.reduce((a, b) => b.lt(a) ? b : a);

export const DIGITS = 80, UNIT = 10n ** BigInt(DIGITS);

export class R {
  constructor(v) { this.v = v; }                                    // v / UNIT
  static of(x) { if (x instanceof R) return x; const q = Q.of(x); return new R(q.n * UNIT / q.d); }
  add(o) { return new R(this.v + R.of(o).v); }
  sub(o) { return new R(this.v - R.of(o).v); }
  mul(o) { return new R(this.v * R.of(o).v / UNIT); }
  div(o) { return new R(this.v * UNIT / R.of(o).v); }
  toString() { const s = (this.v < 0n ? -this.v : this.v).toString().padStart(DIGITS + 1, "0"); return `${this.v < 0n ? "-" : ""}${s.slice(0, -DIGITS)}.${s.slice(-DIGITS, -DIGITS + 15)}`; }
}
const isqrt = n => { if (n < 2n) return n; let x = 1n << BigInt((n.toString(2).length + 1) >> 1); for (;;) { const y = (x + n / x) >> 1n; if (y >= x) return x; x = y; } };

/** The square root of a fraction: a fraction where it is one. */
export function sqrt(q) {
  const n = isqrt(q.n), d = isqrt(q.d);
  return n * n === q.n && d * d === q.d ? new Q(n, d) : new R(isqrt(q.n * UNIT * UNIT / q.d));
}

function lnOf(f) {                                                   // of f / UNIT in [1, 2): 2 atanh((f - 1)/(f + 1))
  const y = (f - UNIT) * UNIT / (f + UNIT), y2 = y * y / UNIT;
  let term = y, total = 0n, k = 1n;
  while (term) { total += term / k; term = term * y2 / UNIT; k += 2n; }
  return 2n * total;
}
const LN2 = lnOf(2n * UNIT - 1n) + 0n;
/** The logarithm to base 2 of a fraction above 0. */
export function log2(q) {
  q = Q.of(q);
  const bits = BigInt(q.n.toString(2).length - q.d.toString(2).length);
  let scaled = bits >= 0n ? q.n * UNIT / (q.d << bits) : (q.n << -bits) * UNIT / q.d, k = bits;
  if (scaled < UNIT) { scaled *= 2n; k -= 1n; }
  return new R(k * UNIT + lnOf(scaled) * UNIT / LN2);
}
export const UNDEFINED = Symbol("no value");
/** Arithmetic where one side may be a real, or have no value. */
export const op = (name, a, b) => a === UNDEFINED || b === UNDEFINED ? UNDEFINED : a instanceof R || b instanceof R ? R.of(a)[name](b) : a[name](b);
export const quotient = (a, b) => a === UNDEFINED || b === UNDEFINED || (b instanceof Q ? b.zero : near(b, R.of(ZERO))) ? UNDEFINED : op("div", a, b);
/** Whether two numbers agree to 40 digits. */
export function near(a, b, digits = 40) {
  const d = R.of(a).v - R.of(b).v, size = R.of(b).v, scale = (size < 0n ? -size : size) > UNIT ? (size < 0n ? -size : size) : UNIT;
  return (d < 0n ? -d : d) <= scale / 10n ** BigInt(digits);
}
