import { Measures } from '../../kernel/observe/measures.ts';
import { observedGateway } from './observed.ts';
import { OutcomeUnknown } from './port.ts';
import type { GatewayTransaction, PaymentGateway } from './port.ts';

const transaction = { id: 'one', kind: 'charge' } as GatewayTransaction;

const observed = (gateway: object) => {
  const measures = new Measures();
  const watched = observedGateway({ name: 'sandbox', takes: 'cards', ...gateway } as PaymentGateway, measures);
  const counted = async () => {
    const { values } = await measures.gatewayCalls.get();
    const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
    return Object.fromEntries(counts.map(({ labels, value }) => [labels.outcome, value]));
  };
  return { watched, counted };
};

it('calls about refunds, disputes and transactions are measured by outcome', async () => {
  const { watched, counted } = observed({
    refund: () => Promise.resolve({ status: 'failed', reason: 'Nothing is left' }),
    refundsOf: () => Promise.resolve([]),
    dispute: () => Promise.reject(new OutcomeUnknown()),
    async *disputes() {
      yield* [];
      throw new OutcomeUnknown();
    },
    async *transactions() {
      yield transaction;
      yield transaction;
    },
  });
  expect(await watched.refund({ key: 'a', reference: 'b', amountCents: 1 })).toMatchObject({ status: 'failed' });
  expect(await watched.refundsOf('b')).toEqual([]);
  await expect(watched.dispute('c')).rejects.toBeInstanceOf(OutcomeUnknown);
  const disputes = watched.disputes(new Date(0))[Symbol.asyncIterator]();
  await expect(disputes.next()).rejects.toBeInstanceOf(OutcomeUnknown);
  // A reader may stop early.
  for await (const one of watched.transactions(new Date(0), new Date(1))) {
    expect(one).toBe(transaction);
    break;
  }
  expect(await counted()).toEqual({ failed: 1, told: 1, unknown: 2, listed: 1 });
});
