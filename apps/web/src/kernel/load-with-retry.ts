const loadAgainMs = 10_000;

/**
 * Loads code that no page comes with, however often it takes.
 * @param onFailed is told of each attempt that failed
 */
export const loadWithRetry = async <Code>(load: () => Promise<Code>, onFailed?: () => void): Promise<Code> => {
  for (;;) {
    try {
      return await load();
    } catch {
      onFailed?.();
      await new Promise((resolve) => setTimeout(resolve, loadAgainMs));
    }
  }
};
