import { Injectable } from '@nestjs/common';
import type { ContentPublishedData } from '@tessera/domain/content/content';
import { nearestWord } from '@tessera/domain/kernel/nearest-word';
import { writtenWordsIn, wordsIn } from '@tessera/domain/kernel/search-words';
import { ReadStore } from '../../kernel/views/port.ts';
import { newestFirst } from './market-search.ts';

/** The vocabulary is taken from this many of the newest items, and read again after this time. */
const vocabularyItems = 500;
const vocabularyMaxAgeMs = 60_000;

interface Vocabulary {
  readonly readAtMs: number;
  /** How often each word is used, keyed by the word as written. */
  readonly uses: ReadonlyMap<string, number>;
}

const usesIn = (items: readonly ContentPublishedData[]) => {
  const uses = new Map<string, number>();
  for (const { title, tags, brand_name } of items)
    for (const word of writtenWordsIn([title, ...tags, brand_name].join('\n')))
      uses.set(word, (uses.get(word) ?? 0) + 1);
  return uses;
};

/**
 * Corrects a search that finds nothing: replaces each unknown word by the most similar one of the newest items, or
 * drops it.
 */
@Injectable()
export class DidYouMean {
  private vocabulary: Promise<Vocabulary> | null = null;

  constructor(private readonly views: ReadStore) {}

  /** Returns a corrected search that finds something, or null when nothing similar does. */
  async correct(search: string): Promise<string | null> {
    const { uses } = await this.current();
    const folded = new Set([...uses.keys()].flatMap((word) => wordsIn(word)));
    const typed = writtenWordsIn(search);
    const meant = typed.map((word) => (wordsIn(word).some((one) => folded.has(one)) ? word : nearestWord(word, uses)));
    const words = meant.filter((word) => word !== null).join(' ');
    if (words === '' || words === typed.join(' ')) return null;
    return (await this.views.count('marketplace', { words }, 1)) > 0 ? words : null;
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
    const { items } = await this.views.find<ContentPublishedData>('marketplace', query);
    return { readAtMs: performance.now(), uses: usesIn(items.map(({ document }) => document)) };
  }
}
