import type { EventDetails, EventPage } from '@tessera/contract/admin';
import type { PayoutRunPage } from '@tessera/contract/money/payout-runs';
import type { RefundableLicense } from '@tessera/contract/money/refunds';
import { formatDay } from '@tessera/domain/days';
import { plainText } from '@tessera/domain/kernel/text';
import { formatUsd } from '@tessera/domain/money';
import { get } from '../../kernel/send.ts';
import { paths } from '../../paths.ts';
import type { Hit } from '../../ui/commands/commands.tsx';
import { asAdmin } from '../admin-session.atoms.ts';

const shownMax = 5;
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const streamPattern = /^[a-z]+-[\w-]{4,}$/i;
const positionPattern = /^\d{1,15}$/;

/** What a stream is about, by its category. */
const kinds = {
  account: 'Person',
  content: 'Item',
  order: 'Order',
  boards: 'A brand’s boards',
  referral: 'A creator’s referral',
  payout: 'A creator’s payouts',
  payoutRun: 'Payout run',
} as const;

const read = <Answer>(path: string) => asAdmin((options) => get<Answer>(path, { ...options, retryDelaysMs: [] }));

const newestOf = async (filter: Readonly<Record<string, string>>) => {
  const { items } = await read<EventPage>(`/api/admin/events?${new URLSearchParams({ ...filter, limit: '1' })}`);
  return items[0];
};

const findStream = async (stream: string, words: string): Promise<readonly Hit[]> => {
  const newest = await newestOf({ stream });
  return newest ? [{ key: `stream-${stream}`, words, hint: newest.sentence, to: paths.admin.eventsOf(stream) }] : [];
};

/** Finds people, items, orders and anything else with a stream, by id or by the name of its stream. */
export const findById = async (typed: string): Promise<readonly Hit[]> => {
  if (idPattern.test(typed)) {
    const id = typed.toLowerCase();
    const found = await Promise.all(
      Object.entries(kinds).map(([category, words]) => findStream(`${category}-${id}`, words)),
    );
    return found.flat().map((hit) => (hit.key === `stream-content-${id}` ? { ...hit, to: paths.admin.item(id) } : hit));
  }
  return streamPattern.test(typed) ? findStream(typed, `Events of ${typed}`) : [];
};

/** Finds a license by its number. */
export const findLicense = async (typed: string): Promise<readonly Hit[]> => {
  if (!idPattern.test(typed)) return [];
  const id = typed.toLowerCase();
  const { title, brand_name, price_money } = await read<RefundableLicense>(`/api/admin/licenses/${id}/refund`);
  return [
    {
      key: `license-${id}`,
      words: title,
      hint: `${brand_name}, ${formatUsd(price_money.amount_cents)}`,
      to: paths.admin.refundOf(id),
    },
  ];
};

/** Finds an event by its position, events by type, and all events of a request by their correlation. */
export const findEvents = async (typed: string): Promise<readonly Hit[]> => {
  if (positionPattern.test(typed)) {
    const { position, sentence, stream } = await read<EventDetails>(`/api/admin/events/${typed}`);
    return [{ key: `event-${position}`, words: sentence, hint: `Event ${typed}`, to: paths.admin.eventsOf(stream) }];
  }
  if (idPattern.test(typed)) {
    const newest = await newestOf({ correlation: typed });
    const to = `${paths.admin.events}?${new URLSearchParams({ correlation: typed })}`;
    return newest ? [{ key: 'correlation', words: 'All events of this correlation', hint: newest.sentence, to }] : [];
  }
  const { types } = await read<EventPage>('/api/admin/events?limit=1');
  const query = typed.toLowerCase().replaceAll(' ', '');
  return types
    .filter((type) => type.toLowerCase().includes(query))
    .slice(0, shownMax)
    .map((type) => ({
      key: `type-${type}`,
      words: type,
      to: `${paths.admin.events}?${new URLSearchParams({ type })}`,
    }));
};

/** Finds one of the newest payout runs by the day it was prepared, or by its number. */
export const findRuns = async (typed: string): Promise<readonly Hit[]> => {
  const { items } = await read<PayoutRunPage>('/api/admin/payout-runs');
  return items
    .map(({ id, started_at, total_cents }) => ({
      key: `run-${id}`,
      words: `Payout run from ${formatDay(started_at)}`,
      hint: formatUsd(total_cents),
      to: paths.admin.payoutRun(id),
    }))
    .filter(({ words, key }) => plainText(`${words}\n${key}`).includes(plainText(typed)))
    .slice(0, shownMax);
};
