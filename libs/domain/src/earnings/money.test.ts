import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balancesAt } from './ledger/balances.ts';
import { totalOf } from '../books/money-days.view.ts';
import { isFailure } from '../kernel/failure.ts';
import { foldInto } from '../kernel/view.ts';
import type { View } from '../kernel/view.ts';
import { dayOf, daysLater } from '../ledger.ts';
import { sum } from '../money.ts';
import { given } from '../kernel/given.test-kit.ts';
import { creatorDashboard, emptyDashboard } from './dashboard/creator-dashboard.view.ts';
import { creatorMonths } from './dashboard/creator-months.view.ts';
import type { CreatorMonth } from './dashboard/creator-months.view.ts';
import { earning } from './earning.ts';
import type { EarningEvent } from './earning-events.ts';
import { creatorLedger } from './ledger/creator-ledger.view.ts';
import { owedTo, balancesOn, promisedOn } from './ledger/creator-account.ts';
import type { CreatorLedger, LedgerLine } from './ledger/creator-ledger.view.ts';
import { earnedCents, filledDays, periodBefore, periodOf, sumOfFigures } from './dashboard/figures.ts';
import { balanceOn } from './ledger/ledger.view.ts';
import { MoneyWorld } from './money-world.test-kit.ts';
import { noParts, plus, takeBack, wholeOf } from './parts.ts';
import { rewardTotals, rewards } from './rewards.view.ts';
import { splitOf } from './split.ts';

const creators = ['creator-1', 'creator-2', 'creator-3'] as const;
const referrerOf = { 'creator-1': null, 'creator-2': 'creator-1', 'creator-3': 'creator-1' } as const;

/** Everything that may happen, with numbers that choose whom it happens to and how much. */
const kinds = [
  'sell',
  'sell',
  'fee',
  'sell',
  'sell',
  'sell',
  'pay out',
  'pay out',
  'pay out',
  'pay out',
  'refund',
  'dispute',
  'decide',
  'prepare',
  'send',
  'pay',
  'fail',
  'cancel',
  'return',
  'hold',
  'release',
  'pass',
  'pass',
  'pass',
] as const;
type Kind = (typeof kinds)[number];

interface Step {
  readonly kind: Kind;
  readonly which: number;
  readonly share: number;
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...kinds),
    which: fc.nat({ max: 1_000 }),
    share: fc.nat({ max: 1_000 }),
  }),
  { minLength: 1, maxLength: 120, size: 'max' },
);

const pick = <Item>(items: readonly Item[], which: number): Item | undefined => items[which % items.length];

interface Told {
  readonly refusals: string[];
  readonly disputed: { readonly id: string; readonly license: MoneyWorld['sold'][number]; readonly cents: number }[];
}

const happen = (world: MoneyWorld, { kind, which, share }: Step, { refusals, disputed }: Told) => {
  const creator = pick(creators, which) ?? creators[0];
  const license = pick(world.sold, which);
  const { payouts } = world.payoutsOf(creator);
  const payout_id = pick(Object.keys(payouts), share) ?? 'none';
  const asked = () => {
    switch (kind) {
      case 'sell':
        world.sell(creator, 100 + share * 97, referrerOf[creator]);
        return null;
      case 'fee':
        return license ? world.charge(license, share - 100) : null;
      case 'refund':
        return license ? world.refund(license, 1 + Math.floor((license.price_cents * share) / 1_000)) : null;
      case 'dispute': {
        if (!license) return null;
        const id = world.newId('dispute');
        const cents = 1 + Math.floor((license.price_cents * share) / 1_000);
        disputed.push({ id, license, cents });
        return world.dispute(license, id, 'open', cents);
      }
      case 'decide': {
        const about = pick(disputed, which);
        return about ? world.dispute(about.license, about.id, share % 2 ? 'won' : 'lost', about.cents) : null;
      }
      case 'prepare':
        return world.prepare(creator);
      case 'pay out': {
        world.prepare(creator);
        const { open } = world.payoutsOf(creator);
        if (!open) return null;
        world.payoutCommand(creator, { kind: 'send', payout_id: open, rail: 'manual' });
        return world.payoutCommand(creator, { kind: 'pay', payout_id: open, reference: null });
      }
      case 'send':
        return world.payoutCommand(creator, { kind, payout_id, rail: 'manual' });
      case 'pay':
        return world.payoutCommand(creator, { kind, payout_id, reference: null });
      case 'fail':
      case 'return':
        return world.payoutCommand(creator, { kind, payout_id, reason: 'The account is closed.' });
      case 'cancel':
        return world.payoutCommand(creator, { kind, payout_id });
      case 'hold':
        return world.payoutCommand(creator, { kind, creator_id: creator, reason: 'We are checking.' });
      case 'release':
        return world.payoutCommand(creator, { kind, creator_id: creator });
      default:
        world.pass(1 + (share % 20));
        return null;
    }
  };
  const failure = asked();
  if (failure && isFailure(failure)) refusals.push(failure.failure);
};

