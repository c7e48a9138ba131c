import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { account } from '@tessera/domain/accounts/account';
import { hintOf } from '@tessera/domain/accounts/profile/creators-by-name.view';
import { views } from '@tessera/domain/catalog';
import { noFigures } from '@tessera/domain/books/money-days.view';
import { newOwnContent } from '@tessera/domain/content/own-content.view';
import type { AnyView } from '@tessera/domain/kernel/view';
import { dayOf } from '@tessera/domain/ledger';
import { licenseTypes } from '@tessera/domain/license-types';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { payoutStatuses } from '@tessera/domain/payouts/payout';
import { noCutoff } from '@tessera/domain/payouts/cutoff';
import type { RunStep } from '@tessera/domain/payouts/runs/payout-run';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { disputeStandings } from '@tessera/domain/refunds/dispute';
import { refundStatuses } from '@tessera/domain/refunds/refunds.view';
import { reportStatuses } from '@tessera/domain/reports/report-options';
import { referralStatuses } from '@tessera/domain/referrals/referral';
import { licenseFilters } from '@tessera/contract/licenses';
import type { LicensesQuery } from '@tessera/contract/licenses';
import { ownContentSorts } from '@tessera/contract/content';
import type { MarketplaceQuery, OwnContentQuery } from '@tessera/contract/content';
import { SecurityMails } from '../../apps/api/src/accounts/security-mails.ts';
import { EraseContent } from '../../apps/api/src/accounts/personal-data/erase-content.effect.ts';
import { BillingDocuments } from '../../apps/api/src/billing/billing-documents.ts';
import { CreatorNames } from '../../apps/api/src/accounts/creator-names.ts';
import { BrandsController } from '../../apps/api/src/accounts/profile/brands.controller.ts';
import { BusinessExport } from '../../apps/api/src/accounts/personal-data/business-export.ts';
import { MoneyOverview } from '../../apps/api/src/books/money-overview.ts';
import { ReconciliationsController } from '../../apps/api/src/books/reconciliations.controller.ts';
import { Reconciliations } from '../../apps/api/src/books/reconciliations.effect.ts';
import { Reconciler } from '../../apps/api/src/books/reconciler.ts';
import { similarTo } from '../../apps/api/src/content/marketplace/similar-items.ts';
import { DiscoveryController } from '../../apps/api/src/content/marketplace/discovery.controller.ts';
import { MarketplaceController } from '../../apps/api/src/content/marketplace/marketplace.controller.ts';
import { OwnContentController } from '../../apps/api/src/content/own-content.controller.ts';
import { SuggestedCreators } from '../../apps/api/src/content/marketplace/suggested-creators.ts';
import { DidYouMean } from '../../apps/api/src/content/marketplace/did-you-mean.ts';
import { AwaitPreviews } from '../../apps/api/src/content/previews/await-previews.effect.ts';
import { PrepareVideos } from '../../apps/api/src/content/previews/prepare-videos.effect.ts';
import { LineSubjects } from '../../apps/api/src/earnings/line-subjects.ts';
import { OwnPayouts } from '../../apps/api/src/earnings/own-payouts.ts';
import { Statements } from '../../apps/api/src/earnings/statements.ts';
import { Years } from '../../apps/api/src/earnings/years.ts';
import { systemClock } from '../../apps/api/src/kernel/clock.ts';
import { uncontended } from '../../apps/api/src/kernel/work/lease.ts';
import { unshared } from '../../apps/api/src/kernel/work/shares.ts';
import { SerialQueue } from '../../apps/api/src/kernel/async/serial-queue.ts';
import type { Change, Find } from '../../apps/api/src/kernel/views/port.ts';
import { accessPathOf, deletions, indexesOf } from '../../apps/api/src/kernel/views/mongodb/indexes.ts';
import * as queries from '../../apps/api/src/kernel/views/mongodb/query.ts';
import { TextSamples } from '../../apps/api/src/kernel/views/mongodb/text-sample.ts';
import { type TermQuery, termQueryOf, findRanked } from '../../apps/api/src/kernel/views/word-search.ts';
import type { Work } from '../../apps/api/src/kernel/work/background-work.ts';
import { LicenseList } from '../../apps/api/src/licensing/license-list.ts';
import { MediaLibrary } from '../../apps/api/src/media/media-library.ts';
import { DueMails } from '../../apps/api/src/mails/due-mails.effect.ts';
import { MailKinds } from '../../apps/api/src/mails/mail-kinds.ts';
import { MailsController } from '../../apps/api/src/notices/mails.controller.ts';
import { MoneyMails } from '../../apps/api/src/notices/money/money-mails.ts';
import { NoticeKinds } from '../../apps/api/src/notices/notice-kinds.ts';
import { PriceMails } from '../../apps/api/src/notices/price-mails.effect.ts';
import { CartController } from '../../apps/api/src/ordering/cart/cart.controller.ts';
import { OrdersController } from '../../apps/api/src/ordering/orders.controller.ts';
import { SettleOpenPayments } from '../../apps/api/src/ordering/payment/settle-open-payments.effect.ts';
import { PublicPages } from '../../apps/api/src/pages/public-pages.ts';
import { SitemapController } from '../../apps/api/src/pages/sitemap.controller.ts';
import { DuePayouts } from '../../apps/api/src/payouts/deadlines/due-payouts.ts';
import { OutstandingPayouts } from '../../apps/api/src/payouts/deleted-accounts/outstanding-payouts.ts';
import { PayoutFiles } from '../../apps/api/src/payouts/payout-files.ts';
import { PayoutNotices } from '../../apps/api/src/payouts/mails/payout-notices.ts';
import { PayoutHoldsController } from '../../apps/api/src/payouts/payout-holds.controller.ts';
import { PayoutRows } from '../../apps/api/src/payouts/payout-run-rows.ts';
import { PayoutRuns } from '../../apps/api/src/payouts/payout-runs.effect.ts';
import { PayoutRunsController } from '../../apps/api/src/payouts/payout-runs.controller.ts';
import { PreparePayouts } from '../../apps/api/src/payouts/prepare-payouts.ts';
import { SettlePayouts } from '../../apps/api/src/payouts/settling/settle-payouts.ts';
import { ReferralsController } from '../../apps/api/src/referrals/referrals.controller.ts';
import { ReviewedReferralsController } from '../../apps/api/src/referrals/reviewed-referrals.controller.ts';
import { CodeEarnings } from '../../apps/api/src/referrals/code-earnings.ts';
import { RewardsController } from '../../apps/api/src/referrals/rewards.controller.ts';
import { AdminDisputesController } from '../../apps/api/src/refunds/admin-disputes.controller.ts';
import { AdminRefundsController } from '../../apps/api/src/refunds/admin-refunds.controller.ts';
import { GatewayReports } from '../../apps/api/src/refunds/gateway-reports.ts';
import { SettleOpenRefunds } from '../../apps/api/src/refunds/settle-open-refunds.effect.ts';
import { ShownItems } from '../../apps/api/src/showcase/shown-items.ts';
import { AdminReportsController } from '../../apps/api/src/reports/admin-reports.controller.ts';
import { creatorsMax, items, tag, word } from '../bench/search-corpus.ts';
import { IndexedRows } from '../support/doubles/indexed-rows.ts';
import { record } from '../support/figures.ts';
import { howMany } from '../support/sample.ts';

