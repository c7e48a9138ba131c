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

const failures: Readonly<Record<Refusal['refused'], () => Failure>> = {
  'wrong-code': wrongCode,
  'unknown-factor': unknownPasskey,
  'unknown-passkey': unknownPasskey,
  'challenge-over': passkeyTooLate,
  'wrong-passkey': wrongPasskey,
  'known-passkey': knownPasskey,
  'passkey-counter-backward': passkeyCounterBackward,
  paused: tooManyWrongCodes,
};

/** The codes for passkeys, and for too many wrong answers. */
export const passkeyRefusals = [
  'unknown_passkey',
  'wrong_passkey',
  'known_passkey',
  'passkey_counter_backward',
  'too_many_wrong_codes',
] as const;

/** The failure to show for a second factor that was refused. */
export const failureOf = ({ refused }: Refusal): Failure => failures[refused]();
