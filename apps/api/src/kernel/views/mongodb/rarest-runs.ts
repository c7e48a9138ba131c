import { gramsOf } from './documents.ts';
import type { TextFrequencies } from './text-sample.ts';

/** How many runs of a long search text are compared to find the rarest. */
const comparedGramsMax = 16;
/** The minimum distances between chosen runs: the rarest, one elsewhere in the text, and one that may overlap them. */
const partGaps = [0, 5, 2];

/**
 * The parts of a text with the fewest rows in an index, rarest first; together they tell phrases of the same words
 * apart.
 */
export const rarestOf = (term: string, frequencies: TextFrequencies): readonly string[] => {
  const grams = gramsOf(term);
  const every = Math.ceil(grams.length / comparedGramsMax);
  const byShare = grams
    .filter((_, index) => index % every === 0)
    .map((gram) => ({ gram, share: frequencies.ofText(gram), at: term.indexOf(gram) }))
    .toSorted((one, other) => one.share - other.share);
  const chosen: typeof byShare = [];
  for (const gap of partGaps) {
    const next = byShare.find((each) => chosen.every(({ at }) => Math.abs(at - each.at) >= gap));
    if (next) chosen.push(next);
  }
  return chosen.map(({ gram }) => gram);
};
