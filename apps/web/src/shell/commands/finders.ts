import type { BoardPage } from '@tessera/contract/boards';
import type { OwnContentPage } from '@tessera/contract/content';
import type { MarketSuggestions } from '@tessera/contract/discovery';
import type { PayoutPage } from '@tessera/contract/money/earnings';
import type { LicensePage, LicenseRow, OrderLicenses } from '@tessera/contract/licenses';
import { plainText } from '@tessera/domain/kernel/text';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import { payoutStatusTitles } from '@tessera/domain/payouts/titles';
import { formatUtcDay } from '../../kernel/dates.ts';
import { plural } from '../../kernel/plural.ts';
import { get } from '../../kernel/send.ts';
import { paths } from '../../paths.ts';
import type { Hit } from '../../ui/commands/commands.tsx';

/** The number of results of each kind. */
const shownMax = 5;
/** The server's maximum page size. */
const listedMax = 100;
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads without retries, because the next keystroke searches again anyway. */
const read = <Answer>(path: string, query: Readonly<Record<string, string>>) =>
  get<Answer>(`${path}?${new URLSearchParams(query)}`, { retryDelaysMs: [] });

const matches = (text: string, typed: string) => plainText(text).includes(plainText(typed));

export const findMarketItems = async (typed: string, itemPath: (id: string) => string): Promise<readonly Hit[]> => {
  const { items } = await read<MarketSuggestions>('/api/marketplace/suggestions', { search: typed });
  return items.slice(0, shownMax).map(({ id, title }) => ({ key: `item-${id}`, words: title, to: itemPath(id) }));
};

export const findOwnItems = async (typed: string): Promise<readonly Hit[]> => {
  const { items } = await read<OwnContentPage>('/api/content/mine', { search: typed, limit: String(shownMax) });
  return items.map(({ id, title, status }) => ({
    key: `own-${id}`,
    words: title,
    hint: status === 'withdrawn' ? 'Withdrawn' : 'On sale',
    to: paths.creator.edit(id),
  }));
};

/** Searches by license id, or by item and other party. */
const licensesFor = async (typed: string): Promise<readonly LicenseRow[]> => {
  if (!idPattern.test(typed)) {
    return (await read<LicensePage>('/api/licenses', { search: typed, limit: String(shownMax) })).items;
  }
  return [await read<LicenseRow>(`/api/licenses/${typed.toLowerCase()}`, {})];
};

export const findSoldLicenses = async (typed: string): Promise<readonly Hit[]> =>
  (await licensesFor(typed)).map(({ id, content, license_type, brand_name }) => ({
    key: `license-${id}`,
    words: content.title,
    hint: `${licenseTypeTitles[license_type]}, ${brand_name}`,
    to: paths.agreement(id),
  }));

export const findHeldLicenses = async (typed: string): Promise<readonly Hit[]> =>
  (await licensesFor(typed)).map(({ id, content, license_type, creator_name }) => ({
    key: `license-${id}`,
    words: content.title,
    hint: `${licenseTypeTitles[license_type]}, ${creator_name}`,
    to: paths.brand.license(id),
  }));

/** Searches by order id, or by what was licensed in the order. */
export const findOrders = async (typed: string): Promise<readonly Hit[]> => {
  const licenses = idPattern.test(typed)
    ? (await read<OrderLicenses>(`/api/orders/${typed.toLowerCase()}/licenses`, {})).items
    : await licensesFor(typed);
  const firstOf = new Map(licenses.toReversed().map((license) => [license.order_id, license]));
  return [...firstOf.values()].toReversed().map(({ order_id, created_at, content }) => ({
    key: `order-${order_id}`,
    words: `Order from ${formatUtcDay(created_at)} (UTC)`,
    hint: content.title,
    to: paths.brand.purchase(order_id),
  }));
};

export const findBoards = async (typed: string): Promise<readonly Hit[]> => {
  const { items } = await read<BoardPage>('/api/boards', {});
  return items
    .filter(({ id, name }) => id === typed || matches(name, typed))
    .slice(0, shownMax)
    .map(({ id, name, content_ids }) => ({
      key: `board-${id}`,
      words: name,
      hint: plural(content_ids.length, 'item'),
      to: paths.brand.board(id),
    }));
};

/** Searches the newest hundred by id, day, amount, status or destination. */
export const findPayouts = async (typed: string): Promise<readonly Hit[]> => {
  const { items } = await read<PayoutPage>('/api/earnings/payouts', { limit: String(listedMax) });
  return items
    .map(({ id, steps, status, destination, amount_cents }) => ({
      key: `payout-${id}`,
      words: `Payout from ${formatUtcDay(steps[0]?.at ?? '')} (UTC)`,
      hint: `${formatUsd(amount_cents)}, ${payoutStatusTitles[status]}`,
      to: paths.creator.payout(id),
      also: [id, destination ?? ''],
    }))
    .filter(({ words, hint, also }) => matches([words, hint, ...also].join('\n'), typed))
    .slice(0, shownMax)
    .map(({ also: _also, ...hit }) => hit);
};
