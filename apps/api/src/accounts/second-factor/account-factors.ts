import { timingSafeEqual } from 'node:crypto';
import { assertNever } from '@tessera/domain/kernel/decider';

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

interface FactorBase {
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
export interface AppFactor extends FactorBase {
  /** Missing in records from before there were passkeys. */
  readonly kind?: 'totp';
  readonly secret_sealed: string;
  /** The step whose code was taken last: no code of this or an earlier one is taken again. */
  readonly last_step: number;
}

export interface PasskeyFactor extends FactorBase {
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
export interface AccountFactors {
  readonly factors: readonly Factor[];
  /** Of the codes that have not been used. */
  readonly recovery_hashes: readonly string[];
  readonly wrong_in_row: number;
  readonly last_wrong_at_ms: number;
}

export const noFactors: AccountFactors = { factors: [], recovery_hashes: [], wrong_in_row: 0, last_wrong_at_ms: 0 };

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
  readonly next: AccountFactors;
  readonly answer: AcceptedProof | Refusal;
}

/** Which challenge is answered, and where. */
export interface AnsweredChallenge {
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
  | ({ readonly kind: 'challenge'; readonly code: string } & AnsweredChallenge)
  | ({ readonly kind: 'passkey'; readonly presented: PresentedPasskey } & AnsweredChallenge)
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

export const isOn = ({ factors }: AccountFactors) => factors.some(({ status }) => status === 'verified');

const isApp = (factor: Factor): factor is AppFactor => factor.kind !== 'webauthn';
const isPasskey = (factor: Factor): factor is PasskeyFactor => factor.kind === 'webauthn';

/** Those that were set up. */
export const appsOf = ({ factors }: AccountFactors) =>
  factors.filter(isApp).filter(({ status }) => status === 'verified');
export const passkeysOf = ({ factors }: AccountFactors) =>
  factors.filter(isPasskey).filter(({ status }) => status === 'verified');

/** A passkey has a name in any case, so that its owner can tell it from the others. */
const named = (state: AccountFactors, factor: Factor): Factor => {
  if (factor.name !== '' || isApp(factor)) return factor;
  const taken = new Set(state.factors.map(({ name }) => name));
  const names = Array.from({ length: state.factors.length + 1 }, (_, index) => `Passkey ${index + 1}`);
  return { ...factor, name: names.find((name) => !taken.has(name)) ?? '' };
};

/** With one more that is about to be set up; or why there can't be one. */
export const withFactor = (state: AccountFactors, factor: Factor): AccountFactors | 'too-many' | 'name-taken' => {
  const ofKind = state.factors.filter((each) => isApp(each) === isApp(factor));
  if (ofKind.length >= factorsMax) return 'too-many';
  if (factor.name !== '' && state.factors.some(({ name }) => name === factor.name)) return 'name-taken';
  return { ...state, factors: [...state.factors, named(state, factor)] };
};

export const challengeEndsAtMs = (askedAtMs: number) => askedAtMs + challengeMs;

const changed = (state: AccountFactors, factor: Factor): AccountFactors => ({
  ...state,
  factors: state.factors.map((each) => (each.id === factor.id ? factor : each)),
});

/** Others that were started and never finished are not needed anymore. */
const withoutUnfinished = (state: AccountFactors): AccountFactors => ({
  ...state,
  factors: state.factors.filter(({ status }) => status === 'verified'),
});

type Wrong = 'wrong-code' | 'unknown-passkey' | 'wrong-passkey' | 'known-passkey' | 'passkey-counter-backward';

const wrong = (state: AccountFactors, { nowMs }: VerificationContext, refused: Wrong): Verification => ({
  next: { ...state, wrong_in_row: state.wrong_in_row + 1, last_wrong_at_ms: nowMs },
  answer: { refused },
});

const right = (state: AccountFactors, answer: AcceptedProof): Verification => ({
  next: { ...state, wrong_in_row: 0 },
  answer,
});

const withTotp = (
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
    if (factor.status === 'verified') return right(changed(state, used), { proof: 'totp', set_up: null });
    return right(withoutUnfinished(changed(state, used)), { proof: 'totp', set_up: used });
  }
  return wrong(state, context, 'wrong-code');
};

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

const withRecoveryCode = (state: AccountFactors, code: string, context: VerificationContext): Verification => {
  const hash = context.hashOf(code);
  const left = state.recovery_hashes.filter((each) => !isSame(each, hash));
  if (left.length === state.recovery_hashes.length || !isOn(state)) return wrong(state, context, 'wrong-code');
  return right({ ...state, recovery_hashes: left }, { proof: 'recovery_code', set_up: null });
};

/** The challenge, while it can be answered there. */
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
  return right(withoutUnfinished(changed(state, made)), { proof: 'mfa/webauthn', set_up: made });
};

