import { timingSafeEqual } from 'node:crypto';
import { assertNever } from '@tessera/domain/kernel/decider';

/** The maximum of apps, and of passkeys, in one account. */
const factorsMax = 10;
/** How long a challenge can be answered. */
export const challengeMs = 5 * 60_000;
/** After this many wrong codes in a row, only one more is accepted per pause. */
const wrongInRowMax = 10;
const pauseMs = 15 * 60_000;

/** A factor's current challenge; a new one replaces it. */
export interface Challenge {
  readonly id: string;
  /** The only session that may answer. */
  readonly session_id: string;
  readonly asked_at_ms: number;
  /** The random bytes that a passkey signs, in base64url. */
  readonly value: string;
}

interface FactorBase {
  readonly id: string;
  /** Given by its owner; may be empty. */
  readonly name: string;
  readonly status: 'unverified' | 'verified';
  readonly created_at_ms: number;
  /** When it was last used. */
  readonly updated_at_ms: number;
  readonly challenge: Challenge | null;
}

/** An authenticator app. */
export interface AppFactor extends FactorBase {
  /** Missing in records from before passkeys were supported. */
  readonly kind?: 'totp';
  readonly secret_sealed: string;
  /** The time step of the last accepted code: no code of it or of an earlier step is accepted again. */
  readonly last_step: number;
}

export interface PasskeyFactor extends FactorBase {
  readonly kind: 'webauthn';
  /** An encrypted `Passkey`; null until it has been created. */
  readonly passkey_sealed: string | null;
}

export type Factor = AppFactor | PasskeyFactor;

/** What is stored of a passkey. */
export interface Passkey {
  /** Base64url. */
  readonly credential_id: string;
  /** In COSE form, as base64url. */
  readonly public_key: string;
  /** How browsers reach it, such as `usb`. */
  readonly transports: readonly string[];
  /** Its own count of its uses; always 0 if it doesn't count. */
  readonly counter: number;
  /** Whether it verified its user, by fingerprint or PIN, when it was created. */
  readonly verifies_user: boolean;
}

/** The second factors of one account, as the vault keeps them. */
export interface AccountFactors {
  readonly factors: readonly Factor[];
  /** The hashes of the unused recovery codes. */
  readonly recovery_hashes: readonly string[];
  readonly wrong_in_row: number;
  readonly last_wrong_at_ms: number;
}

export const noFactors: AccountFactors = { factors: [], recovery_hashes: [], wrong_in_row: 0, last_wrong_at_ms: 0 };

/** How a second factor was proven. */
export type Proof = 'totp' | 'mfa/webauthn' | 'recovery_code';

/** The reasons that count as a wrong answer. */
type Wrong = 'wrong-code' | 'unknown-passkey' | 'wrong-passkey' | 'known-passkey' | 'passkey-counter-backward';

export interface Refusal {
  readonly refused: Wrong | 'unknown-factor' | 'challenge-over' | 'paused';
}

export interface AcceptedProof {
  readonly proof: Proof;
  /** The factor that this proof finished setting up; null if it was set up before. */
  readonly set_up: Factor | null;
}

export type VerificationResult = AcceptedProof | Refusal;

/** The outcome of an attempt, and the state to store. */
export interface Verification {
  readonly next: AccountFactors;
  readonly answer: VerificationResult;
}

/** The challenge that is answered, and the session that answers. */
export interface AnsweredChallenge {
  readonly factorId: string;
  readonly challengeId: string;
  readonly sessionId: string;
}

