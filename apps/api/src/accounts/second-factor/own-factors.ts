import { timingSafeEqual } from 'node:crypto';
import { never } from '@tessera/domain/kernel/decider';

/** Each is an app that somebody once set up; nobody needs more. */
export const factorsMax = 10;
const challengeMs = 5 * 60_000;
/** After so many wrong codes one after the other, a code is taken only now and then. */
const wrongInRowMax = 10;
const pauseMs = 15 * 60_000;

export interface Factor {
  readonly id: string;
  /** What its owner calls it; empty for none. */
  readonly name: string;
  readonly status: 'unverified' | 'verified';
  readonly secret_sealed: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  /** The step whose code was taken last: no code of this or an earlier one is taken again. */
  readonly last_step: number;
  readonly challenge: { readonly id: string; readonly asked_at_ms: number } | null;
}

/** The second factors of one account, as the vault keeps them. */
export interface OwnFactors {
  readonly factors: readonly Factor[];
  /** Of the codes that have not been used. */
  readonly recovery_hashes: readonly string[];
  readonly wrong_in_row: number;
  readonly last_wrong_at_ms: number;
}

export const noFactors: OwnFactors = { factors: [], recovery_hashes: [], wrong_in_row: 0, last_wrong_at_ms: 0 };

/** How somebody showed the second factor. */
export type Proof = 'totp' | 'recovery_code';

export type Refusal =
  | { readonly refused: 'unknown-factor' | 'challenge-over' | 'wrong-code' }
  | { readonly refused: 'paused'; readonly waitMs: number };

export interface Taken {
  readonly proof: Proof;
  /** Whether it is the code that ends the setting up of this factor. */
  readonly set_up: Factor | null;
}

/** What became of a code, and what is to be kept. */
export interface Judged {
  readonly next: OwnFactors;
  readonly answer: Taken | Refusal;
}

/** A code as it is tried. */
export type Attempt =
  | { readonly kind: 'challenge'; readonly factorId: string; readonly challengeId: string; readonly code: string }
  /** Whichever the owner has at hand. */
  | { readonly kind: 'any'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string };

/** What is needed to judge: the present, and what opens the secrets. */
export interface Judge {
  readonly nowMs: number;
  /** The step whose code it is; null for a wrong one. */
  readonly stepOf: (factor: Factor, code: string) => number | null;
  readonly hashOf: (recoveryCode: string) => string;
}

export const isOn = ({ factors }: OwnFactors) => factors.some(({ status }) => status === 'verified');

export const challengeEndsAtMs = (askedAtMs: number) => askedAtMs + challengeMs;

const changed = (own: OwnFactors, factor: Factor): OwnFactors => ({
  ...own,
  factors: own.factors.map((each) => (each.id === factor.id ? factor : each)),
});

/** Others that were begun and never finished are not needed any more. */
const withoutUnfinished = (own: OwnFactors): OwnFactors => ({
  ...own,
  factors: own.factors.filter(({ status }) => status === 'verified'),
});

const wrong = (own: OwnFactors, { nowMs }: Judge): Judged => ({
  next: { ...own, wrong_in_row: own.wrong_in_row + 1, last_wrong_at_ms: nowMs },
  answer: { refused: 'wrong-code' },
});

const right = (own: OwnFactors, answer: Taken): Judged => ({ next: { ...own, wrong_in_row: 0 }, answer });

const withTotp = (own: OwnFactors, candidates: readonly Factor[], code: string, judge: Judge): Judged => {
  for (const factor of candidates) {
    const step = judge.stepOf(factor, code);
    if (step === null || step <= factor.last_step) continue;
    const used: Factor = {
      ...factor,
      status: 'verified',
      last_step: step,
      challenge: null,
      updated_at_ms: judge.nowMs,
    };
    if (factor.status === 'verified') return right(changed(own, used), { proof: 'totp', set_up: null });
    return right(withoutUnfinished(changed(own, used)), { proof: 'totp', set_up: used });
  }
  return wrong(own, judge);
};

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

const withRecoveryCode = (own: OwnFactors, code: string, judge: Judge): Judged => {
  const hash = judge.hashOf(code);
  const left = own.recovery_hashes.filter((each) => !isSame(each, hash));
  if (left.length === own.recovery_hashes.length || !isOn(own)) return wrong(own, judge);
  return right({ ...own, recovery_hashes: left }, { proof: 'recovery_code', set_up: null });
};

const answering = (own: OwnFactors, attempt: Attempt & { kind: 'challenge' }, judge: Judge): Judged => {
  const factor = own.factors.find(({ id }) => id === attempt.factorId);
  if (!factor) return { next: own, answer: { refused: 'unknown-factor' } };
  const { challenge } = factor;
  const isOpen = challenge?.id === attempt.challengeId && judge.nowMs < challengeEndsAtMs(challenge.asked_at_ms);
  if (!isOpen) return { next: own, answer: { refused: 'challenge-over' } };
  return withTotp(own, [factor], attempt.code, judge);
};

/** Takes a code once, and no code for a while after too many wrong ones. */
export const judged = (own: OwnFactors, attempt: Attempt, judge: Judge): Judged => {
  const waitMs = own.wrong_in_row < wrongInRowMax ? 0 : own.last_wrong_at_ms + pauseMs - judge.nowMs;
  if (waitMs > 0) return { next: own, answer: { refused: 'paused', waitMs } };
  switch (attempt.kind) {
    case 'challenge':
      return answering(own, attempt, judge);
    case 'recovery':
      return withRecoveryCode(own, attempt.code, judge);
    case 'any': {
      const verified = own.factors.filter(({ status }) => status === 'verified');
      return /^\d{6}$/.test(attempt.code)
        ? withTotp(own, verified, attempt.code, judge)
        : withRecoveryCode(own, attempt.code, judge);
    }
    default:
      return never(attempt);
  }
};

/** Recovery codes stand in for a factor: without one they go as well. */
export const without = (own: OwnFactors, factorId: string): OwnFactors => {
  const left = { ...own, factors: own.factors.filter(({ id }) => id !== factorId) };
  return isOn(left) ? left : { ...left, recovery_hashes: [] };
};

export const withChallenge = (own: OwnFactors, factorId: string, challenge: { id: string; asked_at_ms: number }) => {
  const factor = own.factors.find(({ id }) => id === factorId);
  return factor ? changed(own, { ...factor, challenge }) : own;
};
