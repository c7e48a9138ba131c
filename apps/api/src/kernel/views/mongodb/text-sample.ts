import type { AnyView } from '@tessera/domain/kernel/view';
import type { Row, Rows } from './documents.ts';
import { sampledIndex, textPath } from './indexes.ts';

/** Enough to tell what one text in a hundred contains from what one in a thousand does. */
const sampleDocuments = 1_000;
/** How common a piece of text is changes slowly. */
const keptMs = 10 * 60_000;

/** The part of a view's texts that contains a piece of text, in lower case: from 0 to 1. */
export type ShareOf = (piece: string) => number;

interface Sample {
  /** The collection that it was taken from. */
  readonly of: string;
  readonly takenAtMs: number;
  readonly texts: Promise<readonly string[]>;
}

const take = async (rows: Rows, view: AnyView, maxTimeMS: number): Promise<readonly string[]> => {
  const { name, paths } = sampledIndex(view);
  const path = paths[0] ?? '_id';
  const found = await rows
    .find({ [path]: { $exists: true } }, { hint: name, maxTimeMS })
    .sort({ [path]: -1, _id: -1 })
    .limit(sampleDocuments)
    .project<Pick<Row, 'state'>>({ [textPath]: 1, _id: 0 })
    .toArray();
  return found.map(({ state }) => state.text ?? '');
};

/** The newest texts of each view: by them it is told which part of a text that is searched for is in the fewest. */
export class TextSamples {
  readonly #samples = new Map<string, Sample>();

  async of(rows: Rows, view: AnyView, maxTimeMS: number): Promise<ShareOf> {
    const known = this.#samples.get(view.name);
    const isFresh = known?.of === rows.collectionName && performance.now() - known.takenAtMs < keptMs;
    const sample = isFresh
      ? known
      : { of: rows.collectionName, takenAtMs: performance.now(), texts: take(rows, view, maxTimeMS) };
    this.#samples.set(view.name, sample);
    try {
      const texts = await sample.texts;
      return (piece) => texts.filter((text) => text.includes(piece)).length / Math.max(1, texts.length);
    } catch (error) {
      this.#samples.delete(view.name);
      throw error;
    }
  }
}