const worldAfter = (happened: readonly Step[]) => {
  const world = new MoneyWorld();
  const told: Told = { refusals: [], disputed: [] };
  for (const step of happened) happen(world, step, told);
  return world;
};

const hasTakenOver = (world: MoneyWorld) => [...world.payouts.values()].some(({ takes_over }) => takes_over.length > 0);

/** Random histories: every promise of the ledger is checked against all of them. */
const numRuns = process.env['TEST_TIER'] === 'full' ? 20_000 : 200;
const patienceMs = 600_000;

const balances = (world: MoneyWorld, day: string) =>
  new Map([...world.ledger.values()].map((account) => [account.account, balanceOn(account, day)]));

describe(
  'in any history of sales, refunds, disputes, payouts, failures, returns and holds',
  { timeout: patienceMs },
  () => {
    test('[PAY-01] [PAY-03] every entry adds up to zero, and so do all accounts, on every day', () => {
      fc.assert(
        fc.property(steps, (happened) => {
          const world = worldAfter(happened);
          for (const postings of world.postings) expect(sum(postings.map(({ amount_cents }) => amount_cents))).toBe(0);
          for (const days of [0, 7, 30]) {
            expect(sum([...balances(world, daysLater(world.now, days)).values()])).toBe(0);
          }
        }),
        { numRuns },
      );
    });

    test('[PAY-01] [PAY-25] dashboard and rewards equal what was earned according to the ledger, less what was taken back', () => {
      fc.assert(
        fc.property(steps, (happened) => {
          const world = worldAfter(happened);
          const folded = <Document>(view: View<Document>) => {
            const documents = new Map<string, Document>();
            for (const event of world.events) foldInto(view, documents, event);
            return documents;
          };
          const dashboards = folded(creatorDashboard);
          const byLicense = [...folded(rewards).values()];
          const byCreator = [...folded(rewardTotals).values()];
          for (const id of creators) {
            const { earned_cents, reversed_cents } = world.account(id);
            const { net_cents, reward_cents } = dashboards.get(id) ?? emptyDashboard(id);
            expect(net_cents + reward_cents).toBe(earned_cents - reversed_cents);
            for (const list of [byLicense, byCreator]) {
              const own = list.filter(({ referrer_id }) => referrer_id === id);
              expect(sum(own.map((reward) => reward.reward_cents))).toBe(reward_cents);
            }
          }
        }),
        { numRuns },
      );
    });

    test('[GAL-13] a creator’s days, in any periods, equal the ledger’s amounts for the same days', () => {
      const names = fc.constantFrom('7d', '30d', '90d', '12m');
      fc.assert(
        fc.property(steps, names, fc.nat({ max: 400 }), (happened, name, later) => {
          const world = worldAfter(happened);
          const months = new Map<string, CreatorMonth>();
          for (const event of world.events) foldInto(creatorMonths, months, event);
          const period = periodOf(name, daysLater(world.now, later));
          for (const id of creators) {
            const known = [...months.values()].flatMap((month) => (month.creator_id === id ? month.days : []));
            const lines = world.lines(id).filter(({ kind }) => !kind.startsWith('payout'));
            const { earned_cents, reversed_cents } = world.account(id);
            expect(earnedCents(sumOfFigures(known))).toBe(earned_cents - reversed_cents);
            for (const days of [period, periodBefore(period)]) {
              const figures = sumOfFigures(filledDays(known, days));
              const within = lines.filter(({ at }) => days.from <= dayOf(at) && dayOf(at) <= days.to);
              expect(earnedCents(figures)).toBe(sum(within.map(({ amount_cents }) => amount_cents)));
              expect(figures.gross_cents).toBe(sum(within.map(({ gross_cents }) => gross_cents)));
              expect(figures.licenses).toBe(within.filter(({ kind }) => kind === 'sale').length);
            }
          }
        }),
        { numRuns },
      );
    });

    test('[PAY-03] [PAY-04] each cent of a creator is in exactly one place, and the places add up to what was earned, less what was reversed', () => {
      fc.assert(
        fc.property(steps, (happened) => {
          const world = worldAfter(happened);
          const day = world.today;
          const all = creators.map((id) => world.account(id));
          for (const account of all) {
            const places = Object.values(balancesOn(account, day));
            expect(sum(places)).toBe(account.earned_cents - account.reversed_cents);
          }
          const total = (of: (standing: ReturnType<typeof balancesOn>) => number) =>
            sum(all.map((account) => of(balancesOn(account, day))));
          const of = (account: string) => 0 - (balances(world, day).get(account) ?? 0);
          expect(of('creators:pending')).toBe(total(({ pending_cents }) => pending_cents));
          expect(of('creators:available')).toBe(total(({ available_cents }) => available_cents));
          expect(of('creators:reserve')).toBe(total(({ reserve_cents }) => reserve_cents));
          expect(of('payouts:in-transit')).toBe(total(({ in_transit_cents }) => in_transit_cents));
          expect(of('cash:bank')).toBe(total(({ paid_cents }) => paid_cents));
        }),
        { numRuns },
      );
    });

    test('[PAY-32] the days of the money overview add up to the ledger’s balances', () => {
      fc.assert(
        fc.property(steps, (happened) => {
          const world = worldAfter(happened);
          const day = world.today;
          const total = totalOf([...world.days.values()]);
          const { gross_cents, fee_cents, refunded_cents, disputed_cents, won_cents, lost_cents } = total;
          const of = (...accounts: readonly string[]) =>
            sum(accounts.map((account) => balances(world, day).get(account) ?? 0));
          expect(total.licenses).toBe(world.sold.length);
          expect(gross_cents).toBe(sum(world.sold.map(({ price_cents }) => price_cents)));
          expect(of('cash:sandbox')).toBe(gross_cents - refunded_cents - disputed_cents + won_cents - fee_cents);
          expect(of('disputes')).toBe(disputed_cents - won_cents - lost_cents);
          expect(of('expense:processor')).toBe(fee_cents);
          expect(of('cash:bank')).toBe(total.returned_cents - total.paid_cents);
          expect(0 - of('payouts:in-transit')).toBe(total.in_transit_cents);
          expect(0 - of('platform', 'expense:processor', 'expense:bad-debt')).toBe(total.kept_cents);
          const sold = world.sold.map(({ license_id }) => world.earningOf(license_id).split);
          expect(sum(sold.map(({ referrer }) => referrer))).toBe(total.reward_cents);
          expect(sum(sold.map(({ referrer, platform }) => referrer + platform))).toBe(total.commission_cents);
          const { cash, disputes_cents, ...owed } = balancesAt([...world.ledger.values()], day);
          expect(sum(Object.values(owed))).toBe(total.owed_cents);
          expect(sum(cash.map(({ cents }) => cents)) + disputes_cents).toBe(total.owed_cents + total.kept_cents);
        }),
        { numRuns },
      );
    });

    test('[PAY-03] [PAY-21] nobody gives back more of a license than their part, and all together never more than its price', () => {
      fc.assert(
        fc.property(steps, (happened) => {
          const world = worldAfter(happened);
          for (const { license_id, price_cents } of world.sold) {
            const { split, taken } = world.earningOf(license_id);
            expect(wholeOf(taken)).toBeLessThanOrEqual(price_cents);
            expect(world.refundOf(license_id).refunded_cents).toBeLessThanOrEqual(price_cents);
            for (const who of ['creator', 'referrer', 'platform'] as const) {
              expect(taken[who]).toBeGreaterThanOrEqual(0);
              expect(taken[who]).toBeLessThanOrEqual(split[who]);
            }
          }
        }),
        { numRuns },
      );
    });

    test('[PAY-08] each line of a statement continues from the previous balance, and the last balance is what is owed', () => {
      fc.assert(
        fc.property(steps, (happened) => {
          const world = worldAfter(happened);
          for (const id of creators) {
            let balance = 0;
            for (const line of world.lines(id)) {
              balance += line.amount_cents;
              expect(line.balance_cents).toBe(balance);
            }
            expect(owedTo(world.account(id))).toBe(balance);
          }
        }),
        { numRuns },
      );
    });

    test('[SPC-03] every cent that is pending or available has a last day, and each payout keeps the most urgent ones', () => {
      fc.assert(
        fc.property(steps, (happened) => {
          const world = worldAfter(happened);
          for (const id of creators) {
            const account = world.account(id);
            const owed = owedTo(account) - account.reserve_cents;
            expect(sum(account.promised.map(({ cents }) => cents))).toBe(Math.max(0, owed));
            const { available_cents } = balancesOn(account, world.today);
            const soon = sum(promisedOn(account, world.today).map(({ cents }) => cents));
            expect(soon).toBeLessThanOrEqual(Math.max(0, available_cents));
            const open = [...world.payouts.values()].find(
              ({ creator_id, status }) => creator_id === id && ['prepared', 'sent'].includes(status),
            );
            expect(sum(account.in_payout.map(({ cents }) => cents))).toBe(open?.amount_cents ?? 0);
            expect(account.in_payout.map(({ by }) => by).toSorted()[0] ?? null).toBe(open?.pay_by_on ?? null);
          }
        }),
        { numRuns },
      );
    });

    test('[PAY-11] the histories include several payouts per creator, some taken over; otherwise these properties would prove little', () => {
      const [several, takenOver] = [(world: MoneyWorld) => world.payouts.size > 4, hasTakenOver];
      const worlds = fc.sample(steps, { numRuns: 100, seed: 1 }).map(worldAfter);
      expect(worlds.filter(several).length).toBeGreaterThan(10);
      expect(worlds.filter(takenOver).length).toBeGreaterThan(10);
    });

    test('[PAY-11] a payout equals the lines since the previous payout plus those it takes over, and no line is paid twice', () => {
      fc.assert(
        fc.property(steps, (happened) => {
          const world = worldAfter(happened);
          for (const id of creators) {
            const payouts = [...world.payouts.values()].filter(({ creator_id }) => creator_id === id);
            const byId = new Map(payouts.map((payout) => [payout.payout_id, payout]));
            const earned = world.lines(id).filter(({ payout_id }) => payout_id === null);
            const within = (line: LedgerLine, { at, position }: { at: string; position: number }) =>
              line.available_from !== null && line.available_from <= at && line.position <= position;
            const paidBy = new Map<string, number>();
            for (const payout of payouts) {
              const own = earned.filter((line) => within(line, payout.until) && !within(line, payout.after));
              const takenOver = payout.takes_over.map((each) => byId.get(each)!);
              const cents = sum(own.map(({ moved }) => moved.pending + moved.available));
              expect(cents + sum(takenOver.map(({ amount_cents }) => amount_cents))).toBe(payout.amount_cents);
              for (const each of takenOver) expect(['failed', 'canceled', 'returned']).toContain(each.status);
              for (const line of own) paidBy.set(line.id, (paidBy.get(line.id) ?? 0) + 1);
            }
            expect([...paidBy.values()].every((count) => count === 1)).toBe(true);
            expect(new Set(payouts.flatMap(({ takes_over }) => takes_over)).size).toBe(
              payouts.flatMap(({ takes_over }) => takes_over).length,
            );
            expect(payouts.filter(({ status }) => ['prepared', 'sent'].includes(status)).length).toBeLessThanOrEqual(1);
          }
        }),
        { numRuns },
      );
    });

    test('a line stays the same when it is folded again after its account was stored', () => {
      fc.assert(
        fc.property(steps, (happened) => {
          const world = worldAfter(happened);
          const documents = new Map<string, CreatorLedger>();
          for (const event of world.events) {
            foldInto(creatorLedger, documents, event);
            const accounts = [...documents].filter(([, { type }]) => type === 'account');
            foldInto(creatorLedger, documents, event);
            for (const [key, account] of accounts) documents.set(key, account);
          }
          expect(documents).toEqual(world.creators);
        }),
        { numRuns: Math.min(numRuns, 50) },
      );
    });
  },
);

