const windowMs = 8_000;
const settledMs = 3_000;

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** Measures how fast bytes arrive, over the last few seconds. */
export const transferRate = () => {
  let samples: readonly Sample[] = [];
  return {
    /**
     * Records how many bytes have arrived at a time in ms. Returns bytes per second; null while it is too early to
     * tell.
     */
    at: (at: number, bytes: number): number | null => {
      samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, bytes }];
      const [first] = samples;
      if (!first || at - first.at < settledMs) return null;
      return Math.max(0, ((bytes - first.bytes) / (at - first.at)) * 1_000);
    },
    /** Starts over after an interruption, when earlier samples no longer mean anything. */
    restart: () => {
      samples = [];
    },
  };
};
