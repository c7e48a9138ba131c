import type { Failure } from '@tessera/domain/kernel/failure';

/** Carries a refusal of the domain out of a handler; the exception filter turns it into an answer. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(`${failure.failure}: ${failure.message}`);
    this.failure = failure;
  }
}