describe('each party’s part of a refund', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 });

  test('[PAY-21] follows the frozen split of everything refunded so far within a cent, and is the whole part in the end', () => {
    fc.assert(
      fc.property(amounts, fc.boolean(), (list, referred) => {
        const { net_cents, reward_cents, platform_cents } = splitOf(sum(list), referred);
        const split = { creator: net_cents, referrer: reward_cents, platform: platform_cents };
        let taken = noParts;
        for (const amount of list) {
          const parts = takeBack(split, taken, amount);
          expect(wholeOf(parts)).toBe(amount);
          expect(Math.min(parts.creator, parts.referrer, parts.platform)).toBeGreaterThanOrEqual(0);
          taken = plus(taken, parts);
          const due = (part: number) => (part * wholeOf(taken)) / wholeOf(split);
          expect(Math.abs(taken.creator - due(split.creator))).toBeLessThanOrEqual(0.5);
          expect(Math.abs(taken.referrer - due(split.referrer))).toBeLessThan(1);
        }
        expect(taken).toEqual(split);
      }),
    );
  });

  test('[PAY-21] comes from where the part is: pending before it falls due, then available, going below zero if it was paid out', () => {
    const world = new MoneyWorld();
    const license = world.sell('creator-2', 10_000, 'creator-1');
    world.refund(license, 1_000);
    expect(balancesOn(world.account('creator-2'), world.today)).toMatchObject({ pending_cents: 7_200 });
    world.pass(15);
    world.refund(license, 1_000);
    expect(balancesOn(world.account('creator-2'), world.today)).toMatchObject({
      pending_cents: 0,
      available_cents: 6_400,
    });
    world.prepare('creator-2', 'run');
    world.refund(license, 8_000);
    expect(balancesOn(world.account('creator-2'), world.today)).toMatchObject({
      available_cents: -6_400,
      in_transit_cents: 6_400,
    });
    expect(balancesOn(world.account('creator-1'), world.today)).toMatchObject({ available_cents: 0 });
    const next = world.sell('creator-2', 20_000, 'creator-1');
    world.pass(15);
    expect(next.price_cents).toBe(20_000);
    expect(balancesOn(world.account('creator-2'), world.today)).toMatchObject({ available_cents: 9_600 });
  });
});