/** In proportion to a large shop: a million items, ten million licenses, and five million deleted documents. */
const itemCount = howMany({ usual: 1_000, full: 4_000 });
const licenseCount = 10 * itemCount;
const deletedCount = 5 * itemCount;
/** How many documents a query may read for each one that it returns or counts. */
const examinedPerReturnedMax = 20;

const sources = join(import.meta.dirname, '../../apps/api/src');
const operations = join(import.meta.dirname, '../../docs/operations.md');
const dayMs = 86_400_000;
const now = Date.now();
const inDays = (days: number) => new Date(now + days * dayMs).toISOString();

const noTotal = { count: 0, cents: 0 };
const creator = { id: 'creator-busy', role: 'creator' } as const;
const brand = { id: 'brand-1', role: 'brand' } as const;

const licenseOf = (index: number): License =>
  ({
    license_id: `license-${index}`,
    order_id: `order-${Math.floor(index / 3)}`,
    item: { content_id: `item-${index % itemCount}`, title: word(index % 900) },
    creator_id: index % 50 === 0 ? creator.id : `creator-${index % 3_001}`,
    creator_name: word(index % 3_001),
    brand_id: index % 100 === 7 ? brand.id : `brand-${index % 2_003}`,
    brand_name: word(index % 2_003),
    license_type: licenseTypes[index % 3],
    start_date: inDays(-400 + (index % 420)),
    end_date: index % 3 === 2 ? null : inDays(-220 + (index % 420)),
    created_at: inDays(-400 + index / 250),
    refunded_at: null,
  }) as License;

const some = <Document>(count: number, keyed: (index: number) => readonly [string, Document]) =>
  new Map(Array.from({ length: count }, (_, index) => keyed(index)));

/** Emails of a kind that are due. */
const someDue = (kind: string, count: number, of: (index: number) => object) =>
  some(count, (index) => [`${kind}/${index}`, { kind, of: of(index) }]);

/** Some accounts have money to pay, and the last day of one of them is close. */
const accountOf = (index: number): readonly [string, unknown] => {
  const by = inDays(index % 20_000 === 0 ? 1 : 30).slice(0, 10);
  const promised = index % 200 === 0 ? [{ on: inDays(0).slice(0, 10), by, cents: 10 }] : [];
  const account = { type: 'account', creator_id: `account-${index}`, available_cents: 10, due: [], in_payout: [] };
  return [account.creator_id, { ...account, promised }];
};

