import { Spectral } from '@stoplight/spectral-core';
import { ruleset } from './spectral.ruleset.ts';

/** Spectral's findings in an OpenAPI document, each with its place and reason. */
export const lint = async (document: unknown): Promise<readonly string[]> => {
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  const found = await spectral.run(document as Record<string, unknown>);
  return found.map(({ code, path, message }) => `${code} at ${path.join(' ')}: ${message}`);
};
