import type { ReferralCodeValidity } from '@tessera/contract/referrals';
import type { Arrival } from '@tessera/domain/invitation';
import { isArrival } from '@tessera/domain/invitation';
import { cut } from '@tessera/domain/kernel/text';
import { readCode } from '@tessera/domain/referrals/code-format';
import { atom } from 'jotai';
import { get as read } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';
import { track } from '../traffic/public.ts';
import { localStore } from '../kernel/browser/storage.ts';

const storageKey = 'referral';
export const validationTimeoutMs = 8_000;
const queryNames = ['ref', 'referral'];
const codeMaxCharacters = 40;

const invalidOrTimedOut = 'Invalid referral code or validation timeout';
const validationFailed = 'Error validating code';

/** The referral code that a visitor followed or typed, and the result of its validation. */
export interface ReferralState {
  readonly code: string | null;
  /** The owner of a valid code; null if their account is gone. */
  readonly referrerId: string | null;
  readonly source: Arrival;
  readonly isValid: boolean;
  readonly isValidating: boolean;
  readonly error: string | null;
}

export type ReferralPhase = 'idle' | 'validating' | 'valid' | 'invalid';

export const phaseOf = ({ code, isValidating, isValid }: ReferralState): ReferralPhase => {
  if (code === null) return 'idle';
  if (isValidating) return 'validating';
  return isValid ? 'valid' : 'invalid';
};

const idle: ReferralState = {
  code: null,
  referrerId: null,
  source: 'unknown',
  isValid: false,
  isValidating: false,
  error: null,
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

const stored = (): ReferralState => {
  try {
    const saved = JSON.parse(localStore.getItem(storageKey) ?? '{}') as Record<keyof ReferralState, unknown>;
    const code = textOf(saved.code);
    if (!code) return idle;
    return {
      code,
      referrerId: textOf(saved.referrerId),
      source: isArrival(saved.source) ? saved.source : idle.source,
      isValid: saved.isValid === true,
      isValidating: saved.isValidating === true,
      error: textOf(saved.error),
    };
  } catch {
    return idle;
  }
};

const referralState = atom<ReferralState>(stored());
export const referralAtom = atom((get) => get(referralState));

const keep = (state: ReferralState) => {
  store.set(referralState, state);
  if (state.code === null) localStore.removeItem(storageKey);
  else localStore.setItem(storageKey, JSON.stringify(state));
};

/** Null if there was no answer in time. */
const validityOf = async (code: string): Promise<ReferralCodeValidity | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), validationTimeoutMs);
  });
  try {
    return await Promise.race([
      read<ReferralCodeValidity>(`/api/referral-codes/${encodeURIComponent(code)}/validity`),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
};

let requestCount = 0;

/** The result of validating a code; null if another validation was started in the meantime. */
const validated = async (code: string, source: Arrival): Promise<ReferralState | null> => {
  const request = (requestCount += 1);
  const known = { ...idle, code, source };
  const found = await validityOf(code).catch(() => 'failed' as const);
  if (request !== requestCount) return null;
  if (found === 'failed') return { ...known, error: validationFailed };
  if (found?.valid) return { ...known, isValid: true, referrerId: found.referrer_id };
  return { ...known, error: invalidOrTimedOut };
};

const codeIn = (text: string) => {
  const code = cut(text.trim(), codeMaxCharacters);
  return readCode(code) ?? code;
};

/** Validates a code with the server. The latest call wins. An empty code clears the referral. */
export const validateReferral = async (typed: string, source: Arrival): Promise<void> => {
  const code = codeIn(typed);
  if (code === '') return clearReferral();
  keep({ ...idle, code, source, isValidating: true });
  const answer = await validated(code, source);
  if (answer) keep(answer);
};

/** Replaces an earlier valid code with the one in a link, but only if that is valid, too. */
const replaceIfValid = async (linkCode: string): Promise<void> => {
  const answer = await validated(codeIn(linkCode), 'url');
  if (answer?.isValid) keep(answer);
};

/** Clears the referral, on the page and in storage. */
export const clearReferral = (): void => {
  requestCount += 1;
  keep(idle);
};

/**
 * Picks up the code in a query string. Without one, validates the stored code if no page has had an answer for it yet.
 */
export const captureReferral = (search: string): Promise<void> => {
  const query = new URLSearchParams(search);
  const [linkCode] = queryNames.flatMap((name) => query.get(name)?.trim() || []);
  const { code, source, isValid, isValidating, error } = store.get(referralAtom);
  const isDifferent = linkCode !== undefined && codeIn(linkCode) !== code;
  const wellFormedCode = linkCode && readCode(linkCode);
  if (wellFormedCode) track('visit', wellFormedCode);
  if (linkCode) return isValid && isDifferent ? replaceIfValid(linkCode) : validateReferral(linkCode, 'url');
  const isUnanswered = isValidating || error === validationFailed;
  return code && isUnanswered ? validateReferral(code, source) : Promise.resolve();
};
