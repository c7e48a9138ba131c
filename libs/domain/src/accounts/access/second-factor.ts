import { defineEvent } from '../../kernel/event.ts';

/** An authenticator app that shows codes, or a passkey. */
export type SecondFactorKind = 'totp' | 'webauthn';

interface SecondFactorAddedData {
  readonly account_id: string;
  readonly factor_id: string;
  readonly kind: SecondFactorKind;
}

// These events are in the account's stream.

export const secondFactorAdded = defineEvent<SecondFactorAddedData>()('SecondFactorAdded', {
  audit: ({ kind }) =>
    kind === 'totp' ? 'An authenticator app was set up as a second factor.' : 'A passkey was added as a second factor.',
});
export const secondFactorRemoved = defineEvent<Omit<SecondFactorAddedData, 'kind'>>()('SecondFactorRemoved', {
  audit: () => 'A second factor was removed.',
});
