import type { Measures } from '../../kernel/observe/measures.ts';
import { traced } from '../../kernel/observe/trace.ts';
import { OutcomeUnknown } from './port.ts';
import type { PaymentGateway } from './port.ts';

/** A gateway, with each question to it measured and traced. */
export const observedGateway = (gateway: PaymentGateway, { gatewayCalls }: Measures): PaymentGateway => {
  const measured = async <Outcome extends { readonly status: string }>(ask: () => Promise<Outcome>) => {
    const end = gatewayCalls.startTimer({ gateway: gateway.name });
    try {
      const outcome = await ask();
      end({ outcome: outcome.status });
      return outcome;
    } catch (error) {
      end({ outcome: error instanceof OutcomeUnknown ? 'unknown' : 'error' });
      throw error;
    }
  };
  const asked = <Outcome extends { readonly status: string }>(what: string, ask: () => Promise<Outcome>) =>
    traced(`gateway ${what}`, { 'tessera.gateway': gateway.name }, () => measured(ask));
  const both: Pick<PaymentGateway, 'name' | 'settle' | 'check' | 'close'> = {
    name: gateway.name,
    settle: (payment, page) => asked('settle', () => gateway.settle(payment, page)),
    check: () => traced('gateway check', { 'tessera.gateway': gateway.name }, () => gateway.check()),
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
