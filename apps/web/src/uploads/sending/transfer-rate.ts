const windowMs = 8_000;
const settledMs = 3_000;

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** How fast bytes arrive, over the last seconds. */
export const transferRate = () => {
  let samples: readonly Sample[] = [];
  return {
    /** Bytes per second with this many bytes arrived at this time (ms); null while it is too early to tell. */
    at: (at: number, bytes: number): number | null => {
      samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, bytes }];
      const [first] = samples;
      if (!first || at - first.at < settledMs) return null;
      return Math.max(0, ((bytes - first.bytes) / (at - first.at)) * 1_000);
    },
    /** After a break: what was before it says nothing about now. */
    restart: () => {
      samples = [];
    },
  };
};
