import { Injectable } from '@nestjs/common';
import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { marketplace } from '@tessera/domain/content/marketplace.view';
import { nearestWord } from '@tessera/domain/kernel/nearest-word';
import { searchWordsMax, writtenWordsIn, wordsIn } from '@tessera/domain/kernel/search-words';
import { CreatorNames } from '../../accounts/public.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { newestFirst } from './market-search.ts';

/** The vocabulary is taken from this many of the newest items, and read again after this time. */
const vocabularyItems = 500;
const vocabularyMaxAgeMs = 60_000;
/** How many words of a search that the vocabulary lacks are looked for among all items; any further ones are unknown. */
const lookedForWordsMax = 2;

/** Words that hold a sentence together: 'show me some photos of the sea'. */
const fillers = new Set(
  'a an and any are at by find for from get give i in is like looking me my near need of on or our please search show some that the these this to want we with'.split(
    ' ',
  ),
);

/** What people call photos and videos, besides the words that find all of them. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['image', 'photo'],
  ['photo', 'photo'],
  ['photograph', 'photo'],
  ['pic', 'photo'],
  ['picture', 'photo'],
  ['clip', 'video'],
  ['film', 'video'],
  ['footage', 'video'],
  ['movie', 'video'],
  ['video', 'video'],
]);

const kindOf = (word: string) => wordsIn(word).flatMap((one) => kinds.get(one) ?? [])[0] ?? null;

interface Vocabulary {
  readonly readAtMs: number;
  /** How often each word is used, keyed by the word as written. */
  readonly uses: ReadonlyMap<string, number>;
  /** The same words, as they are compared. */
  readonly known: ReadonlySet<string>;
}

const usesIn = (items: readonly ContentPublishedData[]) => {
  const uses = new Map<string, number>();
  for (const { title, tags, brand_name } of items)
    for (const word of writtenWordsIn([title, ...tags, brand_name].join('\n')))
      uses.set(word, (uses.get(word) ?? 0) + 1);
  return uses;
};

/** Says what was probably meant by a search that finds nothing. */
@Injectable()
export class DidYouMean {
  private vocabulary: Promise<Vocabulary> | null = null;

  constructor(
    private readonly views: ReadStore,
    private readonly names: CreatorNames,
  ) {}

  /**
   * At most two similar searches, the closest first: without the words that only hold a sentence together; and with each
   * word that nothing for sale has replaced by the most similar one of the newest items, or else dropped.
   */
  async alternativesTo(search: string): Promise<readonly string[]> {
    const typed = writtenWordsIn(search).slice(0, searchWordsMax);
    const telling = typed.filter((word) => !fillers.has(word));
    if (telling.length === 0) return [];
    const { uses, known } = await this.current();
    const isUsed = (word: string) => wordsIn(word).some((one) => known.has(one));
    const lookedFor = telling.filter((word) => !isUsed(word)).slice(0, lookedForWordsMax);
    const found = await Promise.all(lookedFor.map((word) => this.findsAny(word)));
    const isFound = (word: string) => isUsed(word) || found[lookedFor.indexOf(word)] === true;
    const meant = telling.flatMap((word) => (isFound(word) ? word : (kindOf(word) ?? nearestWord(word, uses) ?? [])));
    // Of 'photos of unicorns', 'photos' alone is not what was meant.
    const isAllThatIsLeft = meant.every((word) => kindOf(word) !== null) && meant.length < telling.length;
    const written = typed.join(' ');
    const candidates = [telling.join(' '), isAllThatIsLeft ? '' : meant.join(' ')];
    return [...new Set(candidates)].filter((words) => words !== '' && words !== written);
  }

  private async findsAny(words: string) {
    return (await this.views.count(marketplace.name, { words, ...(await this.names.idsByWord(words)) }, 1)) > 0;
  }

  private async current(): Promise<Vocabulary> {
    const vocabulary = await this.vocabulary;
    if (vocabulary && performance.now() - vocabulary.readAtMs < vocabularyMaxAgeMs) return vocabulary;
    this.vocabulary = this.read().catch((error: unknown) => {
      this.vocabulary = null;
      throw error;
    });
    return this.vocabulary;
  }

  private async read(): Promise<Vocabulary> {
    const query = { sort: newestFirst, limit: vocabularyItems };
    const { items } = await this.views.find<ContentPublishedData>(marketplace.name, query);
    const uses = usesIn(items.map(({ document }) => document));
    return { readAtMs: performance.now(), uses, known: new Set([...uses.keys()].flatMap((word) => wordsIn(word))) };
  }
}