/** The live documents of each view that has listings. */
const documents = (): Readonly<Record<string, ReadonlyMap<string, unknown>>> => {
  const creatorIds = Array.from({ length: creatorsMax }, (_, number) => `creator-${number}`);
  const corpus = [...items(itemCount, creatorIds)];
  return {
    marketplace: new Map(corpus.map((item) => [item.content_id, item])),
    'own-content': new Map(
      corpus.map((item, index) => [
        item.content_id,
        { ...newOwnContent(item), licenses: index % 7, status: index % 9 ? 'on_sale' : 'withdrawn' },
      ]),
    ),
    licenses: some(licenseCount, (index) => [`license-${index}`, licenseOf(index)]),
    'credit-notes': some(5_000, (index) => [
      `license-${index}/1`,
      { license_id: `license-${index}`, refund_number: 1 },
    ]),
    'referral-list': some(5_000, (index) => [
      `user-${index}`,
      {
        referrer_id: index % 4 ? `creator-${index}` : creator.id,
        created_at: inDays(-index),
        status: referralStatuses[index % 3],
      },
    ]),
    rewards: some(20_000, (index) => [
      `license-${index}`,
      { referrer_id: index % 4 ? `creator-${index % 300}` : creator.id, earned_at: inDays(-index / 100) },
    ]),
    'creator-ledger': some(20_000, (index) => {
      if (index % 50 === 0) return accountOf(index);
      const creator_id = index % 4 ? `creator-${index % 300}` : creator.id;
      const at = inDays(-100 + index / 200);
      const moved = { pending: 10, available: 0, reserve: 0 };
      const amounts = { amount_cents: 10, balance_cents: 10 * index, moved };
      const line = { type: 'line', creator_id, position: index, at, available_from: at.slice(0, 10), ...amounts };
      return [`${creator_id}/${index}`, { ...line, kind: 'sale', license_id: `license-${index}`, payout_id: null }];
    }),
    payouts: some(2_000, (index) => [
      `payout-${index}`,
      {
        payout_id: `payout-${index}`,
        creator_id: index % 4 ? `creator-${index % 300}` : creator.id,
        run_id: `run-${index % 20}`,
        status: index % 20 === 7 ? payoutStatuses[index % 2] : 'paid',
        rail: 'sandbox',
        method: 'bank',
        times: { prepared: inDays(-index) },
        pay_by_on: inDays(index / 10).slice(0, 10),
        amount_cents: 100,
      },
    ]),
    'payout-runs': some(400, (index) => [
      `run-${index}`,
      {
        run_id: `run-${index}`,
        methods: { bank: noTotal },
        pay_by: {},
        left_out: {},
        until: noCutoff,
        started_at: inDays(-index),
      },
    ]),
    'payout-left-outs': some(5_000, (index) => [
      `run-${index % 20}/creator-${index}`,
      {
        run_id: `run-${index % 20}`,
        creator_id: `creator-${index}`,
        reason: 'below_minimum',
        available_cents: 900,
        left_at: inDays(-index / 100),
      },
    ]),
    'payout-holds': some(150, (index) => [
      `creator-${index}`,
      { creator_id: `creator-${index}`, since: inDays(-index) },
    ]),
    'price-watchers': some(150, (index) => [`brand-${index}`, { account_id: `brand-${index}` }]),
    'reward-totals': some(5_000, (index) => [
      `user-${index}`,
      { referrer_id: index % 4 ? `creator-${index}` : creator.id, latest_at: inDays(-index) },
    ]),
    'money-days': some(3_000, (index) => {
      const day = dayOf(inDays(-index));
      return [day, { ...noFigures, day }];
    }),
    'earnings-ledger': some(12, (index) => [
      `cash:gateway-${index}`,
      { account: `cash:gateway-${index}`, balance_cents: 0, due: [] },
    ]),
    'gateway-payments': some(2_000, (index) => [
      `order-${index}`,
      {
        order_id: `order-${index}`,
        gateway: 'sandbox',
        payment: `payment-${index}`,
        moves: [],
        fees: [],
        moved_at: inDays(-index / 100),
      },
    ]),
    reconciliations: some(400, (index) => [
      `reconciliation-${index}`,
      { at: inDays(-index - 2), to: inDays(-index - 2), failure: null, differences: [] },
    ]),
    'creators-by-name': some(5_000, (index) => [
      `creator-${index}`,
      { hints: [word(index % 900), word(900 + index)].map(hintOf), since: inDays(-index / 10) },
    ]),
    'homepage-brands': some(5_000, (index) => [
      `brand-${index}`,
      {
        id: `brand-${index}`,
        brand_name: word(index),
        brand_url: 'https://a.example',
        show_on_homepage: index % 9 === 0,
      },
    ]),
    'paid-orders': some(5_000, (index) => [
      `order-${index}`,
      {
        order_id: `order-${index}`,
        brand_id: index % 100 === 7 ? brand.id : `brand-${index % 2_003}`,
        paid_at: index % 5 === 0 ? null : inDays(-index / 10),
        total_cents: 2_500,
        titles: [word(index)],
      },
    ]),
    'open-payments': some(150, (index) => [
      `order-${index}`,
      { order_id: `order-${index}`, attempt: 1, started_at: inDays(-index / 1_000) },
    ]),
    refunds: some(5_000, (index) => [
      `license-${index}`,
      {
        license_id: `license-${index}`,
        brand_id: index % 100 === 7 ? brand.id : `brand-${index % 2_003}`,
        status: refundStatuses[index % refundStatuses.length],
        changed_at: inDays(-index / 10),
      },
    ]),
    disputes: some(1_000, (index) => [
      `dispute-${index}`,
      {
        dispute_id: `dispute-${index}`,
        order_id: `order-${index}`,
        standing: disputeStandings[index % disputeStandings.length],
        opened_at: inDays(-index / 10),
        licenses: [],
      },
    ]),
    reports: some(5_000, (index) => [
      `report-${index}`,
      {
        report_id: `report-${index}`,
        content_id: `item-${index}`,
        reporter_id: index % 100 === 7 ? brand.id : `brand-${index % 2_003}`,
        reporter_role: 'visitor',
        status: reportStatuses[index % reportStatuses.length],
        reported_at: inDays(-index / 10),
      },
    ]),
    'showcase-items': some(5_000, (index) => [
      `item-${index}`,
      {
        content_id: `item-${index}`,
        pinned_at: index % 900 === 0 ? inDays(-index / 100) : null,
        open_reports: index % 3,
      },
    ]),
    'open-refunds': some(150, (index) => [
      `license-${index}`,
      { license_id: `license-${index}`, refund_number: 1, started_at: inDays(-index / 1_000) },
    ]),
    'due-mails': new Map<string, unknown>([
      ...someDue('receipt', 150, (index) => ({ order_id: `order-${index}`, paid_at: inDays(-index) })),
      ...someDue('refund', 150, (index) => ({ license_id: `license-${index}`, about: 'a', since: inDays(-index) })),
      ...someDue('money', 150, (index) => ({ type: 'mail', mail_id: `mail-${index}`, due_at: inDays(-index) })),
      ...someDue('prices', 150, (index) => ({ account_id: `brand-${index}`, day: '', due_at: inDays(-index) })),
      ...someDue('security', 150, (index) => ({ mail_id: `security.${index}`, due_at: inDays(-index) })),
      ...someDue('undelivered', 3_000, (index) => ({ mail: `sale.${index}`, at: inDays(-index) })),
      ...someDue('payouts', 150, (index) => ({ mail_id: `held.${index}`, due_at: inDays(-index) })),
      ...someDue('reminder', 9_000, (index) => ({
        license_id: `license-${index}`,
        end_date: inDays(index - 20),
        next: 45,
      })),
    ]),
    'unprepared-videos': some(150, (index) => [
      `video-${index}`,
      { content_id: `video-${index}`, published_at: inDays(-index) },
    ]),
  };
};