/** The result of verifying a passkey's answer against its challenge. */
export type PresentedPasskey =
  | { readonly kind: 'made'; readonly passkey: Passkey }
  | { readonly kind: 'used'; readonly factorId: string; readonly counter: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wrong' };

/** A code or a passkey's answer that someone tries. */
export type Attempt =
  | ({ readonly kind: 'challenge'; readonly code: string } & AnsweredChallenge)
  | ({ readonly kind: 'passkey'; readonly presented: PresentedPasskey } & AnsweredChallenge)
  /** A code of any app, or a recovery code. */
  | { readonly kind: 'any'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string };

/** What a verification needs: the time, and access to the secrets. */
export interface VerificationContext {
  readonly nowMs: number;
  /** The time step of the code; null if the code is wrong. */
  readonly stepOf: (factor: AppFactor, code: string) => number | null;
  readonly hashOf: (recoveryCode: string) => string;
  readonly passkeyOf: (factor: PasskeyFactor) => Passkey | null;
  readonly sealed: (factor: PasskeyFactor, passkey: Passkey) => string;
}

export const isOn = ({ factors }: AccountFactors) => factors.some(({ status }) => status === 'verified');

const isApp = (factor: Factor): factor is AppFactor => factor.kind !== 'webauthn';
const isPasskey = (factor: Factor): factor is PasskeyFactor => factor.kind === 'webauthn';

/** The apps that are set up. */
export const appsOf = ({ factors }: AccountFactors) =>
  factors.filter(isApp).filter(({ status }) => status === 'verified');
export const passkeysOf = ({ factors }: AccountFactors) =>
  factors.filter(isPasskey).filter(({ status }) => status === 'verified');

/** Gives a passkey without a name a numbered one, so that its owner can tell it from the others. */
const named = (state: AccountFactors, factor: Factor): Factor => {
  if (factor.name !== '' || isApp(factor)) return factor;
  const taken = new Set(state.factors.map(({ name }) => name));
  const names = Array.from({ length: state.factors.length + 1 }, (_, index) => `Passkey ${index + 1}`);
  return { ...factor, name: names.find((name) => !taken.has(name)) ?? '' };
};

/** Adds a factor that is about to be set up, or returns the reason for refusing it. */
export const withFactor = (state: AccountFactors, factor: Factor): AccountFactors | 'too-many' | 'name-taken' => {
  const ofKind = state.factors.filter((each) => isApp(each) === isApp(factor));
  if (ofKind.length >= factorsMax) return 'too-many';
  if (factor.name !== '' && state.factors.some(({ name }) => name === factor.name)) return 'name-taken';
  return { ...state, factors: [...state.factors, named(state, factor)] };
};

export const challengeEndsAtMs = (askedAtMs: number) => askedAtMs + challengeMs;

const withChanged = (state: AccountFactors, factor: Factor): AccountFactors => ({
  ...state,
  factors: state.factors.map((each) => (each.id === factor.id ? factor : each)),
});

/** Drops factors whose setup was begun but never finished. */
const withoutUnfinished = (state: AccountFactors): AccountFactors => ({
  ...state,
  factors: state.factors.filter(({ status }) => status === 'verified'),
});

const wrong = (state: AccountFactors, { nowMs }: VerificationContext, refused: Wrong): Verification => ({
  next: { ...state, wrong_in_row: state.wrong_in_row + 1, last_wrong_at_ms: nowMs },
  answer: { refused },
});

const right = (state: AccountFactors, answer: AcceptedProof): Verification => ({
  next: { ...state, wrong_in_row: 0 },
  answer,
});

const withAppCode = (
  state: AccountFactors,
  candidates: readonly AppFactor[],
  code: string,
  context: VerificationContext,
): Verification => {
  for (const factor of candidates) {
    const step = context.stepOf(factor, code);
    if (step === null || step <= factor.last_step) continue;
    const used: AppFactor = {
      ...factor,
      status: 'verified',
      last_step: step,
      challenge: null,
      updated_at_ms: context.nowMs,
    };
    if (factor.status === 'verified') return right(withChanged(state, used), { proof: 'totp', set_up: null });
    return right(withoutUnfinished(withChanged(state, used)), { proof: 'totp', set_up: used });
  }
  return wrong(state, context, 'wrong-code');
};

const isEqual = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

const withRecoveryCode = (state: AccountFactors, code: string, context: VerificationContext): Verification => {
  const hash = context.hashOf(code);
  const left = state.recovery_hashes.filter((each) => !isEqual(each, hash));
  if (left.length === state.recovery_hashes.length || !isOn(state)) return wrong(state, context, 'wrong-code');
  return right({ ...state, recovery_hashes: left }, { proof: 'recovery_code', set_up: null });
};

/** The challenge, if it can still be answered in this session. */
export const openChallenge = (factor: Factor, { challengeId, sessionId }: AnsweredChallenge, nowMs: number) => {
  const { challenge } = factor;
  const isAsked = challenge?.id === challengeId && challenge.session_id === sessionId;
  return isAsked && nowMs < challengeEndsAtMs(challenge.asked_at_ms) ? challenge : null;
};

const withAddedPasskey = (
  state: AccountFactors,
  factor: PasskeyFactor,
  passkey: Passkey,
  context: VerificationContext,
): Verification => {
  const isKnown = passkeysOf(state).some((each) => context.passkeyOf(each)?.credential_id === passkey.credential_id);
  if (isKnown) return wrong(state, context, 'known-passkey');
  const passkey_sealed = context.sealed(factor, passkey);
  const made: PasskeyFactor = { ...factor, status: 'verified', passkey_sealed, updated_at_ms: context.nowMs };
  return right(withoutUnfinished(withChanged(state, made)), { proof: 'mfa/webauthn', set_up: made });
};

const withUsedPasskey = (
  state: AccountFactors,
  used: { factorId: string; counter: number },
  context: VerificationContext,
): Verification => {
  const factor = passkeysOf(state).find(({ id }) => id === used.factorId);
  const passkey = factor && context.passkeyOf(factor);
  // It was removed while its answer was being verified.
  if (!passkey) return wrong(state, context, 'unknown-passkey');
  const { counter } = used;
  const isCounting = counter > 0 || passkey.counter > 0;
  if (isCounting && counter <= passkey.counter) return wrong(state, context, 'passkey-counter-backward');
  const passkey_sealed = context.sealed(factor, { ...passkey, counter });
  const next = withChanged(state, { ...factor, passkey_sealed, updated_at_ms: context.nowMs });
  return right(next, { proof: 'mfa/webauthn', set_up: null });
};

/** Uses the challenge up, whether the answer is right or wrong. */
const withPasskey = (
  state: AccountFactors,
  factor: PasskeyFactor,
  presented: PresentedPasskey,
  context: VerificationContext,
): Verification => {
  const answered: PasskeyFactor = { ...factor, challenge: null };
  const after = withChanged(state, answered);
  const isNew = factor.status === 'unverified';
  if (presented.kind === 'made' && isNew) return withAddedPasskey(after, answered, presented.passkey, context);
  if (presented.kind === 'used' && !isNew) return withUsedPasskey(after, presented, context);
  return wrong(after, context, presented.kind === 'unknown' ? 'unknown-passkey' : 'wrong-passkey');
};

const answerChallenge = (
  state: AccountFactors,
  attempt: Extract<Attempt, AnsweredChallenge>,
  context: VerificationContext,
): Verification => {
  const factor = state.factors.find(({ id }) => id === attempt.factorId);
  if (!factor) return { next: state, answer: { refused: 'unknown-factor' } };
  if (!openChallenge(factor, attempt, context.nowMs)) return { next: state, answer: { refused: 'challenge-over' } };
  if (attempt.kind === 'challenge') return withAppCode(state, [factor].filter(isApp), attempt.code, context);
  return isPasskey(factor)
    ? withPasskey(state, factor, attempt.presented, context)
    : wrong(state, context, 'wrong-passkey');
};

/** Accepts each code or answer only once, and nothing for a while after too many wrong ones. */
export const verifyAttempt = (state: AccountFactors, attempt: Attempt, context: VerificationContext): Verification => {
  const waitMs = state.wrong_in_row < wrongInRowMax ? 0 : state.last_wrong_at_ms + pauseMs - context.nowMs;
  if (waitMs > 0) return { next: state, answer: { refused: 'paused' } };
  switch (attempt.kind) {
    case 'challenge':
    case 'passkey':
      return answerChallenge(state, attempt, context);
    case 'recovery':
      return withRecoveryCode(state, attempt.code, context);
    case 'any':
      return /^\d{6}$/.test(attempt.code)
        ? withAppCode(state, appsOf(state), attempt.code, context)
        : withRecoveryCode(state, attempt.code, context);
    default:
      return assertNever(attempt);
  }
};

/** Removes a factor; with the last one go the recovery codes, as there is nothing left for them to replace. */
export const without = (state: AccountFactors, factorId: string): AccountFactors => {
  const left = { ...state, factors: state.factors.filter(({ id }) => id !== factorId) };
  return isOn(left) ? left : { ...left, recovery_hashes: [] };
};

export const withChallenge = (state: AccountFactors, factorId: string, challenge: Challenge): AccountFactors => {
  const factor = state.factors.find(({ id }) => id === factorId);
  return factor ? withChanged(state, { ...factor, challenge }) : state;
};
