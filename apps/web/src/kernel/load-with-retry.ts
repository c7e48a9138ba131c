const retryAfterMs = 10_000;

/**
 * Loads a chunk of code, and tries again every 10 seconds until that works.
 * @param onFailed called after each failed attempt
 */
export const loadWithRetry = async <Code>(load: () => Promise<Code>, onFailed?: () => void): Promise<Code> => {
  for (;;) {
    try {
      return await load();
    } catch {
      onFailed?.();
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  }
};