const rowsOf = (view: AnyView, live: ReadonlyMap<string, unknown>) => {
  const changes: Change[] = [...live].map(([key, document], position) => ({ key, position, document }));
  // Before, after and between the keys of the others.
  for (let index = 0; index < deletedCount; index += 1) {
    changes.push({ key: `${index % 2 ? 'a' : 'z'}-${index}`, position: 0, document: undefined });
  }
  return new IndexedRows(view, changes);
};

interface RecordedQuery {
  /** The file and line of the product that makes the query. */
  readonly at: string;
  readonly view: string;
  readonly query: Partial<Find>;
  /** The MongoDB indexes named by the query. */
  readonly indexes: readonly string[];
  readonly examined: number;
  readonly returned: number;
}

/** The MongoDB read store, recording what each query of the product reads. */
const recording = () => {
  const asked: RecordedQuery[] = [];
  const samples = new TextSamples();
  const live = documents();
  const rows = new Map(
    views.flatMap((view) =>
      live[view.name] ? [[view.name, rowsOf(view, live[view.name] ?? new Map())] as const] : [],
    ),
  );
  // One at a time, so that each query's reads can be told apart.
  const turns = new SerialQueue();
  const noted = <Answer>(
    name: string,
    query: Partial<Find>,
    ask: (of: IndexedRows, view: AnyView) => Promise<Answer>,
    returnedOf: (answer: Answer) => number,
  ) => {
    const at =
      /apps\/api\/src\/(?!kernel\/(?:views|async))([^)]*?:\d+):\d+/.exec(new Error().stack ?? '')?.[1] ?? 'nowhere';
    const view = views.find((each) => each.name === name);
    const of = rows.get(name);
    if (!view || !of) throw new Error(`${at} asks ${name}, of which this test has no documents`);
    return turns.run(async () => {
      // What the sample reads once in ten minutes is not part of a query.
      if (query.words || (query.text && accessPathOf(view, query)?.byGrams)) await samples.of(of.asRows, view, 1);
      of.examined = 0;
      of.used.clear();
      const answer = await ask(of, view);
      const indexes = [...of.used];
      asked.push({ at, view: name, query, indexes, examined: of.examined, returned: returnedOf(answer) });
      return answer;
    });
  };
  const count = (name: string, query: Partial<Find>, atMost?: number) =>
    noted(
      name,
      query,
      (of, view) => {
        const sought = termQueryOf(view, query);
        return sought ? queries.count(of.asRows, view, sought, samples, atMost) : Promise.resolve(0);
      },
      (found) => found,
    );
  return {
    asked,
    marketItems: live['marketplace'] ?? new Map<string, unknown>(),
    store: {
      find: (name: string, query: Find) =>
        noted(
          name,
          query,
          async (of, view) => {
            const find = (asked: TermQuery) => queries.find(of.asRows, view, asked, samples);
            if (query.ranked) return findRanked(view, query, find);
            const asked = termQueryOf(view, query);
            return asked ? find(asked) : { items: [], next: null };
          },
          (page) => page.items.length,
        ),
      count,
      countBriefly: count,
      get: () => Promise.resolve(null),
      load: () => Promise.resolve(new Map()),
      checkpoint: () => Promise.resolve(0),
    },
  };
};

