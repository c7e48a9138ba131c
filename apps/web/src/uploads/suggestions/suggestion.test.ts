import fc from 'fast-check';
import { noWords, proposalOf, proposedAgain, withoutProposal } from './suggestion.ts';
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
])('[GAL-14] %s is proposed as “%s”', (name, title) => {
  expect(readableName(name)).toBe(title);
});

it('[GAL-14] the words of the picture come before the name of its file, within the limits of the form', () => {
  const tags = ['Harbor', 'harbor', ' Dawn ', 'x'.repeat(41), '', ...Array.from({ length: 40 }, (_, n) => `tag ${n}`)];
  const proposed = proposalOf('DSC_0042.jpg', { title: 'Fishing  boats', description: ' Two of them ', tags });
  expect(proposed).toMatchObject({ title: 'Fishing boats', description: 'Two of them' });
  expect(proposed.tags.slice(0, 3)).toEqual(['harbor', 'dawn', 'tag 0']);
  expect(proposed.tags).toHaveLength(30);
  expect(proposalOf('fog.jpg', { title: 'DSC_0042', description: 'OLYMPUS DIGITAL CAMERA', tags: [] })).toEqual({
    ...noWords,
    title: 'Fog',
  });
});

const words = fc.record({ title: fc.string(), description: fc.string(), tags: fc.array(fc.string()) });

it('[GAL-14] what somebody typed or cleared is never proposed over', () => {
  fc.assert(
    fc.property(words, words, words, (typed, earlier, better) => {
      const after = proposedAgain(typed, earlier, better);
      if (typed.title !== earlier.title) expect(after.title).toBe(typed.title);
      if (JSON.stringify(typed.tags) !== JSON.stringify(earlier.tags)) expect(after.tags).toEqual(typed.tags);
      expect(proposedAgain(earlier, earlier, better)).toEqual(better);
      expect(withoutProposal(earlier, earlier)).toEqual(noWords);
    }),
  );
});
