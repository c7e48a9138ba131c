import type { CommandBus } from '@nestjs/cqrs';
import { receipt } from '@tessera/domain/ordering/receipts/receipt';
import { pino } from 'pino';
import type { Mail, Mailer } from '../adapters/mail/port.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Streams } from '../kernel/commands/dispatch.ts';
import { Foreground } from '../kernel/work/foreground.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { MemoryVault } from '../../../../test/support/doubles/memory-vault.ts';
import { Deliveries } from './deliveries.ts';
import { MailFailures } from './mail-failures.ts';

const mail = { to: 'brand@example.com', subject: 'Your receipt', text: 'Thank you' } as Mail;

const openDeliveries = () => {
  const sent: Mail[] = [];
  const recorded: unknown[] = [];
  const deliveries = new Deliveries(
    { execute: (command: unknown) => Promise.resolve(recorded.push(command)) } as unknown as CommandBus,
    { load: () => Promise.resolve({ state: receipt.initial }) } as unknown as Streams,
    { send: (each: Mail) => Promise.resolve(void sent.push(each)) } as unknown as Mailer,
    systemClock,
    new Foreground(),
    new MailFailures(new MemoryVault(), systemClock),
    pino({ level: 'silent' }),
  );
  return { deliveries, sent, recorded };
};
const noticeOf = (write: () => Promise<Mail>) => ({
  name: 'receipt of order 1',
  decider: receipt,
  id: 'order-1',
  isSettled: ({ status }: typeof receipt.initial) => status === 'settled',
  commandOf: (outcome: Parameters<typeof receipt.decide>[0]['outcome']) =>
    ({ kind: 'record-receipt', order_id: 'order-1', outcome }) as const,
  write,
  giveUpAtMs: Infinity,
});

it('[PROD-12] a process that loses the lease while it writes an email leaves it to the next holder', async () => {
  const { deliveries, sent, recorded } = openDeliveries();
  let isHeld = true;
  const { signal } = new AbortController();
  const tenure: Tenure = { token: 1, signal, isTakeover: false, isHeld: () => isHeld };
  const losing = noticeOf(() => {
    // The process was paused: its signal will be aborted by a timer that hasn't run yet.
    isHeld = false;
    return Promise.resolve(mail);
  });
  await deliveries.begin(losing, tenure);
  await deliveries.allDone(tenure);
  expect([sent, recorded]).toEqual([[], []]);
  const next = { ...tenure, token: 2, isHeld: () => true };
  await deliveries.begin(
    noticeOf(() => Promise.resolve(mail)),
    next,
  );
  await deliveries.allDone(next);
  expect([sent, recorded.length]).toEqual([[mail], 1]);
});

it('[HOU-06] what somebody waits for waits behind no other email, however many of those are under way', async () => {
  const { deliveries, sent } = openDeliveries();
  const tenure: Tenure = { token: 1, signal: new AbortController().signal, isTakeover: false, isHeld: () => true };
  const slow = Promise.withResolvers<Mail>();
  const others = Array.from({ length: 16 }, (_, index) => ({
    ...noticeOf(() => slow.promise),
    name: `receipt ${index}`,
  }));
  for (const other of others) await deliveries.begin(other, tenure);
  let isFull = true;
  const seventeenth = deliveries.begin({ ...noticeOf(() => slow.promise), name: 'receipt 16' }, tenure);
  void seventeenth.then(() => (isFull = false));
  const reset = { ...mail, subject: 'Reset your password' };
  const urgent = { ...noticeOf(() => Promise.resolve(reset)), name: 'reset', isUrgent: true };
  await deliveries.begin(urgent, { ...tenure, token: 2 });
  while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect([sent, isFull]).toEqual([[reset], true]);
  slow.resolve(mail);
  await seventeenth;
  await deliveries.allDone(tenure);
  expect(sent).toHaveLength(18);
});
