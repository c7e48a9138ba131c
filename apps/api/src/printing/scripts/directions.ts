import { hasRightToLeft, isolated } from '@tessera/domain/kernel/text';
import bidiFactory from 'bidi-js';

// Its types describe another way of importing it.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** What orders a text from right to left without being a letter. */
const turning = /[\u200F\u2067]/;
const leftToRightMark = '\u200E';
const rightToLeftMark = '\u200F';
/** They could make a name look like another one. */
const overrides = /[\u202A-\u202E]/g;

const isMixed = (text: string) => hasRightToLeft(text) || turning.test(text);

export const withoutOverrides = (text: string) => text.replace(overrides, '');

/** What the library takes for two letters is one of another kind. Returns two of the same kind for it. */
const beyondTwoBytes = /[\u{10000}-\u{10FFFF}]/gu;
const standIns: Readonly<Record<string, string>> = {
  R: 'אא',
  AL: 'اا',
  NSM: '\u0300\u0300',
  EN: '11',
  AN: '٠٠',
  ON: '||',
};
const standInFor = (letter: string) => standIns[bidi.getBidiCharTypeName(letter)] ?? 'aa';

const embeddingsOf = (text: string) => bidi.getEmbeddingLevels(text.replace(beyondTwoBytes, standInFor), 'auto');

/**
 * Returns the embedding level of each UTF-16 unit by the Unicode Bidirectional Algorithm: those with an odd one are written
 * from right to left. The text's first letter tells the direction of the whole.
 */
export const levelsOf = (text: string): Uint8Array =>
  isMixed(text) ? embeddingsOf(text).levels : new Uint8Array(text.length);

/** Returns an invisible mark that, before each of a text's lines, gives them all the direction of the text. */
export const directionMarkOf = (text: string): string => {
  if (!isMixed(text)) return '';
  const [paragraph] = embeddingsOf(text).paragraphs;
  return paragraph && paragraph.level % 2 === 1 ? rightToLeftMark : leftToRightMark;
};

/** Returns what a character looks like from right to left: the other one of two brackets. */
export const mirrored = (character: string): string => bidi.getMirroredCharacter(character) ?? character;

const syntax = /[\\^$.*+?()[\]{}|/]/g;

/** Isolates the names in a recorded text. Longer ones come first, because a name may be part of another. */
export const withNamesIsolated = (text: string, names: readonly string[]): string => {
  const turned = names.filter(hasRightToLeft).toSorted((a, b) => b.length - a.length);
  if (turned.length === 0) return text;
  return text.replace(new RegExp(turned.map((name) => name.replace(syntax, '\\$&')).join('|'), 'gu'), isolated);
};

/** Returns the parts of a line as they are placed from left to right (rule L2 of the algorithm). */
export const placed = <Part extends { readonly level: number }>(parts: readonly Part[]): readonly Part[] => {
  let order = [...parts];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    const next: Part[] = [];
    let reversed: Part[] = [];
    for (const part of order) {
      if (part.level >= level) {
        reversed.unshift(part);
        continue;
      }
      next.push(...reversed, part);
      reversed = [];
    }
    order = [...next, ...reversed];
  }
  return order;
};
