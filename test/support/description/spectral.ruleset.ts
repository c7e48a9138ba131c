import type { RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

/** The Spectral rules for the description of the API. */
export const ruleset = {
  extends: [[oas, 'recommended']],
  rules: {
    // A route's summary says what it does in one sentence, which is enough.
    'operation-description': 'off',
  },
} as RulesetDefinition;
