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

const statusesAt = (answer: () => Promise<HostedOutcome>, log: string[] = []) => {
  const begin = jest.fn<Promise<HostedOutcome>, []>(answer);
  const statuses = new PaymentStatuses(
    { takes: 'payments on its page', begin } as unknown as HostedGateway,
    { publicUrl: 'https://tessera.example' } as Config,
    pino({ level: 'error' }, { write: (line: string) => log.push(line) }),
  );
  return { statuses, begin };
};

it('the gateway is asked about an unpaid page once in five seconds, no matter how many pages poll the order', async () => {
  const { statuses, begin } = statusesAt(() => Promise.resolve(open));
  expect(await Promise.all([statuses.of(paying()), statuses.of(paying())])).toEqual(['open', 'open']);
  await jest.advanceTimersByTimeAsync(4_999);
  expect(await statuses.of(paying())).toBe('open');
  expect(begin).toHaveBeenCalledTimes(1);
  begin.mockResolvedValue(pending);
  await jest.advanceTimersByTimeAsync(1);
  expect(await statuses.of(paying())).toBe('pending');
});

it('the gateway is not asked again about a payment that the bank has', async () => {
  const { statuses, begin } = statusesAt(() => Promise.resolve(pending));
  expect(await statuses.of(paying())).toBe('pending');
  await jest.advanceTimersByTimeAsync(60 * 60_000);
  expect(await statuses.of(paying())).toBe('pending');
  expect(begin).toHaveBeenCalledTimes(1);
});

it('an order is returned without the status while the gateway is slow, and with it once the answer has arrived', async () => {
  let answer: (outcome: HostedOutcome) => void = () => {};
  const { statuses, begin } = statusesAt(() => new Promise((resolve) => (answer = resolve)));
  const told = statuses.of(paying());
  await jest.advanceTimersByTimeAsync(1_500);
  expect(await told).toBeNull();
  answer(open);
  expect(await statuses.of(paying())).toBe('open');
  expect(begin).toHaveBeenCalledTimes(1);
});

it('a gateway that is down is asked again later; any other failure is logged', async () => {
  const log: string[] = [];
  const { statuses, begin } = statusesAt(() => Promise.reject(new OutcomeUnknown('away')), log);
  expect(await statuses.of(paying())).toBeNull();
  expect(log).toEqual([]);
  await jest.advanceTimersByTimeAsync(5_000);
  begin.mockRejectedValue(new Error('a fault'));
  expect(await statuses.of(paying())).toBeNull();
  expect(log.join()).toContain('a fault');
});

it('only the latest thousand payments are cached', async () => {
  const { statuses, begin } = statusesAt(() => Promise.resolve(pending));
  for (let order = 0; order <= 1_000; order += 1) await statuses.of(paying(`o${order}`));
  await statuses.of(paying('o1'));
  expect(begin).toHaveBeenCalledTimes(1_001);
  await statuses.of(paying('o0'));
  expect(begin).toHaveBeenCalledTimes(1_002);
});
