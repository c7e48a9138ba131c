/** A card as typed. It goes to the gateway and nowhere else: never a log, an event, an error or a file. */
export interface Card {
  readonly cardholderName: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvv: string;
}

export interface Charge {
  /** The idempotency key: the same key charges once, whatever else differs. */
  readonly key: string;
  readonly amountCents: number;
  readonly card: Card;
}

export type ChargeOutcome =
  | { readonly status: 'approved'; readonly reference: string }
  /** The reason is fit for the payer's eyes. */
  | { readonly status: 'declined'; readonly reason: string };

/** The gateway can't say what became of a charge; asking again later can. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

export interface PaymentGateway {
  readonly name: string;
  /** Where a brand pays for an order: a path of this origin, or the https address of a configured host. */
  checkoutUrl(orderId: string): string;
  /** @throws OutcomeUnknown when the charge may or may not have happened. */
  charge(charge: Charge): Promise<ChargeOutcome>;
  /**
   * What became of a key, for good: a key that was never charged is closed, so that a charge which is still on its
   * way can't happen after the answer 'declined'.
   * @throws OutcomeUnknown
   */
  settle(key: string): Promise<ChargeOutcome>;
  /** Whether the gateway is set up and answers. @throws when it is not, or does not. */
  check(): Promise<void>;
  close(): void;
}
