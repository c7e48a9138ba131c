const rounds = 3;

/**
 * The least of three figures: whatever else the machine does can only make something take longer.
 * @param enough a figure below this ends it, as it says as much as three
 */
export const bestOfThree = async (measure: () => Promise<number>, enough = 0): Promise<number> => {
  let least = Infinity;
  for (let round = 0; round < rounds && least >= enough; round += 1) least = Math.min(least, await measure());
  return least;
};

/** How long some work takes, in ms. */
export const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const beganAtMs = performance.now();
  await work();
  return performance.now() - beganAtMs;
};
