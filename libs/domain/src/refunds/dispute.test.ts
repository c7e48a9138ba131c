import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../kernel/failure.ts';
import { given } from '../kernel/given.test-kit.ts';
import { dispute, disputeStandings } from './dispute.ts';
import type { DisputeEvent, DisputeStanding } from './dispute.ts';

const report = (standing: DisputeStanding) => ({
  kind: 'report' as const,
  standing,
  dispute_id: 'du_1',
  order_id: 'order-1',
  brand_id: 'brand-1',
  gateway: 'stripe',
  licenses: [{ license_id: 'license-1', creator_id: 'creator-1', amount_cents: 25_000 }],
  amount_cents: 25_000,
  reason: 'fraudulent',
  evidence_due_at: '2026-12-01T00:00:00.000Z',
});

const told = (...standings: readonly DisputeStanding[]) =>
  standings.reduce<readonly DisputeEvent[]>((history, standing) => {
    const decision = given(dispute, history).when(report(standing));
    if (isFailure(decision)) throw new Error(decision.failure);
    return [...history, ...decision];
  }, []);
const typesAfter = (...standings: readonly DisputeStanding[]) => told(...standings).map(({ type }) => type);

test('[PAY-24] a warning is recorded once, only before a dispute, and moves no money', () => {
  expect(typesAfter('warning', 'warning')).toEqual(['DisputeWarned']);
  expect(typesAfter('warning', 'open')).toEqual(['DisputeWarned', 'DisputeOpened']);
  expect(typesAfter('warning', 'won')).toEqual(['DisputeWarned', 'DisputeOpened', 'DisputeWon']);
  expect(typesAfter('open', 'warning')).toEqual(['DisputeOpened']);
});

test('[PAY-23] however often and in whatever order it is reported, a dispute is opened once and has the last decision', () => {
  expect(typesAfter('lost', 'open', 'won', 'won', 'lost')).toEqual([
    'DisputeOpened',
    'DisputeLost',
    'DisputeWon',
    'DisputeLost',
  ]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...disputeStandings), { maxLength: 12 }), (standings) => {
      const types = typesAfter(...standings);
      const decided = standings.filter((standing) => standing === 'won' || standing === 'lost').at(-1);
      expect(types.filter((type) => type === 'DisputeOpened')).toHaveLength(
        standings.some((standing) => standing !== 'warning') ? 1 : 0,
      );
      if (decided) expect(types.at(-1)).toBe(decided === 'won' ? 'DisputeWon' : 'DisputeLost');
    }),
  );
});

test('[PAY-23] a dispute lost after it was won takes what the bank then says: refunds in between aren’t taken again', () => {
  const won = told('open', 'won');
  const left = [{ license_id: 'license-1', creator_id: 'creator-1', amount_cents: 20_000 }];
  const lost = given(dispute, won).when({ ...report('lost'), amount_cents: 20_000, licenses: left });
  expect(lost).toMatchObject([{ type: 'DisputeLost', data: { licenses: left } }]);
  const wonAgain = given(dispute, [...won, ...(lost as readonly DisputeEvent[])]).when(report('won'));
  expect(wonAgain).toMatchObject([{ type: 'DisputeWon', data: { licenses: left } }]);
  const first = [{ license_id: 'license-1', creator_id: 'creator-1', amount_cents: 25_000 }];
  expect(given(dispute, told('open')).when({ ...report('lost'), licenses: left })).toMatchObject([
    { data: { licenses: first } },
  ]);
});
