const punycodePrefix = 'xn--';
const codePointMax = 0x10_ff_ff;
const asciiMax = 0x7f;
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';
const base = digits.length;

/** How far the next code point is from the last one, as RFC 3492 adapts it. */
const adapted = (delta: number, count: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let steps = 0;
  for (; rest > 455; steps += base) rest = Math.floor(rest / 35);
  return steps + Math.floor((36 * rest) / (rest + 38));
};

/** The letters of a label without its prefix; null if it is malformed. */
const decoded = (label: string): string | null => {
  const dash = label.lastIndexOf('-');
  const letters = dash > 0 ? [...label.slice(0, dash)] : [];
  let [codePoint, index, bias] = [asciiMax + 1, 0, 72];
  for (let read = dash > 0 ? dash + 1 : 0; read < label.length;) {
    const before = index;
    for (let weight = 1, step = base; ; step += base) {
      const digit = digits.indexOf(label[read] ?? ' ');
      read += 1;
      if (digit < 0) return null;
      index += digit * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(index - before, count, before === 0);
    codePoint += Math.floor(index / count);
    if (codePoint > codePointMax) return null;
    index %= count;
    letters.splice(index, 0, String.fromCodePoint(codePoint));
    index += 1;
  }
  return letters.join('');
};

/** A domain's label in Unicode (RFC 3492). One that isn't in Punycode, or is malformed, stays as it is. */
export const withoutPunycode = (label: string): string =>
  label.startsWith(punycodePrefix) ? (decoded(label.slice(punycodePrefix.length)) ?? label) : label;
