/** The most typos that a word may have: fewer in short words, where they would make another word. */
const typosMax = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

/** The number of typos (letters wrong, missing, added, or neighbors swapped) between two words; at most `most` + 1. */
const typosBetween = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last[other.length] ?? most + 1;
};

/** The word with the fewest typos, and of those the most used; null if none is close. */
export const nearestWord = (word: string, uses: ReadonlyMap<string, number>): string | null => {
  let most = typosMax(word);
  let best: { readonly word: string; readonly uses: number } | null = null;
  for (const [known, count] of uses) {
    const typos = typosBetween(word, known, most);
    if (typos > most || (best && typos === most && count <= best.uses)) continue;
    best = { word: known, uses: count };
    most = typos;
  }
  return best?.word ?? null;
};
