import { nextAttempt, siteState, takeNewRelease } from './browser/release.ts';

/**
 * Loads a chunk of code, and tries again every 10 seconds, or once the browser is online again, until that works. If a
 * release has removed the chunk, it never resolves: the page goes on with the new release instead.
 * @param onFailed called after each failed attempt
 */
export const loadWithRetry = async <Code>(load: () => Promise<Code>, onFailed?: () => void): Promise<Code> => {
  for (;;) {
    try {
      return await load();
    } catch {
      onFailed?.();
    }
    if ((await siteState()) === 'replaced') {
      takeNewRelease();
      return new Promise(() => undefined);
    }
    await nextAttempt();
  }
};
