// Numbers and sizes for people, as collsim prints them.

const significant = (x, digits) => String(Number(x.toPrecision(digits)));

/** "12.35 us" of 1.2351e-05. */
export function seconds(x) {
  const [factor, unit] = x < 1e-6 ? [1e9, "ns"] : x < 1e-3 ? [1e6, "us"] : x < 1 ? [1e3, "ms"] : [1, "s"];
  return x === 0 ? "0 s" : `${significant(x * factor, 4)} ${unit}`;
}

/** "64 KiB" of 65536. */
export function bytes(n) {
  for (const [unit, size] of [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10]])
    if (n >= size) return `${significant(n / size, 3)} ${unit}`;
  return `${n} B`;
}

/** "12.3 %" of 0.123. */
export const percent = x => `${significant(100 * x, 3)} %`;

/** A word as a shell takes it. */
export const quoted = word => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
