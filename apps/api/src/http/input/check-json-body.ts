import { invalidInput } from '@tessera/domain/failures';
import type { RequestHandler } from 'express';
import { Refused } from '../../kernel/refused.ts';

/** Our deepest form is a list within a list. */
const levelsMax = 16;

/** Names with a meaning in JavaScript, such as `constructor` or `__proto__`: code may read them as that. */
const isReserved = (key: string) => key in Object.prototype;

/** Why no form can contain this value, in words for the caller; null if one can. */
const problemWith = (body: unknown): string | null => {
  let level: readonly unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levelsMax) return `The request is nested deeper than ${levelsMax} levels.`;
    const below: unknown[] = [];
    for (const value of level) {
      // A lone surrogate can't be stored, and makes the validation of addresses throw.
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

/** Refuses parsed JSON that no form can contain; use it after the body parsers. */
export const checkJsonBody: RequestHandler = (request, _response, next) => {
  // Raw bytes are checked by the route that asked for them.
  if (Buffer.isBuffer(request.body)) return next();
  const message = problemWith(request.body);
  next(message === null ? undefined : new Refused(invalidInput({ message })));
};