type Values<Query> = { readonly [Name in keyof Required<Query>]: readonly Query[Name][] };

/** Every combination of filters; callers add the page's own parameters. */
const combinations = <Query>(values: Values<Query>): readonly Query[] =>
  Object.entries(values).reduce<readonly Query[]>(
    (all, [name, each]) =>
      all.flatMap((query) =>
        (each as readonly unknown[]).map((value) => (value === undefined ? query : { ...query, [name]: value })),
      ),
    [{} as Query],
  );

const searches = [undefined, word(3), `${word(40)} ${word(2)}`, word(6_000), 'qu', 'zz'];

const nothing = () => Promise.resolve(null);

/** Of a request from nowhere, that nothing limits. */
const exchange = [{} as never, {} as never] as const;
const noLimits = { search: nothing, suggest: nothing } as never;

const askMarketplace = async (views: never) => {
  const names = new CreatorNames(views, {} as never);
  const controller = new MarketplaceController(views, names, new DidYouMean(views, names), noLimits);
  let turn = 0;
  for (const asked of combinations<MarketplaceQuery>({
    search: searches,
    tag: [undefined, tag(20)],
    creator: [undefined, creator.id],
    type: [undefined],
    orientation: [undefined],
    size: [undefined],
    color: [undefined],
    people: [undefined],
    license: [undefined, ...licenseTypes],
    min_price: [undefined],
    max_price: [undefined],
    sort: [undefined, 'newest', 'price_asc', 'price_desc'],
    limit: [24],
    cursor: [undefined],
    exact: [undefined],
  })) {
    // Additional filters, one at a time.
    turn += 1;
    const narrowed = {
      ...asked,
      ...(turn % 3 ? {} : { type: 'video' as const }),
      ...(turn % 4 ? {} : { orientation: 'portrait' as const }),
      ...(turn % 7 ? {} : { size: 'medium' as const }),
      ...(turn % 11 < 9 ? {} : { color: 'blue' as const }),
      ...(turn % 13 < 10 ? {} : { people: 'without' as const }),
      ...(turn % 5 < 3 ? {} : { min_price: '40' }),
    };
    const { next_cursor } = await controller.list(narrowed, ...exchange);
    if (next_cursor !== null) await controller.list({ ...narrowed, cursor: next_cursor }, ...exchange);
  }
  await controller.list({ search: `${word(40)}x`, exact: 'true', limit: 24 }, ...exchange);
};

const askDiscovery = async (views: never) => {
  const names = { findByName: () => Promise.resolve([[creator.id, 'Mara']]) } as never;
  const pages = { shownOf: () => Promise.resolve({ creator_handle: null, creator_portrait_url: null }) } as never;
  const creators = new SuggestedCreators(names, pages, views);
  const discovery = new DiscoveryController(views, creators, noLimits);
  for (const search of searches) await discovery.suggest(search === undefined ? {} : { search }, ...exchange);
  await discovery.instead();
};

/** Looks for items similar to the first ones, which themselves are read one by one. */
const askSimilar = async (views: never, corpus: ReadonlyMap<string, unknown>) => {
  const get = (_view: string, key: string) => Promise.resolve({ document: corpus.get(key) });
  const withItems = Object.assign(Object.create(views) as object, { get }) as never;
  for (const key of [...corpus.keys()].slice(0, 8)) await similarTo(withItems, key);
};

const askPages = async (views: never) => {
  const site = { publicUrl: 'https://tessera.example' };
  const names = { of: () => Promise.resolve('Mara') } as never;
  const creators = {
    of: () => Promise.resolve({ creator_id: creator.id, name: 'Mara', handle: 'mara', bio: '' }),
  } as never;
  const pages = new PublicPages(views, names, creators, site);
  for (const path of ['/marketplace', '/@mara']) await pages.of(path, false);
  const sitemap = new SitemapController(views, site);
  await sitemap.index();
  await sitemap.part(`${inDays(0).slice(0, 'yyyy-mm'.length)}-1.xml`, responseToNobody());
};

