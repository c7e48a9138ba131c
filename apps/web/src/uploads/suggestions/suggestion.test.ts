import fc from 'fast-check';
import { noText, suggestionOf, withNewSuggestion, withoutSuggestion } from './suggestion.ts';
import { titleOf } from '../batch/listing-draft.ts';
import { readableName } from './readable-name.ts';

it.each([
  ['harbor-at-dawn_v2.jpg', 'Harbor at dawn'],
  ['HARBOR AT DAWN.JPG', 'Harbor at dawn'],
  ['HarborAtDawn.jpeg', 'Harbor at dawn'],
  ['IMG_2041-harbor-lights.jpg', 'Harbor lights'],
  ['Paris 2024.png', 'Paris 2024'],
  ['picture 12.jpg', 'Picture 12'],
  ['Fjord-final-1920x1080.webp', 'Fjord'],
  ['été-à-Nice.jpg', 'Été à Nice'],
  ['DSC_0042.jpg', ''],
  ['IMG_20260214_101500.jpg', ''],
  ['_MG_1234.CR2', ''],
  ['PXL_20260214_101500123.jpg', ''],
  ['12345.jpg', ''],
  ['.jpg', ''],
])('[GAL-14] the title suggested for %s is “%s”', (name, title) => {
  expect(readableName(name)).toBe(title);
});

it('[GAL-14] embedded text takes precedence over the file name, within the limits of the form', () => {
  const tags = ['Harbor', 'harbor', ' Dawn ', 'x'.repeat(41), '', ...Array.from({ length: 40 }, (_, n) => `tag ${n}`)];
  const suggested = suggestionOf('DSC_0042.jpg', { title: 'Fishing  boats', description: ' Two of them ', tags });
  expect(suggested).toMatchObject({ title: 'Fishing boats', description: 'Two of them' });
  expect(suggested.tags.slice(0, 3)).toEqual(['harbor', 'dawn', 'tag 0']);
  expect(suggested.tags).toHaveLength(30);
  expect(suggestionOf('fog.jpg', { title: 'DSC_0042', description: 'OLYMPUS DIGITAL CAMERA', tags: [] })).toEqual({
    ...noText,
    title: 'Fog',
  });
});

test.each(['👩‍👩‍👧‍👦', '🇯🇵', '👍🏽', 'e\u0301\u0323'])('[FIX-19] a suggested title or description never splits %s', (whole) => {
  for (let before = 0; before < whole.length; before += 1) {
    const long = `Le ${'x'.repeat(before)}${whole.repeat(1_000)}`;
    const { title, description } = suggestionOf('fog.jpg', { title: long, description: `À ${long}`, tags: [] });
    expect(title.replaceAll(whole, '')).toMatch(/^Le x*$/);
    expect(description.replaceAll(whole, '')).toMatch(/^À Le x*$/);
    expect(titleOf(`${long}.jpg`).replaceAll(whole, '')).toMatch(/^Le x*$/);
  }
});

test('[FIX-19] a suggested title ends with a word, also in a language without spaces', () => {
  const title = (text: string) => suggestionOf('fog.jpg', { title: text, description: '', tags: [] }).title;
  expect(title(`Boats ${'in the harbor '.repeat(20)}`)).toMatch(/ (in|the|harbor)$/);
  expect(title(`夜景 ${'東京'.repeat(120)}`)).toMatch(/東京$/);
});

const text = fc.record({ title: fc.string(), description: fc.string(), tags: fc.array(fc.string()) });

it('[GAL-14] a suggestion never replaces what was typed or cleared', () => {
  fc.assert(
    fc.property(text, text, text, (typed, earlier, better) => {
      const after = withNewSuggestion(typed, earlier, better);
      if (typed.title !== earlier.title) expect(after.title).toBe(typed.title);
      if (JSON.stringify(typed.tags) !== JSON.stringify(earlier.tags)) expect(after.tags).toEqual(typed.tags);
      expect(withNewSuggestion(earlier, earlier, better)).toEqual(better);
      expect(withoutSuggestion(earlier, earlier)).toEqual(noText);
    }),
  );
});
