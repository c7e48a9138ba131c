import { Spectral } from '@stoplight/spectral-core';
import { ruleset } from './spectral.ruleset.ts';

/** What Spectral finds amiss in an OpenAPI document: where, and why. */
export const lint = async (document: unknown): Promise<readonly string[]> => {
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  const found = await spectral.run(document as Record<string, unknown>);
  return found.map(({ code, path, message }) => `${code} at ${path.join(' ')}: ${message}`);
};