const askOwnContent = async (views: never) => {
  const controller = new OwnContentController(undefined as never, views);
  for (const asked of combinations<OwnContentQuery>({
    search: searches,
    status: [undefined, 'withdrawn'],
    type: [undefined, 'video'],
    sort: ownContentSorts,
    limit: [24],
    cursor: [undefined],
  })) {
    const { next_cursor } = await controller.mine(asked, creator as never);
    if (next_cursor !== null) await controller.mine({ ...asked, cursor: next_cursor }, creator as never);
  }
};

const askLicenses = async (views: never) => {
  const list = new LicenseList(views, systemClock);
  for (const user of [creator, brand])
    for (const asked of combinations<LicensesQuery>({
      search: searches,
      type: [undefined, 'six_month'],
      status: [undefined, ...licenseFilters],
      limit: [24],
      cursor: [undefined],
    })) {
      const { next } = await list.page(user as never, asked, asked);
      if (next !== null) await list.page(user as never, asked, { ...asked, cursor: next });
      await list.total(user as never, asked);
    }
};

const responseToNobody = () => Object.assign(new PassThrough().resume(), { set: () => undefined }) as never;

/** A gateway with a payment that the log does not have. */
const gatewayOfOne = {
  name: 'sandbox',
  transactions: async function* () {
    yield {
      id: 'transaction-1',
      kind: 'charge',
      payment: 'payment-unknown',
      key: null,
      amountCents: 2_500,
      feeCents: 0,
      currency: 'usd',
      at: inDays(-1),
    };
  },
};

/** A shop that has not compared anything yet. */
const beforeTheFirst = (views: { readonly find: (view: string, query: Find) => unknown }) =>
  ({
    ...views,
    find: (view: string, query: Find) =>
      view === 'reconciliations' ? Promise.resolve({ items: [], next: null }) : views.find(view, query),
  }) as never;

const reconciliationsOf = (views: never, work: never) => {
  const commands = { execute: nothing } as never;
  const projections = { reached: nothing } as never;
  const events = { head: nothing } as never;
  const reconciler = new Reconciler(gatewayOfOne as never, events, projections, views, commands, systemClock);
  return new Reconciliations(work, reconciler, views, { get: nothing } as never, systemClock);
};

const payoutRunsOf = (views: never, work: never, status: RunStep) => {
  const rail = {
    name: 'sandbox',
    isAutomatic: true,
    outcome: () => Promise.resolve({ status: 'pending' }),
    returnedSince: () => Promise.resolve([]),
  } as never;
  const details = { of: nothing } as never;
  const steps = { take: nothing } as never;
  const streams = { load: () => Promise.resolve({ state: { status, run_id: 'run-7' } }) } as never;
  const commands = { execute: () => Promise.resolve({ events: [] }) } as never;
  const settling = new SettlePayouts(rail, views, steps, details, systemClock, undefined as never);
  return new PayoutRuns(
    work,
    new PreparePayouts(views, commands, details, systemClock),
    settling,
    steps,
    rail,
    streams,
    commands,
    views,
    { head: () => Promise.resolve(0) } as never,
    { reached: () => Promise.resolve(true) } as never,
  );
};

/** Runs the rounds of all background work. */
const askInRounds = async (views: never) => {
  const works: Work[] = [];
  const work = { start: (started: Work) => void works.push(started) } as never;
  const deliveries = { isAvailable: true, begin: nothing } as never;
  const startDates = { of: () => Promise.resolve(inDays(-90)) } as never;
  // Everyone has already been notified.
  const allTold = { load: () => Promise.resolve({ state: { day: '9999-12-31', told: {} } }) } as never;
  const kinds = new MailKinds();
  const none = {} as never;
  const requests = {
    notices: () => Promise.resolve([]),
    waiting: () => Promise.resolve({ count: 0, since: null }),
  } as never;
  new NoticeKinds(kinds, startDates, none, none, none);
  new MoneyMails(kinds, startDates, none, systemClock, views, none);
  new PayoutNotices(none, none, none, startDates, kinds);
  new SecurityMails(none, none, { register: nothing } as never, none, kinds);
  const failures = { all: () => Promise.resolve({ outage: null, single: [] }), forgetAll: nothing } as never;
  const mails = new MailsController(views, kinds, requests, failures, systemClock);
  await mails.queue();
  await mails.undelivered({ limit: 24 });
  const parts: readonly { onApplicationBootstrap(): void }[] = [
    new SettleOpenPayments(
      work,
      { settle: nothing } as never,
      views,
      { takes: 'cards' } as never,
      { readStore: 'embedded' } as never,
    ),
    new PriceMails(work, { execute: nothing } as never, {} as never, allTold, systemClock, views, kinds),
    new DueMails(work, deliveries, kinds, requests, failures, systemClock, views, unshared),
    payoutRunsOf(views, work, 'sent'),
    payoutRunsOf(views, work, 'preparing'),
    new SettleOpenRefunds(work, { settle: nothing } as never, views, { takes: 'cards' } as never),
    reconciliationsOf(views, work),
    reconciliationsOf(beforeTheFirst(views), work),
    new AwaitPreviews(
      work,
      { execute: nothing } as never,
      views,
      { head: () => Promise.resolve(0) } as never,
      { reached: () => Promise.resolve(true) } as never,
    ),
    new PrepareVideos(
      work,
      { clear: nothing, film: () => Promise.reject(new Error('Not now')) } as never,
      {} as never,
      { areThere: () => Promise.resolve(false), open: () => Promise.resolve({} as never) },
      {} as never,
      views,
      { error: () => undefined, warn: () => undefined } as never,
    ),
    new EraseContent(
      { execute: () => Promise.resolve({ position: 0 }) } as never,
      work,
      { deleteAllOf: nothing } as never,
      { loadPublic: () => Promise.resolve({ status: 'none' }) } as never,
      { reached: () => Promise.resolve(true), forget: () => Promise.resolve(true) } as never,
      { readStream: () => Promise.resolve([]), head: () => Promise.resolve(0) } as never,
      views,
      {
        inGroup: () => Promise.resolve([{ key: creator.id, value: { since_ms: 0 } }]),
        delete: nothing,
        scrub: nothing,
      } as never,
      { deletePreviews: nothing, deletePreview: nothing, deleteOriginal: nothing, delete: nothing } as never,
      { add: nothing } as never,
      systemClock,
    ),
  ];
  for (const part of parts) part.onApplicationBootstrap();
  for (const { canDo, begin, round } of works) {
    await canDo?.();
    await begin?.();
    const { signal } = new AbortController();
    await uncontended
      .keep('a round', signal, (tenure) => round(tenure, signal))
      .catch((error: unknown) => {
        throw new Error('a round failed', { cause: error });
      });
  }
};

