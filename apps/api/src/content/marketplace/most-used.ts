/** Returns each tag once, the most used first. Tags used equally often keep their order. */
export const mostUsed = (tags: readonly string[]): readonly string[] => {
  const uses = new Map<string, number>();
  for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag);
};
