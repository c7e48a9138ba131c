/** A card as typed. It goes to the gateway and nowhere else: never a log, an event, an error or a file. */
export interface Card {
  readonly cardholderName: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvv: string;
}

/** What is paid, made of the order's events alone: the same for the same key, even after a restart. */
export interface Payment {
  /** The idempotency key: the same key is paid once, whatever else differs. */
  readonly key: string;
  readonly amountCents: number;
  readonly lines: readonly PaymentLine[];
  /** The page of this shop that tells about the order. */
  readonly pageUrl: string;
}

export interface PaymentLine {
  readonly title: string;
  readonly unitCents: number;
  readonly quantity: number;
}

export interface Approved {
  readonly status: 'approved';
  readonly reference: string;
  /** What was paid, in the currency's smallest unit; whoever records it compares it with the order. */
  readonly amountCents: number;
  /** Three small letters, as in ISO 4217. */
  readonly currency: string;
}

export type ChargeOutcome =
  | Approved
  | {
      readonly status: 'declined';
      /** Fit for the payer's eyes. */
      readonly reason: string;
      /** For the operator's log, where the payer can't fix it. */
      readonly detail?: string;
    };

/** Where a payment on a gateway's own page stands. */
export type HostedOutcome =
  | ChargeOutcome
  | { readonly status: 'open'; readonly url: string }
  /** Handed to the bank, which takes its time. */
  | { readonly status: 'pending' };

/** The gateway can't say what became of a charge; asking again later can. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** A message to the webhook that was not signed by the gateway, or not lately. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused';
}

/** What a gateway tells of its own accord. */
export interface PaymentNotice {
  readonly key: string;
  /** The gateway's name of the page that this is about. */
  readonly page: string;
  /** Null for a notice of anything else, after which `settle` finds out where the payment stands. */
  readonly paid: Approved | null;
}

interface Gateway {
  readonly name: string;
  /**
   * What became of a payment, for good: a key that was never paid is closed, so that a charge which is still on its
   * way can't happen after the answer 'declined'.
   * @param page of a notice, where one named it
   * @throws OutcomeUnknown
   */
  settle(payment: Payment, page?: string): Promise<ChargeOutcome>;
  /** Whether the gateway is set up and answers. @throws when it is not, or does not. */
  check(): Promise<void>;
  close(): void;
}

/** Takes cards that were typed into this shop's own form. */
export interface CardGateway extends Gateway {
  readonly takes: 'cards';
  /** @throws OutcomeUnknown when the charge may or may not have happened. */
  charge(payment: Payment, card: Card): Promise<ChargeOutcome>;
}

/** Takes payments on a page of its own, and tells about them by signed notices. */
export interface HostedGateway extends Gateway {
  readonly takes: 'payments on its page';
  /** Of its pages, which are https. */
  readonly checkoutHost: string;
  /** For how long a brand may stay on the page before an unpaid payment is settled. */
  readonly pageOpenMs: number;
  /**
   * Opens the page of a payment, or finds it again.
   * @param again whether the payment may have been started before, maybe long ago
   * @throws OutcomeUnknown when the gateway doesn't answer
   */
  begin(payment: Payment, again: boolean): Promise<HostedOutcome>;
  /**
   * @param body as it arrived, byte by byte
   * @returns null for a notice that changes nothing here
   * @throws NoticeRefused
   */
  readNotice(body: Buffer, signature: string): PaymentNotice | null;
}

export type PaymentGateway = CardGateway | HostedGateway;

/** Of the `PaymentGateway`: one of two kinds, which no class could stand for. */
export const paymentsToken = Symbol('PaymentGateway');
