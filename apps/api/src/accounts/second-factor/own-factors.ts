import { timingSafeEqual } from 'node:crypto';
import { never } from '@tessera/domain/kernel/decider';

/** Of a kind: each is an app or a passkey that someone once set up; nobody needs more. */
const factorsMax = 10;
/** For this long a challenge can be answered. */
export const challengeMs = 5 * 60_000;
/** After so many wrong codes one after another, a code is taken only now and then. */
const wrongInRowMax = 10;
const pauseMs = 15 * 60_000;

/** What a factor is asked; another one replaces it. */
export interface Challenge {
  readonly id: string;
  /** The one session that may answer. */
  readonly session_id: string;
  readonly asked_at_ms: number;
  /** What a passkey signs: random bytes in base64url. */
  readonly value: string;
}

interface Begun {
  readonly id: string;
  /** What its owner calls it; empty for none. */
  readonly name: string;
  readonly status: 'unverified' | 'verified';
  readonly created_at_ms: number;
  /** When it was used last. */
  readonly updated_at_ms: number;
  readonly challenge: Challenge | null;
}

/** An authenticator app. */
export interface AppFactor extends Begun {
  /** Missing in records from before there were passkeys. */
  readonly kind?: 'totp';
  readonly secret_sealed: string;
  /** The step whose code was taken last: no code of this or an earlier one is taken again. */
  readonly last_step: number;
}

export interface PasskeyFactor extends Begun {
  readonly kind: 'webauthn';
  /** A `Passkey`; null until it was made. */
  readonly passkey_sealed: string | null;
}

export type Factor = AppFactor | PasskeyFactor;

