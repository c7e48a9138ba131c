import { expect, test } from 'vitest';
import { MoneyWorld } from '../earnings/money-world.test-kit.ts';
import { noFigures } from './money-days.view.ts';
import { balancesAt } from '../earnings/ledger/balances.ts';

const worldOfOneSale = () => {
  const world = new MoneyWorld();
  return { world, license: world.sell('creator-2', 10_000, 'creator-1') };
};

test('[PAY-32] each day has its own figures: sales with commission and rewards, fees, refunds, disputes and payouts', () => {
  const { world, license } = worldOfOneSale();
  world.charge(license, 320);
  world.charge(license, 320);
  world.pass(20);
  world.refund(license, 1_000);
  world.dispute(license, 'dp', 'open', 9_000);
  world.pass(1);
  world.dispute(license, 'dp', 'won', 9_000);
  world.pass(1);
  world.prepare('creator-2', 'run');
  const payout_id = 'run/creator-2';
  world.payoutCommand('creator-2', { kind: 'send', payout_id, rail: 'manual' });
  world.payoutCommand('creator-2', { kind: 'pay', payout_id, reference: null });
  world.pass(1);
  world.payoutCommand('creator-2', { kind: 'return', payout_id, reason: 'The account is closed.' });
  expect([...world.days.values()]).toEqual([
    {
      ...noFigures,
      day: '2026-01-01',
      licenses: 1,
      gross_cents: 10_000,
      commission_cents: 2_000,
      reward_cents: 500,
      fee_cents: 320,
      owed_cents: 8_500,
      kept_cents: 1_180,
    },
    {
      ...noFigures,
      day: '2026-01-21',
      refunds: 1,
      refunded_cents: 1_000,
      disputes_opened: 1,
      disputed_cents: 9_000,
      owed_cents: -850,
      kept_cents: -150,
    },
    { ...noFigures, day: '2026-01-22', disputes_won: 1, won_cents: 9_000 },
    { ...noFigures, day: '2026-01-23', payouts: 1, paid_cents: 7_200, owed_cents: -7_200 },
    { ...noFigures, day: '2026-01-24', payouts_returned: 1, returned_cents: 7_200, owed_cents: 7_200 },
  ]);
});

test('[PAY-32] a dispute reported lost before it was opened counts as both, and a bank’s reversed decision is subtracted', () => {
  const { world, license } = worldOfOneSale();
  world.pass(1);
  world.dispute(license, 'dp', 'lost', 10_000);
  world.pass(1);
  world.dispute(license, 'dp', 'won', 10_000);
  expect([...world.days.values()].slice(1)).toMatchObject([
    { disputes_opened: 1, disputed_cents: 10_000, disputes_lost: 1, lost_cents: 10_000, kept_cents: -1_500 },
    { disputes_won: 1, won_cents: 10_000, disputes_lost: -1, lost_cents: -10_000, kept_cents: 1_500 },
  ]);
});

test('[PAY-32] balances on a day are by state for what is owed, and by gateway for cash', () => {
  const { world, license } = worldOfOneSale();
  world.charge(license, 320);
  const accounts = [...world.ledger.values()];
  const cash = [{ name: 'sandbox', cents: 9_680 }];
  const none = { reserve_cents: 0, in_transit_cents: 0, disputes_cents: 0, cash };
  expect(balancesAt(accounts, '2026-01-09')).toEqual({ pending_cents: 8_500, available_cents: 0, ...none });
  expect(balancesAt(accounts, '2026-01-10')).toEqual({ pending_cents: 0, available_cents: 8_500, ...none });
});
