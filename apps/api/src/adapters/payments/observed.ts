import type { Measures } from '../../kernel/observe/measures.ts';
import { traced } from '../../kernel/observe/trace.ts';
import { OutcomeUnknown } from './port.ts';
import type { CardGateway, PaymentGateway } from './port.ts';

/** The part that both kinds of gateways share. */
type Common = Omit<CardGateway, 'takes' | 'charge'>;

const failureOf = (error: unknown) => (error instanceof OutcomeUnknown ? 'unknown' : 'error');

/** Wraps a gateway so that each call is measured and traced. */
export const observedGateway = (gateway: PaymentGateway, { gatewayCalls }: Measures): PaymentGateway => {
  const measured = async <Answer>(ask: () => Promise<Answer>, outcomeOf: (answer: Answer) => string) => {
    const end = gatewayCalls.startTimer({ gateway: gateway.name });
    try {
      const answer = await ask();
      end({ outcome: outcomeOf(answer) });
      return answer;
    } catch (error) {
      end({ outcome: failureOf(error) });
      throw error;
    }
  };
  const attributes = { 'tessera.gateway': gateway.name };
  const observeOutcome = <Outcome extends { readonly status: string }>(what: string, ask: () => Promise<Outcome>) =>
    traced(`gateway ${what}`, attributes, () => measured(ask, ({ status }) => status));
  const observeAnswer = <Answer>(what: string, ask: () => Promise<Answer>) =>
    traced(`gateway ${what}`, attributes, () => measured(ask, () => 'told'));
  /** The measured time includes fetching the pages and the reader's own work. */
  async function* observeList<Item>(list: AsyncIterable<Item>): AsyncIterable<Item> {
    const end = gatewayCalls.startTimer({ gateway: gateway.name });
    let outcome = 'listed';
    try {
      yield* list;
    } catch (error) {
      outcome = failureOf(error);
      throw error;
    } finally {
      end({ outcome });
    }
  }
  const common: Common = {
    name: gateway.name,
    settle: (payment, page) => observeOutcome('settle', () => gateway.settle(payment, page)),
    refund: (refund) => observeOutcome('refund', () => gateway.refund(refund)),
    refundsOf: (reference) => observeAnswer('refunds', () => gateway.refundsOf(reference)),
    dispute: (id) => observeAnswer('dispute', () => gateway.dispute(id)),
    disputes: (from) => observeList(gateway.disputes(from)),
    transactions: (from, to) => observeList(gateway.transactions(from, to)),
    check: () => traced('gateway check', attributes, () => gateway.check()),
    close: () => gateway.close(),
  };
  if (gateway.takes === 'cards') {
    const { takes } = gateway;
    return {
      ...common,
      takes,
      charge: (payment, card) => observeOutcome('charge', () => gateway.charge(payment, card)),
    };
  }
  const { takes, checkoutHost, pageOpenMs } = gateway;
  return {
    ...common,
    takes,
    checkoutHost,
    pageOpenMs,
    begin: (payment, again) => observeOutcome('begin', () => gateway.begin(payment, again)),
    readNotice: (body, signature) => gateway.readNotice(body, signature),
  };
};
