import type { ItemForSale } from '@tessera/domain/content/marketplace.view';
import { peopleIn } from '@tessera/domain/content/people';
import { declarationOf, noDeclaration } from '@tessera/domain/declaration';
import { colorNames, mainColorOf, orientationOf, sizeOf } from '@tessera/domain/content/media/measures';
import { searchableText, searchedTexts } from '@tessera/domain/content/row';
import { wordsIn } from '@tessera/domain/kernel/search-words';
import { plainText } from '@tessera/domain/kernel/text';
import { systemClock } from '../../apps/api/src/kernel/clock.ts';

const wordsMax = 20_000;
const tagsMax = 500;
export const creatorsMax = 20_000;
const brandsMax = 3_000;
const scenesMax = 50_000;
const itemEveryMs = 20_000;
const firstMs = Date.parse('2025-01-01T00:00:00.000Z');
const onsets = ['b', 'br', 'c', 'd', 'dr', 'f', 'g', 'h', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'tr', 'v', 'w'];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const codas = ['', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'ck', 'sh'];
/** Unusual texts, each in about one item per so many thousand; a search for one of them finds nothing elsewhere. */
const oddities = [
  'Überstrahlung',
  '100% silk',
  'snake_case',
  'the “blue” hour',
  'O’Hara "live"',
  '写真展',
  '🎞️ reel',
  'ŒUVRE',
];

/** A creator with many items, none of them new. */
export const busyCreator = 'creator-busy';
const busyItems = 8_000;

/** Numbers from 0 to 1, the same in every run. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** Made-up words that can be pronounced, the same in every run. */
const vocabularyOf = (random: () => number) => {
  const pick = (parts: readonly string[]) => parts[Math.floor(random() * parts.length)] ?? '';
  const syllable = () => pick(onsets) + pick(vowels) + pick(codas);
  const words = new Set<string>();
  while (words.size < wordsMax) words.add(syllable() + syllable() + (random() < 0.5 ? syllable() : ''));
  return [...words];
};

const words = vocabularyOf(randomOf(1));
/** The nth most common word. */
export const word = (rank: number) => words[rank] ?? '';
/** The nth most common tag. */
export const tag = (rank: number) => `${word(rank + 100)} scene`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** First names are shared by some forty creators each, last names by a few. */
export const creatorName = (number: number) =>
  `${capital(word(1_000 + (number % 500)))} ${capital(word(2_000 + ((number * 7) % 15_000)))}`;

/**
 * Image measures like those of a real library: several similar pictures of each scene, and some that are nearly flat.
 */
const measuresOf = (random: () => number): ItemForSale['measures'] => {
  const scene = randomOf(Math.floor(random() * scenesMax));
  const bytes = Array.from({ length: 8 }, () =>
    random() < 0.2 ? 0 : Math.floor(scene() * 256) ^ (random() < 0.3 ? 16 : 0),
  );
  const [first = 'gray', second = 'white'] = [random(), random()].map(
    (share) => colorNames[Math.floor(share * colorNames.length)],
  );
  const side = 1_000 + Math.floor(random() * 6_000);
  return {
    pixels: { width: side, height: Math.round(side * 0.75) },
    bytes: side * 1_000,
    colors: [{ name: first, percent: 60 }, ...(first === second ? [] : [{ name: second, percent: 30 }])],
    hash: bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
};

/**
 * Items from oldest to newest, with word frequencies as uneven as those of a language: the nth word is 1/n as frequent.
 */
export const items = function* (count: number, creatorIds: readonly string[]): Generator<ItemForSale> {
  const random = randomOf(2);
  const randomLook = randomOf(3);
  const rank = (size: number) => Math.floor(size ** random()) - 1;
  const some = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => word(rank(wordsMax)));
  const busyFrom = Math.floor(count / 4);
  for (let index = 0; index < count; index += 1) {
    const content_id = systemClock.newId();
    const price = 100 * (5 + Math.floor(random() * 495));
    const odd = index % 4_001 === 0 ? ` ${oddities[Math.floor(index / 4_001) % oddities.length]}` : '';
    const isVideo = random() < 0.2;
    const isBusy = index >= busyFrom && index < busyFrom + busyItems;
    yield {
      content_id,
      creator_id: isBusy ? busyCreator : (creatorIds[Math.floor(random() * creatorIds.length)] ?? ''),
      title: capital(some(3, 5).join(' ')) + odd,
      description: `${capital(some(8, 16).join(' '))}.`,
      tags: [...new Set(Array.from({ length: 2 + Math.floor(random() * 3) }, () => tag(rank(tagsMax))))],
      offers: {
        one_time: random() < 0.8 ? price : null,
        six_month: price * 10,
        perpetual: random() < 0.6 ? price * 20 : null,
      },
      media: {
        media_url: `creator/images/${content_id}.webp`,
        media_type: isVideo ? 'video' : 'image',
        width: 1_600,
        height: index % 3 === 0 ? 1_067 : index % 3 === 1 ? 2_400 : 1_600,
        placeholder: `data:image/webp;base64,${'UklGRjoAAABXRUJQVlA4'.repeat(8)}`,
        sha256: content_id.replaceAll('-', '').repeat(2),
        original: `originals/${content_id}`,
        widths: [400, 800, 1_600],
        clip_url: isVideo ? `creator/clips/${content_id}.mp4` : null,
      },
      brand_name: `${capital(word(5_000 + Math.floor(random() * brandsMax)))} & Co`,
      brand_url: 'https://brand.example',
      product_urls: ['https://brand.example/product'],
      notes: '',
      measures: measuresOf(randomLook),
      declared: { ...noDeclaration, people: [null, true, false][Math.floor(index / 3) % 3] ?? null },
      published_at: new Date(firstMs + index * itemEveryMs).toISOString(),
    };
  }
};

/** What a plain scan needs of an item, stored compactly. */
export interface Scanned {
  readonly id: string;
  readonly text: string;
  /** The space-separated words of each text, in order of weight. */
  readonly words: readonly string[];
  readonly creator: string;
  readonly video: boolean;
  readonly tags: readonly string[];
  readonly orientation: string;
  readonly size: string | null;
  readonly color: string | null;
  readonly people: string | null;
  readonly oneTime: number | null;
  readonly lowest: number;
  readonly at: string;
}

export const scannedOf = (item: ItemForSale): Scanned => ({
  id: item.content_id,
  text: plainText(searchableText(item)),
  words: searchedTexts.map(
    (textOf) => ` ${wordsIn(textOf({ ...item, media_type: item.media.media_type })).join(' ')} `,
  ),
  creator: item.creator_id,
  video: item.media.media_type === 'video',
  tags: item.tags,
  orientation: orientationOf(item.media),
  size: sizeOf(item.measures),
  color: mainColorOf(item.measures),
  people: peopleIn(declarationOf(item)),
  oneTime: item.offers.one_time,
  lowest: Math.min(item.offers.one_time ?? Infinity, item.offers.six_month ?? Infinity),
  at: item.published_at,
});
