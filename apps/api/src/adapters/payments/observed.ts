import type { Measures } from '../../kernel/measures.ts';
import { traced } from '../../kernel/trace.ts';
import { OutcomeUnknown } from './port.ts';
import type { ChargeOutcome, PaymentGateway } from './port.ts';

/** A gateway, with each question to it measured and traced. */
export const observedGateway = (gateway: PaymentGateway, { gatewayCalls }: Measures): PaymentGateway => {
  const measured = async (ask: () => Promise<ChargeOutcome>) => {
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
  const asked = (what: string, ask: () => Promise<ChargeOutcome>) =>
    traced(`gateway ${what}`, { 'tessera.gateway': gateway.name }, () => measured(ask));
  return {
    name: gateway.name,
    checkoutUrl: (orderId) => gateway.checkoutUrl(orderId),
    charge: (charge) => asked('charge', () => gateway.charge(charge)),
    settle: (key) => asked('settle', () => gateway.settle(key)),
    check: () => traced('gateway check', { 'tessera.gateway': gateway.name }, () => gateway.check()),
    close: () => gateway.close(),
  };
};