/** What a gateway reports about a payment is recorded after the outcome of its disputes. */
const refundsToldOf = (order_id: string, views: never) => {
  const paid = { status: 'paid', order: { order_id, lines: [] }, licenseIds: [], payment: { gateway: 'stripe' } };
  const reports = new GatewayReports(
    { execute: nothing } as never,
    { loadPublic: () => Promise.resolve(paid) } as never,
    Object.assign(Object.create(views) as object, { get: () => Promise.resolve({ document: { order_id } }) }) as never,
    { name: 'stripe', dispute: () => Promise.resolve({}) } as never,
    undefined as never,
  );
  return reports.refunded('pi_1', []);
};

const askTheRest = async (views: never) => {
  const asked = { limit: 24 };
  const rows = { of: nothing } as never;
  await new ReferralsController(views, rows).mine(asked, creator as never);
  const streams = { load: () => Promise.resolve({ state: account.initial }) } as never;
  const reviewed = new ReviewedReferralsController(views, streams, rows, undefined as never);
  for (const status of referralStatuses) await reviewed.list({ ...asked, status });
  const license = { item: { title: '' }, brand_name: '', creator_name: '', price_cents: 0 };
  const refunds = new AdminRefundsController(
    views,
    streams,
    { license: () => Promise.resolve(license) } as never,
    undefined as never,
    undefined as never,
  );
  for (const status of refundStatuses) await refunds.list({ ...asked, status });
  const disputes = new AdminDisputesController(views, streams);
  for (const standing of disputeStandings) await disputes.list({ ...asked, standing });
  const itemOf = { item: { creator_id: '', title: '', media: {} } };
  const reports = new AdminReportsController(
    { ...(views as object), get: () => Promise.resolve({ document: itemOf }) } as never,
    { load: () => Promise.resolve({ state: { reports: [] } }) } as never,
    undefined as never,
    { identity: () => Promise.resolve(null) } as never,
    { of: () => Promise.resolve('') } as never,
  );
  for (const status of reportStatuses) await reports.list({ ...asked, status });
  await refundsToldOf('order-8', views);
  const rewards = new RewardsController(views);
  await rewards.byLicense(asked, creator as never);
  await rewards.byCreator(asked, creator as never);
  await new CodeEarnings(views).of(creator.id);
  await new MoneyOverview(views, systemClock).of({});
  await new ReconciliationsController(views, undefined as never).list(asked);
  await new BrandsController(views).onHomepage(asked);
  await new ShownItems(views, systemClock).now();
  await new OrdersController(
    undefined as never,
    undefined as never,
    undefined as never,
    undefined as never,
    views,
  ).list(asked, brand as never);
  await new MediaLibrary(undefined as never, views).duplicateOf({ sha256: 'f'.repeat(64) } as never, creator.id);
  await new CartController(undefined as never, views, systemClock).heldOf({ content: 'item-7,item-8' }, brand as never);
  const noBoards = { of: () => Promise.resolve({ boards: [] }) } as never;
  for (const user of [creator, brand]) {
    await new BusinessExport(views, rows, noBoards).of({ ...user, account_id: user.id } as never);
  }
  const withLicense = { ...(views as object), get: () => Promise.resolve({ document: licenseOf(7) }) } as never;
  const billing = new BillingDocuments(undefined as never, withLicense, undefined as never, undefined as never, {
    invoiceSeller: [],
  });
  await billing.ofLicense('license-7', brand as never);
};

const noPayouts = {
  load: (of: { readonly initial: unknown }) => Promise.resolve({ state: of.initial }),
  loadPublic: (of: { readonly initial: unknown }) => Promise.resolve(of.initial),
} as never;

