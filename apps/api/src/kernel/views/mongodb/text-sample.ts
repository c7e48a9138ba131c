import type { AnyView } from '@tessera/domain/kernel/view';
import { type TermChoice, termsOf } from '../word-search.ts';
import type { Row, Rows } from './documents.ts';
import { sampledIndex, textPath } from './indexes.ts';

/** Enough to distinguish what one text in a hundred contains from what one in a thousand does. */
const sampleDocuments = 1_000;
/** How common a piece of text is changes slowly. */
const keptMs = 10 * 60_000;

/** The share of a view's documents that contain something, from 0 to 1. */
export interface TextFrequencies {
  /** @param piece some text, as `plainText` returns it */
  readonly ofText: (piece: string) => number;
  readonly ofTerms: (terms: TermChoice) => number;
}

interface Sampled {
  readonly text: string;
  /** Of its words. */
  readonly terms: readonly string[];
}

interface Sample {
  /** The collection that it was taken from. */
  readonly of: string;
  readonly takenAtMs: number;
  readonly texts: Promise<readonly Sampled[]>;
}

const take = async (rows: Rows, view: AnyView, maxTimeMS: number): Promise<readonly Sampled[]> => {
  const { name, paths } = sampledIndex(view);
  const path = paths[0] ?? '_id';
  const found = await rows
    .find({ [path]: { $exists: true } }, { hint: name, maxTimeMS })
    .sort({ [path]: -1, _id: -1 })
    .limit(sampleDocuments)
    .project<Pick<Row, 'state'>>({ [textPath]: 1, 'state.json': 1, _id: 0 })
    .toArray();
  // Not the stored terms: most of them are runs of characters, some 25 KB for each document.
  return found.map(({ state: { text = '', json } }) => ({
    text,
    terms: view.indexes.words && json !== undefined ? termsOf(view, JSON.parse(json)) : [],
  }));
};

/** Samples of each view's newest texts, for estimating which part of a search occurs in the fewest documents. */
export class TextSamples {
  readonly #samples = new Map<string, Sample>();

  async of(rows: Rows, view: AnyView, maxTimeMS: number): Promise<TextFrequencies> {
    const known = this.#samples.get(view.name);
    const isFresh = known?.of === rows.collectionName && performance.now() - known.takenAtMs < keptMs;
    const sample = isFresh
      ? known
      : { of: rows.collectionName, takenAtMs: performance.now(), texts: take(rows, view, maxTimeMS) };
    this.#samples.set(view.name, sample);
    try {
      const texts = await sample.texts;
      const share = (isIn: (one: Sampled) => boolean) => texts.filter(isIn).length / Math.max(1, texts.length);
      return {
        ofText: (piece) => share(({ text }) => text.includes(piece)),
        ofTerms: ({ whole, prefixes, part }) =>
          share(
            ({ text, terms }) =>
              (part !== null && text.includes(part)) ||
              terms.some((term) => whole.includes(term) || prefixes.some((begin) => term.startsWith(begin))),
          ),
      };
    } catch (error) {
      this.#samples.delete(view.name);
      throw error;
    }
  }
}