const withUsed = (
  state: AccountFactors,
  used: { factorId: string; counter: number },
  context: VerificationContext,
): Verification => {
  const factor = passkeysOf(state).find(({ id }) => id === used.factorId);
  const passkey = factor && context.passkeyOf(factor);
  // It was removed a moment ago.
  if (!passkey) return wrong(state, context, 'unknown-passkey');
  const { counter } = used;
  const counts = counter > 0 || passkey.counter > 0;
  if (counts && counter <= passkey.counter) return wrong(state, context, 'passkey-counter-backward');
  const passkey_sealed = context.sealed(factor, { ...passkey, counter });
  const next = changed(state, { ...factor, passkey_sealed, updated_at_ms: context.nowMs });
  return right(next, { proof: 'mfa/webauthn', set_up: null });
};

/** Right or wrong, the answer uses the challenge up. */
const withPasskey = (
  state: AccountFactors,
  factor: PasskeyFactor,
  presented: PresentedPasskey,
  context: VerificationContext,
): Verification => {
  const asked: PasskeyFactor = { ...factor, challenge: null };
  const after = changed(state, asked);
  const isNew = factor.status === 'unverified';
  if (presented.is === 'made' && isNew) return withAddedPasskey(after, asked, presented.passkey, context);
  if (presented.is === 'used' && !isNew) return withUsed(after, presented, context);
  return wrong(after, context, presented.is === 'unknown' ? 'unknown-passkey' : 'wrong-passkey');
};

const answering = (
  state: AccountFactors,
  attempt: Extract<Attempt, AnsweredChallenge>,
  context: VerificationContext,
): Verification => {
  const factor = state.factors.find(({ id }) => id === attempt.factorId);
  if (!factor) return { next: state, answer: { refused: 'unknown-factor' } };
  if (!openChallenge(factor, attempt, context.nowMs)) return { next: state, answer: { refused: 'challenge-over' } };
  if (attempt.kind === 'challenge') return withTotp(state, [factor].filter(isApp), attempt.code, context);
  return isPasskey(factor)
    ? withPasskey(state, factor, attempt.presented, context)
    : wrong(state, context, 'wrong-passkey');
};

/** Takes a code or an answer once, and none for a while after too many wrong ones. */
export const verifyAttempt = (state: AccountFactors, attempt: Attempt, context: VerificationContext): Verification => {
  const waitMs = state.wrong_in_row < wrongInRowMax ? 0 : state.last_wrong_at_ms + pauseMs - context.nowMs;
  if (waitMs > 0) return { next: state, answer: { refused: 'paused', waitMs } };
  switch (attempt.kind) {
    case 'challenge':
    case 'passkey':
      return answering(state, attempt, context);
    case 'recovery':
      return withRecoveryCode(state, attempt.code, context);
    case 'any':
      return /^\d{6}$/.test(attempt.code)
        ? withTotp(state, appsOf(state), attempt.code, context)
        : withRecoveryCode(state, attempt.code, context);
    default:
      return assertNever(attempt);
  }
};

/** Recovery codes stand in for a factor: without one they go as well. */
export const without = (state: AccountFactors, factorId: string): AccountFactors => {
  const left = { ...state, factors: state.factors.filter(({ id }) => id !== factorId) };
  return isOn(left) ? left : { ...left, recovery_hashes: [] };
};

export const withChallenge = (state: AccountFactors, factorId: string, challenge: Challenge): AccountFactors => {
  const factor = state.factors.find(({ id }) => id === factorId);
  return factor ? changed(state, { ...factor, challenge }) : state;
};
