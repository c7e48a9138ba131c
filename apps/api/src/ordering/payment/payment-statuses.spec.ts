import type { OrderState } from '@tessera/domain/ordering/order';
import { pino } from 'pino';
import { OutcomeUnknown } from '../../adapters/payments/port.ts';
import type { HostedGateway, HostedOutcome } from '../../adapters/payments/port.ts';
import type { Config } from '../../config.ts';
import { PaymentStatuses } from './payment-statuses.ts';

const paying = (orderId = 'o1') =>
  ({
    status: 'paying',
    order: { order_id: orderId, total_cents: 100, lines: [] },
    attempts: 1,
  }) as unknown as OrderState;
const open: HostedOutcome = { status: 'open', url: 'https://checkout.stripe.com/c/pay/1' };
const pending: HostedOutcome = { status: 'pending' };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const standingsAt = (answer: () => Promise<HostedOutcome>, log: string[] = []) => {
  const begin = jest.fn<Promise<HostedOutcome>, []>(answer);
  const standings = new PaymentStatuses(
    { takes: 'payments on its page', begin } as unknown as HostedGateway,
    { publicUrl: 'https://tessera.example' } as Config,
    pino({ level: 'error' }, { write: (line: string) => log.push(line) }),
  );
  return { standings, begin };
};

it('however many pages poll an order, the gateway is asked about an unpaid page once in five seconds', async () => {
  const { standings, begin } = standingsAt(() => Promise.resolve(open));
  expect(await Promise.all([standings.of(paying()), standings.of(paying())])).toEqual(['open', 'open']);
  await jest.advanceTimersByTimeAsync(4_999);
  expect(await standings.of(paying())).toBe('open');
  expect(begin).toHaveBeenCalledTimes(1);
  begin.mockResolvedValue(pending);
  await jest.advanceTimersByTimeAsync(1);
  expect(await standings.of(paying())).toBe('pending');
});

it('what the bank has is asked about no more', async () => {
  const { standings, begin } = standingsAt(() => Promise.resolve(pending));
  expect(await standings.of(paying())).toBe('pending');
  await jest.advanceTimersByTimeAsync(60 * 60_000);
  expect(await standings.of(paying())).toBe('pending');
  expect(begin).toHaveBeenCalledTimes(1);
});

it('an order is told without it when the gateway takes its time, and with it once the answer has come', async () => {
  let answer: (outcome: HostedOutcome) => void = () => {};
  const { standings, begin } = standingsAt(() => new Promise((resolve) => (answer = resolve)));
  const told = standings.of(paying());
  await jest.advanceTimersByTimeAsync(1_500);
  expect(await told).toBeNull();
  answer(open);
  expect(await standings.of(paying())).toBe('open');
  expect(begin).toHaveBeenCalledTimes(1);
});

it('a gateway that is down is asked again later; what else goes wrong is logged', async () => {
  const log: string[] = [];
  const { standings, begin } = standingsAt(() => Promise.reject(new OutcomeUnknown('away')), log);
  expect(await standings.of(paying())).toBeNull();
  expect(log).toEqual([]);
  await jest.advanceTimersByTimeAsync(5_000);
  begin.mockRejectedValue(new Error('a fault'));
  expect(await standings.of(paying())).toBeNull();
  expect(log.join()).toContain('a fault');
});

it('of payments without end it keeps the last thousand', async () => {
  const { standings, begin } = standingsAt(() => Promise.resolve(pending));
  for (let order = 0; order <= 1_000; order += 1) await standings.of(paying(`o${order}`));
  await standings.of(paying('o1'));
  expect(begin).toHaveBeenCalledTimes(1_001);
  await standings.of(paying('o0'));
  expect(begin).toHaveBeenCalledTimes(1_002);
});