/** What a passkey is known by. */
export interface Passkey {
  /** Base64url, as is the key, in COSE's form. */
  readonly credential_id: string;
  readonly public_key: string;
  /** How a browser reaches it, such as `usb`. */
  readonly transports: readonly string[];
  /** How often it says that it was used; 0 for one that doesn't count. */
  readonly counter: number;
  /** Whether it made sure of its owner, by a finger or a PIN, when it was made. */
  readonly verifies_user: boolean;
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

/** How someone showed the second factor. */
export type Proof = 'totp' | 'mfa/webauthn' | 'recovery_code';

export type Refusal =
  | { readonly refused: 'unknown-factor' | 'challenge-over' | 'wrong-code' }
  | { readonly refused: 'unknown-passkey' | 'wrong-passkey' | 'known-passkey' | 'passkey-counter-backward' }
  | { readonly refused: 'paused'; readonly waitMs: number };

export interface AcceptedProof {
  readonly proof: Proof;
  /** The factor whose setting up it ends; null where it was set up before. */
  readonly set_up: Factor | null;
}

/** What became of a code, and what is to be kept. */
export interface Verification {
  readonly next: OwnFactors;
  readonly answer: AcceptedProof | Refusal;
}

/** Which challenge is answered, and where. */
export interface Answering {
  readonly factorId: string;
  readonly challengeId: string;
  readonly sessionId: string;
}

/** What a passkey's answer turned out to be, held against the challenge that it names. */
export type PresentedPasskey =
  | { readonly is: 'made'; readonly passkey: Passkey }
  | { readonly is: 'used'; readonly factorId: string; readonly counter: number }
  | { readonly is: 'unknown' }
  | { readonly is: 'wrong' };

/** A code as it is tried, or a passkey. */
export type Attempt =
  | ({ readonly kind: 'challenge'; readonly code: string } & Answering)
  | ({ readonly kind: 'passkey'; readonly shown: PresentedPasskey } & Answering)
  /** Whichever the owner has at hand. */
  | { readonly kind: 'any'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string };

/** What is needed to judge: the present, and what opens the secrets. */
export interface VerificationContext {
  readonly nowMs: number;
  /** The step whose code it is; null for a wrong one. */
  readonly stepOf: (factor: AppFactor, code: string) => number | null;
  readonly hashOf: (recoveryCode: string) => string;
  readonly passkeyOf: (factor: PasskeyFactor) => Passkey | null;
  readonly sealed: (factor: PasskeyFactor, passkey: Passkey) => string;
}

export const isOn = ({ factors }: OwnFactors) => factors.some(({ status }) => status === 'verified');

const isApp = (factor: Factor): factor is AppFactor => factor.kind !== 'webauthn';
const isPasskey = (factor: Factor): factor is PasskeyFactor => factor.kind === 'webauthn';

/** Those that were set up. */
export const appsOf = ({ factors }: OwnFactors) => factors.filter(isApp).filter(({ status }) => status === 'verified');
export const passkeysOf = ({ factors }: OwnFactors) =>
  factors.filter(isPasskey).filter(({ status }) => status === 'verified');

/** A passkey has a name in any case, so that its owner can tell it from the others. */
const named = (own: OwnFactors, factor: Factor): Factor => {
  if (factor.name !== '' || isApp(factor)) return factor;
  const taken = new Set(own.factors.map(({ name }) => name));
  const names = Array.from({ length: own.factors.length + 1 }, (_, index) => `Passkey ${index + 1}`);
  return { ...factor, name: names.find((name) => !taken.has(name)) ?? '' };
};

/** With one more that is about to be set up; or why there can't be one. */
export const withFactor = (own: OwnFactors, factor: Factor): OwnFactors | 'too-many' | 'name-taken' => {
  const ofKind = own.factors.filter((each) => isApp(each) === isApp(factor));
  if (ofKind.length >= factorsMax) return 'too-many';
  if (factor.name !== '' && own.factors.some(({ name }) => name === factor.name)) return 'name-taken';
  return { ...own, factors: [...own.factors, named(own, factor)] };
};

export const challengeEndsAtMs = (askedAtMs: number) => askedAtMs + challengeMs;

const changed = (own: OwnFactors, factor: Factor): OwnFactors => ({
  ...own,
  factors: own.factors.map((each) => (each.id === factor.id ? factor : each)),
});

/** Others that were started and never finished are not needed anymore. */
const withoutUnfinished = (own: OwnFactors): OwnFactors => ({
  ...own,
  factors: own.factors.filter(({ status }) => status === 'verified'),
});

type Wrong = 'wrong-code' | 'unknown-passkey' | 'wrong-passkey' | 'known-passkey' | 'passkey-counter-backward';

const wrong = (own: OwnFactors, { nowMs }: VerificationContext, refused: Wrong): Verification => ({
  next: { ...own, wrong_in_row: own.wrong_in_row + 1, last_wrong_at_ms: nowMs },
  answer: { refused },
});

const right = (own: OwnFactors, answer: AcceptedProof): Verification => ({ next: { ...own, wrong_in_row: 0 }, answer });

const withTotp = (
  own: OwnFactors,
  candidates: readonly AppFactor[],
  code: string,
  judge: VerificationContext,
): Verification => {
  for (const factor of candidates) {
    const step = judge.stepOf(factor, code);
    if (step === null || step <= factor.last_step) continue;
    const used: AppFactor = {
      ...factor,
      status: 'verified',
      last_step: step,
      challenge: null,
      updated_at_ms: judge.nowMs,
    };
    if (factor.status === 'verified') return right(changed(own, used), { proof: 'totp', set_up: null });
    return right(withoutUnfinished(changed(own, used)), { proof: 'totp', set_up: used });
  }
  return wrong(own, judge, 'wrong-code');
};

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

const withRecoveryCode = (own: OwnFactors, code: string, judge: VerificationContext): Verification => {
  const hash = judge.hashOf(code);
  const left = own.recovery_hashes.filter((each) => !isSame(each, hash));
  if (left.length === own.recovery_hashes.length || !isOn(own)) return wrong(own, judge, 'wrong-code');
  return right({ ...own, recovery_hashes: left }, { proof: 'recovery_code', set_up: null });
};

/** The challenge, while it can be answered there. */
export const openChallenge = (factor: Factor, { challengeId, sessionId }: Answering, nowMs: number) => {
  const { challenge } = factor;
  const isAsked = challenge?.id === challengeId && challenge.session_id === sessionId;
  return isAsked && nowMs < challengeEndsAtMs(challenge.asked_at_ms) ? challenge : null;
};

const withAddedPasskey = (
  own: OwnFactors,
  factor: PasskeyFactor,
  passkey: Passkey,
  judge: VerificationContext,
): Verification => {
  const isKnown = passkeysOf(own).some((each) => judge.passkeyOf(each)?.credential_id === passkey.credential_id);
  if (isKnown) return wrong(own, judge, 'known-passkey');
  const passkey_sealed = judge.sealed(factor, passkey);
  const made: PasskeyFactor = { ...factor, status: 'verified', passkey_sealed, updated_at_ms: judge.nowMs };
  return right(withoutUnfinished(changed(own, made)), { proof: 'mfa/webauthn', set_up: made });
};

const withUsed = (
  own: OwnFactors,
  used: { factorId: string; counter: number },
  judge: VerificationContext,
): Verification => {
  const factor = passkeysOf(own).find(({ id }) => id === used.factorId);
  const passkey = factor && judge.passkeyOf(factor);
  // It was removed a moment ago.
  if (!passkey) return wrong(own, judge, 'unknown-passkey');
  const { counter } = used;
  const counts = counter > 0 || passkey.counter > 0;
  if (counts && counter <= passkey.counter) return wrong(own, judge, 'passkey-counter-backward');
  const passkey_sealed = judge.sealed(factor, { ...passkey, counter });
  const next = changed(own, { ...factor, passkey_sealed, updated_at_ms: judge.nowMs });
  return right(next, { proof: 'mfa/webauthn', set_up: null });
};

/** Right or wrong, the answer uses the challenge up. */
const withPasskey = (
  own: OwnFactors,
  factor: PasskeyFactor,
  shown: PresentedPasskey,
  judge: VerificationContext,
): Verification => {
  const asked: PasskeyFactor = { ...factor, challenge: null };
  const after = changed(own, asked);
  const isNew = factor.status === 'unverified';
  if (shown.is === 'made' && isNew) return withAddedPasskey(after, asked, shown.passkey, judge);
  if (shown.is === 'used' && !isNew) return withUsed(after, shown, judge);
  return wrong(after, judge, shown.is === 'unknown' ? 'unknown-passkey' : 'wrong-passkey');
};

const answering = (own: OwnFactors, attempt: Extract<Attempt, Answering>, judge: VerificationContext): Verification => {
  const factor = own.factors.find(({ id }) => id === attempt.factorId);
  if (!factor) return { next: own, answer: { refused: 'unknown-factor' } };
  if (!openChallenge(factor, attempt, judge.nowMs)) return { next: own, answer: { refused: 'challenge-over' } };
  if (attempt.kind === 'challenge') return withTotp(own, [factor].filter(isApp), attempt.code, judge);
  return isPasskey(factor) ? withPasskey(own, factor, attempt.shown, judge) : wrong(own, judge, 'wrong-passkey');
};

/** Takes a code or an answer once, and none for a while after too many wrong ones. */
export const verifyAttempt = (own: OwnFactors, attempt: Attempt, judge: VerificationContext): Verification => {
  const waitMs = own.wrong_in_row < wrongInRowMax ? 0 : own.last_wrong_at_ms + pauseMs - judge.nowMs;
  if (waitMs > 0) return { next: own, answer: { refused: 'paused', waitMs } };
  switch (attempt.kind) {
    case 'challenge':
    case 'passkey':
      return answering(own, attempt, judge);
    case 'recovery':
      return withRecoveryCode(own, attempt.code, judge);
    case 'any':
      return /^\d{6}$/.test(attempt.code)
        ? withTotp(own, appsOf(own), attempt.code, judge)
        : withRecoveryCode(own, attempt.code, judge);
    default:
      return never(attempt);
  }
};

/** Recovery codes stand in for a factor: without one they go as well. */
export const without = (own: OwnFactors, factorId: string): OwnFactors => {
  const left = { ...own, factors: own.factors.filter(({ id }) => id !== factorId) };
  return isOn(left) ? left : { ...left, recovery_hashes: [] };
};

export const withChallenge = (own: OwnFactors, factorId: string, challenge: Challenge): OwnFactors => {
  const factor = own.factors.find(({ id }) => id === factorId);
  return factor ? changed(own, { ...factor, challenge }) : own;
};
