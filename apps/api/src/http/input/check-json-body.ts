import { invalidInput } from '@tessera/domain/failures';
import type { RequestHandler } from 'express';
import { Refused } from '../../kernel/refused.ts';

/** No body of ours is deeper than a list in a list of a form. */
const levelsMax = 16;

/** Names under which the language keeps things of its own: who reads `constructor` or `__proto__` expects those. */
const isReserved = (key: string) => key in Object.prototype;

/** Why no form could hold this, in words for the caller; null where one could. */
const faultOf = (body: unknown): string | null => {
  let level: readonly unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levelsMax) return `The request is nested deeper than ${levelsMax} levels.`;
    const below: unknown[] = [];
    for (const value of level) {
      // Half a character can't be stored, and makes checks of addresses throw.
      if (typeof value === 'string' && !value.isWellFormed()) return 'A text contains an invalid character.';
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        if (!key.isWellFormed() || (!Array.isArray(value) && isReserved(key)))
          return 'A field has a name that is not allowed.';
        below.push(inner);
      }
    }
    level = below;
  }
  return null;
};

/** After the body was parsed: refuses what is JSON, and yet nothing that a form could hold. */
export const checkJsonBody: RequestHandler = (request, _response, next) => {
  // Bytes are for who asked for them to judge.
  if (Buffer.isBuffer(request.body)) return next();
  const message = faultOf(request.body);
  next(message === null ? undefined : new Refused(invalidInput({ message })));
};
