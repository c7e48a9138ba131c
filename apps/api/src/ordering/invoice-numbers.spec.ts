import { recorded } from '@tessera/domain/kernel/recorded.test-kit';
import { invoices } from '@tessera/domain/ordering/invoices.view';
import type { Invoice } from '@tessera/domain/ordering/invoices.view';
import { paymentCaptured } from '@tessera/domain/ordering/order';
import { replayFrom } from '../kernel/replaying/replay.ts';
import type { Change, Generation, Stored } from '../kernel/views/port.ts';

const orders = 2_500;
const killed = 'The process was killed';
const keyOf = (order: number) => `order-${order}`;
const log = recorded(
  Array.from({ length: orders }, (_, order) =>
    paymentCaptured.of({
      order_id: keyOf(order),
      attempt: 1,
      gateway: 'sandbox',
      reference: `ch_${order}`,
      amount_cents: 2_500,
      terms_version: '2026-11',
    }),
  ),
);

it('[PAY-30] a replay that is resumed after a crash gives each invoice its number, even if only the count was stored', async () => {
  const stored = new Map<string, Stored<unknown>>();
  const keep = ({ key, position, document }: Change) => stored.set(key, { key, position, document });
  let checkpoint = -1;
  /** An engine without transactions: the first commit of each position stops once the count is stored. */
  const generation = {
    load: (keys: readonly string[]) =>
      Promise.resolve(new Map(keys.flatMap((key) => (stored.has(key) ? [[key, stored.get(key)!] as const] : [])))),
    commit: (position: number, changes: readonly Change[]) => {
      const isRepeated = changes.every(({ key }) => !key.startsWith('year-'));
      const written = isRepeated ? changes : changes.filter(({ key }) => key.startsWith('year-'));
      written.forEach(keep);
      if (!isRepeated) throw new Error(killed);
      checkpoint = position;
      return Promise.resolve();
    },
  } as unknown as Generation;
  const replayer = replayFrom(
    ({ after, through, limit }) =>
      Promise.resolve(log.filter(({ position }) => position > after && position <= through).slice(0, limit)),
    10_000,
  );
  const resume = () =>
    replayer({
      view: invoices,
      generation,
      after: checkpoint,
      through: orders - 1,
      parked: [],
      onPosition: () => undefined,
      keepParked: () => Promise.resolve(),
      signal: AbortSignal.any([]),
    });
  const ends: string[] = [];
  while (checkpoint < orders - 1 && ends.length < 10) {
    ends.push(
      await resume().then(
        () => 'done',
        (error: Error) => error.message,
      ),
    );
  }
  // Once for each window of 1,000 events.
  expect(ends).toEqual([killed, killed, killed, 'done']);
  const numbers = log.map((_, order) => (stored.get(keyOf(order))?.document as Invoice | undefined)?.number);
  expect(numbers).toEqual(log.map((_, order) => `INV-2026-${String(order + 1).padStart(6, '0')}`));
});
