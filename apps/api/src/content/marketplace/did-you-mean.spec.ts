// Misspelled or made up on purpose. cspell:ignore habror glorp zorp vlim
import { DidYouMean } from './did-you-mean.ts';

/** One item is for sale, called 'Harbor boats'; counts the searches among all items. */
const shop = () => {
  const counted: string[] = [];
  const item = { title: 'Harbor boats', tags: [], brand_name: '' };
  const views = {
    find: () => Promise.resolve({ items: [{ document: item }], next: null }),
    count: (_view: string, { words }: { words: string }) => {
      counted.push(words);
      return Promise.resolve(words === 'old' ? 1 : 0);
    },
  };
  const names = { idsByWord: () => Promise.resolve({ named: [], partlyNamed: [] }) };
  return { counted, didYouMean: new DidYouMean(views as never, names as never) };
};

it('[FIX-43] a word of the newest items is known, another one is looked for, and a typo is mended', async () => {
  const { counted, didYouMean } = shop();
  expect(await didYouMean.alternativesTo('old habror with boats')).toEqual(['old habror boats', 'old harbor boats']);
  expect(counted).toEqual(['old', 'habror']);
});

it('[FIX-43] however many words a search has, at most two are looked for among all items', async () => {
  const { counted, didYouMean } = shop();
  expect(await didYouMean.alternativesTo('glorp zorp vlim old harbor')).toEqual(['harbor']);
  expect(counted).toEqual(['glorp', 'zorp']);
});
