import fc from 'fast-check';
import { verifyAttempt, noFactors, withChallenge } from './account-factors.ts';
import type { AppFactor, VerificationContext, AccountFactors, Passkey, PasskeyFactor } from './account-factors.ts';

const stepMs = 30_000;
const pauseMs = 15 * 60_000;
const startMs = Date.UTC(2026, 10, 22);

const factor: AppFactor = {
  id: 'app-1',
  name: '',
  status: 'verified',
  secret_sealed: '',
  created_at_ms: startMs,
  updated_at_ms: startMs,
  last_step: 0,
  challenge: null,
};

/** In this model, a step's code is the step itself, in six digits, and a recovery code is its own hash. */
const codeOf = (step: number) => String(step % 1_000_000).padStart(6, '0');
const contextAt = (nowMs: number): VerificationContext => ({
  nowMs,
  stepOf: (_factor, code) => {
    const now = Math.floor(nowMs / stepMs);
    return [now - 1, now, now + 1].find((step) => codeOf(step) === code) ?? null;
  },
  hashOf: (code) => code,
  passkeyOf: ({ passkey_sealed }) => (passkey_sealed === null ? null : (JSON.parse(passkey_sealed) as Passkey)),
  sealed: (_factor, passkey) => JSON.stringify(passkey),
});

const attempt = fc.record({
  passMs: fc.nat(45_000),
  /** A number is an app's code that is this many steps from now. */
  code: fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: -3, max: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom('first', 'second') },
    { weight: 15, arbitrary: fc.constant('never') },
  ),
});

it('[SEC-08] however codes are tried, each works once and in order, and after ten wrong ones in a row none for 15 minutes', () => {
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 60, size: 'max' }), (attempts) => {
      let state: AccountFactors = { ...noFactors, factors: [factor], recovery_hashes: ['first ', 'second'] };
      let nowMs = startMs;
      const accepted: string[] = [];
      let [wrongInRow, lastWrongMs] = [0, 0];
      for (const { passMs, code } of attempts) {
        nowMs += passMs;
        const text = typeof code === 'string' ? code.padEnd(6) : codeOf(Math.floor(nowMs / stepMs) + code);
        const { answer, next } = verifyAttempt(state, { kind: 'any', code: text }, contextAt(nowMs));
        const isPaused = wrongInRow >= 10 && nowMs < lastWrongMs + pauseMs;
        expect('refused' in answer && answer.refused === 'paused').toBe(isPaused);
        if (!('refused' in answer)) {
          expect(accepted).not.toContain(text);
          accepted.push(text);
          wrongInRow = 0;
        } else if (!isPaused) [wrongInRow, lastWrongMs] = [wrongInRow + 1, nowMs];
        state = next;
      }
      const steps = accepted.filter((text) => /^\d/.test(text));
      expect(steps).toEqual([...steps].sort());
    }),
    { numRuns: 300 },
  );
});

describe('a passkey', () => {
  const passkeyFactor = (id: string): PasskeyFactor => ({
    id,
    kind: 'webauthn',
    name: id,
    status: 'verified',
    passkey_sealed: JSON.stringify({
      credential_id: id,
      public_key: '',
      transports: [],
      counter: 0,
      verifies_user: false,
    }),
    created_at_ms: startMs,
    updated_at_ms: startMs,
    challenge: null,
  });
  const use = fc.record({
    passMs: fc.constantFrom(0, 1_000, 5 * 60_000 - 1, 5 * 60_000, pauseMs),
    challenge: fc.constantFrom('newest', 'older', 'none'),
    session: fc.constantFrom('here', 'here', 'here', 'elsewhere'),
    by: fc.constantFrom('one', 'other', 'removed'),
    counter: fc.nat(6),
  });

  it('[SEC-08] however passkeys answer, each challenge is answered once, in time and in its session, and counters only grow', () => {
    fc.assert(
      fc.property(fc.array(use, { maxLength: 40, size: 'max' }), (uses) => {
        let state: AccountFactors = { ...noFactors, factors: [passkeyFactor('one'), passkeyFactor('other')] };
        let nowMs = startMs;
        let asked = 0;
        const answered = new Set<string>();
        const counts: Record<string, number> = { one: 0, other: 0 };
        for (const { passMs, challenge, session, by, counter } of uses) {
          if (challenge === 'newest') {
            const next = { id: `challenge-${(asked += 1)}`, session_id: 'here', asked_at_ms: nowMs, value: '' };
            state = withChallenge(state, 'one', next);
          }
          nowMs += passMs;
          const challengeId = challenge === 'none' ? 'never-asked' : `challenge-${asked}`;
          const where = { factorId: 'one', challengeId, sessionId: session };
          const presented = { kind: 'used', factorId: by, counter } as const;
          const { answer, next } = verifyAttempt(state, { kind: 'passkey', ...where, presented }, contextAt(nowMs));
          state = next;
          if ('refused' in answer) continue;
          expect([session, answered.has(challengeId), challenge === 'none']).toEqual(['here', false, false]);
          if (challenge === 'newest') expect(passMs).toBeLessThan(5 * 60_000);
          answered.add(challengeId);
          const before = counts[by] ?? Infinity;
          expect(counter > before || (counter === 0 && before === 0)).toBe(true);
          counts[by] = counter;
        }
      }),
      { numRuns: 300 },
    );
  });
});
