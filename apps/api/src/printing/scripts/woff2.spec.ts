import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import type { Font } from 'fontkit';
import { unpackWoff2 } from './woff2.ts';

const resolve = createRequire(import.meta.url).resolve;

/** Every fifth is as good as all, and the library is slow. */
const glyphsOf = (font: Font) =>
  Array.from({ length: font.numGlyphs / 5 }, (_unused, index) => {
    const { advanceWidth, path } = font.getGlyph(index * 5);
    return JSON.stringify([advanceWidth, path.commands]);
  });

/** Slices with simple and composed glyphs, and with letters of several kinds. */
it.each([
  'arabic/files/noto-sans-arabic-arabic',
  'devanagari/files/noto-sans-devanagari-devanagari',
  'jp/files/noto-sans-jp-100',
])('[FIX-33] a font of %s has the same outlines and widths after unpacking', (slice) => {
  const file = resolve(`@fontsource-variable/noto-sans-${slice}-wght-normal.woff2`);
  // The library reads the format by itself, in its own way.
  const [packed, unpacked] = [create(readFileSync(file)), create(unpackWoff2(file))];
  expect(unpacked.characterSet).toEqual(packed.characterSet);
  expect(glyphsOf(unpacked)).toEqual(glyphsOf(packed));
  expect(unpacked.numGlyphs).toBeGreaterThan(30);
});

it('refuses a file of another format', () => {
  expect(() => unpackWoff2(resolve('@fontsource/inter/files/inter-latin-400-normal.woff'))).toThrow(
    'not a WOFF 2.0 font',
  );
});