test('[PAY-22] a refund, and each step of a dispute, is posted once, however often it is reported', () => {
  const sale = { license_id: 'license-1', order_id: 'order-1', creator_id: 'creator-1', referrer_id: null };
  const at = '2026-11-21T10:00:00.000Z';
  const post = { kind: 'post', ...sale, split: splitOf(10_000, false), gateway: 'sandbox', paidAt: at } as const;
  const decided = (...commands: readonly Parameters<typeof earning.decide>[0][]) =>
    commands.reduce<readonly EarningEvent[]>(
      (history, command) => [...history, ...(given(earning, history).when(command) as readonly EarningEvent[])],
      [],
    );
  const reverse = { kind: 'reverse', refund_number: 1, amount_cents: 1_000, gateway: 'sandbox', at } as const;
  const open = {
    kind: 'dispute',
    dispute_id: 'dp',
    dispute_revision: 0,
    step: 'opened',
    amount_cents: 500,
    gateway: 'sandbox',
    at,
  } as const;
  const won = { ...open, dispute_revision: 1, step: 'won' } as const;
  expect(decided(post, post, reverse, reverse, open, open, won, won, open)).toHaveLength(4);
  expect(decided(post, reverse, { ...reverse, refund_number: 2 })).toHaveLength(3);
  expect(() => given(earning).when(reverse)).toThrow('was not posted');
});

