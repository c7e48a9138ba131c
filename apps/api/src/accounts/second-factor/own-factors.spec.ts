import fc from 'fast-check';
import { judged, noFactors } from './own-factors.ts';
import type { Factor, Judge, OwnFactors } from './own-factors.ts';

const stepMs = 30_000;
const pauseMs = 15 * 60_000;
const startMs = Date.UTC(2026, 10, 22);

const factor: Factor = {
  id: 'app-1',
  name: '',
  status: 'verified',
  secret_sealed: '',
  created_at_ms: startMs,
  updated_at_ms: startMs,
  last_step: 0,
  challenge: null,
};

/** The code of a step is the step itself, in six digits; a recovery code is its own hash. */
const codeOf = (step: number) => String(step % 1_000_000).padStart(6, '0');
const judgeAt = (nowMs: number): Judge => ({
  nowMs,
  stepOf: (_factor, code) => {
    const now = Math.floor(nowMs / stepMs);
    return [now - 1, now, now + 1].find((step) => codeOf(step) === code) ?? null;
  },
  hashOf: (code) => code,
});

const attempt = fc.record({
  passMs: fc.nat(45_000),
  /** Of the app: so many steps from now. */
  code: fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: -3, max: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom('first', 'second') },
    { weight: 15, arbitrary: fc.constant('never') },
  ),
});

it('[SEC-08] however codes are tried, each opens once, in order, and at most ten wrong ones in a quarter of an hour', () => {
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 60, size: 'max' }), (attempts) => {
      let own: OwnFactors = { ...noFactors, factors: [factor], recovery_hashes: ['first ', 'second'] };
      let nowMs = startMs;
      const taken: string[] = [];
      let [wrongInRow, lastWrongMs] = [0, 0];
      for (const { passMs, code } of attempts) {
        nowMs += passMs;
        const text = typeof code === 'string' ? code.padEnd(6) : codeOf(Math.floor(nowMs / stepMs) + code);
        const { answer, next } = judged(own, { kind: 'any', code: text }, judgeAt(nowMs));
        const isPaused = wrongInRow >= 10 && nowMs < lastWrongMs + pauseMs;
        expect('refused' in answer && answer.refused === 'paused').toBe(isPaused);
        if (!('refused' in answer)) {
          expect(taken).not.toContain(text);
          taken.push(text);
          wrongInRow = 0;
        } else if (!isPaused) [wrongInRow, lastWrongMs] = [wrongInRow + 1, nowMs];
        own = next;
      }
      const steps = taken.filter((text) => /^\d/.test(text));
      expect(steps).toEqual([...steps].sort());
    }),
    { numRuns: 300 },
  );
});
