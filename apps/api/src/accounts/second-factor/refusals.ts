import {
  knownPasskey,
  passkeyCounterBackward,
  passkeyTooLate,
  tooManyWrongCodes,
  unknownPasskey,
  wrongCode,
  wrongPasskey,
} from '@tessera/domain/accounts/access/identity-failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { Refusal } from './account-factors.ts';

/** The failure to show for a second factor that was refused. */
export const failureOf = ({ refused }: Refusal): Failure => {
  switch (refused) {
    case 'wrong-code':
      return wrongCode();
    case 'unknown-factor':
    case 'unknown-passkey':
      return unknownPasskey();
    case 'challenge-over':
      return passkeyTooLate();
    case 'wrong-passkey':
      return wrongPasskey();
    case 'known-passkey':
      return knownPasskey();
    case 'passkey-counter-backward':
      return passkeyCounterBackward();
    case 'paused':
      return tooManyWrongCodes();
  }
};