describe('a dispute', () => {
  const disputed = () => {
    const world = new MoneyWorld();
    const license = world.sell('creator-2', 10_000, 'creator-1');
    world.pass(20);
    world.dispute(license, 'dp', 'open', 10_000);
    return { world, license };
  };
  const places = (world: MoneyWorld, id: string) => balancesOn(world.account(id), world.today);

  test('[PAY-23] moves the parts to the reserve when opened, and returns exactly these when won', () => {
    const { world, license } = disputed();
    expect(places(world, 'creator-2')).toMatchObject({ available_cents: 0, reserve_cents: 8_000 });
    expect(places(world, 'creator-1')).toMatchObject({ available_cents: 0, reserve_cents: 500 });
    expect(world.ledger.get('disputes')?.balance_cents).toBe(10_000);
    world.dispute(license, 'dp', 'won', 10_000);
    expect(places(world, 'creator-2')).toMatchObject({ available_cents: 8_000, reserve_cents: 0 });
    expect(places(world, 'creator-1')).toMatchObject({ available_cents: 500, reserve_cents: 0 });
    expect(world.ledger.get('disputes')?.balance_cents).toBe(0);
    expect(world.ledger.get('cash:sandbox')?.balance_cents).toBe(10_000);
  });

  test('[PAY-23] takes everyone’s part for good when lost; the order of the reports doesn’t change the ledger', () => {
    const { world, license } = disputed();
    world.dispute(license, 'dp', 'lost', 10_000);
    expect(places(world, 'creator-2')).toMatchObject({ available_cents: 0, reserve_cents: 0 });
    expect(world.account('creator-2')).toMatchObject({ earned_cents: 8_000, reversed_cents: 8_000 });
    expect(world.ledger.get('platform')?.balance_cents).toBe(0);

    const { world: late, license: same } = disputed();
    for (const standing of ['lost', 'open', 'won', 'open', 'lost', 'lost'] as const) {
      late.dispute(same, 'dp', standing, 10_000);
    }
    const cents = (of: MoneyWorld) =>
      Object.fromEntries([...of.ledger.values()].map(({ account, balance_cents }) => [account, balance_cents]));
    expect(cents(late)).toEqual(cents(world));
  });

  test('[PAY-23] that is decided both ways is posted once for each decision, even if events are delivered again after a crash', () => {
    const thoughts = fc.array(fc.constantFrom('won', 'lost', 'refund'), { maxLength: 8 });
    fc.assert(
      fc.property(thoughts, fc.nat(), (then, from) => {
        const { world, license } = disputed();
        for (const thought of then) {
          if (thought === 'refund') world.refund(license, 700);
          else world.dispute(license, 'dp', thought, 10_000 - world.refundOf(license.license_id).refunded_cents);
        }
        const before = world.events.length;
        world.deliverAgainFrom(from % before);
        expect(world.events.slice(before)).toEqual([]);
      }),
    );
  });

  test('over more than what is left of the price costs only the platform', () => {
    const world = new MoneyWorld();
    const license = world.sell('creator-2', 10_000, 'creator-1');
    world.refund(license, 10_000);
    world.dispute(license, 'dp', 'open', 10_000);
    world.dispute(license, 'dp', 'lost', 10_000);
    expect(world.account('creator-2')).toMatchObject({ earned_cents: 8_000, reversed_cents: 8_000 });
    expect(world.ledger.get('expense:bad-debt')?.balance_cents).toBe(10_000);
    expect(world.ledger.get('cash:sandbox')?.balance_cents).toBe(-10_000);
  });
});

