import type { RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

/** What Spectral holds the description of the interface to. */
export const ruleset = {
  extends: [[oas, 'recommended']],
  rules: {
    // A route says what it does in one sentence: its summary.
    'operation-description': 'off',
  },
} as RulesetDefinition;
