import type { ReferralCodeValidity } from '@tessera/contract/referrals';
import type { Arrival } from '@tessera/domain/invitation';
import { isArrival } from '@tessera/domain/invitation';
import { readCode } from '@tessera/domain/referrals/code-format';
import { atom } from 'jotai';
import { get as read } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';
import { track } from '../traffic/public.ts';

const storageKey = 'referral';
export const validationTimeoutMs = 8_000;
const queryNames = ['ref', 'referral'];
const codeMaxCharacters = 40;

const invalidOrLate = 'Invalid referral code or validation timeout';
const notValidated = 'Error validating code';

/** The referral code a visitor came with or typed, and what the server said of it. */
export interface ReferralState {
  readonly code: string | null;
  /** Of a valid code; null when its owner is gone. */
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
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<keyof ReferralState, unknown>;
    const code = textOf(kept.code);
    if (!code) return idle;
    return {
      code,
      referrerId: textOf(kept.referrerId),
      source: isArrival(kept.source) ? kept.source : idle.source,
      isValid: kept.isValid === true,
      isValidating: kept.isValidating === true,
      error: textOf(kept.error),
    };
  } catch {
    return idle;
  }
};

const current = atom<ReferralState>(stored());
export const referralAtom = atom((get) => get(current));

const keep = (state: ReferralState) => {
  store.set(current, state);
  try {
    if (state.code === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(state));
  } catch {
    // A browser that keeps nothing still signs up with what is on the page.
  }
};

/** Null when no answer came in time. */
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

let asked = 0;

/** What the server says of a code; null when another was asked about meanwhile. */
const judged = async (code: string, source: Arrival): Promise<ReferralState | null> => {
  const mine = (asked += 1);
  const known = { ...idle, code, source };
  const found = await validityOf(code).catch(() => 'failed' as const);
  if (mine !== asked) return null;
  if (found === 'failed') return { ...known, error: notValidated };
  if (found?.valid) return { ...known, isValid: true, referrerId: found.referrer_id };
  return { ...known, error: invalidOrLate };
};

const codeIn = (text: string) => {
  const code = text.trim().slice(0, codeMaxCharacters);
  return readCode(code) ?? code;
};

/** Asks the server about a code; of several, the one asked last counts. No code at all is no referral. */
export const validateReferral = async (typed: string, source: Arrival): Promise<void> => {
  const code = codeIn(typed);
  if (code === '') return clearReferral();
  keep({ ...idle, code, source, isValidating: true });
  const answer = await judged(code, source);
  if (answer) keep(answer);
};

/** A code in an address, beside a valid one that came before: whoever sent that keeps it, unless this is valid too. */
const considerReferral = async (carried: string): Promise<void> => {
  const answer = await judged(codeIn(carried), 'url');
  if (answer?.isValid) keep(answer);
};

/** Back to no referral, here and in storage. */
export const clearReferral = (): void => {
  asked += 1;
  keep(idle);
};

/** Takes the code that an address carries; otherwise asks about a known one that no page has had an answer for. */
export const noticeReferral = (search: string): Promise<void> => {
  const query = new URLSearchParams(search);
  const [carried] = queryNames.flatMap((name) => query.get(name)?.trim() || []);
  const { code, source, isValid, isValidating, error } = store.get(referralAtom);
  const isAnother = carried !== undefined && codeIn(carried) !== code;
  const carriedCode = carried && readCode(carried);
  if (carriedCode) track('visit', carriedCode);
  if (carried) return isValid && isAnother ? considerReferral(carried) : validateReferral(carried, 'url');
  const isUnanswered = isValidating || error === notValidated;
  return code && isUnanswered ? validateReferral(code, source) : Promise.resolve();
};
