import type { Measures } from '../../kernel/observe/measures.ts';
import { traced } from '../../kernel/observe/trace.ts';
import { OutcomeUnknown } from './port.ts';
import type { CardGateway, PaymentGateway } from './port.ts';

/** What both kinds of gateways have. */
type Common = Omit<CardGateway, 'takes' | 'charge'>;

const failureOf = (error: unknown) => (error instanceof OutcomeUnknown ? 'unknown' : 'error');

/** A gateway, with each question to it measured and traced. */
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
  const asked = <Outcome extends { readonly status: string }>(what: string, ask: () => Promise<Outcome>) =>
    traced(`gateway ${what}`, attributes, () => measured(ask, ({ status }) => status));
  const looked = <Answer>(what: string, ask: () => Promise<Answer>) =>
    traced(`gateway ${what}`, attributes, () => measured(ask, () => 'told'));
  /** Its time is that of its pages and of whoever reads them. */
  async function* listed<Item>(list: AsyncIterable<Item>): AsyncIterable<Item> {
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
  const both: Common = {
    name: gateway.name,
    settle: (payment, page) => asked('settle', () => gateway.settle(payment, page)),
    refund: (refund) => asked('refund', () => gateway.refund(refund)),
    refundsOf: (reference) => looked('refunds', () => gateway.refundsOf(reference)),
    dispute: (id) => looked('dispute', () => gateway.dispute(id)),
    disputes: (from) => listed(gateway.disputes(from)),
    transactions: (from, to) => listed(gateway.transactions(from, to)),
    check: () => traced('gateway check', attributes, () => gateway.check()),
    close: () => gateway.close(),
  };
  if (gateway.takes === 'cards') {
    const { takes } = gateway;
    return { ...both, takes, charge: (payment, card) => asked('charge', () => gateway.charge(payment, card)) };
  }
  const { takes, checkoutHost, pageOpenMs } = gateway;
  return {
    ...both,
    takes,
    checkoutHost,
    pageOpenMs,
    begin: (payment, again) => asked('begin', () => gateway.begin(payment, again)),
    readNotice: (body, signature) => gateway.readNotice(body, signature),
  };
};
