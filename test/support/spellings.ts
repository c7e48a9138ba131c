/**
 * The part of a text's base64 form that is the same whatever surrounds the text, which changes how it begins and ends.
 */
const withinBase64 = (text: string) =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from('.'.repeat(before) + text).toString('base64url');
    const whole = Math.floor(((before + text.length) * 8) / 6);
    return encoded.slice(Math.ceil((before * 8) / 6), whole);
  });

/** How digits may appear in a file, a log or memory: as they are, grouped as on a card, in hex, in base64. */
export const spellingsOf = (digits: string): readonly Buffer[] => {
  const groups = digits.match(/.{1,4}/g) ?? [];
  const hex = Buffer.from(digits).toString('hex');
  const texts = [digits, groups.join(' '), groups.join('-'), hex, ...withinBase64(digits)];
  return [...texts.map((text) => Buffer.from(text, 'latin1')), Buffer.from(digits, 'utf16le')];
};