const askPayouts = async (views: never) => {
  const asked = { limit: 24 };
  const id = 'run-7';
  const details = { of: nothing } as never;
  const rows = new PayoutRows(noPayouts, details, systemClock);
  const head = { head: () => Promise.resolve(0) } as never;
  const commands = { execute: nothing } as never;
  const methods = { bank: noTotal };
  const run = { document: { run_id: id, methods, pay_by: {}, left_out: {}, until: noCutoff, files: [] } };
  const withRun = Object.assign(Object.create(views) as object, { get: () => Promise.resolve(run) }) as never;
  const due = new DuePayouts(views, details, systemClock);
  await due.isAnyPayable();
  await due.urgent();
  const runs = new PayoutRunsController(withRun, rows, due, {} as never, head, systemClock, commands);
  const owed = new OutstandingPayouts(views, noPayouts, systemClock);
  await owed.creatorsBeingSold();
  await owed.mayStillBePaid(creator.id, inDays(0));
  await runs.list(asked);
  await runs.due();
  await runs.one(id);
  for (const status of [undefined, ...payoutStatuses]) await runs.payouts(id, status ? { ...asked, status } : asked);
  await runs.leftOut(id, asked);
  const none = undefined as never;
  await new PayoutHoldsController(views, rows, none, none, none).list(asked);
  await new PayoutFiles(views, noPayouts, details, commands).make(
    { run_id: id, method: 'bank', made_by: 'admin' },
    none,
  );
};

const askEarnings = async (views: never) => {
  const subjects = new LineSubjects(views);
  const statements = new Statements(views, subjects, systemClock);
  const statement = await statements.of(creator.id, { from: inDays(-50).slice(0, 10), to: inDays(-20).slice(0, 10) });
  await statements.page(statement, { limit: 24 });
  await new Years(views, statements).of(creator.id, inDays(0).slice(0, 4));
  const payouts = new OwnPayouts(views, noPayouts, subjects);
  await payouts.page(creator.id, { limit: 24 });
  const after = { at: inDays(-40), position: 12_000 };
  const until = { at: inDays(-33), position: 13_400 };
  await payouts.lines({ creator_id: creator.id, after, until } as Payout, { limit: 1_000 });
};

const asksAView =
  /views\.(find|count|countBriefly)(<\w+>)?\('|views\.(find|count|countBriefly)(<\w+>)?\(\w+\.name|views\.find\(view|\beveryDocument<|\breturn listPage(<|\($|\(this[.]views)/;

/** All places in the product that list, search or count documents, as file and line. */
const placesInSource = () =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith(join('kernel', 'views')))
    .flatMap((file) =>
      readFileSync(join(sources, file), 'utf8')
        .split('\n')
        .flatMap((line, index, lines) => {
          if (!asksAView.test(line)) return [];
          // A call that spans lines is at its first one.
          const isArgument = lines[index - 1]?.endsWith('forEachConcurrently(') === true;
          return [`${file}:${isArgument ? index : index + 1}`];
        }),
    );

describe('the queries of the product on MongoDB', () => {
  let asked: readonly RecordedQuery[];
  beforeAll(async () => {
    const { asked: recorded, marketItems, store } = recording();
    for (const ask of [
      askMarketplace,
      askDiscovery,
      askPages,
      askOwnContent,
      askLicenses,
      askInRounds,
      askEarnings,
      askPayouts,
      askTheRest,
    ])
      await ask(store as never);
    await askSimilar(store as never, marketItems);
    asked = recorded;
  }, 300_000);

  it('[PROD-15] are all covered here, each place and each combination of filters', () => {
    expect(new Set(asked.map(({ at }) => at))).toEqual(new Set(placesInSource()));
  });

  it('[PROD-15] are each served by an index that operations.md names; no index is unused', () => {
    expect(asked.filter(({ indexes }) => indexes.length === 0).map(({ at, query }) => ({ at, query }))).toEqual([]);
    const used = new Set(
      asked.flatMap(({ view, indexes }) => indexes.map((index) => `| \`${view}\` | \`${index}\` |`)),
    );
    const made = views.flatMap((view) =>
      indexesOf(view)
        .filter((index) => index !== deletions)
        .map((index) => `| \`${view.name}\` | \`${index.name}\` |`),
    );
    expect(used).toEqual(new Set(made));
    const named = readFileSync(operations, 'utf8').replaceAll(/ +/g, ' ');
    expect(made.filter((row) => !named.includes(row))).toEqual([]);
  });

  it('[PROD-15] read at most 20 documents for each that they return, however many are deleted', () => {
    const over = asked.filter(({ examined, returned }) => examined > examinedPerReturnedMax * Math.max(1, returned));
    expect(over).toEqual([]);
    const worst = Math.max(...asked.map(({ examined, returned }) => examined / Math.max(1, returned)));
    record('queries on MongoDB, by a double of its indexes', {
      queries: asked.length,
      mostExaminedPerReturned: Math.round(10 * worst) / 10,
    });
  });
});