describe('[SPC-03] a sale', () => {
  const promised = (world: MoneyWorld) =>
    promisedOn(world.account('creator-1'), world.today).map(({ by, cents }) => [by, cents]);

  test('is available nine days after its payment, and is to reach its creator by the fifteenth', () => {
    const world = new MoneyWorld();
    world.sell('creator-1', 10_000);
    world.pass(8);
    expect([balancesOn(world.account('creator-1'), world.today).available_cents, promised(world)]).toEqual([0, []]);
    world.pass(1);
    expect(balancesOn(world.account('creator-1'), world.today)).toMatchObject({ available_cents: 8_000 });
    expect([world.today, promised(world)]).toEqual(['2026-01-10', [['2026-01-16', 8_000]]]);
  });

  test('keeps its last day through a payout that fails or is canceled; what comes back from a bank is promised anew', () => {
    const world = new MoneyWorld();
    world.sell('creator-1', 10_000);
    world.pass(2);
    world.sell('creator-1', 20_000);
    world.pass(9);
    const both = [
      ['2026-01-16', 8_000],
      ['2026-01-18', 16_000],
    ];
    expect(promised(world)).toEqual(both);
    for (const kind of ['cancel', 'fail'] as const) {
      world.prepare('creator-1', `run-${kind}`);
      const payout_id = `run-${kind}/creator-1`;
      expect([promised(world), world.payouts.get(payout_id)?.pay_by_on]).toEqual([[], '2026-01-16']);
      if (kind === 'fail') world.payoutCommand('creator-1', { kind: 'send', payout_id, rail: 'manual' });
      world.payoutCommand('creator-1', { kind, payout_id, reason: 'The account is closed.' });
      expect(promised(world)).toEqual(both);
    }
    world.prepare('creator-1', 'run');
    const payout_id = 'run/creator-1';
    world.payoutCommand('creator-1', { kind: 'send', payout_id, rail: 'manual' });
    world.payoutCommand('creator-1', { kind: 'pay', payout_id, reference: null });
    world.pass(3);
    world.payoutCommand('creator-1', { kind: 'return', payout_id, reason: 'The account is closed.' });
    expect([world.today, promised(world)]).toEqual(['2026-01-15', [['2026-01-30', 24_000]]]);
  });

  test('that is refunded is promised no more, and a debt is covered by what would have been paid first', () => {
    const world = new MoneyWorld();
    const first = world.sell('creator-1', 10_000);
    world.pass(2);
    world.sell('creator-1', 20_000);
    world.refund(first, 10_000);
    world.pass(13);
    expect(promised(world)).toEqual([['2026-01-18', 16_000]]);
    world.prepare('creator-1', 'run');
    const [, second] = world.sold;
    if (!second) throw new Error('Nothing was sold');
    world.refund(second, 20_000);
    world.sell('creator-1', 30_000);
    world.pass(9);
    expect(promised(world)).toEqual([['2026-01-31', 8_000]]);
  });
});
