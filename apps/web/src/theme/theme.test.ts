import { readFileSync } from 'node:fs';
import * as slotRecipes from './slot-recipes.ts';
import { semanticTokens, tokens } from './tokens.ts';

const textRatioMin = 4.5;
const controlRatioMin = 3;
const motionMaxMs = 200;

type Theme = 'base' | '_dark';
interface Pair {
  readonly value: Readonly<Record<Theme, string>>;
}

const colors = semanticTokens.colors as unknown as Record<string, Pair | Record<string, Pair>>;

/** The hex value of a color such as `accent.tint` in one theme. */
const colorOf = (name: string, theme: Theme): string => {
  const [family = '', shade = 'DEFAULT'] = name.split('.');
  const found = colors[family];
  const pair = found && 'value' in found ? (found as Pair) : found?.[shade];
  if (!pair) throw new Error(`No color is called ${name}.`);
  return pair.value[theme];
};

/** Relative luminance as defined by WCAG 2.2. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

const backgrounds = ['paper', 'surface', 'sunken', 'accent.tint', 'positive.tint', 'waiting.tint', 'trouble.tint'];
const textColors = ['ink', 'ink.muted', 'accent', 'accent.strong', 'positive', 'waiting', 'trouble'];
/** Text on other colors: filled buttons and badges, a selection, a tooltip. */
const filled = [
  ['accent.contrast', 'accent'],
  ['accent.contrast', 'accent.strong'],
  ['paper', 'ink'],
] as const;
/** The borders of controls, the focus ring, and marks that carry meaning. */
const borderColors = ['hairline.strong', 'accent', 'ink', 'trouble', 'positive', 'waiting'];

const weaker = (pairs: readonly (readonly [string, string])[], theme: Theme, least: number) =>
  pairs
    .map(([front, back]) => ({
      pair: `${front} on ${back}`,
      ratio: contrast(colorOf(front, theme), colorOf(back, theme)),
    }))
    .filter(({ ratio }) => ratio < least);

const each = (fronts: readonly string[]) =>
  fronts.flatMap((front) => backgrounds.map((back) => [front, back] as const));

test('the contrast formula is right for black on white, and for a known pair in between', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
});

test.each(['base', '_dark'] as const)(
  'all text is readable on every background, and every control is visible (%s)',
  (theme) => {
    expect(weaker([...each(textColors), ...filled], theme, textRatioMin)).toEqual([]);
    expect(weaker(each(borderColors), theme, controlRatioMin)).toEqual([]);
  },
);

test('the page has the background and text colors of the tokens before any script has run', () => {
  const css = readFileSync(`${import.meta.dirname}/first-paint.css`, 'utf8');
  expect(css.match(/#[0-9a-f]{6}/g)).toEqual([
    colorOf('paper', 'base').toLowerCase(),
    colorOf('paper', '_dark').toLowerCase(),
    colorOf('ink', 'base').toLowerCase(),
    colorOf('ink', '_dark').toLowerCase(),
  ]);
});

test('there are eight font sizes, spacing is on a 4 px grid, and there are two corner radii', () => {
  const sizes = Object.values(tokens.fontSizes ?? {}).map(({ value }) => value);
  expect(sizes).toEqual([12, 14, 16, 18, 22, 28, 36, 48].map((pixels) => `${pixels}px`));
  for (const [name, { value }] of Object.entries(tokens.spacing as unknown as Record<string, { value: string }>)) {
    if (name !== 'px') expect(value).toBe(`${Number(name) * 4}px`);
  }
  expect(tokens.radii).toMatchObject({ control: { value: '8px' }, media: { value: '12px' } });
});

test('no opening or closing animation takes longer than 200 ms', () => {
  const times = [...JSON.stringify(slotRecipes).matchAll(/(\d+)ms/g)].map(([, ms]) => Number(ms));
  expect(times.length).toBeGreaterThan(0);
  expect(Math.max(...times)).toBeLessThanOrEqual(motionMaxMs);
});
