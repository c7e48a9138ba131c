import { expect, test } from 'vitest';
import type { AccountEvent } from './accounts/account-events.ts';
import { account } from './accounts/account.ts';
import { creatorRegistered } from './accounts/account-events.ts';
import type { CreatorRegisteredData } from './accounts/account-events.ts';
import { automation, automationId } from './admin/automation.ts';
import { platformKey } from './admin/counts.ts';
import { deciders, definitions, views, workflows } from './catalog.ts';
import { content } from './content/content.ts';
import { contentPublished } from './content/content-events.ts';
import { photo } from './content/photo.test-kit.ts';
import { fold } from './kernel/decider.ts';
import type { AnyDecider } from './kernel/decider.ts';
import { deployment, deploymentId } from './ordering/deployment.ts';
import { order, orderPlaced } from './ordering/order.ts';
import { payoutRunId } from './payouts/runs/payout-run.ts';
import { referralCode } from './referrals/referral-code.ts';
import { showcaseId } from './showcase/showcase.ts';

test('stream names are those in every log: a category without a hyphen, and the ids of single streams', () => {
  expect([...deciders.keys()].sort()).toEqual([
    'account',
    'automation',
    'boards',
    'content',
    'deployment',
    'dispute',
    'download',
    'earning',
    'fee',
    'looks',
    'mail',
    'moneyMail',
    'notifications',
    'order',
    'payout',
    'payoutAlert',
    'payoutRun',
    'priceMail',
    'receipt',
    'reconciliation',
    'referral',
    'referralCode',
    'refund',
    'refundMail',
    'reminder',
    'report',
    'showcase',
  ]);
  expect([automationId, deploymentId, payoutRunId, showcaseId]).toEqual(['platform', 'checkout', 'all', 'home']);
});

test('views and workflows have the names under which every store keeps their checkpoints', () => {
  expect(views.map(({ name }) => name).sort()).toEqual([
    'board-links',
    'boards',
    'brand-licenses',
    'creator-dashboard',
    'creator-ledger',
    'creator-months',
    'creator-names',
    'creator-pages',
    'creators-by-name',
    'credit-notes',
    'disputes',
    'due-mails',
    'earnings-ledger',
    'gateway-payments',
    'homepage-brands',
    'invoices',
    'licenses',
    'marketplace',
    'money-days',
    'notifications',
    'open-payments',
    'open-refunds',
    'own-content',
    'paid-orders',
    'payments',
    'payout-alerts',
    'payout-holds',
    'payout-left-outs',
    'payout-runs',
    'payouts',
    'platform-counts',
    'price-watchers',
    'reconciliations',
    'referral-codes',
    'referral-list',
    'referrals',
    'refunds',
    'reports',
    'reward-totals',
    'rewards',
    'showcase-items',
    'unprepared-videos',
  ]);
  expect(workflows.map(({ name }) => name).sort()).toEqual(['post-earning', 'record-referral', 'start-due-refunds']);
  expect(platformKey).toBe('platform');
});

test('views and workflows handle only events that are defined', () => {
  for (const { name, handlers } of [...views, ...workflows]) {
    expect(handlers.size, name).toBeGreaterThan(0);
    for (const type of handlers.keys()) expect(definitions.has(type), `${name}: ${type}`).toBe(true);
  }
});

const begun = {
  account: fold<never, AccountEvent>(account as never, [creatorRegistered.of({} as CreatorRegisteredData)]),
  content: fold(content, [contentPublished.of(photo)]),
  order: fold(order, [
    orderPlaced.of({
      order_id: 'order-1',
      brand_id: 'brand-1',
      brand_name: 'Acme',
      lines: [],
      total_cents: 0,
      placed_at: null,
    }),
  ]),
};

test.each<[string, AnyDecider, unknown]>([
  ['account', account, begun.account],
  ['content', content, begun.content],
  ['order', order, begun.order],
  ['deployment', deployment, deployment.initial],
  ['automation', automation, automation.initial],
  ['referral code', referralCode, referralCode.initial],
])('an unknown event is a bug and throws: %s', (_name, decider, state) => {
  expect(() => decider.evolve(state, { type: 'Unheard', data: {} }) as unknown).toThrow('Unexpected case');
});

test.each<[string, AnyDecider, unknown]>([
  ['account', account, begun.account],
  ['content', content, begun.content],
  ['order', order, begun.order],
  ['automation', automation, automation.initial],
  ['referral code', referralCode, referralCode.initial],
])('an unknown command is a bug and throws: %s', (_name, decider, state) => {
  expect(() => decider.decide({ kind: 'unheard', creator_id: 'creator-1' }, state) as unknown).toThrow(
    'Unexpected case',
  );
});
